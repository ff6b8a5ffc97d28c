//! A parameter is newly required.
//!
//! The page beside this file says why it matters and is its test.

use crate::finding::{Level, Rule};
use crate::json::Value;

use super::super::report::{Direction, Report};
use super::super::rule::{BreakRule, Check, Proof};
use super::super::schema_facts::names;
use super::super::walk::SchemaPair;

pub(super) const RULE: BreakRule = BreakRule {
    rule: Rule {
        id: "input-parameter-required",
        level: Level::Deny,
        title: "a parameter is newly required",
        help: "give it a default and leave it optional, or open a new compatibility line",
        page: include_str!("input_parameter_required.md"),
    },
    direction: Direction::Input,
    published: Some(Level::Deny),
    strict: Level::Deny,
    proof: Proof::Required,
    check: Check::Schema(check),
};

fn check<'c>(schemas: &SchemaPair<'c>, report: &mut Report<'c>) {
    let old = names(schemas.old, "required");
    for name in schemas.new.get("required").into_iter().flat_map(Value::items).filter_map(Value::as_text) {
        let key = name.decode();
        if old.iter().any(|other| *other == key) {
            continue;
        }
        let declared = schemas.old.get("properties").and_then(|properties| properties.get(&key));
        let message = if declared.is_some() { "was optional and is required" } else { "new and required" };
        let now = schemas.new.get("properties").and_then(|properties| properties.get(&key));
        report.add(schemas.property_draft(name, message, declared, now, &["required"]));
    }
}
