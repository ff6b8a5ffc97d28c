//! The report for people: grouped by item, each entry with what was, what is, the witness, and what to do.

use anstyle::{AnsiColor, Style};
use mcpledge_contract::breaks::{Direction, Entry};
use mcpledge_contract::finding::Level;

use super::super::escape::escaped;
use super::{DiffReport, calls_lines, counted, eras_of, short_place, shortened, subject_name, unexplained_lines};

const DENY: Style = AnsiColor::Red.on_default().bold();
const WARN: Style = AnsiColor::Yellow.on_default().bold();
const NOTE: Style = AnsiColor::Blue.on_default().bold();
const STRONG: Style = Style::new().bold();

/// Digits of an identity that are shown: an approval needs no more.
const IDENTITY: usize = 16;

/// Characters of a value that are shown.
const WIDTH: usize = 160;

pub(super) fn render(report: &DiffReport) -> String {
    let mut text = String::new();
    for (subject, entries) in report.groups() {
        text.push_str(&format!("{STRONG}{}{STRONG:#}\n", escaped(&subject_name(subject))));
        for entry in entries {
            text.push_str(&entry_text(entry, report));
        }
        text.push('\n');
    }
    let (warnings, notes) = (report.count(Level::Warn), report.count(Level::Allow));
    let style = if report.comparison.breaks() { DENY } else { STRONG };
    for line in unexplained_lines(report) {
        text.push_str(&format!("{}\n", escaped(&shortened(&line, WIDTH * 2))));
    }
    for line in calls_lines(report) {
        text.push_str(&format!("{}\n", escaped(&line)));
    }
    if warnings + notes > 0 {
        text.push_str(&format!("{}, {}\n", counted(warnings, "warning"), counted(notes, "note")));
    }
    if report.comparison.breaks() {
        text.push_str(
            "a break that is meant is approved by `--approve IDENTITY=REASON` or `[[approved]]` in mcpledge.toml\n",
        );
    }
    text.push_str(&format!("{style}{}{style:#}\n", escaped(&report.conclusion())));
    text
}

fn entry_text(entry: &Entry, report: &DiffReport) -> String {
    let (style, word) = match entry.finding.level {
        Level::Deny => (DENY, "error"),
        Level::Warn => (WARN, "warning"),
        Level::Allow => (NOTE, "note"),
    };
    let place = short_place(entry);
    let place = if place.is_empty() { String::new() } else { format!(" {}:", escaped(place)) };
    let era = eras_of(entry, report).map(|era| format!(" ({era} era)")).unwrap_or_default();
    let mut text = format!(
        "  {style}{word}[{}]{style:#}{place} {}{era}\n",
        entry.finding.rule,
        escaped(&shortened(&entry.finding.message, WIDTH * 2))
    );
    // A note says all in its line; what fails or warns shows both sides.
    if entry.finding.level != Level::Allow {
        let (was, now) = sides(entry);
        for (label, side) in [("was", was), ("now", now)] {
            if let Some(side) = side {
                text.push_str(&format!("      {label}: {}\n", escaped(&side)));
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
        if let Some(approval) = report.approval(entry) {
            text.push_str(&format!("      {}\n", escaped(approval)));
        }
        text.push_str(&format!("      help: {}\n", entry.finding.help()));
    }
    if entry.finding.level == Level::Deny {
        text.push_str(&format!("      identity: {}\n", &entry.identity.to_string()[..IDENTITY]));
    }
    text
}

/// Both sides, shortened; of two long ones the part where they begin to differ.
fn sides(entry: &Entry) -> (Option<String>, Option<String>) {
    /// Characters that both sides share which are shown before the difference.
    const BEFORE: usize = 40;
    let (was, now) = (entry.was.as_deref(), entry.now.as_deref());
    if let (Some(was), Some(now)) = (was, now)
        && was.chars().count().max(now.chars().count()) > WIDTH
    {
        let shared = was.chars().zip(now.chars()).take_while(|(a, b)| a == b).count();
        let start = shared.saturating_sub(BEFORE);
        let part = |side: &str| {
            let shown: String = side.chars().skip(start).take(WIDTH).collect();
            let before = if start > 0 { "… " } else { "" };
            let after = if side.chars().count() > start + WIDTH { " …" } else { "" };
            format!("{before}{shown}{after}")
        };
        return (Some(part(was)), Some(part(now)));
    }
    (was.map(|side| shortened(side, WIDTH)), now.map(|side| shortened(side, WIDTH)))
}
