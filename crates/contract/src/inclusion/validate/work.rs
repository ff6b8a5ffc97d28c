//! How much work the validator would have with a schema and a value, without doing it.
//!
//! Called before anything is handed to the validator. It has no memory of what it has judged, so a chain of
//! doubled references costs two to the power of its length; counted with memory here, that takes no time.

use std::collections::HashMap;

use crate::json::{Kind, Value};

use super::super::budget::Budget;
use super::super::read::Source;
use super::super::sample::Sample;
use super::super::verdict::Reason;

/// Judgements of one schema about one value that the validator may make.
const WORK: u64 = 1_000_000;
/// Judgements inside each other: each takes some of the stack.
const DEPTH: usize = 160;
/// Different pairs of schema and value that are counted.
const PAIRS: u64 = 100_000;

/// Refuses what would take the validator too long or too deep.
pub(super) fn bound(source: &Source<'_>, sample: &Sample) -> Result<(), Reason> {
    if sample.size(PAIRS as usize) >= PAIRS as usize {
        return Err(Reason::ValidationWork);
    }
    let mut count =
        Count { source, known: HashMap::new(), values: HashMap::new(), budget: Budget::new(PAIRS), next: 0 };
    match count.work(source.root, sample, DEPTH) {
        Some(work) if work <= WORK => Ok(()),
        _ => Err(Reason::ValidationWork),
    }
}

struct Count<'c, 'd> {
    source: &'c Source<'d>,
    known: HashMap<(usize, usize), u64>,
    /// A number for each part of the value, by its address: the value outlives the count.
    values: HashMap<*const Sample, usize>,
    budget: Budget,
    next: usize,
}

impl<'d> Count<'_, 'd> {
    /// `None`: too deep, or too many pairs to count.
    fn work(&mut self, schema: Value<'d>, sample: &Sample, depth: usize) -> Option<u64> {
        if !schema.is_object() {
            return Some(1);
        }
        let value = self.number(sample);
        let key = (schema.offset(), value);
        if let Some(&known) = self.known.get(&key) {
            return Some(known);
        }
        self.budget.take(1)?;
        let depth = depth.checked_sub(1)?;
        // Met again inside itself: the validator notices and stops.
        self.known.insert(key, 1);
        let mut work: u64 = 1;
        let mut unevaluated = false;
        for (name, keyword) in schema.entries() {
            let name = name.decode();
            let more = match &*name {
                "$ref" | "$dynamicRef" | "$recursiveRef" => {
                    let text = keyword.as_text().map(|text| text.decode());
                    match text.and_then(|text| self.source.resolve(&text).ok()) {
                        Some(target) => self.work(target, sample, depth)?,
                        None => 1,
                    }
                }
                "not" | "if" | "then" | "else" => self.work(keyword, sample, depth)?,
                "allOf" | "anyOf" | "oneOf" => self.each(keyword.items(), sample, depth)?,
                "dependentSchemas" | "dependencies" => {
                    self.each(keyword.entries().map(|(_, schema)| schema), sample, depth)?
                }
                "pattern" | "patternProperties" if !patterns_are_small(keyword) => return None,
                "patternProperties" => {
                    let mut work = 1;
                    for (_, schema) in keyword.entries() {
                        work = self.members(schema, sample, depth)?.saturating_add(work);
                    }
                    work
                }
                "properties" => self.named(keyword, sample, depth)?,
                "additionalProperties" | "propertyNames" => self.members(keyword, sample, depth)?,
                "unevaluatedProperties" | "unevaluatedItems" => {
                    unevaluated = true;
                    self.members(keyword, sample, depth)?
                }
                // A list of schemas meets the items one by one, whatever the keyword is called.
                "items" | "prefixItems" if keyword.is_array() => self.in_turn(keyword, sample, depth)?,
                "items" | "prefixItems" | "additionalItems" | "contains" => self.members(keyword, sample, depth)?,
                _ => 1,
            };
            work = work.saturating_add(more);
        }
        if unevaluated {
            // It walks everything in place again, for each property or item.
            work = work.saturating_mul(2 + parts(sample));
        }
        self.known.insert(key, work);
        Some(work)
    }

    fn each(&mut self, schemas: impl Iterator<Item = Value<'d>>, sample: &Sample, depth: usize) -> Option<u64> {
        let mut work: u64 = 1;
        for schema in schemas {
            work = work.saturating_add(self.work(schema, sample, depth)?);
        }
        Some(work)
    }

    /// One schema about each part of the value.
    fn members(&mut self, schema: Value<'d>, sample: &Sample, depth: usize) -> Option<u64> {
        let mut work: u64 = 1;
        match sample {
            Sample::Array(items) => {
                for item in items.iter() {
                    work = work.saturating_add(self.work(schema, item, depth)?);
                }
            }
            Sample::Object(members) => {
                for (_, member) in members.iter() {
                    work = work.saturating_add(self.work(schema, member, depth)?);
                }
            }
            _ => {}
        }
        Some(work)
    }

    fn in_turn(&mut self, schemas: Value<'d>, sample: &Sample, depth: usize) -> Option<u64> {
        let mut work: u64 = 1;
        if let Sample::Array(items) = sample {
            for (schema, item) in schemas.items().zip(items.iter()) {
                work = work.saturating_add(self.work(schema, item, depth)?);
            }
        }
        Some(work)
    }

    fn named(&mut self, properties: Value<'d>, sample: &Sample, depth: usize) -> Option<u64> {
        let mut work: u64 = 1;
        if let Sample::Object(members) = sample {
            for (name, member) in members.iter() {
                if let Some(schema) = properties.get(name) {
                    work = work.saturating_add(self.work(schema, member, depth)?);
                }
            }
        }
        Some(work)
    }

    fn number(&mut self, sample: &Sample) -> usize {
        let next = self.next;
        *self.values.entry(std::ptr::from_ref(sample)).or_insert_with(|| {
            self.next += 1;
            next
        })
    }
}

fn parts(sample: &Sample) -> u64 {
    match sample {
        Sample::Array(items) => items.len() as u64,
        Sample::Object(members) => members.len() as u64,
        _ => 0,
    }
}

fn patterns_are_small(keyword: Value<'_>) -> bool {
    match keyword.kind() {
        Kind::String => keyword.as_text().is_none_or(|text| pattern_is_small(&text.decode())),
        _ => keyword.entries().all(|(pattern, _)| pattern_is_small(&pattern.decode())),
    }
}

/// Whether an engine that writes repetitions out stays within reason.
pub(super) fn pattern_is_small(source: &str) -> bool {
    const LONGEST: usize = 8 << 10;
    const WRITTEN_OUT: u64 = 50_000;
    let mut factor: u64 = 1;
    for counts in source.split('{').skip(1) {
        let counts = counts.split('}').next().unwrap_or_default();
        let largest = counts.split(',').filter_map(|count| count.parse::<u64>().ok()).max();
        // Nesting is not looked at: a product of all counts is never too small.
        factor = factor.saturating_mul(largest.unwrap_or(1).max(1));
    }
    source.len() <= LONGEST
        && (source.len() as u64).saturating_mul(factor.min(WRITTEN_OUT)) <= WRITTEN_OUT.saturating_mul(20)
        && factor <= WRITTEN_OUT
}
