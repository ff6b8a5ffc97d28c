//! A prompt is gone.
//!
//! The page beside this file says why it matters and is its test.

use crate::finding::{Level, Rule};
use crate::surface::ListKind;

use super::super::context::{SurfacePair, canonical};
use super::super::report::{Direction, Draft, Report, Subject};
use super::super::rule::{BreakRule, Check, Proof};

pub(super) const RULE: BreakRule = BreakRule {
    rule: Rule {
        id: "prompt-removed",
        level: Level::Deny,
        title: "a prompt is gone",
        help: "keep the prompt and mark it as deprecated in its description, or open a new compatibility line",
        page: include_str!("prompt_removed.md"),
    },
    direction: Direction::None,
    published: Some(Level::Deny),
    strict: Level::Deny,
    proof: Proof::None,
    check: Check::Surface(check),
};

fn check<'c>(pair: &SurfacePair<'c>, report: &mut Report<'c>) {
    // A whole list that is withdrawn is one change, not one for each item.
    if pair.new.list(ListKind::Prompts).is_none() {
        return;
    }
    for (name, place, item) in &pair.pairings[ListKind::Prompts as usize].removed {
        report.add(Draft {
            change: None,
            subject: Subject::Item(ListKind::Prompts, name.clone()),
            place: place.clone(),
            message: "removed".to_owned(),
            was: Some(canonical(*item)),
            now: None,
        });
    }
}
