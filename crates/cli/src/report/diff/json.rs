//! The report for programs; `schema/diff-report.schema.json` describes it.

use mcpledge_contract::breaks::{Entry, Refusal, Subject};
use mcpledge_contract::finding::Level;
use mcpledge_contract::surface::Era;

use super::super::escape::quoted;
use super::{DiffReport, Unexplained, difference_line};

pub(super) fn render(report: &DiffReport) -> String {
    let entries: Vec<String> = report.comparison.entries.iter().map(|entry| entry_json(entry, report)).collect();
    format!(
        "{{\"schema\":\"mcpledge/diff-report-1\",\"old\":{},\"new\":{},\"preset\":{},\"verdict\":{},\"needed\":{},\
         \"counts\":{{\"deny\":{},\"warn\":{},\"allow\":{}}},\"eras\":[{}],\"unexplained\":[{}],\"calls\":{},\"entries\":[{}]}}\n",
        side(&report.old, report.old_version.as_deref()),
        side(&report.new, report.new_version.as_deref()),
        quoted(report.preset.name()),
        quoted(report.verdict()),
        quoted(report.needed()),
        report.count(Level::Deny),
        report.count(Level::Warn),
        report.count(Level::Allow),
        eras_json(&report.eras),
        report.unexplained.iter().map(unexplained_json).collect::<Vec<_>>().join(","),
        calls_json(report),
        entries.join(",")
    )
}

fn side(name: &str, version: Option<&str>) -> String {
    format!("{{\"name\":{},\"version\":{}}}", quoted(name), version.map_or_else(|| "null".to_owned(), quoted))
}

fn eras_json(eras: &[Era]) -> String {
    eras.iter().map(|era| quoted(era.name())).collect::<Vec<_>>().join(",")
}

fn unexplained_json(era: &Unexplained) -> String {
    let places: Vec<String> = era.places.iter().map(|place| quoted(&difference_line(place))).collect();
    format!(
        "{{\"era\":{},\"old\":{},\"new\":{},\"places\":[{}]}}",
        quoted(era.era.name()),
        quoted(&era.was.to_string()),
        quoted(&era.now.to_string()),
        places.join(",")
    )
}

fn calls_json(report: &DiffReport) -> String {
    let Some(calls) = &report.calls else { return "null".to_owned() };
    let refused: Vec<String> = calls
        .refused
        .iter()
        .map(|(line, tool, refusal)| {
            let why = if *refusal == Refusal::ToolGone { "tool-gone" } else { "arguments" };
            format!("{{\"line\":{line},\"tool\":{},\"why\":{}}}", quoted(tool), quoted(why))
        })
        .collect();
    let unjudged: Vec<String> = calls.unjudged.iter().map(usize::to_string).collect();
    format!("{{\"total\":{},\"refused\":[{}],\"unjudged\":[{}]}}", calls.total, refused.join(","), unjudged.join(","))
}

fn entry_json(entry: &Entry, report: &DiffReport) -> String {
    let touched = report.calls.as_ref().map_or("null", |calls| if calls.touches(entry) { "true" } else { "false" });
    let (kind, name) = match &entry.subject {
        Subject::Server => ("server".to_owned(), None),
        Subject::List(kind) => (format!("list {}", kind.key()), None),
        Subject::Item(kind, name) => (kind.noun().to_owned(), Some(name.as_str())),
    };
    // Both sides and the witness are JSON already.
    let json = |side: &Option<String>| side.clone().unwrap_or_else(|| "null".to_owned());
    format!(
        "{{\"rule\":{},\"level\":{},\"subject\":{{\"kind\":{},\"name\":{}}},\"direction\":{},\"place\":{},\"message\":{},\
         \"was\":{},\"now\":{},\"witness\":{},\"eras\":[{}],\"touchesCalls\":{touched},\"approval\":{},\"identity\":{},\"help\":{}}}",
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
        eras_json(&entry.eras),
        report.approval(entry).map_or_else(|| "null".to_owned(), quoted),
        quoted(&entry.identity.to_string()),
        quoted(entry.finding.help())
    )
}
