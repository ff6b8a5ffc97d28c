//! Single exchanges over HTTP: statuses, content types, codings, ids.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use mcpledge_wire::Limits;
use mcpledge_wire::capture::{EraChoice, Options, capture};

use crate::support::server::{Part, Reply, Request, events, json, response};
use crate::support::usual::{assert_usual, server, usual};
use crate::support::{legacy, limits, message, options, recorded, rules};

#[tokio::test]
async fn how_a_notification_is_taken_changes_nothing_but_a_finding() {
    let refusal = r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid Request"}}"#;
    let cases = [
        ("204 No Content", "", "HTTP 204"),
        ("200 OK", "", "HTTP 200"),
        ("200 OK", "null", "HTTP 200: \"null\""),
        ("202 Accepted", "Accepted", "HTTP 202 with a body of 8 bytes"),
        ("400 Bad Request", refusal, "HTTP 400: \"{"),
        ("401 Unauthorized", "", "HTTP 401"),
    ];
    for (status, body, expected) in cases {
        let odd = server(move |request| match usual(request) {
            None if request.method == "POST" => Some(response(status, &[("Content-Type", "application/json")], body)),
            _ => None,
        })
        .await;
        let taken = capture(&odd.target(), &options()).await.unwrap();
        assert_usual(&taken, &["notification-status"]).await;
        let said = message(&taken, "notification-status");
        assert!(said.starts_with(&format!("POST notifications/initialized: {expected}")), "{said}");
    }
}

#[tokio::test]
async fn a_notification_that_is_never_answered_costs_its_limit() {
    for reply in [|| Reply::Parts(vec![Part::Hang]), || events([Part::Hang])] {
        let odd = server(move |request| match usual(request) {
            None if request.method == "POST" => Some(reply()),
            _ => None,
        })
        .await;
        let brief = Limits { request: Duration::from_millis(300), ..limits() };
        let taken = capture(&odd.target(), &Options { limits: brief, ..options() }).await.unwrap();
        assert_usual(&taken, &["notification-status"]).await;
    }
    // But not more than the whole capture may take.
    let odd = server(|request| (usual(request).is_none()).then(|| Reply::Parts(vec![Part::Hang]))).await;
    let brief = Limits { capture: Duration::from_millis(300), ..limits() };
    let brief = Options { limits: brief, era: EraChoice::Legacy, ..options() };
    let error = capture(&odd.target(), &brief).await.unwrap_err();
    let expected = "no answer to `notifications/initialized` within 300 ms (limit --capture-timeout)";
    assert_eq!(error.to_string(), expected);
}

#[tokio::test]
async fn a_content_type_may_have_parameters_and_any_case() {
    let types = [
        "application/json; charset=utf-8",
        "Application/JSON",
        "application/json;charset=\"UTF-8\"",
        "application/json ; x=1",
    ];
    let turn = AtomicUsize::new(0);
    let odd = server(move |request| {
        let answer = usual(request)?;
        let turn = turn.fetch_add(1, Ordering::Relaxed);
        Some(match types.get(turn % 5) {
            Some(kind) => response("200 OK", &[("Content-Type", kind)], &answer),
            None => response(
                "200 OK",
                &[("Content-Type", "text/event-stream; charset=utf-8")],
                &format!("data: {answer}\n\n"),
            ),
        })
    })
    .await;
    assert_usual(&legacy(&odd.target()).await.unwrap(), &[]).await;
}

#[tokio::test]
async fn a_wrong_content_type_is_a_finding_where_the_body_is_an_answer() {
    for headers in [[].as_slice(), &[("Content-Type", "text/plain")]] {
        let odd = server(move |request| Some(response("200 OK", headers, &usual(request)?))).await;
        let taken = legacy(&odd.target()).await.unwrap();
        assert_usual(&taken, &["content-type"]).await;
        let named = if headers.is_empty() { "no content type" } else { "text/plain" };
        assert!(taken.findings[0].message.contains(named), "{:?}", taken.findings);
    }
}

#[tokio::test]
async fn a_byte_order_mark_before_a_body_is_a_finding() {
    let odd = server(|request| Some(json(&format!("\u{feff}{}", usual(request)?)))).await;
    assert_usual(&legacy(&odd.target()).await.unwrap(), &["byte-order-mark"]).await;
}

#[tokio::test]
async fn both_media_types_are_accepted_and_a_refusal_is_shown() {
    let strict = |sse_first: bool| {
        move |request: &Request| {
            let accept: Vec<&str> = request.header("accept").unwrap_or_default().split(',').map(str::trim).collect();
            let fits = accept.contains(&"application/json")
                && accept.contains(&"text/event-stream")
                && (!sse_first || accept[0] == "text/event-stream");
            let body = r#"{"jsonrpc":"2.0","id":"server-error","error":{"code":-32600,"message":"Not Acceptable"}}"#;
            (!fits).then(|| response("406 Not Acceptable", &[("Content-Type", "application/json")], body))
        }
    };
    let server_of_both = server(strict(false)).await;
    assert_usual(&capture(&server_of_both.target(), &options()).await.unwrap(), &[]).await;
    let error = capture(&server(strict(true)).await.target(), &options()).await.unwrap_err();
    assert!(error.to_string().contains("Not Acceptable"), "{error}");
}

#[tokio::test]
async fn what_comes_back_for_a_request_is_its_answer_whatever_its_id() {
    for id in ["\"other\"", "900", "null"] {
        let odd = server(move |request| {
            let answer = usual(request)?;
            Some(json(&answer.replacen(&format!("\"id\":{},", request.id()), &format!("\"id\":{id},"), 1)))
        })
        .await;
        assert_usual(&legacy(&odd.target()).await.unwrap(), &["answer-id-unknown"]).await;
    }
}

#[tokio::test]
async fn what_a_list_is_refused_with_decides_whether_it_is_served() {
    let cases = [("401 Unauthorized", false), ("404 Not Found", false), ("429 Slow Down", true), ("503 Busy", true)];
    for (status, broken) in cases {
        let odd = server(move |request| (request.rpc() == "tools/list").then(|| response(status, &[], "no"))).await;
        let taken = legacy(&odd.target()).await.unwrap();
        let expected = if broken { "list-incomplete" } else { "list-declared-not-served" };
        assert_eq!(rules(&taken), [expected], "{status}");
        assert!(message(&taken, expected).contains(&format!("HTTP {}", &status[..3])), "{status}");
    }
}

#[tokio::test]
async fn a_body_in_a_coding_that_nobody_asked_for_is_named() {
    for (kind, coding) in [("application/json", "gzip"), ("text/event-stream", "br")] {
        let coded = server(move |request| {
            assert_eq!(request.header("accept-encoding"), Some("identity"));
            Some(response("200 OK", &[("Content-Type", kind), ("Content-Encoding", coding)], "\u{1f}\u{8b}"))
        })
        .await;
        let error = capture(&coded.target(), &options()).await.unwrap_err();
        let expected =
            format!("`initialize` was answered with HTTP 200 in content encoding `{coding}`, which was not asked for");
        assert_eq!(error.to_string(), expected);
    }
    let plain = server(|request| Some(response("200 OK", &[("Content-Encoding", "identity")], &usual(request)?))).await;
    assert_usual(&legacy(&plain.target()).await.unwrap(), &["content-type"]).await;
}

#[tokio::test]
async fn a_question_that_breaks_the_connection_is_asked_no_more() {
    let shy = server(|request| (request.rpc() == "server/discover").then(|| Reply::Parts(Vec::new()))).await;
    assert_usual(&capture(&shy.target(), &options()).await.unwrap(), &[]).await;
    assert_eq!(shy.rpcs().iter().filter(|method| *method == "server/discover").count(), 1);
}

#[tokio::test]
async fn the_trace_names_each_exchange() {
    let (options, recorder) = recorded(Options { era: EraChoice::Legacy, ..options() });
    let plain = server(|_| None).await;
    capture(&plain.target(), &options).await.unwrap();
    let notes = recorder.marked('*');
    assert_eq!(notes.len(), 6);
    assert_eq!(notes[0], format!("POST {}: HTTP 200, application/json", plain.url));
}
