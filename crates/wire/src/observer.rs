//! Notes what a peer does while a conversation runs: findings, stray output, the trace.
//!
//! Held by a session and handed down to its transport. Kinds are counted, so a server that misbehaves a million
//! times costs one finding.

use std::collections::HashMap;
use std::sync::Arc;

use mcpledge_contract::finding::Finding;

/// One thing on the wire, for `--verbose`.
#[derive(Clone, Copy, Debug)]
pub enum TraceEvent<'a> {
    /// Bytes we sent.
    Sent(&'a [u8]),
    /// Bytes we got.
    Received(&'a [u8]),
    /// What a transport did: started, redirected, closed.
    Note(&'a str),
}

/// Receives the trace. Whoever prints it strikes secrets out.
pub trait Trace: Send + Sync {
    /// Called in the order of the wire.
    fn event(&self, event: TraceEvent<'_>);
}

/// Collects findings in the order they were first seen.
#[derive(Default)]
pub struct Observer {
    findings: Vec<Finding>,
    /// Index and count of each kind at each place.
    seen: HashMap<(&'static str, String), (usize, usize)>,
    trace: Option<Arc<dyn Trace>>,
}

/// Bytes of a stray line that are quoted.
const QUOTED: usize = 80;

impl Observer {
    /// Sends the trace to `trace`.
    #[must_use]
    pub fn new(trace: Option<Arc<dyn Trace>>) -> Self {
        Self { trace, ..Self::default() }
    }

    /// Notes one thing of the rule `rule` at `place`; the first message of a kind and place is kept, the rest counted.
    pub(crate) fn saw(&mut self, rule: &'static str, place: impl Into<String>, message: impl FnOnce() -> String) {
        let place = place.into();
        let next = self.findings.len();
        let entry = self.seen.entry((rule, place.clone())).or_insert((next, 0));
        entry.1 += 1;
        if entry.1 == 1 {
            self.findings.push(Finding::new(rule, place, message()));
        }
    }

    /// Notes output that is no message.
    pub(crate) fn stray(&mut self, place: &str, text: &[u8]) {
        self.saw("stdout-text", place, || format!("{:?}", excerpt(text, QUOTED)));
    }

    pub(crate) fn sent(&self, bytes: &[u8]) {
        if let Some(trace) = &self.trace {
            trace.event(TraceEvent::Sent(bytes));
        }
    }

    pub(crate) fn received(&self, bytes: &[u8]) {
        if let Some(trace) = &self.trace {
            trace.event(TraceEvent::Received(bytes));
        }
    }

    pub(crate) fn note(&self, text: impl FnOnce() -> String) {
        if let Some(trace) = &self.trace {
            trace.event(TraceEvent::Note(&text()));
        }
    }

    /// The findings so far, with how often each was seen; the observer starts afresh.
    pub(crate) fn take(&mut self) -> Vec<Finding> {
        for (index, count) in self.seen.drain().map(|(_, seen)| seen) {
            if count > 1
                && let Some(finding) = self.findings.get_mut(index)
            {
                finding.message.push_str(&format!(" (and {} more)", count - 1));
            }
        }
        std::mem::take(&mut self.findings)
    }
}

/// At most `limit` bytes of a text, decoded as well as it goes.
pub(crate) fn excerpt(text: &[u8], limit: usize) -> String {
    let cut = &text[..text.len().min(limit)];
    let mut shown = String::from_utf8_lossy(cut).trim_end().to_owned();
    if text.len() > limit {
        // A character cut in half is not the server's fault.
        while shown.ends_with(char::REPLACEMENT_CHARACTER) {
            shown.pop();
        }
        shown.push('…');
    }
    shown
}
