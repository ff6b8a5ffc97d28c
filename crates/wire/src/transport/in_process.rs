//! A server in this process: lines over an in-memory pipe.
//!
//! Used by the demo and by tests of servers in Rust.

use tokio::io::{AsyncWriteExt, DuplexStream, ReadHalf, WriteHalf};

use crate::error::WireError;
use crate::limits::Limits;
use crate::message::Message;
use crate::observer::Observer;

use super::lines::Lines;

pub(crate) struct InProcess {
    lines: Lines<ReadHalf<DuplexStream>>,
    output: WriteHalf<DuplexStream>,
}

impl InProcess {
    pub(super) fn new(stream: DuplexStream, limits: &Limits) -> Self {
        let (input, output) = tokio::io::split(stream);
        Self { lines: Lines::new(input, limits), output }
    }

    pub(super) async fn send(&mut self, body: &[u8], observer: &mut Observer) -> Result<(), WireError> {
        observer.sent(body);
        let mut line = body.to_vec();
        line.push(b'\n');
        // A peer that is gone shows when we read.
        let _ = self.output.write_all(&line).await;
        Ok(())
    }

    pub(super) async fn receive(&mut self, method: &str, observer: &mut Observer) -> Result<Message, WireError> {
        self.lines.message(observer).await?.ok_or_else(|| WireError::OutputClosed {
            method: method.to_owned(),
            unfinished: self.lines.unfinished(),
            stderr: String::new(),
        })
    }
}
