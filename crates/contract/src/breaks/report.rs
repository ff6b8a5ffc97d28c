//! What a comparison reports: one entry per change and rule.
//!
//! Filled by the rules, read by every report format. An entry's identity hangs on what changed, never on wording, so
//! that an approval survives a reworded message.

use crate::finding::Finding;
use crate::json::{Fingerprint, Hasher, Sink, Value};
use crate::surface::{Era, ListKind};

use super::rule::BreakRule;

/// Whose data a change is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// What a client sends: the new side must accept all that the old one accepted.
    Input,
    /// What a client receives: the old side must accept all that the new one allows.
    Output,
    /// Neither.
    None,
}

impl Direction {
    /// The word in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Direction::Input => "input",
            Direction::Output => "output",
            Direction::None => "none",
        }
    }
}

/// What an entry is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// The server itself.
    Server,
    /// A whole list.
    List(ListKind),
    /// An item of a list, by its name or uri.
    Item(ListKind, String),
}

impl Subject {
    /// The name that configured levels match; empty for the server and for lists.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Subject::Item(_, name) => name,
            Subject::Server | Subject::List(_) => "",
        }
    }
}

/// One change, as one rule sees it.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Rule, level, place, message.
    pub finding: Finding,
    /// What it is about.
    pub subject: Subject,
    /// Whose data.
    pub direction: Direction,
    /// The old side, as canonical JSON; absent where there was nothing.
    pub was: Option<String>,
    /// The new side, likewise.
    pub now: Option<String>,
    /// A value that one side accepts and the other refuses, as JSON, checked by an independent validator.
    pub witness: Option<String>,
    /// The eras that show the change; empty where it is about the eras themselves.
    pub eras: Vec<Era>,
    /// What the entry is, whatever its words: sha256 over rule, subject, place, direction and both sides.
    pub identity: Fingerprint,
}

/// What changed, for the engine to judge apart from everything else: keywords at a place of both schemas.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Change<'c> {
    pub(crate) old: Value<'c>,
    pub(crate) new: Value<'c>,
    pub(crate) keywords: &'static [&'static str],
}

/// An entry before its level is known.
pub(crate) struct Draft<'c> {
    pub(crate) change: Option<Change<'c>>,
    pub(crate) subject: Subject,
    pub(crate) place: String,
    pub(crate) message: String,
    pub(crate) was: Option<String>,
    pub(crate) now: Option<String>,
}

/// Collects what the rules find.
#[derive(Default)]
pub(crate) struct Report<'c> {
    /// Set by the comparison before a rule runs.
    pub(crate) rule: Option<&'static BreakRule>,
    pub(crate) entries: Vec<(&'static BreakRule, Entry, Option<Change<'c>>)>,
}

impl<'c> Report<'c> {
    /// Adds an entry of the rule that runs.
    pub(crate) fn add(&mut self, draft: Draft<'c>) {
        let Some(rule) = self.rule else { return };
        let Draft { change, subject, place, message, was, now } = draft;
        let identity = identity(rule, &subject, &place, was.as_deref(), now.as_deref());
        let finding = Finding { level: rule.rule.level, ..Finding::new(rule.rule.id, place, message) };
        let entry =
            Entry { finding, subject, direction: rule.direction, was, now, witness: None, eras: Vec::new(), identity };
        self.entries.push((rule, entry, change));
    }

    /// Whether an entry stands at `place` or below it.
    pub(crate) fn mentions(&self, place: &str) -> bool {
        self.entries.iter().rev().any(|(_, entry, _)| {
            entry.finding.place.strip_prefix(place).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
        })
    }
}

fn identity(rule: &BreakRule, subject: &Subject, place: &str, was: Option<&str>, now: Option<&str>) -> Fingerprint {
    let mut hasher = Hasher::new();
    let kind = match subject {
        Subject::Server => "server",
        Subject::List(kind) | Subject::Item(kind, _) => kind.key(),
    };
    let parts = [rule.rule.id, kind, subject.name(), place, rule.direction.name()];
    for part in parts.into_iter().chain([was.unwrap_or("\u{1}"), now.unwrap_or("\u{1}")]) {
        // Lengths keep parts apart whatever they hold.
        hasher.put(format!("{}:", part.len()).as_bytes());
        hasher.put(part.as_bytes());
    }
    hasher.finish()
}
