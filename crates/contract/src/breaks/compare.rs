//! The comparison: runs the rules over two captures and gives the entries their levels.
//!
//! Called by every command that judges a change.

use crate::finding::Level;
use crate::surface::{Capture, ListKind};

use super::context::SurfacePair;
use super::levels::Settings;
use super::prove::prove;
use super::report::{Direction, Entry, Report};
use super::rule::{BreakRule, Check};
use super::rules::RULES;
use super::walk::walk;

/// What a change of the surface means.
#[derive(Clone, Debug, Default)]
pub struct Comparison {
    /// Every change a rule saw: the server first, then lists and items in the order of the old surface.
    pub entries: Vec<Entry>,
}

impl Comparison {
    /// Whether something breaks clients: it then needs a new compatibility line.
    #[must_use]
    pub fn breaks(&self) -> bool {
        self.entries.iter().any(|entry| entry.finding.level == Level::Deny)
    }

    /// The entries of a level.
    pub fn at(&self, level: Level) -> impl Iterator<Item = &Entry> {
        self.entries.iter().filter(move |entry| entry.finding.level == level)
    }
}

/// Compares two captures of the same era.
#[must_use]
pub fn compare(old: &Capture, new: &Capture, settings: &Settings) -> Comparison {
    let pair = SurfacePair::new(old, new);
    let mut report = Report::default();
    let active: Vec<&'static BreakRule> =
        RULES.iter().copied().filter(|rule| settings.preset.level(rule).is_some()).collect();
    for rule in &active {
        if let Check::Surface(check) = rule.check {
            report.rule = Some(rule);
            check(&pair, &mut report);
        }
    }
    for item in pair.pairings.iter().flat_map(|pairing| &pairing.changed) {
        for rule in &active {
            if let Check::Item(check) = rule.check {
                report.rule = Some(rule);
                check(item, &mut report);
            }
        }
        let schemas: &[(&str, Direction)] = match item.kind {
            ListKind::Tools => &[("inputSchema", Direction::Input), ("outputSchema", Direction::Output)],
            _ => &[],
        };
        for &(key, direction) in schemas {
            let first = report.entries.len();
            for schemas in walk(item, key, settings.preset) {
                for rule in active.iter().filter(|rule| rule.direction == direction) {
                    if let Check::Schema(check) = rule.check {
                        report.rule = Some(rule);
                        check(&schemas, &mut report);
                    }
                }
            }
            prove(item, key, direction, settings.preset, first, &mut report);
        }
        for rule in &active {
            if let Check::Rest(check) = rule.check {
                report.rule = Some(rule);
                check(item, &mut report);
            }
        }
    }
    let mut comparison = with_levels(report, settings);
    for entry in &mut comparison.entries {
        entry.eras = vec![new.era()];
    }
    comparison
}

/// What the rules found, each at the level that the preset and the configuration give it.
pub(super) fn with_levels(report: Report<'_>, settings: &Settings) -> Comparison {
    let entries = report
        .entries
        .into_iter()
        .filter_map(|(rule, mut entry, _)| {
            entry.finding.level = settings.level(rule, entry.subject.name())?;
            Some(entry)
        })
        .collect();
    Comparison { entries }
}
