//! Results are allowed that clients did not expect.
//!
//! The page beside this file says why it matters and is its test.

use crate::finding::{Level, Rule};

use super::super::report::Direction;
use super::super::rule::{BreakRule, Check, Proof};

pub(super) const RULE: BreakRule = BreakRule {
    rule: Rule {
        id: "output-unexpected",
        level: Level::Deny,
        title: "results are allowed that clients did not expect",
        help: "keep results inside the old schema, or open a new compatibility line",
        page: include_str!("output_unexpected.md"),
    },
    direction: Direction::Output,
    published: None,
    strict: Level::Deny,
    proof: Proof::None,
    check: Check::Engine,
};
