//! A schema with some keywords of some of its parts taken from the other side: what only that change would do.
//!
//! Called by `prove` to ask about one change apart from all others.

use std::collections::HashMap;

use crate::json::{Document, Kind, Limits, Value, write_compact};

/// Which keywords go where: by the offset of the part that receives, the part that gives.
pub(super) struct Patch<'c> {
    changes: HashMap<usize, Vec<(Value<'c>, &'static [&'static str])>>,
}

/// Levels that are rewritten; deeper schemas are not asked about part by part.
const DEEPEST: usize = 200;

impl<'c> Patch<'c> {
    pub(super) fn new() -> Self {
        Self { changes: HashMap::new() }
    }

    /// Gives `receiver` the `keywords` of `giver`: those it has, and the absence of those it has not.
    pub(super) fn take(&mut self, receiver: Value<'c>, giver: Value<'c>, keywords: &'static [&'static str]) {
        self.changes.entry(receiver.offset()).or_default().push((giver, keywords));
    }

    /// `root` with the changes made; `None` when it is nested too deeply.
    pub(super) fn apply(&self, root: Value<'c>) -> Option<Document> {
        let mut text = Vec::new();
        self.write(root, &mut text, 0)?;
        Document::parse(text, Limits::default()).ok()
    }

    fn write(&self, value: Value<'c>, out: &mut Vec<u8>, depth: usize) -> Option<()> {
        if depth > DEEPEST {
            return None;
        }
        match value.kind() {
            Kind::Array => {
                out.push(b'[');
                for (index, item) in value.items().enumerate() {
                    if index > 0 {
                        out.push(b',');
                    }
                    self.write(item, out, depth + 1)?;
                }
                out.push(b']');
            }
            Kind::Object => self.write_object(value, out, depth)?,
            _ => write_compact(value, out),
        }
        Some(())
    }

    fn write_object(&self, object: Value<'c>, out: &mut Vec<u8>, depth: usize) -> Option<()> {
        let changes = self.changes.get(&object.offset()).map_or(&[][..], Vec::as_slice);
        let replaced = |key: &str| changes.iter().any(|(_, keywords)| keywords.contains(&key));
        let kept = object.entries().filter(|(key, _)| !replaced(&key.decode()));
        let mut first = true;
        let mut begin = |key: &str, out: &mut Vec<u8>| {
            if !std::mem::take(&mut first) {
                out.push(b',');
            }
            out.extend_from_slice(format!("\"{key}\":").as_bytes());
        };
        out.push(b'{');
        for (key, value) in kept {
            begin(key.raw(), out);
            self.write(value, out, depth + 1)?;
        }
        for (giver, keywords) in changes {
            for keyword in *keywords {
                if let Some(value) = giver.get(keyword) {
                    begin(keyword, out);
                    write_compact(value, out);
                }
            }
        }
        out.push(b'}');
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document(text: &str) -> Document {
        Document::parse(text, Limits::default()).unwrap()
    }

    #[test]
    fn keywords_come_and_go_at_their_place_alone() {
        let here =
            document(r#"{"type":"object","properties":{"a":{"minimum":1,"maximum":5,"title":"x"},"b":{"minimum":1}}}"#);
        let there = document(r#"{"maximum":3}"#);
        let part = here.root().get("properties").and_then(|all| all.get("a")).unwrap();
        let mut patch = Patch::new();
        patch.take(part, there.root(), &["minimum", "maximum"]);
        assert_eq!(
            patch.apply(here.root()).unwrap().text(),
            r#"{"type":"object","properties":{"a":{"title":"x","maximum":3},"b":{"minimum":1}}}"#
        );
    }

    #[test]
    fn what_is_nested_too_deeply_is_left() {
        let deep = format!("{}1{}", "[".repeat(1_000), "]".repeat(1_000));
        assert!(Patch::new().apply(document(&deep).root()).is_none());
    }
}
