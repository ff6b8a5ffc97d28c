//! Tests of the whole engine: against every value of a small world, and against random schemas.

mod brute_force;
mod random;

use super::{Engine, Options, Verdict};
use crate::json::{Document, Limits};

fn document(text: &str) -> Document {
    Document::parse(text, Limits::default()).expect("JSON")
}

fn verdict(options: &Options, old: &str, new: &str) -> Verdict {
    Engine::new(options.clone()).covers(document(old).root(), document(new).root())
}

/// "proved", the witness, or the reason.
fn literal(old: &str, new: &str) -> String {
    show(verdict(&Options::literal(), old, new))
}

fn declared(old: &str, new: &str) -> String {
    show(verdict(&Options::default(), old, new))
}

fn show(verdict: Verdict) -> String {
    match verdict {
        Verdict::Proved => "proved".to_owned(),
        Verdict::Refuted(witness) => witness.json,
        Verdict::Unknown { reason, place } => format!("{place}: {reason}"),
    }
}

#[test]
fn smoke() {
    println!("{}", literal(r#"{"type":["string","null"]}"#, r#"{"type":"string"}"#));
    println!(
        "{}",
        declared(
            r#"{"type":"object","properties":{"a":{"type":"integer"}},"required":["a"]}"#,
            r#"{"type":"object","properties":{"a":{"type":"integer","maximum":10},"b":{}},"required":["a","b"]}"#
        )
    );
    let tree = r##"{"$ref":"#/$defs/n","$defs":{"n":{"type":"object","properties":{"v":{"type":"integer"},"kids":{"type":"array","items":{"$ref":"#/$defs/n"}}},"required":["v"]}}}"##;
    let tree2 = r##"{"$ref":"#/$defs/m","$defs":{"m":{"type":"object","properties":{"v":{"type":"integer"},"kids":{"type":"array","items":{"$ref":"#/$defs/m"}}},"required":["v"]}}}"##;
    let tree3 = r##"{"$ref":"#/$defs/m","$defs":{"m":{"type":"object","properties":{"v":{"type":"integer","maximum":5},"kids":{"type":"array","items":{"$ref":"#/$defs/m"}}},"required":["v"]}}}"##;
    println!("{}", literal(tree, tree2));
    println!("{}", literal(tree, tree3));
    println!("{}", literal(tree3, tree));
}
