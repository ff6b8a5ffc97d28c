//! Arrays whose items must all differ.
//!
//! Called by the array solver once every duty is placed. Values are taken one after the other, each different
//! from those before; where they run out, items that could do with another value make room (an augmenting path
//! of bipartite matching). When nobody can make room, a set of items has fewer values than items: a proof.

use std::collections::VecDeque;
use std::rc::Rc;

use super::super::sample::Sample;
use super::super::verdict::Reason;
use super::array::{Array, Plan};
use super::expand::Best;
use super::{Answer, Gap, Reading, Reply, Side, Solver, Term};

/// Longer arrays of different items are not built.
const LONGEST: usize = 64;

/// The values so far, one for each item that has one.
struct Taken {
    goals: Vec<Vec<Term>>,
    values: Vec<Option<Sample>>,
    doubt: Option<Rc<Gap>>,
}

/// How finding room for one more item ended.
enum Room {
    Found,
    /// There is none, whatever the choice of values.
    None,
    Open(Reply),
}

impl Solver<'_> {
    pub(super) fn distinct(&mut self, array: &Array, plan: &Plan, best: &mut Best) -> bool {
        if plan.length > LONGEST {
            return best.add(self.open(Reason::Size));
        }
        let goals = (0..plan.length).map(|index| self.item_terms(array, plan, index)).collect();
        let mut taken = Taken { goals, values: vec![None; plan.length], doubt: None };
        for index in 0..plan.length {
            match self.make_room(&mut taken, index, best) {
                Room::Found => {}
                Room::None => return false,
                Room::Open(reply) => return best.add(reply),
            }
        }
        let sample = Sample::Array(taken.values.into_iter().flatten().collect());
        let reply = self.built(sample, taken.doubt);
        best.add(reply)
    }

    /// Gives item `index` a value, others changing theirs for it if need be.
    fn make_room(&mut self, taken: &mut Taken, index: usize, best: &mut Best) -> Room {
        let mut asked_by: Vec<Option<usize>> = vec![None; taken.values.len()];
        let mut queue = VecDeque::from([index]);
        let mut seen = vec![false; taken.values.len()];
        seen[index] = true;
        while let Some(item) = queue.pop_front() {
            let reply = self.another_value(taken, item);
            best.rest_on(reply.rests_on);
            let found = match reply.answer {
                Answer::Found(sample) => sample,
                Answer::Perhaps(sample, gap) => {
                    taken.doubt.get_or_insert(gap);
                    sample
                }
                Answer::Open(_) => return Room::Open(reply),
                Answer::Empty => {
                    // All its values are taken: whoever holds one of them is asked to change.
                    for other in 0..taken.values.len() {
                        let Some(value) = taken.values[other].clone().filter(|_| !seen[other]) else { continue };
                        if self.satisfies(&taken.goals[item].clone(), &value) != Some(false) {
                            seen[other] = true;
                            asked_by[other] = Some(item);
                            queue.push_back(other);
                        }
                    }
                    continue;
                }
            };
            let (mut item, mut value) = (item, found);
            loop {
                let freed = taken.values[item].replace(value);
                let (Some(next), Some(freed)) = (asked_by[item], freed) else { return Room::Found };
                (item, value) = (next, freed);
            }
        }
        Room::None
    }

    /// A value for the item that nobody holds.
    fn another_value(&mut self, taken: &Taken, item: usize) -> Reply {
        let goal = taken.goals[item].clone();
        let first = self.solve(goal.clone());
        let held = |sample: &Sample| taken.values.iter().flatten().any(|other| other == sample);
        match &first.answer {
            Answer::Found(sample) | Answer::Perhaps(sample, _) if held(sample) => {}
            _ => return first,
        }
        let mut terms = goal;
        for sample in taken.values.iter().flatten() {
            terms.push(Term::new(self.graph.constant(sample).not(), Side::Old));
        }
        self.solve(terms)
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
