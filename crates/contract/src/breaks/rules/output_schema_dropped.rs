//! A tool's `outputSchema` is gone.
//!
//! The page beside this file says why it matters and is its test.

use crate::finding::{Level, Rule};

use super::super::context::ItemPair;
use super::super::report::{Direction, Report};
use super::super::rule::{BreakRule, Check, Proof};

pub(super) const RULE: BreakRule = BreakRule {
    rule: Rule {
        id: "output-schema-dropped",
        level: Level::Deny,
        title: "a tool's `outputSchema` is gone",
        help: "keep it: clients read `structuredContent` by it",
        page: include_str!("output_schema_dropped.md"),
    },
    direction: Direction::Output,
    published: Some(Level::Deny),
    strict: Level::Deny,
    proof: Proof::None,
    check: Check::Item(check),
};

fn check<'c>(item: &ItemPair<'c>, report: &mut Report<'c>) {
    if let (Some(old), None) = item.members("outputSchema") {
        report.add(item.draft("outputSchema", "removed", Some(old), None));
    }
}
