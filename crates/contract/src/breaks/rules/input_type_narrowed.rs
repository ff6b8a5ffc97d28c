//! A type is no longer accepted.
//!
//! The page beside this file says why it matters and is its test.

use crate::finding::{Level, Rule};

use super::super::context::canonical;
use super::super::report::{Direction, Report};
use super::super::rule::{BreakRule, Check, Proof};
use super::super::schema_facts::{Types, values};
use super::super::walk::SchemaPair;

pub(super) const RULE: BreakRule = BreakRule {
    rule: Rule {
        id: "input-type-narrowed",
        level: Level::Deny,
        title: "a type is no longer accepted",
        help: "accept both types, or open a new compatibility line",
        page: include_str!("input_type_narrowed.md"),
    },
    direction: Direction::Input,
    published: Some(Level::Deny),
    strict: Level::Deny,
    proof: Proof::Required,
    check: Check::Schema(check),
};

fn check<'c>(schemas: &SchemaPair<'c>, report: &mut Report<'c>) {
    let lost = Types::of(schemas.old).beyond(&Types::of(schemas.new));
    if !lost.is_empty() && values(schemas.new).is_none() {
        let message = format!("no longer accepts {}", lost.join(", "));
        let (was, now) = schemas.keyword("type");
        report.add(schemas.keyword_draft("type", message, was.map(canonical), now.map(canonical), &["type"]));
    }
}
