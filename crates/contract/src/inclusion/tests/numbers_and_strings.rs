//! Numbers and patterns against brute force, where exactness and the reading of regular expressions matter.

use serde_json::Value as Plain;

use super::random::Random;
use super::{document, show};
use crate::inclusion::{Engine, Options, Verdict};

fn compile(text: &str) -> jsonschema::Validator {
    let schema: Plain = serde_json::from_str(text).expect("JSON");
    jsonschema::options().offline().build(&schema).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Decides pairs of schemas by all `values` and by the engine; gives the share of open questions in percent.
fn agree(pairs: usize, values: &[Plain], mut schema: impl FnMut() -> String) -> usize {
    let engine = Engine::new(Options::literal());
    let (mut open, mut breaking, mut proved) = (0, 0, 0);
    for _ in 0..pairs {
        let (old, new) = (schema(), schema());
        let (accepts_old, accepts_new) = (compile(&old), compile(&new));
        let counterexample = values.iter().find(|value| accepts_old.is_valid(value) && !accepts_new.is_valid(value));
        breaking += usize::from(counterexample.is_some());
        match engine.covers(document(&old).root(), document(&new).root()) {
            Verdict::Proved => {
                proved += 1;
                assert!(counterexample.is_none(), "proved, but {counterexample:?}: {old} to {new}");
            }
            Verdict::Refuted(witness) => {
                let value = serde_json::from_str(&witness.json).expect("JSON");
                assert!(accepts_old.is_valid(&value) && !accepts_new.is_valid(&value), "{old} to {new}: {value}");
            }
            unknown @ Verdict::Unknown { .. } => {
                println!("{}: {old} to {new}", show(unknown));
                open += 1;
            }
        }
    }
    assert!(breaking > pairs / 10 && proved > pairs / 20, "the pairs test nothing: {breaking} {proved}");
    open * 100 / pairs
}

#[test]
fn decimals_and_large_integers_are_exact() {
    let limits = ["-3", "0", "0.1", "0.3", "1", "2.5", "7", "100", "9007199254740991", "9007199254740992", "1e20"];
    let steps = ["0.1", "0.3", "0.01", "0.5", "1", "2", "3", "7", "1e-3", "1e10", "1e4"];
    let mut values: Vec<String> = limits.iter().map(|&text| text.to_owned()).collect();
    values.extend((-20..120).map(|tenth| format!("{}", f64::from(tenth) / 10.0)));
    values.extend((0..60).map(|hundredth| format!("{}", f64::from(hundredth) / 100.0)));
    // No integers beyond the doubles: the validator divides those by 0.3 as the doubles next to them.
    values.extend(["1e300", "-1e300", "1e-9", "30000000000"].map(str::to_owned));
    let values: Vec<Plain> = values.iter().map(|text| serde_json::from_str(text).expect("JSON")).collect();
    let mut random = Random::new(11);
    let open = agree(3000, &values, || {
        let mut keywords = Vec::new();
        for _ in 0..=random.below(3) {
            let keyword = match random.below(8) {
                0 => "\"type\":\"integer\"".to_owned(),
                1 => format!("\"minimum\":{}", random.pick(&limits)),
                2 => format!("\"maximum\":{}", random.pick(&limits)),
                3 => format!("\"exclusiveMinimum\":{}", random.pick(&limits)),
                4 => format!("\"exclusiveMaximum\":{}", random.pick(&limits)),
                5 => format!("\"not\":{{\"multipleOf\":{}}}", random.pick(&steps)),
                6 => format!("\"enum\":[{},{}]", random.pick(&limits), random.pick(&limits)),
                _ => format!("\"multipleOf\":{}", random.pick(&steps)),
            };
            keywords.push(keyword);
        }
        keywords.sort();
        keywords.dedup_by(|a, b| a.split(':').next() == b.split(':').next());
        format!("{{{}}}", keywords.join(","))
    });
    assert!(open <= 5, "{open} % stay open");
}

/// A pattern in JSON text.
fn pattern(random: &mut Random, depth: usize) -> String {
    let atoms = ["a", "b", "1", "-", ".", "[ab]", "[^a]", "\\\\d", "\\\\w", "\\\\W", "[a-b1]", "\\\\-"];
    if depth == 0 {
        return (*random.pick(&atoms)).to_owned();
    }
    match random.below(7) {
        0 => format!("({}|{})", pattern(random, depth - 1), pattern(random, depth - 1)),
        1 => format!("(?:{})*", pattern(random, depth - 1)),
        2 => format!("(?:{})+", pattern(random, depth - 1)),
        3 => format!("(?:{})?", pattern(random, depth - 1)),
        4 => format!("(?:{}){{1,2}}", pattern(random, depth - 1)),
        _ => format!("{}{}", pattern(random, depth - 1), pattern(random, depth - 1)),
    }
}

#[test]
fn patterns_are_read_as_the_validator_reads_them() {
    let mut texts = vec![String::new()];
    let mut last = texts.clone();
    for _ in 0..4 {
        last = last.iter().flat_map(|text| ["a", "b", "1", "-"].map(|letter| format!("{text}{letter}"))).collect();
        texts.extend(last.iter().cloned());
    }
    texts.extend(["é", "a\n", "\n", "aé1", "_"].map(str::to_owned));
    let values: Vec<Plain> = texts.iter().map(|text| Plain::from(text.as_str())).collect();
    let mut random = Random::new(12);
    let open = agree(1500, &values, || {
        let inner = pattern(&mut random, 3);
        let ahead = match random.below(6) {
            0 => format!("(?={})", pattern(&mut random, 2)),
            1 => format!("(?!{})", pattern(&mut random, 2)),
            _ => String::new(),
        };
        let (begin, end) = (random.pick(&["^", "^", ""]), random.pick(&["$", "$", ""]));
        format!("{{\"type\":\"string\",\"pattern\":\"{begin}{ahead}{inner}{end}\"}}")
    });
    assert!(open <= 5, "{open} % stay open");
}
