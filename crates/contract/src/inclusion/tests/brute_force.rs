//! The engine against brute force: every pair is also decided by looking at every value of a small universe.

use serde_json::Value as Plain;

use super::random::{Random, Shape, edited, universe};
use super::{document, show};
use crate::inclusion::{Engine, Options, Verdict};

#[derive(Default)]
struct Tally {
    pairs: usize,
    proved: usize,
    refuted: usize,
    /// Pairs with a counterexample in the universe, and how many of them were refuted.
    breaking: usize,
    found: usize,
    open: Vec<String>,
}

fn compile(text: &str) -> Option<jsonschema::Validator> {
    let schema: Plain = serde_json::from_str(text).ok()?;
    jsonschema::options().should_validate_formats(false).offline().build(&schema).ok()
}

impl Tally {
    /// Decides `pairs` random pairs in both ways and compares.
    fn run(seed: u64, pairs: usize, old_shape: Shape, new_shape: Shape) -> Self {
        let engine = Engine::new(Options::literal());
        let values: Vec<Plain> = universe().iter().map(|text| serde_json::from_str(text).expect("JSON")).collect();
        assert!(values.len() > 250, "a universe of a few hundred values");
        let mut random = Random::new(seed);
        let mut tally = Tally::default();
        while tally.pairs < pairs {
            let depth = 1 + random.below(3);
            let old = old_shape.document(&mut random, depth);
            let same_shape = old_shape.draft7 == new_shape.draft7;
            let new = if same_shape && random.chance(60) {
                edited(&mut random, &old)
            } else {
                new_shape.document(&mut random, depth)
            };
            let (Some(accepts_old), Some(accepts_new)) = (compile(&old), compile(&new)) else { continue };
            let counterexample =
                values.iter().find(|value| accepts_old.is_valid(value) && !accepts_new.is_valid(value));
            let verdict = engine.covers(document(&old).root(), document(&new).root());
            tally.add(&old, &new, verdict, counterexample);
        }
        tally
    }

    fn add(&mut self, old: &str, new: &str, verdict: Verdict, counterexample: Option<&Plain>) {
        self.pairs += 1;
        self.breaking += usize::from(counterexample.is_some());
        match verdict {
            Verdict::Proved => {
                self.proved += 1;
                assert!(
                    counterexample.is_none(),
                    "proved, but {counterexample:?} is accepted by {old} and refused by {new}"
                );
            }
            Verdict::Refuted(witness) => {
                self.refuted += 1;
                self.found += usize::from(counterexample.is_some());
                let value: Plain = serde_json::from_str(&witness.json).expect("a witness is JSON");
                let (old, new) = (compile(old).expect("compiled before"), compile(new).expect("compiled before"));
                assert!(old.is_valid(&value) && !new.is_valid(&value), "no witness: {value}");
            }
            unknown @ Verdict::Unknown { .. } => {
                let counterexample = counterexample.map(Plain::to_string).unwrap_or_default();
                self.open.push(format!("{} | {old} | {new} | {counterexample}", show(unknown)));
            }
        }
    }

    fn check(&self, name: &str) {
        println!(
            "{name}: {} pairs, {} proved, {} refuted, {} open; {} of {} counterexamples found",
            self.pairs,
            self.proved,
            self.refuted,
            self.open.len(),
            self.found,
            self.breaking
        );
        for line in self.open.iter().take(if std::env::var("OPEN").is_ok() { 3 } else { 0 }) {
            println!("{line}");
        }
        assert!(self.breaking * 5 > self.pairs && self.proved * 5 > self.pairs, "the pairs test nothing");
        assert!(self.found * 100 >= self.breaking * 95, "too few counterexamples are found");
        assert!(self.open.len() * 100 <= self.pairs * 2, "too many questions stay open");
    }
}

fn seeds() -> (u64, usize) {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse().ok());
    (number("SEED").unwrap_or(1), number("PAIRS").and_then(|n| usize::try_from(n).ok()).unwrap_or(3000))
}

#[test]
fn all_keywords() {
    let (seed, pairs) = seeds();
    Tally::run(seed, pairs, Shape::default(), Shape::default()).check("2020-12");
}

#[test]
fn references_and_recursion() {
    let (seed, pairs) = seeds();
    let shape = Shape { references: true, ..Shape::default() };
    Tally::run(seed, pairs, shape, shape).check("references");
}

#[test]
fn draft_07() {
    let (seed, pairs) = seeds();
    let shape = Shape { draft7: true, references: true };
    Tally::run(seed, pairs, shape, shape).check("draft-07");
}

#[test]
fn one_dialect_against_the_other() {
    let (seed, pairs) = seeds();
    let (old, new) = (Shape { draft7: true, references: true }, Shape::default());
    Tally::run(seed, pairs / 2, old, new).check("draft-07 against 2020-12");
    Tally::run(seed, pairs / 2, new, old).check("2020-12 against draft-07");
}

/// Another prover, of another construction, over the same questions.
#[test]
fn the_canonical_module_never_says_otherwise() {
    let read = |text: &str| {
        let schema: Plain = serde_json::from_str(text).expect("JSON");
        jsonschema::canonical::options().offline().canonicalize(&schema).ok()
    };
    let engine = Engine::new(Options::literal());
    let mut random = Random::new(77);
    let mut both = [0; 2];
    for _ in 0..1500 {
        let old = Shape::default().document(&mut random, 2);
        let new = edited(&mut random, &old);
        let (Some(_), Some(_)) = (compile(&old), compile(&new)) else { continue };
        let (Some(a), Some(b)) = (read(&old), read(&new)) else { continue };
        let Ok(answer) = b.covers(&a) else { continue };
        let expected = match answer {
            jsonschema::canonical::Containment::Yes => true,
            jsonschema::canonical::Containment::No => false,
            _ => continue,
        };
        match engine.covers(document(&old).root(), document(&new).root()) {
            Verdict::Unknown { .. } => {}
            verdict => {
                assert_eq!(verdict == Verdict::Proved, expected, "{old} to {new}: {verdict:?}");
                both[usize::from(expected)] += 1;
            }
        }
    }
    assert!(both.iter().all(|&count| count > 100), "too few questions that both answer: {both:?}");
}
