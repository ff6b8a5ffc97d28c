//! The command as its users meet it: what it prints on both outputs, and how it ends.
//!
//! Everything here runs without another runtime. Real servers are in `tests/peers`.

#![expect(clippy::unwrap_used, reason = "a test fails by it")]

mod bad_servers;
mod bad_use;
mod files;
mod harness;
mod http;
#[path = "../support/mark.rs"]
mod mark;
mod pages;
mod processes;
mod reports;
mod secrets;
mod servers;
