//! The result of a comparison in every format. One file per format; each is a pure function of [`DiffReport`].
//!
//! Called by `diff`.

mod github;
mod json;
mod junit;
mod markdown;
mod sarif;
mod terminal;

use mcpledge_contract::breaks::{CallsVerdict, Comparison, Entry, Preset, Refusal, Subject};
use mcpledge_contract::finding::Level;
use mcpledge_contract::lock::Version;

use crate::args::FormatArg;

/// What a comparison found, with the names of both sides.
pub(crate) struct DiffReport {
    pub(crate) old: String,
    pub(crate) new: String,
    pub(crate) old_version: Option<String>,
    pub(crate) new_version: Option<String>,
    pub(crate) preset: Preset,
    pub(crate) comparison: Comparison,
    /// What the new side does to the calls of a log, when one was given.
    pub(crate) calls: Option<CallsVerdict>,
}

/// The report in `format`, a newline at its end.
pub(crate) fn diff_report(report: &DiffReport, format: FormatArg) -> String {
    match format {
        FormatArg::Terminal => terminal::render(report),
        FormatArg::Json => json::render(report),
        FormatArg::Markdown => markdown::render(report),
        FormatArg::Github => github::render(report),
        FormatArg::Junit => junit::render(report),
        FormatArg::Sarif => sarif::render(report),
    }
}

impl DiffReport {
    /// `breaking`, `compatible` or `none`.
    fn verdict(&self) -> &'static str {
        match (self.comparison.breaks(), self.comparison.entries.is_empty()) {
            (true, _) => "breaking",
            (false, false) => "compatible",
            (false, true) => "none",
        }
    }

    /// What version the change asks for: `line`, `version` or `none`.
    fn needed(&self) -> &'static str {
        match self.verdict() {
            "breaking" => "line",
            "compatible" => "version",
            _ => "none",
        }
    }

    fn count(&self, level: Level) -> usize {
        self.comparison.at(level).count()
    }

    /// The entries by subject, subjects in the order they first appear, the worst entries of each first.
    fn groups(&self) -> Vec<(&Subject, Vec<&Entry>)> {
        let mut groups: Vec<(&Subject, Vec<&Entry>)> = Vec::new();
        for entry in &self.comparison.entries {
            match groups.iter_mut().find(|(subject, _)| **subject == entry.subject) {
                Some((_, entries)) => entries.push(entry),
                None => groups.push((&entry.subject, vec![entry])),
            }
        }
        for (_, entries) in &mut groups {
            entries.sort_by_key(|entry| std::cmp::Reverse(entry.finding.level));
        }
        groups
    }

    /// One sentence on what version the change needs.
    fn conclusion(&self) -> String {
        let old = self.old_version.as_deref();
        match self.verdict() {
            "breaking" => {
                let breaks = counted(self.count(Level::Deny), "break");
                let next = old.and_then(|old| Version::parse(old).ok()).map(|old| old.line().next_version());
                let needed = match next {
                    Some(next) => format!("{next} or later"),
                    None => "the next major, in 0.x the next minor".to_owned(),
                };
                format!("{breaks}: this change needs a version of another compatibility line, {needed}")
            }
            "compatible" => {
                let than = old.map(|old| format!(" than {old}")).unwrap_or_default();
                format!("no break: this change needs a newer version{than}, on any line")
            }
            _ => "no change that means anything to a client".to_owned(),
        }
    }
}

/// What the calls of a log come to, a line each; nothing without a log.
fn calls_lines(report: &DiffReport) -> Vec<String> {
    let Some(calls) = &report.calls else { return Vec::new() };
    let mut lines =
        vec![format!("of {} in the log the new side refuses {}", counted(calls.total, "call"), calls.refused.len())];
    for (line, tool, refusal) in &calls.refused {
        let why = match refusal {
            Refusal::ToolGone => "the tool is gone",
            Refusal::Arguments => "the arguments are refused",
        };
        lines.push(format!("  line {line}, {tool}: {why}"));
    }
    let untouched = report.comparison.at(Level::Deny).filter(|entry| !calls.touches(entry)).count();
    if untouched > 0 {
        lines.push(format!("{} outside these calls", counted(untouched, "break")));
    }
    if !calls.unjudged.is_empty() {
        lines.push(format!("{} not judged: the old side refuses them too", counted(calls.unjudged.len(), "call")));
    }
    lines
}

/// `1 break`, `2 breaks`.
fn counted(number: usize, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{number} {noun}s") }
}

/// What a subject is called.
fn subject_name(subject: &Subject) -> String {
    match subject {
        Subject::Server => "server".to_owned(),
        Subject::List(kind) => format!("list {}", kind.key()),
        Subject::Item(kind, name) => format!("{} {name}", kind.noun()),
    }
}

/// The place without the part that the group's heading says already.
fn short_place(entry: &Entry) -> &str {
    let place = entry.finding.place.as_str();
    match (&entry.subject, place.find("].")) {
        (Subject::Item(..), Some(at)) => &place[at + 2..],
        (Subject::Item(..), None) => "",
        _ => place,
    }
}

/// At most `most` characters of one side's JSON, cut in the middle.
fn shortened(text: &str, most: usize) -> String {
    let length = text.chars().count();
    if length <= most {
        return text.to_owned();
    }
    let start: String = text.chars().take(most * 2 / 3).collect();
    let end: String = text.chars().skip(length - most / 4).collect();
    format!("{start} … {end}")
}
