//! Exit codes, as scripts see them.
//!
//! Used by every command; documented in `docs/reference/exit-codes.md`.

/// All is well.
pub(crate) const FINE: u8 = 0;
/// The contract is broken.
pub(crate) const BROKEN: u8 = 1;
/// Wrong usage or configuration: an unknown flag, a file that cannot be read, a file that is no capture.
pub(crate) const USAGE: u8 = 2;
/// The peer could not be reached, or did not speak MCP.
pub(crate) const PEER: u8 = 3;
/// A bug of ours.
pub(crate) const BUG: u8 = 101;
/// Ended by a signal: this plus the signal's number, as shells report it.
pub(crate) const SIGNAL: u8 = 128;
