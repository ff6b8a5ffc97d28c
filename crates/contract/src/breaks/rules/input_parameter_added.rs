//! An optional parameter is added.
//!
//! The page beside this file says why it matters and is its test.

use crate::finding::{Level, Rule};

use super::super::report::{Direction, Report};
use super::super::rule::{BreakRule, Check, Proof};
use super::super::schema_facts::names;
use super::super::walk::SchemaPair;

pub(super) const RULE: BreakRule = BreakRule {
    rule: Rule {
        id: "input-parameter-added",
        level: Level::Allow,
        title: "an optional parameter is added",
        help: "nothing to do: clients that do not know it leave it out",
        page: include_str!("input_parameter_added.md"),
    },
    direction: Direction::Input,
    published: None,
    strict: Level::Allow,
    proof: Proof::None,
    check: Check::Schema(check),
};

fn check<'c>(schemas: &SchemaPair<'c>, report: &mut Report<'c>) {
    let (old, Some(new)) = schemas.keyword("properties") else { return };
    let required = names(schemas.new, "required");
    for (name, now) in new.entries() {
        let key = name.decode();
        if old.and_then(|old| old.get(&key)).is_none() && !required.iter().any(|other| *other == key) {
            report.add(schemas.property_draft(name, "added, optional", None, Some(now), &[]));
        }
    }
}
