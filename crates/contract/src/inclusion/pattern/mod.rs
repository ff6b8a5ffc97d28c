//! Regular expressions as JSON Schema uses them (ECMA-262, searched anywhere in the string), as sets of strings.
//!
//! Called by the solver and the evaluator. A pattern becomes a term whose derivatives can be explored, so that
//! "a string that matches these and not those, of such a length" has an answer: a shortest string, a proof that
//! there is none, or "too large to say". What a regular language cannot express (back references, look-behind,
//! word boundaries) is not translated; such a pattern stays a black box for the solver.

mod algebra;
mod class;
mod lower;
mod search;
mod syntax;

use std::cell::OnceCell;
use std::collections::HashMap;
use std::rc::Rc;

use super::budget::Budget;
use super::validate;
use algebra::{Algebra, TermId};
pub(super) use search::{Query, Search};

/// A pattern of this run: equal sources have equal ids.
pub(super) type PatternId = u32;

struct Entry {
    source: Rc<str>,
    /// `None` for what the algebra does not cover.
    term: Option<TermId>,
    /// The validator's own engine, made when a black box is asked.
    engine: OnceCell<Option<jsonschema::Validator>>,
}

/// All patterns of one question.
#[derive(Default)]
pub(super) struct Patterns {
    entries: Vec<Entry>,
    ids: HashMap<Rc<str>, PatternId>,
    algebra: Algebra,
    seen: HashMap<(PatternId, Rc<str>), bool>,
}

/// Patterns longer than this stay black boxes.
const LONGEST: usize = 8 << 10;
/// Steps for asking the validator's engine once.
const ASKED: u64 = 200;

impl Patterns {
    /// The id of a pattern, translated when it is new.
    pub(super) fn id(&mut self, source: &str) -> PatternId {
        if let Some(&id) = self.ids.get(source) {
            return id;
        }
        let source: Rc<str> = source.into();
        let term = if source.len() > LONGEST {
            None
        } else {
            syntax::parse(&source).and_then(|tree| lower::lower(&tree, &mut self.algebra))
        };
        let id = u32::try_from(self.entries.len()).unwrap_or(u32::MAX);
        self.entries.push(Entry { source: Rc::clone(&source), term, engine: OnceCell::new() });
        self.ids.insert(source, id);
        id
    }

    /// The pattern as written.
    pub(super) fn source(&self, id: PatternId) -> &Rc<str> {
        &self.entries[id as usize].source
    }

    /// Whether the algebra covers the pattern.
    pub(super) fn is_regular(&self, id: PatternId) -> bool {
        self.entries[id as usize].term.is_some()
    }

    /// Whether every string matches.
    pub(super) fn is_everything(&self, id: PatternId) -> bool {
        self.entries[id as usize].term == Some(TermId::ALL)
    }

    /// Whether `text` matches; `None` when the budget is spent or no engine takes the pattern.
    pub(super) fn matches(&mut self, id: PatternId, text: &Rc<str>, budget: &mut Budget) -> Option<bool> {
        let entry = &self.entries[id as usize];
        let key = (id, Rc::clone(text));
        if let Some(&answer) = self.seen.get(&key) {
            return Some(answer);
        }
        let answer = match entry.term {
            Some(term) => self.algebra.accepts(term, text, budget)?,
            None => {
                budget.take(ASKED)?;
                let engine = entry.engine.get_or_init(|| validate::pattern(&entry.source)).as_ref()?;
                (text.len() <= LONGEST).then(|| engine.is_valid(&serde_json::Value::from(&**text)))?
            }
        };
        self.seen.insert(key, answer);
        Some(answer)
    }

    /// Looks for a string. Black boxes in the query are left out of account.
    pub(super) fn search(&mut self, query: &Query<'_>, budget: &mut Budget) -> Search {
        let wanted: Vec<TermId> = query.matching.iter().filter_map(|&id| self.entries[id as usize].term).collect();
        let unwanted: Vec<TermId> = query.failing.iter().filter_map(|&id| self.entries[id as usize].term).collect();
        search::search(&mut self.algebra, &wanted, &unwanted, query, budget)
    }
}

#[cfg(test)]
mod tests;
