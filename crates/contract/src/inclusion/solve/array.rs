//! Arrays: how long, which items must break a schema, which must be contained, and a value for each.
//!
//! Called for a goal's leaf when arrays are still possible. Items behind all prefixes are alike, so only a few
//! of them are told apart.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::super::graph::{Items, Node};
use super::super::sample::Sample;
use super::super::verdict::Reason;
use super::expand::Best;
use super::{Answer, Gap, Lit, Reply, Solver, Term};

/// Items with a duty of their own.
const DUTIES: usize = 20;
/// Longer arrays are not built.
const LONGEST: u64 = 1 << 14;
/// Ways in which several denied `contains` can fail.
const WAYS: usize = 32;

/// So many items, and no more than so many, must satisfy a literal.
#[derive(Clone, Copy)]
struct Need {
    term: Term,
    low: u64,
    high: Option<u64>,
}

/// A goal's assertions about arrays.
#[derive(Default)]
pub(super) struct Array {
    items: Vec<(Term, Items)>,
    denied: Vec<(Term, Items)>,
    min: u64,
    max: Option<u64>,
    pub(super) unique: bool,
    /// Two items must be equal.
    repeats: bool,
    /// Items before this index may have schemas of their own.
    prefix: usize,
}

/// What has been decided about the items of one array.
#[derive(Clone, Default)]
pub(super) struct Plan {
    pub(super) length: usize,
    /// What an item must satisfy besides its schema.
    pub(super) more: BTreeMap<usize, Vec<Term>>,
    /// What every item without that duty must satisfy: the exact counts of `contains`.
    others: Vec<(Term, Vec<usize>)>,
    pub(super) equal: Option<(usize, usize)>,
}

/// What is still to be placed on an item.
#[derive(Clone)]
enum Duty {
    Deny(usize),
    /// The item satisfies the term, at a later index than the one before of the same need.
    Contain {
        term: Term,
        after: Option<usize>,
        count: u64,
        exact: bool,
    },
    Equal,
}

impl Solver<'_> {
    pub(super) fn array(&mut self, parts: &[Term]) -> Reply {
        let (array, ways) = self.collect_array(parts);
        let mut best = Best::new();
        if array.max.is_some_and(|max| max < array.min) {
            return best.reply();
        }
        let Some(ways) = ways else { return self.open(Reason::Combination) };
        for needs in ways.iter().filter_map(|needs| merged(needs)) {
            if self.with_needs(&array, &needs, &mut best) {
                break;
            }
        }
        best.reply()
    }

    /// The assertions, and each way to satisfy what they say about containing; `None` when there are too many.
    fn collect_array(&self, parts: &[Term]) -> (Array, Option<Vec<Vec<Need>>>) {
        let mut array = Array::default();
        let mut ways: Option<Vec<Vec<Need>>> = Some(vec![Vec::new()]);
        let at_most = |max: &mut Option<u64>, count: u64| *max = Some(max.map_or(count, |max| max.min(count)));
        for &part in parts {
            let negated = part.lit().is_negated();
            match self.graph.node(part.lit()) {
                Node::Items(items) => {
                    array.prefix = array.prefix.max(items.prefix.len());
                    (if negated { &mut array.denied } else { &mut array.items }).push((part, items.clone()));
                }
                &Node::MinItems(count) if negated => at_most(&mut array.max, count.saturating_sub(1)),
                &Node::MinItems(count) => array.min = array.min.max(count),
                &Node::MaxItems(count) if negated => array.min = array.min.max(count.saturating_add(1)),
                &Node::MaxItems(count) => at_most(&mut array.max, count),
                Node::Unique if negated => array.repeats = true,
                Node::Unique => array.unique = true,
                &Node::Contains { of, min, max } => {
                    let term = part.with(of);
                    let alternatives: Vec<Need> = if negated {
                        let fewer = min.checked_sub(1).map(|high| Need { term, low: 0, high: Some(high) });
                        let more = max.map(|max| Need { term, low: max.saturating_add(1), high: None });
                        fewer.into_iter().chain(more).collect()
                    } else {
                        vec![Need { term, low: min, high: max }]
                    };
                    ways = ways.and_then(|ways| multiply(&ways, &alternatives));
                }
                _ => {}
            }
        }
        (array, ways)
    }

    /// Tries lengths: removing an item without a duty, behind the prefixes and above the minimum, harms nothing,
    /// so no more lengths than these need trying.
    fn with_needs(&mut self, array: &Array, needs: &[Need], best: &mut Best) -> bool {
        let contained: u64 = needs.iter().fold(0, |sum, need| sum.saturating_add(need.low));
        let duties = (array.denied.len() as u64).saturating_add(contained).saturating_add(2 * u64::from(array.repeats));
        let longest = array.min.max(array.prefix as u64).saturating_add(duties).min(array.max.unwrap_or(u64::MAX));
        let shortest = array.min.max(needs.iter().map(|need| need.low).max().unwrap_or(0));
        if shortest > longest {
            return false;
        }
        if shortest > LONGEST || duties > DUTIES as u64 {
            return best.add(self.open(Reason::Size));
        }
        for length in shortest..=longest {
            let Ok(length) = usize::try_from(length) else { break };
            let plan = Plan { length, ..Plan::default() };
            for duties in duty_lists(array, needs, length) {
                let mut plan = plan.clone();
                for need in needs.iter().filter(|need| need.high.is_some()) {
                    plan.others.push((need.term, Vec::new()));
                }
                if self.place(array, &duties, plan, best) {
                    return true;
                }
            }
        }
        false
    }

    /// Places the first duty on an item, then the others; as deep as there are duties.
    fn place(&mut self, array: &Array, duties: &[Duty], plan: Plan, best: &mut Best) -> bool {
        if self.budget.take(1).is_none() {
            return best.add(self.open(Reason::Steps));
        }
        let Some((duty, rest)) = duties.split_first() else {
            return self.complete_array(array, &plan, best);
        };
        match duty {
            Duty::Deny(at) => {
                let (term, items) = &array.denied[*at];
                for index in positions(array, &plan, 1) {
                    let refusal = items.at(index).not();
                    if refusal == Lit::FALSE {
                        continue;
                    }
                    let mut next = plan.clone();
                    next.more.entry(index).or_default().push(term.with(refusal));
                    if self.may_stand(array, &next, index, best) && self.place(array, rest, next, best) {
                        return true;
                    }
                }
                false
            }
            Duty::Contain { count: 0, .. } => self.place(array, rest, plan, best),
            &Duty::Contain { term, after, count, exact } => {
                for index in positions(array, &plan, 1).into_iter().filter(|&index| after.is_none_or(|at| index > at)) {
                    let mut next = plan.clone();
                    next.more.entry(index).or_default().push(term);
                    if exact && let Some((_, holders)) = next.others.iter_mut().find(|(other, _)| *other == term) {
                        holders.push(index);
                    }
                    if !self.may_stand(array, &next, index, best) {
                        continue;
                    }
                    let mut left = vec![Duty::Contain { term, after: Some(index), count: count - 1, exact }];
                    left.extend(rest.iter().cloned());
                    if self.place(array, &left, next, best) {
                        return true;
                    }
                }
                false
            }
            Duty::Equal => {
                let indices = positions(array, &plan, 2);
                for (at, &first) in indices.iter().enumerate() {
                    for &second in &indices[at + 1..] {
                        let mut next = plan.clone();
                        next.equal = Some((first, second));
                        if self.place(array, rest, next, best) {
                            return true;
                        }
                    }
                }
                false
            }
        }
    }

    /// Whether the item at `index` can be what it has been given to be so far.
    fn may_stand(&mut self, array: &Array, plan: &Plan, index: usize, best: &mut Best) -> bool {
        let mut terms: Vec<Term> = array.items.iter().map(|(term, items)| term.with(items.at(index))).collect();
        terms.extend(plan.more.get(&index).into_iter().flatten());
        let reply = self.solve(terms);
        best.rest_on(reply.rests_on);
        !matches!(reply.answer, Answer::Empty)
    }

    /// All duties are placed: a value for each item.
    fn complete_array(&mut self, array: &Array, plan: &Plan, best: &mut Best) -> bool {
        if array.unique {
            return self.distinct(array, plan, best);
        }
        let mut items: Vec<Sample> = Vec::with_capacity(plan.length);
        let mut alike: Option<Reply> = None;
        let mut doubt: Option<Rc<Gap>> = None;
        for index in 0..plan.length {
            if let Some((first, second)) = plan.equal
                && index == second
            {
                items.push(items[first].clone());
                continue;
            }
            // Items behind the prefixes without a duty are all the same.
            let plain = index >= array.prefix && !plan.singles_out(index);
            let reply = match alike.clone().filter(|_| plain) {
                Some(reply) => reply,
                None => {
                    let terms = self.item_terms(array, plan, index);
                    self.solve(terms)
                }
            };
            if plain {
                alike = Some(reply.clone());
            }
            best.rest_on(reply.rests_on);
            match reply.answer {
                Answer::Empty => return false,
                Answer::Found(sample) => items.push(sample),
                Answer::Perhaps(sample, gap) => {
                    items.push(sample);
                    doubt.get_or_insert(gap);
                }
                Answer::Open(_) => return best.add(reply),
            }
        }
        let reply = self.built(Sample::Array(items.into()), doubt);
        best.add(reply)
    }

    /// What the item at `index` must satisfy; for the first of two equal items, what both must.
    pub(super) fn item_terms(&self, array: &Array, plan: &Plan, index: usize) -> Vec<Term> {
        let mut terms = Vec::new();
        let twin = plan.equal.filter(|&(first, _)| first == index).map(|(_, second)| second);
        for index in [Some(index), twin].into_iter().flatten() {
            terms.extend(array.items.iter().map(|(term, items)| term.with(items.at(index))));
            terms.extend(plan.more.get(&index).into_iter().flatten());
            for (term, holders) in &plan.others {
                if !holders.contains(&index) {
                    terms.push(term.not());
                }
            }
        }
        terms
    }
}

impl Plan {
    fn singles_out(&self, index: usize) -> bool {
        self.more.contains_key(&index) || self.equal.is_some_and(|(first, second)| index == first || index == second)
    }
}

/// The indices worth trying: the prefixes, items that have a duty, and the first `fresh` that have none.
fn positions(array: &Array, plan: &Plan, fresh: usize) -> Vec<usize> {
    let mut left = fresh;
    (0..plan.length)
        .filter(|&index| {
            if index < array.prefix || plan.singles_out(index) {
                return true;
            }
            let take = left > 0;
            left = left.saturating_sub(1);
            take
        })
        .take(64)
        .collect()
}

/// One list of duties for each exact count of `contains` that the bounds allow.
fn duty_lists(array: &Array, needs: &[Need], length: usize) -> Vec<Vec<Duty>> {
    let mut lists: Vec<Vec<Duty>> = vec![(0..array.denied.len()).map(Duty::Deny).collect()];
    for need in needs {
        let high = need.high.map_or(need.low, |high| high.min(length as u64));
        let counts: Vec<u64> = (need.low..=high).take(DUTIES).collect();
        lists = counts
            .iter()
            .flat_map(|&count| {
                let duty = Duty::Contain { term: need.term, after: None, count, exact: need.high.is_some() };
                lists.iter().map(move |list| list.iter().cloned().chain([duty.clone()]).collect())
            })
            .collect();
    }
    if array.repeats {
        lists.iter_mut().for_each(|list| list.push(Duty::Equal));
    }
    lists
}

/// One need for each literal; `None` when two contradict each other.
fn merged(needs: &[Need]) -> Option<Vec<Need>> {
    let mut merged: Vec<Need> = Vec::new();
    for need in needs {
        match merged.iter_mut().find(|known| known.term == need.term) {
            Some(known) => {
                known.low = known.low.max(need.low);
                known.high = [known.high, need.high].into_iter().flatten().min();
            }
            None => merged.push(*need),
        }
    }
    merged.iter().all(|need| need.high.is_none_or(|high| need.low <= high)).then_some(merged)
}

fn multiply(ways: &[Vec<Need>], alternatives: &[Need]) -> Option<Vec<Vec<Need>>> {
    let all: Vec<Vec<Need>> = alternatives
        .iter()
        .flat_map(|need| ways.iter().map(move |way| way.iter().copied().chain([*need]).collect()))
        .collect();
    (all.len() <= WAYS).then_some(all)
}
