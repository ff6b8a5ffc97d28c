//! Building nodes: the simplifications that make equal meanings equal nodes.
//!
//! Called by the reader, and by the solver for the few combinations it needs on the way.

use std::rc::Rc;

use super::super::decimal::Decimal;
use super::super::sample::Sample;
use super::{Graph, Items, Lit, Node, Properties, Types};

/// Nested conjunctions are merged up to this many parts; beyond, sharing keeps the graph small.
const MERGED: usize = 96;

impl Graph {
    /// The literal of one assertion.
    pub(in super::super) fn atom(&mut self, node: Node) -> Lit {
        match &node {
            Node::Types(types) => return self.of_types(*types),
            Node::Numbers(numbers) if numbers.is_empty() => return Lit::FALSE,
            Node::Texts(texts) if texts.is_empty() => return Lit::FALSE,
            Node::Multiple(step) if *step == Decimal::ONE => return self.of_types(!Types::FRACTION),
            Node::MinLength(0) | Node::MinItems(0) | Node::MinProperties(0) => return Lit::TRUE,
            Node::Pattern(id) if self.patterns.is_everything(*id) => return Lit::TRUE,
            Node::Contains { min: 0, max: None, .. } => return Lit::TRUE,
            Node::Names(lit) if !self.types(lit.not()).meets(Types::TEXT) => return Lit::TRUE,
            _ => {}
        }
        self.intern(node)
    }

    pub(in super::super) fn of_types(&mut self, types: Types) -> Lit {
        match types {
            Types::ALL => Lit::TRUE,
            Types::NONE => Lit::FALSE,
            _ => self.intern(Node::Types(types)),
        }
    }

    pub(in super::super) fn items(&mut self, mut prefix: Vec<Lit>, rest: Lit) -> Lit {
        while prefix.last() == Some(&rest) {
            prefix.pop();
        }
        if prefix.is_empty() && rest == Lit::TRUE {
            return Lit::TRUE;
        }
        if let Some(first) = prefix.iter().position(|&item| item == Lit::FALSE)
            && first + 1 < prefix.len()
        {
            // No array is longer than the first item that nothing satisfies.
            prefix.truncate(first);
            return self.items(prefix, Lit::FALSE);
        }
        self.intern(Node::Items(Items { prefix: prefix.into(), rest }))
    }

    /// `named` may come in any order; of duplicates the last counts.
    pub(in super::super) fn properties(
        &mut self,
        mut named: Vec<(Rc<str>, Lit)>,
        mut patterns: Vec<(super::PatternId, Lit)>,
        rest: Lit,
    ) -> Lit {
        named.reverse();
        named.sort_by(|a, b| a.0.cmp(&b.0));
        named.dedup_by(|later, first| later.0 == first.0);
        patterns.sort_unstable();
        patterns.dedup();
        if patterns.iter().any(|(pattern, _)| self.patterns.is_everything(*pattern)) {
            // A pattern that every name matches leaves no name to `rest`, and is one itself.
            let (all, some): (Vec<_>, Vec<_>) =
                patterns.into_iter().partition(|(pattern, _)| self.patterns.is_everything(*pattern));
            let mut parts = vec![self.properties(named, some, Lit::TRUE)];
            for (_, lit) in all {
                parts.push(self.properties(Vec::new(), Vec::new(), lit));
            }
            return self.all(parts);
        }
        if named.is_empty() && patterns.is_empty() && rest == Lit::TRUE {
            return Lit::TRUE;
        }
        self.intern(Node::Properties(Properties { named: named.into(), patterns: patterns.into(), rest }))
    }

    /// Exactly this value. Objects and arrays become assertions about their parts.
    pub(in super::super) fn constant(&mut self, sample: &Sample) -> Lit {
        match sample {
            Sample::Null => self.of_types(Types::NULL),
            Sample::Bool(true) => self.of_types(Types::TRUE),
            Sample::Bool(false) => self.of_types(Types::FALSE),
            Sample::Number(number) => self.intern(Node::Numbers([*number].into())),
            Sample::Text(text) => self.intern(Node::Texts([Rc::clone(text)].into())),
            Sample::Array(items) => {
                let prefix: Vec<Lit> = items.iter().map(|item| self.constant(item)).collect();
                let length = items.len() as u64;
                let parts = [
                    self.of_types(Types::ARRAY),
                    self.atom(Node::MinItems(length)),
                    self.atom(Node::MaxItems(length)),
                    self.items(prefix, Lit::TRUE),
                ];
                self.all(parts)
            }
            Sample::Object(members) => {
                let named: Vec<_> =
                    members.iter().map(|(name, member)| (Rc::clone(name), self.constant(member))).collect();
                // Counted, not closed: a constant is no open or closed object (see `Declared`).
                let mut parts = vec![
                    self.of_types(Types::OBJECT),
                    self.atom(Node::MaxProperties(members.len() as u64)),
                    self.properties(named, Vec::new(), Lit::TRUE),
                ];
                for (name, _) in members.iter() {
                    parts.push(self.atom(Node::Has(Rc::clone(name))));
                }
                self.all(parts)
            }
        }
    }

    pub(in super::super) fn any(&mut self, lits: impl IntoIterator<Item = Lit>) -> Lit {
        let opposites: Vec<Lit> = lits.into_iter().map(Lit::not).collect();
        self.all(opposites).not()
    }

    /// All of these: merged, sorted, with what is said twice said once.
    pub(in super::super) fn all(&mut self, lits: impl IntoIterator<Item = Lit>) -> Lit {
        let mut parts: Vec<Lit> = Vec::new();
        let mut types = Types::ALL;
        let (mut texts, mut numbers) = (Sets::new(), Sets::new());
        let mut open: Vec<Lit> = lits.into_iter().collect();
        open.reverse();
        while let Some(lit) = open.pop() {
            let negated = lit.is_negated();
            match self.node(lit) {
                Node::True if negated => return Lit::FALSE,
                Node::True => {}
                Node::All(inner) if !negated && parts.len() + open.len() + inner.len() <= MERGED => {
                    open.extend(inner.iter().rev().copied());
                }
                Node::Types(mask) => types = types & if negated { !*mask } else { *mask },
                Node::Texts(set) => texts.add(set, negated),
                Node::Numbers(set) => numbers.add(set, negated),
                _ => parts.push(lit),
            }
        }
        let (allowed, excluded) = texts.finish();
        if let Some(allowed) = allowed {
            parts.push(self.atom(Node::Texts(allowed.into())));
        } else if !excluded.is_empty() {
            parts.push(self.atom(Node::Texts(excluded.into())).not());
        }
        let (allowed, excluded) = numbers.finish();
        if let Some(allowed) = allowed {
            parts.push(self.atom(Node::Numbers(allowed.into())));
        } else if !excluded.is_empty() {
            parts.push(self.atom(Node::Numbers(excluded.into())).not());
        }
        self.conclude(parts, types)
    }

    fn conclude(&mut self, mut parts: Vec<Lit>, types: Types) -> Lit {
        let implied = parts.iter().fold(Types::ALL, |types, &part| types & self.types(part));
        let left = types & implied;
        if left.is_empty() {
            return Lit::FALSE;
        }
        // Of alternatives, those that cannot occur are none.
        for part in &mut parts {
            if let Node::All(denied) = self.node(*part)
                && part.is_negated()
                && denied.iter().any(|&lit| !self.types(lit.not()).meets(left))
            {
                let alive: Vec<Lit> = denied.iter().copied().filter(|&lit| self.types(lit.not()).meets(left)).collect();
                *part = self.all(alive).not();
            }
        }
        // A keyword for types that cannot occur says nothing.
        parts.retain(|&part| {
            let idle = Self::guard(self.node(part)).is_some_and(|guard| !guard.meets(left));
            part != Lit::TRUE && (part.is_negated() || !idle)
        });
        let implied = parts.iter().fold(Types::ALL, |types, &part| types & self.types(part));
        if !implied.within(left) {
            parts.push(self.of_types(left));
        }
        parts.sort_unstable();
        parts.dedup();
        if parts.contains(&Lit::FALSE) || parts.windows(2).any(|pair| pair[0].not() == pair[1]) {
            return Lit::FALSE;
        }
        match parts.as_slice() {
            [] => Lit::TRUE,
            [one] => *one,
            _ => self.intern(Node::All(parts.into())),
        }
    }

    /// Exactly one of these. Branches that cannot hold together are simply alternatives.
    pub(in super::super) fn one(&mut self, lits: impl IntoIterator<Item = Lit>) -> Lit {
        let mut parts: Vec<Lit> = lits.into_iter().filter(|&lit| lit != Lit::FALSE).collect();
        parts.sort_unstable();
        if self.all_apart(&parts) {
            return self.any(parts);
        }
        self.intern(Node::One(parts.into()))
    }
}

/// What is said about membership in sets: in all of these, and in none of those.
struct Sets<T> {
    /// Sorted.
    allowed: Option<Vec<T>>,
    excluded: Vec<T>,
}

impl<T: Clone + Ord> Sets<T> {
    fn new() -> Self {
        Self { allowed: None, excluded: Vec::new() }
    }

    fn add(&mut self, set: &[T], negated: bool) {
        if negated {
            self.excluded.extend(set.iter().cloned());
            return;
        }
        match &mut self.allowed {
            Some(allowed) => allowed.retain(|item| set.binary_search(item).is_ok()),
            None => self.allowed = Some(set.to_vec()),
        }
    }

    /// The allowed that are not excluded, or else the excluded.
    fn finish(mut self) -> (Option<Vec<T>>, Vec<T>) {
        self.excluded.sort_unstable();
        self.excluded.dedup();
        match self.allowed {
            Some(mut allowed) => {
                allowed.retain(|item| self.excluded.binary_search(item).is_err());
                (Some(allowed), Vec::new())
            }
            None => (None, self.excluded),
        }
    }
}
