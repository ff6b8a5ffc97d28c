//! The peers that listen: Streamable HTTP, with and without sessions, and the old HTTP+SSE.

use std::path::Path;

use crate::oracle::{code, mcpledge, oracle, printed};
use crate::peer::{Eras, Listening, listen, listen_everything, peer};
use crate::stdio::{check_file, modern_of_file};

fn check(folder: &Path, peer: &Listening, eras: Eras) {
    let url = peer.url.as_str();
    let legacy = printed(&mut oracle(folder, &["http", url]));
    assert_eq!(printed(&mut mcpledge(folder, &["fingerprint", "--era", "legacy", url])), legacy, "legacy era");
    let modern = (eras == Eras::Both).then(|| printed(&mut oracle(folder, &["http", "--modern", url])));
    match &modern {
        Some(modern) => {
            assert_eq!(&printed(&mut mcpledge(folder, &["fingerprint", "--era", "modern", url])), modern, "modern era");
        }
        None => assert_eq!(code(&mut mcpledge(folder, &["fingerprint", "--era", "modern", url])), Some(3)),
    }
    printed(&mut mcpledge(folder, &["capture", "--twice", "-o", "capture.json", url]));
    check_file(folder, &legacy, eras);
    if let Some(modern) = modern {
        assert_eq!(printed(&mut mcpledge(folder, &["fingerprint", "--era", "modern", "capture.json"])), modern);
        assert_eq!(modern_of_file(folder), modern);
    }
}

/// A server shows one surface, however it is reached.
fn check_same_as_stdio(folder: &Path, name: &str, listening: &Listening) {
    let mut arguments = vec!["stdio".to_owned(), "--".to_owned()];
    arguments.extend(peer(name, folder).command);
    let stdio = printed(&mut oracle(folder, &arguments));
    assert_eq!(printed(&mut mcpledge(folder, &["fingerprint", "--era", "legacy", &listening.url])), stdio);
}

fn check_own(name: &str) {
    let folder = tempfile::tempdir().unwrap();
    let peer = peer(name, folder.path());
    let listening = listen(&peer, folder.path());
    check(folder.path(), &listening, peer.eras);
    check_same_as_stdio(folder.path(), name, &listening);
}

#[test]
#[ignore = "needs the peers: cargo xtask test"]
fn typescript_v2() {
    check_own("typescript-v2");
}

#[test]
#[ignore = "needs the peers: cargo xtask test"]
fn python_sdk() {
    check_own("python-sdk");
}

#[test]
#[ignore = "needs the peers: cargo xtask test"]
fn rmcp() {
    check_own("rmcp");
}

#[test]
#[ignore = "needs the peers: cargo xtask test"]
fn everything() {
    let folder = tempfile::tempdir().unwrap();
    let listening = listen_everything("streamableHttp", "/mcp", folder.path());
    check(folder.path(), &listening, Eras::Legacy);
}

#[test]
#[ignore = "needs the peers: cargo xtask test"]
fn everything_over_http_sse() {
    let folder = tempfile::tempdir().unwrap();
    let listening = listen_everything("sse", "/sse", folder.path());
    // The oracle does not speak this transport; the surface is the one of stdio.
    check_same_as_stdio(folder.path(), "everything", &listening);
    printed(&mut mcpledge(folder.path(), &["capture", "--twice", "-o", "capture.json", &listening.url]));
    let text = std::fs::read_to_string(folder.path().join("capture.json")).unwrap();
    let capture: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(capture["$capture"]["how"]["transport"], "http+sse");
}
