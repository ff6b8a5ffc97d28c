//! Which properties exist, and which the new side judges: the readings of undeclared properties.
//!
//! Called by the object solver (design.md, "The rule engine", point 4: what nobody declared is nobody's contract).
//! Outside `Reading::Literal` a value holds only what the old side declares, each branch of a union by itself.
//! An object for which the old side declares nothing at all is a free-form map, whose names are anything but
//! those the new side has a schema for.
//!
//! Every reading but the literal one takes values away from the old side or refusals from the new side, never
//! the other way round; so what is refuted under any reading is refuted literally, and the validator agrees.

use std::rc::Rc;

use super::super::graph::Declared;
use super::{Reading, Solver, Term};

/// What the new side declares at one place.
#[derive(Default)]
pub(super) struct Openness {
    pub(super) new: Declared,
}

impl Solver<'_> {
    /// Seen from a whole goal, before it is taken apart.
    pub(super) fn openness(&mut self, goal: &[Term]) -> Openness {
        let mut openness = Openness::default();
        if self.reading != Reading::Literal {
            for term in goal.iter().filter(|term| term.is_new()) {
                let declared = self.graph.declared(term.lit());
                openness.new.add(&declared);
            }
            openness.new.sort();
        }
        openness
    }

    /// What the old side declares in one alternative: a union's other branches do not count.
    pub(super) fn old_declares(&mut self, parts: &[Term]) -> Declared {
        let mut declared = Declared::default();
        if self.reading != Reading::Literal {
            for part in parts.iter().filter(|part| !part.is_new() && !part.lit().is_negated()) {
                self.graph.declares(part.lit(), &mut declared);
            }
            declared.sort();
        }
        declared
    }

    /// Whether a value may hold a property of this name; `None` when the budget is spent.
    pub(super) fn exists(&mut self, name: &Rc<str>, old: &Declared, openness: &Openness) -> Option<bool> {
        if self.reading == Reading::Literal || old.all || self.declares_name(old, name)? {
            return Some(true);
        }
        if self.reading == Reading::Closing {
            return Some(!openness.new.all && !self.declares_name(&openness.new, name)?);
        }
        let free_form = old.names.is_empty() && old.patterns.is_empty() && !old.closed;
        Some(free_form && !openness.new.has(name))
    }

    /// Whether it counts that a closed schema of this term's side refuses the name, which it does not declare.
    pub(super) fn may_close(&mut self, term: Term, name: &Rc<str>, old: &Declared) -> Option<bool> {
        match self.reading {
            Reading::Literal | Reading::Closing => Some(true),
            _ if !term.is_new() => Some(true),
            Reading::Shared => Some(false),
            Reading::Declared => Some(old.all || self.declares_name(old, name)?),
        }
    }

    fn declares_name(&mut self, declared: &Declared, name: &Rc<str>) -> Option<bool> {
        if declared.has(name) {
            return Some(true);
        }
        for &pattern in &declared.patterns {
            if self.graph.patterns.matches(pattern, name, self.budget)? {
                return Some(true);
            }
        }
        Some(false)
    }
}
