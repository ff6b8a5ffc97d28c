//! A text has characters that no one can see, and had none.
//!
//! The page beside this file says why it matters and is its test.

use crate::finding::{Level, Rule};
use crate::surface::hidden_characters;

use super::super::context::ItemPair;
use super::super::report::{Direction, Report};
use super::super::rule::{BreakRule, Check, Proof};

pub(super) const RULE: BreakRule = BreakRule {
    rule: Rule {
        id: "hidden-character-added",
        level: Level::Warn,
        title: "a text has characters that no one can see, and had none",
        help: "remove them: a model reads what a reviewer cannot",
        page: include_str!("hidden_character_added.md"),
    },
    direction: Direction::None,
    published: None,
    strict: Level::Warn,
    proof: Proof::None,
    check: Check::Item(check),
};

fn check<'c>(item: &ItemPair<'c>, report: &mut Report<'c>) {
    let (was, now) = (hidden_characters(item.old), hidden_characters(item.new));
    if now > was {
        let noun = if now == 1 { "character" } else { "characters" };
        let message = format!("{now} {noun} that no one can see, {was} before");
        report.add(item.draft("", message, None, None));
    }
}
