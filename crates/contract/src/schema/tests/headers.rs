//! The rules for `x-mcp-header`.

use super::{message, places};
use crate::schema::Role;

/// An input schema with one property.
fn with(property: &str) -> String {
    format!(r#"{{"type":"object","properties":{{"a":{property}}}}}"#)
}

fn faults_of(schema: &str) -> usize {
    let found = places(schema, Role::Input);
    assert!(found.iter().all(|fault| fault.starts_with("header-annotation ")), "{found:?}");
    found.len()
}

#[test]
fn strings_integers_and_booleans_may_become_headers() {
    for name in ["string", "integer", "boolean"] {
        assert_eq!(faults_of(&with(&format!(r#"{{"type":"{name}","x-mcp-header":"Region"}}"#))), 0, "{name}");
    }
    for other in [r#""type":"number","#, r#""type":"object","#, r#""type":["string","null"],"#, r#""type":"null","#, ""]
    {
        assert_eq!(faults_of(&with(&format!(r#"{{{other}"x-mcp-header":"Region"}}"#))), 1, "{other}");
    }
}

#[test]
fn a_name_is_a_token() {
    for name in ["A", "x-y_z.1", "!#$%&'*+-.^_`|~"] {
        assert_eq!(faults_of(&with(&format!(r#"{{"type":"string","x-mcp-header":"{name}"}}"#))), 0, "{name}");
    }
    for name in ["", "a b", "a:b", "R\u{e9}gion", "a\\r\\nb", "\\u0000", "(a)"] {
        assert_eq!(faults_of(&with(&format!(r#"{{"type":"string","x-mcp-header":"{name}"}}"#))), 1, "{name}");
    }
    for value in ["5", "null", "{}", "[\"A\"]", "true"] {
        assert_eq!(faults_of(&with(&format!(r#"{{"type":"string","x-mcp-header":{value}}}"#))), 1, "{value}");
    }
}

#[test]
fn names_differ_in_more_than_case() {
    let two = |other: &str| {
        format!(
            r#"{{"type":"object","properties":{{"a":{{"type":"string","x-mcp-header":"Region"}},
            "b":{{"type":"string","x-mcp-header":"{other}"}}}}}}"#
        )
    };
    assert_eq!(faults_of(&two("Zone")), 0);
    assert_eq!(places(&two("Region"), Role::Input), ["header-annotation properties/b/x-mcp-header"]);
    assert_eq!(places(&two("rEGION"), Role::Input), ["header-annotation properties/b/x-mcp-header"]);
}

#[test]
fn only_properties_lead_to_an_annotation() {
    let annotated = r#"{"type":"string","x-mcp-header":"A"}"#;
    assert_eq!(faults_of(&with(&format!(r#"{{"type":"object","properties":{{"b":{annotated}}}}}"#))), 0);
    for around in [
        r#"{"items":@}"#,
        r#"{"anyOf":[@]}"#,
        r#"{"not":@}"#,
        r#"{"additionalProperties":@}"#,
        r#"{"patternProperties":{"^a":@}}"#,
        r#"{"items":{"properties":{"b":@}}}"#,
        r#"{"$defs":{"b":@}}"#,
    ] {
        assert_eq!(faults_of(&with(&around.replace('@', annotated))), 1, "{around}");
    }
    assert_eq!(
        faults_of(r#"{"type":"object","allOf":[{"properties":{"b":{"type":"string","x-mcp-header":"A"}}}]}"#),
        1
    );
    // The root is no property, and no string either.
    assert_eq!(faults_of(r#"{"type":"object","x-mcp-header":"A"}"#), 2);
    let referenced =
        r##"{"type":"object","properties":{"a":{"$ref":"#/x/b"}},"x":{"b":{"type":"string","x-mcp-header":"A"}}}"##;
    assert_eq!(faults_of(referenced), 1);
}

#[test]
fn every_broken_rule_is_a_fault_of_its_own() {
    let schema = r#"{"type":"object","properties":{"a":{"type":"string","x-mcp-header":"b c"},
        "l":{"items":{"type":"number","x-mcp-header":"B C"}}}}"#;
    assert_eq!(faults_of(schema), 5);
    assert_eq!(
        message(&with(r#"{"type":"number","x-mcp-header":"A"}"#), Role::Input),
        "`x-mcp-header` stands beside the `type` \"number\": expected \"string\", \"integer\" or \"boolean\""
    );
}

#[test]
fn output_schemas_properties_and_data_may_use_the_word() {
    assert!(places(&with(r#"{"x-mcp-header":""}"#), Role::Output).is_empty());
    assert!(places(r#"{"type":"object","properties":{"x-mcp-header":{"type":"number"}}}"#, Role::Input).is_empty());
    assert!(places(r#"{"type":"object","default":{"x-mcp-header":5}}"#, Role::Input).is_empty());
}
