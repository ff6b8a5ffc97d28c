//! The contract between an MCP server and its clients, as pure data: no async, no files, no clock.
//!
//! Data travels one way: [`json`] reads what a server sent without losing a byte of meaning, [`surface`]
//! orders it into the initialize (or discover) result and the four lists, a form of [`surface::form`]
//! turns that into canonical bytes, and their sha256 is the fingerprint. [`finding`] is the one type in
//! which every part reports what it saw. [`schema`] judges one tool's schema by itself.
//!
//! Called by `mcpledge-wire` (captures) and by the command line.

pub mod breaks;
pub mod finding;
pub mod inclusion;
pub mod json;
pub mod lock;
pub mod schema;
pub mod surface;
