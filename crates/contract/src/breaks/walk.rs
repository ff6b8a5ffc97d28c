//! The walk over two schemas side by side: the root, nested `properties`, `items`.
//!
//! Called by the comparison for input and output schemas. The published rule looks no further; the other presets
//! follow `$ref` inside the document as well, so that a change behind one gets its name too.

use std::collections::HashSet;

use crate::json::{Segment, Text, Value};
use crate::surface::{ListKind, place_segment};

use super::context::{ItemPair, canonical, same_member};
use super::levels::Preset;
use super::report::{Change, Draft, Subject};
use super::schema_facts::{Bound, Limit};

/// Two schemas at the same place.
pub(crate) struct SchemaPair<'c> {
    pub(crate) tool: String,
    pub(crate) place: String,
    pub(crate) old: Value<'c>,
    pub(crate) new: Value<'c>,
    /// Whether bounds of the safe integer range count as bounds.
    pub(crate) literal: bool,
}

impl<'c> SchemaPair<'c> {
    /// Both sides' keyword.
    pub(crate) fn keyword(&self, key: &str) -> (Option<Value<'c>>, Option<Value<'c>>) {
        (self.old.get(key), self.new.get(key))
    }

    /// An entry about the property `key` of these schemas.
    pub(crate) fn property_draft(
        &self,
        key: Text<'_>,
        message: impl Into<String>,
        was: Option<Value<'_>>,
        now: Option<Value<'_>>,
        keywords: &'static [&'static str],
    ) -> Draft<'c> {
        let mut place = format!("{}.properties", self.place);
        place_segment(&mut place, Segment::Key(key));
        self.at(place, message, was.map(canonical), now.map(canonical), keywords)
    }

    /// An entry about the keyword `key` of these schemas.
    pub(crate) fn keyword_draft(
        &self,
        key: &str,
        message: impl Into<String>,
        was: Option<String>,
        now: Option<String>,
        keywords: &'static [&'static str],
    ) -> Draft<'c> {
        self.at(format!("{}.{key}", self.place), message, was, now, keywords)
    }

    /// Properties that are gone, each with the only one that came and has the same schema, words aside.
    pub(crate) fn renamed_properties(&self) -> Vec<(Text<'c>, Text<'c>)> {
        let (Some(old), Some(new)) = self.keyword("properties") else { return Vec::new() };
        let only_in = |here: Value<'c>, there: Value<'c>| -> Vec<(Text<'c>, String)> {
            let own = here.entries().filter(|(name, _)| there.get(&name.decode()).is_none());
            own.map(|(name, schema)| (name, essence(schema))).collect()
        };
        let (gone, came) = (only_in(old, new), only_in(new, old));
        let fit = |schema: &str, all: &[(Text<'c>, String)]| all.iter().filter(|(_, other)| other == schema).count();
        gone.iter()
            // Two that look alike are a guess, not a finding; a schema that says nothing looks like any other.
            .filter(|(_, schema)| schema != "{}" && fit(schema, &gone) == 1 && fit(schema, &came) == 1)
            .filter_map(|(name, schema)| Some((*name, came.iter().find(|(_, other)| other == schema)?.0)))
            .collect()
    }

    /// An entry about a bound that moved.
    pub(crate) fn bound_draft(&self, bound: &Bound, was: Option<Limit>, now: Option<Limit>) -> Draft<'c> {
        let key = [Some(bound.inclusive), bound.exclusive]
            .into_iter()
            .flatten()
            .find(|key| !same_member(self.old.get(key), self.new.get(key)))
            .unwrap_or(bound.inclusive);
        let told = |limit: Option<Limit>| match limit {
            Some(limit) if limit.open => format!("{} (itself excluded)", limit.value),
            Some(limit) => limit.value.to_string(),
            None => "no bound".to_owned(),
        };
        let message = format!("was {}, is {}", told(was), told(now));
        let (was, now) = self.keyword(key);
        self.keyword_draft(key, message, was.map(canonical), now.map(canonical), bound.keywords)
    }

    fn at(
        &self,
        place: String,
        message: impl Into<String>,
        was: Option<String>,
        now: Option<String>,
        keywords: &'static [&'static str],
    ) -> Draft<'c> {
        let subject = Subject::Item(ListKind::Tools, self.tool.clone());
        let change = Change { old: self.old, new: self.new, keywords };
        Draft { change: Some(change), subject, place, message: message.into(), was, now }
    }
}

/// Pairs that one walk visits at most: schemas with shared definitions unfold without end.
const MOST: usize = 20_000;

/// The pairs under `key` (`inputSchema` or `outputSchema`) of a tool, the root first.
pub(crate) fn walk<'c>(tool: &ItemPair<'c>, key: &str, preset: Preset) -> Vec<SchemaPair<'c>> {
    let (Some(old), Some(new)) = tool.members(key) else { return Vec::new() };
    let mut pairs = Vec::new();
    let mut open = vec![(format!("{}.{key}", tool.place), old, new)];
    let mut seen = HashSet::new();
    while let Some((place, mut here, mut there)) = open.pop() {
        if preset != Preset::McpSurface {
            here = resolve(old, here);
            there = resolve(new, there);
        }
        // A recursive schema comes back to a pair it has visited.
        if !here.is_object()
            || !there.is_object()
            || !seen.insert((here.offset(), there.offset()))
            || pairs.len() >= MOST
        {
            continue;
        }
        let mut inner = Vec::new();
        if let (Some(a), Some(b)) = (here.get("properties"), there.get("properties")) {
            for (name, property) in a.entries() {
                if let Some(other) = b.get(&name.decode()) {
                    let mut place = format!("{place}.properties");
                    place_segment(&mut place, Segment::Key(name));
                    inner.push((place, property, other));
                }
            }
        }
        if let (Some(a), Some(b)) = (here.get("items"), there.get("items")) {
            inner.push((format!("{place}.items"), a, b));
        }
        open.extend(inner.into_iter().rev());
        pairs.push(SchemaPair {
            tool: tool.name.clone(),
            place,
            old: here,
            new: there,
            literal: preset != Preset::Default,
        });
    }
    pairs
}

/// What a schema that is only a reference into its document points to; the schema itself otherwise.
fn resolve<'c>(root: Value<'c>, schema: Value<'c>) -> Value<'c> {
    let mut here = schema;
    // A chain longer than this leads nowhere useful; a cycle never ends.
    for _ in 0..32 {
        let Some(reference) = here.get("$ref").and_then(Value::as_text) else { return here };
        // Keywords beside a reference count from 2019-09 on: then the reference alone is not the schema.
        let alone = here.entries().all(|(key, _)| {
            ["$ref", "title", "description", "default", "examples", "$comment"].iter().any(|known| key.equals(known))
        });
        let reference = reference.decode();
        let Some(pointer) = reference.strip_prefix('#').filter(|_| alone) else { return here };
        let mut target = Some(root);
        for step in pointer.split('/').skip(1) {
            let step = step.replace("~1", "/").replace("~0", "~");
            target = target.and_then(|target| {
                if target.is_array() { target.items().nth(step.parse().ok()?) } else { target.get(&step) }
            });
        }
        match target {
            Some(target) if pointer.is_empty() || pointer.starts_with('/') => here = target,
            _ => return here,
        }
    }
    here
}

/// A schema's canonical text without its own title and description.
fn essence(schema: Value<'_>) -> String {
    let members = schema.entries().filter(|(key, _)| !key.equals("title") && !key.equals("description"));
    let mut members: Vec<String> = members.map(|(key, value)| format!("{}:{}", key.raw(), canonical(value))).collect();
    members.sort();
    format!("{{{}}}", members.join(","))
}
