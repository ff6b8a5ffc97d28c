//! The report for a pull request comment: a heading with the verdict, a table of what fails and warns, notes folded.

use mcpledge_contract::breaks::Entry;
use mcpledge_contract::finding::Level;

use super::super::escape::escaped;
use super::{DiffReport, calls_lines, counted, eras_of, shortened, unexplained_lines};

pub(super) fn render(report: &DiffReport) -> String {
    let heading = match report.verdict() {
        "breaking" => "MCP surface: breaks clients",
        "compatible" => "MCP surface: changed, no break",
        _ => "MCP surface: unchanged",
    };
    let mut text = format!("### {heading}\n\n{}\n", inline(&report.conclusion()));
    for line in unexplained_lines(report).into_iter().chain(calls_lines(report)) {
        text.push_str(&format!("\n{}\n", inline(line.trim())));
    }
    for level in [Level::Deny, Level::Warn] {
        let entries: Vec<&Entry> = report.comparison.at(level).collect();
        if !entries.is_empty() {
            let title = if level == Level::Deny { "Breaks" } else { "Warnings" };
            text.push_str(&format!("\n#### {title}\n\n{}", table(&entries, report)));
        }
    }
    let notes: Vec<&Entry> = report.comparison.at(Level::Allow).collect();
    if !notes.is_empty() {
        text.push_str(&format!(
            "\n<details><summary>{}</summary>\n\n{}\n</details>\n",
            counted(notes.len(), "note"),
            table(&notes, report)
        ));
    }
    text
}

fn table(entries: &[&Entry], report: &DiffReport) -> String {
    let mut text = String::from("| rule | place | what | witness |\n| --- | --- | --- | --- |\n");
    for entry in entries {
        let witness = entry.witness.as_ref().map(|witness| code(&shortened(witness, 120))).unwrap_or_default();
        let era = eras_of(entry, report).map(|era| format!(" ({era} era)")).unwrap_or_default();
        text.push_str(&format!(
            "| `{}` | {} | {}{era} | {witness} |\n",
            entry.finding.rule,
            code(&entry.finding.place),
            inline(&shortened(&entry.finding.message, 200))
        ));
    }
    text
}

/// Text of a server inside a table: nothing in it may be Markdown, HTML, a mention or the end of a cell.
fn inline(text: &str) -> String {
    let mut shown = String::new();
    for character in escaped(text).chars() {
        match character {
            '<' => shown.push_str("&lt;"),
            '>' => shown.push_str("&gt;"),
            '&' => shown.push_str("&amp;"),
            '@' => shown.push_str("&#64;"),
            '\\' | '`' | '*' | '_' | '{' | '}' | '[' | ']' | '#' | '|' | '!' | '~' => {
                shown.push('\\');
                shown.push(character);
            }
            _ => shown.push(character),
        }
    }
    shown
}

/// The same as code. A backtick or a bar cannot be escaped inside a code span of a table, so such text goes as text.
fn code(text: &str) -> String {
    let shown = escaped(text);
    if shown.contains(['`', '|']) { inline(text) } else { format!("`{shown}`") }
}
