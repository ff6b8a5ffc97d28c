//! Where a value stands in a lock, and what is wrong with it.
//!
//! Called by the readers of this module: one place for "expected this, found that".

use std::collections::HashSet;
use std::fmt;

use crate::json::Value;

use super::error::LockError;

/// A JSON Pointer on the way.
#[derive(Clone, Debug, Default)]
pub(super) struct At(String);

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_empty() { "/" } else { &self.0 })
    }
}

impl At {
    pub(super) fn root() -> Self {
        Self::default()
    }

    pub(super) fn member(&self, key: &str) -> Self {
        Self(format!("{}/{}", self.0, key.replace('~', "~0").replace('/', "~1")))
    }

    pub(super) fn wrong(&self, value: Value<'_>, expected: &'static str) -> LockError {
        let (line, column) = value.line_and_column();
        LockError::WrongType { line, column, pointer: self.to_string(), expected, found: value.kind().name() }
    }

    pub(super) fn missing(&self, object: Value<'_>, key: &'static str) -> LockError {
        let (line, column) = object.line_and_column();
        LockError::Missing { line, column, pointer: self.to_string(), key }
    }
}

/// Sees to it that `value` is an object.
pub(super) fn object(value: Value<'_>, at: &At) -> Result<(), LockError> {
    if value.is_object() { Ok(()) } else { Err(at.wrong(value, "an object")) }
}

/// The member `key` of `object`, which must be a string.
pub(super) fn text(object: Value<'_>, key: &'static str, at: &At) -> Result<String, LockError> {
    let value = object.get(key).ok_or_else(|| at.missing(object, key))?;
    value.as_text().map(|text| text.decode().into_owned()).ok_or_else(|| at.member(key).wrong(value, "a string"))
}

/// Sees to it that no key of `object` stands twice.
pub(super) fn no_duplicates(object: Value<'_>, at: &At) -> Result<(), LockError> {
    let mut seen = HashSet::new();
    for (key, value) in object.entries() {
        let key = key.decode();
        let at = at.member(&key);
        if !seen.insert(key) {
            let (line, column) = value.line_and_column();
            return Err(LockError::Duplicate { line, column, pointer: at.to_string() });
        }
    }
    Ok(())
}
