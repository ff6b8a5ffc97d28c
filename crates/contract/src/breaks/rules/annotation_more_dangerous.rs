//! A tool's annotations promise less safety.
//!
//! The page beside this file says why it matters and is its test.

use crate::finding::{Level, Rule};
use crate::json::Value;

use super::super::context::{ItemPair, canonical};
use super::super::report::{Direction, Draft, Report};
use super::super::rule::{BreakRule, Check, Proof};

pub(super) const RULE: BreakRule = BreakRule {
    rule: Rule {
        id: "annotation-more-dangerous",
        level: Level::Warn,
        title: "a tool's annotations promise less safety",
        help: "tell users: clients that approve by annotation will ask, or must",
        page: include_str!("annotation_more_dangerous.md"),
    },
    direction: Direction::None,
    published: None,
    strict: Level::Warn,
    proof: Proof::None,
    check: Check::Item(check),
};

fn check<'c>(item: &ItemPair<'c>, report: &mut Report<'c>) {
    let hint = |value: Option<Value<'_>>, key: &str, default: bool| {
        value.and_then(|value| value.get(key)).and_then(Value::as_bool).unwrap_or(default)
    };
    let (old, new) = item.members("annotations");
    // Defaults by MCP, server/tools, "Tool Annotations"; what is spelled out means the same.
    for (key, default, safe) in
        [("readOnlyHint", false, true), ("destructiveHint", true, false), ("idempotentHint", false, true), ("openWorldHint", true, false)]
    {
        let (was, now) = (hint(old, key, default), hint(new, key, default));
        if was == safe && now != safe {
            let message = format!("was {was}, is {now}");
            let member = |side: Option<Value<'_>>| side.and_then(|side| side.get(key)).map(canonical);
            let draft = item.draft("annotations", message, None, None);
            let place = format!("{}.{key}", draft.place);
            report.add(Draft { place, was: member(old), now: member(new), ..draft });
        }
    }
}
