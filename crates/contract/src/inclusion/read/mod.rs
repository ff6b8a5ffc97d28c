//! Reads a schema document into the graph: dialects become one meaning, references their targets.
//!
//! Called once for each side of a question. What is not understood becomes an opaque node with its place and
//! reason, so a question can still be settled where that part does not matter.

mod containers;
mod keys;
mod scalars;
mod source;
mod unevaluated;

use std::collections::{HashMap, HashSet};

use crate::json::Value;

use super::budget::Budget;
use super::graph::{Gap, Graph, Lit, Node};
use super::verdict::Reason;
use keys::{Key, Keys};
pub(super) use source::{Dialect, Source};

/// Schemas inside each other, references followed. Real surfaces reach 27 levels of JSON.
const DEPTH: usize = 72;

enum State {
    /// Being read; the link stands for it where it is met again.
    Open(Option<u32>),
    Done(Lit),
}

/// Reads one document.
pub(super) struct Reader<'r, 'd> {
    graph: &'r mut Graph,
    budget: &'r mut Budget,
    source: &'r Source<'d>,
    dialect: Dialect,
    /// Integer bounds at the edge of the safe integers are left out.
    drop_safe_bounds: bool,
    known: HashMap<usize, State>,
    depth: usize,
}

/// Reads the whole document.
pub(super) fn read<'d>(source: &Source<'d>, drop_safe_bounds: bool, graph: &mut Graph, budget: &mut Budget) -> Lit {
    let Some(dialect) = source.dialect else {
        let key = Some(source.root.raw().to_owned());
        return graph.opaque(key, Gap { reason: Reason::Dialect, origin: Some(source.origin(source.root)) });
    };
    let mut reader = Reader { graph, budget, source, dialect, drop_safe_bounds, known: HashMap::new(), depth: DEPTH };
    reader.schema(source.root)
}

impl<'d> Reader<'_, 'd> {
    /// The literal of a schema.
    fn schema(&mut self, value: Value<'d>) -> Lit {
        if let Some(truth) = value.as_bool() {
            return if truth { Lit::TRUE } else { Lit::FALSE };
        }
        if !value.is_object() {
            return self.invalid(value, "schema");
        }
        let key = value.offset();
        match self.known.get_mut(&key) {
            Some(State::Done(lit)) => return *lit,
            Some(State::Open(link)) => {
                let link = *link.get_or_insert_with(|| self.graph.open_link());
                return self.graph.atom(Node::Link(link));
            }
            None => {}
        }
        if self.budget.take(1).is_none() {
            return self.unread(value, Reason::Steps);
        }
        if self.depth == 0 {
            // The same text is the same unknown, unless it depends on the document around it.
            let own = (!value.raw().contains("Ref\"") && !value.raw().contains("$ref\""))
                .then(|| format!("{:?} {}", self.dialect, value.raw()));
            let gap = Gap { reason: Reason::Depth, origin: Some(self.source.origin(value)) };
            return self.graph.opaque(own, gap);
        }
        self.depth -= 1;
        self.known.insert(key, State::Open(None));
        let lit = self.object(value);
        self.depth += 1;
        self.note(lit, value);
        if let Some(State::Open(Some(link))) = self.known.insert(key, State::Done(lit)) {
            let target = if self.leads_to(lit, link) { self.unread(value, Reason::ReferenceRing) } else { lit };
            self.graph.close_link(link, target);
        }
        lit
    }

    /// Whether `lit` comes back to `link` without entering a part of the value.
    fn leads_to(&self, lit: Lit, link: u32) -> bool {
        let mut seen = HashSet::from([lit.positive()]);
        let mut open = vec![lit.positive()];
        while let Some(lit) = open.pop() {
            if *self.graph.node(lit) == Node::Link(link) {
                return true;
            }
            open.extend(self.graph.in_place(lit).into_iter().map(Lit::positive).filter(|&part| seen.insert(part)));
        }
        false
    }

    fn object(&mut self, schema: Value<'d>) -> Lit {
        let keys = Keys::of(schema);
        if self.dialect <= Dialect::Draft7
            && let Some(reference) = keys.get(Key::Ref)
        {
            // Up to draft-07 everything beside `$ref` is ignored.
            return self.reference(reference, Key::Ref);
        }
        let mut parts = Vec::new();
        for key in self.references() {
            if let Some(reference) = keys.get(key) {
                parts.push(self.reference(reference, key));
            }
        }
        self.scalars(&keys, &mut parts);
        self.arrays(schema, &keys, &mut parts);
        self.objects(schema, &keys, &mut parts);
        self.combinations(&keys, &mut parts);
        self.unevaluated(schema, &keys, &mut parts);
        self.graph.all(parts)
    }

    /// The keywords of this dialect that refer to another schema.
    fn references(&self) -> impl Iterator<Item = Key> + use<> {
        let dynamic = match self.dialect {
            Dialect::Draft2020 => Some(Key::DynamicRef),
            Dialect::Draft2019 => Some(Key::RecursiveRef),
            _ => None,
        };
        [Some(Key::Ref), dynamic].into_iter().flatten()
    }

    /// With one document and no embedded resources, a dynamic reference is a plain one to its anchor.
    fn reference(&mut self, reference: Value<'d>, key: Key) -> Lit {
        let Some(text) = reference.as_text() else { return self.invalid(reference, key.name()) };
        match self.source.resolve(&text.decode()) {
            Ok(target) => self.schema(target),
            Err(reason) => self.unread(reference, reason),
        }
    }

    fn combinations(&mut self, keys: &Keys<'d>, parts: &mut Vec<Lit>) {
        if let Some(all) = keys.get(Key::AllOf)
            && let Some(branches) = self.branches(all, Key::AllOf, parts)
        {
            parts.extend(branches);
        }
        if let Some(any) = keys.get(Key::AnyOf)
            && let Some(branches) = self.branches(any, Key::AnyOf, parts)
        {
            parts.push(self.graph.any(branches));
        }
        if let Some(one) = keys.get(Key::OneOf)
            && let Some(branches) = self.branches(one, Key::OneOf, parts)
        {
            parts.push(self.graph.one(branches));
        }
        if let Some(not) = keys.get(Key::Not) {
            parts.push(self.schema(not).not());
        }
        if self.dialect >= Dialect::Draft7
            && let Some(condition) = keys.get(Key::If)
        {
            let condition = self.schema(condition);
            if let Some(then) = keys.get(Key::Then) {
                let then = self.schema(then);
                parts.push(self.graph.any([condition.not(), then]));
            }
            if let Some(other) = keys.get(Key::Else) {
                let other = self.schema(other);
                parts.push(self.graph.any([condition, other]));
            }
        }
    }

    fn branches(&mut self, value: Value<'d>, key: Key, parts: &mut Vec<Lit>) -> Option<Vec<Lit>> {
        if !value.is_array() || value.items().next().is_none() {
            parts.push(self.invalid(value, key.name()));
            return None;
        }
        Some(value.items().map(|branch| self.schema(branch)).collect())
    }

    fn invalid(&mut self, value: Value<'d>, keyword: &'static str) -> Lit {
        self.unread(value, Reason::InvalidKeyword { keyword })
    }

    fn unread(&mut self, value: Value<'d>, reason: Reason) -> Lit {
        let gap = Gap { reason, origin: Some(self.source.origin(value)) };
        self.graph.opaque(None, gap)
    }

    /// Something that cannot be read but is the same unknown wherever the same text stands.
    fn unread_text(&mut self, value: Value<'d>, reason: Reason) -> Lit {
        let key = format!("{reason} {}", value.raw());
        let gap = Gap { reason, origin: Some(self.source.origin(value)) };
        self.graph.opaque(Some(key), gap)
    }

    /// Remembers where a literal stands, for answers that stay open.
    fn note(&mut self, lit: Lit, value: Value<'d>) {
        self.graph.note(lit, self.source.origin(value));
    }
}
