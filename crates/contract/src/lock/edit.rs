//! Changing one member of a JSON text and not one byte more.
//!
//! Called by the lock's writer, once per member. Each call reads the text anew: that costs a millisecond for a large
//! lock, and spares every caller from keeping offsets right.

use crate::json::{Document, Value};

use super::LIMITS;
use super::pretty::{Layout, quoted};

/// Puts `canonical` at `path` of the object in `text`. A member that exists keeps its place; a missing one, and the
/// objects around it, come behind those members for which `precedes` holds.
///
/// `None` when `text` is no object, or something on the way is none: a reader has seen to that before.
pub(super) fn set_member(
    text: &str,
    path: &[&str],
    canonical: &str,
    precedes: impl Fn(&str) -> bool,
) -> Option<String> {
    let document = Document::parse(text, LIMITS).ok()?;
    let layout = layout_of(document.root(), text);
    let mut here = document.root();
    for (depth, key) in path.iter().enumerate() {
        if !here.is_object() {
            return None;
        }
        match here.get(key) {
            Some(value) if depth + 1 == path.len() => {
                let base = line_indent(text, key_offset(text, value)?);
                let laid_out = base.map_or_else(|| canonical.to_owned(), |base| layout.lay_out(canonical, base));
                return Some(replaced(text, value.offset(), value.raw().len(), &laid_out));
            }
            Some(value) => here = value,
            None => {
                let value = wrapped(&path[depth + 1..], canonical);
                return insert(text, here, key, &value, &layout, precedes);
            }
        }
    }
    None
}

/// `canonical` inside objects with one member each.
fn wrapped(path: &[&str], canonical: &str) -> String {
    path.iter().rev().fold(canonical.to_owned(), |inner, key| format!("{{{}:{inner}}}", quoted(key)))
}

fn insert(
    text: &str,
    object: Value<'_>,
    key: &str,
    canonical: &str,
    layout: &Layout,
    precedes: impl Fn(&str) -> bool,
) -> Option<String> {
    let before = object.entries().filter(|(name, _)| precedes(&name.decode())).last().map(|(_, value)| value);
    let first = object.entries().next().map(|(_, value)| value);
    let indent = match first {
        Some(first) => line_indent(text, key_offset(text, first)?).map(str::to_owned),
        // An empty object says nothing about its layout: one level more than the line it stands on.
        None if layout.newline.is_empty() => None,
        None => Some(format!("{}{}", indent_of_line(text, object.offset()), layout.unit)),
    };
    let member = match &indent {
        Some(indent) => format!("{}: {}", quoted(key), layout.lay_out(canonical, indent)),
        None => format!("{}:{canonical}", quoted(key)),
    };
    let break_line = |indent: &str| format!("{}{indent}", layout.newline);
    let lead = indent.as_deref().map(break_line).unwrap_or_default();
    Some(match (before, first) {
        (Some(before), _) => replaced(text, before.offset() + before.raw().len(), 0, &format!(",{lead}{member}")),
        (None, Some(first)) => replaced(text, key_offset(text, first)?, 0, &format!("{member},{lead}")),
        (None, None) => {
            let close = indent.map(|_| break_line(indent_of_line(text, object.offset()))).unwrap_or_default();
            replaced(text, object.offset(), object.raw().len(), &format!("{{{lead}{member}{close}}}"))
        }
    })
}

fn replaced(text: &str, at: usize, length: usize, by: &str) -> String {
    format!("{}{by}{}", &text[..at], &text[at + length..])
}

/// Where the key of a member's value begins.
fn key_offset(text: &str, value: Value<'_>) -> Option<usize> {
    // Between a key and its value stand a colon and white space, nothing else.
    let before = text.get(..value.offset())?.trim_end().strip_suffix(':')?.trim_end();
    let bytes = before.strip_suffix('"')?.as_bytes();
    let mut at = bytes.len();
    while at > 0 {
        at -= 1;
        if bytes[at] == b'"' {
            let slashes = bytes[..at].iter().rev().take_while(|&&byte| byte == b'\\').count();
            // An escaped quote belongs to the key.
            if slashes % 2 == 0 {
                return Some(at);
            }
        }
    }
    None
}

/// The white space before `offset`, if nothing else stands there on its line and the line is not the first.
fn line_indent(text: &str, offset: usize) -> Option<&str> {
    let start = text[..offset].rfind('\n')? + 1;
    Some(&text[start..offset]).filter(|before| before.chars().all(|space| space == ' ' || space == '\t'))
}

/// The white space at the front of the line of `offset`.
fn indent_of_line(text: &str, offset: usize) -> &str {
    let line = &text[text[..offset].rfind('\n').map_or(0, |at| at + 1)..];
    &line[..line.len() - line.trim_start_matches([' ', '\t']).len()]
}

/// The layout of a file, as its outermost object shows it.
fn layout_of(root: Value<'_>, text: &str) -> Layout {
    let first = root.entries().next().and_then(|(_, value)| key_offset(text, value));
    let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
    match first {
        // `{}`: nothing to go by.
        None => Layout::default(),
        Some(first) => match line_indent(text, first) {
            None => Layout { newline: "", ..Layout::default() },
            Some("") => Layout { newline, ..Layout::default() },
            Some(indent) => Layout { unit: indent.to_owned(), newline },
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(text: &str, path: &[&str], canonical: &str, after: &[&str]) -> String {
        set_member(text, path, canonical, |key| after.contains(&key)).unwrap()
    }

    #[test]
    fn a_member_that_exists_is_replaced_in_its_place() {
        let text = "{\n  \"x\": 1.0,\n  \"a\": {\n    \"b\" :  [1 ,2],\"c\": 3\n  }\n}";
        assert_eq!(
            set(text, &["a", "b"], r#"{"k":[1]}"#, &[]),
            "{\n  \"x\": 1.0,\n  \"a\": {\n    \"b\" :  {\n      \"k\": [\n        1\n      ]\n    },\"c\": 3\n  }\n}"
        );
        assert_eq!(set(text, &["a", "c"], "[4,5]", &[]), text.replace("\"c\": 3", "\"c\": [4,5]"));
    }

    #[test]
    fn a_missing_member_comes_behind_those_that_precede_it() {
        let text = "{\n  \"a\": 1,\n  \"z\": 2\n}\n";
        assert_eq!(set(text, &["b"], "[3]", &["a"]), "{\n  \"a\": 1,\n  \"b\": [\n    3\n  ],\n  \"z\": 2\n}\n");
        assert_eq!(set(text, &["b"], "3", &["a", "z"]), "{\n  \"a\": 1,\n  \"z\": 2,\n  \"b\": 3\n}\n");
        assert_eq!(set(text, &["b"], "3", &[]), "{\n  \"b\": 3,\n  \"a\": 1,\n  \"z\": 2\n}\n");
        assert_eq!(
            set(text, &["b", "c"], "3", &["a"]),
            "{\n  \"a\": 1,\n  \"b\": {\n    \"c\": 3\n  },\n  \"z\": 2\n}\n"
        );
        assert_eq!(set("{}\n", &["b", "c"], "3", &[]), "{\n  \"b\": {\n    \"c\": 3\n  }\n}\n");
        assert_eq!(set("{\"a\":{}}", &["a", "c"], "[3]", &[]), "{\"a\":{\"c\":[3]}}");
        assert_eq!(set("{\n  \"a\": { }\n}", &["a", "c"], "3", &[]), "{\n  \"a\": {\n    \"c\": 3\n  }\n}");
    }

    #[test]
    fn the_layout_of_the_file_is_kept() {
        assert_eq!(set("{\"a\":1}", &["b"], "[3]", &["a"]), "{\"a\":1,\"b\":[3]}");
        assert_eq!(set("{\n\t\"a\": 1\n}", &["b"], "[3]", &["a"]), "{\n\t\"a\": 1,\n\t\"b\": [\n\t\t3\n\t]\n}");
        assert_eq!(set("{\r\n    \"a\": 1\r\n}", &["a"], "[3]", &[]), "{\r\n    \"a\": [\r\n        3\r\n    ]\r\n}");
        assert_eq!(set("{\n\"a\\\\\\\" \": 1\n}", &["a\\\" "], "[3]", &[]), "{\n\"a\\\\\\\" \": [\n  3\n]\n}");
    }

    #[test]
    fn what_is_no_object_takes_no_member() {
        assert_eq!(set_member("[]", &["a"], "1", |_| true), None);
        assert_eq!(set_member("{\"a\":1}", &["a", "b"], "1", |_| true), None);
        assert_eq!(set_member("{", &["a"], "1", |_| true), None);
    }
}
