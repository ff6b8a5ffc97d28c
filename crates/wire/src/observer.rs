//! Notes what a peer does while a conversation runs: findings, stray output, the trace.
//!
//! Held by a session and handed down to its transport. Kinds are counted, so a server that misbehaves a million
//! times costs one finding.

use std::collections::HashMap;
use std::sync::Arc;

use mcpledge_contract::finding::Finding;
use mcpledge_contract::surface::PER_RULE;

/// One thing on the wire, for `--verbose`.
#[derive(Clone, Copy, Debug)]
pub enum TraceEvent<'a> {
    /// Bytes we sent.
    Sent(&'a [u8]),
    /// Bytes we got.
    Received(&'a [u8]),
    /// What a transport did: started, redirected, closed.
    Note(&'a str),
    /// A line of the server's standard error, without its end.
    Stderr(&'a [u8]),
}

/// Receives the trace. Whoever prints it strikes secrets out.
pub trait Trace: Send + Sync {
    /// Called in the order of the wire; for standard error from a task of its own.
    fn event(&self, event: TraceEvent<'_>);
}

/// Collects findings in the order they were first seen.
#[derive(Default)]
pub struct Observer {
    findings: Vec<Finding>,
    /// Index and count of each kind at each place.
    seen: HashMap<(&'static str, String), (usize, usize)>,
    /// Places of each rule, and what was seen past the last one that is kept.
    places: HashMap<&'static str, (usize, usize)>,
    /// The first output that is no message.
    stray: String,
    trace: Option<Arc<dyn Trace>>,
}

/// Bytes of a stray line that are quoted.
const QUOTED: usize = 80;

/// Bytes of a place. A server chooses some of them.
const PLACE: usize = 120;

/// Bytes of a message.
const MESSAGE: usize = 600;

impl Observer {
    /// Sends the trace to `trace`.
    #[must_use]
    pub fn new(trace: Option<Arc<dyn Trace>>) -> Self {
        Self { trace, ..Self::default() }
    }

    /// Where the trace goes.
    pub(crate) fn trace(&self) -> Option<Arc<dyn Trace>> {
        self.trace.clone()
    }

    /// Notes one thing of the rule `rule` at `place`; the first message of a kind and place is kept, the rest counted.
    pub(crate) fn saw(&mut self, rule: &'static str, place: impl AsRef<str>, message: impl FnOnce() -> String) {
        let place = excerpt(place.as_ref().as_bytes(), PLACE);
        let key = (rule, place);
        if let Some((_, count)) = self.seen.get_mut(&key) {
            *count += 1;
            return;
        }
        let (places, over) = self.places.entry(rule).or_default();
        if *places == PER_RULE {
            *over += 1;
            return;
        }
        *places += 1;
        self.findings.push(Finding::new(rule, key.1.clone(), excerpt(message().as_bytes(), MESSAGE)));
        self.seen.insert(key, (self.findings.len() - 1, 1));
    }

    /// Notes output that is no message.
    pub(crate) fn stray(&mut self, place: &str, text: &[u8]) {
        if self.stray.is_empty() {
            self.stray = excerpt(text, QUOTED);
        }
        self.saw("stdout-text", place, || format!("{:?}", excerpt(text, QUOTED)));
    }

    /// The first output that is no message, shortened; empty when there is none.
    pub(crate) fn first_stray(&self) -> String {
        self.stray.clone()
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
        let mut over: Vec<(&'static str, usize)> =
            self.places.drain().map(|(rule, (_, over))| (rule, over)).filter(|(_, over)| *over > 0).collect();
        over.sort_unstable();
        for (rule, over) in over {
            self.findings.push(Finding::new(rule, "…", format!("and {over} more of this kind at other places")));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn countless_oddities_are_a_handful_of_findings() {
        let mut observer = Observer::default();
        for number in 0..100_000 {
            observer.saw("notification-params", format!("{number}"), || "x".repeat(10_000));
            observer.saw("stdout-text", "stdout", || "first".to_owned());
        }
        let findings = observer.take();
        assert_eq!(findings.len(), PER_RULE + 2);
        assert_eq!(findings[1].message, "first (and 99999 more)");
        assert_eq!(findings[PER_RULE + 1].message, format!("and {} more of this kind at other places", 100_000 - 20));
        assert!(findings.iter().all(|finding| finding.message.len() < 700));
        assert_eq!(observer.take(), []);
    }

    #[test]
    fn an_excerpt_never_ends_in_half_a_character() {
        assert_eq!(excerpt("a\u{fc}b".as_bytes(), 2), "a…");
        assert_eq!(excerpt("a\u{fc}b".as_bytes(), 3), "a\u{fc}…");
        assert_eq!(excerpt("a\u{fc}b".as_bytes(), 4), "a\u{fc}b");
        assert_eq!(excerpt(b"a\xFFb", 10), "a\u{FFFD}b");
    }
}
