//! Tests of the engine: by keyword, by kind of change, against brute force and against another implementation.

mod brute_force;
mod hostile;
mod keywords;
mod numbers_and_strings;
mod openness;
mod random;
mod same_meaning;
mod surfaces;
mod unknown;

use super::{Engine, Options, Verdict};
use crate::json::{Document, Limits};

fn document(text: &str) -> Document {
    Document::parse(text, Limits::default()).expect("JSON")
}

/// "proved", the witness, or place and reason.
fn answer(options: Options, old: &str, new: &str) -> String {
    show(Engine::new(options).covers(document(old).root(), document(new).root()))
}

fn show(verdict: Verdict) -> String {
    match verdict {
        Verdict::Proved => "proved".to_owned(),
        Verdict::Refuted(witness) => witness.json,
        Verdict::Unknown { reason, place } => format!("{place}: {reason}"),
    }
}

fn literal(old: &str, new: &str) -> String {
    answer(Options::literal(), old, new)
}
