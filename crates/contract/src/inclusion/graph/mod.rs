//! Schemas as a shared graph of assertions: both sides of a question live in one graph.
//!
//! Called by the reader, which builds it, and by the solver and the evaluator, which walk it. Equal meaning that
//! shows in the structure gives the same node: `allOf` is merged, `enum` and `const` and `anyOf` of constants
//! are one set, `type` lists are one mask, a keyword for a type that cannot occur is dropped. A literal is a
//! node or its opposite, so `not`, `anyOf` and implications need no nodes of their own.

mod build;
mod clash;
mod declared;
mod types;

use std::collections::HashMap;
use std::rc::Rc;

use super::decimal::Decimal;
use super::pattern::{PatternId, Patterns};
use super::verdict::{Reason, Side};
pub(super) use declared::Declared;
pub(super) use types::Types;

/// A node or its opposite.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Lit(u32);

impl Lit {
    /// Accepts every value.
    pub(super) const TRUE: Self = Self(0);
    /// Accepts no value.
    pub(super) const FALSE: Self = Self(1);

    fn of(node: usize) -> Self {
        Self(u32::try_from(node << 1).unwrap_or(u32::MAX))
    }

    pub(super) fn not(self) -> Self {
        Self(self.0 ^ 1)
    }

    pub(super) fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    fn node(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// The node without a negation.
    pub(super) fn positive(self) -> Self {
        Self(self.0 & !1)
    }

    /// A number for packing into a term of the solver.
    pub(super) fn number(self) -> u32 {
        self.0
    }

    pub(super) fn from_number(number: u32) -> Self {
        Self(number)
    }
}

/// One assertion. All but the sets and combinations say nothing about values of other types.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Node {
    /// Accepts everything.
    True,
    /// All of these, sorted.
    All(Rc<[Lit]>),
    /// Exactly one of these.
    One(Rc<[Lit]>),
    /// A schema that is still being read: the way recursion goes.
    Link(u32),
    /// Something this engine does not read; the number tells its place and reason.
    Opaque(u32),
    /// The value is of one of these types.
    Types(Types),
    /// The value is one of these numbers, sorted.
    Numbers(Rc<[Decimal]>),
    /// The value is one of these strings, sorted.
    Texts(Rc<[Rc<str>]>),
    /// A number is at least (or above) the bound.
    Least {
        bound: Decimal,
        exclusive: bool,
    },
    /// A number is at most (or below) the bound.
    Most {
        bound: Decimal,
        exclusive: bool,
    },
    Multiple(Decimal),
    MinLength(u64),
    MaxLength(u64),
    Pattern(PatternId),
    MinItems(u64),
    MaxItems(u64),
    Unique,
    Items(Items),
    Contains {
        of: Lit,
        min: u64,
        max: Option<u64>,
    },
    MinProperties(u64),
    MaxProperties(u64),
    /// An object has this property.
    Has(Rc<str>),
    Properties(Properties),
    /// The property names, as strings.
    Names(Lit),
}

/// What each item of an array must be.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Items {
    pub(super) prefix: Rc<[Lit]>,
    pub(super) rest: Lit,
}

impl Items {
    pub(super) fn at(&self, index: usize) -> Lit {
        self.prefix.get(index).copied().unwrap_or(self.rest)
    }
}

/// What each property of an object must be.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Properties {
    /// Sorted by name.
    pub(super) named: Rc<[(Rc<str>, Lit)]>,
    pub(super) patterns: Rc<[(PatternId, Lit)]>,
    /// For names that neither of the others covers.
    pub(super) rest: Lit,
}

impl Properties {
    pub(super) fn named(&self, name: &str) -> Option<Lit> {
        self.named.binary_search_by(|(known, _)| (**known).cmp(name)).ok().map(|at| self.named[at].1)
    }
}

struct Entry {
    node: Node,
    /// Types that can satisfy the node, and its opposite; more than that never.
    types: [Types; 2],
}

/// Where in a document something was read: cheap to keep, and a place when one is needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Origin {
    pub(super) side: Side,
    /// Byte offset in the document's text.
    pub(super) offset: usize,
}

/// Why something is unknown, and where.
#[derive(Clone, Debug)]
pub(super) struct Gap {
    pub(super) reason: Reason,
    /// `None`: the question as a whole.
    pub(super) origin: Option<Origin>,
}

/// Both sides of one question.
pub(super) struct Graph {
    entries: Vec<Entry>,
    ids: HashMap<Node, Lit>,
    links: Vec<Option<Lit>>,
    unread: Vec<Rc<Gap>>,
    unread_ids: HashMap<String, u32>,
    declared: HashMap<Lit, Rc<Declared>>,
    /// Where nodes stand, for each side the first place.
    origins: HashMap<(Lit, Side), Origin>,
    pub(super) patterns: Patterns,
}

impl Graph {
    pub(super) fn new() -> Self {
        let mut graph = Self {
            entries: Vec::new(),
            ids: HashMap::new(),
            links: Vec::new(),
            unread: Vec::new(),
            unread_ids: HashMap::new(),
            declared: HashMap::new(),
            origins: HashMap::new(),
            patterns: Patterns::default(),
        };
        graph.intern(Node::True);
        graph
    }

    /// The node of a literal, its polarity aside.
    pub(super) fn node(&self, lit: Lit) -> &Node {
        &self.entries[lit.node()].node
    }

    /// The types of which a value can satisfy `lit`.
    pub(super) fn types(&self, lit: Lit) -> Types {
        self.entries[lit.node()].types[usize::from(lit.is_negated())]
    }

    /// Opens a recursion point.
    pub(super) fn open_link(&mut self) -> u32 {
        self.links.push(None);
        u32::try_from(self.links.len() - 1).unwrap_or(u32::MAX)
    }

    /// Says what a recursion point stands for.
    pub(super) fn close_link(&mut self, link: u32, target: Lit) {
        self.links[link as usize] = Some(target);
    }

    /// The literal without links in front: what a recursion point stands for, as far as it is read.
    pub(super) fn resolve(&self, lit: Lit) -> Lit {
        let mut lit = lit;
        // A ring of links is cut when it is read, so this ends; the bound only makes that visible.
        for _ in 0..=self.links.len() {
            let &Node::Link(link) = self.node(lit) else { break };
            let Some(target) = self.links[link as usize] else { break };
            lit = if lit.is_negated() { target.not() } else { target };
        }
        lit
    }

    /// The literals directly in place below `lit`: those that judge the same value.
    pub(super) fn in_place(&self, lit: Lit) -> Vec<Lit> {
        match self.node(lit) {
            Node::All(parts) | Node::One(parts) => parts.to_vec(),
            &Node::Link(link) => self.links[link as usize].into_iter().collect(),
            _ => Vec::new(),
        }
    }

    /// A node for what is not read. Equal `key`s are the same unknown.
    pub(super) fn opaque(&mut self, key: Option<String>, gap: Gap) -> Lit {
        if let Some(&known) = key.as_ref().and_then(|key| self.unread_ids.get(key)) {
            return self.intern(Node::Opaque(known));
        }
        let id = u32::try_from(self.unread.len()).unwrap_or(u32::MAX);
        self.unread.push(Rc::new(gap));
        if let Some(key) = key {
            self.unread_ids.insert(key, id);
        }
        self.intern(Node::Opaque(id))
    }

    pub(super) fn unread(&self, id: u32) -> &Rc<Gap> {
        &self.unread[id as usize]
    }

    /// Remembers where a literal was read.
    pub(super) fn note(&mut self, lit: Lit, origin: Origin) {
        self.origins.entry((lit.positive(), origin.side)).or_insert(origin);
    }

    /// Where a literal was read, on that side if it was.
    pub(super) fn origin(&self, lit: Lit, side: Side) -> Option<Origin> {
        let other = if side == Side::Old { Side::New } else { Side::Old };
        [side, other].iter().find_map(|&side| self.origins.get(&(lit.positive(), side)).copied())
    }

    /// The shared literal of `node`, as it is.
    fn intern(&mut self, node: Node) -> Lit {
        if let Some(&lit) = self.ids.get(&node) {
            return lit;
        }
        let types = self.types_of(&node);
        let lit = Lit::of(self.entries.len());
        self.entries.push(Entry { node: node.clone(), types });
        self.ids.insert(node, lit);
        lit
    }

    fn types_of(&self, node: &Node) -> [Types; 2] {
        const ALL: Types = Types::ALL;
        match node {
            Node::True => [ALL, Types::NONE],
            Node::All(parts) => [
                parts.iter().fold(ALL, |types, &part| types & self.types(part)),
                parts.iter().fold(Types::NONE, |types, &part| types | self.types(part.not())),
            ],
            Node::One(parts) => [parts.iter().fold(Types::NONE, |types, &part| types | self.types(part)), ALL],
            Node::Link(_) | Node::Opaque(_) => [ALL, ALL],
            Node::Types(types) => [*types, !*types],
            Node::Numbers(numbers) => {
                let types = numbers.iter().fold(Types::NONE, |types, number| types | Types::of_number(*number));
                [types, ALL]
            }
            Node::Texts(_) => [Types::TEXT, ALL],
            Node::Least { .. } | Node::Most { .. } => [ALL, Types::NUMBER],
            Node::Multiple(step) if step.is_integer() => [!Types::FRACTION, Types::NUMBER],
            Node::Multiple(_) => [ALL, Types::NUMBER],
            Node::MinLength(_) | Node::MaxLength(_) | Node::Pattern(_) => [ALL, Types::TEXT],
            Node::MinItems(_) | Node::MaxItems(_) | Node::Unique | Node::Items(_) | Node::Contains { .. } => {
                [ALL, Types::ARRAY]
            }
            Node::MinProperties(_) | Node::MaxProperties(_) | Node::Has(_) | Node::Properties(_) | Node::Names(_) => {
                [ALL, Types::OBJECT]
            }
        }
    }

    /// The type whose values a node judges; `None` for sets and combinations, which judge all.
    pub(super) fn guard(node: &Node) -> Option<Types> {
        Some(match node {
            Node::Least { .. } | Node::Most { .. } | Node::Multiple(_) => Types::NUMBER,
            Node::MinLength(_) | Node::MaxLength(_) | Node::Pattern(_) => Types::TEXT,
            Node::MinItems(_) | Node::MaxItems(_) | Node::Unique | Node::Items(_) | Node::Contains { .. } => {
                Types::ARRAY
            }
            Node::MinProperties(_) | Node::MaxProperties(_) | Node::Has(_) | Node::Properties(_) | Node::Names(_) => {
                Types::OBJECT
            }
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests;
