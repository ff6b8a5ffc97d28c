//! A list that was not served is served.
//!
//! The page beside this file says why it matters and is its test.

use crate::finding::{Level, Rule};
use crate::surface::ListKind;

use super::super::context::SurfacePair;
use super::super::report::{Direction, Draft, Report, Subject};
use super::super::rule::{BreakRule, Check, Proof};

pub(super) const RULE: BreakRule = BreakRule {
    rule: Rule {
        id: "list-offered",
        level: Level::Allow,
        title: "a list that was not served is served",
        help: "nothing to do: clients that do not know it do not ask",
        page: include_str!("list_offered.md"),
    },
    direction: Direction::None,
    published: None,
    strict: Level::Allow,
    proof: Proof::None,
    check: Check::Surface(check),
};

fn check<'c>(pair: &SurfacePair<'c>, report: &mut Report<'c>) {
    for kind in ListKind::ALL {
        if let (None, Some(items)) = (pair.old.list(kind), pair.new.list(kind)) {
            let message = format!("`{}` is served ({} items)", kind.method(), items.len());
            let place = kind.key().to_owned();
            report.add(Draft { change: None, subject: Subject::List(kind), place, message, was: None, now: None });
        }
    }
}
