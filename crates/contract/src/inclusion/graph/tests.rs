//! Tests of the graph of assertions.

use super::super::budget::Budget;
use super::super::read::{Source, read};
use super::super::verdict::Side;
use super::{Graph, Lit};
use crate::json::{Document, Limits};

fn lits(texts: &[&str]) -> (Graph, Vec<Lit>) {
    let mut graph = Graph::new();
    let mut budget = Budget::new(10_000);
    let lits = texts
        .iter()
        .map(|text| {
            let document = Document::parse(*text, Limits::default()).expect("JSON");
            read(&Source::new(document.root(), Side::Old), false, &mut graph, &mut budget)
        })
        .collect();
    (graph, lits)
}

#[test]
fn one_meaning_is_one_node() {
    for texts in [
        [r#"{"enum":["a","b"]}"#, r#"{"anyOf":[{"const":"b"},{"const":"a"}]}"#],
        [r#"{"enum":[true,false]}"#, r#"{"type":"boolean"}"#],
        [r#"{"type":["integer","null"]}"#, r#"{"anyOf":[{"type":"null"},{"type":"integer"}]}"#],
        [r#"{"type":"number","multipleOf":2}"#, r#"{"type":"integer","multipleOf":2,"minLength":3}"#],
        [r#"{"allOf":[{"type":"string"},{"maxLength":3}]}"#, r#"{"maxLength":3,"type":"string"}"#],
        [r#"{"type":"string","enum":["a",1]}"#, r#"{"const":"a"}"#],
        [r#"{"oneOf":[{"type":"string"},{"type":"null"}]}"#, r#"{"type":["null","string"]}"#],
        [r#"{"not":{"not":{"minimum":1}}}"#, r#"{"minimum":1.0}"#],
    ] {
        let (_, lits) = lits(&texts);
        assert_eq!(lits[0], lits[1], "{texts:?}");
    }
}

#[test]
fn what_cannot_be_is_false() {
    for text in [
        r#"{"type":"string","const":1}"#,
        r#"{"allOf":[{"enum":["a"]},{"enum":["b"]}]}"#,
        r#"{"allOf":[{"minimum":1},{"not":{"minimum":1}}]}"#,
        r#"{"enum":[]}"#,
    ] {
        assert_eq!(lits(&[text]).1[0], Lit::FALSE, "{text}");
    }
}

#[test]
fn branches_are_told_apart_by_type_or_by_a_required_constant() {
    let branch = |kind: &str, more: &str| {
        format!(r#"{{"type":"object","properties":{{"kind":{{"const":"{kind}"}}{more}}},"required":["kind"]}}"#)
    };
    let (a, b) = (branch("a", ""), branch("b", r#","x":{}"#));
    let optional = r#"{"type":"object","properties":{"kind":{"const":"b"}}}"#;
    let (graph, lits) = lits(&[&a, &b, optional, r#"{"type":"string"}"#, r#"{"properties":{"kind":{"const":"c"}}}"#]);
    assert!(graph.clash(lits[0], lits[1]));
    assert!(graph.clash(lits[0], lits[2]), "one of the two requires it");
    assert!(graph.clash(lits[2], lits[3]));
    assert!(!graph.clash(lits[2], lits[4]), "nobody requires it");
}
