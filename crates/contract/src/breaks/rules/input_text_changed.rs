//! The title or description of a parameter changed.
//!
//! The page beside this file says why it matters and is its test.

use crate::finding::{Level, Rule};

use super::super::context::{canonical, same_member};
use super::super::report::{Direction, Report};
use super::super::rule::{BreakRule, Check, Proof};
use super::super::walk::SchemaPair;

pub(super) const RULE: BreakRule = BreakRule {
    rule: Rule {
        id: "input-text-changed",
        level: Level::Warn,
        title: "the title or description of a parameter changed",
        help: "read the new text as a model would",
        page: include_str!("input_text_changed.md"),
    },
    direction: Direction::Input,
    published: None,
    strict: Level::Warn,
    proof: Proof::None,
    check: Check::Schema(check),
};

fn check<'c>(schemas: &SchemaPair<'c>, report: &mut Report<'c>) {
    for key in ["title", "description"] {
        let (old, new) = schemas.keyword(key);
        if !same_member(old, new) {
            report.add(schemas.keyword_draft(key, "the text is another", old.map(canonical), new.map(canonical), &[]));
        }
    }
}
