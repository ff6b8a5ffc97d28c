//! Terms over characters and their derivatives (Brzozowski): intersection and complement included.
//!
//! Called by the translation of patterns, which builds terms, and by the search, which explores derivatives.
//! Terms are shared: equal terms have equal ids, so a walk over derivatives meets each state once.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use super::super::budget::Budget;
use super::class::{BEGIN, CharSet, END};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(in super::super) struct TermId(u32);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Term {
    /// No string.
    Nothing,
    /// The empty string.
    Empty,
    /// One character.
    Set(CharSet),
    /// The first, then the second, which is never itself the first part of a concatenation's head.
    Then(TermId, TermId),
    /// Any of these.
    Either(Rc<[TermId]>),
    /// All of these.
    Both(Rc<[TermId]>),
    Not(TermId),
    /// Between so many and so many times.
    Repeat(TermId, u32, Option<u32>),
}

struct Entry {
    term: Term,
    /// Whether the empty string is in it.
    nullable: bool,
}

/// The shared terms of one question.
pub(super) struct Algebra {
    entries: Vec<Entry>,
    ids: HashMap<Term, TermId>,
    derivatives: HashMap<(TermId, u32), TermId>,
}

impl TermId {
    pub(super) const NOTHING: Self = Self(0);
    pub(super) const EMPTY: Self = Self(1);
    /// Every string.
    pub(super) const ALL: Self = Self(3);
}

/// Derivatives nest as deep as the term; deeper ones are given up (the parser bounds groups far below this).
const DEPTH: usize = 400;

impl Default for Algebra {
    fn default() -> Self {
        let mut algebra = Self { entries: Vec::new(), ids: HashMap::new(), derivatives: HashMap::new() };
        algebra.intern(Term::Nothing);
        algebra.intern(Term::Empty);
        let any = algebra.intern(Term::Set(CharSet::anything()));
        algebra.intern(Term::Repeat(any, 0, None));
        algebra
    }
}

impl Algebra {
    fn intern(&mut self, term: Term) -> TermId {
        if let Some(&id) = self.ids.get(&term) {
            return id;
        }
        let nullable = match &term {
            Term::Nothing | Term::Set(_) => false,
            Term::Empty => true,
            Term::Then(a, b) => self.is_nullable(*a) && self.is_nullable(*b),
            Term::Either(terms) => terms.iter().any(|&term| self.is_nullable(term)),
            Term::Both(terms) => terms.iter().all(|&term| self.is_nullable(term)),
            Term::Not(term) => !self.is_nullable(*term),
            Term::Repeat(term, min, _) => *min == 0 || self.is_nullable(*term),
        };
        let id = TermId(u32::try_from(self.entries.len()).unwrap_or(u32::MAX));
        self.entries.push(Entry { term: term.clone(), nullable });
        self.ids.insert(term, id);
        id
    }

    pub(super) fn term(&self, id: TermId) -> &Term {
        &self.entries[id.0 as usize].term
    }

    pub(super) fn is_nullable(&self, id: TermId) -> bool {
        self.entries[id.0 as usize].nullable
    }

    pub(super) fn set(&mut self, set: CharSet) -> TermId {
        if set.is_empty() { TermId::NOTHING } else { self.intern(Term::Set(set)) }
    }

    pub(super) fn then(&mut self, a: TermId, b: TermId) -> TermId {
        if a == TermId::NOTHING || b == TermId::NOTHING {
            return TermId::NOTHING;
        }
        if a == TermId::EMPTY {
            return b;
        }
        if b == TermId::EMPTY {
            return a;
        }
        // Lean to the right, so that equal sequences are equal terms.
        let mut heads = Vec::new();
        let mut last = a;
        while let &Term::Then(first, second) = self.term(last) {
            heads.push(first);
            last = second;
        }
        let mut sequence = self.pair(last, b);
        for first in heads.into_iter().rev() {
            sequence = self.pair(first, sequence);
        }
        sequence
    }

    /// A sequence whose first part is none.
    fn pair(&mut self, a: TermId, b: TermId) -> TermId {
        if a == TermId::ALL
            && let &Term::Then(TermId::ALL, _) = self.term(b)
        {
            return b;
        }
        self.intern(Term::Then(a, b))
    }

    pub(super) fn either(&mut self, terms: impl IntoIterator<Item = TermId>) -> TermId {
        let mut parts = Vec::new();
        for term in terms {
            match self.term(term) {
                Term::Nothing => {}
                Term::Either(inner) => parts.extend(inner.iter().copied()),
                _ => parts.push(term),
            }
        }
        parts.sort_unstable();
        parts.dedup();
        if parts.contains(&TermId::ALL) {
            return TermId::ALL;
        }
        match parts.as_slice() {
            [] => TermId::NOTHING,
            [one] => *one,
            _ => self.intern(Term::Either(parts.into())),
        }
    }

    pub(super) fn both(&mut self, terms: impl IntoIterator<Item = TermId>) -> TermId {
        let mut parts = Vec::new();
        for term in terms {
            match self.term(term) {
                Term::Nothing => return TermId::NOTHING,
                Term::Both(inner) => parts.extend(inner.iter().copied()),
                _ if term == TermId::ALL => {}
                _ => parts.push(term),
            }
        }
        parts.sort_unstable();
        parts.dedup();
        let opposed = parts
            .iter()
            .any(|&part| matches!(self.term(part), &Term::Not(inner) if parts.binary_search(&inner).is_ok()));
        if opposed {
            return TermId::NOTHING;
        }
        match parts.as_slice() {
            [] => TermId::ALL,
            [one] => *one,
            _ => self.intern(Term::Both(parts.into())),
        }
    }

    pub(super) fn not(&mut self, term: TermId) -> TermId {
        match self.term(term) {
            Term::Nothing => TermId::ALL,
            &Term::Not(inner) => inner,
            _ if term == TermId::ALL => TermId::NOTHING,
            _ => self.intern(Term::Not(term)),
        }
    }

    pub(super) fn repeat(&mut self, of: TermId, min: u32, max: Option<u32>) -> TermId {
        if of == TermId::EMPTY || max == Some(0) {
            return TermId::EMPTY;
        }
        if of == TermId::NOTHING {
            return if min == 0 { TermId::EMPTY } else { TermId::NOTHING };
        }
        if (min, max) == (1, Some(1)) {
            return of;
        }
        if let &Term::Repeat(inner, 0, None) = self.term(of) {
            return self.intern(Term::Repeat(inner, 0, None));
        }
        // What may be empty may be repeated less often for the same strings.
        let min = if self.is_nullable(of) { 0 } else { min };
        self.intern(Term::Repeat(of, min, max))
    }

    /// What may follow `character` in the strings of `term`; `None` when the budget is spent.
    pub(super) fn derivative(&mut self, term: TermId, character: u32, budget: &mut Budget) -> Option<TermId> {
        self.derive(term, character, DEPTH, budget)
    }

    fn derive(&mut self, id: TermId, character: u32, depth: usize, budget: &mut Budget) -> Option<TermId> {
        if let Some(&known) = self.derivatives.get(&(id, character)) {
            return Some(known);
        }
        budget.take(1)?;
        let depth = depth.checked_sub(1)?;
        let result = match self.term(id).clone() {
            Term::Nothing | Term::Empty => TermId::NOTHING,
            Term::Set(set) => {
                if set.contains(character) {
                    TermId::EMPTY
                } else {
                    TermId::NOTHING
                }
            }
            Term::Then(a, b) => {
                let first = self.derive(a, character, depth, budget)?;
                let first = self.then(first, b);
                if self.is_nullable(a) {
                    let second = self.derive(b, character, depth, budget)?;
                    self.either([first, second])
                } else {
                    first
                }
            }
            Term::Either(terms) => {
                budget.take(terms.len() as u64)?;
                let parts = self.derive_all(&terms, character, depth, budget)?;
                self.either(parts)
            }
            Term::Both(terms) => {
                budget.take(terms.len() as u64)?;
                let parts = self.derive_all(&terms, character, depth, budget)?;
                self.both(parts)
            }
            Term::Not(inner) => {
                let inner = self.derive(inner, character, depth, budget)?;
                self.not(inner)
            }
            Term::Repeat(of, min, max) => {
                let first = self.derive(of, character, depth, budget)?;
                let rest = self.repeat(of, min.saturating_sub(1), max.map(|max| max - 1));
                self.then(first, rest)
            }
        };
        self.derivatives.insert((id, character), result);
        Some(result)
    }

    fn derive_all(
        &mut self,
        terms: &[TermId],
        character: u32,
        depth: usize,
        budget: &mut Budget,
    ) -> Option<Vec<TermId>> {
        terms.iter().map(|&term| self.derive(term, character, depth, budget)).collect()
    }

    /// Whether `text` between its marks is in `term`.
    pub(super) fn accepts(&mut self, term: TermId, text: &str, budget: &mut Budget) -> Option<bool> {
        let mut state = self.derivative(term, BEGIN, budget)?;
        for character in text.chars() {
            if state == TermId::NOTHING {
                return Some(false);
            }
            budget.take(1)?;
            state = self.derivative(state, u32::from(character), budget)?;
        }
        state = self.derivative(state, END, budget)?;
        Some(self.is_nullable(state))
    }

    /// The term of exactly `text` between its marks.
    pub(super) fn literal(&mut self, text: &str) -> TermId {
        let mut term = self.set(CharSet::one(END));
        for character in text.chars().rev() {
            let set = self.set(CharSet::one(u32::from(character)));
            term = self.then(set, term);
        }
        let begin = self.set(CharSet::one(BEGIN));
        self.then(begin, term)
    }

    /// All character sets of a term.
    pub(super) fn sets(&self, term: TermId) -> Vec<CharSet> {
        let mut seen = HashSet::from([term]);
        let mut open = vec![term];
        let mut sets = Vec::new();
        while let Some(id) = open.pop() {
            let parts: &[TermId] = match self.term(id) {
                Term::Nothing | Term::Empty => &[],
                Term::Set(set) => {
                    sets.push(set.clone());
                    &[]
                }
                Term::Then(a, b) => &[*a, *b],
                Term::Either(terms) | Term::Both(terms) => terms,
                Term::Not(term) | Term::Repeat(term, _, _) => &[*term],
            };
            open.extend(parts.iter().copied().filter(|&part| seen.insert(part)));
        }
        sets.sort_unstable();
        sets.dedup();
        sets
    }
}
