//! Which era a server speaks: every way to answer the modern question, or not to.

use std::time::Duration;

use mcpledge_contract::surface::{Capture, Era};
use mcpledge_wire::capture::{EraChoice, Options, capture};
use mcpledge_wire::{Conversation, Limits, WireError};

use crate::support::{Body, Peers};
use crate::support::{
    Recorder, fingerprint, http, in_process, limits, message, options, recorded, rules, stdio, usual_fingerprint,
};

async fn taken(words: &[&str], era: EraChoice) -> (Result<Capture, WireError>, std::sync::Arc<Recorder>) {
    let (options, recorder) = recorded(Options { era, ..options() });
    (capture(&stdio(words), &options).await, recorder)
}

#[tokio::test]
async fn every_answer_of_an_old_server_leads_to_the_same_capture() {
    let expected = usual_fingerprint().await;
    for mode in ["-32601", "-32602", "-32600", "-32000", "null", "object", "silent", "late", "late-null"] {
        let (capture, recorder) = taken(&["probe", mode], EraChoice::Auto).await;
        let capture = capture.unwrap_or_else(|error| panic!("{mode}: {error}"));
        assert_eq!((fingerprint(&capture), rules(&capture)), (expected, Vec::new()), "{mode}");
        assert!(capture.modern.is_none(), "{mode}");
        assert_eq!(recorder.processes().len(), 1, "{mode}");
    }
    let (capture, _) = taken(&["probe", "text"], EraChoice::Auto).await;
    let capture = capture.unwrap();
    assert_eq!((fingerprint(&capture), rules(&capture)), (expected, vec!["stdout-text".to_owned()]));
}

#[tokio::test]
async fn a_server_that_the_question_kills_is_started_again() {
    let expected = usual_fingerprint().await;
    for mode in ["exit", "late-exit", "answer-exit"] {
        let (capture, recorder) = taken(&["probe", mode], EraChoice::Auto).await;
        let capture = capture.unwrap_or_else(|error| panic!("{mode}: {error}"));
        assert_eq!((fingerprint(&capture), rules(&capture)), (expected, Vec::new()), "{mode}");
        assert_eq!(recorder.processes().len(), 2, "{mode}");
    }
    let (capture, recorder) = taken(&["probe", "exit"], EraChoice::Legacy).await;
    assert_eq!(fingerprint(&capture.unwrap()), expected);
    assert_eq!(recorder.processes().len(), 1);
    assert_eq!(recorder.asked()[0], "initialize");
}

#[tokio::test]
async fn a_server_of_both_eras_gives_two_captures_from_two_processes() {
    for words in [["both"].as_slice(), &["either"], &["both", "2026-10-01"], &["both", "slow"], &["either", "slow"]] {
        let (capture, _) = taken(words, EraChoice::Auto).await;
        let capture = capture.unwrap_or_else(|error| panic!("{words:?}: {error}"));
        assert_eq!((fingerprint(&capture), rules(&capture)), (usual_fingerprint().await, Vec::new()), "{words:?}");
        let modern = capture.modern.as_deref().unwrap_or_else(|| panic!("{words:?}"));
        assert_eq!((modern.era(), rules(modern)), (Era::Modern, Vec::new()), "{words:?}");
        let version = words.get(1).filter(|word| word.starts_with("20")).unwrap_or(&"2026-07-28");
        assert_eq!(modern.how.requested_version.as_deref(), Some(*version), "{words:?}");
        assert_ne!(modern.fingerprint, capture.fingerprint, "{words:?}");
    }
}

#[tokio::test]
async fn a_modern_server_has_one_capture_and_no_fingerprint_of_the_other_era() {
    let (capture, recorder) = taken(&["modern"], EraChoice::Auto).await;
    let capture = capture.unwrap();
    assert_eq!((capture.era(), capture.modern.is_none(), rules(&capture)), (Era::Modern, true, Vec::new()));
    assert_eq!(recorder.processes().len(), 2);

    let (refused, _) = taken(&["modern"], EraChoice::Legacy).await;
    let error = refused.unwrap_err();
    assert!(matches!(error, WireError::InitializeFailed { modern: true, .. }), "{error:?}");
    assert!(error.hints()[0].contains("--era modern"));
    assert!(error.to_string().ends_with("Unsupported protocol version (it names 2026-07-28)"), "{error}");
}

#[tokio::test]
async fn an_era_that_breaks_off_is_named() {
    let (capture, _) = taken(&["modern", "exits"], EraChoice::Auto).await;
    let capture = capture.unwrap();
    assert_eq!(capture.era(), Era::Modern);
    let expected = "initialize: the server ended (exit status: 1) before it answered `initialize`";
    assert_eq!(message(&capture, "era-broken"), expected);
}

#[tokio::test]
async fn the_modern_era_alone_is_asked_for() {
    let (capture, recorder) = taken(&["both"], EraChoice::Modern).await;
    let capture = capture.unwrap();
    assert_eq!((capture.era(), capture.modern.is_none()), (Era::Modern, true));
    assert_eq!(recorder.asked()[0], "server/discover");
    assert!(!recorder.asked().contains(&"initialize".to_owned()));
    let sent = recorder.marked('>');
    assert!(
        sent.iter().all(|line| line.contains("\"_meta\":{\"io.modelcontextprotocol/protocolVersion\"")),
        "{sent:?}"
    );

    let (refused, _) = taken(&["usual"], EraChoice::Modern).await;
    let error = refused.unwrap_err();
    assert!(matches!(&error, WireError::NotModern { reason } if reason.contains("-32601")), "{error:?}");
    let (refused, _) = taken(&["probe", "object"], EraChoice::Modern).await;
    let error = refused.unwrap_err();
    assert!(matches!(&error, WireError::NotModern { reason } if reason.contains("supportedVersions")), "{error:?}");
}

#[tokio::test]
async fn a_refusal_that_only_modern_servers_give_is_no_sign_of_an_old_one() {
    // It cannot be satisfied: the legacy era, in a fresh process, is what remains.
    for operand in ["capability", "[]"] {
        let (capture, recorder) = taken(&["refusing", operand], EraChoice::Auto).await;
        assert_eq!(fingerprint(&capture.unwrap()), usual_fingerprint().await, "{operand}");
        assert_eq!(recorder.processes().len(), 2, "{operand}");
        let (refused, _) = taken(&["refusing", operand], EraChoice::Modern).await;
        let error = refused.unwrap_err();
        assert!(matches!(error, WireError::DiscoverFailed { .. }), "{operand}: {error:?}");
    }
    // Asked again, the server may think better of it.
    let (capture, recorder) = taken(&["hesitant"], EraChoice::Modern).await;
    assert_eq!(capture.unwrap().era(), Era::Modern);
    assert_eq!(recorder.asked()[..3], ["server/discover", "server/discover", "tools/list"]);
    // Versions of the legacy era alone are an invitation to it.
    let (capture, recorder) = taken(&["refusing", "[\"2025-06-18\"]"], EraChoice::Auto).await;
    assert_eq!(fingerprint(&capture.unwrap()), usual_fingerprint().await);
    assert_eq!(recorder.processes().len(), 1);
}

#[tokio::test]
async fn a_late_answer_to_the_question_is_nobody_elses() {
    // Under its own id, while the lists are asked for; or under none, before the answer to `initialize`.
    for mode in ["late", "late-null"] {
        let limits = Limits { probe: Duration::from_millis(200), ..limits() };
        let (options, recorder) = recorded(Options { limits, ..options() });
        let capture = capture(&stdio(&["probe", mode]), &options).await.unwrap();
        assert_eq!(fingerprint(&capture), usual_fingerprint().await, "{mode}");
        assert_eq!((recorder.asked().len(), recorder.processes().len()), (6, 1), "{mode}");
    }
}

#[tokio::test]
async fn a_refused_handshake_is_an_error_where_no_list_is_served() {
    let error = capture(&in_process(&["script", "{}"]), &options()).await.unwrap_err();
    assert_eq!(error.to_string(), "`initialize` failed with JSON-RPC error -32601: Method not found");
    let (refused, _) = taken(&["refuses"], EraChoice::Legacy).await;
    let capture = refused.unwrap();
    let expected = "initialize: `initialize` failed with JSON-RPC error -32602: no (it names 2024-11-05); \
                    the lists are served all the same";
    assert_eq!(message(&capture, "initialize-refused"), expected);
    assert!(capture.opening_value().is_none());
}

#[tokio::test]
async fn lists_that_no_capability_announces_are_asked_for_in_both_eras() {
    let (capture, _) = taken(&["undeclared"], EraChoice::Auto).await;
    let capture = capture.unwrap();
    assert_eq!(message(&capture, "list-undeclared-served"), "tools/list: 2 tools without capability `tools`");
    let (capture, recorder) = taken(&["both"], EraChoice::Modern).await;
    capture.unwrap();
    assert_eq!(recorder.asked()[1..], ["tools/list", "resources/list", "resources/templates/list", "prompts/list"]);
}

#[tokio::test]
async fn a_conversation_prefers_the_modern_era() {
    for (words, era) in [(["both"], Era::Modern), (["usual"], Era::Legacy), (["modern"], Era::Modern)] {
        let conversation = Conversation::open(&stdio(&words), &options()).await.unwrap();
        assert_eq!(conversation.era(), era, "{words:?}");
        assert_eq!(conversation.close().await, []);
    }
    let legacy = Options { era: EraChoice::Legacy, ..options() };
    let conversation = Conversation::open(&stdio(&["both"]), &legacy).await.unwrap();
    assert_eq!(conversation.era(), Era::Legacy);
    assert!(conversation.opening().get("protocolVersion").is_some());
    conversation.close().await;
}

#[tokio::test]
async fn over_http_both_eras_are_found_as_well() {
    for body in [Body::Json, Body::Events] {
        let Peers { target, server, .. } = http(&["both"], body).await;
        let capture = capture(&target, &options()).await.unwrap();
        assert_eq!(fingerprint(&capture), usual_fingerprint().await);
        assert_eq!(capture.modern.as_deref().map(Capture::era), Some(Era::Modern));
        let requests = server.unwrap().requests();
        for request in &requests {
            let version = request.header("mcp-protocol-version");
            match request.body.contains("_meta") {
                true => {
                    assert_eq!((version, request.header("mcp-method")), (Some("2026-07-28"), Some(request.rpc())));
                }
                false if request.rpc() == "initialize" => assert_eq!(version, None),
                false => assert_eq!((version, request.header("mcp-method")), (Some("2025-06-18"), None)),
            }
        }
    }
}
