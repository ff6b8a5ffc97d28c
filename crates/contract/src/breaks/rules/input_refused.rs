//! Calls are refused that were accepted.
//!
//! The page beside this file says why it matters and is its test.

use crate::finding::{Level, Rule};

use super::super::report::Direction;
use super::super::rule::{BreakRule, Check, Proof};

pub(super) const RULE: BreakRule = BreakRule {
    rule: Rule {
        id: "input-refused",
        level: Level::Deny,
        title: "calls are refused that were accepted",
        help: "accept them, or open a new compatibility line",
        page: include_str!("input_refused.md"),
    },
    direction: Direction::Input,
    published: None,
    strict: Level::Deny,
    proof: Proof::None,
    check: Check::Engine,
};
