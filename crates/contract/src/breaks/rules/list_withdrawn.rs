//! A list that was served is no longer served.
//!
//! The page beside this file says why it matters and is its test.

use crate::finding::{Level, Rule};
use crate::surface::ListKind;

use super::super::context::SurfacePair;
use super::super::report::{Direction, Draft, Report, Subject};
use super::super::rule::{BreakRule, Check, Proof};

pub(super) const RULE: BreakRule = BreakRule {
    rule: Rule {
        id: "list-withdrawn",
        level: Level::Deny,
        title: "a list that was served is no longer served",
        help: "serve the list, if only empty, or open a new compatibility line",
        page: include_str!("list_withdrawn.md"),
    },
    direction: Direction::None,
    published: Some(Level::Deny),
    strict: Level::Deny,
    proof: Proof::None,
    check: Check::Surface(check),
};

fn check<'c>(pair: &SurfacePair<'c>, report: &mut Report<'c>) {
    for kind in ListKind::ALL {
        if let (Some(items), None) = (pair.old.list(kind), pair.new.list(kind)) {
            let message = format!("`{}` was served ({} items) and is not any more", kind.method(), items.len());
            let place = kind.key().to_owned();
            report.add(Draft { change: None, subject: Subject::List(kind), place, message, was: None, now: None });
        }
    }
}
