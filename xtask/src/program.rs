//! Running other programs.
//!
//! Called by every task. Output is passed on as it comes; where a task counts tests in it, it is kept as well.

use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};

use crate::{Failure, place};

/// `cargo` with these arguments, in the root of the repository.
pub(crate) fn cargo<'a>(arguments: impl IntoIterator<Item = &'a str>) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments).current_dir(place::root());
    // `cargo xtask` tells this program about its own package. Build scripts that watch these variables would run
    // again, and everything behind them be built again, on each change between `cargo xtask` and `cargo`.
    for (name, _) in std::env::vars_os() {
        let name = name.to_string_lossy();
        if ["CARGO_PKG_", "CARGO_MANIFEST_", "CARGO_BIN_"].iter().any(|own| name.starts_with(own)) {
            command.env_remove(&*name);
        }
    }
    command
}

/// Fails unless the program can be started and calls itself well.
pub(crate) fn require(name: &str, what_for: &str) -> Result<(), Failure> {
    let found = Command::new(name).arg("--version").stdin(Stdio::null()).output();
    match found {
        Ok(output) if output.status.success() => Ok(()),
        Ok(output) => Err(format!("`{name} --version` fails ({}); {what_for}", output.status)),
        Err(error) => Err(format!("`{name}` cannot be started ({error}); {what_for}")),
    }
}

/// Runs it, output passed on. `step` names it in the failure.
pub(crate) fn run(step: &str, command: &mut Command) -> Result<(), Failure> {
    let status = command.stdin(Stdio::null()).status().map_err(|error| not_started(step, command, &error))?;
    succeeded(step, status)
}

/// Runs it, and gives what it wrote to standard output.
pub(crate) fn output(step: &str, command: &mut Command) -> Result<String, Failure> {
    let output = command
        .stdin(Stdio::null())
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| not_started(step, command, &error))?;
    succeeded(step, output.status)?;
    String::from_utf8(output.stdout).map_err(|_| format!("{step}: the output is no UTF-8"))
}

/// Runs it with output passed on, and gives all of it with the status.
pub(crate) fn watch(step: &str, command: &mut Command) -> Result<(ExitStatus, String), Failure> {
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| not_started(step, command, &error))?;
    let (out, err) = (child.stdout.take(), child.stderr.take());
    let (out, err) = std::thread::scope(|scope| {
        let out = scope.spawn(|| out.map(|pipe| pass_on(pipe, std::io::stdout())).unwrap_or_default());
        let err = scope.spawn(|| err.map(|pipe| pass_on(pipe, std::io::stderr())).unwrap_or_default());
        (out.join().unwrap_or_default(), err.join().unwrap_or_default())
    });
    let status = child.wait().map_err(|error| not_started(step, command, &error))?;
    Ok((status, String::from_utf8_lossy(&[out, err].concat()).into_owned()))
}

fn pass_on(mut pipe: impl Read, mut to: impl Write) -> Vec<u8> {
    let (mut all, mut piece) = (Vec::new(), [0; 8192]);
    while let Ok(length @ 1..) = pipe.read(&mut piece) {
        all.extend_from_slice(&piece[..length]);
        // Whoever reads us may have left; the tests go on.
        let _ = to.write_all(&piece[..length]).and_then(|()| to.flush());
    }
    all
}

fn succeeded(step: &str, status: ExitStatus) -> Result<(), Failure> {
    if status.success() { Ok(()) } else { Err(format!("{step} failed ({status})")) }
}

fn not_started(step: &str, command: &Command, error: &std::io::Error) -> Failure {
    format!("{step}: could not start `{}`: {error}", Path::new(command.get_program()).display())
}
