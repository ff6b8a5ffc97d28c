//! Servers that do not answer as they should: exit 3, one clear error, no file written, no process left behind.

use crate::harness::Folder;
use crate::http::{Answer, HttpServer};
use crate::mark::{Mark, assert_nothing_left};

/// Runs `capture … -o capture.json` over an old file, and checks all that must hold for every bad server.
fn refused(name: &str, arguments: &[&str]) {
    let mark = Mark::new(name);
    let folder = Folder::new().with(Mark::NAME, mark.value());
    folder.write("capture.json", "old");
    let mut all = vec!["capture", "-o", "capture.json"];
    all.extend(arguments);
    let ran = folder.run(&all);
    insta::assert_snapshot!(format!("bad-{name}"), ran.shown());
    assert_eq!((ran.code, ran.stdout.as_str()), (3, ""), "{name}: {}", ran.stderr);
    assert_eq!(folder.read("capture.json"), "old", "{name}: the old file is kept");
    assert_eq!(folder.names(), ["capture.json"], "{name}: nothing else is written");
    assert_nothing_left(&mark);
}

fn shell(script: &str) -> [&str; 4] {
    ["--", "sh", "-c", script]
}

#[test]
fn a_program_that_does_not_exist() {
    refused("no-program", &["--", "mcpledge-no-such-program", "--stdio"]);
}

#[test]
fn a_server_that_exits_at_once() {
    refused("exits", &shell("echo 'Error: TOKEN is not set' >&2; exit 7"));
    refused("exits-fine", &shell("exit 0"));
    refused("killed", &shell("kill -9 $$"));
}

#[test]
fn a_server_that_never_answers() {
    let mut arguments = vec!["--start-timeout", "2s"];
    arguments.extend(shell("echo 'connecting to the database' >&2; sleep 600 & wait"));
    refused("silent", &arguments);
}

#[test]
fn a_server_that_stops_in_the_middle_of_a_line() {
    let mut arguments = vec!["--start-timeout", "2s"];
    arguments.extend(shell("printf '{\"jsonrpc\":\"2.0\",\"id\":1,\"resu'; sleep 600 & wait"));
    refused("half-line", &arguments);
    refused("half-line-then-exit", &shell("read line; printf '{\"jsonrpc\":\"2.0\",\"id\":1,\"resu'"));
}

#[test]
fn a_server_that_prints_a_web_page() {
    refused("html-on-stdout", &shell("echo '<!DOCTYPE html>'; echo '<title>Sign in</title>'"));
}

#[test]
fn a_server_that_floods_standard_error() {
    refused(
        "flood",
        &shell(
            "i=0; while [ $i -lt 20000 ]; do echo \"line $i of a very talkative server\" >&2; i=$((i+1)); done; exit 1",
        ),
    );
}

#[test]
fn a_message_beyond_the_limits() {
    let long = r#"read line; printf '{"jsonrpc":"2.0","id":1,"result":{"x":"'; head -c 100000 /dev/zero | tr '\0' a; printf '"}}\n'; sleep 600 & wait"#;
    let mut arguments = vec!["--max-message", "64K", "--era", "legacy"];
    arguments.extend(shell(long));
    refused("long", &arguments);
    let deep = r#"read line; printf '{"jsonrpc":"2.0","id":1,"result":'; head -c 200 /dev/zero | tr '\0' '['; head -c 200 /dev/zero | tr '\0' ']'; printf '}\n'; sleep 600 & wait"#;
    let mut arguments = vec!["--max-depth", "100", "--era", "legacy"];
    arguments.extend(shell(deep));
    refused("deep", &arguments);
}

#[test]
fn nobody_listens() {
    // The port of a listener that is gone.
    let address = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    refused("nobody", &[&format!("http://{address}/mcp")]);
}

#[test]
fn an_endpoint_that_answers_with_a_page() {
    let server = HttpServer::start(|_| {
        Answer::new(200, "text/html; charset=utf-8", "<!DOCTYPE html><title>Sign in</title><p>\u{1b}[31m")
    });
    refused("html", &[&server.url("/")]);
}

#[test]
fn an_endpoint_that_wants_a_credential() {
    let challenge = "Bearer resource_metadata=\"https://example.org/.well-known/oauth-protected-resource\"";
    let server = HttpServer::start(move |_| {
        Answer::json(401, r#"{"error":"invalid_token"}"#).with("WWW-Authenticate", challenge)
    });
    refused("unauthorized", &[&server.url("/mcp")]);
    let server = HttpServer::start(|_| Answer::json(403, "{}"));
    refused("forbidden", &[&server.url("/mcp")]);
    refused("unauthorized-with-credential", &[&server.url("/mcp"), "--header", "Authorization=tok-12345"]);
}

#[test]
fn an_endpoint_that_redirects_to_a_sign_in_page() {
    let other = HttpServer::start(|_| Answer::new(200, "text/html", "sign in"));
    let there = other.url("/login?next=secret-place");
    let server = HttpServer::start(move |_| Answer::new(302, "text/html", "").with("Location", &there));
    refused("redirect", &["--header", "Authorization=Bearer k-1234567", &server.url("/mcp")]);
    assert!(other.requests().is_empty(), "a credential went to another origin: {:?}", other.requests());
}

#[test]
fn an_endpoint_that_redirects_in_a_circle() {
    let server = HttpServer::start(|_| Answer::new(307, "text/plain", "").with("Location", "/mcp"));
    refused("redirect-circle", &[&server.url("/mcp")]);
}

#[test]
fn an_endpoint_that_fails() {
    let server = HttpServer::start(|_| Answer::json(500, r#"{"message":"out of cheese"}"#));
    refused("status-500", &[&server.url("/mcp")]);
    let server = HttpServer::start(|_| Answer::new(404, "text/plain", "no such page"));
    refused("status-404", &[&server.url("/")]);
}

#[test]
fn a_handshake_that_is_refused() {
    let server = HttpServer::start(|request| {
        let message: serde_json::Value = serde_json::from_str(&request.body).unwrap_or_default();
        let error = serde_json::json!({"jsonrpc": "2.0", "id": message["id"],
            "error": {"code": -32000, "message": "upstream \u{202e}is away"}});
        Answer::json(200, error.to_string())
    });
    refused("initialize-error", &[&server.url("/mcp")]);
}
