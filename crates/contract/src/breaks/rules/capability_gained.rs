//! A capability is declared that was not.
//!
//! The page beside this file says why it matters and is its test.

use crate::finding::{Level, Rule};
use crate::json::Value;

use super::super::context::{SurfacePair, canonical};
use super::super::report::{Direction, Draft, Report, Subject};
use super::super::rule::{BreakRule, Check, Proof};

pub(super) const RULE: BreakRule = BreakRule {
    rule: Rule {
        id: "capability-gained",
        level: Level::Allow,
        title: "a capability is declared that was not",
        help: "nothing to do: clients that do not know it do not use it",
        page: include_str!("capability_gained.md"),
    },
    direction: Direction::None,
    published: None,
    strict: Level::Allow,
    proof: Proof::None,
    check: Check::Surface(check),
};

fn check<'c>(pair: &SurfacePair<'c>, report: &mut Report<'c>) {
    let (old, new) = pair.opening("capabilities");
    let Some(new) = new else { return };
    for (name, settings) in new.entries() {
        let key = name.decode();
        let was = old.and_then(|old| old.get(&key));
        let mut gained = |path: String, now: Value<'_>| {
            report.add(Draft {
                change: None,
                subject: Subject::Server,
                place: format!("{}.capabilities.{path}", pair.opening_key()),
                message: "declared".to_owned(),
                was: None,
                now: Some(canonical(now)),
            });
        };
        match was {
            None => gained(key.into_owned(), settings),
            Some(was) => {
                for (flag, value) in settings.entries() {
                    let flag = flag.decode();
                    let known = was.get(&flag).is_some_and(|was| was.as_bool() != Some(false));
                    if value.as_bool() != Some(false) && !known {
                        gained(format!("{key}.{flag}"), value);
                    }
                }
            }
        }
    }
}
