//! A removed and an added item are the same but for the name.
//!
//! The page beside this file says why it matters and is its test.

use crate::finding::{Level, Rule};
use crate::surface::ListKind;

use super::super::context::{SurfacePair, quoted};
use super::super::report::{Direction, Draft, Report, Subject};
use super::super::rule::{BreakRule, Check, Proof};

pub(super) const RULE: BreakRule = BreakRule {
    rule: Rule {
        id: "possible-rename",
        level: Level::Allow,
        title: "a removed and an added item are the same but for the name",
        help: "if it is a rename, keep the old name beside the new one for this compatibility line",
        page: include_str!("possible_rename.md"),
    },
    direction: Direction::None,
    published: None,
    strict: Level::Allow,
    proof: Proof::None,
    check: Check::Surface(check),
};

fn check<'c>(pair: &SurfacePair<'c>, report: &mut Report<'c>) {
    for kind in ListKind::ALL {
        let pairing = &pair.pairings[kind as usize];
        for (name, place, item) in &pairing.removed {
            if let Some((other, _, _)) = pairing.renamed(kind, *item) {
                report.add(Draft {
                    change: None,
                    subject: Subject::Item(kind, name.clone()),
                    place: place.clone(),
                    message: format!("perhaps renamed to {other:?}: the rest of the contract is the same"),
                    was: Some(quoted(name)),
                    now: Some(quoted(other)),
                });
            }
        }
    }
}
