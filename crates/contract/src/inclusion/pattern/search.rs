//! Finds a shortest string of a term, within bounds of length, or shows that there is none.
//!
//! Called through [`Patterns::search`](super::Patterns::search). A breadth-first walk over derivatives: each
//! state stands for all strings that lead to it, so the walk ends.

use std::collections::{BTreeMap, HashSet};
use std::rc::Rc;

use super::super::budget::Budget;
use super::PatternId;
use super::algebra::{Algebra, TermId};
use super::class::{BEGIN, END, representatives};

/// What string is wanted.
pub(in super::super) struct Query<'q> {
    pub(in super::super) matching: &'q [PatternId],
    pub(in super::super) failing: &'q [PatternId],
    /// Characters at least.
    pub(in super::super) shortest: u64,
    /// Characters at most.
    pub(in super::super) longest: Option<u64>,
    /// Strings that are not wanted.
    pub(in super::super) excluded: &'q [Rc<str>],
}

#[derive(Debug, PartialEq)]
pub(in super::super) enum Search {
    Found(Rc<str>),
    /// There is no such string.
    Nothing,
    /// The budget is spent, or a bound is out of reach.
    Unknown,
}

/// A minimum length beyond this is not walked.
const LENGTH: u64 = 1 << 16;

/// A state that was reached: from which of the layer before, by which character.
struct Reached {
    state: TermId,
    parent: usize,
    character: u32,
}

pub(super) fn search(
    algebra: &mut Algebra,
    wanted: &[TermId],
    unwanted: &[TermId],
    query: &Query<'_>,
    budget: &mut Budget,
) -> Search {
    if query.longest.is_some_and(|longest| longest < query.shortest) {
        return Search::Nothing;
    }
    walk(algebra, wanted, unwanted, query, budget).unwrap_or(Search::Unknown)
}

fn walk(
    algebra: &mut Algebra,
    wanted: &[TermId],
    unwanted: &[TermId],
    query: &Query<'_>,
    budget: &mut Budget,
) -> Option<Search> {
    let mut parts: Vec<TermId> = wanted.to_vec();
    for &term in unwanted {
        parts.push(algebra.not(term));
    }
    let term = algebra.both(parts.iter().copied());
    // Only excluded strings that would be an answer make the walk longer.
    for text in query.excluded {
        let length = text.chars().count() as u64;
        budget.take(length)?;
        if length >= query.shortest
            && query.longest.is_none_or(|longest| length <= longest)
            && algebra.accepts(term, text, budget)?
        {
            let literal = algebra.literal(text);
            parts.push(algebra.not(literal));
        }
    }
    let term = algebra.both(parts);
    let characters = representatives(&algebra.sets(term));
    let start = algebra.derivative(term, BEGIN, budget)?;
    let mut layers = vec![vec![Reached { state: start, parent: 0, character: 0 }]];
    let mut repeats: Vec<u64> = vec![1];
    if !reach_minimum(algebra, &characters, query.shortest, &mut layers, &mut repeats, budget)? {
        return Some(Search::Nothing);
    }
    // From here on a state met before leads nowhere new by a longer string.
    let mut seen: HashSet<TermId> = layers.last()?.iter().map(|reached| reached.state).collect();
    let mut length = query.shortest;
    loop {
        for (at, reached) in layers.last()?.iter().enumerate() {
            let end = algebra.derivative(reached.state, END, budget)?;
            if algebra.is_nullable(end) {
                return Some(Search::Found(spell(&layers, &repeats, at).into()));
            }
        }
        if query.longest == Some(length) {
            return Some(Search::Nothing);
        }
        let mut next = Vec::new();
        for (parent, reached) in layers.last()?.iter().enumerate() {
            for &character in &characters {
                budget.take(1)?;
                let state = algebra.derivative(reached.state, character, budget)?;
                if state != TermId::NOTHING && seen.insert(state) {
                    next.push(Reached { state, parent, character });
                }
            }
        }
        if next.is_empty() {
            return Some(Search::Nothing);
        }
        layers.push(next);
        repeats.push(1);
        length += 1;
    }
}

/// Walks to the states reachable by exactly `length` characters; false when there are none.
fn reach_minimum(
    algebra: &mut Algebra,
    characters: &[u32],
    length: u64,
    layers: &mut Vec<Vec<Reached>>,
    repeats: &mut Vec<u64>,
    budget: &mut Budget,
) -> Option<bool> {
    if length > LENGTH {
        return None;
    }
    let mut done = 0;
    while done < length {
        let last = layers.last()?;
        let mut next: BTreeMap<TermId, Reached> = BTreeMap::new();
        for (parent, reached) in last.iter().enumerate() {
            for &character in characters {
                budget.take(1)?;
                let state = algebra.derivative(reached.state, character, budget)?;
                if state != TermId::NOTHING {
                    next.entry(state).or_insert(Reached { state, parent, character });
                }
            }
        }
        if next.is_empty() {
            return Some(false);
        }
        let next: Vec<Reached> = next.into_values().collect();
        // The same states in the same order: the rest of the way repeats this step.
        let settled = next.len() == last.len() && next.iter().zip(last).all(|(a, b)| a.state == b.state);
        let times = if settled { length - done } else { 1 };
        layers.push(next);
        repeats.push(times);
        done += times;
    }
    Some(true)
}

/// The characters on the way to entry `at` of the last layer.
fn spell(layers: &[Vec<Reached>], repeats: &[u64], at: usize) -> String {
    let mut characters = Vec::new();
    let mut at = at;
    for (layer, &times) in layers.iter().zip(repeats).skip(1).rev() {
        for _ in 0..times {
            let Some(reached) = layer.get(at) else { break };
            characters.push(char::from_u32(reached.character).unwrap_or('a'));
            at = reached.parent;
        }
    }
    characters.iter().rev().collect()
}
