//! Schemas that mean the same are proved in both directions, under every reading: what generators do when they
//! are upgraded, and what people do when they tidy up.

use super::answer;
use crate::inclusion::{Openness, Options};

fn options() -> [Options; 4] {
    [
        Options::input(),
        Options::output(),
        Options { openness: Openness::Closing, ..Options::default() },
        Options::literal(),
    ]
}

fn same(a: &str, b: &str) {
    for options in options() {
        assert_eq!(answer(options.clone(), a, b), "proved", "{options:?}\n{a}\n{b}");
        assert_eq!(answer(options.clone(), b, a), "proved", "{options:?}\n{b}\n{a}");
    }
}

#[test]
fn a_schema_never_breaks_itself() {
    for text in [
        "true",
        "false",
        "{}",
        r#"{"type":"nonsense","minimum":"x"}"#,
        r#"{"$ref":"https://example.com/else.json"}"#,
        r##"{"$ref":"#"}"##,
        r#"{"$schema":"https://example.com/dialect","type":"string"}"#,
        r#"{"type":"string","pattern":"(a)\\1"}"#,
    ] {
        same(text, text);
        same(text, &format!(" {} ", text.replace("\":", "\" : ")));
    }
}

#[test]
fn order_and_annotations() {
    same(
        r#"{"type":"object","properties":{"a":{"type":"string"},"b":{"enum":["x","y"]}},"required":["a","b"]}"#,
        r#"{"required":["b","a"],"title":"T","description":"d","examples":[1],"deprecated":true,"properties":
            {"b":{"default":"x","enum":["y","x"],"title":"B"},"a":{"description":"d","type":"string"}},"type":"object"}"#,
    );
    same(r#"{"anyOf":[{"type":"string"},{"type":"integer"}]}"#, r#"{"anyOf":[{"type":"integer"},{"type":"string"}]}"#);
    same(r#"{"type":"string"}"#, r#"{"type":"string","nullable":true,"x-vendor":{"type":"integer"}}"#);
    same(r#"{"type":"string"}"#, r#"{"type":"string","$schema":"http://json-schema.org/draft-07/schema#"}"#);
    same(r#"{"properties":{"f":{}},"$defs":{"k":{"enum":["a"]}}}"#, r#"{"properties":{"f":{}},"$defs":{"k":false}}"#);
}

#[test]
fn references_inlined_and_renamed() {
    let inline = r#"{"type":"object","properties":{"who":{"type":"string","minLength":1}},"required":["who"]}"#;
    let by_ref = r##"{"type":"object","properties":{"who":{"$ref":"#/$defs/Who"}},"required":["who"],
        "$defs":{"Who":{"type":"string","minLength":1,"title":"Who"}}}"##;
    let older = r##"{"$schema":"http://json-schema.org/draft-07/schema#","type":"object",
        "properties":{"who":{"$ref":"#/definitions/Name"}},"required":["who"],
        "definitions":{"Name":{"type":"string","minLength":1}}}"##;
    let wrapped = r##"{"type":"object","properties":{"who":{"allOf":[{"$ref":"#/$defs/Who"}],"default":"x"}},
        "required":["who"],"$defs":{"Who":{"type":"string","minLength":1}}}"##;
    for (a, b) in [(inline, by_ref), (inline, older), (by_ref, older), (inline, wrapped)] {
        same(a, b);
    }
    same(
        r##"{"properties":{"a":{"$ref":"#/$defs/T"}},"$defs":{"T":{"items":{"$ref":"#/$defs/T"},"maxItems":3}}}"##,
        r##"{"properties":{"a":{"items":{"$ref":"#/$defs/U"},"maxItems":3}},
            "$defs":{"U":{"items":{"items":{"$ref":"#/$defs/U"},"maxItems":3},"maxItems":3}}}"##,
    );
    same(
        r##"{"$defs":{"a b/c":{"type":"null"}},"$ref":"#/$defs/a%20b~1c"}"##,
        r##"{"$defs":{"q":{"$anchor":"here","type":"null"}},"$ref":"#here"}"##,
    );
}

#[test]
fn spellings_of_one_set() {
    for (a, b) in [
        (r#"{"const":"a"}"#, r#"{"enum":["a"]}"#),
        (r#"{"enum":[1,2]}"#, r#"{"enum":[2.0,1e0]}"#),
        (r#"{"enum":[true,false,null]}"#, r#"{"type":["boolean","null"]}"#),
        (
            r#"{"type":["string","null"],"maxLength":3}"#,
            r#"{"anyOf":[{"type":"string","maxLength":3},{"type":"null"}]}"#,
        ),
        (
            r#"{"type":["string","null"],"format":"uri"}"#,
            r#"{"oneOf":[{"type":"null"},{"type":"string","format":"uri"}]}"#,
        ),
        (r#"{"type":"number","multipleOf":1}"#, r#"{"type":"integer"}"#),
        (r#"{"type":"integer","exclusiveMinimum":0}"#, r#"{"type":"integer","minimum":1}"#),
        (r#"{"enum":["a","b"]}"#, r#"{"type":"string","enum":["a","b"]}"#),
        (r#"{"anyOf":[{"const":"a"},{"const":"b"}]}"#, r#"{"enum":["a","b"]}"#),
        (r#"{"type":"string","minimum":3,"minLength":0}"#, r#"{"type":"string"}"#),
        (r#"{"type":"array","items":true,"uniqueItems":false}"#, r#"{"type":"array"}"#),
        (r#"{"type":"string","pattern":".*"}"#, r#"{"type":"string"}"#),
        (r#"{"type":"string","pattern":"^(a|b)*$"}"#, r#"{"type":"string","pattern":"^[ab]*$"}"#),
        (r#"{"not":{"not":{"type":"string"}}}"#, r#"{"type":"string"}"#),
        (r#"{"allOf":[{"type":"string"},{"minLength":2}]}"#, r#"{"type":"string","minLength":2}"#),
        (
            r#"{"oneOf":[{"type":"object","properties":{"k":{"const":"a"}},"required":["k"]},
                {"type":"object","properties":{"k":{"const":"b"}},"required":["k"]}]}"#,
            r#"{"anyOf":[{"type":"object","properties":{"k":{"const":"b"}},"required":["k"]},
                {"type":"object","properties":{"k":{"enum":["a"]}},"required":["k"]}]}"#,
        ),
        (
            r#"{"type":"array","prefixItems":[{"type":"null"}],"items":false}"#,
            r#"{"type":"array","maxItems":1,"items":{"type":"null"}}"#,
        ),
        (
            r#"{"if":{"type":"string"},"then":{"minLength":1}}"#,
            r#"{"anyOf":[{"not":{"type":"string"}},{"minLength":1}]}"#,
        ),
    ] {
        same(a, b);
    }
}

#[test]
fn spelled_out_defaults() {
    let plain = r#"{"type":"object","properties":{"a":{"type":"array","items":{"type":"string"}}}}"#;
    same(
        plain,
        r#"{"type":"object","properties":{"a":{"type":"array","items":{"type":"string"},"minItems":0}},"required":[]}"#,
    );
    same(
        plain,
        r#"{"type":"object","properties":{"a":{"type":"array","items":{"type":"string"}}},"additionalProperties":true}"#,
    );
    same(
        plain,
        r#"{"type":"object","properties":{"a":{"type":"array","items":{"type":"string"}}},"additionalProperties":{}}"#,
    );
    same(r#"{"type":"object"}"#, r#"{"type":"object","properties":{}}"#);
}

/// A generator's next version: another dialect word, integer bounds, titles, a union where a list was.
#[test]
fn generator_upgrades() {
    let before = r##"{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","properties":{
        "limit":{"type":"integer","exclusiveMinimum":0},"tags":{"type":"array","items":{"type":"string"}},
        "mode":{"type":"string","const":"fast"},"note":{"type":["string","null"],"default":null},
        "map":{"type":"object","additionalProperties":{"type":"number"}}},
        "required":["limit"],"additionalProperties":false}"##;
    let after = r##"{"$schema":"https://json-schema.org/draft/2020-12/schema","title":"Arguments","type":"object",
        "properties":{"limit":{"title":"Limit","type":"integer","exclusiveMinimum":0,"maximum":9007199254740991},
        "tags":{"items":{"type":"string"},"type":"array"},"mode":{"enum":["fast"]},
        "note":{"anyOf":[{"type":"string"},{"type":"null"}]},
        "map":{"type":"object","propertyNames":{"type":"string"},"additionalProperties":{"type":"number"}}},
        "required":["limit"],"additionalProperties":false}"##;
    for options in [Options::input(), Options::output()] {
        assert_eq!(answer(options.clone(), before, after), "proved");
        assert_eq!(answer(options, after, before), "proved");
    }
    // Taken literally, the bound is one.
    assert_eq!(answer(Options::literal(), before, after), r#"{"limit":9007199254740992}"#);
    let bounds = Options { safe_integer_bounds: true, ..Options::input() };
    assert_eq!(answer(bounds, before, after), r#"{"limit":9007199254740992}"#);
}
