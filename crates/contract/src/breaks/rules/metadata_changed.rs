//! Something else about an item changed.
//!
//! The page beside this file says why it matters and is its test.

use std::collections::BTreeMap;

use crate::finding::{Level, Rule};
use crate::json::Value;

use super::super::context::{ItemPair, canonical, same_member};
use super::super::report::{Direction, Report};
use super::super::rule::{BreakRule, Check, Proof};

pub(super) const RULE: BreakRule = BreakRule {
    rule: Rule {
        id: "metadata-changed",
        level: Level::Allow,
        title: "something else about an item changed",
        help: "nothing to do, unless clients of yours read it",
        page: include_str!("metadata_changed.md"),
    },
    direction: Direction::None,
    published: None,
    strict: Level::Allow,
    proof: Proof::None,
    check: Check::Rest(check),
};

/// Members that have rules of their own.
const JUDGED: [&str; 6] = ["name", "title", "description", "inputSchema", "outputSchema", "mimeType"];

fn check<'c>(item: &ItemPair<'c>, report: &mut Report<'c>) {
    let mut keys: Vec<String> =
        item.old.entries().chain(item.new.entries()).map(|(key, _)| key.decode().into_owned()).collect();
    keys.sort();
    keys.dedup();
    for key in keys {
        // A resource's name is a text like its title; a tool's is what it is matched by.
        let judged = JUDGED.contains(&key.as_str()) && (key != "name" || item.kind.item_key() == "name");
        let (old, new) = item.members(&key);
        if judged || same_meaning(&key, old, new) || report.mentions(&format!("{}.{key}", item.place)) {
            continue;
        }
        report.add(item.draft(&key, "changed", old, new));
    }
}

/// Whether both sides mean the same once defaults are spelled out (MCP, server/tools, "Tool Annotations"; 2025-11-25, tasks).
fn same_meaning(key: &str, old: Option<Value<'_>>, new: Option<Value<'_>>) -> bool {
    let defaults: &[(&str, &str)] = match key {
        "annotations" => &[
            ("destructiveHint", "true"),
            ("idempotentHint", "false"),
            ("openWorldHint", "true"),
            ("readOnlyHint", "false"),
        ],
        "execution" => &[("taskSupport", "\"forbidden\"")],
        _ => return same_member(old, new),
    };
    let spelled_out = |side: Option<Value<'_>>| {
        let mut members: BTreeMap<String, String> =
            defaults.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        let given = side.into_iter().flat_map(Value::entries);
        members.extend(given.map(|(name, value)| (name.decode().into_owned(), canonical(value))));
        members
    };
    let objects = [old, new].into_iter().flatten().all(Value::is_object);
    if objects { spelled_out(old) == spelled_out(new) } else { same_member(old, new) }
}
