//! What programs read: `--json` reports and capture files, against the schemas that are published for them.

use std::path::Path;

use serde_json::Value;

use crate::harness::{Folder, GOOD, scripted, with_server};

/// Fails unless `value` is valid by `schema/<name>.schema.json`.
fn assert_valid(name: &str, value: &Value) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../schema/{name}.schema.json"));
    let schema: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    jsonschema::meta::validate(&schema).unwrap_or_else(|error| panic!("{name} is no JSON Schema: {error}"));
    let validator = jsonschema::validator_for(&schema).unwrap();
    let errors: Vec<String> =
        validator.iter_errors(value).map(|error| format!("{}: {error}", error.instance_path())).collect();
    assert!(errors.is_empty(), "{name}: {errors:#?}\n{value:#}");
}

/// Fails unless `value` is refused: a schema that takes everything describes nothing.
fn assert_invalid(name: &str, value: &Value) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../schema/{name}.schema.json"));
    let schema: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    assert!(!jsonschema::validator_for(&schema).unwrap().is_valid(value), "{name} takes {value:#}");
}

#[test]
fn capture_reports_are_as_published() {
    let folder = Folder::new();
    folder.write("good.json", GOOD);
    let server = scripted("good.json");
    let mut report = folder.run(&with_server(&["capture", "--json", "--twice"], &server)).expect(0).json();
    assert_valid("capture-report", &report);
    assert_valid("capture-report", &folder.run(&with_server(&["fingerprint", "--json"], &server)).expect(0).json());
    assert_valid("capture-report", &folder.run(&["demo", "--json"]).expect(0).json());
    let with_variable = ["fingerprint", "--json", "--env", "TOKEN=abcdef"];
    let with_variable = folder.run(&with_server(&with_variable, &server)).expect(0).json();
    assert_valid("capture-report", &with_variable);
    assert_eq!(with_variable["eras"][0]["credentials"], serde_json::json!([{"environment": "TOKEN"}]));
    for wrong in ["/schema", "/eras/0/era", "/eras/0/fingerprint", "/eras/0/lists/tools", "/eras/0/findings"] {
        let place = report.pointer_mut(wrong).unwrap();
        let right = std::mem::replace(place, Value::from("wrong"));
        assert_invalid("capture-report", &report);
        *report.pointer_mut(wrong).unwrap() = right;
    }
    assert_valid("capture-report", &report);
}

#[test]
fn capture_files_are_as_published() {
    let folder = Folder::new();
    folder.write("good.json", GOOD);
    let server = scripted("good.json");
    let mut capture = folder.run(&with_server(&["capture", "--env", "A=abcdef", "--twice"], &server)).expect(0).json();
    assert_valid("capture", &capture);
    capture["tools"] = Value::from(3);
    assert_invalid("capture", &capture);
    assert_invalid("capture", &serde_json::json!({"tools": []}));

    let both = r#"{"discover": {"supportedVersions": ["2026-07-28"], "capabilities": {}}, "tools": [{"name": "\u200b"}],
                   "modern": null}"#;
    folder.write("modern.json", both);
    assert_valid("capture", &folder.run(&["capture", "modern.json"]).expect(0).json());
}

#[test]
fn rule_reports_are_as_published() {
    let folder = Folder::new();
    let list = folder.run(&["explain", "--list", "--json"]).expect(0).json();
    assert_valid("rules", &list);
    let rules = list["rules"].as_array().unwrap();
    assert!(rules.len() > 30);
    let rule = folder.run(&["explain", "stdout-text", "--json"]).expect(0).json();
    assert_valid("rule", &rule);
    assert!(rules.contains(&rule));
    assert_invalid(
        "rule",
        &serde_json::json!({"rule": "stdout-text", "level": "fatal", "title": "", "help": "", "page": ""}),
    );
    assert_invalid("rules", &serde_json::json!({"schema": "mcpledge/rules-1", "rules": [{}]}));
}

#[test]
fn json_is_one_value_and_people_read_the_other_output() {
    let folder = Folder::new();
    folder.write("good.json", GOOD);
    let server = scripted("good.json");
    let ran = folder.run(&with_server(&["capture", "--json", "-o", "capture.json"], &server)).expect(0);
    assert_eq!(ran.stdout.lines().count(), 1);
    assert!(ran.stderr.starts_with("notes 1.2.3 ("), "{}", ran.stderr);
    let file: Value = serde_json::from_str(&folder.read("capture.json")).unwrap();
    assert_eq!(file["initialize"]["serverInfo"]["name"], "notes");
    for failing in [&["explain", "none", "--json"][..], &["capture", "missing.json", "--json"]] {
        assert_eq!(folder.run(failing).expect(2).stdout, "", "{failing:?}");
    }
}
