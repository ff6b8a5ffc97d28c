//! The stdio transport: a process, its three pipes, one message a line.
//!
//! Opened for command targets. Standard error is read all the time (a server blocks on a full pipe) and its end kept.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::process::{ChildStderr, ChildStdin, ChildStdout};
use tokio::task::JoinHandle;

use crate::error::WireError;
use crate::limits::Limits;
use crate::message::Message;
use crate::observer::Observer;
use crate::target::Command;

use super::lines::Lines;
use super::process::{Pipes, ServerProcess};

/// How long an exit is waited for after the output closed, and the last of stderr after an exit.
const SETTLE: Duration = Duration::from_millis(500);

pub(crate) struct Stdio {
    process: ServerProcess,
    input: Option<ChildStdin>,
    lines: Lines<ChildStdout>,
    stderr: Arc<Mutex<VecDeque<u8>>>,
    reader: JoinHandle<()>,
    grace: Duration,
}

impl Stdio {
    pub(super) fn start(command: &Command, limits: &Limits, observer: &mut Observer) -> Result<Self, WireError> {
        let (process, Pipes { stdin, stdout, stderr }) = ServerProcess::start(command)?;
        observer.note(|| format!("started `{}` as process {}", command.program, process.id().unwrap_or_default()));
        let kept = Arc::new(Mutex::new(VecDeque::new()));
        let reader = tokio::spawn(keep_end(stderr, Arc::clone(&kept), limits.stderr_bytes));
        Ok(Self {
            process,
            input: Some(stdin),
            lines: Lines::new(stdout, limits),
            stderr: kept,
            reader,
            grace: limits.grace,
        })
    }

    pub(super) async fn send(&mut self, body: &[u8], observer: &mut Observer) -> Result<(), WireError> {
        observer.sent(body);
        let mut line = body.to_vec();
        line.push(b'\n');
        if let Some(input) = &mut self.input
            && (input.write_all(&line).await.is_err() || input.flush().await.is_err())
        {
            // The process is gone or has closed its input: reading tells which, with the exit status.
            self.input = None;
        }
        Ok(())
    }

    pub(super) async fn receive(&mut self, method: &str, observer: &mut Observer) -> Result<Message, WireError> {
        if let Some(message) = self.lines.message(observer).await? {
            return Ok(message);
        }
        let method = method.to_owned();
        let status = self.process.ended(SETTLE).await;
        let _ = tokio::time::timeout(SETTLE, &mut self.reader).await;
        let (unfinished, stderr) = (self.unfinished(), self.stderr());
        Err(match status {
            Some(status) => WireError::Exited { status: status.to_string(), method, unfinished, stderr },
            None => WireError::OutputClosed { method, unfinished, stderr },
        })
    }

    pub(super) fn unfinished(&self) -> String {
        self.lines.unfinished()
    }

    /// The end of stderr so far.
    pub(super) fn stderr(&self) -> String {
        let kept = self.stderr.lock().unwrap_or_else(PoisonError::into_inner);
        let (front, back) = kept.as_slices();
        String::from_utf8_lossy(&[front, back].concat()).trim_end().to_owned()
    }

    pub(super) async fn close(mut self, observer: &mut Observer) {
        drop(self.input.take());
        let how = self.process.end(self.grace).await;
        self.reader.abort();
        observer.note(|| format!("the server {how}"));
    }
}

/// Reads stderr to its end and keeps the last `limit` bytes.
async fn keep_end(mut stderr: ChildStderr, kept: Arc<Mutex<VecDeque<u8>>>, limit: usize) {
    let mut chunk = vec![0; 16 << 10];
    while let Ok(read) = stderr.read(&mut chunk).await {
        if read == 0 {
            return;
        }
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.extend(&chunk[..read]);
        let over = kept.len().saturating_sub(limit);
        kept.drain(..over);
    }
}
