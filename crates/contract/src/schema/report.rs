//! Where faults gather: a bounded list, and how values are quoted in messages.
//!
//! Called by every part of the module.

use super::{Fault, MOST_FAULTS};
use crate::json::{Text, Value};

pub(super) const INVALID: &str = "schema-invalid";
pub(super) const DANGLING: &str = "schema-ref";
pub(super) const REMOTE: &str = "schema-ref-remote";
pub(super) const CYCLE: &str = "schema-ref-cycle";
pub(super) const DIALECT: &str = "schema-dialect";
pub(super) const INPUT: &str = "input-schema";
pub(super) const HEADER: &str = "header-annotation";

/// The faults so far, and the work so far.
#[derive(Default)]
pub(super) struct Report<'d> {
    faults: Vec<Fault<'d>>,
    unlisted: usize,
    steps: u64,
}

impl<'d> Report<'d> {
    /// Notes a fault; the message is made only when it is kept.
    pub(super) fn fault(&mut self, value: Value<'d>, rule: &'static str, message: impl FnOnce() -> String) {
        if self.faults.len() < MOST_FAULTS {
            self.faults.push(Fault { value, rule, message: message() });
        } else {
            self.unlisted += 1;
        }
    }

    /// Counts work: one step is one member, item, path segment or edge looked at.
    pub(super) fn step(&mut self) {
        self.steps += 1;
    }

    pub(super) fn finish(mut self, root: Value<'d>) -> (Vec<Fault<'d>>, u64) {
        // The walk takes what is nested last first; a reader goes from top to bottom.
        self.faults.sort_by_key(|fault| fault.value.position());
        if self.unlisted > 0 {
            let message = format!("{} more faults are not listed: expected at most {MOST_FAULTS}", self.unlisted);
            self.faults.push(Fault { value: root, rule: INVALID, message });
        }
        (self.faults, self.steps)
    }
}

/// The longest piece of a schema that a message quotes, in bytes.
const QUOTED: usize = 60;

/// A value as messages show it: as written where it is short, else by its kind or its beginning.
pub(super) fn shown(value: Value<'_>) -> String {
    let raw = value.raw();
    let nested = value.is_array() || value.is_object();
    if raw.len() <= QUOTED && !(nested && raw.contains(['\n', '\r', '\t'])) {
        return raw.to_owned();
    }
    match value {
        _ if value.is_array() => "an array".to_owned(),
        _ if value.is_object() => "an object".to_owned(),
        _ => shortened(raw),
    }
}

/// A key or name as messages show it, without quotes.
pub(super) fn named(text: Text<'_>) -> String {
    shortened(text.raw())
}

fn shortened(raw: &str) -> String {
    if raw.len() <= QUOTED {
        return raw.to_owned();
    }
    let mut end = QUOTED;
    while !raw.is_char_boundary(end) {
        end -= 1;
    }
    format!("{}…", &raw[..end])
}
