//! What may not be in the dependency tree.
//!
//! `serde_json` with `arbitrary_precision` or `raw_value` turns certain objects into other values, so that a server
//! could give two surfaces one fingerprint (docs/design/001-json.md); features are unified, so anybody's dependency can
//! turn them on. `contract` stays free of everything that waits, reads or connects.

use crate::{Failure, program};

const FORBIDDEN_FEATURES: [&str; 2] = ["arbitrary_precision", "raw_value"];
const FORBIDDEN_IN_CONTRACT: [&str; 6] = ["tokio", "mio", "hyper", "reqwest", "ureq", "rustls"];

pub(super) fn run() -> Result<(), Failure> {
    let arguments =
        ["tree", "--workspace", "--locked", "--edges", "features", "--invert", "serde_json", "--prefix", "none"];
    let tree = program::output("cargo tree", &mut program::cargo(arguments))?;
    if !tree.contains("serde_json feature \"float_roundtrip\"") {
        return Err("serde_json is without `float_roundtrip`, so it reads one decimal of ten wrong".to_owned());
    }
    for feature in FORBIDDEN_FEATURES {
        if tree.contains(&format!("serde_json feature \"{feature}\"")) {
            return Err(format!(
                "serde_json has the feature `{feature}`: `cargo tree -e features -i serde_json` says why"
            ));
        }
    }
    let arguments = ["tree", "--package", "mcpledge-contract", "--locked", "--edges", "normal", "--prefix", "none"];
    let tree = program::output("cargo tree", &mut program::cargo(arguments))?;
    let names: Vec<&str> = tree.lines().filter_map(|line| line.split_whitespace().next()).collect();
    if !names.contains(&"sha2") {
        return Err("`cargo tree` does not show the dependencies of contract".to_owned());
    }
    match FORBIDDEN_IN_CONTRACT.iter().find(|forbidden| names.contains(forbidden)) {
        Some(forbidden) => Err(format!("contract depends on `{forbidden}`")),
        None => Ok(()),
    }
}
