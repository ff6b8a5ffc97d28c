//! Against the `jsonschema` crate: the same schemas are valid, the same references resolve.

use jsonschema::meta;
use proptest::prelude::*;
use serde_json::{Value, json};

use super::{Role, parse};
use crate::schema::{Fault, faults};

const DRAFT_07: &str = "http://json-schema.org/draft-07/schema#";
const YEAR_2020: &str = "https://json-schema.org/draft/2020-12/schema";

fn rules(schema: &Value) -> Vec<(&'static str, String)> {
    let document = parse(&schema.to_string());
    faults(document.root(), Role::Output).into_iter().map(|Fault { rule, message, .. }| (rule, message)).collect()
}

/// A value that some keyword may want, or not.
fn operand() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(json!(null)),
        any::<bool>().prop_map(Value::from),
        (-3i64..6).prop_map(Value::from),
        prop_oneof![Just(1.0), Just(0.5), Just(-2.0), Just(1e30)].prop_map(Value::from),
        prop_oneof![
            Just("string"),
            Just("object"),
            Just("strnig"),
            Just(""),
            Just("a"),
            Just("_b"),
            Just("1c"),
            Just("a:b")
        ]
        .prop_map(Value::from),
        prop::collection::vec(prop_oneof![Just("a"), Just("b"), Just("string"), Just("null")], 0..4)
            .prop_map(Value::from),
        Just(json!([1])),
        Just(json!({"a": ["b"]})),
        Just(json!({"a": ["b", "b"]})),
        Just(json!({"urn:a": true})),
    ]
}

/// Keywords of both dialects and some of neither. `$ref`, `$id` and `$schema` are left out: they change how the rest is
/// read. Patterns are left out: both read them, and each in its own way.
const KEYWORDS: &[&str] = &[
    "type",
    "enum",
    "const",
    "multipleOf",
    "maximum",
    "exclusiveMaximum",
    "minimum",
    "exclusiveMinimum",
    "maxLength",
    "minLength",
    "maxItems",
    "minItems",
    "uniqueItems",
    "maxContains",
    "minContains",
    "maxProperties",
    "minProperties",
    "required",
    "dependentRequired",
    "title",
    "description",
    "default",
    "deprecated",
    "readOnly",
    "writeOnly",
    "examples",
    "format",
    "contentEncoding",
    "contentMediaType",
    "$comment",
    "$vocabulary",
    "dependencies",
    "divisibleBy",
    "id",
    "x-unknown",
    "$recursiveAnchor",
];

const HOLD_SCHEMAS: &[&str] = &[
    "items",
    "additionalItems",
    "prefixItems",
    "contains",
    "properties",
    "additionalProperties",
    "propertyNames",
    "if",
    "then",
    "else",
    "allOf",
    "anyOf",
    "oneOf",
    "not",
    "$defs",
    "definitions",
    "dependentSchemas",
    "dependencies",
    "unevaluatedItems",
    "unevaluatedProperties",
    "contentSchema",
    "disallow",
];

fn any_schema() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        3 => prop::collection::btree_map(prop::sample::select(KEYWORDS).prop_map(str::to_owned), operand(), 0..3)
            .prop_map(|members| Value::Object(members.into_iter().collect())),
        1 => operand(),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        let held = prop_oneof![
            3 => inner.clone(),
            2 => prop::collection::vec(inner.clone(), 0..3).prop_map(Value::from),
            2 => prop::collection::btree_map("[ab]", inner, 0..3).prop_map(|members| Value::Object(members.into_iter().collect())),
        ];
        let member = prop_oneof![
            (prop::sample::select(KEYWORDS), operand()),
            (prop::sample::select(HOLD_SCHEMAS), held),
        ];
        prop::collection::vec(member, 1..5)
            .prop_map(|members| Value::Object(members.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()))
    })
}

/// Puts a value in the place of every empty `enum`: 2020-12 advises against one, we report it.
fn without_empty_enums(schema: &mut Value) {
    let mut open = vec![schema];
    while let Some(value) = open.pop() {
        match value {
            Value::Object(members) => {
                if members.get("enum") == Some(&json!([])) {
                    members.insert("enum".to_owned(), json!([0]));
                }
                open.extend(members.values_mut());
            }
            Value::Array(items) => open.extend(items),
            _ => {}
        }
    }
}

fn agrees(mut schema: Value, dialect: &str) -> Result<(), TestCaseError> {
    without_empty_enums(&mut schema);
    if let Some(members) = schema.as_object_mut() {
        members.insert("$schema".to_owned(), dialect.into());
    } else {
        return Ok(());
    }
    let mut ours = rules(&schema);
    // Draft-04 is reported as old besides.
    ours.retain(|(rule, _)| *rule != "schema-dialect");
    prop_assert!(ours.iter().all(|(rule, message)| *rule == "schema-invalid" && message.contains(": expected ")));
    prop_assert_eq!(ours.is_empty(), meta::is_valid(&schema), "{}: {:?}", schema, ours);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    #[test]
    fn the_same_schemas_are_valid_in_2020_12(schema in any_schema()) {
        agrees(schema, YEAR_2020)?;
    }

    #[test]
    fn the_same_schemas_are_valid_in_draft_07(schema in any_schema()) {
        agrees(schema, DRAFT_07)?;
    }

    #[test]
    fn the_same_schemas_are_valid_in_2019_09(schema in any_schema()) {
        agrees(schema, "https://json-schema.org/draft/2019-09/schema")?;
    }

    #[test]
    fn the_same_schemas_are_valid_in_draft_06(schema in any_schema()) {
        agrees(schema, "http://json-schema.org/draft-06/schema#")?;
    }

    #[test]
    fn the_same_schemas_are_valid_in_draft_04(schema in any_schema()) {
        // `1.0` is whole here as in every later dialect; draft-04 meant the way a number is written.
        let text = schema.to_string();
        prop_assume!(!text.contains(".0") && !text.contains("e+30") && !text.contains("e30"));
        agrees(schema, "http://json-schema.org/draft-04/schema#")?;
    }
}

/// A schema in which names and references of all kinds stand anywhere.
fn any_references() -> impl Strategy<Value = Value> {
    let naming = prop::sample::select(
        &["$ref", "$id", "id", "$anchor", "$dynamicAnchor", "$dynamicRef", "$schema", "$recursiveRef"][..],
    );
    let name = prop_oneof![
        prop::sample::select(
            &["#", "#a", "a", "a#a", "urn:a", "#/$defs/a", "#/not", "#/a/0", "../a", "", "#/%", DRAFT_07, YEAR_2020][..]
        )
        .prop_map(Value::from),
        "[#/a~%.:?]{0,8}".prop_map(Value::from),
        operand(),
    ];
    let leaf = prop::collection::btree_map(naming.prop_map(str::to_owned), name, 0..3)
        .prop_map(|members| Value::Object(members.into_iter().collect()));
    leaf.clone().prop_recursive(5, 40, 5, move |inner| {
        let held = prop_oneof![
            3 => inner.clone(),
            2 => prop::collection::vec(inner.clone(), 0..3).prop_map(Value::from),
            2 => prop::collection::btree_map("[ab]", inner, 0..3).prop_map(|members| Value::Object(members.into_iter().collect())),
        ];
        let members = prop::collection::btree_map(prop::sample::select(HOLD_SCHEMAS).prop_map(str::to_owned), held, 0..4);
        (leaf.clone(), members).prop_map(|(naming, members)| {
            let mut schema = naming;
            if let Some(object) = schema.as_object_mut() {
                object.extend(members);
            }
            schema
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    #[test]
    fn names_and_references_anywhere_are_read_without_a_panic(schema in any_references()) {
        let text = schema.to_string();
        let document = parse(&text);
        for role in [Role::Input, Role::Output] {
            for fault in faults(document.root(), role) {
                prop_assert!(crate::json::path_to(document.root(), fault.value).is_some());
            }
        }
    }
}

#[test]
fn both_are_tried_on_enough_of_either_kind() {
    use proptest::strategy::ValueTree;
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let valid = (0..1_000)
        .filter(|_| any_schema().new_tree(&mut runner).is_ok_and(|tree| meta::is_valid(&tree.current())))
        .count();
    assert!((100..900).contains(&valid), "{valid} of 1000 are valid");
}

#[test]
fn the_same_references_resolve() {
    for schema in [
        json!({"$ref": "#/$defs/a", "$defs": {"a": {}}}),
        json!({"$ref": "#/$defs/b", "$defs": {"a": {}}}),
        json!({"$ref": "#/x/y", "x": {"y": {"$ref": "#/x/z"}, "z": {}}}),
        json!({"$ref": "#/x/y", "x": {"y": {"$ref": "#/x/w"}, "z": {}}}),
        json!({"$ref": "#a", "$defs": {"x": {"$anchor": "a"}}}),
        json!({"$ref": "#b", "$defs": {"x": {"$anchor": "a"}}}),
        json!({"$ref": "#/$defs/a%20b~1c", "$defs": {"a b/c": {}}}),
        json!({"$ref": "urn:a", "$defs": {"x": {"$id": "urn:a"}}}),
        json!({"$ref": "urn:a#/$defs/y", "$defs": {"x": {"$id": "urn:a", "$defs": {"y": {}}}}}),
        json!({"$ref": "urn:b", "$defs": {"x": {"$id": "urn:a"}}}),
        json!({"$id": "https://e.com/r", "$ref": "i", "$defs": {"x": {"$id": "https://e.com/i"}}}),
        json!({"$id": "https://e.com/r/", "$ref": "i", "$defs": {"x": {"$id": "https://e.com/i"}}}),
        json!({"$ref": "https://example.com/other.json"}),
        json!({"$ref": "https://json-schema.org/draft/2020-12/schema"}),
        json!({"$schema": DRAFT_07, "$ref": "http://json-schema.org/draft-07/schema#"}),
        json!({"properties": {"a": {"$id": "urn:a", "$defs": {"i": {}}, "allOf": [{"$ref": "#/$defs/i"}]}}}),
        json!({"properties": {"a": {"$defs": {"i": {}}, "allOf": [{"$ref": "#/$defs/i"}]}}}),
        json!({"$dynamicAnchor": "n", "items": {"$dynamicRef": "#n"}}),
        json!({"items": {"$dynamicRef": "#n"}}),
        json!({"$schema": DRAFT_07, "$ref": "#a", "definitions": {"x": {"$id": "#a"}}}),
        json!({"$schema": DRAFT_07, "allOf": [{"$ref": "#a"}], "definitions": {"x": {"$id": "#a"}}}),
        json!({"$schema": DRAFT_07, "$ref": "#/$defs/a", "$defs": {"a": {}}}),
        json!({"$ref": "#", "x": 1}),
        json!({"$ref": "#/a/0", "a": [{}]}),
        json!({"$ref": "#/a/1", "a": [{}]}),
    ] {
        let theirs = jsonschema::options().offline().build(&schema);
        let mut ours = rules(&schema);
        // A ring compiles there and is a question of its own.
        ours.retain(|(rule, _)| *rule != "schema-ref-cycle");
        assert_eq!(
            ours.is_empty(),
            theirs.is_ok(),
            "{schema}: {ours:?}, {:?}",
            theirs.err().map(|error| error.to_string())
        );
    }
}
