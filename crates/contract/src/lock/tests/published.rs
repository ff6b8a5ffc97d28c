//! Locks as the other implementation writes them: `JSON.stringify(lock, null, 2)` and a newline.
//!
//! They are put together here by `serde_json`, which knows nothing of our writer: its pretty form has the same bytes.

use serde_json::{Value as Plain, json};
use sha2::{Digest as _, Sha256};

use super::*;
use crate::json::write_canonical;
use crate::lock::edit::set_member;

/// Three versions of one server: a text that changed, then a tool more.
fn locks() -> Vec<(String, String)> {
    let tool = |name: &str, text: &str| {
        json!({"name": name, "description": text, "annotations": {}, "icons": [], "inputSchema": {"type": "object",
            "properties": {"limit": {"type": "integer", "maximum": 50}, "q\u{e9}\n\"x": {"enum": [null, 1.5, true, "\u{1f4c1}"]}}, "required": ["limit"]}})
    };
    let surface = |tools: Plain| {
        json!({"initialize": {"capabilities": {"tools": {"listChanged": true}}, "instructions": null,
            "protocolVersion": "2025-06-18", "serverInfo": {"name": "notes"}},
            "tools": tools, "resources": [], "resourceTemplates": null, "prompts": null})
    };
    let releases = [
        ("1.0.0", surface(json!([tool("search", "Finds.")]))),
        ("1.1.0", surface(json!([tool("search", "Finds notes.")]))),
        ("1.2.0", surface(json!([tool("add", "Adds."), tool("search", "Finds notes.")]))),
    ];
    releases.into_iter().map(|(version, content)| (version.to_owned(), published(version, &content))).collect()
}

/// The text of a lock. `serde_json` sorts keys, which is what the form does; the sections' own keys are not sorted.
fn published(version: &str, content: &Plain) -> String {
    let hash = |value: &Plain| -> String {
        Sha256::digest(value.to_string().as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
    };
    // Not sorted on disk: the order of the questions.
    let answers = "{\n      \"apiKeyAusente\": {\n        \"POST /mcp\": {\n          \"initialize\": true,\n          \"ping\": false\n        }\n      }\n    }";
    let answers_hash = hash(&serde_json::from_str(answers).unwrap());
    let pretty = serde_json::to_string_pretty(content).unwrap().replace('\n', "\n    ");
    format!(
        "{{\n  \"$comentario\": \"Impress\u{e3}o digital.\",\n  \"declarada\": {{\n    \"versao\": \"{version}\",\n    \"sha256\": \"{}\",\n    \
         \"conteudo\": {pretty}\n  }},\n  \"semToken\": {{\n    \"versao\": \"0.9.0\",\n    \"sha256\": \"{answers_hash}\",\n    \
         \"conteudo\": {answers}\n  }}\n}}\n",
        hash(content)
    )
}

/// The surface that a lock records, as a capture.
fn recorded(text: &str) -> Capture {
    crate::surface::read_surface(text.as_bytes().to_vec(), None).unwrap().capture
}

#[test]
fn published_locks_are_whole_and_check_green() {
    for (name, text) in locks() {
        for mode in [Mode::Check, Mode::Write] {
            let judgement = asked(mode, "77.0.0").of(Some(&text), &recorded(&text)).unwrap();
            assert_eq!(
                verdicts(&judgement),
                [("declarada", Verdict::Keep), ("semToken", Verdict::NotAsked)],
                "{name} {mode:?}"
            );
            assert_eq!(judgement.text, None, "{name}");
        }
    }
}

#[test]
fn rewriting_every_member_of_a_published_lock_gives_the_same_bytes() {
    for (name, text) in locks() {
        let lock = LockFile::read(text.clone().into_bytes()).unwrap();
        let mut again = text.clone();
        for section in lock.sections() {
            for key in ["versao", "sha256", "conteudo"] {
                let value = lock.root_value().get(section.kind.key()).and_then(|section| section.get(key)).unwrap();
                let mut canonical = Vec::new();
                // The anonymous answers are not ours to sort.
                match section.kind {
                    SectionKind::Anonymous => crate::json::write_compact(value, &mut canonical),
                    _ => write_canonical(value, &mut canonical, &mut ()),
                }
                let canonical = String::from_utf8(canonical).unwrap();
                again = set_member(&again, &[section.kind.key(), key], &canonical, |_| true).unwrap();
            }
        }
        assert!(again == text, "{name}");
    }
}

#[test]
fn a_fresh_lock_of_the_same_surface_has_the_published_section_byte_for_byte() {
    for (name, text) in locks() {
        let version = LockFile::read(text.clone().into_bytes()).unwrap().sections()[0].version.clone();
        let ours = locked(&recorded(&text), &version);
        let section = |text: &str| {
            let start = text.find("\n  \"declarada\"").unwrap();
            let end = start + text[start..].find("\n  }").unwrap();
            text[start..end].to_owned()
        };
        assert!(section(&ours) == section(&text), "{name}");
    }
}

#[test]
fn the_history_of_a_published_server_is_judged_as_its_makers_did() {
    let mut history: Vec<(Version, String)> = locks()
        .into_iter()
        .map(|(_, text)| (LockFile::read(text.clone().into_bytes()).unwrap().sections()[0].version.clone(), text))
        .map(|(version, text)| (Version::parse(&version).unwrap(), text))
        .collect();
    history.sort_by(|(a, _), (b, _)| a.cmp(b));
    for pair in history.windows(2) {
        let ((_, old), (version, new)) = (&pair[0], &pair[1]);
        let mut question = asked(Mode::Write, version.text());
        question.settings.preset = crate::breaks::Preset::McpSurface;
        let judgement = question.of(Some(old), &recorded(new)).unwrap();
        assert_eq!(judgement.sections[0].verdict, Verdict::Write, "{version}");
        // All but our own record is what the other implementation wrote.
        let text = judgement.text.unwrap();
        let of = |text: &str| {
            text[text.find("\n  \"declarada\"").unwrap()..text.find("\n  \"semToken\"").unwrap()].to_owned()
        };
        assert!(of(&text) == of(new), "{version}");
    }
}
