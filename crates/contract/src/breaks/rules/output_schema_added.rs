//! A tool has an `outputSchema` that had none.
//!
//! The page beside this file says why it matters and is its test.

use crate::finding::{Level, Rule};

use super::super::context::ItemPair;
use super::super::report::{Direction, Report};
use super::super::rule::{BreakRule, Check, Proof};

pub(super) const RULE: BreakRule = BreakRule {
    rule: Rule {
        id: "output-schema-added",
        level: Level::Allow,
        title: "a tool has an `outputSchema` that had none",
        help: "check that every result fits it: clients reject those that do not",
        page: include_str!("output_schema_added.md"),
    },
    direction: Direction::Output,
    published: None,
    strict: Level::Allow,
    proof: Proof::None,
    check: Check::Item(check),
};

fn check<'c>(item: &ItemPair<'c>, report: &mut Report<'c>) {
    if let (None, Some(new)) = item.members("outputSchema") {
        report.add(item.draft("outputSchema", "added", None, Some(new)));
    }
}
