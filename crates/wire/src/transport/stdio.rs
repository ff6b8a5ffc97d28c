//! The stdio transport: a process, its three pipes, one message a line.
//!
//! Opened for command targets.

use std::time::Duration;

use tokio::process::ChildStdout;

use crate::error::{LastWords, WireError};
use crate::limits::Limits;
use crate::message::Message;
use crate::observer::Observer;
use crate::target::Command;

use super::lines::Lines;
use super::process::{Pipes, ServerProcess};
use super::stderr::Stderr;
use super::writer::Writer;

/// How long an exit is waited for after the output closed, and the last of stderr after an exit.
const SETTLE: Duration = Duration::from_millis(500);

pub(crate) struct Stdio {
    process: ServerProcess,
    input: Writer,
    lines: Lines<ChildStdout>,
    stderr: Stderr,
    grace: Duration,
}

impl Stdio {
    pub(super) fn start(command: &Command, limits: &Limits, observer: &mut Observer) -> Result<Self, WireError> {
        let (process, Pipes { stdin, stdout, stderr }) = ServerProcess::start(command)?;
        observer.note(|| format!("started `{}` as process {}", command.program, process.id().unwrap_or_default()));
        Ok(Self {
            process,
            input: Writer::new(stdin),
            lines: Lines::new(stdout, limits),
            stderr: Stderr::read(stderr, limits.stderr_bytes, observer.trace()),
            grace: limits.grace,
        })
    }

    pub(super) async fn send(&mut self, body: Vec<u8>, observer: &mut Observer) {
        observer.sent(&body);
        self.input.send(body).await;
    }

    pub(super) async fn receive(&mut self, method: &str, observer: &mut Observer) -> Result<Message, WireError> {
        if let Some(message) = self.lines.message(observer).await? {
            return Ok(message);
        }
        let status = self.process.ended(SETTLE).await;
        if status.is_some() {
            // Whoever it left behind may hold stderr open, and has nobody to serve any more.
            self.process.kill();
        }
        self.stderr.settled(SETTLE).await;
        let (method, said) = (method.to_owned(), self.said(observer));
        Err(match status {
            Some(status) => WireError::Exited { status: status.to_string(), method, said },
            None => WireError::OutputClosed { method, said },
        })
    }

    /// What it wrote beside messages.
    pub(super) fn said(&self, observer: &Observer) -> Box<LastWords> {
        let stderr = self.stderr.text();
        Box::new(LastWords { unfinished: self.lines.unfinished(), stray: observer.first_stray(), stderr })
    }

    /// Closes the input, waits, then asks, then kills (MCP, basic/transports/stdio, "Shutdown"). What the server still
    /// writes is read and dropped, so that no full pipe keeps it.
    pub(super) async fn close(mut self, has_answered: bool, observer: &mut Observer) {
        self.input.finish();
        let how = {
            let ending = self.process.end(self.grace, has_answered);
            tokio::pin!(ending);
            tokio::select! {
                how = &mut ending => how,
                () = self.lines.drain() => ending.await,
            }
        };
        self.stderr.settled(SETTLE.min(self.grace)).await;
        observer.note(|| format!("the server {how}"));
    }
}
