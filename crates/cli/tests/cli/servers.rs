//! Servers that answer: on stdio and over HTTP, one by one and out of configurations.

use crate::harness::{Folder, GOOD, scripted, with_server};
use crate::http::{Answer, HttpServer};

#[test]
fn a_server_on_stdio_is_captured_and_ended() {
    let folder = Folder::new();
    folder.write("good.json", GOOD);
    let server = scripted("good.json");
    insta::assert_snapshot!("stdio-fingerprint", folder.run(&with_server(&["fingerprint"], &server)).shown());
    insta::assert_snapshot!(
        "stdio-twice",
        folder.run(&with_server(&["capture", "--twice", "--json"], &server)).shown()
    );
    insta::assert_snapshot!(
        "stdio-legacy",
        folder.run(&with_server(&["fingerprint", "--era", "legacy"], &server)).shown()
    );
    insta::assert_snapshot!(
        "stdio-modern",
        folder.run(&with_server(&["fingerprint", "--era", "modern"], &server)).shown()
    );
    insta::assert_snapshot!(
        "stdio-other-version",
        folder.run(&with_server(&["capture", "--protocol-version", "2025-11-25", "--json"], &server)).shown()
    );
}

#[test]
fn what_a_server_does_wrong_is_said() {
    let folder = Folder::new();
    folder.write(
        "odd.json",
        r#"{
          "stdout": ["listening on stdio", "\u001b[31mred\u001b[0m"],
          "stderr": ["debug: up"],
          "results": {
            "initialize": [{ "protocolVersion": "2025-06-18", "capabilities": { "tools": {}, "prompts": {} },
                             "serverInfo": { "name": "odd", "version": "1" } }],
            "tools/list": [{ "tools": [{ "name": "a", "inputSchema": { "type": "object" } }], "nextCursor": "same" }],
            "resources/list": [{ "resources": [] }]
          }
        }"#,
    );
    let server = scripted("odd.json");
    insta::assert_snapshot!("stdio-findings", folder.run(&with_server(&["fingerprint"], &server)).shown());
}

#[test]
fn a_surface_that_changes_by_itself_is_named() {
    let folder = Folder::new();
    // Each take starts a process of its own, so only the outer world can change a scripted answer: the folder.
    folder.write(
        "count.sh",
        r#"
        n=$(cat n 2>/dev/null || echo 0); n=$((n + 1)); echo $n > n
        sed "s/COUNT/$n/" script.json > now.json
        exec "$1" now.json
    "#,
    );
    folder.write(
        "script.json",
        r#"{"results": {"initialize": [{"protocolVersion": "2025-06-18", "capabilities": {"tools": {}}, "serverInfo": {"name": "s", "version": "1"}}],
            "tools/list": [{"tools": [{"name": "a", "description": "started COUNT times", "inputSchema": {"type": "object"}}]}]}}"#,
    );
    let [dashes, server, _] = scripted("");
    let arguments = ["capture", "--era", "legacy", "--twice", "-o", "c.json", &dashes, "sh", "count.sh", &server];
    insta::assert_snapshot!("stdio-unstable", folder.run(&arguments).shown());
}

#[test]
fn a_server_over_http_is_captured() {
    let folder = Folder::new();
    let server = HttpServer::of_script(GOOD);
    insta::assert_snapshot!("http-fingerprint", folder.run(&["fingerprint", &server.url("/mcp")]).shown());
    insta::assert_snapshot!("http-json", folder.run(&["fingerprint", "--json", &server.url("/mcp")]).shown());
}

#[test]
fn a_query_is_sent_and_not_shown() {
    let folder = Folder::new();
    let server = HttpServer::start(|request| {
        if request.path == "/mcp?key=hidden-key" { Answer::json(500, "{}") } else { Answer::json(404, "{}") }
    });
    let ran = folder.run(&["fingerprint", &server.url("/mcp?key=hidden-key")]);
    insta::assert_snapshot!("http-query", ran.shown());
    assert!(!ran.stderr.contains("hidden-key"));
}

#[test]
fn a_server_out_of_each_kind_of_configuration() {
    let folder = Folder::new().with("MCPLEDGE_TEST_TOKEN", "tok-from-environment");
    let [_, program, _] = scripted("");
    folder.write("good.json", GOOD);
    let command = |extra: &str| format!(r#"{{"command": "{program}", "args": ["good.json"]{extra}}}"#);
    let expected = folder.run(&with_server(&["fingerprint", "-q"], &scripted("good.json"))).expect(0).stdout;

    folder.write(".mcp.json", format!("{{\"mcpServers\": {{\"notes\": {}}}}}", command("")));
    assert_eq!(folder.run(&["fingerprint", "--server", "notes", "-q"]).expect(0).stdout, expected);
    insta::assert_snapshot!("server-unknown", folder.run(&["fingerprint", "--server", "other"]).shown());
    std::fs::remove_file(folder.path(".mcp.json")).unwrap();

    folder.write(
        ".vscode/mcp.json",
        format!(
            "{{ // of an editor\n  \"servers\": {{ \"notes\": {}, }}, /* with\n commas */ \"inputs\": [],\n}}",
            command(r#", "type": "stdio", "env": {"TOKEN": "${env:MCPLEDGE_TEST_TOKEN}", "N": 3}"#)
        ),
    );
    assert_eq!(folder.run(&["fingerprint", "--server", "notes", "-q"]).expect(0).stdout, expected);
    insta::assert_snapshot!(
        "server-environment",
        folder.run(&["capture", "--server", "notes", "-o", "c.json"]).shown()
    );
    assert!(!folder.read("c.json").contains("tok-from-environment"));

    std::fs::remove_file(folder.path(".vscode/mcp.json")).unwrap();
    folder.write(".cursor/mcp.json", format!("{{\"mcpServers\": {{\"notes\": {}}}}}", command("")));
    assert_eq!(folder.run(&["fingerprint", "--server", "notes", "-q"]).expect(0).stdout, expected);

    folder.write("sub/good.json", GOOD);
    folder.write(
        "elsewhere.json",
        format!(
            "{{\"mcpServers\": {{\"notes\": {}}}}}",
            command(&format!(r#", "cwd": "{}""#, folder.path("sub").display()))
        ),
    );
    let elsewhere = folder.run(&["fingerprint", "--server", "notes", "--mcp-config", "elsewhere.json", "-q"]);
    assert_eq!(elsewhere.expect(0).stdout, expected);

    let http = HttpServer::of_script(GOOD);
    folder.write(
        "http.json",
        format!(
            r#"{{"mcpServers": {{"notes": {{"type": "http", "url": "{}", "headers": {{"Authorization": "Bearer ${{MCPLEDGE_TEST_TOKEN}}"}}}}}}}}"#,
            http.url("/mcp")
        ),
    );
    insta::assert_snapshot!(
        "server-headers",
        folder.run(&["fingerprint", "--server", "notes", "--mcp-config", "http.json"]).shown()
    );
    let seen = http.requests();
    assert!(!seen.is_empty());
    for request in seen {
        assert_eq!(request.header("authorization"), Some("Bearer tok-from-environment"));
    }
}

#[test]
fn a_configuration_that_cannot_be_used_is_refused_with_its_place() {
    let folder = Folder::new();
    insta::assert_snapshot!("config-none", folder.run(&["fingerprint", "--server", "a"]).shown());
    let cases = [
        ("no-json", "{\"mcpServers\": {\n  \"a\": {\"command\": }}}"),
        ("no-servers", "{\"servers\": []}"),
        ("no-command", "{\"mcpServers\": {\"a\": {\"args\": []}}}"),
        ("bad-command", "{\"mcpServers\": {\"a\": {\"command\": 3}}}"),
        ("bad-args", "{\"mcpServers\": {\"a\": {\"command\": \"x\", \"args\": [3]}}}"),
        ("unset", "{\"mcpServers\": {\"a\": {\"command\": \"x\", \"env\": {\"T\": \"${MCPLEDGE_TEST_UNSET}\"}}}}"),
        ("bad-url", "{\"mcpServers\": {\"a\": {\"url\": \"nonsense\"}}}"),
    ];
    for (name, text) in cases {
        folder.write("mcp.json", text);
        let ran = folder.run(&["fingerprint", "--server", "a"]);
        insta::assert_snapshot!(format!("config-{name}"), ran.shown());
        ran.expect(2);
    }
    insta::assert_snapshot!(
        "config-missing",
        folder.run(&["fingerprint", "--server", "a", "--mcp-config", "missing.json"]).shown()
    );
}
