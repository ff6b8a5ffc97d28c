//! A resource's media type changed.
//!
//! The page beside this file says why it matters and is its test.

use crate::finding::{Level, Rule};

use super::super::context::{ItemPair, same_member};
use super::super::report::{Direction, Report};
use super::super::rule::{BreakRule, Check, Proof};

pub(super) const RULE: BreakRule = BreakRule {
    rule: Rule {
        id: "mime-type-changed",
        level: Level::Warn,
        title: "a resource's media type changed",
        help: "serve the new type under a uri of its own",
        page: include_str!("mime_type_changed.md"),
    },
    direction: Direction::Output,
    published: None,
    strict: Level::Warn,
    proof: Proof::None,
    check: Check::Item(check),
};

fn check<'c>(item: &ItemPair<'c>, report: &mut Report<'c>) {
    let (old, new) = item.members("mimeType");
    if !same_member(old, new) {
        report.add(item.draft("mimeType", "the content is of another type", old, new));
    }
}
