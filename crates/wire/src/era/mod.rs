//! The two protocol eras: how a conversation opens, and what every request must carry.
//!
//! Called by capture, which also decides what to do when a server does not speak the one that was tried.

pub(crate) mod legacy;
pub(crate) mod modern;
