//! The `mcpledge` command: what was typed becomes a plan, a command carries it out, a report prints what came of it.
//!
//! Exit codes are in [`exit`]; nothing else ends the process.

mod args;
mod commands;
mod exit;
mod failure;
mod plan;
mod report;
mod run;

use std::process::ExitCode;

fn main() -> ExitCode {
    run::main()
}
