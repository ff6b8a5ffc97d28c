//! What holds for every transport, with the same peer behind it. A new transport gets one line in [`transports`].

use std::time::Duration;

use mcpledge_contract::json::Value;
use mcpledge_contract::surface::ListKind;
use mcpledge_wire::capture::{EraChoice, Options, capture};
use mcpledge_wire::{Conversation, Limits, Observer, Session, WireError};

use crate::support::{
    Body, Peers, fingerprint, http, http_sse, in_process_each, legacy, limits, message, options, process, recorded,
    rules, usual_fingerprint,
};

/// Every transport, each with a name for messages.
async fn transports(words: &[&str]) -> Vec<(&'static str, Peers)> {
    vec![
        ("stdio", process(words)),
        ("in-process", in_process_each(|_| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>())),
        ("streamable-http, bodies", http(words, Body::Json).await),
        ("streamable-http, events", http(words, Body::Events).await),
        ("http+sse", http_sse(words).await),
    ]
}

fn with(change: impl FnOnce(&mut Limits)) -> Options {
    let mut options = Options { era: EraChoice::Legacy, ..options() };
    change(&mut options.limits);
    options
}

#[tokio::test]
async fn the_surface_is_the_same_over_each() {
    let expected = usual_fingerprint().await;
    for (name, peers) in transports(&["usual"]).await {
        let capture = legacy(&peers.target).await.unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(fingerprint(&capture), expected, "{name}");
        assert_eq!(rules(&capture), Vec::<String>::new(), "{name}");
        assert_eq!(capture.how.transport.as_deref(), name.split(',').next(), "{name}");
    }
}

#[tokio::test]
async fn order_is_kept() {
    for (name, peers) in transports(&["order"]).await {
        let (options, recorder) = recorded(with(|_| ()));
        let capture = capture(&peers.target, &options).await.unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(fingerprint(&capture), usual_fingerprint().await, "{name}");
        let at = |line: &String| line.split_once("\"at\":")?.1.trim_end_matches('}').parse::<u32>().ok();
        let found: Vec<u32> = recorder.marked('<').iter().filter_map(at).collect();
        // A JSON body has no place for what comes before the answer.
        let expected = if name.ends_with("bodies") { Vec::new() } else { (0..50).collect() };
        assert_eq!(found, expected, "{name}");
    }
}

#[tokio::test]
async fn a_large_message_arrives_whole() {
    for (name, peers) in transports(&["long", "3000000"]).await {
        let capture = legacy(&peers.target).await.unwrap_or_else(|error| panic!("{name}: {error}"));
        let tools = capture.list(ListKind::Tools).unwrap_or_else(|| panic!("{name}: {:?}", capture.findings));
        let description = tools[0].get("description").expect("a description");
        let text = description.value().raw();
        assert!(text.len() > 2_999_000 && text.trim_matches('"').bytes().all(|byte| byte == b'x'), "{name}");
    }
}

#[tokio::test]
async fn a_message_may_be_cut_anywhere() {
    let expected = usual_fingerprint().await;
    for (name, peers) in transports(&["bytes"]).await {
        let capture = legacy(&peers.target).await.unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!((fingerprint(&capture), rules(&capture)), (expected, Vec::new()), "{name}");
    }
}

#[tokio::test]
async fn a_peer_that_dies_inside_a_message_is_told_from_a_silent_one() {
    for (name, peers) in transports(&["dies"]).await {
        let error = legacy(&peers.target).await.expect_err(name);
        let fits = match &error {
            WireError::Exited { method, said, status } => {
                name == "stdio" && method == "tools/list" && said.unfinished.starts_with('{') && status.contains('1')
            }
            WireError::OutputClosed { method, said } => {
                name == "in-process" && method == "tools/list" && said.unfinished.starts_with('{')
            }
            WireError::Broken { .. } => name.ends_with("bodies"),
            WireError::StreamEnded { method } => {
                (name.ends_with("events") || name == "http+sse") && method == "tools/list"
            }
            _ => false,
        };
        assert!(fits, "{name}: {error:?}");
    }
}

#[tokio::test]
async fn a_message_past_the_limit_is_refused() {
    for (name, peers) in transports(&["long", "20001"]).await {
        let error = capture(&peers.target, &with(|limits| limits.message_bytes = 20_000)).await.expect_err(name);
        assert!(matches!(error, WireError::MessageTooLong { limit: 20_000 }), "{name}: {error:?}");
        let whole = capture(&peers.target, &with(|limits| limits.message_bytes = 20_001)).await;
        assert!(whole.is_ok(), "{name}: {whole:?}");
    }
}

#[tokio::test]
async fn a_message_past_the_limit_of_depth_is_refused() {
    let deep = format!("{}{}", "[".repeat(60), "]".repeat(60));
    let script = format!(r#"{{"initialize":[{{"protocolVersion":"2025-06-18"}}],"tools/list":[{{"tools":{deep}}}]}}"#);
    for (name, peers) in transports(&["script", &script]).await {
        let error = capture(&peers.target, &with(|limits| limits.depth = 50)).await.expect_err(name);
        assert!(matches!(error, WireError::MessageTooDeep { limit: 50 }), "{name}: {error:?}");
    }
}

#[tokio::test]
async fn a_surface_past_the_limit_is_refused() {
    for (name, peers) in transports(&["cursor", "endless"]).await {
        let error = capture(&peers.target, &with(|limits| limits.message_bytes = 600)).await.expect_err(name);
        assert!(matches!(error, WireError::SurfaceTooLarge { limit: 2_400 }), "{name}: {error:?}");
    }
}

#[tokio::test]
async fn an_answer_that_does_not_come_costs_its_limit_and_the_list() {
    for (name, peers) in transports(&["silent"]).await {
        let options = with(|limits| limits.request = Duration::from_millis(250));
        let capture = capture(&peers.target, &options).await.unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(capture.list(ListKind::Tools).is_none(), "{name}");
        assert_eq!(message(&capture, "list-incomplete"), "tools/list: page 1: no answer within 250 ms", "{name}");
    }
}

#[tokio::test]
async fn the_limit_of_the_whole_capture_ends_it() {
    for (name, peers) in transports(&["silent"]).await {
        let options = with(|limits| limits.capture = Duration::from_millis(400));
        let error = capture(&peers.target, &options).await.expect_err(name);
        let fits =
            matches!(&error, WireError::Timeout { flag: "--capture-timeout", method, .. } if method == "tools/list");
        assert!(fits, "{name}: {error:?}");
    }
}

async fn open(peers: &Peers, options: &Options) -> Conversation {
    Conversation::open(&peers.target, options).await.unwrap()
}

#[tokio::test]
async fn what_is_given_up_does_not_spoil_what_follows() {
    let options = with(|limits| limits.request = Duration::from_millis(200));
    for (name, peers) in transports(&["silent"]).await {
        let mut conversation = open(&peers, &options).await;
        let given_up = conversation.request("tools/list", "{}").await;
        assert!(matches!(given_up, Err(WireError::Timeout { flag: "--request-timeout", .. })), "{name}: {given_up:?}");
        // The caller may also stop waiting by itself.
        let stopped = tokio::time::timeout(Duration::from_millis(50), conversation.request("tools/list", "{}")).await;
        assert!(stopped.is_err(), "{name}");
        let answer = conversation.request("ping", "{}").await.unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(answer.outcome.unwrap().value().raw(), "{}", "{name}");
        assert_eq!(conversation.close().await, [], "{name}");
    }
}

#[tokio::test]
async fn a_conversation_may_be_ended_at_any_point() {
    let options = with(|_| ());
    for (name, peers) in transports(&["dies"]).await {
        // Before anything was said.
        Session::open(&peers.target, &limits(), Observer::default()).unwrap().close().await;
        // In the middle, and without a word.
        open(&peers, &options).await.close().await;
        drop(open(&peers, &options).await);
        // With a peer that is gone.
        let mut conversation = open(&peers, &options).await;
        conversation.request("tools/list", "{}").await.expect_err(name);
        conversation.request("tools/list", "{}").await.expect_err(name);
        conversation.close().await;
    }
}

#[tokio::test]
async fn the_recording_is_the_traffic() {
    for (name, peers) in transports(&["order"]).await {
        let (options, recorder) = recorded(with(|_| ()));
        capture(&peers.target, &options).await.unwrap_or_else(|error| panic!("{name}: {error}"));
        let traffic = peers.traffic();
        let side = |mark| traffic.iter().filter(move |(other, _)| *other == mark).map(|(_, text)| text.clone());
        let mut sent = recorder.marked('>');
        let mut received = recorder.marked('<');
        if name == "http+sse" {
            // The POST that an old server refuses, and its page.
            sent.remove(0);
            received.remove(0);
        }
        assert_eq!(sent, side('<').collect::<Vec<_>>(), "{name}");
        assert_eq!(received, side('>').collect::<Vec<_>>(), "{name}");
        assert!(sent.iter().all(|line| Value::raw(document(line).root()) == line.as_str()), "{name}");
    }
}

fn document(line: &str) -> mcpledge_contract::json::Document {
    mcpledge_contract::json::Document::parse(line, Default::default()).unwrap()
}
