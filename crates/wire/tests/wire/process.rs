//! No process of a server outlives its conversation: not its children, not when they are deaf, not when we stop.

#![cfg(target_os = "linux")]

use std::time::Duration;

use mcpledge_wire::capture::{EraChoice, Options, capture};
use mcpledge_wire::{Limits, Observer, Session, WireError};

use crate::support::{limits, options, recorded, stdio};

/// The living members of a process group, as `number (name)`. What is dead and not yet reaped does not count.
pub(crate) fn members(group: i32) -> Vec<String> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir("/proc").unwrap().flatten() {
        let Ok(stat) = std::fs::read_to_string(entry.path().join("stat")) else { continue };
        let Some((name, rest)) = stat.rsplit_once(')') else { continue };
        let fields: Vec<&str> = rest.split_ascii_whitespace().collect();
        let (state, its_group) = (fields[0], fields[2]);
        if its_group == group.to_string() && !matches!(state, "Z" | "X") {
            found.push(format!("{name})"));
        }
    }
    found
}

/// The members once those that were killed have had time to die.
async fn survivors(group: i32) -> Vec<String> {
    for _ in 0..100 {
        if members(group).is_empty() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    members(group)
}

fn hasty() -> Options {
    let limits = Limits { grace: Duration::from_millis(150), start: Duration::from_millis(700), ..limits() };
    Options { limits, era: EraChoice::Legacy, ..options() }
}

#[tokio::test]
async fn children_that_are_deaf_to_sigterm_go_with_the_server() {
    // One that answers, one that does not, one that is gone first.
    for mode in ["usual", "mute", "quits"] {
        let (options, recorder) = recorded(hasty());
        let taken = capture(&stdio(&["family", mode, "stays"]), &options).await;
        assert_eq!(taken.is_ok(), mode == "usual", "{mode}: {taken:?}");
        let group = recorder.processes()[0];
        assert_eq!(survivors(group).await, Vec::<String>::new(), "{mode}");
        if mode == "quits" {
            let error = taken.unwrap_err();
            assert!(matches!(error, WireError::Exited { .. }), "{error:?}");
            assert_eq!(error.stderr(), Some("what is initialize?"));
        } else {
            assert_eq!(recorder.marked('*').last().map(String::as_str), Some("the server killed"), "{mode}");
        }
    }
}

#[tokio::test]
async fn stopping_in_the_middle_kills_the_whole_group() {
    let (options, recorder) = recorded(hasty());
    let target = stdio(&["family", "mute", "stays"]);
    // As on Ctrl-C: the future is dropped while it waits.
    let stopped = tokio::time::timeout(Duration::from_millis(500), capture(&target, &options)).await;
    assert!(stopped.is_err());
    let group = recorder.processes()[0];
    assert_eq!(survivors(group).await, Vec::<String>::new());
}

#[tokio::test]
async fn a_group_is_there_before_it_is_killed() {
    // The control of the tests above: the children exist, in the server's group.
    let (options, recorder) = recorded(options());
    let mut session =
        Session::open(&stdio(&["family", "usual"]), &options.limits, Observer::new(options.trace)).unwrap();
    session.request("ping", "{}").await.unwrap();
    let group = recorder.processes()[0];
    assert_eq!(members(group).len(), 3);
    drop(session);
    assert_eq!(survivors(group).await, Vec::<String>::new());
}
