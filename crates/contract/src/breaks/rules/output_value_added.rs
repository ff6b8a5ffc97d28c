//! Results may hold a value that clients did not expect.
//!
//! The page beside this file says why it matters and is its test.

use crate::finding::{Level, Rule};

use super::super::context::canonical;
use super::super::report::{Direction, Report};
use super::super::rule::{BreakRule, Check, Proof};
use super::super::schema_facts::{is_composed, listed, values, values_beyond};
use super::super::walk::SchemaPair;

pub(super) const RULE: BreakRule = BreakRule {
    rule: Rule {
        id: "output-value-added",
        level: Level::Deny,
        title: "results may hold a value that clients did not expect",
        help: "open a new compatibility line: clients list the values they know",
        page: include_str!("output_value_added.md"),
    },
    direction: Direction::Output,
    published: Some(Level::Deny),
    strict: Level::Deny,
    proof: Proof::Required,
    check: Check::Schema(check),
};

fn check<'c>(schemas: &SchemaPair<'c>, report: &mut Report<'c>) {
    let Some(old) = values(schemas.old) else { return };
    let key = if schemas.old.get("const").is_some() { "const" } else { "enum" };
    let message = match values(schemas.new) {
        Some(new) => {
            let gained = values_beyond(&new, &old);
            if gained.is_empty() {
                return;
            }
            format!("may be {}", listed(&gained))
        }
        None if is_composed(schemas.new) => return,
        None => format!("may be more than {}", listed(&values_beyond(&old, &[]))),
    };
    let now = schemas.new.get("const").or_else(|| schemas.new.get("enum"));
    report.add(schemas.keyword_draft(key, message, schemas.old.get(key).map(canonical), now.map(canonical), &["enum", "const"]));
}
