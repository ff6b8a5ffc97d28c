//! A quick look whether two schemas have no value in common.
//!
//! Called when `oneOf` is built and when the solver drops branches of a union: the usual unions tell their
//! branches apart by type or by a constant property, and then nothing needs to be solved.

use std::rc::Rc;

use super::{Graph, Lit, Node, Types};

/// Objects inside each other that are looked into.
const DEPTH: usize = 3;
/// Parts of a conjunction that are looked at.
const PARTS: usize = 24;

impl Graph {
    /// Whether no value satisfies both; `false` means "not seen at a glance".
    pub(in super::super) fn clash(&self, a: Lit, b: Lit) -> bool {
        self.apart(&[a], &[b], DEPTH)
    }

    /// The same for two conjunctions.
    pub(in super::super) fn clash_all(&self, a: &[Lit], b: &[Lit]) -> bool {
        self.apart(a, b, DEPTH)
    }

    fn apart(&self, a: &[Lit], b: &[Lit], depth: usize) -> bool {
        let a = self.parts(a);
        let b = self.parts(b);
        let types = a.iter().chain(&b).fold(Types::ALL, |types, &part| types & self.types(part));
        if types.is_empty() {
            return true;
        }
        for &x in &a {
            for &y in &b {
                let disjoint = x == y.not()
                    || match (self.node(x), self.node(y), x.is_negated(), y.is_negated()) {
                        (Node::Texts(x), Node::Texts(y), false, false) => !x.iter().any(|text| y.contains(text)),
                        (Node::Numbers(x), Node::Numbers(y), false, false) => {
                            !x.iter().any(|number| y.contains(number))
                        }
                        _ => false,
                    };
                if disjoint {
                    return true;
                }
            }
        }
        types == Types::OBJECT && depth > 0 && self.tell_apart(&a, &b, depth - 1)
    }

    /// Whether a property that must be there cannot be what both say it is.
    fn tell_apart(&self, a: &[Lit], b: &[Lit], depth: usize) -> bool {
        let required = |name: &Rc<str>| {
            a.iter()
                .chain(b)
                .any(|&part| !part.is_negated() && matches!(self.node(part), Node::Has(has) if has == name))
        };
        let properties = |parts: &[Lit]| -> Vec<Lit> {
            parts
                .iter()
                .copied()
                .filter(|&part| !part.is_negated() && matches!(self.node(part), Node::Properties(_)))
                .collect()
        };
        let others = properties(b);
        for x in properties(a) {
            let Node::Properties(x) = self.node(x) else { continue };
            for (name, here) in x.named.iter().filter(|(name, _)| required(name)) {
                for &y in &others {
                    let Node::Properties(y) = self.node(y) else { continue };
                    let there = y.named(name).unwrap_or(if y.patterns.is_empty() { y.rest } else { Lit::TRUE });
                    if self.apart(&[*here], &[there], depth) {
                        return true;
                    }
                }
            }
        }
        false
    }

    fn parts(&self, lits: &[Lit]) -> Vec<Lit> {
        let mut parts = Vec::new();
        for &lit in lits {
            let lit = self.resolve(lit);
            match self.node(lit) {
                Node::All(inner) if !lit.is_negated() => {
                    parts.extend(inner.iter().copied().filter(|part| !matches!(self.node(*part), Node::All(_))));
                }
                _ => parts.push(lit),
            }
        }
        parts.truncate(PARTS);
        parts
    }
}
