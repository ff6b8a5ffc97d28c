//! Files as targets: captures, and what is none.

use crate::harness::{Folder, GOOD, scripted, with_server};

/// A capture with something odd in every corner.
const ODD: &str = r#"{
  "initialize": {
    "protocolVersion": "2025-06-18",
    "capabilities": { "tools": {}, "resources": {} },
    "serverInfo": { "name": "odd\u202e server", "version": "1" }
  },
  "tools": [
    { "name": "b", "inputSchema": { "type": "object", "properties": { "n": { "maximum": 9007199254740993 } } } },
    { "name": "a b", "description": "\u200bhidden", "inputSchema": { "type": "object", "type": "object" } },
    { "name": "b", "inputSchema": null },
    { "inputSchema": { "type": "object", "properties": { "x": { "$ref": "\u0023/nowhere" } } } }
  ],
  "resources": null,
  "resourceTemplates": [],
  "prompts": null,
  "$capture": {
    "how": { "era": "legacy", "transport": "stdio", "requestedVersion": "2025-06-18", "times": 2,
             "credentials": { "headers": [], "environment": ["TOKEN"] } },
    "findings": [
      { "rule": "stdout-text", "level": "warn", "place": "stdout", "message": "\"ready\"" },
      { "rule": "from-the-future", "level": "deny", "place": "tools", "message": "not known here" }
    ]
  }
}
"#;

/// The vector of the form's description.
const EXAMPLE: &str = r#"{"initialize":{"protocolVersion":"2025-06-18","capabilities":{"tools":{"listChanged":true}},"serverInfo":{"name":"exemplo","version":"9.9.9"}},"tools":[{"name":"b_tool","inputSchema":{"type":"object","required":["z","a"]}},{"name":"B_tool","inputSchema":{"type":"object"}},{"name":"a_tool","description":"Ç","inputSchema":{"type":"object"}}],"resources":[],"resourceTemplates":null,"prompts":null}"#;
const EXAMPLE_FINGERPRINT: &str = "06c6e65c1e1a1e00d7659498e41bb0cd2fe76fe5248f3a92d2d05ddfc01351d8";

/// A server that speaks both eras.
const BOTH: &str = r#"{"initialize":{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"s","version":"1"}},"tools":[],"resources":null,"resourceTemplates":null,"prompts":null,
"modern":{"discover":{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},"ttlMs":0,"cacheScope":"public","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"s","version":"1"}}},"tools":[{"name":"a","inputSchema":{"type":"object"}}],"resources":null,"resourceTemplates":null,"prompts":null}}"#;

#[test]
fn the_fingerprint_of_a_file_stands_alone_on_standard_output() {
    let folder = Folder::new();
    folder.write("example.json", EXAMPLE);
    let ran = folder.run(&["fingerprint", "example.json"]);
    insta::assert_snapshot!("file-fingerprint", ran.shown());
    assert_eq!(ran.stdout, format!("{EXAMPLE_FINGERPRINT}\n"));
    insta::assert_snapshot!(
        "file-fingerprint-canonical",
        folder.run(&["fingerprint", "example.json", "--canonical"]).shown()
    );
    insta::assert_snapshot!("file-fingerprint-quiet", folder.run(&["fingerprint", "-q", "example.json"]).shown());
    let piped = folder.run_with_input(&["fingerprint", "-"], EXAMPLE.as_bytes()).expect(0);
    assert_eq!(piped.stdout, ran.stdout);
}

#[test]
fn findings_are_shown_with_place_and_help_and_nothing_hides() {
    let folder = Folder::new();
    folder.write("odd.json", ODD);
    insta::assert_snapshot!("file-findings", folder.run(&["fingerprint", "odd.json"]).shown());
    insta::assert_snapshot!("file-findings-json", folder.run(&["fingerprint", "odd.json", "--json"]).shown());
    insta::assert_snapshot!("file-findings-quiet", folder.run(&["fingerprint", "odd.json", "--quiet"]).shown());
}

#[test]
fn a_capture_of_a_capture_is_the_same_surface() {
    let folder = Folder::new();
    folder.write("odd.json", ODD);
    let first = folder.run(&["fingerprint", "odd.json"]).expect(0);
    folder.run(&["capture", "odd.json", "-o", "again.json"]).expect(0);
    let again = folder.run(&["fingerprint", "again.json"]).expect(0);
    assert_eq!(again.stdout, first.stdout);
    assert_eq!(again.stderr, first.stderr, "findings survive the file, each once");
    let text = folder.read("again.json");
    for kept in [r#""maximum":9007199254740993"#, r##""$ref":"\u0023/nowhere""##, r#""type":"object","type":"object""#]
    {
        assert!(text.contains(kept), "{kept} is not as it was sent:\n{text}");
    }
}

#[test]
fn each_era_of_a_file_can_be_chosen() {
    let folder = Folder::new();
    folder.write("both.json", BOTH).write("example.json", EXAMPLE);
    insta::assert_snapshot!("file-both-eras", folder.run(&["fingerprint", "both.json"]).shown());
    insta::assert_snapshot!("file-modern-era", folder.run(&["fingerprint", "both.json", "--era", "modern"]).shown());
    insta::assert_snapshot!("file-legacy-era", folder.run(&["fingerprint", "both.json", "--era", "legacy"]).shown());
    insta::assert_snapshot!(
        "file-no-such-era",
        folder.run(&["fingerprint", "example.json", "--era", "modern"]).shown()
    );
}

#[test]
fn what_is_no_capture_is_refused_with_its_place() {
    let folder = Folder::new();
    let cases = [
        ("empty", ""),
        ("no-json", "{\n  \"initialize\": {},\n  \"tools\": [1, 2,]\n}"),
        ("cut-off", "{\"initialize\": {\"protocolVersion\": \"2025-"),
        ("two-values", "{\"initialize\":{}}\n{}"),
        ("bom", "\u{feff}{\"initialize\":{}}"),
        ("array", "\n  [1]"),
        ("other-object", r#"{"name": "package", "version": "1.0.0"}"#),
        ("initialize-text", r#"{"initialize": "yes"}"#),
        ("tools-object", "{\"initialize\": {},\n \"tools\": {\"a\": 1}}"),
        ("modern-text", r#"{"initialize": {}, "modern": "yes"}"#),
    ];
    for (name, text) in cases {
        folder.write("file.json", text);
        let ran = folder.run(&["capture", "file.json", "-o", "out.json"]);
        insta::assert_snapshot!(format!("no-capture-{name}"), ran.shown());
        ran.expect(2);
        assert_eq!(folder.names(), ["file.json"], "{name}: no file was written");
    }
    folder.write("file.json", b"{\"initialize\": \"\xff\"}");
    insta::assert_snapshot!("no-capture-not-utf8", folder.run(&["fingerprint", "file.json"]).shown());
    folder.write("file.json", "[".repeat(100_000));
    insta::assert_snapshot!("no-capture-deep", folder.run(&["fingerprint", "file.json"]).shown());
    insta::assert_snapshot!("no-capture-folder", folder.run(&["fingerprint", "."]).shown());
}

#[test]
fn an_output_file_is_replaced_whole_and_data_leaves_standard_output() {
    let folder = Folder::new();
    let server = scripted("good.json");
    folder.write("good.json", GOOD).write("capture.json", "old");
    let ran = folder.run(&with_server(&["capture", "-o", "capture.json"], &server));
    insta::assert_snapshot!("capture-to-file", ran.shown());
    let text = folder.read("capture.json");
    insta::assert_snapshot!("capture-file", text.replace(env!("CARGO_PKG_VERSION"), "[VERSION]"));
    assert_eq!(folder.names(), ["capture.json", "good.json"]);
    let printed = folder.run(&with_server(&["capture"], &server)).expect(0);
    assert_eq!(printed.stdout, text);
    let nowhere = folder.run(&with_server(&["capture", "-o", "none/capture.json"], &server));
    insta::assert_snapshot!("capture-to-nowhere", nowhere.shown());
}
