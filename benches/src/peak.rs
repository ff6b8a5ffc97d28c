//! The largest memory of a command.
//!
//! A process of its own for each question: what the system tells is the largest of all children, and a child begins with
//! the memory of whoever started it.

use std::process::{Command, Stdio};

use nix::sys::resource::{UsageWho, getrusage};

/// Runs the command and prints its peak in KiB.
pub(crate) fn print(command: &[&str]) -> Result<(), String> {
    let (program, arguments) = command.split_first().ok_or("no command")?;
    let status = Command::new(program)
        .args(arguments)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .map_err(|error| format!("{program}: {error}"))?;
    if !status.success() {
        return Err(format!("{program} ended with {status}"));
    }
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).map_err(|error| error.to_string())?;
    println!("{}", usage.max_rss());
    Ok(())
}

/// The peak of a command in MiB, asked of a fresh process.
pub(crate) fn of(command: &[&str]) -> Result<f64, String> {
    let own = std::env::current_exe().map_err(|error| error.to_string())?;
    let output = Command::new(own).arg("peak").args(command).output().map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&output.stdout);
    let kib: f64 = text.trim().parse().map_err(|_| String::from_utf8_lossy(&output.stderr).into_owned())?;
    Ok(kib / 1024.0)
}
