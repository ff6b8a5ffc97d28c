//! A title changed.
//!
//! The page beside this file says why it matters and is its test.

use crate::finding::{Level, Rule};

use super::super::context::{ItemPair, same_member};
use super::super::report::{Direction, Report};
use super::super::rule::{BreakRule, Check, Proof};

pub(super) const RULE: BreakRule = BreakRule {
    rule: Rule {
        id: "title-changed",
        level: Level::Warn,
        title: "a title changed",
        help: "read the new text as a model would",
        page: include_str!("title_changed.md"),
    },
    direction: Direction::None,
    published: None,
    strict: Level::Warn,
    proof: Proof::None,
    check: Check::Item(check),
};

fn check<'c>(item: &ItemPair<'c>, report: &mut Report<'c>) {
    let (old, new) = item.members("title");
    if !same_member(old, new) {
        report.add(item.draft("title", "the text is another", old, new));
    }
}
