//! An integer bound at 2^53 - 1 makes the only difference.
//!
//! The page beside this file says why it matters and is its test.

use crate::finding::{Level, Rule};

use super::super::report::Direction;
use super::super::rule::{BreakRule, Check, Proof};

pub(super) const RULE: BreakRule = BreakRule {
    rule: Rule {
        id: "safe-integer-bound",
        level: Level::Allow,
        title: "an integer bound at 2^53 - 1 makes the only difference",
        help: "nothing to do: schema generators write it by themselves",
        page: include_str!("safe_integer_bound.md"),
    },
    direction: Direction::None,
    published: None,
    strict: Level::Deny,
    proof: Proof::None,
    check: Check::Engine,
};
