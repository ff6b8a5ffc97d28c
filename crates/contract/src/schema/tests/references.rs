//! Where references lead.

use super::{message, output};
use crate::schema::Role;

const ITEM: &str = r#"{"type":"object","properties":{"id":{"type":"integer"}},"required":["id"]}"#;

fn list_of(items: &str, rest: &str) -> String {
    format!(
        r#"{{"type":"object","properties":{{"items":{{"type":"array","items":{items}}}}},"required":["items"]{rest}}}"#
    )
}

#[test]
fn a_reference_is_counted_from_the_root_of_its_document() {
    let reference = r##"{"$ref":"#/$defs/Item"}"##;
    assert!(output(&list_of(reference, &format!(r#","$defs":{{"Item":{ITEM}}}"#))).is_empty());
    let fault = ["schema-ref properties/items/items/$ref"];
    assert_eq!(output(&list_of(reference, "")), fault);
    let deeper = format!(r##"{{"$defs":{{"Item":{ITEM}}},"allOf":[{reference}]}}"##);
    assert_eq!(output(&list_of(&deeper, "")), ["schema-ref properties/items/items/allOf/0/$ref"]);
    let based = format!(r##"{{"$id":"urn:demo:row","$defs":{{"Item":{ITEM}}},"allOf":[{reference}]}}"##);
    assert!(output(&list_of(&based, "")).is_empty());
}

#[test]
fn the_message_says_what_is_missing_and_where() {
    assert_eq!(
        message(r##"{"$ref":"#/$defs/Item"}"##, Role::Output),
        "`$ref` is \"#/$defs/Item\": expected `$defs` in the root of the schema"
    );
    assert_eq!(
        message(r##"{"$defs":{},"$ref":"#/$defs/Item"}"##, Role::Output),
        "`$ref` is \"#/$defs/Item\": expected `Item` in what comes before it"
    );
    assert_eq!(
        message(r##"{"$id":"urn:a","$ref":"#Item"}"##, Role::Output),
        "`$ref` is \"#Item\": expected an anchor of that name in the schema with the address `urn:a`"
    );
}

#[test]
fn pointers_undo_both_encodings() {
    for (key, pointer) in [("a/b", "a~1b"), ("~", "~0"), ("a b", "a%20b"), ("%", "%25"), ("\u{e9}", "%C3%A9"), ("", "")]
    {
        assert!(output(&format!(r##"{{"$defs":{{"{key}":{{}}}},"$ref":"#/$defs/{pointer}"}}"##)).is_empty(), "{key}");
    }
    for pointer in ["#/$defs/%", "#/$defs/~", "#/$defs/~2", "#/$defs/%ff"] {
        assert_eq!(output(&format!(r#"{{"$ref":"{pointer}"}}"#)), ["schema-ref $ref"], "{pointer}");
    }
}

#[test]
fn pointers_count_items_from_zero() {
    let schema = |index: &str| {
        let items = "{},".repeat(39);
        format!(r##"{{"allOf":[{items}{{}}],"$defs":{{"a":{{"$ref":"#/allOf/{index}"}}}}}}"##)
    };
    for index in ["0", "7", "16", "39"] {
        assert!(output(&schema(index)).is_empty(), "{index}");
    }
    for index in ["40", "-", "01", "+1", "99999999999999999999", ""] {
        assert_eq!(output(&schema(index)), ["schema-ref $defs/a/$ref"], "{index}");
    }
}

#[test]
fn a_large_container_is_looked_up_like_a_small_one() {
    let definitions: Vec<String> = (0..100).map(|number| format!(r#""d{number}":{{}}"#)).collect();
    let schema = |name: &str| format!(r##"{{"$ref":"#/$defs/{name}","$defs":{{{}}}}}"##, definitions.join(","));
    assert!(output(&schema("d99")).is_empty());
    assert_eq!(output(&schema("d100")), ["schema-ref $ref"]);
}

#[test]
fn a_reference_may_lead_into_an_unknown_keyword_and_makes_a_schema_of_it() {
    let schema = r##"{"$ref":"#/x-types/a","x-types":{"a":{"type":"strnig","$ref":"#/x-types/b"},"b":{"items":{"$ref":"#/no"}}}}"##;
    assert_eq!(output(schema), ["schema-invalid x-types/a/type", "schema-ref x-types/b/items/$ref"]);
}

#[test]
fn what_a_reference_leads_to_is_a_schema() {
    for target in ["5", "[]", "null", "\"a\""] {
        let schema = format!(r##"{{"$ref":"#/x","x":{target}}}"##);
        assert_eq!(output(&schema), ["schema-ref $ref"], "{target}");
    }
    assert!(output(r##"{"$ref":"#/x","x":true}"##).is_empty());
    assert_eq!(
        message(r##"{"$ref":"#/x","x":[]}"##, Role::Output),
        "`$ref` is \"#/x\", which is an array: expected a schema there"
    );
}

#[test]
fn anchors_are_names_inside_their_resource() {
    assert!(output(r##"{"$ref":"#a","$defs":{"x":{"$anchor":"a"}}}"##).is_empty());
    assert!(output(r##"{"$ref":"#a","$defs":{"x":{"$dynamicAnchor":"a"}}}"##).is_empty());
    assert!(output(r##"{"$dynamicRef":"#a","$defs":{"x":{"$dynamicAnchor":"a"}}}"##).is_empty());
    assert_eq!(output(r##"{"$ref":"#a","$defs":{"x":{"$id":"y","$anchor":"a"}}}"##), ["schema-ref $ref"]);
    assert!(output(r##"{"$ref":"y#a","$defs":{"x":{"$id":"y","$anchor":"a"}}}"##).is_empty());
    assert_eq!(output(r##"{"$dynamicRef":"#a"}"##), ["schema-ref $dynamicRef"]);
}

#[test]
fn an_address_is_resolved_against_the_nearest_one_around() {
    let schema = |reference: &str| {
        format!(
            r##"{{"$id":"https://example.com/a/root.json","$defs":{{"x":{{"$id":"sub/x.json","$defs":{{
            "y":{{"$id":"y.json"}},"z":{{"$ref":"{reference}"}}}}}}}}}}"##
        )
    };
    for reference in [
        "y.json",
        "../root.json",
        "https://example.com/a/sub/y.json",
        "/a/sub/x.json",
        "x.json#/$defs/y",
        "",
        "#",
        "../root.json#/$defs/x/$defs/y",
    ] {
        assert!(output(&schema(reference)).is_empty(), "{reference}: {:?}", output(&schema(reference)));
    }
    for reference in ["root.json", "sub/y.json", "https://example.com/a/y.json", "y.json/"] {
        assert_eq!(output(&schema(reference)), ["schema-ref-remote $defs/x/$defs/z/$ref"], "{reference}");
    }
    for reference in ["y.json#/a", "y.json#a", "#/$defs/x"] {
        assert_eq!(output(&schema(reference)), ["schema-ref $defs/x/$defs/z/$ref"], "{reference}");
    }
}

#[test]
fn another_document_is_reported_and_a_dialects_own_schema_is_not() {
    for away in ["https://example.com/s.json", "item.json#/a", "urn:other", "file:///etc/passwd", "//host/x"] {
        assert_eq!(output(&format!(r#"{{"$ref":"{away}"}}"#)), ["schema-ref-remote $ref"], "{away}");
    }
    for on_board in [
        "http://json-schema.org/draft-07/schema#",
        "http://json-schema.org/draft-07/schema#/definitions/nonNegativeInteger",
        "https://json-schema.org/draft/2020-12/schema",
        "https://json-schema.org/draft/2020-12/meta/core#/$defs/anchorString",
    ] {
        assert!(output(&format!(r#"{{"$ref":"{on_board}"}}"#)).is_empty(), "{on_board}");
    }
    assert_eq!(
        message(r#"{"$ref":"item.json"}"#, Role::Output),
        "`$ref` is \"item.json\", in another document: expected a place inside this schema"
    );
}

#[test]
fn an_address_that_only_another_reference_leads_to_is_found() {
    let schema =
        r##"{"properties":{"a":{"$ref":"urn:late"},"b":{"$ref":"#/x-types/t"}},"x-types":{"t":{"$id":"urn:late"}}}"##;
    assert!(output(schema).is_empty());
    let swapped =
        r##"{"properties":{"b":{"$ref":"#/x-types/t"},"a":{"$ref":"urn:late"}},"x-types":{"t":{"$id":"urn:late"}}}"##;
    assert!(output(swapped).is_empty());
}

#[test]
fn an_endless_address_is_no_base() {
    let schema = format!(r##"{{"$id":"urn:{}","$ref":"#/$defs/a","$defs":{{"a":{{}}}}}}"##, "x".repeat(3_000));
    assert_eq!(output(&schema), ["schema-invalid $id"]);
}
