//! A declared capability is gone.
//!
//! The page beside this file says why it matters and is its test.

use crate::finding::{Level, Rule};
use crate::json::Value;

use super::super::context::{SurfacePair, canonical};
use super::super::report::{Direction, Draft, Report, Subject};
use super::super::rule::{BreakRule, Check, Proof};

pub(super) const RULE: BreakRule = BreakRule {
    rule: Rule {
        id: "capability-lost",
        level: Level::Deny,
        title: "a declared capability is gone",
        help: "keep declaring it, or open a new compatibility line",
        page: include_str!("capability_lost.md"),
    },
    direction: Direction::None,
    published: None,
    strict: Level::Deny,
    proof: Proof::None,
    check: Check::Surface(check),
};

fn check<'c>(pair: &SurfacePair<'c>, report: &mut Report<'c>) {
    let (old, new) = pair.opening("capabilities");
    let Some(old) = old else { return };
    for (name, settings) in old.entries() {
        let key = name.decode();
        let now = new.and_then(|new| new.get(&key));
        let mut lost = |path: String, was: Value<'_>| {
            report.add(Draft {
                change: None,
                subject: Subject::Server,
                place: format!("{}.capabilities.{path}", pair.opening_key()),
                message: "no longer declared".to_owned(),
                was: Some(canonical(was)),
                now: None,
            });
        };
        match now {
            None => lost(key.into_owned(), settings),
            Some(now) => {
                // `subscribe`, `listChanged`: a promise that was true and is not.
                for (flag, value) in settings.entries() {
                    let flag = flag.decode();
                    let kept = now.get(&flag).is_some_and(|now| now.as_bool() != Some(false));
                    if value.as_bool() != Some(false) && !kept {
                        lost(format!("{key}.{flag}"), value);
                    }
                }
            }
        }
    }
}
