//! The limits of a conversation, each with the flag that raises it.
//!
//! Called by transports and sessions; set by the command line. None of them depends on the machine.

use std::time::Duration;

/// How much of everything a peer may use.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Bytes of one message: a line on stdio, a body or an event over HTTP. `--max-message`.
    pub message_bytes: usize,
    /// Levels of JSON. `--max-depth`.
    pub depth: usize,
    /// Pages of one list in the legacy era: 100 by the form `mcp-surface/1`, so it has no flag.
    pub pages: usize,
    /// Pages of one list in the modern era.
    pub modern_pages: usize,
    /// From the start of a server to its first answer. `--start-timeout`.
    pub start: Duration,
    /// From a request to its answer. `--request-timeout`.
    pub request: Duration,
    /// For a whole capture in one era. `--capture-timeout`.
    pub capture: Duration,
    /// How long `server/discover` may stay unanswered before the server is taken for a legacy one.
    pub probe: Duration,
    /// How long a server may take to end after its input closed, and again after SIGTERM.
    pub grace: Duration,
    /// Bytes of stderr that are kept, the last ones.
    pub stderr_bytes: usize,
    /// Redirects followed for one request, all on the same origin.
    pub redirects: usize,
    /// How often a broken stream is resumed for one request.
    pub resumptions: usize,
}

impl Limits {
    /// Bytes of all pages of all lists of one surface together.
    #[must_use]
    pub fn surface_bytes(&self) -> usize {
        self.message_bytes.saturating_mul(4)
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            message_bytes: 64 << 20,
            depth: 10_000,
            pages: 100,
            modern_pages: 1_000,
            start: Duration::from_secs(60),
            request: Duration::from_secs(30),
            capture: Duration::from_secs(300),
            probe: Duration::from_secs(3),
            grace: Duration::from_secs(1),
            stderr_bytes: 64 << 10,
            redirects: 5,
            resumptions: 5,
        }
    }
}
