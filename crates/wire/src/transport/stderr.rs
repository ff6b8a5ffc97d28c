//! The standard error of a server: read all the time (a server blocks on a full pipe), its end kept for messages.
//!
//! Called by the stdio transport.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::io::AsyncReadExt;
use tokio::process::ChildStderr;

use crate::observer::{Trace, TraceEvent};

use super::task::Task;

pub(super) struct Stderr {
    kept: Arc<Mutex<VecDeque<u8>>>,
    reader: Task,
}

impl Stderr {
    /// Keeps the last `limit` bytes, and passes everything on to `trace`.
    pub(super) fn read(pipe: ChildStderr, limit: usize, trace: Option<Arc<dyn Trace>>) -> Self {
        let kept = Arc::new(Mutex::new(VecDeque::new()));
        let reader = Task::spawn(keep_end(pipe, Arc::clone(&kept), limit, trace));
        Self { kept, reader }
    }

    /// Waits for the end of the pipe, at most `limit`: the last words of a server that has ended.
    pub(super) async fn settled(&mut self, limit: Duration) {
        self.reader.ended(limit).await;
    }

    /// The end of it so far.
    pub(super) fn text(&self) -> String {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let (front, back) = kept.as_slices();
        String::from_utf8_lossy(&[front, back].concat()).trim_end().to_owned()
    }
}

async fn keep_end(mut pipe: ChildStderr, kept: Arc<Mutex<VecDeque<u8>>>, limit: usize, trace: Option<Arc<dyn Trace>>) {
    let mut chunk = vec![0; 16 << 10];
    let mut traced = trace.map(Lines::new);
    while let Ok(read @ 1..) = pipe.read(&mut chunk).await {
        let bytes = &chunk[..read];
        if let Some(traced) = &mut traced {
            traced.push(bytes);
        }
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.extend(bytes);
        let over = kept.len().saturating_sub(limit);
        kept.drain(..over);
    }
    if let Some(traced) = &mut traced {
        traced.end_line();
    }
}

/// Cuts the stream into lines for the trace.
struct Lines {
    trace: Arc<dyn Trace>,
    line: Vec<u8>,
}

/// A longer line is traced in pieces.
const LONGEST: usize = 8 << 10;

impl Lines {
    fn new(trace: Arc<dyn Trace>) -> Self {
        Self { trace, line: Vec::new() }
    }

    fn push(&mut self, bytes: &[u8]) {
        for piece in bytes.split_inclusive(|&byte| byte == b'\n' || byte == b'\r') {
            self.line.extend_from_slice(piece);
            if self.line.len() >= LONGEST || matches!(piece.last(), Some(b'\n' | b'\r')) {
                self.end_line();
            }
        }
    }

    fn end_line(&mut self) {
        let line = std::mem::take(&mut self.line);
        let line = line.trim_ascii_end();
        if !line.is_empty() {
            self.trace.event(TraceEvent::Stderr(line));
        }
    }
}
