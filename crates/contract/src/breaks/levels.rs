//! Presets and configured levels: the one place that says how much a rule counts.
//!
//! Called by the comparison, once per entry.

use std::collections::BTreeMap;

use crate::finding::Level;

use super::rule::BreakRule;

/// A set of levels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Preset {
    /// Exactly the published rule of the shared lock (section 6 of its specification).
    McpSurface,
    /// The published rule and everything that is refuted with a witness.
    #[default]
    Default,
    /// JSON Schema taken literally: openness counts, undecided questions deny.
    Strict,
}

impl Preset {
    /// The word on the command line and in configuration.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Preset::McpSurface => "mcp-surface",
            Preset::Default => "default",
            Preset::Strict => "strict",
        }
    }

    /// The preset of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        [Preset::McpSurface, Preset::Default, Preset::Strict].into_iter().find(|preset| preset.name() == name)
    }

    /// The level of `rule` in this preset; `None` = the rule does not run.
    #[must_use]
    pub fn level(self, rule: &BreakRule) -> Option<Level> {
        match self {
            Preset::McpSurface => rule.published,
            Preset::Default => Some(rule.rule.level),
            Preset::Strict => Some(rule.strict),
        }
    }
}

/// How a comparison judges.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// The levels to start from.
    pub preset: Preset,
    /// Levels by rule id.
    pub levels: BTreeMap<String, Level>,
    /// Levels by item name and rule id; they win.
    pub item_levels: BTreeMap<(String, String), Level>,
}

impl Settings {
    /// The level of `rule` for the item `name`.
    pub(crate) fn level(&self, rule: &BreakRule, name: &str) -> Option<Level> {
        let preset = self.preset.level(rule)?;
        let id = rule.rule.id;
        let by_item = self.item_levels.get(&(name.to_owned(), id.to_owned()));
        Some(by_item.or_else(|| self.levels.get(id)).copied().unwrap_or(preset))
    }
}
