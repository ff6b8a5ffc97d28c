//! What every part of the tool reports: one finding, with a stable id, a place, and what to do.
//!
//! A finding is data, not an error. It is made by the wire (odd behaviour), by [`surface`](crate::surface)
//! (odd content) and by the rules that compare surfaces; reports print it, exit codes follow its level.

mod catalogue;

use std::borrow::Cow;
use std::fmt;

pub use catalogue::{RULES, find_rule};

/// How much a finding counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Shown, never counted.
    Allow,
    /// Shown as a warning.
    Warn,
    /// Fails the commands that judge; `lock` refuses the capture.
    Deny,
}

impl Level {
    /// The word in reports and configuration.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Level::Allow => "allow",
            Level::Warn => "warn",
            Level::Deny => "deny",
        }
    }

    /// The level of that word.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        [Level::Allow, Level::Warn, Level::Deny].into_iter().find(|level| level.name() == name)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A kind of finding: what `mcpledge explain` and `explain --list` show.
#[derive(Debug)]
pub struct Rule {
    /// Kebab-case, never reused and never given another meaning.
    pub id: &'static str,
    /// The level it has unless configured otherwise.
    pub level: Level,
    /// One line: what it is.
    pub title: &'static str,
    /// One line: what to do about it.
    pub help: &'static str,
    /// The whole page, Markdown.
    pub page: &'static str,
}

/// One thing a report says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The rule's id. Owned when it was read from a capture file of another version of this tool.
    pub rule: Cow<'static, str>,
    /// How much it counts.
    pub level: Level,
    /// Where: `tools[search].inputSchema.properties.limit`, `stdout`, `POST notifications/initialized`.
    /// Text of the server may stand in it: escape it before it reaches a terminal.
    pub place: String,
    /// JSON Pointer (RFC 6901) into the capture file, where the place is in it.
    pub pointer: Option<String>,
    /// What was seen, with its operands. Text of the server may stand in it.
    pub message: String,
}

impl Finding {
    /// A finding of the rule `id` at its own level.
    #[must_use]
    pub fn new(id: &'static str, place: impl Into<String>, message: impl Into<String>) -> Self {
        let level = find_rule(id).map_or(Level::Warn, |rule| rule.level);
        debug_assert!(find_rule(id).is_some(), "no rule `{id}` in the catalogue");
        Self { rule: Cow::Borrowed(id), level, place: place.into(), pointer: None, message: message.into() }
    }

    /// The same with a pointer into the capture file.
    #[must_use]
    pub fn at(mut self, pointer: impl Into<String>) -> Self {
        self.pointer = Some(pointer.into());
        self
    }

    /// What to do about it; empty for a rule this version does not know.
    #[must_use]
    pub fn help(&self) -> &'static str {
        find_rule(&self.rule).map_or("", |rule| rule.help)
    }
}
