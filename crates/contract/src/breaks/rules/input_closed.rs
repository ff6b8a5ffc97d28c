//! An input refuses parameters that nobody declared.
//!
//! The page beside this file says why it matters and is its test.

use crate::finding::{Level, Rule};

use super::super::report::Direction;
use super::super::rule::{BreakRule, Check, Proof};

pub(super) const RULE: BreakRule = BreakRule {
    rule: Rule {
        id: "input-closed",
        level: Level::Allow,
        title: "an input refuses parameters that nobody declared",
        help: "leave the input open, or tell users",
        page: include_str!("input_closed.md"),
    },
    direction: Direction::Input,
    published: None,
    strict: Level::Deny,
    proof: Proof::None,
    check: Check::Engine,
};
