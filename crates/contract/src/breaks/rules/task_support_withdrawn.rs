//! A tool may no longer be called as a task.
//!
//! The page beside this file says why it matters and is its test.

use crate::finding::{Level, Rule};
use crate::json::Value;

use super::super::context::ItemPair;
use super::super::report::{Direction, Report};
use super::super::rule::{BreakRule, Check, Proof};

pub(super) const RULE: BreakRule = BreakRule {
    rule: Rule {
        id: "task-support-withdrawn",
        level: Level::Warn,
        title: "a tool may no longer be called as a task",
        help: "keep `optional` for clients that call it as a task",
        page: include_str!("task_support_withdrawn.md"),
    },
    direction: Direction::Input,
    published: None,
    strict: Level::Warn,
    proof: Proof::None,
    check: Check::Item(check),
};

fn check<'c>(item: &ItemPair<'c>, report: &mut Report<'c>) {
    let allows = |value: Option<Value<'_>>| {
        let named = value.and_then(|value| value.get("taskSupport"));
        named.is_some_and(|named| named.is_text("optional") || named.is_text("required"))
    };
    let (old, new) = item.members("execution");
    if allows(old) && !allows(new) {
        report.add(item.draft("execution.taskSupport", "tasks were allowed and are not", old, new));
    }
}
