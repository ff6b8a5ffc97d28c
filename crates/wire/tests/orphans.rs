//! Children that leave their process group: adopted and ended with the program.
//!
//! A program of its own, because ending orphans ends every child of the process.

#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "a test that cannot look around fails")]

use std::time::Duration;

use mcpledge_wire::capture::{EraChoice, Options, capture};
use mcpledge_wire::{Command, Limits, Target, end_orphans};

/// Living children of this process.
fn children() -> Vec<i32> {
    let own = std::process::id().to_string();
    let mut found = Vec::new();
    for entry in std::fs::read_dir("/proc").unwrap().flatten() {
        let Ok(stat) = std::fs::read_to_string(entry.path().join("stat")) else { continue };
        let Some((_, rest)) = stat.rsplit_once(')') else { continue };
        let fields: Vec<&str> = rest.split_ascii_whitespace().collect();
        if fields[1] == own && fields[0] != "Z" {
            found.extend(entry.file_name().to_str().and_then(|name| name.parse::<i32>().ok()));
        }
    }
    found
}

#[test]
fn a_child_in_a_session_of_its_own_is_ended_with_the_program() {
    end_orphans::adopt();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let words = ["runaway", "usual"];
    let target = Target::Command(Command {
        program: env!("CARGO_BIN_EXE_wire-stdio-server").to_owned(),
        arguments: words.map(str::to_owned).to_vec(),
        ..Command::default()
    });
    let limits = Limits { grace: Duration::from_millis(200), ..Limits::default() };
    let options = Options { era: EraChoice::Legacy, limits, ..Options::default() };
    runtime.block_on(capture(&target, &options)).unwrap();
    runtime.shutdown_background();
    assert_eq!(children().len(), 1, "the runaway outlives its group and becomes ours");
    end_orphans::kill();
    assert_eq!(children(), Vec::<i32>::new());
    end_orphans::kill();
}
