//! Messages as lines: the framing of the stdio transport (MCP, basic/transports/stdio).
//!
//! Called by the stdio and in-process transports. Reading is safe to cancel: what was read stays in the buffer.

use mcpledge_contract::json::Limits as JsonLimits;
use tokio::io::{AsyncRead, AsyncReadExt};

use crate::error::WireError;
use crate::limits::Limits;
use crate::message::Message;
use crate::observer::{Observer, excerpt};

use super::read::{json_limits, read_message};

/// Where findings about lines are placed.
const PLACE: &str = "stdout";

/// Room that is made before a read.
const ROOM: usize = 64 << 10;

/// Reads messages from a byte stream, one a line.
pub(super) struct Lines<R> {
    input: R,
    buffer: Vec<u8>,
    /// Where the next line starts in the buffer.
    start: usize,
    /// Up to here the next line holds no newline.
    scanned: usize,
    limits: JsonLimits,
    at_start: bool,
    ended: bool,
}

impl<R: AsyncRead + Unpin> Lines<R> {
    pub(super) fn new(input: R, limits: &Limits) -> Self {
        let limits = json_limits(limits);
        Self { input, buffer: Vec::new(), start: 0, scanned: 0, limits, at_start: true, ended: false }
    }

    /// The start of a line that has no end yet.
    pub(super) fn unfinished(&self) -> String {
        excerpt(self.buffer[self.start..].trim_ascii(), 80)
    }

    /// Reads to the end and drops everything.
    pub(super) async fn drain(&mut self) {
        self.buffer = Vec::with_capacity(ROOM);
        (self.start, self.scanned) = (0, 0);
        while let Ok(1..) = self.input.read_buf(&mut self.buffer).await {
            self.buffer.clear();
        }
    }

    /// The next message; `None` at the end of the stream.
    pub(super) async fn message(&mut self, observer: &mut Observer) -> Result<Option<Message>, WireError> {
        while let Some(line) = self.line().await? {
            if let Some(message) = self.read(line, observer)? {
                return Ok(Some(message));
            }
        }
        self.last_message(observer)
    }

    /// A message that the end of the stream left without a newline. Half a message stays in the buffer.
    fn last_message(&mut self, observer: &mut Observer) -> Result<Option<Message>, WireError> {
        let rest = self.buffer[self.start..].to_vec();
        if rest.trim_ascii().is_empty() {
            return Ok(None);
        }
        let Ok(message) = read_message(rest, self.limits, None, PLACE, observer)? else { return Ok(None) };
        observer.received(&self.buffer[self.start..]);
        observer.saw("line-unterminated", PLACE, || "no newline behind the last message".to_owned());
        self.buffer.clear();
        (self.start, self.scanned) = (0, 0);
        Ok(Some(message))
    }

    /// The next line without its newline; `None` at the end, when what is left is no whole line.
    async fn line(&mut self) -> Result<Option<Vec<u8>>, WireError> {
        loop {
            if let Some(at) = memchr::memchr(b'\n', &self.buffer[self.scanned..]) {
                return Ok(Some(self.cut(self.scanned + at)));
            }
            self.scanned = self.buffer.len();
            if self.buffer.len() - self.start > self.limits.bytes {
                return Err(WireError::MessageTooLong { limit: self.limits.bytes });
            }
            if self.ended {
                return Ok(None);
            }
            if self.start > 0 {
                self.buffer.drain(..self.start);
                (self.start, self.scanned) = (0, self.buffer.len());
            }
            if self.buffer.capacity() - self.buffer.len() < ROOM / 2 {
                self.buffer.reserve(ROOM);
            }
            // A pipe that breaks is an end like any other.
            self.ended = !matches!(self.input.read_buf(&mut self.buffer).await, Ok(1..));
        }
    }

    /// Takes the line that ends at `newline` out of the buffer. Copies the line or what follows it, whichever is
    /// shorter, so neither a long line nor many short ones cost more than their length.
    fn cut(&mut self, newline: usize) -> Vec<u8> {
        let after = newline + 1;
        if self.buffer.len() - after >= newline - self.start {
            let line = self.buffer[self.start..newline].to_vec();
            (self.start, self.scanned) = (after, after);
            return line;
        }
        let rest = self.buffer.split_off(after);
        let mut line = std::mem::replace(&mut self.buffer, rest);
        line.truncate(newline);
        line.drain(..self.start);
        (self.start, self.scanned) = (0, 0);
        line
    }

    /// The message in a line, if there is one.
    fn read(&mut self, mut line: Vec<u8>, observer: &mut Observer) -> Result<Option<Message>, WireError> {
        if line.trim_ascii().is_empty() {
            return Ok(None);
        }
        observer.received(&line);
        if std::mem::take(&mut self.at_start) && line.starts_with(b"\xEF\xBB\xBF") {
            line.drain(..3);
            observer.saw("byte-order-mark", PLACE, || "EF BB BF before the first message".to_owned());
        }
        match read_message(line, self.limits, None, PLACE, observer)? {
            Ok(message) => Ok(Some(message)),
            Err(text) => {
                observer.stray(PLACE, &text);
                Ok(None)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &'static [u8], message_bytes: usize) -> Lines<&'static [u8]> {
        Lines::new(bytes, &Limits { message_bytes, ..Limits::default() })
    }

    fn all(mut lines: Lines<&'static [u8]>) -> Vec<Vec<u8>> {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(async {
            let mut found = Vec::new();
            while let Some(line) = lines.line().await.unwrap() {
                found.push(line);
            }
            found
        })
    }

    #[test]
    fn long_and_short_lines_come_out_in_order() {
        let long = vec![b'x'; 300_000];
        let mut text: Vec<u8> = b"a\n\nbb\n".to_vec();
        text.extend_from_slice(&long);
        text.extend_from_slice(b"\nc\n");
        text.extend_from_slice(&long);
        text.extend_from_slice(b"\nrest");
        let text: &'static [u8] = text.leak();
        let found = all(lines(text, 1 << 20));
        assert_eq!(found, [b"a".to_vec(), Vec::new(), b"bb".to_vec(), long.clone(), b"c".to_vec(), long]);
    }

    #[test]
    fn a_line_may_be_as_long_as_the_limit_and_no_longer() {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let mut observer = Observer::default();
        let mut read = |text: &'static [u8]| {
            runtime.block_on(async { lines(text, 20).message(&mut observer).await.map(|message| message.is_some()) })
        };
        assert!(matches!(read(b"{\"jsonrpc\":\"2.0\"   }\n"), Ok(false)));
        assert!(matches!(read(b"{\"jsonrpc\":\"2.0\"    }\n"), Err(WireError::MessageTooLong { limit: 20 })));
        assert!(matches!(read(&[b'x'; 21]), Err(WireError::MessageTooLong { limit: 20 })));
    }
}
