//! Turns the tree of a pattern into a term over a string between its two marks.
//!
//! Called once for each pattern. `^` and `$` become the marks themselves. That reads them right as long as no
//! path meets the same mark twice, so a pattern that could is left a black box. A look-ahead is the intersection
//! of what it asks for with the rest of the pattern, which is why terms are built from the end.

use super::algebra::{Algebra, TermId};
use super::class::{BEGIN, CharSet, END};
use super::syntax::Tree;

/// The strings, with marks, in which the pattern matches somewhere; `None` for what terms do not express.
pub(super) fn lower(tree: &Tree, algebra: &mut Algebra) -> Option<TermId> {
    let matched = follow(tree, TermId::ALL, algebra)?;
    // Without `^` the match may begin anywhere, so the mark is passed over like any character.
    Some(algebra.then(TermId::ALL, matched))
}

/// The term of `tree` followed by `rest`. Depth is that of the tree, bounded by the parser.
fn follow(tree: &Tree, rest: TermId, algebra: &mut Algebra) -> Option<TermId> {
    Some(match tree {
        Tree::Empty => rest,
        Tree::Set(set) => {
            let set = algebra.set(set.clone());
            algebra.then(set, rest)
        }
        Tree::Begin => {
            let mark = algebra.set(CharSet::one(BEGIN));
            algebra.then(mark, rest)
        }
        Tree::End => {
            let mark = algebra.set(CharSet::one(END));
            algebra.then(mark, rest)
        }
        Tree::Concat(parts) => {
            if meets_a_mark_twice(parts) {
                return None;
            }
            let mut rest = rest;
            for part in parts.iter().rev() {
                rest = follow(part, rest, algebra)?;
            }
            rest
        }
        Tree::Alternatives(branches) => {
            let mut terms = Vec::with_capacity(branches.len());
            for branch in branches {
                terms.push(follow(branch, rest, algebra)?);
            }
            algebra.either(terms)
        }
        Tree::Repeat { of, min, max } => {
            if asserts(of) {
                return None;
            }
            let of = follow(of, TermId::EMPTY, algebra)?;
            let repeated = algebra.repeat(of, *min, *max);
            algebra.then(repeated, rest)
        }
        Tree::Ahead { of, negated } => {
            if holds(of, &|tree| *tree == Tree::Begin) {
                return None;
            }
            let ahead = follow(of, TermId::ALL, algebra)?;
            let ahead = if *negated { algebra.not(ahead) } else { ahead };
            algebra.both([ahead, rest])
        }
    })
}

/// Whether two parts of a sequence could ask for the same mark, or for the last before the first.
fn meets_a_mark_twice(parts: &[Tree]) -> bool {
    let mut ended = false;
    for (at, part) in parts.iter().enumerate() {
        let begins = holds(part, &|tree| *tree == Tree::Begin);
        let ends = consumes_end(part);
        let begun = parts[..at].iter().any(|part| holds(part, &|tree| *tree == Tree::Begin));
        if (begins && (begun || ended)) || (ends && ended) {
            return true;
        }
        ended |= ends;
    }
    false
}

/// Whether `$` stands outside a look-ahead, which uses up no character.
fn consumes_end(tree: &Tree) -> bool {
    match tree {
        Tree::End => true,
        Tree::Concat(parts) | Tree::Alternatives(parts) => parts.iter().any(consumes_end),
        Tree::Repeat { of, .. } => consumes_end(of),
        Tree::Empty | Tree::Set(_) | Tree::Begin | Tree::Ahead { .. } => false,
    }
}

fn asserts(tree: &Tree) -> bool {
    holds(tree, &|tree| matches!(tree, Tree::Begin | Tree::End | Tree::Ahead { .. }))
}

fn holds(tree: &Tree, wanted: &dyn Fn(&Tree) -> bool) -> bool {
    wanted(tree)
        || match tree {
            Tree::Concat(parts) | Tree::Alternatives(parts) => parts.iter().any(|part| holds(part, wanted)),
            Tree::Repeat { of, .. } | Tree::Ahead { of, .. } => holds(of, wanted),
            Tree::Empty | Tree::Set(_) | Tree::Begin | Tree::End => false,
        }
}
