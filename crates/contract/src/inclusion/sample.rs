//! Concrete JSON values: members of `enum`, parts of a witness.
//!
//! Called by the reader for constants, by the solver for what it builds, by the shrinker. Two equal values are
//! equal as JSON Schema counts them: `1` and `1.0` are one number, the order of keys says nothing.

use std::rc::Rc;

use crate::json::{Kind, Value, write_quoted};

use super::decimal::Decimal;

/// A JSON value. Members of an object are sorted by key.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Sample {
    Null,
    Bool(bool),
    Number(Decimal),
    Text(Rc<str>),
    Array(Rc<[Sample]>),
    Object(Rc<[(Rc<str>, Sample)]>),
}

/// Arrays and objects inside each other in a constant.
const DEPTH: usize = 64;

impl Sample {
    /// The value as read; `None` where it holds a lone surrogate or a number out of reach (neither can be put
    /// to the validator), or is nested too deeply.
    pub(super) fn of(value: Value<'_>) -> Option<Self> {
        Self::read(value, DEPTH)
    }

    fn read(value: Value<'_>, depth: usize) -> Option<Self> {
        Some(match value.kind() {
            Kind::Null => Self::Null,
            Kind::Bool => Self::Bool(value.as_bool()?),
            Kind::Number => Self::Number(Decimal::read(value.as_number()?)?),
            Kind::String => Self::Text(text_of(value)?),
            Kind::Array => {
                let depth = depth.checked_sub(1)?;
                Self::Array(value.items().map(|item| Self::read(item, depth)).collect::<Option<_>>()?)
            }
            Kind::Object => {
                let depth = depth.checked_sub(1)?;
                let mut members: Vec<(Rc<str>, Sample)> = Vec::new();
                for (key, member) in value.entries() {
                    if key.has_lone_surrogate() {
                        return None;
                    }
                    members.push((key.decode().into(), Self::read(member, depth)?));
                }
                Self::object(members)
            }
        })
    }

    /// An object of these members; of duplicates the last counts, as for the validator.
    pub(super) fn object(mut members: Vec<(Rc<str>, Sample)>) -> Self {
        members.reverse();
        members.sort_by(|a, b| a.0.cmp(&b.0));
        members.dedup_by(|later, first| later.0 == first.0);
        Self::Object(members.into())
    }

    /// Arrays, objects and scalars in it, itself included, long strings counted by length; as far as `limit`.
    pub(super) fn size(&self, limit: usize) -> usize {
        let mut open = vec![self];
        let mut seen = 0;
        while let Some(next) = open.pop() {
            seen += 1;
            if let Self::Text(text) = next {
                seen += text.len() / 64;
            }
            if seen >= limit {
                break;
            }
            match next {
                Self::Array(items) => open.extend(items.iter()),
                Self::Object(members) => open.extend(members.iter().map(|(_, member)| member)),
                _ => {}
            }
        }
        seen
    }

    /// Compact JSON text.
    pub(super) fn text(&self) -> String {
        let mut out = Vec::new();
        self.write(&mut out, DEPTH * 4);
        String::from_utf8(out).unwrap_or_default()
    }

    /// Values are built by the solver and the reader, both bounded in depth; `depth` only makes that visible.
    fn write(&self, out: &mut Vec<u8>, depth: usize) {
        match self {
            Self::Null => out.extend_from_slice(b"null"),
            Self::Bool(true) => out.extend_from_slice(b"true"),
            Self::Bool(false) => out.extend_from_slice(b"false"),
            Self::Number(number) => out.extend_from_slice(number.text().as_bytes()),
            Self::Text(text) => write_quoted(text, out),
            Self::Array(items) => {
                out.push(b'[');
                for (at, item) in items.iter().enumerate().filter(|_| depth > 0) {
                    if at > 0 {
                        out.push(b',');
                    }
                    item.write(out, depth - 1);
                }
                out.push(b']');
            }
            Self::Object(members) => {
                out.push(b'{');
                for (at, (key, member)) in members.iter().enumerate().filter(|_| depth > 0) {
                    if at > 0 {
                        out.push(b',');
                    }
                    write_quoted(key, out);
                    out.push(b':');
                    member.write(out, depth - 1);
                }
                out.push(b'}');
            }
        }
    }
}

/// The decoded string, unless half a surrogate pair stands in it.
pub(super) fn text_of(value: Value<'_>) -> Option<Rc<str>> {
    value.as_text().filter(|text| !text.has_lone_surrogate()).map(|text| text.decode().into())
}

#[cfg(test)]
mod tests {
    use super::Sample;
    use crate::json::{Document, Limits};

    fn sample(text: &str) -> Option<Sample> {
        Sample::of(Document::parse(text, Limits::default()).expect("JSON").root())
    }

    #[test]
    fn equality_is_that_of_json_schema() {
        assert_eq!(sample(r#"{"a":1,"b":[2.0]}"#), sample(r#"{"b":[2],"a":1.0}"#));
        assert_eq!(sample(r#"{"a":1,"a":2}"#), sample(r#"{"a":2}"#));
        assert_ne!(sample("false"), sample("0"));
    }

    #[test]
    fn text_is_compact_and_sorted() {
        let value = sample(r#"{ "b" : [ true , null ], "a" : "\u00e9\n" }"#).expect("within reach");
        assert_eq!(value.text(), r#"{"a":"é\n","b":[true,null]}"#);
    }

    #[test]
    fn what_the_validator_cannot_hold_is_none() {
        assert_eq!(sample(r#""\ud800""#), None);
        assert_eq!(sample("1e99999"), None);
    }
}
