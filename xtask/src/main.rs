//! Project tasks: `cargo xtask help` lists them.
//!
//! One file per task. A task prints what it does on standard output and fails with one line that says what to do.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a task talks to whoever started it")]

mod bench;
mod check;
mod conformance;
mod generate;
mod new_rule;
mod peers;
mod place;
mod program;
mod tally;
mod test;

use std::process::ExitCode;

/// Why a task ends early: one line for a person.
type Failure = String;

const HELP: &str = "\
cargo xtask TASK

  test                 every test: installs the peers, runs all suites, prints `N passed, M failed`
  check                formatting, clippy, docs build, layout, features, generated files
  generate [--check]   write docs/reference from the code; --check fails where it is stale
  peers                install what the tests run against, from lock files
  new-rule ID          the two files of a break rule and its line in the catalogue
  bench [--record]     ratios in one run and instruction counts; --record keeps the counts
  help                 this list
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let outcome = match arguments.as_slice() {
        [] | ["help" | "-h" | "--help"] => {
            print!("{HELP}");
            Ok(())
        }
        ["test"] => test::run(),
        ["check"] => check::run(),
        ["generate"] => generate::run(false),
        ["generate", "--check"] => generate::run(true),
        ["peers"] => peers::install().map(|_| ()),
        ["new-rule", id] => new_rule::run(id),
        ["bench", flags @ ..] => bench::run(flags),
        other => Err(format!("no such task: `{}`; `cargo xtask help` lists them", other.join(" "))),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("xtask: {failure}");
            ExitCode::FAILURE
        }
    }
}
