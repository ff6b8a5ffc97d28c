//! The server speaks a protocol era that it did not speak.
//!
//! The page beside this file says why it matters and is its test.

use crate::finding::{Level, Rule};
use crate::surface::{Capture, Era};

use super::super::report::{Direction, Draft, Report, Subject};
use super::super::rule::{BreakRule, Check, Proof};

pub(super) const RULE: BreakRule = BreakRule {
    rule: Rule {
        id: "era-gained",
        level: Level::Allow,
        title: "the server speaks a protocol era that it did not speak",
        help: "nothing to do: clients of the other era are not touched",
        page: include_str!("era_gained.md"),
    },
    direction: Direction::None,
    published: None,
    strict: Level::Allow,
    proof: Proof::None,
    check: Check::Eras(check),
};

fn check<'c>(old: &'c Capture, new: &'c Capture, report: &mut Report<'c>) {
    for era in [Era::Legacy, Era::Modern] {
        if new.in_era(era).is_some() && old.in_era(era).is_none() {
            let message = format!("the {} era is spoken and was not", era.name());
            let place = era.name().to_owned();
            report.add(Draft { change: None, subject: Subject::Server, place, message, was: None, now: None });
        }
    }
}
