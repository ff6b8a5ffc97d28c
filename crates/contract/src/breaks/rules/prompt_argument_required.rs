//! A prompt's argument is newly required.
//!
//! The page beside this file says why it matters and is its test.

use crate::finding::{Level, Rule};

use super::super::context::ItemPair;
use super::super::report::{Direction, Report};
use super::super::rule::{BreakRule, Check, Proof};

pub(super) const RULE: BreakRule = BreakRule {
    rule: Rule {
        id: "prompt-argument-required",
        level: Level::Deny,
        title: "a prompt's argument is newly required",
        help: "leave it optional with a default, or open a new compatibility line",
        page: include_str!("prompt_argument_required.md"),
    },
    direction: Direction::Input,
    published: Some(Level::Deny),
    strict: Level::Deny,
    proof: Proof::None,
    check: Check::Item(check),
};

fn check<'c>(item: &ItemPair<'c>, report: &mut Report<'c>) {
    let (old, new) = (item.prompt_arguments(item.old), item.prompt_arguments(item.new));
    for (name, required) in new {
        let was = old.iter().find(|(other, _)| *other == name).map(|(_, required)| *required);
        if required && was != Some(true) {
            let message = if was.is_some() { "was optional and is required" } else { "new and required" };
            report.add(item.argument_draft(&name, message));
        }
    }
}
