//! The server's instructions changed.
//!
//! The page beside this file says why it matters and is its test.

use crate::finding::{Level, Rule};

use super::super::context::{SurfacePair, canonical, same_member};
use super::super::report::{Direction, Draft, Report, Subject};
use super::super::rule::{BreakRule, Check, Proof};

pub(super) const RULE: BreakRule = BreakRule {
    rule: Rule {
        id: "instructions-changed",
        level: Level::Warn,
        title: "the server's instructions changed",
        help: "read the new text as a model would: hosts put it into the prompt",
        page: include_str!("instructions_changed.md"),
    },
    direction: Direction::None,
    published: None,
    strict: Level::Warn,
    proof: Proof::None,
    check: Check::Surface(check),
};

fn check<'c>(pair: &SurfacePair<'c>, report: &mut Report<'c>) {
    let (old, new) = pair.opening("instructions");
    if !same_member(old, new) {
        report.add(Draft {
            change: None,
            subject: Subject::Server,
            place: format!("{}.instructions", pair.opening_key()),
            message: "the text is another".to_owned(),
            was: old.map(canonical),
            now: new.map(canonical),
        });
    }
}
