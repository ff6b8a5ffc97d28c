//! Sessions over HTTP, and the old HTTP+SSE transport.

use std::time::Duration;

use mcpledge_wire::capture::{EraChoice, Options, capture};
use mcpledge_wire::{Limits, WireError};

use crate::support::server::{Part, Reply, Request, Server, accepted, bytes, events, response, with_header};
use crate::support::usual::{assert_usual, plainly, server, usual};
use crate::support::{http_sse, legacy, limits, message, options};

#[tokio::test]
async fn a_get_is_never_needed() {
    let statuses = ["405 Method Not Allowed", "404 Not Found", "406 Not Acceptable", "501 Not Implemented"];
    for status in statuses {
        let odd = server(move |request| (request.method == "GET").then(|| response(status, &[], ""))).await;
        assert_usual(&capture(&odd.target(), &options()).await.unwrap(), &[]).await;
        assert!(odd.requests().iter().all(|request| request.method == "POST"));
    }
}

/// A server that insists on a session, and counts what it is asked.
fn with_session(request: &Request) -> Reply {
    let session = request.header("mcp-session-id");
    match request.rpc() {
        _ if request.method == "DELETE" => response(if session == Some("s-1") { "200 OK" } else { "404 No" }, &[], ""),
        "initialize" => {
            let answer = usual(request).unwrap_or_default();
            response("200 OK", &[("Content-Type", "application/json"), ("Mcp-Session-Id", "s-1")], &answer)
        }
        _ if session == Some("s-1") => plainly(request),
        _ => response("400 Bad Request", &[], "no session"),
    }
}

#[tokio::test]
async fn a_session_is_kept_and_ended_and_insisting_on_it_is_a_finding() {
    let strict = Server::start(with_session).await;
    let taken = capture(&strict.target(), &options()).await.unwrap();
    assert_usual(&taken, &["session-required"]).await;
    assert!(message(&taken, "session-required").contains("`tools/list`"));
    let requests = strict.requests();
    assert_eq!(requests.iter().filter(|request| request.method == "DELETE").count(), 1);
    assert_eq!(requests.last().map(|request| request.method.as_str()), Some("DELETE"));
    let named = requests.iter().filter(|request| request.header("mcp-session-id") == Some("s-1"));
    // The notification, four lists, the end.
    assert_eq!(named.count(), 6);
}

#[tokio::test]
async fn a_session_that_nobody_insists_on_is_no_finding() {
    // The answer without a session comes behind a notification.
    let lenient = Server::start(|request| {
        let answer = usual(request)
            .map(|answer| format!("data: {{\"jsonrpc\":\"2.0\",\"method\":\"x\"}}\n\ndata: {answer}\n\n"));
        match answer {
            Some(stream) => {
                response("200 OK", &[("Content-Type", "text/event-stream"), ("Mcp-Session-Id", "s-1")], &stream)
            }
            None => accepted(),
        }
    })
    .await;
    assert_usual(&legacy(&lenient.target()).await.unwrap(), &[]).await;
}

#[tokio::test]
async fn a_session_that_gets_lost_is_no_empty_surface() {
    let forgetful = Server::start(|request| match request.rpc() {
        "tools/list" => response(
            "404 Not Found",
            &[("Content-Type", "application/json")],
            r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32001,"message":"Session not found"}}"#,
        ),
        _ => with_session(request),
    })
    .await;
    let taken = legacy(&forgetful.target()).await.unwrap();
    assert!(message(&taken, "list-incomplete").contains("does not know the session it gave"));
}

#[tokio::test]
async fn the_old_transport_is_found_when_the_post_is_refused() {
    for status in ["404 Not Found", "405 Method Not Allowed", "400 Bad Request"] {
        let peers = http_sse(&["usual"]).await;
        let inner = peers.server.as_ref().unwrap().url.clone();
        let taken = capture(&peers.target, &options()).await.unwrap();
        assert_usual(&taken, &[]).await;
        assert_eq!(taken.how.transport.as_deref(), Some("http+sse"));
        // The address behind a redirect, as frameworks add a slash.
        let moved = server(move |request| {
            let location = format!("{inner}");
            match request.method.as_str() {
                "POST" => Some(response(status, &[], "Cannot POST")),
                _ => Some(response("307 Moved", &[("Location", &location)], "")),
            }
        })
        .await;
        let error = legacy(&moved.target()).await.unwrap_err();
        // Another origin, so it is not followed; the refusal of the POST is what is told.
        assert!(matches!(&error, WireError::NotJsonRpc { .. }), "{error:?}");
        assert!(error.to_string().contains(&status[..3]), "{error}");
    }
}

#[tokio::test]
async fn the_old_transport_is_not_looked_for_where_the_endpoint_answers() {
    let cases = [
        ("404 Not Found", "-32601", false),
        ("400 Bad Request", "-32022", false),
        ("200 OK", "-32000", false),
        ("400 Bad Request", "-32000", true),
    ];
    for (status, code, looks) in cases {
        let refusing = Server::start(move |request| {
            let body = format!(r#"{{"jsonrpc":"2.0","id":{},"error":{{"code":{code},"message":"no"}}}}"#, request.id());
            response(status, &[("Content-Type", "application/json")], &body)
        })
        .await;
        let error = legacy(&refusing.target()).await.unwrap_err();
        assert!(matches!(&error, WireError::InitializeFailed { code: said, .. } if said == code), "{error:?}");
        let gets = refusing.requests().iter().filter(|request| request.method == "GET").count();
        assert_eq!(gets, usize::from(looks), "{status} {code}");
    }
}

#[tokio::test]
async fn the_old_transport_stays_on_its_origin() {
    let other = server(|_| None).await;
    let elsewhere = other.url.to_string();
    let astray = server(move |request| {
        Some(match request.method.as_str() {
            "GET" => events([bytes(&format!("event: endpoint\ndata: {elsewhere}\n\n")), Part::Hang]),
            _ => response("405 Method Not Allowed", &[], ""),
        })
    })
    .await;
    let error = legacy(&with_header(astray.target(), "Authorization", "Bearer k-7f3a")).await.unwrap_err();
    assert!(matches!(error, WireError::NotJsonRpc { status: 405, .. }), "{error:?}");
    assert_eq!(other.requests().len(), 0);
}

#[tokio::test]
async fn the_old_transport_may_move_on_its_origin() {
    let moved = Server::start(|request| match (request.method.as_str(), request.path.as_str()) {
        ("GET", "/mcp") => response("307 Moved", &[("Location", "/mcp/")], ""),
        // The answer to what is posted second, after the POST that was refused.
        ("GET", "/mcp/") => events([
            bytes("event: endpoint\ndata: ../messages\n\n"),
            bytes("data: {\"jsonrpc\":\"2.0\",\"id\":2,\"error\":{\"code\":-32000,\"message\":\"closing time\"}}\n\n"),
            Part::Hang,
        ]),
        ("POST", "/messages") => accepted(),
        _ => response("405 Method Not Allowed", &[], ""),
    })
    .await;
    let limits = Limits { request: Duration::from_millis(300), ..limits() };
    let options = Options { era: EraChoice::Legacy, limits, ..options() };
    let error = capture(&moved.target(), &options).await.unwrap_err();
    assert!(error.to_string().contains("closing time"), "{error}");
    // The refusal, the question whether it is a modern server, and one list: nobody is there to answer more.
    let asked = ["initialize", "initialize", "server/discover", "tools/list"];
    assert_eq!(moved.rpcs(), asked);
}
