//! The trace of `--verbose`: every message on standard error, secrets struck out.
//!
//! `>` is what we sent, `<` what came, `!` the server's stderr, `*` what the transport did.

use mcpledge_wire::{Secret, Trace, TraceEvent};

use super::escape::escaped;
use super::printer::print_error;

/// Characters of one message that are shown.
const SHOWN: usize = 4_000;

/// Prints the trace.
pub(crate) struct WireTrace {
    secrets: Vec<Secret>,
}

impl WireTrace {
    pub(crate) fn new(secrets: Vec<Secret>) -> Self {
        Self { secrets }
    }

    fn print(&self, mark: char, text: &str) {
        let text = self.secrets.iter().fold(text.to_owned(), |text, secret| secret.strike(&text));
        let cut = text.char_indices().nth(SHOWN).map(|(at, _)| at);
        let shown = escaped(&text[..cut.unwrap_or(text.len())]);
        let rest = cut.map(|cut| format!(" … ({} bytes more)", text.len() - cut)).unwrap_or_default();
        print_error(&format!("{mark} {shown}{rest}\n"));
    }
}

impl Trace for WireTrace {
    fn event(&self, event: TraceEvent<'_>) {
        match event {
            TraceEvent::Sent(bytes) => self.print('>', &String::from_utf8_lossy(bytes)),
            TraceEvent::Received(bytes) => self.print('<', &String::from_utf8_lossy(bytes)),
            TraceEvent::Stderr(bytes) => self.print('!', &String::from_utf8_lossy(bytes)),
            TraceEvent::Note(text) => self.print('*', text),
        }
    }
}
