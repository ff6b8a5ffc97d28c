//! Messages as lines: the framing of the stdio transport (MCP, basic/transports/stdio).
//!
//! Called by the stdio and in-process transports. Reading is safe to cancel: what was read stays in the buffer.

use mcpledge_contract::json::{Document, Limits as JsonLimits, Problem};
use tokio::io::{AsyncRead, AsyncReadExt};

use crate::error::WireError;
use crate::limits::Limits;
use crate::message::Message;
use crate::observer::{Observer, excerpt};

/// Where findings about lines are placed.
const PLACE: &str = "stdout";

/// Reads messages from a byte stream, one a line.
pub(super) struct Lines<R> {
    input: R,
    buffer: Vec<u8>,
    /// Bytes at the front of the buffer that hold no newline.
    scanned: usize,
    limits: JsonLimits,
    at_start: bool,
}

impl<R: AsyncRead + Unpin> Lines<R> {
    pub(super) fn new(input: R, limits: &Limits) -> Self {
        let limits = JsonLimits { bytes: limits.message_bytes, depth: limits.depth };
        Self { input, buffer: Vec::new(), scanned: 0, limits, at_start: true }
    }

    /// The start of a line that has no end yet.
    pub(super) fn unfinished(&self) -> String {
        excerpt(self.buffer.trim_ascii(), 80)
    }

    /// The next message; `None` at the end of the stream.
    pub(super) async fn message(&mut self, observer: &mut Observer) -> Result<Option<Message>, WireError> {
        loop {
            let Some(line) = self.line().await? else { return Ok(None) };
            if let Some(message) = self.read(line, observer)? {
                return Ok(Some(message));
            }
        }
    }

    /// The next line without its newline; `None` at the end, when what is left is no whole line.
    async fn line(&mut self) -> Result<Option<Vec<u8>>, WireError> {
        loop {
            if let Some(at) = self.buffer[self.scanned..].iter().position(|&byte| byte == b'\n') {
                let rest = self.buffer.split_off(self.scanned + at + 1);
                let mut line = std::mem::replace(&mut self.buffer, rest);
                self.scanned = 0;
                line.pop();
                return Ok(Some(line));
            }
            self.scanned = self.buffer.len();
            if self.buffer.len() > self.limits.bytes {
                return Err(WireError::MessageTooLong { limit: self.limits.bytes });
            }
            if self.buffer.capacity() - self.buffer.len() < 4 << 10 {
                self.buffer.reserve(64 << 10);
            }
            match self.input.read_buf(&mut self.buffer).await {
                Ok(0) => return Ok(None),
                Ok(_) => {}
                // A pipe that breaks is an end like any other.
                Err(_) => return Ok(None),
            }
        }
    }

    /// The message in a line, if there is one.
    fn read(&mut self, mut line: Vec<u8>, observer: &mut Observer) -> Result<Option<Message>, WireError> {
        if std::mem::take(&mut self.at_start) && line.starts_with(b"\xEF\xBB\xBF") {
            line.drain(..3);
            observer.saw("byte-order-mark", PLACE, || "EF BB BF before the first message".to_owned());
        }
        if line.trim_ascii().is_empty() {
            return Ok(None);
        }
        observer.received(&line);
        let rejected = match Document::parse(line, self.limits) {
            Ok(document) => {
                let shown = excerpt(document.text().as_bytes(), 200);
                let message = Message::of(document, None);
                if message.is_none() {
                    observer.stray(PLACE, shown.as_bytes());
                }
                return Ok(message);
            }
            Err(rejected) => rejected,
        };
        match rejected.error.problem {
            Problem::TooDeep(limit) => Err(WireError::MessageTooDeep { limit }),
            Problem::TooLong(limit) => Err(WireError::MessageTooLong { limit }),
            Problem::NotUtf8 => {
                // A result with one broken character is still the answer; clients that decode loosely take it.
                let text = String::from_utf8_lossy(&rejected.text).into_owned();
                match Document::parse(text, self.limits).ok().and_then(|document| Message::of(document, None)) {
                    Some(message) => {
                        observer.saw("message-not-utf8", PLACE, || format!("at byte {}", rejected.error.offset));
                        Ok(Some(message))
                    }
                    None => {
                        observer.stray(PLACE, &rejected.text);
                        Ok(None)
                    }
                }
            }
            _ => {
                observer.stray(PLACE, &rejected.text);
                Ok(None)
            }
        }
    }
}
