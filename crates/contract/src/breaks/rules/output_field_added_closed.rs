//! A field may come that the old schema forbade.
//!
//! The page beside this file says why it matters and is its test.

use crate::finding::{Level, Rule};

use super::super::report::Direction;
use super::super::rule::{BreakRule, Check, Proof};

pub(super) const RULE: BreakRule = BreakRule {
    rule: Rule {
        id: "output-field-added-closed",
        level: Level::Warn,
        title: "a field may come that the old schema forbade",
        help: "open a new compatibility line if clients check results literally",
        page: include_str!("output_field_added_closed.md"),
    },
    direction: Direction::Output,
    published: None,
    strict: Level::Deny,
    proof: Proof::None,
    check: Check::Engine,
};
