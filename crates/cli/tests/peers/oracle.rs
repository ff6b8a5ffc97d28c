//! The oracle and the command, asked the same question.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The folder of the peers.
pub(crate) fn peers() -> PathBuf {
    std::env::var_os("MCPLEDGE_TEST_PEERS").map(PathBuf::from).expect("these tests are run by `cargo xtask test`")
}

/// What a program printed, which must have ended well.
fn text(output: &Output, what: &str) -> String {
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{what} ended with {}:\n{stderr}", output.status);
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// The oracle, not started yet.
pub(crate) fn oracle(folder: &Path, arguments: &[impl AsRef<OsStr>]) -> Command {
    let mut command = Command::new("node");
    command.arg(peers().join("npm/oracle.mjs")).args(arguments).current_dir(folder);
    command
}

/// The command, not started yet.
pub(crate) fn mcpledge(folder: &Path, arguments: &[impl AsRef<OsStr>]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mcpledge"));
    command.args(arguments).current_dir(folder);
    command
}

/// What the program prints; it must end well.
pub(crate) fn printed(command: &mut Command) -> String {
    let what = format!("{command:?}");
    text(&command.output().unwrap(), &what)
}

/// Its exit code.
pub(crate) fn code(command: &mut Command) -> Option<i32> {
    command.output().unwrap().status.code()
}
