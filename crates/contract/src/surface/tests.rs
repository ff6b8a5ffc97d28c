//! Tests of forms, capture files, inspection and comparison.

use super::form::{Form, fingerprint, write_form};
use super::*;

fn capture(text: &str) -> Capture {
    read_capture(text.as_bytes().to_vec()).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn canonical(text: &str) -> String {
    let capture = capture(text);
    let mut out = Vec::new();
    write_form(Form::of_era(capture.era()), &capture, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// The test vector of the form's specification, section 3.
const VECTOR: &str = r#"{"initialize":{"protocolVersion":"2025-06-18","capabilities":{"tools":{"listChanged":true}},"serverInfo":{"name":"exemplo","version":"9.9.9"}},"tools":[{"name":"b_tool","inputSchema":{"type":"object","required":["z","a"]}},{"name":"B_tool","inputSchema":{"type":"object"}},{"name":"a_tool","description":"Ç","inputSchema":{"type":"object"}}],"resources":[],"resourceTemplates":null,"prompts":null}"#;

#[test]
fn the_vector_of_the_specification_comes_out() {
    assert_eq!(
        canonical(VECTOR),
        r#"{"initialize":{"capabilities":{"tools":{"listChanged":true}},"instructions":null,"protocolVersion":"2025-06-18","serverInfo":{"name":"exemplo"}},"prompts":null,"resourceTemplates":null,"resources":[],"tools":[{"inputSchema":{"type":"object"},"name":"B_tool"},{"description":"Ç","inputSchema":{"type":"object"},"name":"a_tool"},{"inputSchema":{"required":["z","a"],"type":"object"},"name":"b_tool"}]}"#
    );
    assert_eq!(
        fingerprint(Form::McpSurface1, &capture(VECTOR)).unwrap().to_string(),
        "06c6e65c1e1a1e00d7659498e41bb0cd2fe76fe5248f3a92d2d05ddfc01351d8"
    );
}

fn with_tools(tools: &str) -> String {
    format!(
        r#"{{"initialize":{{"protocolVersion":"2025-06-18","capabilities":{{"tools":{{}}}},"serverInfo":{{"name":"t"}}}},"tools":{tools},"resources":null,"resourceTemplates":null,"prompts":null}}"#
    )
}

fn tools_of(text: &str) -> String {
    let canonical = canonical(&with_tools(text));
    canonical[canonical.find("\"tools\":[").unwrap() + 8..canonical.len() - 1].to_owned()
}

#[test]
fn items_sort_by_what_ecmascript_makes_of_their_key() {
    assert_eq!(
        tools_of(
            r#"[{"name":"z"},{},{"name":null},{"name":[1,[null,"b"],{}]},{"name":{"a":1}},{"name":1e21},{"name":true},{"name":"a"}]"#
        ),
        r#"[{"name":[1,[null,"b"],{}]},{"name":1e+21},{"name":{"a":1}},{"name":"a"},{"name":null},{"name":true},{},{"name":"z"}]"#
    );
    // Equal keys keep the order of the capture; characters beyond U+FFFF come before U+E000.
    assert_eq!(tools_of(r#"[{"name":"x","n":2},{"name":"x","n":1}]"#), r#"[{"n":2,"name":"x"},{"n":1,"name":"x"}]"#);
    assert_eq!(
        tools_of("[{\"name\":\"\u{e000}\"},{\"name\":\"\u{1f600}\"}]"),
        "[{\"name\":\"\u{1f600}\"},{\"name\":\"\u{e000}\"}]"
    );
}

#[test]
fn not_served_is_null_and_never_an_empty_list() {
    let none = r#"{"initialize":null}"#;
    assert_eq!(
        canonical(none),
        r#"{"initialize":{"capabilities":null,"instructions":null,"protocolVersion":null,"serverInfo":{}},"prompts":null,"resourceTemplates":null,"resources":null,"tools":null}"#
    );
    assert_ne!(canonical(&with_tools("[]")), canonical(&with_tools("null")));
}

#[test]
fn only_the_version_of_server_info_stays_out() {
    let with = |info: &str| {
        canonical(&format!(r#"{{"initialize":{{"serverInfo":{info},"_meta":{{}}}}}}"#))
            .split("\"serverInfo\":")
            .nth(1)
            .unwrap()
            .split(",\"prompts\"")
            .next()
            .unwrap()
            .trim_end_matches('}')
            .to_owned()
    };
    assert_eq!(
        with(r#"{"version":"1","title":"T","name":"n","versions":2}"#),
        r#"{"name":"n","title":"T","versions":2"#
    );
    assert_eq!(with(r#"{"version":"1"}"#), "{");
    assert_eq!(with(r#""ab""#), r#"{"0":"a","1":"b""#);
    assert_eq!(with(r#"["x",{"version":1}]"#), r#"{"0":"x","1":{"version":1"#);
    assert_eq!(with("5"), "{");
}

const MODERN: &str = r#"{"discover":{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},"ttlMs":1,"cacheScope":"public","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"m","version":"3"}}},"tools":[{"name":"b","_meta":{"x":1}},{"name":"a"}],"resources":null,"resourceTemplates":null,"prompts":null}"#;

#[test]
fn the_modern_form_leaves_out_what_belongs_to_one_response() {
    assert_eq!(
        canonical(MODERN),
        r#"{"discover":{"capabilities":{"tools":{}},"instructions":null,"serverInfo":{"name":"m"},"supportedVersions":["2026-07-28"]},"prompts":null,"resourceTemplates":null,"resources":null,"tools":[{"name":"a"},{"_meta":{"x":1},"name":"b"}]}"#
    );
}

#[test]
fn a_modern_capture_never_gets_a_legacy_fingerprint() {
    let error = fingerprint(Form::McpSurface1, &capture(MODERN)).unwrap_err();
    assert_eq!(error.to_string(), "a capture of the modern era has no `mcp-surface/1` fingerprint");
    assert!(fingerprint(Form::Modern1, &capture(VECTOR)).is_err());
}

#[test]
fn a_capture_file_keeps_every_token_and_reads_back() {
    let odd = with_tools(r#"[{"name":"x","n":1.0,"n":1e2,"u":"\u0041"}]"#);
    let mut first = capture(&odd);
    first.how.transport = Some("stdio".to_owned());
    first.how.credentials =
        vec![Credential::Header("Authorization".to_owned()), Credential::Environment("KEY".to_owned())];
    first.how.times = 2;
    first.findings.push(crate::finding::Finding::new("stdout-text", "stdout", "a \"line\"\n").at("/x"));
    first.modern = Some(Box::new(capture(MODERN)));
    let mut written = Vec::new();
    write_capture(&first, &mut written);
    let text = String::from_utf8(written.clone()).unwrap();
    assert!(text.contains(r#""tools":[{"name":"x","n":1.0,"n":1e2,"u":"\u0041"}]"#), "{text}");
    assert!(text.ends_with("}\n"));
    let again = read_capture(written.clone()).unwrap();
    assert_eq!(again.how, first.how);
    assert_eq!(again.findings, first.findings);
    let mut rewritten = Vec::new();
    write_capture(&again, &mut rewritten);
    assert_eq!(rewritten, written);
    assert_eq!(again.in_era(Era::Modern).unwrap().list(ListKind::Tools).unwrap().len(), 2);
}

#[test]
fn what_is_no_capture_is_refused_with_its_place() {
    for (text, expected) in [
        ("", "line 1, column 1: the text is empty"),
        ("{\n x", "line 2, column 2: a key in double quotes or `}` expected, found `x`"),
        ("[]", "line 1, column 1: an object expected, found array"),
        (r#"{"tools":[]}"#, "neither `initialize` nor `discover` is among its keys (tools)"),
        ("{\"initialize\":{},\n \"tools\": 3}", "line 2, column 11 (/tools): an array or null expected, found number"),
        (r#"{"initialize":[]}"#, "line 1, column 15 (/initialize): an object or null expected, found array"),
        (r#"{"discover":null}"#, "line 1, column 13 (/discover): an object expected, found null"),
        (
            r#"{"initialize":{},"modern":{"discover":{},"tools":{}}}"#,
            "line 1, column 50 (/modern/tools): an array or null expected, found object",
        ),
    ] {
        assert_eq!(read_capture(text.as_bytes().to_vec()).unwrap_err().to_string(), expected);
    }
}

fn findings_of(text: &str) -> Vec<String> {
    inspect(&capture(text)).findings.iter().map(|f| format!("{} {}: {}", f.rule, f.place, f.message)).collect()
}

#[test]
fn a_clean_surface_has_no_findings() {
    assert_eq!(
        findings_of(&with_tools(r#"[{"name":"a","description":"Grüße \n 👩‍💻","inputSchema":{"type":"object"}}]"#)),
        [""; 0]
    );
}

#[test]
fn what_the_form_loses_is_named_with_its_place() {
    let tools = r#"[{"name":"a","inputSchema":{"type":"object"},"x":{"n":[1,9007199254740993]},"d":1,"d":2,"o":1e400,"s":"\ud800"}]"#;
    assert_eq!(
        findings_of(&with_tools(tools)),
        [
            "key-duplicate tools[a].d: an earlier value of a key that comes again",
            "number-overflow tools[a].o: `1e400` counts as null",
            "lone-surrogate tools[a].s: in \"\\ud800\"",
            "number-precision tools[a].x.n[1]: `9007199254740993` counts as `9007199254740992`",
        ]
    );
    let inspection = inspect(&capture(&with_tools(tools)));
    assert_eq!(inspection.findings[3].pointer.as_deref(), Some("/tools/0/x/n/1"));
}

#[test]
fn characters_nobody_sees_are_found_in_keys_and_values() {
    let tools = r#"[{"name":"a","inputSchema":{"type":"object","properties":{"k\u200bey":{}}},"description":"x\u202ey\u001b[31m"}]"#;
    assert_eq!(
        findings_of(&with_tools(tools)),
        [
            "hidden-character tools[a].inputSchema.properties[\"k\\u{200b}ey\"]: U+200B",
            "hidden-character tools[a].description: U+001B",
            "bidirectional-character tools[a].description: U+202E",
        ]
    );
}

#[test]
fn lists_and_capabilities_must_agree() {
    let text = r#"{"initialize":{"capabilities":{"prompts":{},"tools":null}},"tools":[{"name":"a","inputSchema":{"type":"object"}}],"prompts":null}"#;
    assert_eq!(
        findings_of(text),
        [
            "list-undeclared-served tools/list: 1 tool without capability `tools`",
            "list-declared-not-served prompts/list: capability `prompts` is declared, but: the list is not served",
        ]
    );
}

#[test]
fn names_are_checked() {
    let tools = r#"[{"name":"a","inputSchema":{"type":"object"}},{"name":"\u0061","inputSchema":{"type":"object"}},3,{"inputSchema":{"type":"object"}},{"name":"b c","inputSchema":{"type":"object"}}]"#;
    let found = findings_of(&with_tools(tools));
    assert!(found.contains(&"name-duplicate tools[a]: another tool has this `name` already".to_owned()), "{found:#?}");
    assert!(found.contains(&"item-key-missing tools[#2]: the item is number, no object".to_owned()), "{found:#?}");
    assert!(found.contains(&"item-key-missing tools[#3]: `name` is missing or no string".to_owned()), "{found:#?}");
    assert!(found.contains(&"name-odd tools[\"b c\"]: the name holds ' '".to_owned()), "{found:#?}");
}

#[test]
fn places_of_one_rule_are_counted_past_twenty() {
    let tools: Vec<String> =
        (0..50).map(|n| format!(r#"{{"name":"t {n}","inputSchema":{{"type":"object"}}}}"#)).collect();
    let found = findings_of(&with_tools(&format!("[{}]", tools.join(","))));
    assert_eq!(found.len(), PER_RULE + 1);
    assert_eq!(found[PER_RULE], "name-odd …: and 30 more places of this kind");
}

fn changes(a: &str, b: &str) -> Vec<String> {
    differences(&capture(a), &capture(b)).iter().map(|d| format!("{}: {:?}", d.place, d.change)).collect()
}

#[test]
fn order_of_keys_and_items_is_no_difference() {
    let a = with_tools(r#"[{"name":"a","x":{"p":1,"q":2}},{"name":"b"}]"#);
    let b = with_tools(r#"[{"name":"b"},{"x":{"q":2.0,"p":1},"name":"a"}]"#);
    assert_eq!(changes(&a, &b), [""; 0]);
}

#[test]
fn order_inside_required_is_told_apart_from_content() {
    let a = with_tools(
        r#"[{"name":"a","inputSchema":{"required":["x","y"],"prefixItems":[{"type":"string"},{"type":["null","integer"]}]}}]"#,
    );
    let b = with_tools(
        r#"[{"name":"a","inputSchema":{"required":["y","x"],"prefixItems":[{"type":"string"},{"type":["integer","null"]}]}}]"#,
    );
    assert_eq!(
        changes(&a, &b),
        ["tools[a].inputSchema.prefixItems[1].type: Order", "tools[a].inputSchema.required: Order"]
    );
    let c = with_tools(
        r#"[{"name":"a","inputSchema":{"required":["x","y"],"prefixItems":[{"type":["null","integer"]},{"type":"string"}]}}]"#,
    );
    assert_eq!(changes(&a, &c).len(), 2, "prefixItems is ordered");
}

#[test]
fn added_removed_and_changed_places_are_named() {
    let a = with_tools(r#"[{"name":"a","description":"x"},{"name":"gone"}]"#);
    let b = with_tools(r#"[{"name":"a","description":"y","title":"A"},{"name":"new"}]"#);
    assert_eq!(
        changes(&a, &b),
        [
            "tools[a].description: Changed { was: \"\\\"x\\\"\", now: \"\\\"y\\\"\" }",
            "tools[a].title: Added",
            "tools[gone]: Removed",
            "tools[new]: Added",
        ]
    );
    assert_eq!(changes(&a, &with_tools("null")), ["tools: Removed"]);
}

#[test]
fn a_server_version_alone_is_no_difference() {
    let with = |version: &str| format!(r#"{{"initialize":{{"serverInfo":{{"name":"s","version":"{version}"}}}}}}"#);
    assert_eq!(changes(&with("1"), &with("2")), [""; 0]);
    assert_eq!(changes(MODERN, &MODERN.replace("\"version\":\"3\"", "\"version\":\"4\"")), [""; 0]);
    assert_eq!(changes(MODERN, &MODERN.replace("\"name\":\"m\"", "\"name\":\"n\"")).len(), 1);
}
