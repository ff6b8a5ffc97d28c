//! One side's document: its dialect, and where its references lead.
//!
//! Called by the reader and by the bound on validation work. Nothing is ever fetched: a reference out of the
//! document is an unknown.

use std::borrow::Cow;

use crate::json::{Value, path_to};

use super::super::graph::Origin;
use super::super::verdict::{Place, Reason, Side};

/// The dialects of JSON Schema that are read, oldest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in super::super) enum Dialect {
    Draft4,
    Draft6,
    Draft7,
    Draft2019,
    Draft2020,
}

/// A document to read.
pub(in super::super) struct Source<'d> {
    pub(in super::super) root: Value<'d>,
    pub(in super::super) side: Side,
    /// `None`: a dialect nobody here knows.
    pub(in super::super) dialect: Option<Dialect>,
    id: Option<Cow<'d, str>>,
    /// A part of the document has an identifier of its own, so `#` has more than one meaning.
    embeds: bool,
}

impl<'d> Source<'d> {
    pub(in super::super) fn new(root: Value<'d>, side: Side) -> Self {
        let dialect = dialect_of(root);
        let mentions_id = root.raw().contains("id\"");
        let key = if dialect == Some(Dialect::Draft4) { "id" } else { "$id" };
        let id = root.get(key).filter(|_| mentions_id).and_then(Value::as_text).map(|text| text.decode());
        let embeds = mentions_id
            && root.descendants().skip(1).filter(|value| value.is_object()).any(|value| {
                let own = value.get(key).and_then(Value::as_text).map(|text| text.decode());
                own.is_some_and(|id| !id.starts_with('#'))
            });
        Self { root, side, dialect, id, embeds }
    }

    pub(in super::super) fn origin(&self, value: Value<'d>) -> Origin {
        Origin { side: self.side, offset: value.offset() }
    }

    /// The place of what was read at `offset`.
    pub(in super::super) fn place(&self, offset: usize) -> Place {
        let value = self.root.descendants().find(|value| value.offset() == offset);
        let path = value.and_then(|value| path_to(self.root, value)).unwrap_or_default();
        Place { side: self.side, pointer: path.iter().map(|segment| format!("/{segment}")).collect() }
    }

    /// The schema that a reference names.
    pub(in super::super) fn resolve(&self, reference: &str) -> Result<Value<'d>, Reason> {
        let (base, fragment) = reference.split_once('#').unwrap_or((reference, ""));
        if !self.is_own(base) {
            return Err(Reason::RemoteReference { reference: reference.to_owned() });
        }
        if self.embeds {
            return Err(Reason::EmbeddedResource);
        }
        let missing = || Reason::MissingReference { reference: reference.to_owned() };
        if fragment.is_empty() {
            Ok(self.root)
        } else if fragment.starts_with('/') {
            self.walk(fragment).ok_or_else(missing)
        } else {
            self.anchor(fragment).ok_or_else(missing)
        }
    }

    /// Whether a reference's part before `#` is this document: empty, its identifier, or the last part of that.
    fn is_own(&self, base: &str) -> bool {
        base.is_empty()
            || self.id.as_ref().is_some_and(|id| {
                let id = id.split_once('#').map_or(&**id, |(id, _)| id);
                id == base || id.rsplit('/').next() == Some(base)
            })
    }

    fn walk(&self, pointer: &str) -> Option<Value<'d>> {
        let mut here = self.root;
        for segment in pointer.split('/').skip(1) {
            let segment = decode(segment)?.replace("~1", "/").replace("~0", "~");
            here = if here.is_array() {
                let digits = segment.bytes().all(|byte| byte.is_ascii_digit());
                here.items().nth(segment.parse().ok().filter(|_| digits)?)?
            } else {
                here.get(&segment)?
            };
        }
        Some(here)
    }

    /// The schema with this `$anchor` (or the older `$id: "#…"`); two of the same name are one too many.
    fn anchor(&self, name: &str) -> Option<Value<'d>> {
        let mut found = None;
        for value in self.root.descendants().filter(|value| value.is_object()) {
            let anchors =
                ["$anchor", "$dynamicAnchor"].iter().any(|key| value.get(key).is_some_and(|v| v.is_text(name)));
            let older = ["$id", "id"].iter().any(|key| {
                let text = value.get(key).and_then(Value::as_text).map(|text| text.decode());
                text.is_some_and(|text| text.strip_prefix('#') == Some(name))
            });
            if anchors || older {
                if found.is_some() {
                    return None;
                }
                found = Some(value);
            }
        }
        found
    }
}

fn dialect_of(root: Value<'_>) -> Option<Dialect> {
    let Some(declared) = root.get("$schema") else {
        return Some(Dialect::Draft2020); // MCP 2025-11-25: 2020-12 where nothing is said
    };
    let declared = declared.as_text()?.decode();
    Some(match declared.trim_end_matches('#') {
        "https://json-schema.org/draft/2020-12/schema" => Dialect::Draft2020,
        "https://json-schema.org/draft/2019-09/schema" => Dialect::Draft2019,
        "http://json-schema.org/draft-07/schema" | "https://json-schema.org/draft-07/schema" => Dialect::Draft7,
        "http://json-schema.org/draft-06/schema" => Dialect::Draft6,
        "http://json-schema.org/draft-04/schema" => Dialect::Draft4,
        _ => return None,
    })
}

/// Percent-decoding, as a URI fragment needs it.
fn decode(segment: &str) -> Option<String> {
    if !segment.contains('%') {
        return Some(segment.to_owned());
    }
    let mut bytes = Vec::with_capacity(segment.len());
    let mut rest = segment.as_bytes();
    while let [first, tail @ ..] = rest {
        if *first == b'%' {
            let hex = std::str::from_utf8(tail.get(..2)?).ok()?;
            bytes.push(u8::from_str_radix(hex, 16).ok()?);
            rest = tail.get(2..)?;
        } else {
            bytes.push(*first);
            rest = tail;
        }
    }
    String::from_utf8(bytes).ok()
}
