//! Objects: which properties must be there, which must break a schema, and a value for each.
//!
//! Called for a goal's leaf when objects are still possible. Each "not all properties are …" needs one property
//! that is not; which one is chosen here, and the property's own goal says whether that can be.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::super::accept::Judge;
use super::super::graph::{Declared, Lit, Node, Properties};
use super::super::sample::Sample;
use super::super::verdict::Reason;
use super::expand::Best;
use super::openness::Openness;
use super::{Answer, Gap, Reply, Solver, Term};

/// Properties that must each break a schema of their own.
const DENIED: usize = 12;
/// Properties that are added to reach a minimum.
const ADDED: u64 = 2000;

/// A goal's assertions about objects.
pub(super) struct Object<'o> {
    pub(super) properties: Vec<(Term, Properties)>,
    denied: Vec<(Term, Properties)>,
    has: BTreeSet<Rc<str>>,
    lacks: BTreeSet<Rc<str>>,
    /// What names must be, and what one of them must not be.
    pub(super) names: Vec<Term>,
    denied_names: Vec<Term>,
    min: u64,
    max: Option<u64>,
    /// All names that stand somewhere.
    pub(super) mentioned: BTreeSet<Rc<str>>,
    pub(super) old: Declared,
    pub(super) openness: &'o Openness,
}

/// Properties chosen so far, each with what it must satisfy besides what all of its name must.
pub(super) type Chosen = BTreeMap<Rc<str>, Vec<Term>>;

impl Solver<'_> {
    pub(super) fn object(&mut self, parts: &[Term], openness: &Openness) -> Reply {
        let object = self.collect(parts, openness);
        if object.has.intersection(&object.lacks).next().is_some()
            || object.max.is_some_and(|max| max < object.min.max(object.has.len() as u64))
        {
            return Reply::of(Answer::Empty);
        }
        if object.denied.len() + object.denied_names.len() > DENIED {
            return self.open(Reason::Combination);
        }
        let mut best = Best::new();
        self.deny(&object, 0, &mut Chosen::new(), &mut best);
        best.reply()
    }

    fn collect<'o>(&mut self, parts: &[Term], openness: &'o Openness) -> Object<'o> {
        let mut object = Object {
            properties: Vec::new(),
            denied: Vec::new(),
            has: BTreeSet::new(),
            lacks: BTreeSet::new(),
            names: Vec::new(),
            denied_names: Vec::new(),
            min: 0,
            max: None,
            mentioned: openness.new.names.iter().cloned().collect(),
            old: self.old_declares(parts),
            openness,
        };
        let at_most = |max: &mut Option<u64>, count: u64| *max = Some(max.map_or(count, |max| max.min(count)));
        for &part in parts {
            let negated = part.lit().is_negated();
            match self.graph.node(part.lit()) {
                Node::Properties(properties) => {
                    object.mentioned.extend(properties.named.iter().map(|(name, _)| Rc::clone(name)));
                    let list = if negated { &mut object.denied } else { &mut object.properties };
                    list.push((part, properties.clone()));
                }
                Node::Has(name) => {
                    object.mentioned.insert(Rc::clone(name));
                    (if negated { &mut object.lacks } else { &mut object.has }).insert(Rc::clone(name));
                }
                &Node::Names(lit) if negated => object.denied_names.push(part.with(lit)),
                &Node::Names(lit) => object.names.push(part.with(lit)),
                &Node::MinProperties(count) if negated => at_most(&mut object.max, count.saturating_sub(1)),
                &Node::MinProperties(count) => object.min = object.min.max(count),
                &Node::MaxProperties(count) if negated => {
                    object.min = object.min.max(count.saturating_add(1));
                }
                &Node::MaxProperties(count) => at_most(&mut object.max, count),
                _ => {}
            }
        }
        object
    }

    /// Chooses the property that breaks denied assertion `at`, then the next; true when an answer stands.
    /// As deep as there are denied assertions.
    fn deny(&mut self, object: &Object<'_>, at: usize, chosen: &mut Chosen, best: &mut Best) -> bool {
        if self.budget.take(1).is_none() {
            return best.add(self.open(Reason::Steps));
        }
        if object.max.is_some_and(|max| chosen.len() as u64 > max) {
            return false;
        }
        if let Some((term, properties)) = object.denied.get(at) {
            // Properties already chosen first: one that breaks two schemas makes a smaller value.
            let known: Vec<Rc<str>> = chosen.keys().cloned().collect();
            let others = object.mentioned.iter().filter(|name| !chosen.contains_key(*name)).cloned();
            let names: Vec<Rc<str>> = known.iter().cloned().chain(others).collect();
            for name in names {
                let Some(refusal) = self.refusal(object, *term, properties, &name) else {
                    best.add(self.open(Reason::Steps));
                    continue;
                };
                if let Some(refusal) = refusal
                    && self.choose(object, at, &name, Some(refusal), chosen, best)
                {
                    return true;
                }
            }
            return self.deny_by_fresh_name(object, at, *term, Some(properties), chosen, best);
        }
        if let Some(&term) = object.denied_names.get(at - object.denied.len()) {
            let names: Vec<Rc<str>> = object.mentioned.iter().chain(chosen.keys()).cloned().collect();
            for name in names {
                match self.name_satisfies(term, &name) {
                    Some(true) => {}
                    Some(false) => {
                        if self.choose(object, at, &name, None, chosen, best) {
                            return true;
                        }
                    }
                    None => {
                        best.add(self.open(Reason::Pattern));
                    }
                }
            }
            return self.deny_by_fresh_name(object, at, term, None, chosen, best);
        }
        self.complete(object, chosen, best)
    }

    /// Goes on with `name` in the value, satisfying `refusal` besides.
    pub(super) fn choose(
        &mut self,
        object: &Object<'_>,
        at: usize,
        name: &Rc<str>,
        refusal: Option<Term>,
        chosen: &mut Chosen,
        best: &mut Best,
    ) -> bool {
        if object.lacks.contains(name) {
            return false;
        }
        let before = chosen.get(name).cloned();
        chosen.entry(Rc::clone(name)).or_default().extend(refusal);
        let reply = self.member(object, name, &chosen[name]);
        let mut done = false;
        if matches!(reply.answer, Answer::Empty) {
            best.rest_on(reply.rests_on);
        } else if let Answer::Open(_) = reply.answer {
            best.add(reply);
        } else {
            best.rest_on(reply.rests_on);
            done = self.deny(object, at + 1, chosen, best);
        }
        match before {
            Some(before) => chosen.insert(Rc::clone(name), before),
            None => chosen.remove(name),
        };
        done
    }

    /// What a property of this name must satisfy so that `properties` does not hold; inner `None`: it cannot.
    #[expect(clippy::option_option, reason = "outer: the budget; inner: whether there is such a refusal")]
    pub(super) fn refusal(
        &mut self,
        object: &Object<'_>,
        term: Term,
        properties: &Properties,
        name: &Rc<str>,
    ) -> Option<Option<Term>> {
        self.budget.take(1)?;
        let schemas = self.schemas_for(properties, name)?;
        if schemas == [Lit::FALSE]
            && properties.named(name).is_none()
            && properties.rest == Lit::FALSE
            && !self.may_close(term, name, &object.old)?
        {
            return Some(None);
        }
        let all = self.graph.all(schemas);
        Some((all != Lit::TRUE).then(|| term.with(all.not())))
    }

    fn schemas_for(&mut self, properties: &Properties, name: &Rc<str>) -> Option<Vec<Lit>> {
        self.judge().schemas_for(properties, name)
    }

    pub(super) fn judge(&mut self) -> Judge<'_> {
        Judge { graph: self.graph, budget: self.budget, ignore_closing: false }
    }

    pub(super) fn name_satisfies(&mut self, term: Term, name: &Rc<str>) -> Option<bool> {
        self.judge().accepts(term.lit(), &Sample::Text(Rc::clone(name)))
    }

    /// A value for the property `name`.
    fn member(&mut self, object: &Object<'_>, name: &Rc<str>, more: &[Term]) -> Reply {
        match self.exists(name, &object.old, object.openness) {
            Some(true) => {}
            Some(false) => return Reply::of(Answer::Empty),
            None => return self.open(Reason::Steps),
        }
        for &term in &object.names {
            match self.name_satisfies(term, name) {
                Some(true) => {}
                Some(false) => return Reply::of(Answer::Empty),
                None => return self.open(Reason::Pattern),
            }
        }
        if self.budget.take(1 + object.properties.len() as u64).is_none() {
            return self.open(Reason::Steps);
        }
        let mut terms = more.to_vec();
        for (term, properties) in &object.properties {
            let Some(schemas) = self.schemas_for(properties, name) else { return self.open(Reason::Steps) };
            terms.extend(schemas.into_iter().map(|lit| term.with(lit)));
        }
        self.solve(terms)
    }

    /// All that had to be chosen is; adds what must be there, and counts.
    fn complete(&mut self, object: &Object<'_>, chosen: &Chosen, best: &mut Best) -> bool {
        let mut all = chosen.clone();
        for name in &object.has {
            all.entry(Rc::clone(name)).or_default();
        }
        let mut members: Vec<(Rc<str>, Sample)> = Vec::with_capacity(all.len());
        let mut doubt: Option<Rc<Gap>> = None;
        for (name, more) in &all {
            let reply = self.member(object, name, more);
            best.rest_on(reply.rests_on);
            match reply.answer {
                Answer::Empty => return false,
                Answer::Found(sample) => members.push((Rc::clone(name), sample)),
                Answer::Perhaps(sample, gap) => {
                    members.push((Rc::clone(name), sample));
                    doubt.get_or_insert(gap);
                }
                Answer::Open(_) => return best.add(reply),
            }
        }
        if object.max.is_some_and(|max| members.len() as u64 > max) {
            return false;
        }
        if object.min > ADDED {
            return best.add(self.open(Reason::Size));
        }
        if (members.len() as u64) < object.min && !self.fill(object, &mut members, best) {
            return false;
        }
        let reply = self.built(Sample::object(members), doubt);
        best.add(reply)
    }

    /// Adds properties up to the minimum; false when that fails (`best` knows whether that is certain).
    fn fill(&mut self, object: &Object<'_>, members: &mut Vec<(Rc<str>, Sample)>, best: &mut Best) -> bool {
        let mut missing = object.min.saturating_sub(members.len() as u64);
        for name in &object.mentioned {
            if missing == 0 {
                return true;
            }
            if object.lacks.contains(name) || members.iter().any(|(known, _)| known == name) {
                continue;
            }
            let reply = self.member(object, name, &[]);
            best.rest_on(reply.rests_on);
            match reply.answer {
                Answer::Found(sample) => {
                    members.push((Rc::clone(name), sample));
                    missing -= 1;
                }
                Answer::Empty => {}
                _ => {
                    best.add(self.open(Reason::Combination));
                }
            }
        }
        self.fill_with_fresh_names(object, members, missing, best)
    }

    /// The value of a property that may be there.
    pub(super) fn optional_member(&mut self, object: &Object<'_>, name: &Rc<str>) -> Reply {
        self.member(object, name, &[])
    }
}

impl Object<'_> {
    /// Asserted and denied.
    pub(super) fn all_properties(&self) -> impl Iterator<Item = &(Term, Properties)> {
        self.properties.iter().chain(&self.denied)
    }
}
