//! Servers over HTTP: shapes of streams, sessions, redirects, statuses, headers.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use mcpledge_contract::surface::{Capture, Credential};
use mcpledge_wire::capture::{EraChoice, Options, capture};
use mcpledge_wire::{Conversation, Limits, WireError};

use crate::peer::Peer;
use crate::support::server::{
    Part, Reply, Request, Server, accepted, bytes, events, json, response, target, with_header,
};
use crate::support::{fingerprint, http_sse, legacy, limits, message, options, recorded, rules, usual_fingerprint};

/// What a usual server says to a request; `None` for a notification.
fn usual(request: &Request) -> Option<String> {
    let answer = Peer::new(["usual"]).hear(&request.body);
    answer.into_iter().find_map(|step| match step {
        crate::peer::Step::Send(message) => Some(message),
        _ => None,
    })
}

/// A usual server that answers with bodies, but for what `odd` wants otherwise.
async fn server(odd: impl Fn(&Request) -> Option<Reply> + Send + Sync + 'static) -> Server {
    Server::start(move |request| odd(request).unwrap_or_else(|| plainly(request))).await
}

fn plainly(request: &Request) -> Reply {
    match usual(request) {
        _ if request.method != "POST" => response("405 Method Not Allowed", &[("Allow", "POST")], ""),
        Some(answer) => json(&answer),
        None => accepted(),
    }
}

async fn assert_usual(capture: &Capture, expected: &[&str]) {
    assert_eq!((fingerprint(capture), rules(capture)), (usual_fingerprint().await, texts(expected)));
}

fn texts(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

#[tokio::test]
async fn an_event_stream_may_have_any_shape() {
    let turn = AtomicUsize::new(0);
    let server = server(move |request| {
        let answer = usual(request)?;
        let cut = answer.find(',')? + 1;
        let at_once = |text: String| events([bytes(&text)]);
        Some(match turn.fetch_add(1, Ordering::Relaxed) % 9 {
            0 => at_once(format!("data:{answer}\n\n")),
            1 => at_once(format!("event: message\r\ndata: {answer}\r\n\r\n")),
            2 => at_once(format!("event: message\rdata: {answer}\r\r")),
            3 => at_once(format!("data: {}\ndata: {}\n\n", &answer[..cut], &answer[cut..])),
            4 => events([bytes(": hello\n\n:\n"), Part::Sleep(30), bytes(&format!("data: {answer}\n:\n\n:\n\n"))]),
            5 => at_once(format!("retry: 50\nid: 1\ndata:\n\nid: 2\ndata: {answer}\n\n")),
            6 => {
                at_once(format!("event: ping\ndata: 12:00\n\nevent: note\ndata\n\nevent: message\ndata: {answer}\n\n"))
            }
            7 => at_once(format!("\u{feff}data: {answer}\n\n")),
            _ => {
                let stream = format!("event: message\r\ndata: {answer}\r\n\r\n");
                events(stream.into_bytes().into_iter().map(|byte| Part::Bytes(vec![byte])))
            }
        })
    })
    .await;
    for _ in 0..9 {
        // Five or six answers each, so that every shape meets every question.
        assert_usual(&legacy(&server.target()).await.unwrap(), &[]).await;
        assert_usual(&capture(&server.target(), &options()).await.unwrap(), &[]).await;
    }
}

#[tokio::test]
async fn a_stream_without_its_last_blank_line_is_taken_where_the_message_is_whole() {
    let odd = server(|request| Some(events([bytes(&format!("data: {}\n", usual(request)?))]))).await;
    assert_usual(&legacy(&odd.target()).await.unwrap(), &["event-unterminated"]).await;
}

#[tokio::test]
async fn a_stream_that_ends_without_the_answer_is_an_error_at_once() {
    let note = r#"{"jsonrpc":"2.0","method":"notifications/message","params":{"data":"bye"}}"#;
    for body in [format!("data: {note}\n\n"), format!("data: {note}\n\ndata: {{\"jsonrpc\":"), String::new()] {
        let odd = server(move |request| (request.rpc() == "tools/list").then(|| events([bytes(&body)]))).await;
        let started = Instant::now();
        let error = capture(&odd.target(), &options()).await.unwrap_err();
        assert_eq!(error.to_string(), "the event stream ended before it answered `tools/list`");
        assert!(started.elapsed() < Duration::from_secs(1));
    }
}

#[tokio::test]
async fn a_stream_is_resumed_where_the_server_says_how() {
    let kept = Mutex::new(None::<String>);
    let resuming = server(move |request| {
        let mut kept = kept.lock().unwrap();
        if request.method == "GET" {
            return match request.header("last-event-id") {
                // Once more without the answer, under a new id and without another `retry`.
                Some("caf\u{e9} 1") => Some(events([bytes("id: second\ndata:\n\n")])),
                Some("second") => Some(events([bytes(&format!("id: x\ndata: {}\n\n", kept.take()?))])),
                _ => None,
            };
        }
        (request.rpc() == "tools/list").then(|| {
            *kept = usual(request);
            events([bytes("id: caf\u{e9} 1\nretry: 120\ndata:\n\n")])
        })
    })
    .await;
    let started = Instant::now();
    let resumed = capture(&resuming.target(), &options()).await.unwrap();
    assert_usual(&resumed, &["stream-resumed"]).await;
    assert!(resumed.modern.is_none());
    let gets = resuming.requests().iter().filter(|request| request.method == "GET").count();
    assert_eq!(gets, 2);
    let waited = started.elapsed();
    assert!((Duration::from_millis(240)..Duration::from_millis(900)).contains(&waited), "{waited:?}");
}

#[tokio::test]
async fn a_stream_that_is_never_finished_is_not_resumed_for_ever() {
    let endless = server(|request| {
        let wanted = request.rpc() == "tools/list" || request.method == "GET";
        wanted.then(|| events([bytes("id: 1\nretry: 1\ndata:\n\n")]))
    })
    .await;
    let error = legacy(&endless.target()).await.unwrap_err();
    assert!(matches!(error, WireError::StreamEnded { .. }), "{error:?}");
    let gets = endless.requests().iter().filter(|request| request.method == "GET").count();
    assert_eq!(gets, Limits::default().resumptions);
}

#[tokio::test]
async fn how_a_notification_is_taken_changes_nothing_but_a_finding() {
    let refusal = r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid Request"}}"#;
    let cases: [(&str, &[(&str, &str)], &str, &str); 6] = [
        ("204 No Content", &[], "", "HTTP 204"),
        ("200 OK", &[("Content-Type", "application/json")], "", "HTTP 200"),
        ("200 OK", &[("Content-Type", "application/json")], "null", "HTTP 200: \"null\""),
        ("202 Accepted", &[("Content-Type", "text/plain")], "Accepted", "HTTP 202 with a body of 8 bytes"),
        ("400 Bad Request", &[("Content-Type", "application/json")], refusal, "HTTP 400: \"{"),
        ("401 Unauthorized", &[], "", "HTTP 401"),
    ];
    for (status, headers, body, expected) in cases {
        let odd = server(move |request| match usual(request) {
            None if request.method == "POST" => Some(response(status, headers, body)),
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
        let limits = Limits { request: Duration::from_millis(300), ..limits() };
        let taken = capture(&odd.target(), &Options { limits, ..options() }).await.unwrap();
        assert_usual(&taken, &["notification-status"]).await;
    }
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
async fn redirects_on_the_same_origin_keep_the_post() {
    for (path, status) in [("/mcp", "307"), ("/moved", "308"), ("/old", "301")] {
        let moved = server(move |request| {
            (request.path == path).then(|| response(&format!("{status} Moved"), &[("Location", "/mcp/")], ""))
        })
        .await;
        let taken = legacy(&with_header(moved.at(path), "Authorization", "Bearer k-7f3a")).await.unwrap();
        assert_usual(&taken, &["redirected"]).await;
        let expected = format!("endpoint: HTTP {status} to {}/", moved.url.join("/mcp").unwrap());
        assert_eq!(message(&taken, "redirected"), expected);
        let requests = moved.requests();
        assert!(requests.iter().all(|request| request.method == "POST"));
        // Only the first one goes the long way.
        assert_eq!(requests.iter().filter(|request| request.path == path).count(), 1);
        assert!(requests.iter().all(|request| request.header("authorization") == Some("Bearer k-7f3a")));
        assert_eq!(taken.how.credentials, [Credential::Header("Authorization".to_owned())]);
    }
}

#[tokio::test]
async fn redirects_that_lead_astray_are_refused_with_their_reason() {
    let other = server(|_| None).await;
    let elsewhere = other.url.to_string();
    let cases = [
        ("307 Loop", "/loop".to_owned(), "redirected too often"),
        ("302 Found", "/sign-in".to_owned(), "sign-in page"),
        ("303 See Other", "/sign-in".to_owned(), "sign-in page"),
        ("307 Temporary Redirect", elsewhere, "another origin"),
        ("307 Temporary Redirect", String::new(), "it names no address"),
        ("307 Temporary Redirect", "http://[".to_owned(), "that is no address"),
    ];
    for (status, location, reason) in cases {
        let headers = location.clone();
        let astray = server(move |_| Some(response(status, &[("Location", &headers)], ""))).await;
        let target = with_header(astray.at("/loop"), "Authorization", "Bearer k-7f3a");
        let error = capture(&target, &options()).await.unwrap_err();
        assert!(error.to_string().contains(reason), "{location:?}: {error}");
        assert!(error.to_string().contains(&format!("HTTP {}", &status[..3])), "{error}");
        assert!(!error.hints().is_empty());
        assert!(astray.requests().iter().all(|request| request.method == "POST"));
    }
    assert_eq!(other.requests().len(), 0, "a credential went elsewhere");
}

#[tokio::test]
async fn a_get_is_never_needed() {
    let statuses = ["405 Method Not Allowed", "404 Not Found", "406 Not Acceptable", "501 Not Implemented"];
    for status in statuses {
        let odd = server(move |request| (request.method == "GET").then(|| response(status, &[], ""))).await;
        assert_usual(&capture(&odd.target(), &options()).await.unwrap(), &[]).await;
        assert!(odd.requests().iter().all(|request| request.method == "POST"));
    }
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
async fn a_request_of_the_server_on_a_stream_is_answered_by_a_post() {
    let answered = std::sync::Arc::new(Mutex::new(Vec::new()));
    let kept = std::sync::Arc::clone(&answered);
    let asking = Server::start(move |request| {
        if request.rpc().is_empty() {
            kept.lock().unwrap().push(request.body.clone());
            return accepted();
        }
        match usual(request) {
            Some(answer) => {
                let ping = r#"{"jsonrpc":"2.0","id":"p1","method":"ping"}"#;
                events([bytes(&format!("data: {ping}\n\n")), Part::Sleep(20), bytes(&format!("data: {answer}\n\n"))])
            }
            None => accepted(),
        }
    })
    .await;
    assert_usual(&legacy(&asking.target()).await.unwrap(), &[]).await;
    let answered = answered.lock().unwrap();
    assert_eq!(answered.len(), 5);
    assert!(answered.iter().all(|body| body == r#"{"jsonrpc":"2.0","id":"p1","result":{}}"#), "{answered:?}");
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
async fn localhost_and_both_families_of_addresses_are_reached() {
    let four = server(|_| None).await;
    let mut by_name = four.url.clone();
    by_name.set_host(Some("localhost")).unwrap();
    assert_usual(&capture(&target(by_name.clone()), &options()).await.unwrap(), &[]).await;
    let host = format!("localhost:{}", by_name.port().unwrap());
    assert!(four.requests().iter().all(|request| request.header("host") == Some(&host)));

    // Where the machine has the other family.
    if let Ok(six) = Server::start_on("::1".parse().unwrap(), plainly).await {
        assert_usual(&capture(&six.target(), &options()).await.unwrap(), &[]).await;
        let host = format!("[::1]:{}", six.url.port().unwrap());
        assert!(six.requests().iter().all(|request| request.header("host") == Some(&host)));
    }
}

#[tokio::test]
async fn a_refused_connection_is_told_with_the_addresses() {
    let mut url = server(|_| None).await.url.clone();
    url.set_host(Some("localhost")).unwrap();
    url.set_query(Some("key=k-7f3a"));
    let started = Instant::now();
    let error = capture(&target(url), &options()).await.unwrap_err();
    assert!(started.elapsed() < Duration::from_secs(2));
    let WireError::Connect { addresses, .. } = &error else { panic!("{error:?}") };
    assert!(addresses.iter().any(|address| address.starts_with("127.0.0.1:")), "{addresses:?}");
    let text = error.to_string();
    assert!(text.contains("refused") && text.contains("tried ") && !text.contains("k-7f3a"), "{text}");
}

#[tokio::test]
async fn a_question_that_breaks_the_connection_is_asked_no_more() {
    let shy = server(|request| (request.rpc() == "server/discover").then(|| Reply::Parts(Vec::new()))).await;
    assert_usual(&capture(&shy.target(), &options()).await.unwrap(), &[]).await;
    assert_eq!(shy.rpcs().iter().filter(|method| *method == "server/discover").count(), 1);
}

#[tokio::test]
async fn names_and_parameters_go_into_headers_in_the_modern_era() {
    let peer = Mutex::new(Peer::new(["modern"]));
    let modern = Server::start(move |request| {
        let steps = peer.lock().unwrap().hear(&request.body);
        let answer = steps.into_iter().find_map(|step| match step {
            crate::peer::Step::Send(message) => Some(message),
            _ => None,
        });
        json(&answer.unwrap_or_default())
    })
    .await;
    let modern_only = Options { era: EraChoice::Modern, ..options() };
    let mut conversation = Conversation::open(&modern.target(), &modern_only).await.unwrap();
    let tool = r#"{"name":"Stra\u00dfe","inputSchema":{"type":"object","properties":{
        "region":{"type":"string","x-mcp-header":"Region"},"depth":{"type":"integer","x-mcp-header":"Depth"},
        "note":{"type":"string","x-mcp-header":"Method"},"free":{"type":"string"},
        "dry":{"type":"boolean","x-mcp-header":"Dry"},"gone":{"type":"string","x-mcp-header":"Gone"}}}}"#;
    let tool = mcpledge_contract::json::Document::parse(tool, Default::default()).unwrap();
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
async fn the_trace_names_each_exchange() {
    let (options, recorder) = recorded(Options { era: EraChoice::Legacy, ..options() });
    let plain = server(|_| None).await;
    capture(&plain.target(), &options).await.unwrap();
    let notes = recorder.marked('*');
    assert_eq!(notes.len(), 6);
    assert_eq!(notes[0], format!("POST {}: HTTP 200, application/json", plain.url));
}
