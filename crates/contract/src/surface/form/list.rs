//! The lists in a form: `null` when it is not served, else its items sorted by their key.
//!
//! Called by both forms. The order is that of UTF-16 code units of ECMAScript's `String(item[key])`; items with
//! equal keys keep the order of the capture.

use std::cmp::Ordering;

use crate::json::{Kind, Note, Owned, Sink, Text, Value, canonical_number, compare_utf16, write_canonical};

use super::super::capture::Capture;
use super::super::list_kind::ListKind;
use super::{Loss, take_notes};

/// Writes the four lists as further members of an object, in the order of their keys.
pub(super) fn write_lists<'c>(capture: &'c Capture, out: &mut impl Sink, losses: &mut Vec<Loss<'c>>) {
    for kind in [ListKind::Prompts, ListKind::ResourceTemplates, ListKind::Resources, ListKind::Tools] {
        out.put(b",\"");
        out.put(kind.key().as_bytes());
        out.put(b"\":");
        write_list(capture, kind, out, losses);
    }
}

fn write_list<'c>(capture: &'c Capture, kind: ListKind, out: &mut impl Sink, losses: &mut Vec<Loss<'c>>) {
    let Some(items) = capture.list(kind) else {
        out.put(b"null");
        return;
    };
    let mut notes: Vec<Note<'c>> = Vec::new();
    out.put(b"[");
    for (at, (index, item)) in sorted(items, kind.item_key()).into_iter().enumerate() {
        if at > 0 {
            out.put(b",");
        }
        write_canonical(item, out, &mut notes);
        if !notes.is_empty() {
            take_notes(&mut notes, Some((kind, index, item)), losses);
        }
    }
    out.put(b"]");
}

/// The items with their index in the capture, in the order of the form.
fn sorted<'c>(items: &'c [Owned], key: &str) -> Vec<(usize, Value<'c>)> {
    let mut keyed: Vec<(SortKey<'c>, usize, Value<'c>)> = items
        .iter()
        .enumerate()
        .map(|(index, item)| (SortKey::of(item.value().get(key)), index, item.value()))
        .collect();
    keyed.sort_by(|a, b| a.0.compare(&b.0));
    keyed.into_iter().map(|(_, index, item)| (index, item)).collect()
}

/// ECMAScript's `String(value)`.
enum SortKey<'c> {
    Text(Text<'c>),
    Other(Vec<u16>),
}

impl<'c> SortKey<'c> {
    fn of(value: Option<Value<'c>>) -> Self {
        match value {
            None => SortKey::Other("undefined".encode_utf16().collect()),
            Some(value) => match value.as_text() {
                Some(text) => SortKey::Text(text),
                None => SortKey::Other(ecmascript_string(value)),
            },
        }
    }

    fn compare(&self, other: &SortKey<'c>) -> Ordering {
        match (self, other) {
            (SortKey::Text(a), SortKey::Text(b)) => compare_utf16(*a, *b),
            (SortKey::Text(a), SortKey::Other(b)) => a.units().cmp(b.iter().copied()),
            (SortKey::Other(a), SortKey::Text(b)) => a.iter().copied().cmp(b.units()),
            (SortKey::Other(a), SortKey::Other(b)) => a.cmp(b),
        }
    }
}

/// `String(value)` of a JSON value: arrays join their items with commas (null as nothing), flat, however deep;
/// an object is `[object Object]`, also where a member named `toString` would make ECMAScript throw.
fn ecmascript_string(value: Value<'_>) -> Vec<u16> {
    let mut written = String::new();
    let mut units: Vec<u16> = Vec::new();
    // Arrays that are open, each with the items still to come and whether one was written.
    let mut open = vec![(vec![value].into_iter(), false)];
    let mut outermost = true;
    while let Some((items, filled)) = open.last_mut() {
        let Some(item) = items.next() else {
            open.pop();
            continue;
        };
        if *filled {
            units.push(u16::from(b','));
        }
        *filled = true;
        written.clear();
        match item.kind() {
            Kind::Array => open.push((item.items().collect::<Vec<_>>().into_iter(), false)),
            Kind::Object => written.push_str("[object Object]"),
            Kind::Null if !outermost => {}
            Kind::Number => match canonical_number(item.raw()).as_ref() {
                "null" => written.push_str(if item.raw().starts_with('-') { "-Infinity" } else { "Infinity" }),
                number => written.push_str(number),
            },
            Kind::String => units.extend(item.as_text().into_iter().flat_map(Text::units)),
            Kind::Null | Kind::Bool => written.push_str(item.raw()),
        }
        units.extend(written.encode_utf16());
        outermost = false;
    }
    units
}
