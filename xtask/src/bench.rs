//! `cargo xtask bench`: builds for release and starts `benches/`.

use std::process::Command;

use crate::{Failure, place, program};

/// Measures; `--record` keeps the instruction counts, `--only=NAME` measures one thing, `--histories=FOLDER` adds the
/// surfaces of real servers there, files named by server and version.
pub(crate) fn run(flags: &[&str]) -> Result<(), Failure> {
    let known = |flag: &str| flag == "--record" || flag.starts_with("--only=") || flag.starts_with("--histories=");
    if let Some(unknown) = flags.iter().find(|flag| !known(flag)) {
        return Err(format!("`bench` takes `--record`, `--only=NAME` and `--histories=FOLDER`, not `{unknown}`"));
    }
    program::require("node", "the benches compare with JavaScript; install it")?;
    let build = ["build", "--release", "--locked", "--package", "mcpledge", "--package", "mcpledge-bench"];
    program::run("cargo build --release", &mut program::cargo(build))?;
    let release = place::target().join("release");
    let mut command = Command::new(release.join("mcpledge-bench"));
    command
        .arg(release.join("mcpledge"))
        .arg(place::peers().join("npm/oracle.mjs"))
        .arg(place::target().join("bench"))
        .arg(place::root().join("benches/callgrind.json"))
        .args(flags);
    program::run("the bench", &mut command)
}
