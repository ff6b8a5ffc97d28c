//! Strings: lengths, patterns, excluded values.
//!
//! Called for a goal's leaf when strings are still possible. Patterns that are no regular language are asked of
//! the validator's own engine, for a few likely strings only.

use std::rc::Rc;

use super::super::graph::Node;
use super::super::pattern::{PatternId, Query, Search};
use super::super::sample::Sample;
use super::super::verdict::Reason;
use super::{Answer, Gap, Solver, Term};

/// Longer strings are not built.
const LONGEST: u64 = 1 << 20;

/// Tried where a pattern cannot be solved: what such patterns usually ask for.
const LIKELY: [&str; 24] = [
    "",
    "a",
    "A",
    "0",
    "1",
    "ab",
    "abc",
    "Aa1!aaaa",
    "Passw0rd!",
    "a b",
    "a-b",
    "a_b",
    "a.b",
    "a/b",
    "A1",
    "a1",
    "123",
    "2026-01-31",
    "2026-01-31T12:00:00Z",
    "user@example.com",
    "https://example.com/a",
    "127.0.0.1",
    "é",
    "aa",
];

#[derive(Default)]
struct Strings {
    shortest: u64,
    longest: Option<u64>,
    matching: Vec<PatternId>,
    failing: Vec<PatternId>,
    allowed: Option<Vec<Rc<str>>>,
    excluded: Vec<Rc<str>>,
}

impl Solver<'_> {
    pub(super) fn text(&mut self, parts: &[Term]) -> Answer {
        match self.string(parts) {
            Ok(Some(text)) => Answer::Found(Sample::Text(text)),
            Ok(None) => Answer::Empty,
            Err(reason) => {
                let patterns: Vec<Term> = parts
                    .iter()
                    .copied()
                    .filter(|part| matches!(self.graph.node(part.lit()), Node::Pattern(_)))
                    .collect();
                let origin = self.origin(&patterns).or_else(|| self.origin(parts));
                Answer::Open(Rc::new(Gap { reason, origin }))
            }
        }
    }

    /// A string, or that there is none.
    fn string(&mut self, parts: &[Term]) -> Result<Option<Rc<str>>, Reason> {
        let strings = self.strings(parts);
        if strings.longest.is_some_and(|longest| longest < strings.shortest) {
            return Ok(None);
        }
        if let Some(allowed) = &strings.allowed {
            return self.one_of(&strings, allowed);
        }
        let patterns = strings.matching.iter().chain(&strings.failing);
        if let Some(&boxed) = patterns.clone().find(|&&pattern| !self.graph.patterns.is_regular(pattern)) {
            return self.guess(&strings, boxed);
        }
        if strings.matching.is_empty() && strings.failing.is_empty() {
            return strings.plain();
        }
        let query = Query {
            matching: &strings.matching,
            failing: &strings.failing,
            shortest: strings.shortest,
            longest: strings.longest,
            excluded: &strings.excluded,
        };
        match self.graph.patterns.search(&query, self.budget) {
            Search::Found(text) => Ok(Some(text)),
            Search::Nothing => Ok(None),
            Search::Unknown => Err(Reason::Steps),
        }
    }

    fn strings(&self, parts: &[Term]) -> Strings {
        let mut strings = Strings::default();
        for part in parts {
            let negated = part.lit().is_negated();
            match self.graph.node(part.lit()) {
                &Node::MinLength(count) if negated => strings.at_most(count.saturating_sub(1)),
                &Node::MinLength(count) => strings.shortest = strings.shortest.max(count),
                &Node::MaxLength(count) if negated => {
                    strings.shortest = strings.shortest.max(count.saturating_add(1));
                }
                &Node::MaxLength(count) => strings.at_most(count),
                &Node::Pattern(pattern) if negated => strings.failing.push(pattern),
                &Node::Pattern(pattern) => strings.matching.push(pattern),
                Node::Texts(texts) if negated => strings.excluded.extend(texts.iter().cloned()),
                Node::Texts(texts) => match &mut strings.allowed {
                    Some(allowed) => allowed.retain(|text| texts.binary_search(text).is_ok()),
                    None => strings.allowed = Some(texts.to_vec()),
                },
                _ => {}
            }
        }
        strings.excluded.sort_unstable();
        strings.excluded.dedup();
        strings
    }

    /// `None` where a pattern gives no answer.
    fn fits(&mut self, strings: &Strings, text: &Rc<str>) -> Option<bool> {
        let length = text.chars().count() as u64;
        if length < strings.shortest
            || strings.longest.is_some_and(|longest| length > longest)
            || strings.excluded.binary_search(text).is_ok()
        {
            return Some(false);
        }
        for (patterns, wanted) in [(&strings.matching, true), (&strings.failing, false)] {
            for &pattern in patterns {
                if self.graph.patterns.matches(pattern, text, self.budget)? != wanted {
                    return Some(false);
                }
            }
        }
        Some(true)
    }

    fn one_of(&mut self, strings: &Strings, allowed: &[Rc<str>]) -> Result<Option<Rc<str>>, Reason> {
        let mut unsure = false;
        for text in allowed {
            match self.fits(strings, text) {
                Some(true) => return Ok(Some(Rc::clone(text))),
                Some(false) => {}
                None => unsure = true,
            }
        }
        if unsure { Err(Reason::Pattern) } else { Ok(None) }
    }

    /// A pattern cannot be solved: the others are, and likely strings are tried.
    fn guess(&mut self, strings: &Strings, boxed: PatternId) -> Result<Option<Rc<str>>, Reason> {
        let regular = |solver: &Self, patterns: &[PatternId]| -> Vec<PatternId> {
            patterns.iter().copied().filter(|&pattern| solver.graph.patterns.is_regular(pattern)).collect()
        };
        let (matching, failing) = (regular(self, &strings.matching), regular(self, &strings.failing));
        let query = Query {
            matching: &matching,
            failing: &failing,
            shortest: strings.shortest,
            longest: strings.longest,
            excluded: &strings.excluded,
        };
        let mut candidates: Vec<Rc<str>> = LIKELY.iter().map(|&text| Rc::from(text)).collect();
        match self.graph.patterns.search(&query, self.budget) {
            Search::Nothing => return Ok(None),
            Search::Found(text) => candidates.push(text),
            Search::Unknown => {}
        }
        let padded = usize::try_from(strings.shortest.clamp(1, 64)).unwrap_or(1);
        candidates.push("a".repeat(padded).into());
        // The pattern's own letters, as written: `(foo|bar)\b` likes "foo".
        let source = Rc::clone(self.graph.patterns.source(boxed));
        for word in source.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty()).take(8) {
            candidates.push(word.into());
        }
        for text in candidates {
            if self.fits(strings, &text) == Some(true) {
                return Ok(Some(text));
            }
        }
        Err(Reason::Pattern)
    }
}

impl Strings {
    fn at_most(&mut self, count: u64) {
        self.longest = Some(self.longest.map_or(count, |longest| longest.min(count)));
    }

    /// Without patterns: one more string than are excluded is enough to look at.
    fn plain(&self) -> Result<Option<Rc<str>>, Reason> {
        let mut length = self.shortest;
        let longest = self.longest.unwrap_or(u64::MAX);
        if self.shortest == 0 && longest > 0 {
            length = 1; // "a" is easier to read than nothing
        }
        if length > LONGEST {
            return Err(Reason::Size);
        }
        for at in 0..=self.excluded.len() {
            if let Some(text) = numbered(at, length, longest)
                && self.excluded.binary_search(&text).is_err()
            {
                return Ok(Some(text));
            }
        }
        let empty: Rc<str> = Rc::from("");
        if self.shortest == 0 && self.excluded.binary_search(&empty).is_err() {
            return Ok(Some(empty));
        }
        // Only the empty string has fewer siblings than there are exclusions.
        if longest == 0 { Ok(None) } else { Err(Reason::Steps) }
    }
}

/// The string number `at`, all different: "a", "b", … padded to `length` with "a".
fn numbered(at: usize, length: u64, longest: u64) -> Option<Rc<str>> {
    let mut text = String::new();
    let mut rest = at;
    loop {
        text.push(char::from(b'a' + u8::try_from(rest % 26).unwrap_or(0)));
        rest /= 26;
        if rest == 0 {
            break;
        }
    }
    let missing = usize::try_from(length).ok()?.saturating_sub(text.len());
    // The head tells strings apart whatever the padding.
    text.push_str(&"a".repeat(missing));
    (text.len() as u64 <= longest).then(|| text.into())
}
