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

/// How one judgement is made.
#[derive(Clone, Copy)]
struct Mode {
    depth: usize,
    /// That a schema is closed does not count, where that accepts more.
    relaxed: bool,
    /// Under no negation, or an even number of them.
    positive: bool,
}

impl Mode {
    fn ignores_closing(self) -> bool {
        self.relaxed && self.positive
    }
}

/// Judges values.
pub(super) struct Judge<'j> {
    pub(super) graph: &'j mut Graph,
    pub(super) budget: &'j mut Budget,
    /// That a schema is closed does not count, except under a negation (see `Reading::Shared`).
    pub(super) ignore_closing: bool,
}

impl Judge<'_> {
    /// `None`: something unread decides, or the budget is spent.
    pub(super) fn accepts(&mut self, lit: Lit, value: &Sample) -> Option<bool> {
        let mode = Mode { depth: DEPTH, relaxed: self.ignore_closing, positive: true };
        self.judge(lit, value, mode)
    }

    fn judge(&mut self, lit: Lit, value: &Sample, mode: Mode) -> Option<bool> {
        self.budget.take(1)?;
        let lit = self.graph.resolve(lit);
        let node = self.graph.node(lit).clone();
        let depth = mode.depth.checked_sub(1)?;
        let truth = self.node(&node, value, Mode { depth, positive: mode.positive != lit.is_negated(), ..mode })?;
        Some(truth != lit.is_negated())
    }

    fn node(&mut self, node: &Node, value: &Sample, mode: Mode) -> Option<bool> {
        if Graph::guard(node).is_some_and(|guard| !types_of(value).meets(guard)) {
            return Some(true);
        }
        match (node, value) {
            (Node::True, _) => Some(true),
            (Node::All(parts), _) => {
                let mut unsure = false;
                for &part in parts.iter() {
                    match self.judge(part, value, mode) {
                        Some(false) => return Some(false),
                        Some(true) => {}
                        None => unsure = true,
                    }
                }
                (!unsure).then_some(true)
            }
            (Node::One(parts), _) => {
                let (mut held, mut literally) = (0, 0);
                let literal = Mode { relaxed: false, ..mode };
                for &part in parts.iter() {
                    let holds = self.judge(part, value, mode)?;
                    held += usize::from(holds);
                    literally +=
                        usize::from(if mode.ignores_closing() { self.judge(part, value, literal)? } else { holds });
                }
                // Ignoring that branches are closed must not make two of them hold.
                Some(held > 0 && literally <= 1)
            }
            (Node::Link(_) | Node::Opaque(_), _) => None,
            (Node::Types(types), _) => Some(types_of(value).within(*types)),
            (Node::Numbers(numbers), Sample::Number(number)) => Some(numbers.binary_search(number).is_ok()),
            (Node::Texts(texts), Sample::Text(text)) => Some(texts.binary_search(text).is_ok()),
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
                    match self.judge(schemas.at(at), item, mode) {
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
                    held += u64::from(self.judge(of, item, mode)?);
                }
                Some(held >= min && max.is_none_or(|max| held <= max))
            }
            (&Node::MinProperties(count), Sample::Object(members)) => Some(members.len() as u64 >= count),
            (&Node::MaxProperties(count), Sample::Object(members)) => Some(members.len() as u64 <= count),
            (Node::Has(name), Sample::Object(members)) => Some(members.iter().any(|(known, _)| known == name)),
            (Node::Properties(properties), Sample::Object(members)) => self.properties(properties, members, mode),
            (&Node::Names(lit), Sample::Object(members)) => {
                let mut unsure = false;
                for (name, _) in members.iter() {
                    match self.judge(lit, &Sample::Text(Rc::clone(name)), mode) {
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

    fn properties(&mut self, properties: &Properties, members: &[(Rc<str>, Sample)], mode: Mode) -> Option<bool> {
        let mut unsure = false;
        for (name, member) in members {
            let Some(schemas) = self.schemas_for(properties, name) else {
                unsure = true;
                continue;
            };
            if mode.ignores_closing() && schemas == [Lit::FALSE] && properties.named(name).is_none() {
                continue;
            }
            for lit in schemas {
                match self.judge(lit, member, mode) {
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
