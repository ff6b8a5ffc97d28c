//! Where a value stands: the way from an outer value to an inner one.
//!
//! Called when a finding needs its place; costs a walk, so only then.

use std::fmt;

use super::document::{Kind, Value};
use super::string::Text;

/// One step of a way.
#[derive(Clone, Copy, Debug)]
pub enum Segment<'d> {
    /// Into the member of this name.
    Key(Text<'d>),
    /// Into the item at this index, from 0.
    Index(usize),
}

impl fmt::Display for Segment<'_> {
    /// As in a JSON Pointer (RFC 6901), without the slash.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Segment::Key(key) => f.write_str(&key.decode().replace('~', "~0").replace('/', "~1")),
            Segment::Index(index) => index.fmt(f),
        }
    }
}

/// The way from `from` to `to`, which must be in the subtree of `from`; `None` otherwise.
#[must_use]
pub fn path_to<'d>(from: Value<'d>, to: Value<'d>) -> Option<Vec<Segment<'d>>> {
    let document = from.document;
    if !std::ptr::eq(document, to.document) {
        return None;
    }
    let mut path = Vec::new();
    let mut here = from;
    while here.index != to.index {
        let step = match here.kind() {
            Kind::Object => here
                .entries()
                // A key is one node before its value, and its place is that of the member.
                .find(|(_, value)| value.index == to.index + 1 || contains(*value, to.index))
                .map(|(key, value)| (Segment::Key(key), value)),
            Kind::Array => here
                .items()
                .enumerate()
                .find(|(_, value)| contains(*value, to.index))
                .map(|(index, value)| (Segment::Index(index), value)),
            _ => None,
        };
        let (segment, value) = step?;
        path.push(segment);
        if value.index > to.index {
            break;
        }
        here = value;
    }
    Some(path)
}

fn contains(value: Value<'_>, index: u32) -> bool {
    value.index <= index && index < value.document.node(value.index).next
}
