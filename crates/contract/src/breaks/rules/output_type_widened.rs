//! Results may have a type that clients did not expect.
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
        id: "output-type-widened",
        level: Level::Deny,
        title: "results may have a type that clients did not expect",
        help: "send the new type in a field of its own, or open a new compatibility line",
        page: include_str!("output_type_widened.md"),
    },
    direction: Direction::Output,
    published: Some(Level::Deny),
    strict: Level::Deny,
    proof: Proof::Required,
    check: Check::Schema(check),
};

fn check<'c>(schemas: &SchemaPair<'c>, report: &mut Report<'c>) {
    let gained = Types::of(schemas.new).beyond(&Types::of(schemas.old));
    if !gained.is_empty() && values(schemas.old).is_none() {
        let message = format!("may be {}", gained.join(", "));
        let (was, now) = schemas.keyword("type");
        report.add(schemas.keyword_draft("type", message, was.map(canonical), now.map(canonical), &["type"]));
    }
}
