//! The engine against brute force: every pair is also decided by looking at every value of a small universe.

use serde_json::Value as Plain;

use super::random::{Random, edited, schema, universe};
use super::{document, show};
use crate::inclusion::{Engine, Options, Verdict};

struct Tally {
    pairs: usize,
    proved: usize,
    refuted: usize,
    open: Vec<String>,
    /// Pairs with a counterexample in the universe, and how many of them were refuted.
    breaking: usize,
    found: usize,
}

fn compile(text: &str) -> Option<jsonschema::Validator> {
    let schema: Plain = serde_json::from_str(text).ok()?;
    jsonschema::options().should_validate_formats(false).offline().build(&schema).ok()
}

fn run(seed: u64, pairs: usize, depth: usize) -> Tally {
    let engine = Engine::new(Options::literal());
    let values: Vec<Plain> = universe().iter().map(|text| serde_json::from_str(text).expect("JSON")).collect();
    let mut random = Random::new(seed);
    let mut tally = Tally { pairs: 0, proved: 0, refuted: 0, open: Vec::new(), breaking: 0, found: 0 };
    while tally.pairs < pairs {
        let old = schema(&mut random, depth);
        let new = if random.chance(60) { edited(&mut random, &old) } else { schema(&mut random, depth) };
        let (Some(accepts_old), Some(accepts_new)) = (compile(&old), compile(&new)) else { continue };
        tally.pairs += 1;
        let counterexample = values.iter().find(|value| accepts_old.is_valid(value) && !accepts_new.is_valid(value));
        let verdict = engine.covers(document(&old).root(), document(&new).root());
        let breaking = counterexample.is_some();
        tally.breaking += usize::from(breaking);
        match verdict {
            Verdict::Proved => {
                tally.proved += 1;
                if let Some(value) = counterexample {
                    panic!("proved, but {value} is accepted by {old} and refused by {new}");
                }
            }
            Verdict::Refuted(witness) => {
                tally.refuted += 1;
                tally.found += usize::from(breaking);
                let value: Plain = serde_json::from_str(&witness.json).expect("a witness is JSON");
                assert!(accepts_old.is_valid(&value) && !accepts_new.is_valid(&value), "{old} {new} {value}");
            }
            unknown @ Verdict::Unknown { .. } => tally.open.push(format!(
                "{} | {old} | {new} | {}",
                show(unknown),
                counterexample.map(Plain::to_string).unwrap_or_default()
            )),
        }
    }
    tally
}

#[test]
fn no_proof_has_a_counterexample_and_nearly_all_counterexamples_are_found() {
    let n: usize = std::env::var("PAIRS").ok().and_then(|n| n.parse().ok()).unwrap_or(2000);
    let seed: u64 = std::env::var("SEED").ok().and_then(|n| n.parse().ok()).unwrap_or(1);
    let tally = run(seed, n, std::env::var("DEEP").ok().and_then(|n| n.parse().ok()).unwrap_or(2));
    println!(
        "pairs {} proved {} refuted {} open {} breaking {} found {}",
        tally.pairs,
        tally.proved,
        tally.refuted,
        tally.open.len(),
        tally.breaking,
        tally.found
    );
    for line in tally.open.iter().take(40) {
        println!("{line}");
    }
}
