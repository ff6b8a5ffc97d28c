//! The server's name or another part of its identity changed.
//!
//! The page beside this file says why it matters and is its test.

use crate::finding::{Level, Rule};
use crate::surface::{Capture, server_info};

use super::super::context::{SurfacePair, canonical};
use super::super::report::{Direction, Draft, Report, Subject};
use super::super::rule::{BreakRule, Check, Proof};

pub(super) const RULE: BreakRule = BreakRule {
    rule: Rule {
        id: "server-identity-changed",
        level: Level::Warn,
        title: "the server's name or another part of its identity changed",
        help: "keep the name: hosts key permissions and settings by it",
        page: include_str!("server_identity_changed.md"),
    },
    direction: Direction::None,
    published: None,
    strict: Level::Warn,
    proof: Proof::None,
    check: Check::Surface(check),
};

fn check<'c>(pair: &SurfacePair<'c>, report: &mut Report<'c>) {
    let identity = |capture: &Capture| server_info(capture).map(|info| {
        let members = info.entries().filter(|(key, _)| !key.equals("version"));
        let mut members: Vec<String> = members.map(|(key, value)| format!("{}:{}", key.raw(), canonical(value))).collect();
        members.sort();
        members.join(",")
    });
    let (old, new) = (identity(pair.old), identity(pair.new));
    if old != new {
        report.add(Draft {
            change: None,
            subject: Subject::Server,
            place: format!("{}.serverInfo", pair.opening_key()),
            message: "the server says it is another".to_owned(),
            was: server_info(pair.old).map(canonical),
            now: server_info(pair.new).map(canonical),
        });
    }
}
