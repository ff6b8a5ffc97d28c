//! What a keyword's value must look like.

use super::{message, output};
use crate::schema::Role;

/// Asserts that each text is a valid schema.
fn fine(texts: &[&str]) {
    for text in texts {
        assert!(output(text).is_empty(), "{text}: {:?}", output(text));
    }
}

/// Asserts that each text has one fault, at its only member.
fn faulty(texts: &[&str]) {
    for text in texts {
        let found = output(text);
        assert!(found.len() == 1 && found[0].starts_with("schema-invalid "), "{text}: {found:?}");
    }
}

#[test]
fn a_type_is_a_known_name_or_an_array_of_different_ones() {
    fine(&[r#"{"type":"null"}"#, r#"{"type":["string","null"]}"#, r#"{"type":"\u006eull"}"#]);
    faulty(&[r#"{"type":"strnig"}"#, r#"{"type":[]}"#, r#"{"type":null}"#, r#"{"type":{}}"#]);
    assert_eq!(output(r#"{"type":["string","string","any"]}"#), ["schema-invalid type/1", "schema-invalid type/2"]);
    assert_eq!(
        message(r#"{"type":"strnig"}"#, Role::Output),
        "`type` is \"strnig\": expected one of array, boolean, integer, null, number, object, string, or an array of them"
    );
}

#[test]
fn counts_are_whole_numbers_from_zero() {
    for keyword in ["minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties", "minContains"] {
        for good in ["0", "1.0", "-0", "1e3", "10e-1", "1e400"] {
            fine(&[&format!(r#"{{"{keyword}":{good}}}"#)]);
        }
        for bad in ["-1", "1.5", "1e-1", "\"1\"", "null", "true"] {
            faulty(&[&format!(r#"{{"{keyword}":{bad}}}"#)]);
        }
    }
}

#[test]
fn a_number_divides_by_something_above_zero() {
    fine(&[r#"{"multipleOf":0.01}"#, r#"{"multipleOf":1e400}"#]);
    faulty(&[r#"{"multipleOf":0}"#, r#"{"multipleOf":-2}"#, r#"{"multipleOf":"2"}"#]);
    assert_eq!(message(r#"{"multipleOf":0}"#, Role::Output), "`multipleOf` is 0: expected a number above 0");
}

#[test]
fn required_names_are_different_strings() {
    fine(&[r#"{"required":[]}"#, r#"{"required":["a","b"]}"#]);
    faulty(&[
        r#"{"required":"a"}"#,
        r#"{"required":true}"#,
        r#"{"required":["a","b","\u0061"]}"#,
        r#"{"required":[1]}"#,
    ]);
    let many = |last: &str| {
        let names: Vec<String> = (0..100).map(|number| format!("\"n{number}\"")).collect();
        format!(r#"{{"required":[{},{last}]}}"#, names.join(","))
    };
    fine(&[&many("\"n100\"")]);
    assert_eq!(output(&many("\"n\\u00300\"")), Vec::<String>::new());
    assert_eq!(output(&many("\"n5\\u0030\"")), ["schema-invalid required/100"]);
}

#[test]
fn what_holds_schemas_holds_nothing_else() {
    fine(&[r#"{"properties":{"a":true,"b":{}}}"#, r#"{"items":false}"#, r#"{"not":{}}"#, r#"{"allOf":[true]}"#]);
    faulty(&[
        r#"{"properties":[]}"#,
        r#"{"properties":{"a":"string"}}"#,
        r#"{"items":[{}]}"#,
        r#"{"items":null}"#,
        r#"{"allOf":[]}"#,
        r#"{"allOf":{}}"#,
        r#"{"anyOf":[null]}"#,
        r#"{"prefixItems":[]}"#,
        r#"{"$defs":{"a":1}}"#,
        r#"{"if":[]}"#,
        r#"{"dependentSchemas":{"a":["b"]}}"#,
    ]);
    assert_eq!(
        message(r#"{"properties":{"a":"string"}}"#, Role::Output),
        "`properties.a` is \"string\": expected a schema, an object or a boolean"
    );
}

#[test]
fn an_enum_is_an_array_and_offers_something() {
    fine(&[r#"{"enum":[null]}"#, r#"{"enum":[1,1]}"#]);
    faulty(&[r#"{"enum":"a"}"#, r#"{"enum":{}}"#, r#"{"enum":[]}"#]);
}

#[test]
fn patterns_are_regular_expressions() {
    fine(&[r#"{"pattern":"^[a-z]+$"}"#, r#"{"patternProperties":{"^\\p{L}":{}}}"#]);
    faulty(&[r#"{"pattern":"("}"#, r#"{"pattern":5}"#, r#"{"pattern":"\\-"}"#, r#"{"patternProperties":{"[":{}}}"#]);
    assert_eq!(
        message(r#"{"pattern":"(a"}"#, Role::Output),
        "`pattern` has \"(a\": expected an ECMAScript regular expression, but `(` is not closed"
    );
    assert_eq!(
        message(r#"{"pattern":"a\\-b"}"#, Role::Output),
        "`pattern` has \"a\\\\-b\": expected an ECMAScript regular expression, but `\\-` is an escape inside `[…]` only \
         under the `u` flag, with which validators read it"
    );
}

#[test]
fn texts_booleans_and_lists_are_what_they_are() {
    fine(&[r#"{"title":"","readOnly":true,"examples":[],"deprecated":false,"$comment":"","format":"x"}"#]);
    faulty(&[
        r#"{"title":1}"#,
        r#"{"description":null}"#,
        r#"{"readOnly":"yes"}"#,
        r#"{"uniqueItems":1}"#,
        r#"{"examples":"a"}"#,
        r#"{"minimum":"0"}"#,
        r#"{"exclusiveMaximum":true}"#,
        r#"{"$vocabulary":{"a":1}}"#,
        r#"{"dependentRequired":{"a":["b","b"]}}"#,
        r#"{"dependentRequired":["a"]}"#,
        r#"{"$ref":5}"#,
        r##"{"$anchor":"#a"}"##,
        r##"{"$id":"a#b"}"##,
    ]);
}

#[test]
fn unknown_keywords_hold_anything() {
    fine(&[
        r#"{"x-note":{"type":5},"default":{"type":5},"const":{"type":5},"enum":[{"type":5}],"examples":[{"type":5}]}"#,
        r#"{"prefix_items":[],"Type":5,"":0}"#,
    ]);
}

#[test]
fn a_property_may_be_named_like_a_keyword() {
    fine(&[r#"{"properties":{"type":{},"$ref":{"type":"string"},"required":true,"$id":{}},"required":["type"]}"#]);
}

#[test]
fn an_address_or_anchor_belongs_to_one_schema() {
    let schema = r##"{"$defs":{"a":{"$id":"x","type":"string"},"b":{"$id":"x"}}}"##;
    assert_eq!(output(schema).len(), 1);
    let schema = r##"{"$defs":{"a":{"$anchor":"x"},"b":{"$anchor":"x"}}}"##;
    assert_eq!(output(schema).len(), 1);
    // The same schema written twice is no question.
    fine(&[r##"{"$defs":{"a":{"$id":"x"},"b":{"$id":"x"}}}"##]);
}
