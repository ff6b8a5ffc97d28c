//! The client scenarios of the public conformance suite, against the client of `crates/wire/examples`.
//!
//! Called by `test`. Of the scenarios the suite has, these fit a probe that never signs in.

use std::path::Path;
use std::process::Command;

use crate::tally::Tally;
use crate::{Failure, place, program};

/// Scenarios of the era with `initialize`.
const LEGACY: [&str; 3] = ["initialize", "tools_call", "sse-retry"];

/// Scenarios of the era with `server/discover`.
const MODERN: [&str; 6] = [
    "request-metadata",
    "http-standard-headers",
    "json-schema-ref-no-deref",
    "json-schema-2020-12-preservation",
    "http-custom-headers",
    "http-invalid-tool-headers",
];

/// The revision the modern scenarios are asked for.
const REVISION: &str = "2026-07-28";

/// Runs every scenario, each as one test.
pub(crate) fn run() -> Result<Tally, Failure> {
    let mut build =
        program::cargo(["build", "--quiet", "--locked", "-p", "mcpledge-wire", "--example", "conformance_client"]);
    program::run("cargo build of the conformance client", &mut build)?;
    let client = place::target().join("debug/examples/conformance_client");
    let mut tally = Tally::default();
    for scenario in LEGACY {
        tally.add(scenario_passes(&client, scenario, None)?);
    }
    for scenario in MODERN {
        tally.add(scenario_passes(&client, scenario, Some(REVISION))?);
    }
    Ok(tally)
}

fn scenario_passes(client: &Path, scenario: &str, revision: Option<&str>) -> Result<Tally, Failure> {
    let results = place::target().join("conformance");
    let mut command = Command::new("node");
    command
        .current_dir(place::peers().join("npm"))
        .args(["--import", "./fs-shim.mjs", "node_modules/@modelcontextprotocol/conformance/dist/index.js", "client"])
        // The suite hands this to a shell, with the address of its server behind it.
        .arg("--command")
        .arg(format!("'{}'", client.display()))
        .args(["--scenario", scenario, "--output-dir"])
        .arg(&results);
    if let Some(revision) = revision {
        command.args(["--spec-version", revision]);
    }
    let output = command.output().map_err(|error| format!("could not start the conformance suite: {error}"))?;
    let passed = output.status.success();
    println!("{} conformance {scenario}", if passed { "ok  " } else { "FAIL" });
    if !passed {
        print!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    }
    Ok(Tally::one(passed))
}
