//! `cargo xtask peers`: installs what the tests run against, each group from its lock file.
//!
//! Called by `test` and by `bench`. A group that is installed from the lock file that stands there is left alone: the
//! stamp beside it is a copy of everything the installation depends on.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{Failure, place, program};

/// Installed peers.
pub(crate) struct Peers {
    /// The server on rmcp.
    pub(crate) rmcp: PathBuf,
}

/// Installs every group whose lock file changed.
pub(crate) fn install() -> Result<Peers, Failure> {
    let needed = "the tests run against servers for it; install it";
    program::require("node", needed)?;
    program::require("npm", needed)?;
    program::require("python3", needed)?;
    // npm and pip wait for the network and the disk while rustc computes.
    std::thread::scope(|scope| {
        let npm = scope.spawn(npm);
        let python = scope.spawn(python);
        let rust = rust();
        let failed = |group: &str| format!("the installation of the {group} peers panicked");
        npm.join().unwrap_or_else(|_| Err(failed("npm")))?;
        python.join().unwrap_or_else(|_| Err(failed("Python")))?;
        rust
    })
}

fn npm() -> Result<(), Failure> {
    let folder = place::peers().join("npm");
    let mut version = Command::new("node");
    let key = key(&[&folder.join("package.json"), &folder.join("package-lock.json")], version.arg("--version"))?;
    let stamp = folder.join("node_modules/.mcpledge-stamp");
    if is_current(&stamp, &key) {
        return Ok(());
    }
    let mut command = Command::new("npm");
    command.args(["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]).current_dir(&folder);
    program::run("npm ci", &mut command)?;
    write(&stamp, &key)
}

fn python() -> Result<(), Failure> {
    let folder = place::peers().join("python");
    let environment = folder.join(".venv");
    let requirements = folder.join("requirements.txt");
    let mut version = Command::new("python3");
    let mut key = key(&[&requirements], version.arg("--version"))?;
    // An environment holds absolute paths: one that was copied elsewhere is none.
    key.extend_from_slice(environment.as_os_str().as_encoded_bytes());
    let stamp = environment.join(".mcpledge-stamp");
    if is_current(&stamp, &key) {
        return Ok(());
    }
    let mut venv = Command::new("python3");
    program::run("python3 -m venv", venv.args(["-m", "venv", "--clear"]).arg(&environment))?;
    let mut pip = Command::new(environment.join("bin/pip"));
    pip.args(["install", "--quiet", "--only-binary", ":all:", "--disable-pip-version-check", "-r"]).arg(&requirements);
    program::run("pip install", &mut pip)?;
    write(&stamp, &key)
}

/// Cargo knows by itself what is up to date.
fn rust() -> Result<Peers, Failure> {
    let target = place::target().join("peers/rust");
    let manifest = place::peers().join("rust/Cargo.toml");
    let mut cargo = program::cargo(["build", "--quiet", "--locked", "--manifest-path"]);
    cargo.arg(&manifest).arg("--target-dir").arg(&target);
    program::run("cargo build of the rmcp peer", &mut cargo)?;
    Ok(Peers { rmcp: target.join("debug/rmcp-peer") })
}

/// Everything an installation depends on: its lock files and the runtime.
fn key(files: &[&Path], version: &mut Command) -> Result<Vec<u8>, Failure> {
    let mut key = program::output("asking for a version", version)?.into_bytes();
    for file in files {
        key.extend(std::fs::read(file).map_err(|error| format!("could not read {}: {error}", file.display()))?);
    }
    Ok(key)
}

fn is_current(stamp: &Path, key: &[u8]) -> bool {
    std::fs::read(stamp).is_ok_and(|installed| installed == key)
}

fn write(stamp: &Path, key: &[u8]) -> Result<(), Failure> {
    std::fs::write(stamp, key).map_err(|error| format!("could not write {}: {error}", stamp.display()))
}
