//! Looks for a value that satisfies some literals and not others, or shows that there is none.
//!
//! Called by the engine with "old accepts, new does not": a value found is a candidate witness, none is a proof.
//!
//! A *goal* is a set of literals about one value. It is taken apart in three steps: in place (`expand`: unions,
//! `oneOf`, `not` and references become alternatives of plain assertions), by type, and by part (properties and
//! items have goals of their own). Goals are remembered. A goal met again inside itself has no value there: the
//! smallest value of a goal holds no smaller one of the same goal, so recursion ends and still nothing is lost.

mod array;
mod distinct;
mod expand;
mod fresh;
mod number;
mod object;
mod openness;
mod text;

use std::collections::HashMap;
use std::rc::Rc;

use super::budget::Budget;
use super::graph::{Gap, Graph, Lit, Node, Origin, Types};
use super::sample::Sample;
use super::verdict::{Reason, Side};

/// A literal and the schema it comes from; one number, so that goals are cheap to compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Term(u32, bool);

impl Term {
    pub(super) fn new(lit: Lit, side: Side) -> Self {
        Self(lit.number(), side == Side::New)
    }

    pub(super) fn lit(self) -> Lit {
        Lit::from_number(self.0)
    }

    pub(super) fn is_new(self) -> bool {
        self.1
    }

    fn with(self, lit: Lit) -> Self {
        Self(lit.number(), self.1)
    }

    fn not(self) -> Self {
        self.with(self.lit().not())
    }

    /// The terms with which this one cannot hold, whichever side says so. Under every reading: where the new
    /// side's "no" is read more narrowly, it is narrower than the literal "no", which already excludes "yes".
    fn opposites(self) -> [Self; 2] {
        [Self(self.0 ^ 1, false), Self(self.0 ^ 1, true)]
    }
}

/// How properties are read that a schema does not declare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reading {
    /// As JSON Schema says.
    Literal,
    /// Values hold what the old side declares; a closed new side refuses even that.
    Declared,
    /// Values hold what the old side declares; that the new side is closed does not count.
    Shared,
    /// Values hold what the old side declares, and names neither side declares; a closed new side refuses both.
    Closing,
}

/// What is known of a goal.
#[derive(Clone, Debug)]
pub(super) enum Answer {
    /// No value satisfies it.
    Empty,
    /// This value does.
    Found(Sample),
    /// This value does, unless something unread speaks against it.
    Perhaps(Sample, Rc<Gap>),
    /// Neither was shown.
    Open(Rc<Gap>),
}

/// Parts of a value inside each other.
const DEPTH: usize = 48;
/// Parts of a value in all.
const LARGEST: usize = 1 << 15;

/// An answer and the shallowest goal in progress that it took for empty.
#[derive(Clone, Debug)]
struct Reply {
    answer: Answer,
    /// `usize::MAX`: it rests on nothing in progress.
    rests_on: usize,
}

/// Solves goals over one graph.
pub(super) struct Solver<'s> {
    pub(super) graph: &'s mut Graph,
    pub(super) budget: &'s mut Budget,
    pub(super) reading: Reading,
    memo: HashMap<Rc<[Term]>, Reply>,
    /// Goals in progress, outermost first.
    stack: Vec<Rc<[Term]>>,
    depth_of: HashMap<Rc<[Term]>, usize>,
    /// Goals taken for empty because of one in progress: to be forgotten if that turns out not to be.
    provisional: Vec<Rc<[Term]>>,
}

impl<'s> Solver<'s> {
    pub(super) fn new(graph: &'s mut Graph, budget: &'s mut Budget, reading: Reading) -> Self {
        Self {
            graph,
            budget,
            reading,
            memo: HashMap::new(),
            stack: Vec::new(),
            depth_of: HashMap::new(),
            provisional: Vec::new(),
        }
    }

    /// A value that `old` accepts and `new` does not.
    pub(super) fn difference(&mut self, old: Lit, new: Lit) -> Answer {
        self.solve(vec![Term::new(old, Side::Old), self.term(new.not(), Side::New)]).answer
    }

    /// Sides only matter where undeclared properties are read otherwise; else equal literals are equal terms.
    fn term(&self, lit: Lit, side: Side) -> Term {
        Term::new(lit, if self.reading == Reading::Literal { Side::Old } else { side })
    }

    fn solve(&mut self, terms: Vec<Term>) -> Reply {
        // Charged even where the answer is known: asking is what loops do.
        if self.budget.take(1 + terms.len() as u64 / 4).is_none() {
            return self.open(Reason::Steps);
        }
        let goal = match self.goal(terms) {
            Some(goal) => goal,
            None => return Reply::of(Answer::Empty),
        };
        if let Some(known) = self.memo.get(&goal) {
            return known.clone();
        }
        if let Some(&depth) = self.depth_of.get(&goal) {
            return Reply { answer: Answer::Empty, rests_on: depth };
        }
        if self.budget.take(goal.len() as u64).is_none() {
            return self.open(Reason::Steps);
        }
        if self.stack.len() >= DEPTH {
            return self.open(Reason::Depth);
        }
        let depth = self.stack.len();
        self.stack.push(Rc::clone(&goal));
        self.depth_of.insert(Rc::clone(&goal), depth);
        let first_provisional = self.provisional.len();
        let mut reply = self.expand(&goal);
        self.stack.pop();
        self.depth_of.remove(&goal);
        self.settle_provisional(&mut reply, &goal, depth, first_provisional);
        self.memo.insert(goal, reply.clone());
        reply
    }

    /// A goal that came back to itself was taken for empty there. What was concluded from that stands if the goal
    /// is empty, waits if the goal itself rests on one further out, and is forgotten otherwise.
    fn settle_provisional(&mut self, reply: &mut Reply, goal: &Rc<[Term]>, depth: usize, first: usize) {
        let rests_on = std::mem::replace(&mut reply.rests_on, usize::MAX);
        if !matches!(reply.answer, Answer::Empty) {
            for taken in self.provisional.drain(first..) {
                self.memo.remove(&taken);
            }
            return;
        }
        let now = if rests_on >= depth { usize::MAX } else { rests_on };
        for taken in self.provisional.split_off(first) {
            let Some(known) = self.memo.get_mut(&taken) else { continue };
            if known.rests_on >= depth {
                known.rests_on = now;
            }
            if known.rests_on != usize::MAX {
                self.provisional.push(taken);
            }
        }
        if now != usize::MAX {
            reply.rests_on = now;
            self.provisional.push(Rc::clone(goal));
        }
    }

    /// The goal in its one form: links followed, conjunctions taken apart, sorted; `None` when a glance shows
    /// that it is empty.
    fn goal(&mut self, terms: Vec<Term>) -> Option<Rc<[Term]>> {
        let mut open = terms;
        let mut goal = Vec::with_capacity(open.len() * 4);
        while let Some(term) = open.pop() {
            let lit = self.graph.resolve(term.lit());
            let term = term.with(lit);
            match self.graph.node(lit) {
                Node::True if lit.is_negated() => return None,
                Node::True => {}
                Node::All(parts) if !lit.is_negated() => {
                    open.extend(parts.iter().map(|&part| term.with(part)));
                }
                _ => goal.push(term),
            }
        }
        goal.sort_unstable();
        goal.dedup();
        let mut types = Types::ALL;
        for (at, &term) in goal.iter().enumerate() {
            types = types & self.graph.types(term.lit());
            if types.is_empty() || goal[at + 1..].iter().take(3).any(|&other| term.opposites().contains(&other)) {
                return None;
            }
        }
        Some(goal.into())
    }

    /// An array or object that was put together. Parts are shared, so a value can be far larger than the work
    /// that went into it; such a one is not built.
    fn built(&mut self, sample: Sample, doubt: Option<Rc<Gap>>) -> Reply {
        let size = sample.size(LARGEST);
        if size >= LARGEST {
            return self.open(Reason::Size);
        }
        if self.budget.take(size as u64 / 8).is_none() {
            return self.open(Reason::Steps);
        }
        Reply::of(match doubt {
            Some(gap) => Answer::Perhaps(sample, gap),
            None => Answer::Found(sample),
        })
    }

    fn is_spent(&mut self) -> bool {
        self.budget.take(1).is_none()
    }

    /// An open answer, at the place of the innermost goal.
    fn open(&self, reason: Reason) -> Reply {
        let origin = self.stack.iter().rev().find_map(|goal| self.origin(goal));
        Reply::of(Answer::Open(Rc::new(Gap { reason, origin })))
    }

    /// Where terms come from: the denied first, since those are the question.
    fn origin(&self, terms: &[Term]) -> Option<Origin> {
        let (denied, asserted): (Vec<&Term>, Vec<&Term>) = terms.iter().partition(|term| term.lit().is_negated());
        let side = |term: &Term| if term.is_new() || term.lit().is_negated() { Side::New } else { Side::Old };
        denied.into_iter().chain(asserted).find_map(|term| self.graph.origin(term.lit(), side(term)))
    }
}

impl Reply {
    fn of(answer: Answer) -> Self {
        Self { answer, rests_on: usize::MAX }
    }
}
