//! Servers on stdio that write more than messages, less than messages, or messages in odd shapes.

use std::time::Duration;

use mcpledge_contract::surface::{Credential, ListKind};
use mcpledge_wire::capture::{EraChoice, Options, capture};
use mcpledge_wire::{Secret, Target, WireError};

use crate::support::{
    command, fingerprint, in_process, in_process_each, legacy, limits, message, names, options, recorded, rules, stdio,
    usual_fingerprint,
};

#[tokio::test]
async fn text_between_messages_is_named_and_passed_over() {
    let noisy = capture(&stdio(&["noisy"]), &options()).await.unwrap();
    assert_eq!(fingerprint(&noisy), usual_fingerprint().await);
    assert_eq!(rules(&noisy), ["stdout-text"]);
    // Five lines at the start; two around each of discover, initialize and four lists, of which the last is not read.
    assert_eq!(message(&noisy, "stdout-text"), "stdout: \"tide-server is starting ...\" (and 15 more)");
}

#[tokio::test]
async fn a_byte_order_mark_carriage_returns_and_blank_lines_do_no_harm() {
    let odd = capture(&stdio(&["crlf"]), &options()).await.unwrap();
    assert_eq!(fingerprint(&odd), usual_fingerprint().await);
    assert_eq!(rules(&odd), ["byte-order-mark"]);
}

#[tokio::test]
async fn lines_around_the_size_of_a_pipe_arrive_whole() {
    for bytes in [65_535, 65_536, 65_537, 1_048_577] {
        let (options, recorder) = recorded(Options { era: EraChoice::Legacy, ..options() });
        let long = capture(&stdio(&["long", &bytes.to_string()]), &options).await.unwrap();
        assert_eq!(names(&long, ListKind::Tools), Some(vec!["\"long\"".to_owned()]));
        assert!(recorder.marked('<').iter().any(|line| line.len() == bytes), "{bytes}");
    }
}

#[tokio::test]
async fn a_flooded_stderr_neither_blocks_nor_grows() {
    let (options, recorder) = recorded(Options { era: EraChoice::Legacy, ..options() });
    let flooded = capture(&stdio(&["stderr", "2000"]), &options).await.unwrap();
    assert_eq!(fingerprint(&flooded), usual_fingerprint().await);
    // All of it is traced, in pieces where a line has no end.
    let traced = recorder.marked('!');
    assert_eq!(traced.iter().filter(|line| *line == "last words").count(), 5);
    assert_eq!(traced.iter().filter(|line| line.starts_with('w')).map(String::len).sum::<usize>(), 5 * (4_000 << 10));
}

#[tokio::test]
async fn of_stderr_the_end_is_kept() {
    let limits = mcpledge_wire::Limits { stderr_bytes: 1_000, ..limits() };
    let error = capture(&stdio(&["pours", "512"]), &Options { limits, ..options() }).await.unwrap_err();
    assert!(matches!(error, WireError::Exited { .. }), "{error:?}");
    assert_eq!(error.stderr(), Some("w".repeat(999).as_str()));
}

#[tokio::test]
async fn a_slow_start_is_waited_for_up_to_its_limit() {
    let slow = capture(&stdio(&["slow", "600"]), &options()).await.unwrap();
    assert_eq!((fingerprint(&slow), rules(&slow)), (usual_fingerprint().await, Vec::new()));

    let limits = mcpledge_wire::Limits { start: Duration::from_millis(500), ..limits() };
    let error = capture(&stdio(&["slow", "9000"]), &Options { limits, ..options() }).await.unwrap_err();
    assert_eq!(error.to_string(), "no answer to `initialize` within 500 ms (limit --start-timeout)");
    assert!(error.stderr().unwrap().starts_with("fetching 0 of 180"), "{error:?}");
    assert!(error.hints()[0].contains("--start-timeout"));
}

#[tokio::test]
async fn ids_of_another_type_are_taken_and_named() {
    let expected = usual_fingerprint().await;
    for (kind, found) in [("string", "\"1\""), ("float", "1.0")] {
        let odd = capture(&stdio(&["ids", kind]), &options()).await.unwrap();
        assert_eq!((fingerprint(&odd), rules(&odd)), (expected, vec!["answer-id-type".to_owned()]), "{kind}");
        assert_eq!(odd.findings[0].message, format!("id {found} for id 1"));
    }
    let same = capture(&stdio(&["ids", "same"]), &options()).await.unwrap();
    assert_eq!((fingerprint(&same), rules(&same)), (expected, Vec::new()));
}

#[tokio::test]
async fn an_answer_to_nobody_is_no_answer() {
    let limits = mcpledge_wire::Limits { start: Duration::from_millis(300), ..limits() };
    let options = Options { limits, era: EraChoice::Legacy, ..options() };
    let error = capture(&in_process(&["ids", "other"]), &options).await.unwrap_err();
    assert!(matches!(error, WireError::Timeout { flag: "--start-timeout", .. }), "{error:?}");
}

#[tokio::test]
async fn a_server_that_asks_first_gets_its_answers() {
    let (options, recorder) = recorded(options());
    let asking = capture(&stdio(&["asks"]), &options).await.unwrap();
    assert_eq!(fingerprint(&asking), usual_fingerprint().await);
    assert_eq!(rules(&asking), ["server-request"]);
    assert_eq!(
        recorder.marked('!'),
        [
            "client answered 1: {}",
            r#"client answered 2: {"code":-32601,"message":"Method not found"}"#,
            r#"client answered 3: {"code":-32601,"message":"Method not found"}"#,
        ]
    );
}

#[tokio::test]
async fn notifications_before_answers_change_nothing() {
    let (options, recorder) = recorded(options());
    let talking = capture(&stdio(&["notifies"]), &options).await.unwrap();
    assert_eq!(fingerprint(&talking), usual_fingerprint().await);
    assert_eq!(rules(&talking), ["notification-params"]);
    assert_eq!(message(&talking, "notification-params"), "x-vendor/pulse: `params` is no object (and 5 more)");
    assert_eq!(recorder.asked().iter().filter(|method| *method == "tools/list").count(), 1);
}

#[tokio::test]
async fn a_server_that_never_stops_talking_is_stopped() {
    for target in [stdio(&["floods"]), in_process(&["floods"])] {
        let brief = Duration::from_millis(150);
        let limits = mcpledge_wire::Limits { request: brief, grace: brief, ..limits() };
        let options = Options { limits, era: EraChoice::Legacy, ..options() };
        let taken = capture(&target, &options).await.unwrap();
        assert_eq!(names(&taken, ListKind::Tools), None);
        let broken = taken.findings.iter().filter(|finding| finding.rule == "list-incomplete");
        assert_eq!(broken.count(), 4, "{:?}", taken.findings);
    }
}

#[tokio::test]
async fn a_last_message_without_a_newline_is_taken() {
    let error = capture(&stdio(&["ends"]), &options()).await.unwrap_err();
    // The tools came; the server was gone for the next list.
    let WireError::Exited { method, status, said } = &error else { panic!("{error:?}") };
    assert_eq!((method.as_str(), status.as_str(), said.unfinished.as_str()), ("resources/list", "exit status: 0", ""));
}

#[tokio::test]
async fn what_the_user_gives_reaches_the_server_and_nothing_else() {
    let mut command = command(&["needs", "TIDE_KEY"]);
    command.environment.push(("TIDE_KEY".to_owned(), Secret::new("k-7f3a")));
    let target = Target::Command(command.clone());
    let taken = capture(&target, &options()).await.unwrap();
    let tools = taken.list(ListKind::Tools).unwrap();
    assert!(tools[0].value().raw().contains(r#""PATH", "HOME", "TIDE_KEY""#), "{:?}", tools[0]);
    assert_eq!(taken.how.credentials, [Credential::Environment("TIDE_KEY".to_owned())]);
    assert!(!format!("{target:?} {taken:?}").contains("k-7f3a"));

    command.environment.clear();
    let error = capture(&Target::Command(command), &options()).await.unwrap_err();
    assert_eq!(error.stderr(), Some("TIDE_KEY is not set"), "{error:?}");
    assert!(error.hints()[0].contains("--env NAME=VALUE"));
}

#[tokio::test]
async fn a_surface_that_changes_by_itself_is_named_place_by_place() {
    let options = Options { twice: true, era: EraChoice::Legacy, ..options() };
    let moving = capture(&stdio(&["volatile"]), &options).await.unwrap();
    assert_eq!(moving.how.times, 2);
    let unstable = moving.findings.iter().filter(|finding| finding.rule == "surface-unstable");
    let places: Vec<&str> = unstable.map(|finding| finding.place.as_str()).collect();
    assert_eq!(places, ["tools[clock].description", "tools[attach].inputSchema.properties.pid.default"]);
    // The folder is the same in both.
    assert!(message(&moving, "surface-local").starts_with("tools[attach].inputSchema.properties.root.enum[0]: "));

    let steady = capture(&stdio(&["usual"]), &options).await.unwrap();
    assert_eq!((steady.how.times, rules(&steady)), (2, Vec::new()));
}

#[tokio::test]
async fn a_change_of_order_is_told_from_a_change() {
    let options = Options { twice: true, era: EraChoice::Legacy, ..options() };
    let shuffled = in_process_each(|number| ["shuffled".to_owned(), number.to_string()]);
    let taken = capture(&shuffled.target, &options).await.unwrap();
    let unstable: Vec<_> = taken.findings.iter().filter(|finding| finding.rule.starts_with("surface")).collect();
    assert_eq!(unstable.len(), 1, "{unstable:?}");
    assert_eq!(unstable[0].rule, "surface-order-unstable");
    assert_eq!(unstable[0].place, "tools[b].inputSchema.required");
}

#[tokio::test]
async fn the_client_that_is_shown_is_kept_with_the_surface() {
    let mut options = options();
    let ours = capture(&stdio(&["client"]), &options).await.unwrap();
    assert_eq!(fingerprint(&ours), usual_fingerprint().await);
    options.client.name = "claude-desktop".to_owned();
    let theirs = capture(&stdio(&["client"]), &options).await.unwrap();
    assert_eq!(names(&theirs, ListKind::Tools), Some(vec!["\"host_only\"".to_owned()]));
    assert_eq!(theirs.how.client.as_ref().unwrap().name, "claude-desktop");
    assert_eq!(theirs.how.requested_version.as_deref(), Some("2025-06-18"));
    // Another version than the form's is said, and what it means.
    options.protocol_version = Some("2024-11-05".to_owned());
    let old = capture(&stdio(&["client"]), &options).await.unwrap();
    assert_eq!(old.how.requested_version.as_deref(), Some("2024-11-05"));
    assert_eq!(rules(&old), ["form-version"]);
}

#[tokio::test]
async fn faults_inside_schemas_do_not_stop_a_capture() {
    let nested = format!("{}{{}}{}", r#"{"properties":{"a":"#.repeat(2_000), "}}".repeat(2_000));
    let tools = format!(
        r##"[{{"name":"dangling","inputSchema":{{"$ref":"#/$defs/none"}}}},
        {{"name":"ring","inputSchema":{{"$ref":"#/$defs/a","$defs":{{"a":{{"$ref":"#/$defs/a"}}}}}}}},
        {{"name":"deep","inputSchema":{nested}}}]"##
    );
    let script = format!(r#"{{"initialize":[{{"protocolVersion":"2025-06-18"}}],"tools/list":[{{"tools":{tools}}}]}}"#);
    let taken = legacy(&in_process(&["script", &script.replace('\n', " ")])).await.unwrap();
    assert_eq!(taken.list(ListKind::Tools).unwrap().len(), 3);
}
