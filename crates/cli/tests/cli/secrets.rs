//! `--verbose` shows the wire, and never a value that reaches the server as a credential.

use crate::harness::{Folder, Ran, scripted, with_server};
use crate::http::{Answer, HttpServer};

const SECRETS: [&str; 4] = ["env-s3cret-1", "hdr-s3cret-2", "tok-s3cret-3", "var-s3cret-4"];

fn assert_nothing_shown(ran: &Ran) {
    for secret in SECRETS {
        assert!(!ran.stderr.contains(secret) && !ran.stdout.contains(secret), "{secret} is shown:\n{}", ran.shown());
    }
}

/// What the trace says, without what a machine decides: process ids and the addresses of a connection.
fn steady(ran: &Ran) -> String {
    let shown = ran.shown();
    let mut lines: Vec<String> = shown.lines().map(str::to_owned).collect();
    for line in &mut lines {
        if let Some(at) = line.find(" as process ") {
            line.truncate(at + " as process ".len());
            line.push_str("[ID]");
        }
    }
    lines.join("\n") + "\n"
}

#[test]
fn a_server_on_stdio_that_repeats_its_environment() {
    let folder = Folder::new();
    folder.write(
        "talks.json",
        r#"{
          "stderr": ["starting with env-s3cret-1"],
          "stdout": ["my token is env-s3cret-1"],
          "results": {
            "initialize": [{ "protocolVersion": "2025-06-18", "capabilities": { "tools": {} },
                             "serverInfo": { "name": "talks env-s3cret-1", "version": "1" } }]
          },
          "errors": { "tools/list": { "code": -32000, "message": "no access with env-s3cret-1" } }
        }"#,
    );
    let server = scripted("talks.json");
    let arguments = ["fingerprint", "--verbose", "--era", "legacy", "--env", "TOKEN=env-s3cret-1"];
    let ran = folder.run(&with_server(&arguments, &server)).expect(0);
    let hidden = ran.shown().replace("--env TOKEN=env-s3cret-1", "--env TOKEN=…");
    assert!(!hidden.contains("env-s3cret-1"), "{hidden}");
    for mark in ["\n> {", "\n< {", "\n* "] {
        assert!(ran.stderr.contains(mark) || ran.stderr.starts_with(&mark[1..]), "no line `{mark}`:\n{}", ran.stderr);
    }
    // Standard error has a pipe of its own: where its line falls among the messages is chance.
    let stderr_line = "! starting with ***\n";
    let shown = steady(&ran);
    assert!(shown.contains(stderr_line), "{shown}");
    insta::assert_snapshot!("verbose-stdio", shown.replace(stderr_line, ""));

    folder.write("fails.json", r#"{"stderr": ["bad token env-s3cret-1"], "errors": {"initialize": {"code": 1, "message": "bad token env-s3cret-1"}}}"#);
    let server = scripted("fails.json");
    let ran = folder.run(&with_server(&["capture", "--env", "TOKEN=env-s3cret-1"], &server)).expect(3);
    assert!(!ran.stderr.contains("env-s3cret-1"), "{}", ran.stderr);
}

#[test]
fn an_endpoint_that_repeats_its_headers() {
    let folder = Folder::new().with("MCPLEDGE_TEST_TOKEN", "Bearer tok-s3cret-3");
    let server = HttpServer::start(|request| {
        let heard = format!("{:?} {:?}", request.header("authorization"), request.header("x-api-key"));
        Answer::new(401, "text/plain", heard).with("WWW-Authenticate", "Bearer error=\"tok-s3cret-3 is expired\"")
    });
    let url = server.url("/mcp?key=var-s3cret-4");
    let arguments = [
        "capture",
        "--verbose",
        "--header",
        "X-API-Key=hdr-s3cret-2",
        "--header-env",
        "Authorization=MCPLEDGE_TEST_TOKEN",
        &url,
    ];
    let ran = folder.run(&arguments).expect(3);
    let heard = server.requests();
    assert_eq!(heard[0].header("authorization"), Some("Bearer tok-s3cret-3"));
    assert_eq!(heard[0].header("x-api-key"), Some("hdr-s3cret-2"));
    assert!(ran.stderr.contains("> "), "{}", ran.stderr);
    assert_nothing_shown(&ran);
}

#[test]
fn quiet_says_nothing_but_errors() {
    let folder = Folder::new();
    folder.write("good.json", crate::harness::GOOD);
    let ran = folder.run(&with_server(&["fingerprint", "--quiet"], &scripted("good.json"))).expect(0);
    assert_eq!((ran.stdout.len(), ran.stderr.as_str()), (65, ""));
    let failed = folder.run(&["fingerprint", "--quiet", "missing.json"]).expect(2);
    assert!(failed.stderr.starts_with("error: "), "{}", failed.stderr);
}
