//! Real servers and an independent oracle: every fingerprint is what JavaScript says it is.
//!
//! Needs what `cargo xtask peers` installs, so these tests are ignored in a plain run; `cargo xtask test` runs all of
//! them and counts one that does not run as a failure.

#![expect(clippy::unwrap_used, reason = "a test fails by it")]

mod differential;
mod http;
#[path = "../support/mark.rs"]
mod mark;
mod oracle;
mod peer;
mod stdio;
