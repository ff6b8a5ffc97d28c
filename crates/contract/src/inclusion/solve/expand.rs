//! Takes a goal apart in place: what is left is plain assertions about one value of one type.
//!
//! Called by `solve` for each new goal. Alternatives (`anyOf`, `oneOf`, the opposite of a conjunction) are tried
//! depth first, the narrowest choice first; a choice that only one branch of can still hold is no choice.

use super::super::graph::{Lit, Node, Types};
use super::super::sample::Sample;
use super::super::verdict::Reason;
use super::openness::Openness;
use super::{Answer, Gap, Reading, Reply, Solver, Term};
use std::rc::Rc;

/// Branches of a `oneOf` whose pairs are tried when exactly one must not hold.
const BRANCHES: usize = 40;

/// Alternatives of which at least one must hold.
#[derive(Clone)]
struct Choice {
    alternatives: Rc<[Vec<Term>]>,
    /// The conjunction whose opposite this is: when it cannot hold anyway, there is nothing to choose.
    denies: Option<Lit>,
}

impl Choice {
    fn is_denial(&self) -> bool {
        self.alternatives.iter().flatten().all(|term| term.lit().is_negated())
    }
}

#[derive(Clone)]
struct State {
    /// Sorted.
    parts: Vec<Term>,
    queue: Vec<Term>,
    choices: Vec<Choice>,
    types: Types,
    /// A denied assertion about parts has come in that the rest may already contradict.
    denied: bool,
}

impl State {
    /// Whether the opposite of `term` is asserted, on either side.
    fn opposes(&self, term: Term) -> bool {
        term.opposites().iter().any(|opposite| self.parts.binary_search(opposite).is_ok())
    }
}

/// The best answer so far: a value, a doubtful value, an open question, nothing.
pub(super) struct Best {
    answer: Answer,
    rests_on: usize,
}

impl Best {
    pub(super) fn new() -> Self {
        Self { answer: Answer::Empty, rests_on: usize::MAX }
    }

    /// Takes a reply in; true when nothing better can come.
    pub(super) fn add(&mut self, reply: Reply) -> bool {
        self.rests_on = self.rests_on.min(reply.rests_on);
        let better = matches!(
            (&self.answer, &reply.answer),
            (_, Answer::Found(_))
                | (Answer::Empty | Answer::Open(_), Answer::Perhaps(..))
                | (Answer::Empty, Answer::Open(_))
        );
        if better {
            self.answer = reply.answer;
        }
        matches!(self.answer, Answer::Found(_))
    }

    pub(super) fn rest_on(&mut self, depth: usize) {
        self.rests_on = self.rests_on.min(depth);
    }

    pub(super) fn reply(self) -> Reply {
        Reply { answer: self.answer, rests_on: self.rests_on }
    }
}

impl Solver<'_> {
    pub(super) fn expand(&mut self, goal: &[Term]) -> Reply {
        let openness = self.openness(goal);
        let mut best = Best::new();
        let start =
            State { parts: Vec::new(), queue: goal.to_vec(), choices: Vec::new(), types: Types::ALL, denied: false };
        let mut open = vec![start];
        while let Some(mut state) = open.pop() {
            if !self.settle(&mut state) {
                if self.is_spent() {
                    best.add(self.open(Reason::Steps));
                    break;
                }
                continue;
            }
            // What a value is comes before what it is not: once a union's branch is chosen, most denials settle.
            let narrowest = (0..state.choices.len())
                .min_by_key(|&at| (state.choices[at].is_denial(), state.choices[at].alternatives.len()));
            let Some(narrowest) = narrowest else {
                let reply = self.leaf(&state.parts, state.types, &openness);
                if best.add(reply) {
                    break;
                }
                continue;
            };
            if std::mem::take(&mut state.denied) {
                // If what is asserted so far cannot hold, no choice helps.
                let reply = self.leaf(&state.parts, state.types, &openness);
                if matches!(reply.answer, Answer::Empty) {
                    best.rest_on(reply.rests_on);
                    continue;
                }
            }
            let choice = state.choices.swap_remove(narrowest);
            for alternative in choice.alternatives.iter().rev() {
                let mut next = state.clone();
                next.queue.extend(alternative.iter().copied());
                open.push(next);
            }
        }
        best.reply()
    }

    /// Draws every conclusion that needs no choice; false when the state cannot hold, or the budget is spent.
    fn settle(&mut self, state: &mut State) -> bool {
        loop {
            while let Some(term) = state.queue.pop() {
                if !self.assert(state, term) {
                    return false;
                }
            }
            let mut settled = true;
            let mut at = 0;
            let glance = |choice: &Choice| choice.alternatives.len() + 1 + state.parts.len() / 16;
            let work: usize = state.choices.iter().map(glance).sum();
            if self.budget.take(1 + (work + state.parts.len()) as u64 / 4).is_none() {
                return false;
            }
            while let Some(choice) = state.choices.get(at).cloned() {
                if self.holds_already(state, &choice) {
                    state.choices.swap_remove(at);
                    continue;
                }
                let alive: Vec<Vec<Term>> = choice
                    .alternatives
                    .iter()
                    .filter(|terms| terms.iter().all(|&term| self.may_hold(state, term)))
                    .cloned()
                    .collect();
                match alive.len() {
                    0 => return false,
                    1 => {
                        state.choices.swap_remove(at);
                        state.queue.extend(alive.into_iter().flatten());
                        settled = false;
                        continue;
                    }
                    left if left < choice.alternatives.len() => state.choices[at].alternatives = alive.into(),
                    _ => {}
                }
                at += 1;
            }
            if settled {
                return true;
            }
        }
    }

    fn assert(&mut self, state: &mut State, term: Term) -> bool {
        let term = term.with(self.graph.resolve(term.lit()));
        let lit = term.lit();
        match (self.graph.node(lit), lit.is_negated()) {
            (Node::True, negated) => return !negated,
            (Node::All(parts), false) => state.queue.extend(parts.iter().map(|&part| term.with(part))),
            (Node::All(parts), true) => {
                let alternatives = parts.iter().map(|&part| vec![term.with(self.graph.resolve(part.not()))]).collect();
                state.choices.push(Choice { alternatives, denies: Some(lit.not()) });
            }
            (Node::One(parts), negated) => {
                let Some(alternatives) = exactly_one(term, parts, negated) else {
                    // Kept as an assertion nobody solves: the leaf reports it as open.
                    return self.keep(state, term);
                };
                state.choices.push(Choice { alternatives: alternatives.into(), denies: None });
            }
            _ => return self.keep(state, term),
        }
        true
    }

    fn keep(&self, state: &mut State, term: Term) -> bool {
        let Err(at) = state.parts.binary_search(&term) else { return true };
        state.types = state.types & self.graph.types(term.lit());
        if state.types.is_empty() || state.opposes(term) {
            return false;
        }
        state.parts.insert(at, term);
        state.denied |= term.lit().is_negated()
            && matches!(self.graph.node(term.lit()), Node::Properties(_) | Node::Items(_) | Node::Names(_));
        true
    }

    /// Whether nothing speaks against a term at a glance.
    fn may_hold(&self, state: &State, term: Term) -> bool {
        let term = term.with(self.graph.resolve(term.lit()));
        self.graph.types(term.lit()).meets(state.types) && !state.opposes(term)
    }

    fn holds_already(&self, state: &State, choice: &Choice) -> bool {
        let holds = |term: &Term| {
            state.parts.binary_search(term).is_ok() || !self.graph.types(term.lit().not()).meets(state.types)
        };
        if choice.alternatives.iter().any(|terms| terms.iter().all(holds)) {
            return true;
        }
        choice.denies.is_some_and(|denied| {
            let positive: Vec<Lit> =
                state.parts.iter().map(|part| part.lit()).filter(|lit| !lit.is_negated()).collect();
            self.graph.clash_all(&positive, &[denied], self.reading == Reading::Literal)
        })
    }

    /// Solves plain assertions, type by type.
    fn leaf(&mut self, parts: &[Term], types: Types, openness: &Openness) -> Reply {
        let mut best = Best::new();
        for one in [
            Types::INTEGER,
            Types::TEXT,
            Types::TRUE,
            Types::FALSE,
            Types::NULL,
            Types::FRACTION,
            Types::ARRAY,
            Types::OBJECT,
        ] {
            if !one.meets(types) {
                continue;
            }
            let reply = match one {
                Types::INTEGER => Reply::of(self.number(parts, true)),
                Types::FRACTION => Reply::of(self.number(parts, false)),
                Types::TEXT => Reply::of(self.text(parts)),
                Types::ARRAY => self.array(parts),
                Types::OBJECT => self.object(parts, openness),
                Types::TRUE => Reply::of(Answer::Found(Sample::Bool(true))),
                Types::FALSE => Reply::of(Answer::Found(Sample::Bool(false))),
                _ => Reply::of(Answer::Found(Sample::Null)),
            };
            let reply = self.doubt(parts, reply);
            if best.add(reply) {
                break;
            }
        }
        best.reply()
    }

    /// A value found while something unread has a say is only a candidate.
    fn doubt(&self, parts: &[Term], reply: Reply) -> Reply {
        let Answer::Found(sample) = reply.answer else { return reply };
        let unread = parts.iter().find_map(|part| match self.graph.node(part.lit()) {
            &Node::Opaque(id) => Some(Rc::clone(self.graph.unread(id))),
            Node::One(_) => Some(Rc::new(Gap { reason: Reason::Combination, origin: self.origin(&[*part]) })),
            _ => None,
        });
        let answer = match unread {
            Some(gap) => Answer::Perhaps(sample, gap),
            None => Answer::Found(sample),
        };
        Reply { answer, rests_on: reply.rests_on }
    }
}

/// The alternatives of "exactly one of these", or of its opposite.
fn exactly_one(term: Term, parts: &[Lit], negated: bool) -> Option<Vec<Vec<Term>>> {
    if parts.len() > BRANCHES {
        return None;
    }
    let mut alternatives = Vec::new();
    if negated {
        alternatives.push(parts.iter().map(|&part| term.with(part.not())).collect());
        for (at, &first) in parts.iter().enumerate() {
            for &second in &parts[at + 1..] {
                alternatives.push(vec![term.with(first), term.with(second)]);
            }
        }
    } else {
        for chosen in 0..parts.len() {
            let each = |(at, &part): (usize, &Lit)| term.with(if at == chosen { part } else { part.not() });
            alternatives.push(parts.iter().enumerate().map(each).collect());
        }
    }
    Some(alternatives)
}
