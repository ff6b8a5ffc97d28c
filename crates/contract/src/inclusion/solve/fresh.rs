//! Property names that no schema mentions: one for each way the patterns can tell names apart.
//!
//! Called by the object solver after the mentioned names are tried.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::super::graph::{Node, Properties, Types};
use super::super::pattern::PatternId;
use super::super::sample::Sample;
use super::super::verdict::{Reason, Side};
use super::expand::Best;
use super::object::{Chosen, Object};
use super::{Answer, Lit, Reply, Solver, Term};

/// Ways to match patterns that are told apart.
const CLASSES: usize = 64;
/// Up to so many patterns, all combinations are taken for possible.
const SMALL: usize = 2;

/// Which patterns a name matches.
type Class = Vec<(PatternId, bool)>;

impl Solver<'_> {
    /// Lets a name that nobody mentions break a denied assertion: `properties`, or `term` about names.
    pub(super) fn deny_by_fresh_name(
        &mut self,
        object: &Object<'_>,
        at: usize,
        term: Term,
        properties: Option<&Properties>,
        chosen: &mut Chosen,
        best: &mut Best,
    ) -> bool {
        let patterns = patterns(object);
        let targets = match properties {
            Some(properties) => self.targets(object, term, properties, best),
            None => vec![None],
        };
        // A name that matches one pattern only is the least bound; mostly that settles it.
        for target in &targets {
            let class = patterns.iter().map(|&pattern| (pattern, Some(pattern) == *target)).collect();
            if self.deny_in_class(object, at, term, properties, &class, chosen, best) {
                return true;
            }
        }
        if targets.is_empty() || patterns.is_empty() {
            return false;
        }
        let (classes, complete) = self.classes(object);
        if !complete {
            best.add(self.open(Reason::Combination));
        }
        classes.iter().any(|class| self.deny_in_class(object, at, term, properties, class, chosen, best))
    }

    /// Which parts of denied properties a name that nobody mentions could break, other patterns aside: one of the
    /// patterns, or `None` for what no pattern covers.
    fn targets(
        &mut self,
        object: &Object<'_>,
        term: Term,
        denied: &Properties,
        best: &mut Best,
    ) -> Vec<Option<PatternId>> {
        let mut targets = Vec::new();
        let own = |pattern: PatternId| denied.patterns.iter().any(|&(known, _)| known == pattern);
        if denied.rest != Lit::TRUE {
            let mut terms = vec![term.with(denied.rest.not())];
            for (term, properties) in &object.properties {
                if properties.patterns.iter().all(|&(pattern, _)| own(pattern)) {
                    terms.push(term.with(properties.rest));
                }
            }
            targets.extend(self.may_be(terms, best).then_some(None));
        }
        for &(pattern, lit) in denied.patterns.iter() {
            let mut terms = vec![term.with(lit.not())];
            for (term, properties) in &object.properties {
                let same = properties.patterns.iter().filter(|&&(known, _)| known == pattern);
                terms.extend(same.map(|&(_, lit)| term.with(lit)));
            }
            targets.extend(self.may_be(terms, best).then_some(Some(pattern)));
        }
        targets
    }

    fn may_be(&mut self, terms: Vec<Term>, best: &mut Best) -> bool {
        let reply = self.solve(terms);
        best.rest_on(reply.rests_on);
        !matches!(reply.answer, Answer::Empty)
    }

    #[expect(clippy::too_many_arguments, reason = "the state of one search")]
    fn deny_in_class(
        &mut self,
        object: &Object<'_>,
        at: usize,
        term: Term,
        properties: Option<&Properties>,
        class: &Class,
        chosen: &mut Chosen,
        best: &mut Best,
    ) -> bool {
        let denied_name = if properties.is_none() { Some(term.not()) } else { None };
        let Some(name) = self.fresh_name(object, class, denied_name, chosen.keys(), best) else { return false };
        let refusal = match properties {
            Some(properties) => match self.refusal(object, term, properties, &name) {
                Some(Some(refusal)) => Some(refusal),
                Some(None) => return false,
                None => return best.add(self.open(Reason::Steps)),
            },
            None => None,
        };
        self.choose(object, at, &name, refusal, chosen, best)
    }

    /// Adds `missing` properties under names nobody mentions.
    pub(super) fn fill_with_fresh_names(
        &mut self,
        object: &Object<'_>,
        members: &mut Vec<(Rc<str>, Sample)>,
        missing: u64,
        best: &mut Best,
    ) -> bool {
        let mut missing = missing;
        let (classes, complete) = self.classes(object);
        for class in classes {
            while missing > 0 {
                let used: Vec<Rc<str>> = members.iter().map(|(name, _)| Rc::clone(name)).collect();
                let Some(name) = self.fresh_name(object, &class, None, used.iter(), best) else { break };
                let reply = self.optional_member(object, &name);
                best.rest_on(reply.rests_on);
                match reply.answer {
                    Answer::Found(sample) => {
                        members.push((name, sample));
                        missing -= 1;
                    }
                    // All names of a class have one goal, so no other name does better.
                    Answer::Empty => break,
                    _ => {
                        best.add(self.open(Reason::Combination));
                        break;
                    }
                }
            }
        }
        if missing > 0 && !complete {
            best.add(self.open(Reason::Combination));
        }
        missing == 0
    }

    /// Every way in which the patterns can match a name or not, no match first; and whether those are all.
    fn classes(&mut self, object: &Object<'_>) -> (Vec<Class>, bool) {
        let mut classes: Vec<Class> = vec![Vec::new()];
        for (at, pattern) in patterns(object).into_iter().enumerate() {
            let mut longer = Vec::new();
            for matches in [false, true] {
                for class in &classes {
                    let class: Class = class.iter().copied().chain([(pattern, matches)]).collect();
                    // Patterns mostly exclude each other; where there are several, what no name can be is dropped.
                    if at < SMALL || self.some_name_is(&class) {
                        longer.push(class);
                    }
                }
            }
            classes = longer;
            if classes.len() > CLASSES {
                classes.truncate(CLASSES);
                return (classes, false);
            }
        }
        (classes, true)
    }

    fn some_name_is(&mut self, class: &Class) -> bool {
        let mut terms = vec![Term::new(self.graph.of_types(Types::TEXT), Side::Old)];
        for &(pattern, matches) in class {
            let lit = self.graph.atom(Node::Pattern(pattern));
            terms.push(Term::new(if matches { lit } else { lit.not() }, Side::Old));
        }
        !matches!(self.solve(terms).answer, Answer::Empty)
    }

    /// A name of the class that is mentioned nowhere and not used yet.
    fn fresh_name<'n>(
        &mut self,
        object: &'n Object<'_>,
        class: &Class,
        besides: Option<Term>,
        used: impl Iterator<Item = &'n Rc<str>>,
        best: &mut Best,
    ) -> Option<Rc<str>> {
        let taken: BTreeSet<Rc<str>> = object.mentioned.iter().chain(used).cloned().collect();
        if class.is_empty() && object.names.is_empty() && besides.is_none() {
            // Any name will do: one that a reader takes for what it is.
            return (1..).map(extra).find(|name| !taken.contains(name));
        }
        let side = |lit: Lit| Term::new(lit, Side::Old);
        let mut terms = vec![side(self.graph.of_types(Types::TEXT))];
        let texts = self.graph.atom(Node::Texts(taken.into_iter().collect()));
        terms.push(side(texts.not()));
        for &(pattern, matches) in class {
            let lit = self.graph.atom(Node::Pattern(pattern));
            terms.push(side(if matches { lit } else { lit.not() }));
        }
        terms.extend(object.names.iter().copied());
        terms.extend(besides);
        let reply = self.solve(terms);
        best.rest_on(reply.rests_on);
        match reply.answer {
            Answer::Found(Sample::Text(name)) => Some(name),
            Answer::Empty => None,
            answer => {
                best.add(Reply::of(answer));
                None
            }
        }
    }
}

/// "extra", "extra2", …
fn extra(at: usize) -> Rc<str> {
    if at == 1 { "extra".into() } else { format!("extra{at}").into() }
}

/// All patterns that may tell names apart.
fn patterns(object: &Object<'_>) -> Vec<PatternId> {
    let mut patterns: Vec<PatternId> = Vec::new();
    for (_, properties) in object.all_properties() {
        patterns.extend(properties.patterns.iter().map(|&(pattern, _)| pattern));
    }
    patterns.extend(object.openness.new.patterns.iter().copied());
    patterns.sort_unstable();
    patterns.dedup();
    patterns
}
