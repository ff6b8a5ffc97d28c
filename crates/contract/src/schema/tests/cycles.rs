//! References that never end, and those that do.

use super::{message, output};
use crate::schema::Role;

#[test]
fn a_tree_ends_with_its_value() {
    let tree = r##"{"type":"object","properties":{"root":{"$ref":"#/$defs/node"}},"$defs":{"node":{"type":"object",
        "properties":{"v":{"type":"integer"},"kids":{"type":"array","items":{"$ref":"#/$defs/node"}}}}}}"##;
    assert!(output(tree).is_empty());
    let dynamic = r##"{"$id":"urn:demo:tree","$dynamicAnchor":"node","type":"object",
        "properties":{"kids":{"type":"array","items":{"$dynamicRef":"#node"}}}}"##;
    assert!(output(dynamic).is_empty());
}

#[test]
fn a_reference_to_itself_is_one_fault() {
    let own = r##"{"type":"object","properties":{"root":{"$ref":"#/$defs/a"}},"$defs":{"a":{"$ref":"#/$defs/a"}}}"##;
    assert_eq!(output(own), ["schema-ref-cycle $defs/a/$ref"]);
    assert_eq!(
        message(own, Role::Output),
        "the reference to \"#/$defs/a\" comes back to itself: expected an end for every value"
    );
    assert_eq!(output(r##"{"$ref":"#"}"##), ["schema-ref-cycle $ref"]);
}

#[test]
fn a_ring_is_one_fault_at_its_first_reference() {
    let ring = r##"{"type":"object","properties":{"root":{"$ref":"#/$defs/a"}},"$defs":{"a":{"$ref":"#/$defs/b"},
        "b":{"$ref":"#/$defs/c"},"c":{"$ref":"#/$defs/a"}}}"##;
    assert_eq!(output(ring), ["schema-ref-cycle $defs/a/$ref"]);
    assert_eq!(
        message(ring, Role::Output),
        "the reference to \"#/$defs/b\" comes back to itself through 2 others: expected an end for every value"
    );
}

#[test]
fn two_rings_are_two_faults() {
    let rings = r##"{"$defs":{"a":{"$ref":"#/$defs/b"},"b":{"$ref":"#/$defs/a"},"c":{"$ref":"#/$defs/c"}}}"##;
    assert_eq!(output(rings), ["schema-ref-cycle $defs/a/$ref", "schema-ref-cycle $defs/c/$ref"]);
}

#[test]
fn keywords_that_look_at_the_same_value_make_no_end() {
    for keyword in [
        r##""allOf":[{"$ref":"#"}]"##,
        r##""anyOf":[{"type":"string"},{"$ref":"#"}]"##,
        r##""oneOf":[true,{"$ref":"#"}]"##,
        r##""not":{"$ref":"#"}"##,
        r##""if":{"$ref":"#"}"##,
        r##""if":true,"then":{"$ref":"#"}"##,
        r##""if":true,"else":{"not":{"$ref":"#"}}"##,
        r##""dependentSchemas":{"a":{"$ref":"#"}}"##,
        r##""$dynamicAnchor":"a","allOf":[{"$dynamicRef":"#a"}]"##,
    ] {
        let found = output(&format!("{{{keyword}}}"));
        assert!(found.len() == 1 && found[0].starts_with("schema-ref-cycle "), "{keyword}: {found:?}");
    }
    assert_eq!(
        message(r##"{"allOf":[{"$ref":"#"}]}"##, Role::Output),
        "the reference to \"#\" comes back to itself through `allOf`, which looks at the same value: expected an end \
         for every value"
    );
}

#[test]
fn keywords_that_look_at_a_part_of_the_value_make_an_end() {
    for keyword in [
        r##""properties":{"a":{"$ref":"#"}}"##,
        r##""items":{"$ref":"#"}"##,
        r##""prefixItems":[{"$ref":"#"}]"##,
        r##""additionalProperties":{"$ref":"#"}"##,
        r##""propertyNames":{"$ref":"#"}"##,
        r##""contains":{"$ref":"#"}"##,
        r##""unevaluatedProperties":{"$ref":"#"}"##,
        r##""$defs":{"a":{"$ref":"#"}}"##,
        r##""contentSchema":{"$ref":"#"}"##,
        r##""then":{"$ref":"#"}"##,
        r##""dependencies":{"a":{"$ref":"#"}}"##,
        r##""x-unknown":{"$ref":"#"}"##,
    ] {
        assert!(output(&format!("{{{keyword}}}")).is_empty(), "{keyword}");
    }
}

#[test]
fn an_old_dialect_passes_over_what_stands_beside_a_reference() {
    let schema = |dialect: &str| {
        format!(
            r##"{{"$schema":"{dialect}","$ref":"#/definitions/a","definitions":{{"a":{{}}}},"allOf":[{{"$ref":"#"}}]}}"##
        )
    };
    assert!(output(&schema("http://json-schema.org/draft-07/schema#")).is_empty());
    assert_eq!(output(&schema("https://json-schema.org/draft/2020-12/schema")), ["schema-ref-cycle allOf/0/$ref"]);
}

#[test]
fn old_dependencies_look_at_the_same_value() {
    let schema = r##"{"$schema":"http://json-schema.org/draft-07/schema#","dependencies":{"a":{"$ref":"#"}}}"##;
    assert_eq!(output(schema), ["schema-ref-cycle dependencies/a/$ref"]);
    let schema = r##"{"$schema":"https://json-schema.org/draft/2019-09/schema","anyOf":[{"$recursiveRef":"#"}]}"##;
    assert_eq!(output(schema), ["schema-ref-cycle anyOf/0/$recursiveRef"]);
}
