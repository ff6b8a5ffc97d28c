//! What `$schema` changes.

use super::{message, output};
use crate::schema::Role;

const DRAFT_04: &str = "http://json-schema.org/draft-04/schema#";
const DRAFT_06: &str = "http://json-schema.org/draft-06/schema#";
const DRAFT_07: &str = "http://json-schema.org/draft-07/schema#";
const YEAR_2019: &str = "https://json-schema.org/draft/2019-09/schema";
const YEAR_2020: &str = "https://json-schema.org/draft/2020-12/schema";

fn under(dialect: &str, members: &str) -> Vec<String> {
    let mut found = output(&format!(r#"{{"$schema":"{dialect}",{members}}}"#));
    found.retain(|fault| fault != "schema-dialect $schema");
    found
}

#[test]
fn a_dialect_that_clients_do_not_know_is_reported_once() {
    for dialect in [DRAFT_06, DRAFT_07, YEAR_2019, YEAR_2020, "http://json-schema.org/draft-07/schema"] {
        assert!(output(&format!(r#"{{"$schema":"{dialect}"}}"#)).is_empty(), "{dialect}");
    }
    for dialect in
        [DRAFT_04, "http://json-schema.org/draft-03/schema#", "https://example.invalid/dialect/1", "", "2020-12"]
    {
        let schema = format!(r#"{{"$schema":"{dialect}","properties":{{"a":{{}}}},"type":"object"}}"#);
        assert_eq!(output(&schema), ["schema-dialect $schema"], "{dialect}");
    }
    assert_eq!(output(r#"{"$schema":5}"#), ["schema-dialect $schema"]);
}

#[test]
fn the_message_says_how_the_schema_was_read() {
    assert_eq!(
        message(r#"{"$schema":"https://example.invalid/dialect/1"}"#, Role::Output),
        "`$schema` is \"https://example.invalid/dialect/1\", no dialect that is known here: expected 2020-12 or draft-07, \
         read as 2020-12"
    );
    assert_eq!(
        message(&format!(r#"{{"$schema":"{DRAFT_04}"}}"#), Role::Output),
        format!(
            "`$schema` is \"{DRAFT_04}\", which is draft-04: expected 2020-12 or draft-07, clients do not support older ones"
        )
    );
}

#[test]
fn an_address_with_the_wrong_scheme_is_reported_and_read_as_meant() {
    let schema = r#"{"$schema":"https://json-schema.org/draft-07/schema#","items":[{}]}"#;
    assert_eq!(output(schema), ["schema-dialect $schema"]);
}

#[test]
fn a_dialect_inside_counts_with_an_address_only() {
    let inner = |id: &str| format!(r#"{{"properties":{{"a":{{{id}"$schema":"{DRAFT_07}","items":[{{}}]}}}}}}"#);
    assert_eq!(output(&inner("")), ["schema-dialect properties/a/$schema", "schema-invalid properties/a/items"]);
    assert!(output(&inner(r#""$id":"urn:a","#)).is_empty());
    // Generators repeat the root's line.
    let repeated = format!(r#"{{"$schema":"{DRAFT_07}","properties":{{"a":{{"$schema":"{DRAFT_07}"}}}}}}"#);
    assert!(output(&repeated).is_empty());
}

#[test]
fn exclusive_bounds_are_booleans_in_draft_04_and_numbers_since() {
    let boolean = r#""minimum":0,"exclusiveMinimum":true"#;
    let number = r#""exclusiveMinimum":0"#;
    assert!(under(DRAFT_04, boolean).is_empty());
    assert!(!under(DRAFT_04, number).is_empty());
    assert_eq!(under(DRAFT_04, r#""exclusiveMinimum":true"#), ["schema-invalid exclusiveMinimum"]);
    for dialect in [DRAFT_06, DRAFT_07, YEAR_2019, YEAR_2020] {
        assert_eq!(under(dialect, boolean), ["schema-invalid exclusiveMinimum"], "{dialect}");
        assert!(under(dialect, number).is_empty(), "{dialect}");
    }
}

#[test]
fn items_are_a_list_until_2019() {
    let list = r#""items":[{"type":"string"}],"additionalItems":false"#;
    for dialect in [DRAFT_04, DRAFT_06, DRAFT_07, YEAR_2019] {
        assert!(under(dialect, list).is_empty(), "{dialect}");
        assert_eq!(under(dialect, r#""items":[]"#), ["schema-invalid items"], "{dialect}");
    }
    assert_eq!(under(YEAR_2020, list), ["schema-invalid items"]);
    assert!(under(DRAFT_07, r#""prefixItems":5"#).is_empty());
    assert_eq!(under(YEAR_2020, r#""prefixItems":5"#), ["schema-invalid prefixItems"]);
}

#[test]
fn booleans_are_schemas_since_draft_06() {
    assert_eq!(under(DRAFT_04, r#""properties":{"a":true}"#), ["schema-invalid properties/a"]);
    assert!(under(DRAFT_04, r#""additionalProperties":true"#).is_empty());
    assert!(under(DRAFT_06, r#""properties":{"a":true}"#).is_empty());
    assert_eq!(under(DRAFT_04, r#""required":[]"#), ["schema-invalid required"]);
    assert!(under(DRAFT_06, r#""required":[]"#).is_empty());
}

#[test]
fn definitions_are_walked_in_every_dialect_and_defs_where_it_is_a_keyword() {
    for dialect in [DRAFT_04, DRAFT_07, YEAR_2020] {
        assert_eq!(
            under(dialect, r#""definitions":{"a":{"type":5}}"#),
            ["schema-invalid definitions/a/type"],
            "{dialect}"
        );
    }
    assert!(under(DRAFT_07, r#""$defs":{"a":{"type":5}}"#).is_empty());
    let used = r##""$defs":{"a":{"type":5}},"properties":{"a":{"$ref":"#/$defs/a"}}"##;
    assert_eq!(under(DRAFT_07, used), ["schema-invalid $defs/a/type"]);
}

#[test]
fn dependencies_hold_schemas_or_names() {
    let good = r#""dependencies":{"a":["b"],"c":{"type":"object"}}"#;
    for dialect in [DRAFT_04, DRAFT_07, YEAR_2019, YEAR_2020] {
        assert!(under(dialect, good).is_empty(), "{dialect}");
        assert_eq!(under(dialect, r#""dependencies":{"a":5}"#), ["schema-invalid dependencies/a"], "{dialect}");
        assert_eq!(under(dialect, r#""dependencies":{"a":[5]}"#), ["schema-invalid dependencies/a/0"], "{dialect}");
    }
}

#[test]
fn a_fragment_in_an_id_is_an_anchor_until_draft_07() {
    let anchored = r##""definitions":{"x":{"$id":"#a"}},"properties":{"b":{"$ref":"#a"}}"##;
    assert!(under(DRAFT_07, anchored).is_empty());
    assert!(under(DRAFT_04, &anchored.replace("$id", "id")).is_empty());
    assert_eq!(under(YEAR_2020, anchored), ["schema-invalid definitions/x/$id", "schema-ref properties/b/$ref"]);
    assert_eq!(
        under(DRAFT_07, r##""definitions":{"x":{"$anchor":"a"}},"allOf":[{"$ref":"#a"}]"##),
        ["schema-ref allOf/0/$ref"]
    );
}

#[test]
fn an_id_beside_a_reference_is_passed_over_until_draft_07() {
    let members = r##""definitions":{"x":{"$id":"urn:x","$ref":"#/definitions/y"},"y":{}}"##;
    assert!(under(DRAFT_07, members).is_empty());
    assert_eq!(under(YEAR_2020, members), ["schema-ref definitions/x/$ref"]);
}

#[test]
fn every_row_of_mixed_dialects_gets_its_verdict() {
    // A list under `items` for draft-07, `prefixItems` for 2020-12: each is fine where it belongs.
    let value = |schema: &str, rest: &str| {
        format!(r#"{{"type":"object","properties":{{"v":{schema}}},"required":["v"]{rest}}}"#)
    };
    let draft_07 = format!(r#","$schema":"{DRAFT_07}""#);
    for (schema, rest) in [
        (
            r#"{"type":"array","items":[{"type":"string"},{"type":"integer"}],"additionalItems":false}"#,
            draft_07.as_str(),
        ),
        (r##"{"$ref":"#/definitions/n"}"##, r#","definitions":{"n":{"type":"number"}}"#),
        (r#"{"type":"array","prefixItems":[{"type":"string"}],"items":false}"#, ""),
        (r#"{"type":"object","dependencies":{"a":["b"]}}"#, draft_07.as_str()),
        (r#"{"type":"object","allOf":[{"properties":{"a":true}}],"unevaluatedProperties":false}"#, ""),
    ] {
        assert!(output(&value(schema, rest)).is_empty(), "{schema}");
    }
    let exclusive = r#"{"type":"number","minimum":0,"exclusiveMinimum":true}"#;
    assert_eq!(output(&value(exclusive, "")), ["schema-invalid properties/v/exclusiveMinimum"]);
}
