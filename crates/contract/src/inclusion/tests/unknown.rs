//! What stays open says why and where, and does not stand in the way of what can be settled.

use super::{answer, literal};
use crate::inclusion::{Engine, Options, Reason};

#[test]
fn open_questions_have_a_place_and_a_reason() {
    for (old, new, expected) in [
        (r#"{}"#, r#"{"$schema":"https://example.com/x"}"#, "new#: the dialect that `$schema` names is not read"),
        (
            r#"{"properties":{"a":{}}}"#,
            r#"{"properties":{"a":{"type":"nonsense"}}}"#,
            "new#/properties/a/type: `type` has a value that JSON Schema does not allow",
        ),
        (
            r#"{"type":"array"}"#,
            r#"{"type":"array","items":[{"type":"string"}]}"#,
            "new#/items: `schema` has a value that JSON Schema does not allow",
        ),
        (
            r#"{"type":"string"}"#,
            r#"{"allOf":[{"$ref":"https://example.com/s.json"}]}"#,
            "new#/allOf/0/$ref: `https://example.com/s.json` leads out of the document and is not fetched",
        ),
        (r##"{}"##, r##"{"$ref":"#/$defs/none"}"##, "new#/$ref: `#/$defs/none` leads nowhere"),
        (
            r##"{}"##,
            r##"{"properties":{"r":{"$ref":"#/$defs/a"}},"$defs":{"a":{"$ref":"#/$defs/b"},"b":{"$ref":"#/$defs/a"}}}"##,
            "new#/$defs/a: the references lead in a ring",
        ),
        (
            r##"{"type":"string"}"##,
            r##"{"$defs":{"a":{"$id":"https://example.com/a","type":"string"}},"$ref":"#/$defs/a"}"##,
            "new#/$ref: a part of the schema has an identifier of its own",
        ),
        (
            r#"{"type":"string","pattern":"^(.)\\1$","minLength":3}"#,
            r#"{"type":"string","pattern":"^(.)\\1x"}"#,
            "new#/pattern: the pattern is beyond regular languages",
        ),
        (r#"{}"#, r#"{"minimum":1e999}"#, "new#/minimum: a number is beyond what is reckoned with"),
        (r#"{}"#, r#"{"const":"\ud800"}"#, "new#/const: a string holds half a surrogate pair"),
        (r#"{"type":"array"}"#, r#"{"type":"array","maxItems":1000000}"#, "new#: a value would be too large to build"),
    ] {
        assert_eq!(literal(old, new), expected, "{old} to {new}");
    }
}

#[test]
fn what_is_unread_does_not_hide_what_is_plain() {
    let unread = r#"{"type":"object","properties":{"a":{"$ref":"https://example.com/x"},"b":{"type":"integer"}},"required":["b"]}"#;
    let stricter = r#"{"type":"object","properties":{"a":{"$ref":"https://example.com/x"},"b":{"type":"string"}},"required":["b"]}"#;
    // The reference alone is open; but nothing else differs, so the rest is proved …
    assert_eq!(literal(unread, r#"{"type":"object","required":["b"]}"#), "proved");
    // … and a break elsewhere needs a value without it. The validator fetches nothing, so it cannot confirm.
    assert_eq!(literal(unread, stricter), "new#: the validator does not take the schema");
    let boxed =
        r#"{"type":"object","properties":{"a":{"type":"string","pattern":"\\bfoo\\b"},"b":{"type":"integer"}}}"#;
    let looser = r#"{"type":"object","properties":{"a":{"type":"string","pattern":"\\bfoo\\b"},"b":{"type":"null"}}}"#;
    assert_eq!(literal(boxed, looser), r#"{"b":0}"#);
    assert_eq!(literal(boxed, r#"{"properties":{"a":{"type":"string"}}}"#), "proved");
}

#[test]
fn black_box_patterns_are_refuted_where_a_likely_string_does() {
    assert_eq!(literal(r#"{"type":"string"}"#, r#"{"type":"string","pattern":"\\bfoo\\b"}"#), r#""""#);
    assert_eq!(literal(r#"{"type":"string","pattern":"^(?i)foo$"}"#, r#"{"type":"integer"}"#), r#""foo""#);
}

#[test]
fn steps_are_a_limit_of_their_own() {
    let options = Options { steps: 5, ..Options::literal() };
    let text = answer(options, r#"{"properties":{"a":{"type":"string"}}}"#, r#"{"properties":{"a":{"maxLength":2}}}"#);
    assert!(text.ends_with("the question takes more steps than allowed"), "{text}");
}

#[test]
fn the_validator_is_asked_directly() {
    let engine = Engine::default();
    let (schema, value) = (super::document(r#"{"type":"integer"}"#), super::document("1.0"));
    assert_eq!(engine.accepts(schema.root(), value.root()), Ok(true));
    let remote = super::document(r#"{"$ref":"https://example.com/s.json"}"#);
    assert_eq!(engine.accepts(remote.root(), value.root()), Err(Reason::NotValidatable));
}
