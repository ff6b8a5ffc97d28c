//! Targets that are no MCP server, or not for us: one clear error each, and nothing is left running.

use std::time::Duration;

use mcpledge_wire::capture::{EraChoice, Options, capture};
use mcpledge_wire::{Command, Endpoint, Limits, Secret, Target, WireError};
use url::Url;

use crate::support::server::{Part, Reply, Server, events, response};
use crate::support::{Recorder, command, limits, options, recorded, stdio};

async fn failure(target: &Target, options: Options) -> (WireError, std::sync::Arc<Recorder>) {
    let (options, recorder) = recorded(options);
    let error = capture(target, &options).await.expect_err("a failure");
    assert!(error.to_string().chars().next().is_some_and(|first| !first.is_uppercase()), "{error}");
    assert!(!error.hints().is_empty() || matches!(error, WireError::Setup(_)), "{error}");
    #[cfg(target_os = "linux")]
    for process in recorder.processes() {
        assert_eq!(crate::process::members(process), Vec::<String>::new(), "{error}");
    }
    (error, recorder)
}

fn impatient() -> Options {
    let limits = Limits {
        start: Duration::from_millis(500),
        probe: Duration::from_millis(100),
        grace: Duration::from_millis(300),
        ..limits()
    };
    Options { limits, ..options() }
}

#[tokio::test]
async fn a_command_that_does_not_exist() {
    let target = Target::Command(Command { program: "no-such-harbour".to_owned(), ..Command::default() });
    let (error, _) = failure(&target, options()).await;
    assert!(matches!(error, WireError::Start { .. }), "{error:?}");
    assert!(error.to_string().starts_with("could not start `no-such-harbour`: "), "{error}");
    assert!(error.hints()[0].contains("PATH"));
}

#[tokio::test]
async fn a_working_directory_that_does_not_exist() {
    let target = Target::Command(Command { directory: Some("no/such/folder".into()), ..command(&["usual"]) });
    let (error, _) = failure(&target, options()).await;
    assert_eq!(error.to_string(), "the working directory `no/such/folder` is no directory");
}

#[tokio::test]
async fn a_command_that_exits_at_once() {
    let (error, recorder) = failure(&stdio(&["exits"]), options()).await;
    assert_eq!(error.to_string(), "the server ended (exit status: 2) before it answered `initialize`");
    assert_eq!(error.stderr(), Some("no harbour is configured"));
    assert_eq!(recorder.processes().len(), 2);
    let (error, _) = failure(&stdio(&["quits"]), Options { era: EraChoice::Modern, ..options() }).await;
    assert_eq!(error.to_string(), "the server ended (exit status: 3) before it answered `server/discover`");
}

#[tokio::test]
async fn a_command_that_never_answers() {
    for era in [EraChoice::Auto, EraChoice::Legacy, EraChoice::Modern] {
        let (error, recorder) = failure(&stdio(&["mute"]), Options { era, ..impatient() }).await;
        assert!(matches!(error, WireError::Timeout { flag: "--start-timeout", .. }), "{error:?}");
        assert!(error.to_string().contains("within 500 ms (limit --start-timeout)"), "{error}");
        // Nobody waits once more for one that had its time.
        assert_eq!(recorder.marked('*').last().map(String::as_str), Some("the server ended by SIGTERM"));
    }
}

#[tokio::test]
async fn a_command_that_answers_half_a_line() {
    let (error, _) = failure(&stdio(&["half"]), impatient()).await;
    let expected = "no answer to `initialize` within 500 ms (limit --start-timeout); \
                    it had begun the line \"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":1,\"";
    assert_eq!(error.to_string(), expected);
    assert_eq!(error.stderr(), Some("thinking"));
}

#[tokio::test]
async fn a_command_that_speaks_something_else() {
    let (error, _) = failure(&stdio(&["chat"]), impatient()).await;
    let expected = "no answer to `initialize` within 500 ms (limit --start-timeout); \
                    its standard output holds other text: \"listening on port 3000\"";
    assert_eq!(error.to_string(), expected);
}

#[tokio::test]
async fn a_command_that_floods_stderr() {
    let (error, _) = failure(&stdio(&["pours", "3000"]), options()).await;
    assert!(matches!(error, WireError::Exited { .. }), "{error:?}");
    assert_eq!(error.stderr().map(str::len), Some(Limits::default().stderr_bytes - 1));
}

#[tokio::test]
async fn a_command_that_stays_when_its_input_closes() {
    let (options, recorder) = recorded(impatient());
    capture(&stdio(&["usual", "stays"]), &options).await.unwrap();
    assert_eq!(recorder.marked('*').last().map(String::as_str), Some("the server ended by SIGTERM"));
    #[cfg(target_os = "linux")]
    assert_eq!(crate::process::members(recorder.processes()[0]), Vec::<String>::new());
}

async fn web(status: &'static str, headers: &'static [(&str, &str)], body: &'static str) -> Server {
    Server::start(move |_| response(status, headers, body)).await
}

#[tokio::test]
async fn an_endpoint_that_answers_in_html() {
    let page = "<!doctype html><title>Welcome</title>";
    let server = web("200 OK", &[("Content-Type", "text/html")], page).await;
    let (error, _) = failure(&server.target(), options()).await;
    let expected = format!("`initialize` was answered with HTTP 200 and content type text/html: {page:?}");
    assert_eq!(error.to_string(), expected);
    assert!(error.hints()[0].contains("web page"));
    let server = web("404 Not Found", &[("Content-Type", "text/html")], page).await;
    let (error, _) = failure(&server.target(), options()).await;
    assert!(matches!(error, WireError::NotJsonRpc { status: 404, .. }), "{error:?}");
}

#[tokio::test]
async fn an_endpoint_that_redirects_to_a_sign_in_page() {
    let server = web("302 Found", &[("Location", "/sign-in?then=%2Fmcp")], "").await;
    let (error, _) = failure(&server.target(), options()).await;
    let text = error.to_string();
    assert!(text.contains("redirects with HTTP 302 to http://127.0.0.1:") && text.contains("/sign-in"), "{text}");
    assert!(text.contains("sign-in page"), "{text}");
    assert!(server.requests().iter().all(|request| request.method == "POST"));
}

#[tokio::test]
async fn an_endpoint_that_asks_for_a_credential() {
    let challenge = "Bearer resource_metadata=\"http://127.0.0.1/.well-known/oauth-protected-resource\"";
    for status in ["401 Unauthorized", "403 Forbidden"] {
        let server = Server::start(move |_| response(status, &[("WWW-Authenticate", challenge)], "no")).await;
        let (error, _) = failure(&server.target(), options()).await;
        let WireError::Refused { method, challenge: given, .. } = &error else { panic!("{error:?}") };
        assert_eq!((method.as_str(), given.header.as_deref()), ("initialize", Some(challenge)));
        assert!(error.to_string().contains(&format!("HTTP {}", &status[..3])), "{error}");
        assert!(error.hints()[0].contains("--header-env"));
    }
    // The old transport asks only for the GET.
    let server = Server::start(|request| match request.method.as_str() {
        "GET" => response("401 Unauthorized", &[], ""),
        _ => response("404 Not Found", &[], ""),
    })
    .await;
    let (error, _) = failure(&server.target(), options()).await;
    assert!(matches!(error, WireError::Refused { status: 401, .. }), "{error:?}");
}

#[tokio::test]
async fn an_endpoint_that_says_nothing() {
    let silent = || Reply::Parts(vec![Part::Hang]);
    for reply in [silent, || events([Part::Hang])] {
        let server = Server::start(move |_| reply()).await;
        let (error, _) = failure(&server.target(), impatient()).await;
        assert!(matches!(error, WireError::Timeout { flag: "--start-timeout", .. }), "{error:?}");
    }
}

#[tokio::test]
async fn an_endpoint_whose_answer_is_no_answer() {
    for body in ["", "null", "[]", "{}", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}", "{\"jsonrpc\":"] {
        let server = Server::start(move |_| response("200 OK", &[("Content-Type", "application/json")], body)).await;
        let (error, _) = failure(&server.target(), options()).await;
        assert!(matches!(error, WireError::NotJsonRpc { status: 200, .. }), "{body}: {error:?}");
        assert!(error.to_string().contains(if body.is_empty() { "an empty body" } else { &body[..1] }), "{error}");
    }
    let server = Server::start(|request| {
        let body = format!("{{\"jsonrpc\":\"2.0\",\"id\":{},\"result\":\"yes\"}}", request.id());
        response("200 OK", &[("Content-Type", "application/json")], &body)
    })
    .await;
    let error = capture(&server.target(), &options()).await.unwrap_err();
    assert_eq!(error.to_string(), "the result of `initialize` is string, no object");
}

#[tokio::test]
async fn an_address_that_is_none_for_http() {
    let target = Target::Endpoint(Endpoint { url: Url::parse("ftp://127.0.0.1/mcp").unwrap(), headers: Vec::new() });
    let (error, _) = failure(&target, options()).await;
    assert_eq!(error.to_string(), "ftp://127.0.0.1/mcp is no http or https address");
    let url = Url::parse("http://127.0.0.1/mcp").unwrap();
    for (name, value) in [("a b", "x"), ("x", "a\nb")] {
        let headers = vec![(name.to_owned(), Secret::new(value))];
        let (error, _) = failure(&Target::Endpoint(Endpoint { url: url.clone(), headers }), options()).await;
        assert!(matches!(error, WireError::Setup(_)) && !error.to_string().contains("a\nb"), "{error:?}");
    }
}
