//! Each keyword by itself, literally read: what it costs to add or change it, and that taking it away costs nothing.

use super::literal;

/// Old, new, witness; the other way round is proved.
#[test]
fn narrowing_is_refuted_and_widening_is_proved() {
    let pairs = [
        // types
        (r#"{}"#, r#"{"type":"string"}"#, "0"),
        (r#"{"type":["string","null"]}"#, r#"{"type":"string"}"#, "null"),
        (r#"{"type":"number"}"#, r#"{"type":"integer"}"#, "0.5"),
        (r#"{"type":"boolean"}"#, r#"{"const":true}"#, "false"),
        (r#"true"#, r#"false"#, "0"),
        (r#"{"enum":["a","b",1,null]}"#, r#"{"enum":["b",1,null]}"#, r#""a""#),
        (r#"{"enum":[[1],{"a":1}]}"#, r#"{"const":[1.0]}"#, r#"{"a":1}"#),
        // numbers
        (r#"{"type":"integer"}"#, r#"{"type":"integer","minimum":1}"#, "0"),
        (r#"{"type":"integer","maximum":100}"#, r#"{"type":"integer","maximum":10}"#, "11"),
        (r#"{"type":"number","minimum":0}"#, r#"{"type":"number","exclusiveMinimum":0}"#, "0"),
        (r#"{"type":"number","exclusiveMaximum":1}"#, r#"{"type":"number","maximum":0.999}"#, "0.9995"),
        (r#"{"multipleOf":0.1}"#, r#"{"multipleOf":0.3}"#, "1"),
        (r#"{"type":"integer","multipleOf":2}"#, r#"{"type":"integer","multipleOf":6}"#, "2"),
        (r#"{"maximum":9007199254740993}"#, r#"{"maximum":9007199254740992}"#, "9007199254740993"),
        // strings
        (r#"{"type":"string"}"#, r#"{"type":"string","minLength":1}"#, r#""""#),
        (r#"{"type":"string","maxLength":3}"#, r#"{"type":"string","maxLength":2}"#, r#""aaa""#),
        (r#"{"type":"string"}"#, r#"{"type":"string","pattern":"^[a-c]+$"}"#, r#""""#),
        (r#"{"type":"string","pattern":"^[a-z]+$"}"#, r#"{"type":"string","pattern":"^[a-c]+$"}"#, r#""d""#),
        (r#"{"type":"string"}"#, r#"{"type":"string","enum":["a","b"]}"#, r#""c""#),
        // arrays
        (r#"{"type":"array"}"#, r#"{"type":"array","minItems":1}"#, "[]"),
        (r#"{"type":"array","maxItems":10}"#, r#"{"type":"array","maxItems":2}"#, "[0,0,0]"),
        (r#"{"type":"array"}"#, r#"{"type":"array","uniqueItems":true}"#, "[0,0]"),
        (r#"{"items":{"enum":["a","b"]}}"#, r#"{"items":{"enum":["a"]}}"#, r#"["b"]"#),
        (r#"{"type":"array"}"#, r#"{"type":"array","prefixItems":[{},{"type":"integer"}]}"#, r#"[0,"a"]"#),
        (
            r#"{"type":"array","prefixItems":[{"type":"null"}]}"#,
            r#"{"type":"array","prefixItems":[{"type":"null"}],"items":false}"#,
            "[null,0]",
        ),
        (r#"{"type":"array"}"#, r#"{"type":"array","contains":{"type":"string"}}"#, "[]"),
        (
            r#"{"type":"array","contains":{"const":1}}"#,
            r#"{"type":"array","contains":{"const":1},"minContains":2}"#,
            "[1]",
        ),
        (
            r#"{"type":"array","items":{"const":1}}"#,
            r#"{"type":"array","items":{"const":1},"contains":true,"minContains":0,"maxContains":1}"#,
            "[1,1]",
        ),
        // objects
        (r#"{"type":"object"}"#, r#"{"type":"object","required":["a"]}"#, "{}"),
        (r#"{"type":"object"}"#, r#"{"type":"object","properties":{"a":{"type":"integer"}}}"#, r#"{"a":"a"}"#),
        (
            r#"{"type":"object","properties":{"a":{}}}"#,
            r#"{"type":"object","properties":{"a":{}},"additionalProperties":false}"#,
            r#"{"extra":0}"#,
        ),
        (
            r#"{"type":"object","additionalProperties":{"type":["integer","null"]}}"#,
            r#"{"type":"object","additionalProperties":{"type":"integer"}}"#,
            r#"{"extra":null}"#,
        ),
        (r#"{"type":"object"}"#, r#"{"type":"object","patternProperties":{"^x-":{"type":"null"}}}"#, r#"{"x-":0}"#),
        (r#"{"type":"object"}"#, r#"{"type":"object","propertyNames":{"maxLength":2}}"#, r#"{"aaa":0}"#),
        (r#"{"type":"object"}"#, r#"{"type":"object","minProperties":1}"#, "{}"),
        (r#"{"type":"object"}"#, r#"{"type":"object","maxProperties":1}"#, r#"{"extra":0,"extra2":0}"#),
        (r#"{"type":"object"}"#, r#"{"type":"object","dependentRequired":{"a":["b"]}}"#, r#"{"a":0}"#),
        (
            r#"{"type":"object"}"#,
            r#"{"type":"object","dependentSchemas":{"a":{"maxProperties":1}}}"#,
            r#"{"a":0,"extra":0}"#,
        ),
        (
            r#"{"type":"object","properties":{"a":{}}}"#,
            r#"{"type":"object","properties":{"a":{}},"unevaluatedProperties":false}"#,
            r#"{"extra":0}"#,
        ),
        (
            r#"{"type":"array","prefixItems":[{}]}"#,
            r#"{"type":"array","prefixItems":[{}],"contains":{"const":1},"minContains":0,"unevaluatedItems":false}"#,
            "[0,0]",
        ),
        // combinations
        (r#"{"type":"string"}"#, r#"{"type":"string","allOf":[{"maxLength":1},{"minLength":1}]}"#, r#""aa""#),
        (r#"{"type":["string","integer","null"]}"#, r#"{"anyOf":[{"type":"string"},{"type":"null"}]}"#, "0"),
        (
            r#"{"anyOf":[{"required":["a"]},{"required":["b"]}]}"#,
            r#"{"oneOf":[{"required":["a"]},{"required":["b"]}],"type":"object"}"#,
            "0",
        ),
        (r#"{"type":"integer"}"#, r#"{"type":"integer","not":{"minimum":5}}"#, "5"),
        (
            r#"{"type":"object","properties":{"k":{"enum":["a","b"]},"v":{}},"required":["k"]}"#,
            r#"{"type":"object","properties":{"k":{"enum":["a","b"]},"v":{}},"required":["k"],
                "if":{"properties":{"k":{"const":"a"}}},"then":{"required":["v"]}}"#,
            r#"{"k":"a"}"#,
        ),
    ];
    for (wide, narrow, witness) in pairs {
        assert_eq!(literal(wide, narrow), witness, "{wide} to {narrow}");
        assert_eq!(literal(narrow, wide), "proved", "{narrow} to {wide}");
    }
}

#[test]
fn one_of_is_exclusive() {
    let any = r#"{"type":"object","anyOf":[{"required":["a"]},{"required":["b"]}]}"#;
    let one = r#"{"type":"object","oneOf":[{"required":["a"]},{"required":["b"]}]}"#;
    assert_eq!(literal(one, any), "proved");
    assert_eq!(literal(any, one), r#"{"a":0,"b":0}"#);
}

#[test]
fn recursion_is_followed_as_far_as_it_matters() {
    let list = |value: &str, name: &str| {
        format!(
            r##"{{"$ref":"#/$defs/{name}","$defs":{{"{name}":{{"type":"object","required":["v"],"properties":
                {{"v":{value},"next":{{"anyOf":[{{"$ref":"#/$defs/{name}"}},{{"type":"null"}}]}}}}}}}}}}"##
        )
    };
    let (plain, renamed) = (list(r#"{"type":"integer"}"#, "node"), list(r#"{"type":"integer"}"#, "item"));
    assert_eq!(literal(&plain, &renamed), "proved");
    assert_eq!(literal(&plain, &list(r#"{"type":"number"}"#, "node")), "proved");
    assert_eq!(literal(&list(r#"{"type":"number"}"#, "node"), &plain), r#"{"v":0.5}"#);
    // A finite value never satisfies this, so everything else accepts what it accepts.
    let endless = r##"{"type":"object","properties":{"a":{"$ref":"#"}},"required":["a"]}"##;
    assert_eq!(literal(endless, "false"), "proved");
    // The difference is one level down.
    let tree = r##"{"type":"object","properties":{"kids":{"type":"array","items":{"$ref":"#"}}}}"##;
    let flat = r##"{"type":"object","properties":{"kids":{"type":"array","items":
        {"type":"object","properties":{"kids":{"type":"array","maxItems":0}}}}}}"##;
    assert_eq!(literal(flat, tree), "proved");
    assert_eq!(literal(tree, flat), r#"{"kids":[{"kids":[{}]}]}"#);
}

#[test]
fn dialects_keep_their_meaning() {
    let draft7 = |text: &str| format!(r#"{{"$schema":"http://json-schema.org/draft-07/schema#",{text}}}"#);
    let tuple = draft7(r#""type":"array","items":[{"type":"number"},{"type":"number"}],"additionalItems":false"#);
    let prefix = r#"{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"array",
        "prefixItems":[{"type":"number"},{"type":"number"}],"items":false}"#;
    assert_eq!(literal(&tuple, prefix), "proved");
    assert_eq!(literal(prefix, &tuple), "proved");
    // Beside `$ref`, draft-07 ignores everything and 2020-12 nothing.
    let beside = r##""$ref":"#/definitions/a","minLength":2,"definitions":{"a":{"type":"string"}}"##;
    assert_eq!(literal(&format!("{{{beside}}}"), &draft7(beside)), "proved");
    assert_eq!(literal(&draft7(beside), &format!("{{{beside}}}")), r#""a""#);
    // Words of one dialect are no words of another.
    assert_eq!(literal(&draft7(r#""type":"array","prefixItems":[{"type":"null"}]"#), r#"{"type":"array"}"#), "proved");
    assert_eq!(literal(r#"{"type":"array"}"#, &draft7(r#""type":"array","prefixItems":[{"type":"null"}]"#)), "proved");
    let draft4 = r#"{"$schema":"http://json-schema.org/draft-04/schema#","minimum":1,"exclusiveMinimum":true}"#;
    assert_eq!(literal(draft4, r#"{"exclusiveMinimum":1}"#), "proved");
    assert_eq!(literal(r#"{"type":"number","minimum":1}"#, draft4), "1");
    let draft2019 = r##"{"$schema":"https://json-schema.org/draft/2019-09/schema","items":[{"type":"null"}],
        "properties":{"a":{"$recursiveRef":"#"}}}"##;
    assert_eq!(literal(draft2019, r##"{"prefixItems":[{"type":"null"}],"properties":{"a":{"$ref":"#"}}}"##), "proved");
}

#[test]
fn of_duplicate_keys_the_last_counts() {
    let twice = r#"{"type":"string","type":"object","properties":{"a":{"type":"null"},"a":{"type":"integer"}},
        "dependentRequired":{"a":["x"],"a":["b"]},"patternProperties":{"^p":false,"^p":true}}"#;
    let once = r#"{"type":"object","properties":{"a":{"type":"integer"}},"dependentRequired":{"a":["b"]}}"#;
    assert_eq!(literal(twice, once), "proved");
    assert_eq!(literal(once, twice), "proved");
}

#[test]
fn formats_and_contents_say_nothing() {
    let plain = r#"{"type":"string"}"#;
    for text in [
        r#"{"type":"string","format":"date-time"}"#,
        r#"{"type":"string","contentEncoding":"base64","contentMediaType":"application/json"}"#,
        r#"{"$schema":"http://json-schema.org/draft-07/schema#","type":"string","contentEncoding":"base64"}"#,
    ] {
        assert_eq!(literal(plain, text), "proved", "{text}");
        assert_eq!(literal(text, plain), "proved", "{text}");
    }
    let draft7 = r#"{"$schema":"http://json-schema.org/draft-07/schema#","type":"string","contentEncoding":"base64"}"#;
    assert_eq!(literal(draft7, r#"{"type":"string","minLength":2}"#), r#""a""#);
}
