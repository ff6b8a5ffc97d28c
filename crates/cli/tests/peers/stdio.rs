//! Every peer over stdio, in every era it speaks.

use std::path::Path;

use crate::mark::{Mark, assert_nothing_left};
use crate::oracle::{code, mcpledge, oracle, printed};
use crate::peer::{Eras, peer};

macro_rules! peers {
    ($($test:ident $name:literal)*) => {$(
        #[test]
        #[ignore = "needs the peers: cargo xtask test"]
        fn $test() {
            check($name);
        }
    )*};
}

peers! {
    everything "everything"
    filesystem "filesystem"
    memory "memory"
    sequential_thinking "sequential-thinking"
    time "time"
    git "git"
    fetch "fetch"
    typescript_v2 "typescript-v2"
    python_sdk "python-sdk"
    rmcp "rmcp"
}

fn check(name: &str) {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let mark = Mark::new(name);
    let peer = peer(name, folder);
    let with_peer = |arguments: &[&str]| -> Vec<String> {
        let arguments = arguments.iter().map(|&argument| argument.to_owned());
        arguments.chain(["--".to_owned()]).chain(peer.command.iter().cloned()).collect()
    };
    let ours = |arguments: &[&str]| {
        let mut command = mcpledge(folder, &with_peer(arguments));
        // `memory` would write beside its own code otherwise.
        command.env(Mark::NAME, mark.value()).env("MEMORY_FILE_PATH", folder.join("memory.json"));
        command
    };

    let legacy = printed(&mut oracle(folder, &with_peer(&["stdio"])));
    assert_eq!(printed(&mut ours(&["fingerprint", "--era", "legacy"])), legacy, "legacy era");
    if peer.eras == Eras::Both {
        let modern = printed(&mut oracle(folder, &with_peer(&["stdio", "--modern"])));
        assert_eq!(printed(&mut ours(&["fingerprint", "--era", "modern"])), modern, "modern era");
        assert_ne!(legacy, modern, "two forms never give one fingerprint");
    } else {
        assert_eq!(code(&mut ours(&["fingerprint", "--era", "modern"])), Some(3), "modern era");
    }

    printed(&mut ours(&["capture", "--twice", "-o", "capture.json"]));
    check_file(folder, &legacy, peer.eras);
    if peer.eras == Eras::Both {
        let modern = printed(&mut oracle(folder, &with_peer(&["stdio", "--modern"])));
        assert_eq!(printed(&mut mcpledge(folder, &["fingerprint", "--era", "modern", "capture.json"])), modern);
        assert_eq!(modern_of_file(folder), modern);
    }
    assert_nothing_left(&mark);
}

/// The file of a capture in all eras: its fingerprint by both readers, its eras, and what two takes said.
pub(crate) fn check_file(folder: &Path, legacy: &str, eras: Eras) {
    assert_eq!(printed(&mut mcpledge(folder, &["fingerprint", "capture.json"])), legacy, "the capture file");
    assert_eq!(printed(&mut oracle(folder, &["file", "capture.json"])), legacy, "the oracle on the capture file");
    let text = std::fs::read(folder.join("capture.json")).unwrap();
    let capture: serde_json::Value = serde_json::from_slice(&text).unwrap();
    assert_eq!(capture.get("modern").is_some(), eras == Eras::Both, "eras in the file");
    for capture in [Some(&capture), capture.get("modern")].into_iter().flatten() {
        assert_eq!(capture["$capture"]["how"]["times"], 2);
        let findings = capture["$capture"]["findings"].as_array().unwrap();
        let unstable: Vec<_> =
            findings.iter().filter(|finding| finding["rule"].as_str().unwrap().contains("unstable")).collect();
        assert!(unstable.is_empty(), "{unstable:#?}");
    }
}

/// What the oracle says of the modern half of the capture file.
pub(crate) fn modern_of_file(folder: &Path) -> String {
    let text = std::fs::read(folder.join("capture.json")).unwrap();
    let capture: serde_json::Value = serde_json::from_slice(&text).unwrap();
    std::fs::write(folder.join("modern.json"), capture["modern"].to_string()).unwrap();
    printed(&mut oracle(folder, &["file", "modern.json"]))
}
