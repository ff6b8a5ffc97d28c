//! Writing a value as it was sent: the text of every token kept, white space between tokens dropped.
//!
//! Called by the capture file's writer and by transports that pass a message on.

use super::document::{Kind, Value};
use super::sink::Sink;
use super::string::escape_of;

/// Writes `value` with its tokens as sent (number text, escapes, key order, duplicates) on one line.
pub fn write_compact(value: Value<'_>, out: &mut impl Sink) {
    let document = value.document;
    let end = document.node(value.index).next;
    // Containers that are open: where they end, their closing byte, whether a member was written, key or value next.
    let mut open: Vec<Open> = Vec::new();
    let mut at = value.index;
    loop {
        while let Some(container) = open.last() {
            if at < container.end {
                break;
            }
            out.put(container.close);
            open.pop();
        }
        if at >= end {
            return;
        }
        if let Some(container) = open.last_mut() {
            if container.value_next {
                out.put(b":");
                container.value_next = false;
            } else {
                if container.filled {
                    out.put(b",");
                }
                container.filled = true;
                container.value_next = container.close == b"}";
            }
        }
        let item = Value { document, index: at };
        let node = document.node(at);
        at += 1;
        match node.kind {
            Kind::Array => {
                out.put(b"[");
                open.push(Open { end: node.next, close: b"]", filled: false, value_next: false });
            }
            Kind::Object => {
                out.put(b"{");
                open.push(Open { end: node.next, close: b"}", filled: false, value_next: false });
            }
            _ => out.put(item.raw().as_bytes()),
        }
    }
}

struct Open {
    end: u32,
    close: &'static [u8; 1],
    filled: bool,
    value_next: bool,
}

/// Writes a Rust string as a JSON string, escaped as `JSON.stringify` does.
pub fn write_quoted(text: &str, out: &mut impl Sink) {
    out.put(b"\"");
    let mut from = 0;
    for (at, character) in text.char_indices() {
        let escape = match escape_of(character) {
            Some(escape) => escape.to_owned(),
            None if (character as u32) < 0x20 => format!("\\u{:04x}", character as u32),
            None => continue,
        };
        out.put(&text.as_bytes()[from..at]);
        out.put(escape.as_bytes());
        from = at + character.len_utf8();
    }
    out.put(&text.as_bytes()[from..]);
    out.put(b"\"");
}
