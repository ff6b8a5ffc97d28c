//! The result of a comparison in every format. One file per format; each is a pure function of [`DiffReport`].
//!
//! Called by `diff`.

mod github;
mod json;
mod junit;
mod markdown;
mod sarif;
mod terminal;

use std::collections::BTreeMap;

use mcpledge_contract::breaks::{CallsVerdict, Comparison, Entry, Preset, Refusal, Subject};
use mcpledge_contract::finding::Level;
use mcpledge_contract::json::Fingerprint;
use mcpledge_contract::lock::Version;
use mcpledge_contract::surface::{Change, Difference, Era};

use crate::args::FormatArg;

/// What a comparison found, with the names of both sides.
pub(crate) struct DiffReport {
    pub(crate) old: String,
    pub(crate) new: String,
    pub(crate) old_version: Option<String>,
    pub(crate) new_version: Option<String>,
    pub(crate) preset: Preset,
    /// The eras whose surfaces were compared.
    pub(crate) eras: Vec<Era>,
    pub(crate) comparison: Comparison,
    /// What is to be said of approvals, by the identity of the entry.
    pub(crate) approvals: BTreeMap<String, String>,
    /// Only where no rule spoke: eras whose fingerprints differ all the same.
    pub(crate) unexplained: Vec<Unexplained>,
    /// What the new side does to the calls of a log, when one was given.
    pub(crate) calls: Option<CallsVerdict>,
}

/// An era whose fingerprint changed without a rule that says what that means.
pub(crate) struct Unexplained {
    pub(crate) era: Era,
    pub(crate) was: Fingerprint,
    pub(crate) now: Fingerprint,
    /// Where the surfaces differ.
    pub(crate) places: Vec<Difference>,
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
        let same = self.comparison.entries.is_empty() && self.unexplained.is_empty();
        match (self.comparison.breaks(), same) {
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

    /// What is to be said of an approval of `entry`.
    fn approval(&self, entry: &Entry) -> Option<&str> {
        if self.approvals.is_empty() {
            return None;
        }
        self.approvals.get(&entry.identity.to_string()).map(String::as_str)
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

/// What differs where no rule spoke, a line each: the hashes, then at most ten places.
fn unexplained_lines(report: &DiffReport) -> Vec<String> {
    /// Places that are shown.
    const SHOWN: usize = 10;
    let mut lines = Vec::new();
    for era in &report.unexplained {
        lines.push(format!(
            "the fingerprint of the {} era differs, and no rule says that a client could tell: {} → {}",
            era.era.name(),
            era.was,
            era.now
        ));
        lines.extend(era.places.iter().take(SHOWN).map(|place| format!("  {}", difference_line(place))));
        if era.places.len() > SHOWN {
            lines.push(format!("  and {} more", era.places.len() - SHOWN));
        }
    }
    lines
}

fn difference_line(difference: &Difference) -> String {
    let place = &difference.place;
    match &difference.change {
        Change::Added => format!("{place}: added"),
        Change::Removed => format!("{place}: removed"),
        Change::Changed { was, now } => format!("{place}: {was} → {now}"),
        Change::Order => format!("{place}: another order"),
    }
}

/// The eras of an entry where more than one was compared and not all of them show it.
fn eras_of(entry: &Entry, report: &DiffReport) -> Option<&'static str> {
    match entry.eras.as_slice() {
        [only] if report.eras.len() > 1 => Some(only.name()),
        _ => None,
    }
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
