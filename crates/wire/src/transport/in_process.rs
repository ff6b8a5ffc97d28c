//! A server in this process: lines over an in-memory pipe.
//!
//! Used by the demo and by tests of servers in Rust.

use tokio::io::{DuplexStream, ReadHalf};

use crate::error::{LastWords, WireError};
use crate::limits::Limits;
use crate::message::Message;
use crate::observer::Observer;

use super::lines::Lines;
use super::writer::Writer;

pub(crate) struct InProcess {
    lines: Lines<ReadHalf<DuplexStream>>,
    output: Writer,
}

impl InProcess {
    pub(super) fn new(stream: DuplexStream, limits: &Limits) -> Self {
        let (input, output) = tokio::io::split(stream);
        Self { lines: Lines::new(input, limits), output: Writer::new(output) }
    }

    pub(super) async fn send(&mut self, body: Vec<u8>, observer: &mut Observer) {
        observer.sent(&body);
        self.output.send(body).await;
    }

    pub(super) async fn receive(&mut self, method: &str, observer: &mut Observer) -> Result<Message, WireError> {
        let message = self.lines.message(observer).await?;
        message.ok_or_else(|| WireError::OutputClosed { method: method.to_owned(), said: self.said(observer) })
    }

    /// What it wrote beside messages.
    pub(super) fn said(&self, observer: &Observer) -> Box<LastWords> {
        let (unfinished, stray) = (self.lines.unfinished(), observer.first_stray());
        Box::new(LastWords { unfinished, stray, stderr: String::new() })
    }
}
