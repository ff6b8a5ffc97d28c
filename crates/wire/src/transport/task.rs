//! A task that ends with whoever started it.
//!
//! Held by transports: a pipe that an escaped child keeps open must not keep a task alive.

use tokio::task::JoinHandle;

/// A running task; dropping it stops the task at its next wait.
pub(super) struct Task(JoinHandle<()>);

impl Task {
    /// Starts `work` on the current runtime.
    pub(super) fn spawn(work: impl Future<Output = ()> + Send + 'static) -> Self {
        Self(tokio::spawn(work))
    }

    /// Waits for its end, at most `limit`.
    pub(super) async fn ended(&mut self, limit: std::time::Duration) {
        // A handle that gave its result once must not be asked again.
        if !self.0.is_finished() {
            let _ = tokio::time::timeout(limit, &mut self.0).await;
        }
    }
}

impl Drop for Task {
    fn drop(&mut self) {
        self.0.abort();
    }
}
