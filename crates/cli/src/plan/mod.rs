//! What was typed, resolved: files found, configurations read, secrets wrapped.
//!
//! Called by commands before they do anything.

mod mcp_config;
mod side;
mod source;
mod target;

pub(crate) use side::{Side, read_side};
pub(crate) use source::{Source, obtain};
pub(crate) use target::Subject;
