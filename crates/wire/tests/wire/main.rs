//! Conversations with servers that misbehave: scripted here, over every transport, on loopback and in memory only.

#![expect(clippy::unwrap_used, reason = "a test that cannot be set up fails")]

#[expect(dead_code, reason = "what only a process can do is done by the server on stdio")]
#[path = "../peer/mod.rs"]
mod peer;
mod support;

mod bad_input;
mod calls;
mod eras;
mod forms;
mod http_addresses;
mod http_exchanges;
mod http_sessions;
mod http_streams;
mod process;
mod stdio;
mod transport_laws;
