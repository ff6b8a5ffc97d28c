//! `cargo xtask check`: everything that can be judged without running the product's tests.
//!
//! All checks run, so that one look shows all that is wrong.

mod dependencies;
mod layout;
mod traces;

use std::time::Instant;

use crate::{Failure, generate, program};

type Check = fn() -> Result<(), Failure>;

/// Runs every check.
pub(crate) fn run() -> Result<(), Failure> {
    let checks: [(&str, Check); 7] = [
        ("formatting", formatting),
        ("clippy", clippy),
        ("docs build", docs),
        ("layout", layout::run),
        ("traces of machines", traces::run),
        ("dependencies", dependencies::run),
        ("generated files", || generate::run(true)),
    ];
    let mut failed = Vec::new();
    for (name, check) in checks {
        let begun = Instant::now();
        let outcome = check();
        let seconds = begun.elapsed().as_secs_f64();
        match outcome {
            Ok(()) => println!("ok    {name} ({seconds:.1} s)"),
            Err(failure) => {
                println!("FAIL  {name} ({seconds:.1} s): {failure}");
                failed.push(name);
            }
        }
    }
    if failed.is_empty() { Ok(()) } else { Err(format!("check failed: {}", failed.join(", "))) }
}

fn formatting() -> Result<(), Failure> {
    program::run("cargo fmt", &mut program::cargo(["fmt", "--all", "--check"]))
}

fn clippy() -> Result<(), Failure> {
    let arguments = ["clippy", "--quiet", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"];
    program::run("cargo clippy", &mut program::cargo(arguments))
}

fn docs() -> Result<(), Failure> {
    let mut command = program::cargo(["doc", "--quiet", "--workspace", "--no-deps", "--locked"]);
    program::run("cargo doc", command.env("RUSTDOCFLAGS", "-D warnings"))
}

/// The files that git tracks, from the root of the repository on.
fn tracked() -> Result<Vec<String>, Failure> {
    let mut git = std::process::Command::new("git");
    git.args(["ls-files", "-z"]).current_dir(crate::place::root());
    let names = program::output("git ls-files", &mut git)?;
    Ok(names.split_terminator('\0').map(str::to_owned).collect())
}
