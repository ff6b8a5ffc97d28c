//! A tool may only be called as a task.
//!
//! The page beside this file says why it matters and is its test.

use crate::finding::{Level, Rule};
use crate::json::Value;

use super::super::context::ItemPair;
use super::super::report::{Direction, Report};
use super::super::rule::{BreakRule, Check, Proof};

pub(super) const RULE: BreakRule = BreakRule {
    rule: Rule {
        id: "task-support-required",
        level: Level::Deny,
        title: "a tool may only be called as a task",
        help: "keep `optional`: clients without tasks cannot call it",
        page: include_str!("task_support_required.md"),
    },
    direction: Direction::Input,
    published: None,
    strict: Level::Deny,
    proof: Proof::None,
    check: Check::Item(check),
};

fn check<'c>(item: &ItemPair<'c>, report: &mut Report<'c>) {
    let support = |value: Option<Value<'_>>| {
        let named = value.and_then(|value| value.get("taskSupport")).and_then(Value::as_text);
        named.map_or_else(|| "forbidden".to_owned(), |text| text.decode().into_owned())
    };
    let (old, new) = item.members("execution");
    let (was, now) = (support(old), support(new));
    if was != "required" && now == "required" {
        let message = format!("`taskSupport` was {was:?} and is \"required\"");
        report.add(item.draft("execution.taskSupport", message, old, new));
    }
}
