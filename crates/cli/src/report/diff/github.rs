//! Annotations of GitHub Actions: one workflow command a line, on the file of the new side where there is one.

use std::path::Path;

use mcpledge_contract::finding::Level;

use super::super::escape::escaped;
use super::{DiffReport, shortened, unexplained_lines};

pub(super) fn render(report: &DiffReport) -> String {
    let file =
        if Path::new(&report.new).is_file() { format!("file={},", property(&report.new)) } else { String::new() };
    let mut text = String::new();
    for entry in &report.comparison.entries {
        let command = match entry.finding.level {
            Level::Deny => "error",
            Level::Warn => "warning",
            Level::Allow => "notice",
        };
        let witness = entry.witness.as_ref().map(|witness| format!("; witness: {}", shortened(witness, 300)));
        let message = format!(
            "{}: {}{}",
            entry.finding.place,
            shortened(&entry.finding.message, 300),
            witness.unwrap_or_default()
        );
        text.push_str(&format!("::{command} {file}title={}::{}\n", property(&entry.finding.rule), data(&message)));
    }
    for line in unexplained_lines(report) {
        text.push_str(&format!("{}\n", data(&line)));
    }
    text.push_str(&data(&report.conclusion()));
    text.push('\n');
    text
}

/// A message: `%` and line ends would end the command; `escaped` has taken the line ends.
fn data(text: &str) -> String {
    escaped(text).replace('%', "%25")
}

/// A property: a colon and a comma would end it as well.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
