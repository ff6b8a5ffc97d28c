//! `unevaluatedProperties` and `unevaluatedItems`, rewritten so that nothing later needs annotations.
//!
//! Called by the reader for each schema object. What the keyword sees depends on which subschemas in place
//! succeed. The more of them succeed, the more is evaluated and the weaker the keyword; so it holds exactly
//! when, for some set of conditions that hold, it holds with what those evaluate. That is an ordinary `anyOf`.

use std::rc::Rc;

use crate::json::Value;

use super::super::graph::{Lit, Node, Types};
use super::super::pattern::PatternId;
use super::super::verdict::Reason;
use super::keys::{Key, Keys};
use super::{Dialect, Reader};

/// Conditions that are told apart: the rewriting has two to the power of this many branches.
const CONDITIONS: usize = 6;
/// References and subschemas in place that are followed.
const DEPTH: usize = 32;

/// What subschemas evaluate when they succeed.
#[derive(Clone, Default, PartialEq)]
struct Evaluated {
    names: Vec<Rc<str>>,
    patterns: Vec<PatternId>,
    all_properties: bool,
    prefix: usize,
    /// Items that satisfy one of these.
    contained: Vec<Lit>,
    all_items: bool,
}

/// What is evaluated under a condition; `Lit::TRUE` for always.
type Found = Vec<(Lit, Evaluated)>;

impl Evaluated {
    fn add(&mut self, other: &Self) {
        self.names.extend(other.names.iter().cloned());
        self.patterns.extend(other.patterns.iter().copied());
        self.all_properties |= other.all_properties;
        self.prefix = self.prefix.max(other.prefix);
        self.contained.extend(other.contained.iter().copied());
        self.all_items |= other.all_items;
    }
}

impl<'d> Reader<'_, 'd> {
    pub(super) fn unevaluated(&mut self, schema: Value<'d>, keys: &Keys<'d>, parts: &mut Vec<Lit>) {
        if self.dialect < Dialect::Draft2019 {
            return;
        }
        for key in [Key::UnevaluatedProperties, Key::UnevaluatedItems] {
            let Some(value) = keys.get(key) else { continue };
            let mut found = Vec::new();
            let complete = self.evaluated(schema, Some(key), Lit::TRUE, DEPTH, &mut found);
            let rest = self.schema(value);
            if rest == Lit::TRUE {
                continue;
            }
            let lit = complete.then(|| self.rewrite(key, rest, found)).flatten();
            parts.push(match lit {
                Some(lit) => lit,
                None => self.unread(value, Reason::Unevaluated { keyword: key.name() }),
            });
        }
    }

    fn rewrite(&mut self, key: Key, rest: Lit, found: Found) -> Option<Lit> {
        let mut always = Evaluated::default();
        let mut conditional: Vec<(Lit, Evaluated)> = Vec::new();
        for (condition, evaluated) in found {
            // Only what bears on this keyword makes a condition worth telling apart.
            let bears = match key {
                Key::UnevaluatedProperties => {
                    !evaluated.names.is_empty() || !evaluated.patterns.is_empty() || evaluated.all_properties
                }
                _ => evaluated.prefix > 0 || !evaluated.contained.is_empty() || evaluated.all_items,
            };
            if condition == Lit::TRUE {
                always.add(&evaluated);
            } else if bears && condition != Lit::FALSE {
                match conditional.iter_mut().find(|(known, _)| *known == condition) {
                    Some((_, known)) => known.add(&evaluated),
                    None => conditional.push((condition, evaluated)),
                }
            }
        }
        if conditional.len() > CONDITIONS {
            return None;
        }
        let mut branches = Vec::new();
        for chosen in 0..1_usize << conditional.len() {
            let mut evaluated = always.clone();
            let mut branch = Vec::new();
            for (at, (condition, more)) in conditional.iter().enumerate() {
                if chosen >> at & 1 == 1 {
                    branch.push(*condition);
                    evaluated.add(more);
                }
            }
            branch.push(self.remainder(key, rest, evaluated));
            branches.push(self.graph.all(branch));
        }
        Some(self.graph.any(branches))
    }

    /// The keyword as an assertion, given what is evaluated.
    fn remainder(&mut self, key: Key, rest: Lit, evaluated: Evaluated) -> Lit {
        if key == Key::UnevaluatedProperties {
            if evaluated.all_properties {
                return Lit::TRUE;
            }
            let named = evaluated.names.into_iter().map(|name| (name, Lit::TRUE)).collect();
            let patterns = evaluated.patterns.into_iter().map(|pattern| (pattern, Lit::TRUE)).collect();
            return self.graph.properties(named, patterns, rest);
        }
        if evaluated.all_items {
            return Lit::TRUE;
        }
        let rest = self.graph.any(evaluated.contained.into_iter().chain([rest]));
        self.graph.items(vec![Lit::TRUE; evaluated.prefix], rest)
    }

    /// Collects what `schema` evaluates where `condition` holds; false when that is too much to follow.
    fn evaluated(
        &mut self,
        schema: Value<'d>,
        without: Option<Key>,
        condition: Lit,
        depth: usize,
        found: &mut Found,
    ) -> bool {
        if !schema.is_object() {
            return true;
        }
        if depth == 0 || found.len() > 256 || self.budget.take(1).is_none() {
            return false;
        }
        let keys = Keys::of(schema);
        let mut own = Evaluated::default();
        if let Some(properties) = keys.get(Key::Properties) {
            own.names.extend(properties.entries().map(|(name, _)| Rc::from(&*name.decode())));
        }
        if let Some(patterns) = keys.get(Key::PatternProperties) {
            for (pattern, _) in patterns.entries() {
                own.patterns.push(self.graph.patterns.id(&pattern.decode()));
            }
        }
        own.all_properties = keys.get(Key::AdditionalProperties).is_some()
            || (without != Some(Key::UnevaluatedProperties) && keys.get(Key::UnevaluatedProperties).is_some());
        let array = self.array_parts(&keys);
        own.prefix = array.prefix;
        own.all_items =
            array.rest || (without != Some(Key::UnevaluatedItems) && keys.get(Key::UnevaluatedItems).is_some());
        if self.dialect == Dialect::Draft2020
            && let Some(contains) = keys.get(Key::Contains)
        {
            own.contained.push(self.schema(contains));
        }
        found.push((condition, own));
        self.evaluated_below(&keys, condition, depth - 1, found)
    }

    fn evaluated_below(&mut self, keys: &Keys<'d>, condition: Lit, depth: usize, found: &mut Found) -> bool {
        let mut complete = true;
        for key in self.references() {
            let Some(text) = keys.get(key).and_then(Value::as_text) else { continue };
            match self.source.resolve(&text.decode()) {
                Ok(target) => complete &= self.evaluated(target, None, condition, depth, found),
                Err(_) => complete = false,
            }
        }
        for branch in keys.get(Key::AllOf).into_iter().flat_map(Value::items) {
            complete &= self.evaluated(branch, None, condition, depth, found);
        }
        for key in [Key::AnyOf, Key::OneOf] {
            for branch in keys.get(key).into_iter().flat_map(Value::items) {
                let lit = self.schema(branch);
                let here = self.graph.all([condition, lit]);
                complete &= self.evaluated(branch, None, here, depth, found);
            }
        }
        if let Some(test) = keys.get(Key::If) {
            let lit = self.schema(test);
            let holds = self.graph.all([condition, lit]);
            let fails = self.graph.all([condition, lit.not()]);
            complete &= self.evaluated(test, None, holds, depth, found);
            if let Some(then) = keys.get(Key::Then) {
                complete &= self.evaluated(then, None, holds, depth, found);
            }
            if let Some(other) = keys.get(Key::Else) {
                complete &= self.evaluated(other, None, fails, depth, found);
            }
        }
        for key in [Key::DependentSchemas, Key::Dependencies] {
            for (name, dependent) in keys.get(key).into_iter().flat_map(Value::entries) {
                if dependent.is_object() {
                    // Other values than objects have every property, as an assertion goes, and no dependents.
                    let object = self.graph.of_types(Types::OBJECT);
                    let has = self.graph.atom(Node::Has(Rc::from(&*name.decode())));
                    let here = self.graph.all([condition, object, has]);
                    complete &= self.evaluated(dependent, None, here, depth, found);
                }
            }
        }
        complete
    }
}
