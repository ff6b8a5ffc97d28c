//! A default changed.
//!
//! The page beside this file says why it matters and is its test.

use crate::finding::{Level, Rule};

use super::super::context::{canonical, same};
use super::super::report::{Direction, Report};
use super::super::rule::{BreakRule, Check, Proof};
use super::super::walk::SchemaPair;

pub(super) const RULE: BreakRule = BreakRule {
    rule: Rule {
        id: "input-default-changed",
        level: Level::Warn,
        title: "a default changed",
        help: "tell users: calls that leave the parameter out do something else",
        page: include_str!("input_default_changed.md"),
    },
    direction: Direction::Input,
    published: None,
    strict: Level::Warn,
    proof: Proof::None,
    check: Check::Schema(check),
};

fn check<'c>(schemas: &SchemaPair<'c>, report: &mut Report<'c>) {
    let (old, new) = schemas.keyword("default");
    // A default that is written down for the first time says what was so before, as far as anyone can tell.
    if let (Some(old), new) = (old, new)
        && !new.is_some_and(|new| same(old, new))
    {
        report.add(schemas.keyword_draft("default", "another default", Some(canonical(old)), new.map(canonical), &[]));
    }
}
