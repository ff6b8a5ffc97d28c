//! The two protocol eras: how a conversation opens, and what every request must carry.
//!
//! Called by captures and conversations, through [`detect`].

pub(crate) mod detect;
pub(crate) mod legacy;
pub(crate) mod modern;
