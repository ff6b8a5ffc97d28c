//! How a place in a surface is written for people: `tools[search].inputSchema.properties.limit`.
//!
//! Called by inspection, comparison and the rules. Names come from servers: escape before a terminal shows them.

use std::fmt::Write as _;

use crate::json::{Segment, Value, path_to};

use super::list_kind::ListKind;

/// The place of a list item: by its name, or by its index when it has none.
#[must_use]
pub fn item_place(kind: ListKind, index: usize, item: Value<'_>) -> String {
    match item.get(kind.item_key()).and_then(Value::as_text) {
        Some(name) => {
            let name = name.decode();
            if is_plain(&name) { format!("{}[{name}]", kind.key()) } else { format!("{}[{name:?}]", kind.key()) }
        }
        None => format!("{}[#{index}]", kind.key()),
    }
}

/// The place of `inner`, which stands somewhere under `outer`, itself at `place`.
#[must_use]
pub fn place_under(place: &str, outer: Value<'_>, inner: Value<'_>) -> String {
    let mut written = place.to_owned();
    for segment in path_to(outer, inner).unwrap_or_default() {
        push_segment(&mut written, segment);
    }
    written
}

/// The JSON Pointer of `inner` under `outer`, itself at `pointer`.
#[must_use]
pub(crate) fn pointer_under(pointer: &str, outer: Value<'_>, inner: Value<'_>) -> String {
    let mut written = pointer.to_owned();
    for segment in path_to(outer, inner).unwrap_or_default() {
        let _ = write!(written, "/{segment}");
    }
    written
}

/// Appends one step.
pub(crate) fn push_segment(place: &mut String, segment: Segment<'_>) {
    // Writing to a `String` cannot fail.
    let _ = match segment {
        Segment::Index(index) => write!(place, "[{index}]"),
        Segment::Key(key) => {
            let key = key.decode();
            if is_plain(&key) && !key.contains('.') { write!(place, ".{key}") } else { write!(place, "[{key:?}]") }
        }
    };
}

fn is_plain(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || "_-./:{}$@+~?&=%#,".contains(c))
}
