//! How bytes reach an MCP server: transports, protocol eras, capture.
//!
//! A [`Target`] is opened as a transport (which knows bytes, limits and timing, but no MCP), a [`Session`] speaks
//! JSON-RPC over it, an era opens the conversation, and [`capture`] walks the lists into a
//! [`Capture`](mcpledge_contract::surface::Capture). Raw JSON all the way: typed models lose fields.
//!
//! [`Conversation`] is for whoever asks a server for more than its surface.
//!
//! Called by the command line. Version numbers follow the workspace; this API makes no promise of stability.

mod answer;
mod call;
pub mod capture;
mod conversation;
mod era;
mod error;
mod limits;
mod message;
mod observer;
mod secret;
mod session;
mod target;
mod transport;

pub use answer::{Answer, RpcError};
pub use conversation::Conversation;
pub use error::{Challenge, LastWords, WireError};
pub use limits::Limits;
pub use message::{Message, MessageKind};
pub use observer::{Observer, Trace, TraceEvent};
pub use secret::Secret;
pub use session::Session;
pub use target::{Command, Connect, Endpoint, Target};
pub use transport::end_orphans;
