//! Arrays whose items must all differ.
//!
//! Called by the array solver once every duty is placed. Values are taken one after the other, each different
//! from those before. That can run out although another choice would not; it is a proof only where the values
//! used up are fewer than the items that need them.

use std::rc::Rc;

use super::super::sample::Sample;
use super::super::verdict::Reason;
use super::array::{Array, Plan};
use super::expand::Best;
use super::{Answer, Gap, Reading, Reply, Side, Solver, Term};

/// Longer arrays of different items are not built.
const LONGEST: usize = 64;

/// How one attempt ended.
enum Attempt {
    Done(Vec<(usize, Sample)>, Option<Rc<Gap>>),
    /// No choice of values can do.
    Impossible,
    /// This order did not lead to values.
    Stuck,
    Open(Reply),
}

impl Solver<'_> {
    pub(super) fn distinct(&mut self, array: &Array, plan: &Plan, best: &mut Best) -> bool {
        if plan.length > LONGEST {
            return best.add(self.gap(Reason::Combination));
        }
        for backwards in [false, true] {
            match self.attempt(array, plan, backwards, best) {
                Attempt::Done(mut items, doubt) => {
                    items.sort_by_key(|(index, _)| *index);
                    let sample = Sample::Array(items.into_iter().map(|(_, item)| item).collect());
                    return best.add(Reply::of(match doubt {
                        Some(gap) => Answer::Perhaps(sample, gap),
                        None => Answer::Found(sample),
                    }));
                }
                Attempt::Impossible => return false,
                Attempt::Stuck => {}
                Attempt::Open(reply) => return best.add(reply),
            }
        }
        best.add(self.gap(Reason::Combination))
    }

    fn attempt(&mut self, array: &Array, plan: &Plan, backwards: bool, best: &mut Best) -> Attempt {
        let mut order: Vec<usize> = (0..plan.length).collect();
        if backwards {
            order.reverse();
        }
        let mut taken: Vec<(usize, Sample)> = Vec::new();
        let mut goals: Vec<Vec<Term>> = Vec::new();
        let mut doubt: Option<Rc<Gap>> = None;
        for index in order {
            let mut goal = self.item_terms(array, plan, index);
            goal.sort_unstable();
            goal.dedup();
            let mut reply = self.solve(goal.clone());
            best.rest_on(reply.rests_on);
            if matches!(reply.answer, Answer::Empty) {
                return Attempt::Impossible;
            }
            if matches!(&reply.answer, Answer::Found(sample) | Answer::Perhaps(sample, _)
                if taken.iter().any(|(_, other)| other == sample))
            {
                let mut terms = goal.clone();
                for (_, sample) in &taken {
                    terms.push(Term::new(self.graph.constant(sample).not(), Side::Old));
                }
                reply = self.solve(terms);
                best.rest_on(reply.rests_on);
            }
            match reply.answer {
                Answer::Found(sample) => taken.push((index, sample)),
                Answer::Perhaps(sample, gap) => {
                    taken.push((index, sample));
                    doubt.get_or_insert(gap);
                }
                Answer::Open(_) => return Attempt::Open(reply),
                Answer::Empty => {
                    // All values of this goal are among those taken.
                    let items = goals.iter().filter(|other| **other == goal).count() + 1;
                    let values =
                        taken.iter().filter(|(_, sample)| self.satisfies(&goal, sample) != Some(false)).count();
                    return if values < items { Attempt::Impossible } else { Attempt::Stuck };
                }
            }
            goals.push(goal);
        }
        Attempt::Done(taken, doubt)
    }

    fn satisfies(&mut self, goal: &[Term], sample: &Sample) -> Option<bool> {
        for term in goal {
            if self.reading != Reading::Literal && term.is_new() {
                return None; // what is read otherwise here is not judged literally
            }
            if !self.judge().accepts(term.lit(), sample)? {
                return Some(false);
            }
        }
        Some(true)
    }
}
