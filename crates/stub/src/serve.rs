//! Serving a stub over a byte stream, one message a line.
//!
//! Called by the demo and by tests.

use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader};

use crate::dispatch::Stub;

/// Answers every line of `stream` until it ends.
///
/// # Errors
/// Reading or writing fails.
pub async fn serve<S: AsyncRead + AsyncWrite>(stub: &Stub, stream: S) -> std::io::Result<()> {
    let (input, mut output) = tokio::io::split(stream);
    let mut input = BufReader::new(input);
    let mut line = Vec::new();
    loop {
        line.clear();
        if input.read_until(b'\n', &mut line).await? == 0 {
            return Ok(());
        }
        if line.trim_ascii().is_empty() {
            continue;
        }
        if let Some(answer) = stub.answer(&line) {
            output.write_all(answer.as_bytes()).await?;
            output.write_all(b"\n").await?;
            output.flush().await?;
        }
    }
}
