//! Whether an output schema's change breaks clients is undecided.
//!
//! The page beside this file says why it matters and is its test.

use crate::finding::{Level, Rule};

use super::super::report::Direction;
use super::super::rule::{BreakRule, Check, Proof};

pub(super) const RULE: BreakRule = BreakRule {
    rule: Rule {
        id: "output-undecided",
        level: Level::Warn,
        title: "whether an output schema's change breaks clients is undecided",
        help: "look at the place it names, or write the schema in a simpler way",
        page: include_str!("output_undecided.md"),
    },
    direction: Direction::Output,
    published: None,
    strict: Level::Deny,
    proof: Proof::None,
    check: Check::Engine,
};
