//! Whether a schema of the graph accepts a value: the engine's own judge, exact in numbers and patterns.
//!
//! Called by the solver for members of `enum`, and by the shrinker for every smaller candidate. It does not
//! settle a question: only the independent validator does (see `validate`).

use std::collections::HashSet;
use std::rc::Rc;

use super::budget::Budget;
use super::decimal::Decimal;
use super::graph::{Graph, Lit, Node, Properties, Types};
use super::sample::Sample;

/// Schemas inside each other that are followed for one value.
const DEPTH: usize = 300;

/// Judges values.
pub(super) struct Judge<'j> {
    pub(super) graph: &'j mut Graph,
    pub(super) budget: &'j mut Budget,
    /// Properties that a closed schema nowhere declares are taken from the value before it judges (`Declared`).
    pub(super) drop_undeclared: bool,
}

impl Judge<'_> {
    /// `None`: something unread decides, or the budget is spent.
    pub(super) fn accepts(&mut self, lit: Lit, value: &Sample) -> Option<bool> {
        self.place(lit, value, DEPTH)
    }

    /// A value met by a schema that is not in place of another.
    fn place(&mut self, lit: Lit, value: &Sample, depth: usize) -> Option<bool> {
        if self.drop_undeclared
            && let Sample::Object(members) = value
        {
            let declared = self.graph.declared(lit);
            if declared.closed && !declared.all {
                let mut kept = Vec::new();
                for (name, member) in members.iter() {
                    let mut known = declared.has(name);
                    for &pattern in &declared.patterns {
                        known = known || self.graph.patterns.matches(pattern, name, self.budget)?;
                    }
                    if known {
                        kept.push((Rc::clone(name), member.clone()));
                    }
                }
                return self.judge(lit, &Sample::Object(kept.into()), depth);
            }
        }
        self.judge(lit, value, depth)
    }

    fn judge(&mut self, lit: Lit, value: &Sample, depth: usize) -> Option<bool> {
        self.budget.take(1)?;
        let depth = depth.checked_sub(1)?;
        let lit = self.graph.resolve(lit);
        let node = self.graph.node(lit).clone();
        let truth = self.node(&node, value, depth)?;
        Some(truth != lit.is_negated())
    }

    fn node(&mut self, node: &Node, value: &Sample, depth: usize) -> Option<bool> {
        if Graph::guard(node).is_some_and(|guard| !types_of(value).meets(guard)) {
            return Some(true);
        }
        match (node, value) {
            (Node::True, _) => Some(true),
            (Node::All(parts), _) => {
                let mut unsure = false;
                for &part in parts.iter() {
                    match self.judge(part, value, depth) {
                        Some(false) => return Some(false),
                        Some(true) => {}
                        None => unsure = true,
                    }
                }
                (!unsure).then_some(true)
            }
            (Node::One(parts), _) => {
                let mut held = 0;
                for &part in parts.iter() {
                    held += usize::from(self.judge(part, value, depth)?);
                }
                Some(held == 1)
            }
            (Node::Link(_) | Node::Opaque(_), _) => None,
            (Node::Types(types), _) => Some(types_of(value).within(*types)),
            (Node::Numbers(numbers), Sample::Number(number)) => Some(numbers.contains(number)),
            (Node::Texts(texts), Sample::Text(text)) => Some(texts.contains(text)),
            (Node::Numbers(_) | Node::Texts(_), _) => Some(false),
            (&Node::Least { bound, exclusive }, Sample::Number(number)) => {
                Some(*number > bound || (!exclusive && *number == bound))
            }
            (&Node::Most { bound, exclusive }, Sample::Number(number)) => {
                Some(*number < bound || (!exclusive && *number == bound))
            }
            (&Node::Multiple(step), Sample::Number(number)) => number.is_multiple_of(step),
            (&Node::MinLength(count), Sample::Text(text)) => Some(text.chars().count() as u64 >= count),
            (&Node::MaxLength(count), Sample::Text(text)) => Some(text.chars().count() as u64 <= count),
            (&Node::Pattern(pattern), Sample::Text(text)) => self.graph.patterns.matches(pattern, text, self.budget),
            (&Node::MinItems(count), Sample::Array(items)) => Some(items.len() as u64 >= count),
            (&Node::MaxItems(count), Sample::Array(items)) => Some(items.len() as u64 <= count),
            (Node::Unique, Sample::Array(items)) => {
                let mut seen = HashSet::new();
                Some(items.iter().all(|item| seen.insert(item)))
            }
            (Node::Items(schemas), Sample::Array(items)) => {
                let mut unsure = false;
                for (at, item) in items.iter().enumerate() {
                    match self.place(schemas.at(at), item, depth) {
                        Some(false) => return Some(false),
                        Some(true) => {}
                        None => unsure = true,
                    }
                }
                (!unsure).then_some(true)
            }
            (&Node::Contains { of, min, max }, Sample::Array(items)) => {
                let mut held = 0;
                for item in items.iter() {
                    held += u64::from(self.place(of, item, depth)?);
                }
                Some(held >= min && max.is_none_or(|max| held <= max))
            }
            (&Node::MinProperties(count), Sample::Object(members)) => Some(members.len() as u64 >= count),
            (&Node::MaxProperties(count), Sample::Object(members)) => Some(members.len() as u64 <= count),
            (Node::Has(name), Sample::Object(members)) => Some(members.iter().any(|(known, _)| known == name)),
            (Node::Properties(properties), Sample::Object(members)) => self.properties(properties, members, depth),
            (&Node::Names(lit), Sample::Object(members)) => {
                let mut unsure = false;
                for (name, _) in members.iter() {
                    match self.place(lit, &Sample::Text(Rc::clone(name)), depth) {
                        Some(false) => return Some(false),
                        Some(true) => {}
                        None => unsure = true,
                    }
                }
                (!unsure).then_some(true)
            }
            // Guarded nodes meet only their own type here.
            _ => None,
        }
    }

    fn properties(&mut self, properties: &Properties, members: &[(Rc<str>, Sample)], depth: usize) -> Option<bool> {
        let mut unsure = false;
        for (name, member) in members {
            let Some(schemas) = self.schemas_for(properties, name) else {
                unsure = true;
                continue;
            };
            for lit in schemas {
                match self.place(lit, member, depth) {
                    Some(false) => return Some(false),
                    Some(true) => {}
                    None => unsure = true,
                }
            }
        }
        (!unsure).then_some(true)
    }

    /// The schemas that a property of this name must satisfy.
    pub(super) fn schemas_for(&mut self, properties: &Properties, name: &Rc<str>) -> Option<Vec<Lit>> {
        let mut schemas: Vec<Lit> = properties.named(name).into_iter().collect();
        for &(pattern, lit) in properties.patterns.iter() {
            if self.graph.patterns.matches(pattern, name, self.budget)? {
                schemas.push(lit);
            }
        }
        if schemas.is_empty() {
            schemas.push(properties.rest);
        }
        Some(schemas)
    }
}

/// The one type a value is of.
pub(super) fn types_of(value: &Sample) -> Types {
    match value {
        Sample::Null => Types::NULL,
        Sample::Bool(true) => Types::TRUE,
        Sample::Bool(false) => Types::FALSE,
        Sample::Number(number) => Types::of_number(*number),
        Sample::Text(_) => Types::TEXT,
        Sample::Array(_) => Types::ARRAY,
        Sample::Object(_) => Types::OBJECT,
    }
}

/// How far a number is from nought, for preferring plain ones.
pub(super) fn is_plain(number: Decimal) -> bool {
    number.is_integer() && number.text().len() <= 6
}
