//! A prompt is added.
//!
//! The page beside this file says why it matters and is its test.

use crate::finding::{Level, Rule};
use crate::surface::ListKind;

use super::super::context::{SurfacePair, canonical};
use super::super::report::{Direction, Draft, Report, Subject};
use super::super::rule::{BreakRule, Check, Proof};

pub(super) const RULE: BreakRule = BreakRule {
    rule: Rule {
        id: "prompt-added",
        level: Level::Allow,
        title: "a prompt is added",
        help: "nothing to do: clients that do not know it do not use it",
        page: include_str!("prompt_added.md"),
    },
    direction: Direction::None,
    published: None,
    strict: Level::Allow,
    proof: Proof::None,
    check: Check::Surface(check),
};

fn check<'c>(pair: &SurfacePair<'c>, report: &mut Report<'c>) {
    // A whole list that is offered is one change, not one for each item.
    if pair.old.list(ListKind::Prompts).is_none() {
        return;
    }
    for (name, place, item) in &pair.pairings[ListKind::Prompts as usize].added {
        report.add(Draft {
            change: None,
            subject: Subject::Item(ListKind::Prompts, name.clone()),
            place: place.clone(),
            message: "added".to_owned(),
            was: None,
            now: Some(canonical(*item)),
        });
    }
}
