//! A guaranteed field may be missing.
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
        id: "output-field-optional",
        level: Level::Deny,
        title: "a guaranteed field may be missing",
        help: "keep sending it always, or open a new compatibility line",
        page: include_str!("output_field_optional.md"),
    },
    direction: Direction::Output,
    published: Some(Level::Deny),
    strict: Level::Deny,
    proof: Proof::Required,
    check: Check::Schema(check),
};

fn check<'c>(schemas: &SchemaPair<'c>, report: &mut Report<'c>) {
    let guaranteed = names(schemas.new, "required");
    for name in schemas.old.get("required").into_iter().flat_map(Value::items).filter_map(Value::as_text) {
        let key = name.decode();
        let now = schemas.new.get("properties").and_then(|properties| properties.get(&key));
        if !guaranteed.iter().any(|other| *other == key) && now.is_some() {
            let was = schemas.old.get("properties").and_then(|properties| properties.get(&key));
            report.add(schemas.property_draft(name, "guaranteed before, optional", was, now, &["required"]));
        }
    }
}
