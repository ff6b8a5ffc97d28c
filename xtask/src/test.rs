//! `cargo xtask test`: every test there is, and one closing line.
//!
//! Nothing is left out in silence: a missing runtime is an error, a test that did not run counts as a failure.

use std::process::Command;
use std::time::Instant;

use crate::peers::Peers;
use crate::tally::{self, Tally};
use crate::{Failure, conformance, peers, place, program};

/// Runs everything; the last line on standard output is `N passed, M failed`.
pub(crate) fn run() -> Result<(), Failure> {
    let begun = Instant::now();
    let peers = stage("peers", peers::install)?;
    let mut total = Tally::default();
    let mut suites = Vec::new();
    let mut suite = |name: &'static str, run: &mut dyn FnMut() -> Result<Tally, Failure>| {
        let tally = stage(name, run).unwrap_or_else(|failure| {
            println!("xtask: {failure}");
            Tally::one(false)
        });
        suites.push((name, tally));
        total.add(tally);
    };
    suite("workspace", &mut || workspace(&peers));
    suite("doc tests", &mut doc_tests);
    suite("oracle", &mut oracle);
    suite("conformance", &mut conformance::run);
    println!();
    for (name, tally) in suites {
        println!("{name:12} {tally}");
    }
    println!("{:12} {} s", "time", begun.elapsed().as_secs());
    println!("{total}");
    if total.failed == 0 { Ok(()) } else { Err("tests failed".to_owned()) }
}

/// Announces a stage and says how long it took.
fn stage<T>(name: &str, run: impl FnOnce() -> Result<T, Failure>) -> Result<T, Failure> {
    println!("==> {name}");
    let begun = Instant::now();
    let outcome = run();
    println!("==> {name}: {:.1} s", begun.elapsed().as_secs_f64());
    outcome
}

/// All tests of all crates, those that need the peers included.
fn workspace(peers: &Peers) -> Result<Tally, Failure> {
    let nextest = program::cargo(["nextest", "--version"]).output().is_ok_and(|output| output.status.success());
    let mut command = if nextest {
        program::cargo(["nextest", "run", "--workspace", "--locked", "--no-fail-fast", "--run-ignored", "all"])
    } else {
        println!("cargo-nextest is not installed: running the slower `cargo test`");
        program::cargo([
            "test",
            "--workspace",
            "--locked",
            "--no-fail-fast",
            "--all-targets",
            "--",
            "--include-ignored",
        ])
    };
    command
        .env("MCPLEDGE_TEST_PEERS", place::peers())
        .env("MCPLEDGE_TEST_RMCP_PEER", &peers.rmcp)
        .env("INSTA_UPDATE", "no")
        .env("NO_COLOR", "1");
    let (status, output) = program::watch("cargo nextest run", &mut command)?;
    let tally = if nextest { tally::of_nextest(&output) } else { tally::of_libtest(&output) };
    Ok(tally.judged(status.success()))
}

fn doc_tests() -> Result<Tally, Failure> {
    let mut command = program::cargo(["test", "--workspace", "--locked", "--doc", "--quiet"]);
    let (status, output) = program::watch("cargo test --doc", &mut command)?;
    let tally = tally::of_libtest(&output);
    // A crate without examples in its documentation is no failure.
    if status.success() && tally.passed == 0 { Ok(tally) } else { Ok(tally.judged(status.success())) }
}

/// The oracle's own tests: what judges the fingerprints is judged first.
fn oracle() -> Result<Tally, Failure> {
    let mut command = Command::new("npm");
    command.args(["test", "--silent", "--", "--test-reporter", "tap"]).current_dir(place::peers().join("npm"));
    let (status, output) = program::watch("npm test", &mut command)?;
    Ok(tally::of_node(&output).judged(status.success()))
}
