//! The work grows with the text and not faster, whatever the text is. Steps are counted: time would tell of the
//! machine.

use super::{Role, checked, parse};

/// Asserts that `text` at twice the size takes at most about twice the steps, and few for each of its values.
fn linear(text: impl Fn(usize) -> String, size: usize) {
    let mut steps = [0, 0];
    for (size, steps) in [size / 2, size].into_iter().zip(&mut steps) {
        let document = parse(&text(size));
        let root = document.root();
        (_, *steps) = checked(root, Role::Input);
        let most = 8 * root.extent() as u64 + 100;
        assert!(*steps <= most, "{steps} steps for {} values", root.extent());
    }
    assert!(steps[1] <= steps[0] * 21 / 10, "{steps:?}");
}

fn joined(count: usize, item: impl Fn(usize) -> String) -> String {
    (0..count).map(item).collect::<Vec<_>>().join(",")
}

#[test]
fn a_deep_schema() {
    linear(|depth| format!(r#"{}{{}}{}"#, r#"{"items":"#.repeat(depth), "}".repeat(depth)), 9_000);
    linear(|depth| format!(r#"{}{{}}{}"#, r#"{"not":"#.repeat(depth), "}".repeat(depth)), 9_000);
    linear(|depth| format!(r#"{}{{}}{}"#, r#"{"$id":"a/","items":"#.repeat(depth), "}".repeat(depth)), 9_000);
}

#[test]
fn many_references_to_one_place() {
    let reference = |_| r##"{"$ref":"#/$defs/a"}"##.to_owned();
    linear(|count| format!(r#"{{"anyOf":[{}],"$defs":{{"a":{{}}}}}}"#, joined(count, reference)), 100_000);
}

#[test]
fn many_references_into_one_large_object() {
    let definitions = |number| format!(r##""d{number}":{{"items":{{"$ref":"#/$defs/d{}"}}}}"##, number / 2);
    linear(|count| format!(r#"{{"$defs":{{{}}}}}"#, joined(count, definitions)), 100_000);
}

#[test]
fn many_references_into_one_large_array() {
    let item = |number| format!(r##"{{"items":{{"$ref":"#/allOf/{}"}}}}"##, number / 2);
    linear(|count| format!(r#"{{"allOf":[{}]}}"#, joined(count, item)), 100_000);
}

#[test]
fn a_long_chain_of_references() {
    let definitions = |number| format!(r##""d{number}":{{"$ref":"#/$defs/d{}"}}"##, number + 1);
    linear(|count| format!(r##"{{"$defs":{{{},"d{count}":{{}}}}}}"##, joined(count, definitions)), 50_000);
}

#[test]
fn a_long_ring_is_one_fault() {
    let ring = |count: usize| {
        let definitions = move |number| format!(r##""d{number}":{{"$ref":"#/$defs/d{}"}}"##, (number + 1) % count);
        format!(r##"{{"type":"object","$defs":{{{}}}}}"##, joined(count, definitions))
    };
    linear(ring, 50_000);
    let document = parse(&ring(50_000));
    assert_eq!(checked(document.root(), Role::Input).0.len(), 1);
}

#[test]
fn a_chain_through_unknown_keywords() {
    let chain = |number| format!(r##""d{number}":{{"$ref":"#/x/d{}"}}"##, number + 1);
    linear(|count| format!(r##"{{"$ref":"#/x/d0","x":{{{},"d{count}":{{}}}}}}"##, joined(count, chain)), 50_000);
}

#[test]
fn many_references_that_lead_nowhere_or_away() {
    for reference in ["#/no", "#no", "no", "https://example.com/no"] {
        let item = |_| format!(r#"{{"$ref":"{reference}"}}"#);
        linear(|count| format!(r#"{{"anyOf":[{}]}}"#, joined(count, item)), 50_000);
    }
}

#[test]
fn many_names_faults_annotations_and_anchors() {
    linear(|count| format!(r#"{{"required":[{}]}}"#, joined(count, |number| format!("\"n{number}\""))), 100_000);
    linear(|count| format!(r#"{{"allOf":[{}]}}"#, joined(count, |_| "5".to_owned())), 100_000);
    let property = |number| format!(r#""p{number}":{{"type":"string","x-mcp-header":"h"}}"#);
    linear(|count| format!(r#"{{"properties":{{{}}}}}"#, joined(count, property)), 50_000);
    let anchor = |number| format!(r#""d{number}":{{"$anchor":"a","$id":"urn:a"}}"#);
    linear(|count| format!(r#"{{"$defs":{{{}}}}}"#, joined(count, anchor)), 50_000);
    linear(|count| format!(r#"{{{}}}"#, joined(count, |_| r#""x-mcp-header":"h""#.to_owned())), 100_000);
}
