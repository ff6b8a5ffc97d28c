//! The server's identity in a form: everything but its version, so that a release alone changes no fingerprint.
//!
//! Called by both forms.

use crate::json::{Kind, Note, Sink, Value, write_canonical, write_canonical_without, write_quoted};

use super::{Loss, take_notes};

/// Writes `info` without its member `version`; `{}` when it is absent.
///
/// A conforming server sends an object. For anything else the published implementations spread the value as
/// ECMAScript does: a string by code unit, an array by index, other values to nothing.
pub(super) fn write_server_info<'c>(info: Option<Value<'c>>, out: &mut impl Sink, losses: &mut Vec<Loss<'c>>) {
    let mut notes: Vec<Note<'c>> = Vec::new();
    match info {
        Some(value) if value.kind() == Kind::Object => write_canonical_without(value, "version", out, &mut notes),
        Some(value) if value.kind() == Kind::Array => {
            let items: Vec<Value<'c>> = value.items().collect();
            spread(items.len(), out, |index, out| write_canonical(items[index], out, &mut notes));
        }
        Some(value) => match value.as_text() {
            Some(text) => {
                let units: Vec<u16> = text.units().collect();
                spread(units.len(), out, |index, out| match char::from_u32(u32::from(units[index])) {
                    Some(character) => write_quoted(character.encode_utf8(&mut [0; 4]), out),
                    None => out.put(format!("\"\\u{:04x}\"", units[index]).as_bytes()),
                });
            }
            None => out.put(b"{}"),
        },
        None => out.put(b"{}"),
    }
    take_notes(&mut notes, None, losses);
}

/// Writes an object whose keys are the numbers below `count`, sorted as strings.
fn spread<S: Sink>(count: usize, out: &mut S, mut write: impl FnMut(usize, &mut S)) {
    let mut keys: Vec<(String, usize)> = (0..count).map(|index| (index.to_string(), index)).collect();
    keys.sort();
    out.put(b"{");
    for (at, (key, index)) in keys.iter().enumerate() {
        if at > 0 {
            out.put(b",");
        }
        write_quoted(key, out);
        out.put(b":");
        write(*index, out);
    }
    out.put(b"}");
}
