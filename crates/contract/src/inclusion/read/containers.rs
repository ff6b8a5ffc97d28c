//! The keywords for arrays and objects.
//!
//! Called by the reader for each schema object.

use std::collections::HashSet;
use std::rc::Rc;

use crate::json::Value;

use super::super::graph::{Lit, Node, Types};
use super::super::sample::text_of;
use super::super::verdict::Reason;
use super::keys::{Key, Keys};
use super::{Dialect, Reader};

/// The array keywords of one schema, dialects aside.
pub(super) struct ArrayParts {
    pub(super) prefix: usize,
    /// Items behind the prefix have a schema.
    pub(super) rest: bool,
}

impl<'d> Reader<'_, 'd> {
    pub(super) fn arrays(&mut self, schema: Value<'d>, keys: &Keys<'d>, parts: &mut Vec<Lit>) {
        let before = parts.len();
        self.count(keys, Key::MinItems, Node::MinItems, parts);
        self.count(keys, Key::MaxItems, Node::MaxItems, parts);
        if let Some(value) = keys.get(Key::UniqueItems) {
            match value.as_bool() {
                Some(true) => parts.push(self.graph.atom(Node::Unique)),
                Some(false) => {}
                None => parts.push(self.invalid(value, "uniqueItems")),
            }
        }
        self.items(keys, parts);
        self.contains(keys, parts);
        for &part in &parts[before..] {
            self.note(part, schema);
        }
    }

    /// How the dialect spells a tuple: the schemas of the first items, and the one of the others.
    fn tuple(&self, keys: &Keys<'d>) -> (Option<Value<'d>>, Option<Value<'d>>) {
        if self.dialect == Dialect::Draft2020 {
            return (keys.get(Key::PrefixItems), keys.get(Key::Items));
        }
        match keys.get(Key::Items) {
            Some(items) if items.is_array() => (Some(items), keys.get(Key::AdditionalItems)),
            items => (None, items),
        }
    }

    pub(super) fn array_parts(&self, keys: &Keys<'d>) -> ArrayParts {
        let (prefix, rest) = self.tuple(keys);
        ArrayParts { prefix: prefix.map_or(0, |prefix| prefix.items().count()), rest: rest.is_some() }
    }

    fn items(&mut self, keys: &Keys<'d>, parts: &mut Vec<Lit>) {
        let (prefix, rest) = self.tuple(keys);
        if let Some(prefix) = prefix.filter(|prefix| !prefix.is_array()) {
            parts.push(self.invalid(prefix, "prefixItems"));
            return;
        }
        // Under 2020-12 a list is no value of `items`; `schema` reports it as invalid.
        let prefix: Vec<Lit> = prefix.into_iter().flat_map(Value::items).map(|item| self.schema(item)).collect();
        let rest = rest.map_or(Lit::TRUE, |rest| self.schema(rest));
        let items = self.graph.items(prefix, rest);
        parts.push(items);
    }

    fn contains(&mut self, keys: &Keys<'d>, parts: &mut Vec<Lit>) {
        let Some(of) = keys.get(Key::Contains).filter(|_| self.dialect >= Dialect::Draft6) else { return };
        let of = self.schema(of);
        let (mut min, mut max) = (1, None);
        if self.dialect >= Dialect::Draft2019 {
            for (key, bound) in [(Key::MinContains, true), (Key::MaxContains, false)] {
                let Some(value) = keys.get(key) else { continue };
                match self.whole(value) {
                    Some(count) if bound => min = count,
                    Some(count) => max = Some(count),
                    None => parts.push(self.invalid(value, key.name())),
                }
            }
        }
        parts.push(self.graph.atom(Node::Contains { of, min, max }));
    }

    pub(super) fn objects(&mut self, schema: Value<'d>, keys: &Keys<'d>, parts: &mut Vec<Lit>) {
        let before = parts.len();
        self.count(keys, Key::MinProperties, Node::MinProperties, parts);
        self.count(keys, Key::MaxProperties, Node::MaxProperties, parts);
        if let Some(value) = keys.get(Key::Required) {
            self.required(value, "required", parts);
        }
        self.properties(keys, parts);
        if self.dialect >= Dialect::Draft6
            && let Some(names) = keys.get(Key::PropertyNames)
        {
            let names = self.schema(names);
            parts.push(self.graph.atom(Node::Names(names)));
        }
        self.dependents(keys, parts);
        for &part in &parts[before..] {
            self.note(part, schema);
        }
    }

    fn required(&mut self, value: Value<'d>, keyword: &'static str, parts: &mut Vec<Lit>) {
        if !value.is_array() {
            parts.push(self.invalid(value, keyword));
            return;
        }
        for name in value.items() {
            parts.push(match text_of(name) {
                Some(name) => self.graph.atom(Node::Has(name)),
                None if name.as_text().is_some() => self.unread_text(name, Reason::LoneSurrogate),
                None => self.invalid(name, keyword),
            });
        }
    }

    /// The members of an object of schemas, by decoded name.
    fn members(&mut self, value: Value<'d>, keyword: &'static str, parts: &mut Vec<Lit>) -> Vec<(Rc<str>, Value<'d>)> {
        if !value.is_object() {
            parts.push(self.invalid(value, keyword));
            return Vec::new();
        }
        let mut members: Vec<(Rc<str>, Value<'d>)> = Vec::new();
        for (name, member) in value.entries() {
            if name.has_lone_surrogate() {
                parts.push(self.unread(member, Reason::LoneSurrogate));
            } else {
                members.push((Rc::from(&*name.decode()), member));
            }
        }
        // Of duplicates the last counts, as for the validator.
        let mut seen = HashSet::new();
        members.reverse();
        members.retain(|(name, _)| seen.insert(Rc::clone(name)));
        members.reverse();
        members
    }

    fn properties(&mut self, keys: &Keys<'d>, parts: &mut Vec<Lit>) {
        let mut named = Vec::new();
        if let Some(value) = keys.get(Key::Properties) {
            for (name, member) in self.members(value, "properties", parts) {
                named.push((name, self.schema(member)));
            }
        }
        let mut patterns = Vec::new();
        if let Some(value) = keys.get(Key::PatternProperties) {
            for (pattern, member) in self.members(value, "patternProperties", parts) {
                let lit = self.schema(member);
                patterns.push((self.graph.patterns.id(&pattern), lit));
            }
        }
        let rest = keys.get(Key::AdditionalProperties).map_or(Lit::TRUE, |rest| self.schema(rest));
        let properties = self.graph.properties(named, patterns, rest);
        parts.push(properties);
    }

    fn dependents(&mut self, keys: &Keys<'d>, parts: &mut Vec<Lit>) {
        // The validator reads `dependencies` in every dialect, and the later two from 2019-09 on.
        for key in [Key::Dependencies, Key::DependentRequired, Key::DependentSchemas] {
            let Some(value) = keys.get(key) else { continue };
            if key != Key::Dependencies && self.dialect < Dialect::Draft2019 {
                continue;
            }
            for (name, dependent) in self.members(value, key.name(), parts) {
                let has = self.graph.atom(Node::Has(name));
                let then = if dependent.is_array() && key != Key::DependentSchemas {
                    let mut names = Vec::new();
                    self.required(dependent, key.name(), &mut names);
                    self.graph.all(names)
                } else if key == Key::DependentRequired {
                    self.invalid(dependent, key.name())
                } else {
                    let then = self.schema(dependent);
                    // A schema may judge other values than objects, on which nothing depends.
                    let other = self.graph.of_types(!Types::OBJECT);
                    self.graph.any([other, then])
                };
                parts.push(self.graph.any([has.not(), then]));
            }
        }
    }
}
