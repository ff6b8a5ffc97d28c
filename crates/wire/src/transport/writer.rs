//! Writes messages as lines from a task of its own.
//!
//! Called by the stdio and in-process transports. A message is handed over whole, so giving up on one never leaves
//! half a line behind; and we read while the task writes, so a server that is busy writing cannot block us.

use tokio::io::{AsyncWrite, AsyncWriteExt};
use tokio::sync::mpsc;

use super::task::Task;

/// Messages that may wait. A server that reads none of them while it asks for more is waited for, by the deadline of
/// the request that is open.
const QUEUE: usize = 256;

pub(super) struct Writer {
    queue: Option<mpsc::Sender<Vec<u8>>>,
    _task: Task,
}

impl Writer {
    pub(super) fn new(output: impl AsyncWrite + Unpin + Send + 'static) -> Self {
        let (queue, waiting) = mpsc::channel(QUEUE);
        Self { queue: Some(queue), _task: Task::spawn(write_all(output, waiting)) }
    }

    /// Hands over one message. A peer that is gone shows when we read.
    pub(super) async fn send(&self, mut message: Vec<u8>) {
        message.push(b'\n');
        if let Some(queue) = &self.queue {
            let _ = queue.send(message).await;
        }
    }

    /// Closes the stream once everything is written.
    pub(super) fn finish(&mut self) {
        self.queue = None;
    }
}

async fn write_all(mut output: impl AsyncWrite + Unpin, mut waiting: mpsc::Receiver<Vec<u8>>) {
    while let Some(line) = waiting.recv().await {
        if output.write_all(&line).await.is_err() || output.flush().await.is_err() {
            return;
        }
    }
    let _ = output.shutdown().await;
}
