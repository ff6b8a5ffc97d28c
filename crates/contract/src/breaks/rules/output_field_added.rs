//! A field is added.
//!
//! The page beside this file says why it matters and is its test.

use crate::finding::{Level, Rule};

use super::super::report::{Direction, Report};
use super::super::rule::{BreakRule, Check, Proof};
use super::super::walk::SchemaPair;

pub(super) const RULE: BreakRule = BreakRule {
    rule: Rule {
        id: "output-field-added",
        level: Level::Allow,
        title: "a field is added",
        help: "nothing to do where undeclared fields are allowed: clients that do not know it pass over it",
        page: include_str!("output_field_added.md"),
    },
    direction: Direction::Output,
    published: None,
    strict: Level::Allow,
    proof: Proof::None,
    check: Check::Schema(check),
};

fn check<'c>(schemas: &SchemaPair<'c>, report: &mut Report<'c>) {
    let (old, Some(new)) = schemas.keyword("properties") else { return };
    for (name, now) in new.entries() {
        if old.and_then(|old| old.get(&name.decode())).is_none() {
            report.add(schemas.property_draft(name, "added", None, Some(now), &[]));
        }
    }
}
