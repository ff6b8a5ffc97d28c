//! A quick look whether two schemas have no value in common.
//!
//! Called when `oneOf` is built and when the solver drops branches of a union: the usual unions tell their
//! branches apart by type or by a constant property, and then nothing needs to be solved.

use std::collections::HashSet;
use std::rc::Rc;

use super::{Graph, Lit, Node, Types};

/// Objects inside each other that are looked into.
const DEPTH: usize = 3;
/// Up to so many branches, all pairs are looked at.
const PAIRWISE: usize = 40;
/// Parts of a conjunction that are looked at.
const PARTS: usize = 24;

/// The strings that a property may be.
type Texts = Rc<[Rc<str>]>;

impl Graph {
    /// Whether no value satisfies both; `false` means "not seen at a glance".
    pub(in super::super) fn clash(&self, a: Lit, b: Lit) -> bool {
        self.apart(&[a], &[b], true, DEPTH)
    }

    /// The same for two conjunctions. Without `closing`, it does not count that one refuses a property which it
    /// does not declare.
    pub(in super::super) fn clash_all(&self, a: &[Lit], b: &[Lit], closing: bool) -> bool {
        self.apart(a, b, closing, DEPTH)
    }

    /// Whether no two of these have a value in common.
    pub(in super::super) fn all_apart(&self, lits: &[Lit]) -> bool {
        if lits.len() <= PAIRWISE {
            return lits.iter().enumerate().all(|(at, &a)| lits[at + 1..].iter().all(|&b| self.clash(a, b)));
        }
        // Many branches: looked at once each, for a property that all require and that names the branch.
        let Some(first) = lits.first() else { return true };
        self.named_texts(*first).iter().any(|(name, _)| {
            let mut seen: HashSet<Rc<str>> = HashSet::new();
            lits.iter().all(|&lit| {
                let texts = self.named_texts(lit).into_iter().find(|(known, _)| known == name);
                texts.is_some_and(|(_, texts)| texts.iter().all(|text| seen.insert(Rc::clone(text))))
            })
        })
    }

    /// The properties that an object of this schema must have and that are one of some strings.
    fn named_texts(&self, lit: Lit) -> Vec<(Rc<str>, Texts)> {
        let parts = self.parts(&[lit]);
        let types = parts.iter().fold(Types::ALL, |types, &part| types & self.types(part));
        let mut found = Vec::new();
        if types != Types::OBJECT {
            return found;
        }
        for &part in parts.iter().filter(|part| !part.is_negated()) {
            let Node::Properties(properties) = self.node(part) else { continue };
            for (name, value) in properties.named.iter() {
                let required = parts
                    .iter()
                    .any(|&part| !part.is_negated() && matches!(self.node(part), Node::Has(has) if has == name));
                if let Node::Texts(texts) = self.node(*value)
                    && !value.is_negated()
                    && required
                {
                    found.push((Rc::clone(name), Rc::clone(texts)));
                }
            }
        }
        found
    }

    fn apart(&self, a: &[Lit], b: &[Lit], closing: bool, depth: usize) -> bool {
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
                        (Node::Texts(x), Node::Texts(y), false, false) => {
                            !x.iter().any(|text| y.binary_search(text).is_ok())
                        }
                        (Node::Numbers(x), Node::Numbers(y), false, false) => {
                            !x.iter().any(|number| y.binary_search(number).is_ok())
                        }
                        _ => false,
                    };
                if disjoint {
                    return true;
                }
            }
        }
        types == Types::OBJECT && depth > 0 && self.tell_apart(&a, &b, closing, depth - 1)
    }

    /// Whether a property that must be there cannot be what both say it is.
    fn tell_apart(&self, a: &[Lit], b: &[Lit], closing: bool, depth: usize) -> bool {
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
                    let rest =
                        if y.patterns.is_empty() && (closing || y.rest != Lit::FALSE) { y.rest } else { Lit::TRUE };
                    let there = y.named(name).unwrap_or(rest);
                    if self.apart(&[*here], &[there], closing, depth) {
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
