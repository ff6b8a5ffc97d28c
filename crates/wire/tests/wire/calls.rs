//! Calls and reads in the modern era: what goes into headers.

use std::sync::Mutex;

use mcpledge_contract::json::Document;
use mcpledge_wire::capture::{EraChoice, Options};
use mcpledge_wire::{Conversation, WireError};

use crate::peer::{Peer, Step};
use crate::support::server::{Server, json};
use crate::support::{in_process, options};

/// A server of the modern era over HTTP.
async fn modern() -> Server {
    let peer = Mutex::new(Peer::new(["modern"]));
    Server::start(move |request| {
        let steps = peer.lock().unwrap().hear(&request.body);
        let answer = steps.into_iter().find_map(|step| match step {
            Step::Send(message) => Some(message),
            _ => None,
        });
        json(&answer.unwrap_or_default())
    })
    .await
}

fn document(text: &str) -> Document {
    Document::parse(text, Default::default()).unwrap()
}

#[tokio::test]
async fn names_and_parameters_go_into_headers_in_the_modern_era() {
    let modern = modern().await;
    let modern_only = Options { era: EraChoice::Modern, ..options() };
    let mut conversation = Conversation::open(&modern.target(), &modern_only).await.unwrap();
    let tool = r#"{"name":"Stra\u00dfe","inputSchema":{"type":"object","properties":{
        "region":{"type":"string","x-mcp-header":"Region"},"depth":{"type":"integer","x-mcp-header":"Depth"},
        "note":{"type":"string","x-mcp-header":"Method"},"free":{"type":"string"},
        "dry":{"type":"boolean","x-mcp-header":"Dry"},"gone":{"type":"string","x-mcp-header":"Gone"}}}}"#;
    let tool = document(tool);
    let arguments = r#"{"region":"us-west1","depth":42,"note":" padded","free":"x","dry":false,"gone":null}"#;
    conversation.call_tool(tool.root(), arguments).await.unwrap();
    conversation.request("resources/read", r#"{"uri":"file:///a%20b"}"#).await.unwrap();
    conversation.request("prompts/get", r#"{"name":"hello","_meta":{"progressToken":1}}"#).await.unwrap();
    conversation.close().await;
    let requests = modern.requests();
    let call = &requests[1];
    let expected = [
        ("mcp-method", Some("tools/call")),
        ("mcp-name", Some("=?base64?U3RyYcOfZQ==?=")),
        ("mcp-param-region", Some("us-west1")),
        ("mcp-param-depth", Some("42")),
        ("mcp-param-method", Some("=?base64?IHBhZGRlZA==?=")),
        ("mcp-param-dry", Some("false")),
        ("mcp-param-gone", None),
        ("mcp-param-free", None),
    ];
    for (name, value) in expected {
        assert_eq!(call.header(name), value, "{name}");
    }
    assert!(call.body.contains(&format!("\"arguments\":{arguments}")), "{}", call.body);
    assert_eq!(requests[2].header("mcp-name"), Some("file:///a%20b"));
    assert_eq!(requests[3].header("mcp-name"), Some("hello"));
    assert!(requests[3].body.contains(r#""progressToken":1"#) && requests[3].body.matches("\"_meta\"").count() == 1);
    assert!(requests.iter().all(|request| request.header("mcp-session-id").is_none()));
}

#[tokio::test]
async fn a_tool_with_a_broken_annotation_is_not_called_over_http() {
    let modern = modern().await;
    let tool = document(
        r#"{"name":"t","inputSchema":{"type":"object","properties":{"a":{"type":"number","x-mcp-header":"A"}}}}"#,
    );
    let options = Options { era: EraChoice::Modern, ..options() };
    let mut conversation = Conversation::open(&modern.target(), &options).await.unwrap();
    let error = conversation.call_tool(tool.root(), r#"{"a":1}"#).await.unwrap_err();
    assert!(matches!(&error, WireError::ToolUnusable { tool, .. } if tool == "t"), "{error:?}");
    assert_eq!(modern.rpcs(), ["server/discover"]);
    conversation.close().await;

    // Elsewhere there are no headers.
    let mut conversation = Conversation::open(&in_process(&["modern"]), &options).await.unwrap();
    conversation.call_tool(tool.root(), r#"{"a":1}"#).await.unwrap();
    conversation.close().await;
}

#[tokio::test]
async fn what_cannot_be_sent_is_refused_before_it_is() {
    let options = Options { era: EraChoice::Legacy, ..options() };
    let mut conversation = Conversation::open(&in_process(&["usual"]), &options).await.unwrap();
    let tool = document(r#"{"name":"t"}"#);
    for arguments in ["", "[]", "{\"a\":}", "null"] {
        let error = conversation.call_tool(tool.root(), arguments).await.unwrap_err();
        assert!(error.to_string().starts_with("the arguments"), "{error}");
    }
    let nameless = document("{}");
    assert!(conversation.call_tool(nameless.root(), "{}").await.is_err());
    assert!(conversation.request("ping", "7").await.is_err());
    // Line ends of a file stay out of the line.
    let answer = conversation.request("ping", "{\n}\r\n").await.unwrap();
    assert!(answer.outcome.is_ok());
    conversation.close().await;
}
