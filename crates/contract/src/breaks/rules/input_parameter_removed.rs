//! A parameter is gone.
//!
//! The page beside this file says why it matters and is its test.

use crate::finding::{Level, Rule};

use super::super::report::{Direction, Report};
use super::super::rule::{BreakRule, Check, Proof};
use super::super::walk::SchemaPair;

pub(super) const RULE: BreakRule = BreakRule {
    rule: Rule {
        id: "input-parameter-removed",
        level: Level::Deny,
        title: "a parameter is gone",
        help: "keep taking it, or open a new compatibility line",
        page: include_str!("input_parameter_removed.md"),
    },
    direction: Direction::Input,
    published: Some(Level::Deny),
    strict: Level::Deny,
    proof: Proof::Optional,
    check: Check::Schema(check),
};

fn check<'c>(schemas: &SchemaPair<'c>, report: &mut Report<'c>) {
    let (Some(old), new) = schemas.keyword("properties") else { return };
    for (name, was) in old.entries() {
        if new.and_then(|new| new.get(&name.decode())).is_none() {
            report.add(schemas.property_draft(name, "removed", Some(was), None, &["properties", "patternProperties", "additionalProperties", "unevaluatedProperties"]));
        }
    }
}
