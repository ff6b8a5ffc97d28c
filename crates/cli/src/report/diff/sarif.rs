//! SARIF 2.1.0: the rules that spoke, and one result per entry on the file of the new side.
//!
//! `partialFingerprints` carries the entry's identity, so that a code host tracks it over reworded messages.

use std::collections::BTreeMap;

use mcpledge_contract::finding::{Level, Rule, find_rule};

use super::super::escape::{escaped, quoted};
use super::DiffReport;

pub(super) fn render(report: &DiffReport) -> String {
    let mut rules: BTreeMap<&str, &Rule> = BTreeMap::new();
    for entry in &report.comparison.entries {
        if let Some(rule) = find_rule(&entry.finding.rule) {
            rules.insert(rule.id, rule);
        }
    }
    let described: Vec<String> = rules
        .values()
        .map(|rule| {
            format!(
                "{{\"id\":{},\"shortDescription\":{{\"text\":{}}},\"help\":{{\"text\":{},\"markdown\":{}}},\
                 \"defaultConfiguration\":{{\"level\":{}}}}}",
                quoted(rule.id),
                quoted(rule.title),
                quoted(rule.help),
                quoted(rule.page),
                quoted(level(rule.level))
            )
        })
        .collect();
    let order: Vec<&str> = rules.keys().copied().collect();
    let results: Vec<String> = report
        .comparison
        .entries
        .iter()
        .map(|entry| {
            let index = order.iter().position(|id| *id == entry.finding.rule).unwrap_or_default();
            let witness = entry.witness.as_ref().map(|witness| format!("; witness: {witness}")).unwrap_or_default();
            let message = format!("{}: {}{witness}", entry.finding.place, entry.finding.message);
            format!(
                "{{\"ruleId\":{},\"ruleIndex\":{index},\"level\":{},\"message\":{{\"text\":{}}},\"locations\":[{{\
                 \"physicalLocation\":{{\"artifactLocation\":{{\"uri\":{}}},\"region\":{{\"startLine\":1}}}},\
                 \"logicalLocations\":[{{\"fullyQualifiedName\":{}}}]}}],\
                 \"partialFingerprints\":{{\"mcpledge/identity-1\":{}}}}}",
                quoted(&entry.finding.rule),
                quoted(level(entry.finding.level)),
                quoted(&escaped(&message)),
                quoted(&uri(&report.new)),
                quoted(&escaped(&entry.finding.place)),
                quoted(&entry.identity.to_string())
            )
        })
        .collect();
    format!(
        "{{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"version\":\"2.1.0\",\"runs\":[{{\
         \"tool\":{{\"driver\":{{\"name\":\"mcpledge\",\"version\":{},\"rules\":[{}]}}}},\"results\":[{}]}}]}}\n",
        quoted(env!("CARGO_PKG_VERSION")),
        described.join(","),
        results.join(",")
    )
}

fn level(level: Level) -> &'static str {
    match level {
        Level::Deny => "error",
        Level::Warn => "warning",
        Level::Allow => "note",
    }
}

/// A name as a relative URI reference: what is no plain path character is percent-encoded.
fn uri(name: &str) -> String {
    name.bytes()
        .map(|byte| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' | b'~' => char::from(byte).to_string(),
            byte => format!("%{byte:02X}"),
        })
        .collect()
}
