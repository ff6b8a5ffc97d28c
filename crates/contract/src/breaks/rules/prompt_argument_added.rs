//! A prompt has an optional argument that it had not.
//!
//! The page beside this file says why it matters and is its test.

use crate::finding::{Level, Rule};

use super::super::context::ItemPair;
use super::super::report::{Direction, Report};
use super::super::rule::{BreakRule, Check, Proof};

pub(super) const RULE: BreakRule = BreakRule {
    rule: Rule {
        id: "prompt-argument-added",
        level: Level::Allow,
        title: "a prompt has an optional argument that it had not",
        help: "nothing to do: clients that do not know it leave it out",
        page: include_str!("prompt_argument_added.md"),
    },
    direction: Direction::Input,
    published: None,
    strict: Level::Allow,
    proof: Proof::None,
    check: Check::Item(check),
};

fn check<'c>(item: &ItemPair<'c>, report: &mut Report<'c>) {
    let (old, new) = (item.prompt_arguments(item.old), item.prompt_arguments(item.new));
    for (name, required) in new {
        if !required && !old.iter().any(|(other, _)| *other == name) {
            report.add(item.argument_draft(&name, "added, optional"));
        }
    }
}
