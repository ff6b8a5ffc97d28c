//! Targets that are scripted peers, small limits, and a recorder for the trace.

mod adapters;
pub(crate) mod server;
pub(crate) mod usual;

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use mcpledge_contract::json::Fingerprint;
use mcpledge_contract::surface::{Capture, Era, ListKind};
use mcpledge_wire::capture::{EraChoice, Options, capture};
use mcpledge_wire::{Command, Limits, Target, Trace, TraceEvent, WireError};

pub(crate) use adapters::{Body, Peers, http, http_sse, in_process, in_process_each, process};

/// The scripted server on stdio.
pub(crate) fn stdio(words: &[&str]) -> Target {
    Target::Command(command(words))
}

pub(crate) fn command(words: &[&str]) -> Command {
    Command {
        program: env!("CARGO_BIN_EXE_wire-stdio-server").to_owned(),
        arguments: words.iter().map(|word| (*word).to_owned()).collect(),
        ..Command::default()
    }
}

/// Limits that keep a test short. What must happen in time has seconds, what must run out has less.
pub(crate) fn limits() -> Limits {
    Limits {
        start: Duration::from_secs(10),
        request: Duration::from_secs(10),
        capture: Duration::from_secs(20),
        probe: Duration::from_millis(300),
        grace: Duration::from_secs(2),
        ..Limits::default()
    }
}

pub(crate) fn options() -> Options {
    Options { limits: limits(), ..Options::default() }
}

/// The options with a recorder.
pub(crate) fn recorded(options: Options) -> (Options, Arc<Recorder>) {
    let recorder = Arc::new(Recorder::default());
    (Options { trace: Some(Arc::clone(&recorder) as Arc<dyn Trace>), ..options }, recorder)
}

/// A capture of the legacy era alone.
pub(crate) async fn legacy(target: &Target) -> Result<Capture, WireError> {
    capture(target, &Options { era: EraChoice::Legacy, ..options() }).await
}

/// The fingerprint of a usual server, however it is reached.
pub(crate) async fn usual_fingerprint() -> Fingerprint {
    fingerprint(&legacy(&in_process(&["usual"])).await.expect("a usual server"))
}

pub(crate) fn fingerprint(capture: &Capture) -> Fingerprint {
    assert_eq!(capture.era(), Era::Legacy);
    capture.fingerprint.expect("a capture that was inspected")
}

/// The rules of all findings, each once, in order of the alphabet.
pub(crate) fn rules(capture: &Capture) -> Vec<String> {
    let rules: BTreeSet<String> = capture.findings.iter().map(|finding| finding.rule.to_string()).collect();
    rules.into_iter().collect()
}

/// The message of the only finding of a rule.
pub(crate) fn message(capture: &Capture, rule: &str) -> String {
    let found: Vec<_> = capture.findings.iter().filter(|finding| finding.rule == rule).collect();
    assert_eq!(found.len(), 1, "{rule}: {:?}", capture.findings);
    format!("{}: {}", found[0].place, found[0].message)
}

pub(crate) fn names(capture: &Capture, kind: ListKind) -> Option<Vec<String>> {
    capture.list(kind).map(|items| {
        let name =
            |item: &mcpledge_contract::json::Owned| item.get(kind.item_key()).map(|name| name.value().raw().to_owned());
        items.iter().filter_map(name).collect()
    })
}

/// Keeps the trace: `>` sent, `<` received, `!` standard error, `*` notes.
#[derive(Default)]
pub(crate) struct Recorder(Mutex<Vec<(char, String)>>);

impl Trace for Recorder {
    fn event(&self, event: TraceEvent<'_>) {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let entry = match event {
            TraceEvent::Sent(bytes) => ('>', text(bytes)),
            TraceEvent::Received(bytes) => ('<', text(bytes)),
            TraceEvent::Stderr(bytes) => ('!', text(bytes)),
            TraceEvent::Note(text) => ('*', text.to_owned()),
        };
        self.0.lock().unwrap().push(entry);
    }
}

impl Recorder {
    /// What was traced under one mark.
    pub(crate) fn marked(&self, mark: char) -> Vec<String> {
        self.0.lock().unwrap().iter().filter(|(other, _)| *other == mark).map(|(_, text)| text.clone()).collect()
    }

    /// The methods of all requests that were sent, notifications left out.
    pub(crate) fn asked(&self) -> Vec<String> {
        let method = |line: &String| {
            Some(line.split_once("\"id\":")?.1.split("\"method\":\"").nth(1)?.split('"').next()?.to_owned())
        };
        self.marked('>').iter().filter_map(method).collect()
    }

    /// The numbers of the processes that were started.
    pub(crate) fn processes(&self) -> Vec<i32> {
        let number = |note: &String| note.strip_prefix("started")?.rsplit(' ').next()?.parse().ok();
        self.marked('*').iter().filter_map(number).collect()
    }
}
