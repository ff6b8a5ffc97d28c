//! Sets of characters: sorted ranges of code points.
//!
//! Called by the parser and the algebra of patterns. Two marks stand before and behind every string, so that `^`
//! and `$` are characters like any other; no set of real characters holds them.

use std::rc::Rc;

/// Stands before the first character.
pub(super) const BEGIN: u32 = 0x11_0000;
/// Stands behind the last character.
pub(super) const END: u32 = 0x11_0001;

/// Sorted ranges, both ends included, that neither touch nor overlap.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct CharSet(pub(super) Rc<[(u32, u32)]>);

/// Unicode scalar values: JSON strings put to the validator hold no half surrogate pairs.
const SCALARS: [(u32, u32); 2] = [(0, 0xD7FF), (0xE000, 0x10_FFFF)];

/// ECMA-262 `\s`: white space and line terminators.
const SPACE: [(u32, u32); 10] = [
    (0x09, 0x0D),
    (0x20, 0x20),
    (0xA0, 0xA0),
    (0x1680, 0x1680),
    (0x2000, 0x200A),
    (0x2028, 0x2029),
    (0x202F, 0x202F),
    (0x205F, 0x205F),
    (0x3000, 0x3000),
    (0xFEFF, 0xFEFF),
];

const DIGIT: [(u32, u32); 1] = [(0x30, 0x39)];
const WORD: [(u32, u32); 4] = [(0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A)];
const LINE_END: [(u32, u32); 3] = [(0x0A, 0x0A), (0x0D, 0x0D), (0x2028, 0x2029)];

impl CharSet {
    pub(super) fn of(mut ranges: Vec<(u32, u32)>) -> Self {
        ranges.retain(|(low, high)| low <= high);
        ranges.sort_unstable();
        let mut merged: Vec<(u32, u32)> = Vec::with_capacity(ranges.len());
        for (low, high) in ranges {
            match merged.last_mut() {
                Some(last) if low <= last.1.saturating_add(1) => last.1 = last.1.max(high),
                _ => merged.push((low, high)),
            }
        }
        Self(merged.into())
    }

    pub(super) fn one(character: u32) -> Self {
        Self(Rc::from([(character, character)]))
    }

    /// Every character and both marks.
    pub(super) fn anything() -> Self {
        Self::of(SCALARS.into_iter().chain([(BEGIN, END)]).collect())
    }

    /// `.`: all but the line terminators.
    pub(super) fn dot() -> Self {
        Self::of(LINE_END.to_vec()).complement()
    }

    /// The set of `\d`, `\w` or `\s`, and of their capitals.
    pub(super) fn escape(letter: char) -> Option<Self> {
        let set = match letter.to_ascii_lowercase() {
            'd' => Self::of(DIGIT.to_vec()),
            'w' => Self::of(WORD.to_vec()),
            's' => Self::of(SPACE.to_vec()),
            _ => return None,
        };
        Some(if letter.is_ascii_uppercase() { set.complement() } else { set })
    }

    /// All characters that are not in the set; never the marks.
    pub(super) fn complement(&self) -> Self {
        let mut out = Vec::new();
        for (low, high) in SCALARS {
            let mut next = low;
            for &(from, to) in self.0.iter() {
                if to < low || from > high {
                    continue;
                }
                if from > next {
                    out.push((next, from - 1));
                }
                next = next.max(to.saturating_add(1));
            }
            if next <= high {
                out.push((next, high));
            }
        }
        Self::of(out)
    }

    pub(super) fn contains(&self, character: u32) -> bool {
        let at = self.0.partition_point(|&(_, high)| high < character);
        self.0.get(at).is_some_and(|&(low, _)| low <= character)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// One character for each group of characters that none of `sets` tells apart, the most readable first.
pub(super) fn representatives(sets: &[CharSet]) -> Vec<u32> {
    let mut bounds: Vec<u32> = SCALARS.iter().map(|&(low, _)| low).collect();
    for set in sets {
        for &(low, high) in set.0.iter() {
            bounds.push(low);
            bounds.push(high.saturating_add(1));
        }
    }
    // A friendly character of each elementary range comes from cutting the ranges at the friendly ones as well.
    bounds.extend(FRIENDLY.iter().flat_map(|&(low, high)| [low, high + 1]));
    bounds.sort_unstable();
    bounds.dedup();
    let mut starts: Vec<u32> = bounds.into_iter().filter(|&start| char::from_u32(start).is_some()).collect();
    starts.sort_by_key(|&start| (FRIENDLY.iter().position(|&(low, high)| low <= start && start <= high), start));
    // `None` sorts first: put the unfriendly behind.
    let split = starts
        .iter()
        .position(|&start| FRIENDLY.iter().any(|&(low, high)| low <= start && start <= high))
        .unwrap_or(starts.len());
    starts.rotate_left(split);
    let mut seen: Vec<Vec<bool>> = Vec::new();
    let mut out = Vec::new();
    for start in starts {
        let signature: Vec<bool> = sets.iter().map(|set| set.contains(start)).collect();
        if !seen.contains(&signature) {
            seen.push(signature);
            out.push(start);
        }
    }
    out
}

/// Characters a person likes to read, best first.
const FRIENDLY: [(u32, u32); 6] = [(0x61, 0x7A), (0x30, 0x39), (0x41, 0x5A), (0x2D, 0x2F), (0x5F, 0x5F), (0x20, 0x7E)];
