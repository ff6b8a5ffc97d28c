//! The report for programs; `schema/diff-report.schema.json` describes it.

use mcpledge_contract::breaks::{Entry, Subject};
use mcpledge_contract::finding::Level;

use super::super::escape::quoted;
use super::DiffReport;

pub(super) fn render(report: &DiffReport) -> String {
    let entries: Vec<String> = report.comparison.entries.iter().map(entry_json).collect();
    format!(
        "{{\"schema\":\"mcpledge/diff-report-1\",\"old\":{},\"new\":{},\"preset\":{},\"verdict\":{},\"needed\":{},\
         \"counts\":{{\"deny\":{},\"warn\":{},\"allow\":{}}},\"entries\":[{}]}}\n",
        side(&report.old, report.old_version.as_deref()),
        side(&report.new, report.new_version.as_deref()),
        quoted(report.preset.name()),
        quoted(report.verdict()),
        quoted(report.needed()),
        report.count(Level::Deny),
        report.count(Level::Warn),
        report.count(Level::Allow),
        entries.join(",")
    )
}

fn side(name: &str, version: Option<&str>) -> String {
    format!("{{\"name\":{},\"version\":{}}}", quoted(name), version.map_or_else(|| "null".to_owned(), quoted))
}

fn entry_json(entry: &Entry) -> String {
    let (kind, name) = match &entry.subject {
        Subject::Server => ("server".to_owned(), None),
        Subject::List(kind) => (format!("list {}", kind.key()), None),
        Subject::Item(kind, name) => (kind.noun().to_owned(), Some(name.as_str())),
    };
    // Both sides and the witness are JSON already.
    let json = |side: &Option<String>| side.clone().unwrap_or_else(|| "null".to_owned());
    format!(
        "{{\"rule\":{},\"level\":{},\"subject\":{{\"kind\":{},\"name\":{}}},\"direction\":{},\"place\":{},\"message\":{},\
         \"was\":{},\"now\":{},\"witness\":{},\"identity\":{},\"help\":{}}}",
        quoted(&entry.finding.rule),
        quoted(entry.finding.level.name()),
        quoted(&kind),
        name.map_or_else(|| "null".to_owned(), quoted),
        quoted(entry.direction.name()),
        quoted(&entry.finding.place),
        quoted(&entry.finding.message),
        json(&entry.was),
        json(&entry.now),
        json(&entry.witness),
        quoted(&entry.identity.to_string()),
        quoted(entry.finding.help())
    )
}
