//! Changes of tools as users have reported them: which of them break a caller or a reader, with what value.

use super::answer;
use crate::inclusion::Options;

fn input(old: &str, new: &str) -> String {
    answer(Options::input(), old, new)
}

/// Of an output schema: whether readers of the old one can take all that the new one allows.
fn output(old: &str, new: &str) -> String {
    answer(Options::output(), new, old)
}

fn field(schema: &str) -> String {
    format!(r#"{{"type":"object","properties":{{"f":{schema}}},"required":["f"]}}"#)
}

#[test]
fn required_and_default() {
    let optional = r#"{"type":"object","properties":{"f":{"type":"string","default":"x"}}}"#;
    let required = r#"{"type":"object","properties":{"f":{"type":"string","default":"x"}},"required":["f"]}"#;
    assert_eq!(input(optional, required), "{}");
    assert_eq!(input(r#"{"type":"object","properties":{}}"#, required), "{}");
    assert_eq!(input(required, optional), "proved");
    assert_eq!(input(&optional.replace("\"x\"", "\"y\""), optional), "proved");
    assert_eq!(output(required, optional), "{}");
    assert_eq!(output(optional, required), "proved");
    assert_eq!(output(required, r#"{"type":"object","properties":{}}"#), "{}");
}

#[test]
fn null_comes_and_goes() {
    let text = field(r#"{"type":"string"}"#);
    let nullable = field(r#"{"anyOf":[{"type":"string"},{"type":"null"}]}"#);
    assert_eq!(output(&text, &nullable), r#"{"f":null}"#);
    assert_eq!(output(&nullable, &text), "proved");
    assert_eq!(input(&text, &nullable), "proved");
    assert_eq!(input(&nullable, &text), r#"{"f":null}"#);
    assert_eq!(input(&nullable, &field("{}")), "proved");
    assert_eq!(input(&field("{}"), &nullable), r#"{"f":0}"#);
    assert_eq!(output(&text, &field("{}")), r#"{"f":0}"#);
}

#[test]
fn enum_values_come_and_go() {
    let (both, one) = (field(r#"{"enum":["a","b"]}"#), field(r#"{"enum":["a"]}"#));
    assert_eq!(input(&both, &one), r#"{"f":"b"}"#);
    assert_eq!(input(&one, &both), "proved");
    assert_eq!(input(&field(r#"{"type":"string"}"#), &both), r#"{"f":"c"}"#);
    assert_eq!(output(&one, &both), r#"{"f":"b"}"#);
    assert_eq!(output(&both, &one), "proved");
    let deep = |values: &str| {
        field(&format!(r#"{{"type":"array","items":{{"type":"object","properties":{{"k":{{"enum":[{values}]}}}}}}}}"#))
    };
    assert_eq!(input(&deep(r#""a","b""#), &deep(r#""a""#)), r#"{"f":[{"k":"b"}]}"#);
    let by_ref = |values: &str| {
        format!(
            r##"{{"type":"object","properties":{{"f":{{"$ref":"#/$defs/k"}}}},"$defs":{{"k":{{"enum":[{values}]}}}}}}"##
        )
    };
    assert_eq!(input(&by_ref(r#""a","b""#), &by_ref(r#""b""#)), r#"{"f":"a"}"#);
}

#[test]
fn what_a_flat_comparison_does_not_see() {
    let tool = |more: &str, defs: &str| {
        format!(
            r##"{{"type":"object","properties":{{"title":{{"type":"string","maxLength":80}},
                "weight":{{"type":"integer"}},"address":{{"$ref":"#/$defs/Address"}}}},"required":["title"]{more},
                "$defs":{{"Address":{{"type":"object","properties":{{"street":{{"type":"string"}},
                "zip":{defs}}},"required":["street"]}}}}}}"##
        )
    };
    let old = tool("", r#"{"type":"string"}"#);
    assert_eq!(input(&old, &tool("", r#"{"type":"integer"}"#)), r#"{"address":{"street":"a","zip":"a"},"title":"a"}"#);
    assert_eq!(input(&old, &tool(r#","allOf":[{"required":["weight"]}]"#, r#"{"type":"string"}"#)), r#"{"title":"a"}"#);
    assert_eq!(
        input(&old, &tool(r#","dependentRequired":{"address":["weight"]}"#, r#"{"type":"string"}"#)),
        r#"{"address":{"street":"a"},"title":"a"}"#
    );
    assert_eq!(input(&old, &tool("", r#"{"type":["string","integer"]}"#)), "proved");
}

#[test]
fn a_recursive_result_grows() {
    let node = |more: &str| {
        format!(
            r##"{{"type":"object","properties":{{"root":{{"$ref":"#/$defs/node"}}}},"required":["root"],"$defs":{{"node":
                {{"type":"object","properties":{{"v":{{"type":"integer"}},{more}"kids":{{"type":"array",
                "items":{{"$ref":"#/$defs/node"}}}}}},"required":["v"]}}}}}}"##
        )
    };
    let (tree, grown) = (node(""), node(r#""note":{"type":"string"},"#));
    assert_eq!(output(&tree, &grown), "proved");
    assert_eq!(output(&grown, &tree), "proved");
    let dynamic = r##"{"$id":"urn:demo:tree","$dynamicAnchor":"node","type":"object","properties":{
        "kids":{"type":"array","items":{"$dynamicRef":"#node"}}}}"##;
    let plain = r##"{"type":"object","properties":{"kids":{"type":"array","items":{"$ref":"#"}}}}"##;
    assert_eq!(output(dynamic, plain), "proved");
    assert_eq!(output(plain, dynamic), "proved");
}

#[test]
fn a_value_is_added_inside_a_closed_union() {
    let result = |versions: &str, more: &str| {
        format!(
            r#"{{"type":"object","properties":{{"source":{{"anyOf":[
                {{"type":"object","properties":{{"name":{{"type":"string"}}{more}}},"required":["name"],"additionalProperties":false}},
                {{"type":"object","properties":{{"version":{{"enum":[{versions}]}},"list":{{"type":"array"}}}},
                  "required":["version"],"additionalProperties":false}}]}}}},"required":["source"]}}"#
        )
    };
    let old = result(r#""1.1""#, "");
    assert_eq!(output(&old, &result(r#""1.1","1.2""#, "")), r#"{"source":{"version":"1.2"}}"#);
    // A field more in one branch is not a break by itself, although the other branch has one of that name.
    assert_eq!(output(&old, &result(r#""1.1""#, r#","list":{"type":"array"}"#)), "proved");
}
