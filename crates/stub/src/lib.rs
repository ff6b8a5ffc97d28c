//! A deterministic MCP server made from a fixture: the same fixture and request always give the same bytes.
//!
//! [`Stub`] is the dispatcher (text in, text out), [`serve`] runs it over any byte stream. It starts no process, opens
//! no connection and reads no environment. Called by the command line and by tests.
//!
//! It serves the handshake of both eras and the four lists.

mod dispatch;
mod fixture;
mod serve;

pub use dispatch::Stub;
pub use fixture::{Fixture, FixtureError};
pub use serve::serve;

/// The example fixture that `mcpledge demo` serves to itself.
pub const WEATHER: &str = include_str!("../fixtures/weather.json");
