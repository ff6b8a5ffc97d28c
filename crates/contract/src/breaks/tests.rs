//! The pages are the tests: every example of every page, in both directions, with all rules running.

use std::collections::BTreeSet;

use super::*;
use crate::surface::{Capture, read_capture};

/// The fenced blocks of a page, by their info string, in order.
fn blocks(page: &str) -> Vec<(&str, String)> {
    let mut found = Vec::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        if let Some(info) = line.strip_prefix("```") {
            let body: Vec<&str> = lines.by_ref().take_while(|line| !line.starts_with("```")).collect();
            found.push((info, body.join("\n")));
        }
    }
    found
}

/// A capture from the part of one that a page shows.
fn capture(part: &str) -> Capture {
    let opening = if part.contains("\"initialize\"") { "" } else { "\"initialize\":{}," };
    let text = format!("{{{opening}{}", part.trim_start().strip_prefix('{').unwrap());
    read_capture(text.into_bytes()).unwrap_or_else(|error| panic!("{error}\n{part}"))
}

fn found(old: &str, new: &str, preset: Preset) -> BTreeSet<String> {
    let settings = Settings { preset, ..Settings::default() };
    let comparison = compare_eras(&capture(old), &capture(new), &settings);
    comparison.entries.iter().map(|entry| format!("{} {}", entry.finding.rule, entry.finding.place)).collect()
}

fn plain(text: &str) -> serde_json::Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// Every witness is accepted by one side and refused by the other, as the validator sees it; every rule that demands
/// one has one.
fn check_witnesses(old: &str, new: &str, preset: Preset) {
    let comparison = compare_eras(&capture(old), &capture(new), &Settings { preset, ..Settings::default() });
    for entry in &comparison.entries {
        let rule = BREAK_RULES.iter().find(|rule| rule.rule.id == entry.finding.rule).unwrap();
        assert!(entry.witness.is_some() || rule.proof != Proof::Required, "{}: no witness", entry.finding.rule);
        let (Some(witness), Subject::Item(_, name)) = (&entry.witness, &entry.subject) else { continue };
        let key = if entry.finding.place.contains("].outputSchema") { "outputSchema" } else { "inputSchema" };
        let accepts = |side: &str| {
            let side = plain(side);
            let tool = side["tools"].as_array().unwrap().iter().find(|tool| tool["name"] == name.as_str()).unwrap();
            jsonschema::is_valid(&tool[key], &plain(witness))
        };
        let expected = if key == "inputSchema" { (true, false) } else { (false, true) };
        assert_eq!((accepts(old), accepts(new)), expected, "{}: {witness}", entry.finding.rule);
    }
}

fn lines(block: &str) -> BTreeSet<String> {
    block.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect()
}

#[test]
fn every_page_shows_exactly_what_all_rules_find() {
    let mut wrong = Vec::new();
    for rule in BREAK_RULES {
        let blocks = blocks(rule.rule.page);
        let examples: Vec<&[(&str, String)]> = blocks
            .iter()
            .enumerate()
            .filter(|(_, (info, _))| *info == "json old")
            .map(|(at, _)| &blocks[at..])
            .collect();
        assert!(!examples.is_empty(), "{}: no example", rule.rule.id);
        let mut own = false;
        let mut witnessed = false;
        for example in examples {
            let block =
                |wanted: &str| example.iter().find(|(info, _)| *info == wanted).map_or("", |(_, body)| body.as_str());
            let (old, new) = (block("json old"), block("json new"));
            let expected = lines(block("findings"));
            own |= expected.iter().any(|line| line.starts_with(&format!("{} ", rule.rule.id)));
            let shown = block("json witness");
            if !shown.is_empty() {
                witnessed = true;
                let comparison = compare_eras(&capture(old), &capture(new), &Settings::default());
                let entry = comparison.entries.iter().find(|entry| entry.finding.rule == rule.rule.id);
                let found = entry.and_then(|entry| entry.witness.clone()).unwrap_or_default();
                assert_eq!(found, plain(shown).to_string(), "{}: witness", rule.rule.id);
            }
            for (old, new) in [(old, new), (new, old)] {
                for preset in [Preset::Default, Preset::Strict] {
                    check_witnesses(old, new, preset);
                }
            }
            let mut check = |what: &str, expected: BTreeSet<String>, found: BTreeSet<String>| {
                if expected != found {
                    wrong.push(format!("{} {what}\n  page:  {expected:?}\n  found: {found:?}", rule.rule.id));
                }
            };
            check("findings", expected, found(old, new, Preset::Default));
            check("reversed", lines(block("reversed")), found(new, old, Preset::Default));
            check("old with itself", BTreeSet::new(), found(old, old, Preset::Strict));
            check("new with itself", BTreeSet::new(), found(new, new, Preset::Strict));
        }
        assert!(witnessed || rule.proof != Proof::Required, "{}: its page shows no witness", rule.rule.id);
        assert!(own, "{}: its own page shows no finding of it", rule.rule.id);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn rules_are_sorted_and_named_like_their_files() {
    assert!(BREAK_RULES.windows(2).all(|pair| pair[0].rule.id < pair[1].rule.id));
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/breaks/rules");
    let mut files: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .filter_map(|entry| {
            entry.unwrap().file_name().into_string().unwrap().strip_suffix(".md").map(|name| name.replace('_', "-"))
        })
        .collect();
    files.sort();
    let ids: Vec<&str> = BREAK_RULES.iter().map(|rule| rule.rule.id).collect();
    assert_eq!(files, ids);
    for rule in BREAK_RULES {
        assert!(rule.rule.page.starts_with(&format!("# {}\n", rule.rule.id)), "{}", rule.rule.id);
        for section in ["## What changed", "## How to avoid it", "## Examples"] {
            assert!(rule.rule.page.contains(section), "{}: no section `{section}`", rule.rule.id);
        }
        assert!(crate::finding::RULES.iter().all(|other| other.id != rule.rule.id), "{} is taken", rule.rule.id);
    }
}

/// Input rules whose mirror on the output side has another name, or none for a reason.
const MIRRORS: [(&str, &str); 14] = [
    ("input-bound-tightened", "output-bound-relaxed"),
    ("input-closed", "output-field-added-closed"),
    ("input-parameter-added", "output-field-added"),
    ("input-parameter-removed", "output-field-removed"),
    ("input-parameter-renamed", "output-field-renamed"),
    ("input-parameter-required", "output-field-optional"),
    ("input-refused", "output-unexpected"),
    ("input-text-changed", "output-text-changed"),
    ("input-type-narrowed", "output-type-widened"),
    ("input-undecided", "output-undecided"),
    ("input-value-removed", "output-value-added"),
    // A default acts on a call that leaves a parameter out; in a result it is only a comment.
    ("input-default-changed", ""),
    // An input schema is never dropped: without one the capture has a finding.
    ("", "output-schema-dropped"),
    ("", "output-schema-added"),
];

#[test]
fn every_schema_rule_has_its_mirror_on_the_other_side() {
    for rule in BREAK_RULES {
        let id = rule.rule.id;
        if id.starts_with("input-") || id.starts_with("output-") {
            let known = MIRRORS.iter().any(|(input, output)| *input == id || *output == id);
            assert!(known, "{id} has no mirror, and no reason to have none");
        }
    }
    for (input, output) in MIRRORS.iter().filter(|(input, output)| !input.is_empty() && !output.is_empty()) {
        let level = |id: &str| BREAK_RULES.iter().find(|rule| rule.rule.id == id).map(|rule| rule.strict);
        assert!(level(input).is_some() && level(output).is_some(), "{input} and {output}");
        assert_eq!(level(input), level(output), "{input} and {output} differ in strict");
    }
}
