//! A resource is gone.
//!
//! The page beside this file says why it matters and is its test.

use crate::finding::{Level, Rule};
use crate::surface::ListKind;

use super::super::context::{SurfacePair, canonical};
use super::super::report::{Direction, Draft, Report, Subject};
use super::super::rule::{BreakRule, Check, Proof};

pub(super) const RULE: BreakRule = BreakRule {
    rule: Rule {
        id: "resource-removed",
        level: Level::Deny,
        title: "a resource is gone",
        help: "keep the resource and mark it as deprecated in its description, or open a new compatibility line",
        page: include_str!("resource_removed.md"),
    },
    direction: Direction::None,
    published: Some(Level::Deny),
    strict: Level::Deny,
    proof: Proof::None,
    check: Check::Surface(check),
};

fn check<'c>(pair: &SurfacePair<'c>, report: &mut Report<'c>) {
    // A whole list that is withdrawn is one change, not one for each item.
    if pair.new.list(ListKind::Resources).is_none() {
        return;
    }
    for (name, place, item) in &pair.pairings[ListKind::Resources as usize].removed {
        report.add(Draft {
            change: None,
            subject: Subject::Item(ListKind::Resources, name.clone()),
            place: place.clone(),
            message: "removed".to_owned(),
            was: Some(canonical(*item)),
            now: None,
        });
    }
}
