//! Whether an input schema's change breaks clients is undecided.
//!
//! The page beside this file says why it matters and is its test.

use crate::finding::{Level, Rule};

use super::super::report::Direction;
use super::super::rule::{BreakRule, Check, Proof};

pub(super) const RULE: BreakRule = BreakRule {
    rule: Rule {
        id: "input-undecided",
        level: Level::Warn,
        title: "whether an input schema's change breaks clients is undecided",
        help: "look at the place it names, or write the schema in a simpler way",
        page: include_str!("input_undecided.md"),
    },
    direction: Direction::Input,
    published: None,
    strict: Level::Deny,
    proof: Proof::None,
    check: Check::Engine,
};
