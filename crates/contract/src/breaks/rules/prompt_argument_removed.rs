//! A prompt's argument is gone.
//!
//! The page beside this file says why it matters and is its test.

use crate::finding::{Level, Rule};

use super::super::context::ItemPair;
use super::super::report::{Direction, Report};
use super::super::rule::{BreakRule, Check, Proof};

pub(super) const RULE: BreakRule = BreakRule {
    rule: Rule {
        id: "prompt-argument-removed",
        level: Level::Deny,
        title: "a prompt's argument is gone",
        help: "keep the argument, if only to ignore it, or open a new compatibility line",
        page: include_str!("prompt_argument_removed.md"),
    },
    direction: Direction::Input,
    published: Some(Level::Deny),
    strict: Level::Deny,
    proof: Proof::None,
    check: Check::Item(check),
};

fn check<'c>(item: &ItemPair<'c>, report: &mut Report<'c>) {
    let (old, new) = (item.prompt_arguments(item.old), item.prompt_arguments(item.new));
    for (name, _) in old {
        if !new.iter().any(|(other, _)| *other == name) {
            report.add(item.argument_draft(&name, "removed"));
        }
    }
}
