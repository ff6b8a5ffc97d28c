//! The report for people: grouped by item, each entry with what was, what is, the witness, and what to do.

use anstyle::{AnsiColor, Style};
use mcpledge_contract::breaks::{Direction, Entry};
use mcpledge_contract::finding::Level;

use super::super::escape::escaped;
use super::{DiffReport, calls_lines, counted, short_place, shortened, subject_name};

const DENY: Style = AnsiColor::Red.on_default().bold();
const WARN: Style = AnsiColor::Yellow.on_default().bold();
const NOTE: Style = AnsiColor::Blue.on_default().bold();
const STRONG: Style = Style::new().bold();

/// Characters of a value that are shown.
const WIDTH: usize = 160;

pub(super) fn render(report: &DiffReport) -> String {
    let mut text = String::new();
    for (subject, entries) in report.groups() {
        text.push_str(&format!("{STRONG}{}{STRONG:#}\n", escaped(&subject_name(subject))));
        for entry in entries {
            text.push_str(&entry_text(entry));
        }
        text.push('\n');
    }
    let (warnings, notes) = (report.count(Level::Warn), report.count(Level::Allow));
    let style = if report.comparison.breaks() { DENY } else { STRONG };
    text.push_str(&format!("{style}{}{style:#}\n", escaped(&report.conclusion())));
    for line in calls_lines(report) {
        text.push_str(&format!("{}\n", escaped(&line)));
    }
    if warnings + notes > 0 {
        text.push_str(&format!("{}, {}\n", counted(warnings, "warning"), counted(notes, "note")));
    }
    text
}

fn entry_text(entry: &Entry) -> String {
    let (style, word) = match entry.finding.level {
        Level::Deny => (DENY, "error"),
        Level::Warn => (WARN, "warning"),
        Level::Allow => (NOTE, "note"),
    };
    let place = short_place(entry);
    let place = if place.is_empty() { String::new() } else { format!(" {}:", escaped(place)) };
    let mut text = format!(
        "  {style}{word}[{}]{style:#}{place} {}\n",
        entry.finding.rule,
        escaped(&shortened(&entry.finding.message, WIDTH * 2))
    );
    // A note says all in its line; what fails or warns shows both sides.
    if entry.finding.level != Level::Allow {
        for (label, side) in [("was", &entry.was), ("now", &entry.now)] {
            if let Some(side) = side {
                text.push_str(&format!("      {label}: {}\n", escaped(&shortened(side, WIDTH))));
            }
        }
    }
    if let Some(witness) = &entry.witness {
        let told = match entry.direction {
            Direction::Input => "a call with these arguments was accepted and is refused",
            Direction::Output => "this result is allowed, and clients of the old surface refuse it",
            Direction::None => "one side accepts it, the other does not",
        };
        text.push_str(&format!("      witness: {}\n               {told}\n", escaped(&shortened(witness, WIDTH * 2))));
    }
    if entry.finding.level != Level::Allow {
        text.push_str(&format!("      help: {}\n", entry.finding.help()));
    }
    text
}
