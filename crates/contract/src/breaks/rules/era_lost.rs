//! A protocol era that the server spoke is no longer spoken.
//!
//! The page beside this file says why it matters and is its test.

use crate::finding::{Level, Rule};
use crate::surface::{Capture, Era};

use super::super::report::{Direction, Draft, Report, Subject};
use super::super::rule::{BreakRule, Check, Proof};

pub(super) const RULE: BreakRule = BreakRule {
    rule: Rule {
        id: "era-lost",
        level: Level::Deny,
        title: "a protocol era that the server spoke is no longer spoken",
        help: "speak both eras until clients of the old one are gone, or open a new compatibility line",
        page: include_str!("era_lost.md"),
    },
    direction: Direction::None,
    published: None,
    strict: Level::Deny,
    proof: Proof::None,
    check: Check::Eras(check),
};

fn check<'c>(old: &'c Capture, new: &'c Capture, report: &mut Report<'c>) {
    for era in [Era::Legacy, Era::Modern] {
        if old.in_era(era).is_some() && new.in_era(era).is_none() {
            let message = format!("the {} era was spoken and is not any more", era.name());
            let place = era.name().to_owned();
            report.add(Draft { change: None, subject: Subject::Server, place, message, was: None, now: None });
        }
    }
}
