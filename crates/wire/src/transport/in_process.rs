//! A server in this process: lines over an in-memory pipe.
//!
//! Used by the demo and by tests of servers in Rust.

use tokio::io::{DuplexStream, ReadHalf};

use crate::error::WireError;
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
        self.lines.message(observer).await?.ok_or_else(|| WireError::OutputClosed {
            method: method.to_owned(),
            unfinished: self.unfinished(),
            stray: observer.first_stray(),
            stderr: String::new(),
        })
    }

    /// The start of a line that has no end yet.
    pub(super) fn unfinished(&self) -> String {
        self.lines.unfinished()
    }
}
