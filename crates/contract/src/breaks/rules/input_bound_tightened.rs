//! A bound is tighter.
//!
//! The page beside this file says why it matters and is its test.

use crate::finding::{Level, Rule};

use super::super::report::{Direction, Report};
use super::super::rule::{BreakRule, Check, Proof};
use super::super::schema_facts::{BOUNDS, is_composed};
use super::super::walk::SchemaPair;

pub(super) const RULE: BreakRule = BreakRule {
    rule: Rule {
        id: "input-bound-tightened",
        level: Level::Deny,
        title: "a bound is tighter",
        help: "keep the old bound, or open a new compatibility line",
        page: include_str!("input_bound_tightened.md"),
    },
    direction: Direction::Input,
    published: Some(Level::Deny),
    strict: Level::Deny,
    proof: Proof::Required,
    check: Check::Schema(check),
};

fn check<'c>(schemas: &SchemaPair<'c>, report: &mut Report<'c>) {
    for bound in &BOUNDS {
        let (was, now) = (bound.limit(schemas.old, schemas.literal), bound.limit(schemas.new, schemas.literal));
        // What another schema bounds besides is the engine's to judge.
        if bound.tighter(was, now) && !(was.is_none() && is_composed(schemas.old)) {
            report.add(schemas.bound_draft(bound, was, now));
        }
    }
}
