//! What is written, byte for byte, and what is not touched.

use super::*;
use crate::json::{Document, write_canonical};

#[test]
fn a_fresh_lock_is_laid_out_like_the_shared_form() {
    let tools = r#"[{"name":"é","annotations":{},"inputSchema":{"required":["b","a"],"type":"object"},"x":1.50}]"#;
    let text = locked(&capture(tools), "1.0.0");
    let hash = crate::surface::form::fingerprint(crate::surface::form::Form::McpSurface1, &capture(tools)).unwrap();
    let expected = format!(
        r#"{{
  "$comentario": "Fingerprint of this MCP server's surface, and the version it belongs to. Written by `mcpledge lock`, which takes another surface only under another version: do not edit it by hand.",
  "declarada": {{
    "versao": "1.0.0",
    "sha256": "{hash}",
    "conteudo": {{
      "initialize": {{
        "capabilities": {{
          "tools": {{}}
        }},
        "instructions": null,
        "protocolVersion": "2025-06-18",
        "serverInfo": {{
          "name": "s"
        }}
      }},
      "prompts": null,
      "resourceTemplates": null,
      "resources": null,
      "tools": [
        {{
          "annotations": {{}},
          "inputSchema": {{
            "required": [
              "b",
              "a"
            ],
            "type": "object"
          }},
          "name": "é",
          "x": 1.5
        }}
      ]
    }}
  }},
  "$mcpledge": {{
    "declarada": {{
      "requestedVersion": "2025-06-18",
      "client": {{
        "name": "mcpledge",
        "capabilities": {{}}
      }},
      "credentials": {{
        "headers": [],
        "environment": []
      }},
      "accepted": []
    }}
  }}
}}
"#
    );
    assert_eq!(text, expected);
}

#[test]
fn serde_json_lays_the_same_value_out_in_the_same_way() {
    let tools = r#"[{"name":"a \"b\" \\ \u2028 \u0001 \ud83d\ude00","deep":[[],[{}],[1,[2,{"k":[true,null]}]]]}]"#;
    let text = locked(&dual(tools), "1.0.0");
    // Order and number text survive: serde_json keeps neither, so only the layout is compared.
    let value: serde_json::Value = serde_json::from_str(&text).unwrap();
    let theirs = serde_json::to_string_pretty(&value).unwrap();
    let sorted = |text: &str| {
        let mut lines: Vec<&str> = text.lines().map(|line| line.trim_end_matches(',')).collect();
        lines.sort_unstable();
        lines.join("\n")
    };
    assert_eq!(sorted(&text), sorted(&theirs));
}

#[test]
fn what_does_not_change_keeps_its_bytes() {
    let fresh = locked(&capture(A), "1.0.0");
    // Everything odd that a file of others may hold.
    let odd = fresh
        .replace("{\n  \"$comentario\"", "{\n  \"x-first\" : [ 1.0,  2 ],\n  \"$comentario\"")
        .replace("\"versao\": \"1.0.0\",", "\"nota\": \"h\\u00e9\",\n    \"versao\":\"1.0.0\",")
        .replace("  \"$mcpledge\": {", "  \"semToken\": {\"versao\":\"1.0.0\", \"sha256\": \"x\",\"conteudo\":{ \"a\":{}} },\n  \"x-last\": { },\n  \"$mcpledge\": {\n    \"x\": {},");
    let hash = crate::json::Fingerprint::of(br#"{"a":{}}"#).to_string();
    let odd = odd.replace("\"sha256\": \"x\"", &format!("\"sha256\": \"{hash}\""));
    let text = asked(Mode::Write, "1.1.0").of(Some(&odd), &capture(A_TOLD)).unwrap().text.unwrap();
    let new = LockFile::read(locked(&capture(A_TOLD), "1.1.0").into_bytes()).unwrap();
    let old = LockFile::read(fresh.into_bytes()).unwrap();
    let (old, new) = (old.section(SectionKind::Declared).unwrap(), new.section(SectionKind::Declared).unwrap());
    let description = "          \"description\": \"Finds.\",\n          \"inputSchema\": {\n";
    let expected = odd
        .replace("\"versao\":\"1.0.0\",\n    \"sha256\"", "\"versao\":\"1.1.0\",\n    \"sha256\"")
        .replace(&old.hash, &new.hash)
        .replace("          \"inputSchema\": {\n", description);
    assert_eq!(text, expected);
}

#[test]
fn sections_come_in_their_order_wherever_the_file_had_room() {
    let both = |start: &str| asked(Mode::Write, "1.0.0").of(Some(start), &dual(A)).unwrap().text.unwrap();
    let order = |text: &str| -> Vec<String> {
        let document = Document::parse(text.as_bytes(), LIMITS).unwrap();
        document.root().entries().map(|(key, _)| key.decode().into_owned()).collect()
    };
    assert_eq!(order(&both("{}")), ["declarada", "modern", "$mcpledge"]);
    let answers = format!(
        "{{\"semToken\":{{\"versao\":\"1\",\"sha256\":\"{}\",\"conteudo\":{{}}}},\"x\":1}}",
        crate::json::Fingerprint::of(b"{}")
    );
    assert_eq!(order(&both(&answers)), ["declarada", "semToken", "modern", "x", "$mcpledge"]);
    let modern_only = locked(&dual(A).modern.unwrap(), "1.0.0");
    assert_eq!(order(&both(&modern_only)), ["$comentario", "declarada", "modern", "$mcpledge"]);
}

#[test]
fn the_layout_of_the_file_is_followed() {
    let fresh = locked(&capture(A), "1.0.0");
    let rewritten = |start: &str| asked(Mode::Write, "1.1.0").of(Some(start), &capture(A_TOLD)).unwrap().text.unwrap();
    let expected = locked(&capture(A_TOLD), "1.1.0");
    assert_eq!(rewritten(&fresh.replace('\n', "\r\n")), expected.replace('\n', "\r\n"));
    assert_eq!(rewritten(&fresh.replace("  ", "\t")), expected.replace("  ", "\t"));
    let tight = |text: &str| -> String {
        let document = Document::parse(text.as_bytes(), LIMITS).unwrap();
        let mut out = Vec::new();
        crate::json::write_compact(document.root(), &mut out);
        String::from_utf8(out).unwrap()
    };
    assert_eq!(rewritten(&tight(&fresh)), tight(&expected));
}

#[test]
fn profiles_are_sorted_like_keys_and_the_hash_is_over_all_of_them() {
    let mut text: Option<String> = None;
    for name in ["b", "\u{ffff}", "10", "😀", "9", "a"] {
        text = asked(Mode::Write, "1.0.0").profile(name).of(text.as_deref(), &capture(A)).unwrap().text;
    }
    let lock = LockFile::read(text.unwrap().into_bytes()).unwrap();
    let section = lock.section(SectionKind::Declared).unwrap();
    assert_eq!(section.profiles(), ["10", "9", "a", "b", "😀", "\u{ffff}"]);
    assert!(section.is_intact());
    assert_eq!(lock.record(SectionKind::Declared, Some("😀")).version.as_deref(), Some("1.0.0"));
}

#[test]
fn one_profile_changes_and_the_others_keep_their_bytes() {
    let one = asked(Mode::Write, "1.0.0").profile("a").of(None, &capture(A)).unwrap().text.unwrap();
    let two = asked(Mode::Write, "1.0.0").profile("b").of(Some(&one), &capture(A)).unwrap().text.unwrap();
    // The layout of a profile that stays is nobody's business.
    let odd = two.replacen("        \"prompts\": null,", "  \"prompts\":null ,", 1);
    assert_ne!(odd, two);
    let new = asked(Mode::Write, "1.1.0").profile("b").of(Some(&odd), &capture(A_TOLD)).unwrap().text.unwrap();
    assert!(new.contains("  \"prompts\":null ,"));
    let lock = LockFile::read(new.into_bytes()).unwrap();
    let section = lock.section(SectionKind::Declared).unwrap();
    assert!(section.is_intact());
    assert_eq!(section.version, "1.1.0");
    let canonical = |profile: &str| {
        let mut out = Vec::new();
        write_canonical(section.surface(Some(profile)).unwrap().unwrap().value(), &mut out, &mut ());
        String::from_utf8(out).unwrap()
    };
    assert!(!canonical("a").contains("Finds.") && canonical("b").contains("Finds."));
}
