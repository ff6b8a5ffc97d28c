//! Wrong usage: exit 2, one message, nothing on standard output, nothing started and nothing written.

use crate::harness::Folder;

#[test]
fn wrong_usage_is_said_and_ends_with_2() {
    let folder = Folder::new();
    folder.write("capture.json", r#"{"initialize": {}, "tools": []}"#);
    let cases: &[(&str, &[&str])] = &[
        ("no-command", &[]),
        ("unknown-command", &["captur"]),
        ("unknown-flag", &["capture", "--eras", "legacy", "capture.json"]),
        ("unknown-era", &["capture", "--era", "old", "capture.json"]),
        ("no-target", &["capture"]),
        ("no-target-behind-dashes", &["fingerprint", "--"]),
        ("two-targets", &["fingerprint", "capture.json", "--", "touch", "started"]),
        ("server-and-target", &["fingerprint", "capture.json", "--server", "a"]),
        ("config-without-server", &["fingerprint", "capture.json", "--mcp-config", "mcp.json"]),
        ("quiet-and-verbose", &["fingerprint", "-q", "-v", "capture.json"]),
        ("missing-file", &["fingerprint", "missing.json"]),
        ("command-without-dashes", &["fingerprint", "node"]),
        ("url-without-scheme", &["fingerprint", "localhost:8080/mcp"]),
        ("url-of-another-scheme", &["fingerprint", "ftp://example.org/mcp"]),
        ("bad-url", &["fingerprint", "http://[::1/mcp"]),
        ("url-without-host", &["fingerprint", "https://"]),
        ("url-with-password", &["fingerprint", "https://me:hunter22@example.org/mcp"]),
        ("url-with-token", &["fingerprint", "https://tok3n22@example.org/mcp"]),
        ("header-for-command", &["fingerprint", "--header", "A=b-secret", "--", "touch", "started"]),
        ("env-for-url", &["fingerprint", "--env", "A=b-secret", "http://127.0.0.1:9/mcp"]),
        ("cwd-for-file", &["fingerprint", "--cwd", ".", "capture.json"]),
        ("twice-for-file", &["capture", "--twice", "capture.json"]),
        ("header-without-value", &["fingerprint", "--header", "b-secret", "http://127.0.0.1:9/mcp"]),
        ("header-variable-unset", &["fingerprint", "--header-env", "A=MCPLEDGE_TEST_UNSET", "http://127.0.0.1:9/mcp"]),
        ("env-without-name", &["fingerprint", "--env", "=b-secret", "--", "touch", "started"]),
        ("no-folder", &["fingerprint", "--cwd", "none", "--", "touch", "started"]),
        ("no-header-name", &["fingerprint", "--header", "A B=b-secret", "http://127.0.0.1:9/mcp"]),
        ("no-header-value", &["fingerprint", "--header", "A=b-secret\nB: c", "http://127.0.0.1:9/mcp"]),
        ("canonical-and-json", &["fingerprint", "--canonical", "--json", "capture.json"]),
        ("no-duration", &["fingerprint", "--start-timeout", "soon", "capture.json"]),
        ("no-time-at-all", &["fingerprint", "--request-timeout", "0", "capture.json"]),
        ("no-size", &["fingerprint", "--max-message", "9T", "capture.json"]),
    ];
    for (name, arguments) in cases {
        let ran = folder.run(arguments);
        insta::assert_snapshot!(format!("use-{name}"), ran.shown());
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{name}");
        for secret in ["b-secret", "hunter22", "tok3n22"] {
            assert!(!ran.stderr.contains(secret), "{name} shows a secret:\n{}", ran.stderr);
        }
        assert_eq!(folder.names(), ["capture.json"], "{name}");
    }
}
