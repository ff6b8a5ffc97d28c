//! A value is no longer accepted.
//!
//! The page beside this file says why it matters and is its test.

use crate::finding::{Level, Rule};
use crate::json::Value;

use super::super::context::canonical;
use super::super::report::{Direction, Report};
use super::super::rule::{BreakRule, Check, Proof};
use super::super::schema_facts::{Types, is_composed, listed, values, values_beyond};
use super::super::walk::SchemaPair;

pub(super) const RULE: BreakRule = BreakRule {
    rule: Rule {
        id: "input-value-removed",
        level: Level::Deny,
        title: "a value is no longer accepted",
        help: "keep accepting it, or open a new compatibility line",
        page: include_str!("input_value_removed.md"),
    },
    direction: Direction::Input,
    published: Some(Level::Deny),
    strict: Level::Deny,
    proof: Proof::Required,
    check: Check::Schema(check),
};

fn check<'c>(schemas: &SchemaPair<'c>, report: &mut Report<'c>) {
    let Some(new) = values(schemas.new) else { return };
    let key = if schemas.new.get("const").is_some() { "const" } else { "enum" };
    let message = match values(schemas.old) {
        Some(old) => {
            let lost = values_beyond(&old, &new);
            if lost.is_empty() {
                return;
            }
            format!("no longer accepts {}", listed(&lost))
        }
        // Nothing but `null` or a boolean is told by its type alone.
        None if is_composed(schemas.old) || covers_type(schemas.old, &new) => return,
        None => format!("accepts nothing but {}", listed(&values_beyond(&new, &[]))),
    };
    let was = schemas.old.get("const").or_else(|| schemas.old.get("enum"));
    report.add(schemas.keyword_draft(key, message, was.map(canonical), schemas.new.get(key).map(canonical), &["enum", "const"]));
}

/// Whether the values are all there are of the old type.
fn covers_type(old: Value<'_>, new: &[Value<'_>]) -> bool {
    let Types::Only(types) = Types::of(old) else { return false };
    types.iter().all(|name| match name.as_str() {
        "null" => new.iter().any(|value| value.is_null()),
        "boolean" => [true, false].iter().all(|wanted| new.iter().any(|value| value.as_bool() == Some(*wanted))),
        _ => false,
    })
}
