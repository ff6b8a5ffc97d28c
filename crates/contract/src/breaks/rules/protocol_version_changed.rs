//! The protocol versions a server speaks changed.
//!
//! The page beside this file says why it matters and is its test.

use crate::finding::{Level, Rule};

use super::super::context::{SurfacePair, canonical, same_member};
use super::super::report::{Direction, Draft, Report, Subject};
use super::super::rule::{BreakRule, Check, Proof};

pub(super) const RULE: BreakRule = BreakRule {
    rule: Rule {
        id: "protocol-version-changed",
        level: Level::Warn,
        title: "the protocol versions a server speaks changed",
        help: "keep answering the versions that were answered",
        page: include_str!("protocol_version_changed.md"),
    },
    direction: Direction::None,
    published: None,
    strict: Level::Warn,
    proof: Proof::None,
    check: Check::Surface(check),
};

fn check<'c>(pair: &SurfacePair<'c>, report: &mut Report<'c>) {
    for key in ["protocolVersion", "supportedVersions"] {
        let (old, new) = pair.opening(key);
        if !same_member(old, new) {
            report.add(Draft {
                change: None,
                subject: Subject::Server,
                place: format!("{}.{key}", pair.opening_key()),
                message: "another version is answered to the same question".to_owned(),
                was: old.map(canonical),
                now: new.map(canonical),
            });
        }
    }
}
