//! Tests of the schema checks: by hand, against independent implementations, and of the work they take.

mod against_others;
mod cycles;
mod dialects;
mod headers;
mod linear;
mod patterns;
mod references;
mod shapes;

use super::{MOST_FAULTS, Role, checked, faults};
use crate::finding::find_rule;
use crate::json::{Document, Limits, path_to};

fn parse(text: &str) -> Document {
    Document::parse(text, Limits::default()).unwrap_or_else(|rejected| panic!("{text}: {rejected}"))
}

/// The faults of a schema as `rule at/the/place`.
fn places(text: &str, role: Role) -> Vec<String> {
    let document = parse(text);
    let root = document.root();
    let place = |value| {
        let path = path_to(root, value).expect("a fault stands inside the schema");
        path.iter().map(ToString::to_string).collect::<Vec<_>>().join("/")
    };
    faults(root, role).iter().map(|fault| format!("{} {}", fault.rule, place(fault.value))).collect()
}

fn output(text: &str) -> Vec<String> {
    places(text, Role::Output)
}

/// The only fault's message.
fn message(text: &str, role: Role) -> String {
    let document = parse(text);
    let found = faults(document.root(), role);
    assert_eq!(found.len(), 1, "{text}: {found:?}");
    found[0].message.clone()
}

#[test]
fn a_plain_tool_has_no_fault() {
    let schema = r##"{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object",
        "properties":{"query":{"type":"string","minLength":1},"limit":{"$ref":"#/$defs/limit"}},
        "required":["query"],"additionalProperties":false,"$defs":{"limit":{"type":"integer","default":5}}}"##;
    assert!(places(schema, Role::Input).is_empty());
    assert!(places(schema, Role::Output).is_empty());
}

#[test]
fn every_rule_is_in_the_catalogue() {
    use super::report::{CYCLE, DANGLING, DIALECT, HEADER, INPUT, INVALID, REMOTE};
    for rule in [CYCLE, DANGLING, DIALECT, HEADER, INPUT, INVALID, REMOTE] {
        assert!(find_rule(rule).is_some(), "{rule}");
    }
}

#[test]
fn the_first_example_of_each_page_breaks_its_rule() {
    use super::report::{CYCLE, DANGLING, DIALECT, HEADER, INPUT, INVALID, REMOTE};
    for rule in [CYCLE, DANGLING, DIALECT, HEADER, INPUT, INVALID, REMOTE] {
        let page = find_rule(rule).expect("listed").page;
        let example = page.split("```json\n").nth(1).and_then(|rest| rest.split("```").next()).expect("an example");
        // One value over several lines, or the first line of several values.
        let document = Document::parse(example, Limits::default())
            .unwrap_or_else(|_| parse(example.lines().next().unwrap_or_default()));
        let schema = document.root().get("inputSchema").unwrap_or(document.root());
        let role = if [INPUT, HEADER].contains(&rule) { Role::Input } else { Role::Output };
        let found: Vec<&str> = faults(schema, role).iter().map(|fault| fault.rule).collect();
        assert_eq!(found, [rule]);
    }
}

#[test]
fn faults_come_in_reading_order() {
    let schema = r#"{"properties":{"a":5,"b":{"type":"x","items":7},"c":null},"type":3}"#;
    assert_eq!(
        output(schema),
        [
            "schema-invalid properties/a",
            "schema-invalid properties/b/type",
            "schema-invalid properties/b/items",
            "schema-invalid properties/c",
            "schema-invalid type"
        ]
    );
}

#[test]
fn a_schema_that_is_no_object_has_one_fault() {
    for text in ["true", "null", "[]", "\"object\"", "5"] {
        assert_eq!(places(text, Role::Input), ["input-schema "], "{text}");
        assert_eq!(places(text, Role::Output), ["schema-invalid "], "{text}");
    }
}

#[test]
fn an_input_schema_has_the_type_object_at_its_root() {
    assert_eq!(places(r#"{"properties":{}}"#, Role::Input), ["input-schema "]);
    assert_eq!(places(r#"{"type":"string"}"#, Role::Input), ["input-schema type"]);
    assert_eq!(places(r#"{"type":["object"]}"#, Role::Input), ["input-schema type"]);
    assert!(places(r#"{"type":["object"]}"#, Role::Output).is_empty());
    assert!(places(r#"{"t\u0079pe":"\u006fbject"}"#, Role::Input).is_empty());
}

#[test]
fn the_rest_of_very_many_faults_is_counted() {
    let schema = format!(r#"{{"allOf":[{}1]}}"#, "1,".repeat(MOST_FAULTS + 4));
    let document = parse(&schema);
    let found = faults(document.root(), Role::Output);
    assert_eq!(found.len(), MOST_FAULTS + 1);
    assert_eq!(found[MOST_FAULTS].message, "5 more faults are not listed: expected at most 1000");
}

#[test]
fn messages_quote_no_more_than_a_little() {
    let schema = format!(r#"{{"type":"{}"}}"#, "\u{e9}".repeat(100_000));
    assert!(message(&schema, Role::Output).len() < 300);
    let schema = format!(r#"{{"$ref":"{}"}}"#, "\u{e9}".repeat(100_000));
    assert!(message(&schema, Role::Output).len() < 300);
}
