//! What was typed, resolved: files found, configurations read, secrets wrapped.
//!
//! Called by commands before they do anything.

mod mcp_config;
mod source;
mod target;

pub(crate) use source::{Source, obtain};
pub(crate) use target::Subject;
