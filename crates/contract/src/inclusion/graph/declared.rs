//! Which properties a schema declares, for the reading in which undeclared properties do not exist.
//!
//! Called by the solver at each object it enters (design.md, "The rule engine", point 4: openness).

use std::collections::HashSet;
use std::rc::Rc;

use super::super::pattern::PatternId;
use super::{Graph, Lit, Node};

/// The properties that a schema speaks of, anywhere in place.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in super::super) struct Declared {
    /// Sorted.
    pub(in super::super) names: Vec<Rc<str>>,
    pub(in super::super) patterns: Vec<PatternId>,
    /// A map: every name has a schema, or names themselves are judged.
    pub(in super::super) all: bool,
    /// Undeclared properties are refused somewhere.
    pub(in super::super) closed: bool,
}

impl Declared {
    pub(in super::super) fn has(&self, name: &str) -> bool {
        self.names.binary_search_by(|known| (**known).cmp(name)).is_ok()
    }

    pub(in super::super) fn add(&mut self, other: &Self) {
        self.names.extend(other.names.iter().cloned());
        self.patterns.extend(other.patterns.iter().copied());
        self.all |= other.all;
        self.closed |= other.closed;
    }

    pub(in super::super) fn sort(&mut self) {
        self.names.sort_unstable();
        self.names.dedup();
        self.patterns.sort_unstable();
        self.patterns.dedup();
    }
}

impl Graph {
    /// What `lit` and everything in place below it declares.
    pub(in super::super) fn declared(&mut self, lit: Lit) -> Rc<Declared> {
        let lit = lit.positive();
        if let Some(known) = self.declared.get(&lit) {
            return Rc::clone(known);
        }
        let mut found = Declared::default();
        let mut seen = HashSet::from([lit]);
        let mut open = vec![lit];
        while let Some(lit) = open.pop() {
            if let Some(known) = self.declared.get(&lit) {
                let known = Rc::clone(known);
                found.add(&known);
                continue;
            }
            open.extend(self.in_place(lit).into_iter().map(Lit::positive).filter(|&part| seen.insert(part)));
            self.declares(lit, &mut found);
        }
        found.sort();
        let found = Rc::new(found);
        self.declared.insert(lit, Rc::clone(&found));
        found
    }

    /// What one node declares by itself.
    pub(in super::super) fn declares(&self, lit: Lit, found: &mut Declared) {
        match self.node(lit) {
            Node::Properties(properties) => {
                found.names.extend(properties.named.iter().map(|(name, _)| Rc::clone(name)));
                found.patterns.extend(properties.patterns.iter().map(|&(pattern, _)| pattern));
                found.closed |= properties.rest == Lit::FALSE;
                found.all |= properties.rest != Lit::FALSE && properties.rest != Lit::TRUE;
            }
            Node::Has(name) => found.names.push(Rc::clone(name)),
            Node::Names(_) => found.all = true,
            _ => {}
        }
    }
}
