//! A prompt is gone.
//!
//! The page beside this file says why it matters and is its test.

use crate::finding::{Level, Rule};
use crate::surface::ListKind;

use super::super::context::SurfacePair;
use super::super::report::{Direction, Report};
use super::super::rule::{BreakRule, Check, Proof};

pub(super) const RULE: BreakRule = BreakRule {
    rule: Rule {
        id: "prompt-removed",
        level: Level::Deny,
        title: "a prompt is gone",
        help: "keep the prompt and mark it as deprecated in its description, or open a new compatibility line",
        page: include_str!("prompt_removed.md"),
    },
    direction: Direction::None,
    published: Some(Level::Deny),
    strict: Level::Deny,
    proof: Proof::None,
    check: Check::Surface(check),
};

fn check<'c>(pair: &SurfacePair<'c>, report: &mut Report<'c>) {
    pair.report_removed(ListKind::Prompts, report);
}
