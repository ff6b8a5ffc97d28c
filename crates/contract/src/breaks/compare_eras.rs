//! Two captures of a server, era by era: the eras themselves, then what both sides show in each.
//!
//! Called by `diff`, and by whoever holds whole captures instead of sections of a lock.

use crate::surface::{Capture, Era};

use super::compare::{Comparison, compare, with_levels};
use super::levels::Settings;
use super::report::Report;
use super::rule::Check;
use super::rules::RULES;

/// Compares everything two captures show: which eras each side speaks, and the surface of every era both speak. A
/// change that both eras show the same way is one entry that names both.
///
/// A side that was not asked for an era says nothing of it: leave such an era out of both before the call.
#[must_use]
pub fn compare_eras(old: &Capture, new: &Capture, settings: &Settings) -> Comparison {
    let mut report = Report::default();
    for rule in RULES {
        if let Check::Eras(check) = rule.check
            && settings.preset.level(rule).is_some()
        {
            report.rule = Some(rule);
            check(old, new, &mut report);
        }
    }
    let mut comparison = with_levels(report, settings);
    for era in [Era::Legacy, Era::Modern] {
        let (Some(old), Some(new)) = (old.in_era(era), new.in_era(era)) else { continue };
        for entry in compare(old, new, settings).entries {
            match comparison.entries.iter_mut().find(|known| known.identity == entry.identity) {
                // Equal entries of one era are several changes of items that share a name.
                Some(known) if !known.eras.contains(&era) => known.eras.push(era),
                _ => comparison.entries.push(entry),
            }
        }
    }
    comparison
}
