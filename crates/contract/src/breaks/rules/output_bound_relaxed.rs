//! Results may lie outside a bound that held.
//!
//! The page beside this file says why it matters and is its test.

use crate::finding::{Level, Rule};

use super::super::report::{Direction, Report};
use super::super::rule::{BreakRule, Check, Proof};
use super::super::schema_facts::{BOUNDS, is_composed};
use super::super::walk::SchemaPair;

pub(super) const RULE: BreakRule = BreakRule {
    rule: Rule {
        id: "output-bound-relaxed",
        level: Level::Deny,
        title: "results may lie outside a bound that held",
        help: "keep the bound, or open a new compatibility line",
        page: include_str!("output_bound_relaxed.md"),
    },
    direction: Direction::Output,
    published: None,
    strict: Level::Deny,
    proof: Proof::Required,
    check: Check::Schema(check),
};

fn check<'c>(schemas: &SchemaPair<'c>, report: &mut Report<'c>) {
    for bound in &BOUNDS {
        let (was, now) = (bound.limit(schemas.old, schemas.literal), bound.limit(schemas.new, schemas.literal));
        if bound.tighter(now, was) && !(now.is_none() && is_composed(schemas.new)) {
            report.add(schemas.bound_draft(bound, was, now));
        }
    }
}
