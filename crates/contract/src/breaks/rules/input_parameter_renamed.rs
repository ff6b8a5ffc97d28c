//! A removed and an added parameter are the same but for the name.
//!
//! The page beside this file says why it matters and is its test.

use crate::finding::{Level, Rule};

use super::super::report::{Direction, Report};
use super::super::rule::{BreakRule, Check, Proof};
use super::super::walk::SchemaPair;

pub(super) const RULE: BreakRule = BreakRule {
    rule: Rule {
        id: "input-parameter-renamed",
        level: Level::Allow,
        title: "a removed and an added parameter are the same but for the name",
        help: "if it is a rename, keep the old name beside the new one for this compatibility line",
        page: include_str!("input_parameter_renamed.md"),
    },
    direction: Direction::Input,
    published: None,
    strict: Level::Allow,
    proof: Proof::None,
    check: Check::Schema(check),
};

fn check<'c>(schemas: &SchemaPair<'c>, report: &mut Report<'c>) {
    for (name, other) in schemas.renamed_properties() {
        let message = format!("perhaps renamed to {:?}: the schema is the same", other.decode());
        let now = schemas.new.get("properties").and_then(|all| all.get(&other.decode()));
        let was = schemas.old.get("properties").and_then(|all| all.get(&name.decode()));
        report.add(schemas.property_draft(name, message, was, now, &[]));
    }
}
