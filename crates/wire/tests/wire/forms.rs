//! What the form `mcp-surface/1` makes of a server's answers: the requests that are seen, the capture, the hash.
//!
//! Each hash is that of an independent implementation (`tests/peers/npm/oracle.mjs`) for the same capture.

use mcpledge_contract::json::{Document, write_compact};
use mcpledge_contract::surface::{Capture, ListKind};
use mcpledge_wire::Limits;
use mcpledge_wire::capture::{EraChoice, Options, capture};
use std::time::Duration;

use crate::support::{in_process, limits, options, recorded, rules};

const HELLO: &str =
    r#"{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"harbour","version":"3.1.0"}}"#;

struct Case {
    /// Answers of each method, in order.
    answers: String,
    /// Every list request, with its cursor.
    requests: Vec<String>,
    /// Members of the capture.
    capture: String,
    sha256: &'static str,
    rules: &'static [&'static str],
}

async fn check(case: Case) {
    let limits = Limits { request: Duration::from_millis(300), ..limits() };
    let (options, recorder) = recorded(Options { era: EraChoice::Legacy, limits, ..options() });
    let taken = capture(&in_process(&["script", &case.answers]), &options).await.unwrap();
    let lists = ListKind::ALL.map(ListKind::method);
    let seen: Vec<String> = recorder.marked('>').iter().filter_map(|line| request(line, &lists)).collect();
    assert_eq!(seen, case.requests);
    assert_eq!(members(&taken), case.capture);
    assert_eq!(taken.fingerprint.unwrap().to_string(), case.sha256);
    assert_eq!(rules(&taken), case.rules);
}

/// `tools/list`, or `tools/list "cursor"`.
fn request(line: &str, lists: &[&str]) -> Option<String> {
    let document = Document::parse(line, Default::default()).ok()?;
    let method = document.root().get("method")?.as_text()?.decode().into_owned();
    let cursor = document.root().get("params").and_then(|params| params.get("cursor"));
    let cursor = cursor.map(|cursor| format!(" {}", cursor.raw())).unwrap_or_default();
    lists.contains(&method.as_str()).then(|| method + &cursor)
}

fn members(capture: &Capture) -> String {
    let mut out = Vec::new();
    match capture.opening_value() {
        Some(opening) => write_compact(opening, &mut out),
        None => out.extend_from_slice(b"null"),
    }
    for kind in ListKind::ALL {
        let items = capture.list(kind).map(|items| {
            let texts: Vec<&str> = items.iter().map(|item| item.value().raw()).collect();
            format!("[{}]", texts.join(","))
        });
        out.extend_from_slice(format!(" {}", items.as_deref().unwrap_or("null")).as_bytes());
    }
    String::from_utf8(out).unwrap()
}

fn asked(cursors: &[&str]) -> Vec<String> {
    let pages = cursors.iter().map(|cursor| format!("tools/list \"{cursor}\""));
    let rest = ["resources/list", "resources/templates/list", "prompts/list"].map(str::to_owned);
    std::iter::once("tools/list".to_owned()).chain(pages).chain(rest).collect()
}

const ONE: &str = r#"{"name":"lock","inputSchema":{"type":"object"}}"#;
const TWO: &str = r#"{"name":"buoy","inputSchema":{"type":"object"}}"#;
const NOTHING: &str = "b5cbceef36816a8c82b4a1f8420100f5b2ab10c59c8bbd921b84efc69b260140";
const LOCK_ONLY: &str = "f4aaf7527644426719a49141a7a110020c6a9674f5bec1f45ab3c11f6cd92c3a";

/// A server whose tools come in these pages.
fn tools(pages: &[&str]) -> String {
    format!(r#"{{"initialize":[{HELLO}],"tools/list":[{}]}}"#, pages.join(","))
}

#[tokio::test]
async fn pages_are_joined_in_order_and_then_sorted() {
    let pages = [format!(r#"{{"tools":[{ONE}],"nextCursor":"2"}}"#), format!(r#"{{"tools":[{TWO}]}}"#)];
    check(Case {
        answers: tools(&[&pages[0], &pages[1]]),
        requests: asked(&["2"]),
        capture: format!("{HELLO} [{ONE},{TWO}] null null null"),
        sha256: "6cb61384a542743f9d46ce2dd13e3e22731b5169c52eed3081b9ca0edaf9262d",
        rules: &[],
    })
    .await;
}

#[tokio::test]
async fn an_empty_or_foreign_cursor_ends_the_list() {
    for (cursor, rule) in [("\"\"", "cursor-empty"), ("7", "cursor-not-string"), ("null", "cursor-not-string")] {
        check(Case {
            answers: tools(&[&format!(r#"{{"tools":[{ONE}],"nextCursor":{cursor}}}"#)]),
            requests: asked(&[]),
            capture: format!("{HELLO} [{ONE}] null null null"),
            sha256: LOCK_ONLY,
            rules: if rule == "cursor-empty" { &["cursor-empty"] } else { &["cursor-not-string"] },
        })
        .await;
    }
}

#[tokio::test]
async fn a_page_that_fails_makes_the_list_not_served() {
    for second in [r#"{"error":{"code":-32603,"message":"no"}}"#, "\"timeout\"", r#"{"pages":[]}"#] {
        check(Case {
            answers: tools(&[&format!(r#"{{"tools":[{ONE}],"nextCursor":"2"}}"#), second]),
            requests: asked(&["2"]),
            capture: format!("{HELLO} null null null null"),
            sha256: NOTHING,
            rules: &["list-incomplete"],
        })
        .await;
    }
}

#[tokio::test]
async fn there_is_no_page_after_the_hundredth() {
    let page = |number: usize| format!(r#"{{"tools":[],"nextCursor":"c{number}"}}"#);
    let pages: Vec<String> = (1..=120).map(page).collect();
    let cursors: Vec<String> = (1..100).map(|number| format!("c{number}")).collect();
    check(Case {
        answers: tools(&pages.iter().map(String::as_str).collect::<Vec<_>>()),
        requests: asked(&cursors.iter().map(String::as_str).collect::<Vec<_>>()),
        capture: format!("{HELLO} null null null null"),
        sha256: NOTHING,
        rules: &["page-limit"],
    })
    .await;
}

#[tokio::test]
async fn a_cursor_that_comes_back_ends_the_list_at_once() {
    let page = |cursor: &str| format!(r#"{{"tools":[{ONE}],"nextCursor":"{cursor}"}}"#);
    let cases = [(vec!["p", "p", "p"], vec!["p"]), (vec!["a", "b", "a", "b"], vec!["a", "b"])];
    for (given, followed) in cases {
        let pages: Vec<String> = given.into_iter().map(page).collect();
        check(Case {
            answers: tools(&pages.iter().map(String::as_str).collect::<Vec<_>>()),
            requests: asked(&followed),
            capture: format!("{HELLO} null null null null"),
            sha256: NOTHING,
            rules: &["cursor-repeated"],
        })
        .await;
    }
}

#[tokio::test]
async fn all_four_lists_have_pages() {
    let item = |kind: ListKind, name: &str| {
        let rest = if kind == ListKind::Tools { r#","inputSchema":{"type":"object"}"# } else { "" };
        format!(r#"{{"{}":"{name}"{rest}}}"#, kind.item_key())
    };
    let page = |kind: ListKind, name, next| format!(r#"{{"{}":[{}]{next}}}"#, kind.key(), item(kind, name));
    let lists = ListKind::ALL.map(|kind| {
        let (first, second) = (page(kind, "z", r#","nextCursor":"1""#), page(kind, "a", ""));
        format!(r#""{}":[{first},{second}]"#, kind.method())
    });
    let requests = ListKind::ALL.map(ListKind::method).map(|method| [method.to_owned(), format!("{method} \"1\"")]);
    let items = ListKind::ALL.map(|kind| format!("[{},{}]", item(kind, "z"), item(kind, "a")));
    check(Case {
        answers: format!(r#"{{"initialize":[{HELLO}],{}}}"#, lists.join(",")),
        requests: requests.concat(),
        capture: format!("{HELLO} {}", items.join(" ")),
        sha256: "6bbc2d7c798e47cfe792b809ae2f93b336cea8aaf24caaec01757124f4623cc3",
        rules: &["list-undeclared-served"],
    })
    .await;
}

#[tokio::test]
async fn to_serve_nothing_is_not_the_same_as_not_to_serve() {
    let lists = ListKind::ALL.map(|kind| format!(r#""{}":[{{"{}":[]}}]"#, kind.method(), kind.key()));
    check(Case {
        answers: format!(r#"{{"initialize":[{HELLO}],{}}}"#, lists.join(",")),
        requests: asked(&[]),
        capture: format!("{HELLO} [] [] [] []"),
        sha256: "82cd39e04be1c46bb9e5a32aa8e90034a0a213c3c755af65bae8998e40911d8c",
        rules: &["list-undeclared-served"],
    })
    .await;
}

#[tokio::test]
async fn a_list_under_another_key_is_not_served() {
    check(Case {
        answers: format!(
            r#"{{"initialize":[{HELLO}],"resources/templates/list":[{{"templates":[{{"uriTemplate":"a"}}]}}]}}"#
        ),
        requests: asked(&[]),
        capture: format!("{HELLO} null null null null"),
        sha256: NOTHING,
        rules: &["list-declared-not-served"],
    })
    .await;
}

#[tokio::test]
async fn lists_count_without_a_handshake() {
    check(Case {
        answers: format!(
            r#"{{"initialize":[{{"error":{{"code":-32602,"message":"no"}}}}],"tools/list":[{{"tools":[{ONE}]}}]}}"#
        ),
        requests: asked(&[]),
        capture: format!("null [{ONE}] null null null"),
        sha256: "bc45502a1b549b4dabae39f255d731cb946a6ab011f221c1015a2be76aefb4a5",
        rules: &["initialize-refused"],
    })
    .await;
}

#[tokio::test]
async fn what_stands_beside_a_list_stays_out() {
    check(Case {
        answers: tools(&[&format!(r#"{{"tools":[{ONE}],"_meta":{{"x":1}},"ttlMs":5,"resultType":"odd"}}"#)]),
        requests: asked(&[]),
        capture: format!("{HELLO} [{ONE}] null null null"),
        sha256: LOCK_ONLY,
        rules: &[],
    })
    .await;
}
