//! One JSON-RPC message as it came, and what kind it is.
//!
//! Made by transports, read by sessions. The text is kept whole; nothing is decoded that nobody asks for.

use std::sync::Arc;

use mcpledge_contract::json::{Document, Owned, Value, write_quoted};

/// What a message is (JSON-RPC 2.0).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MessageKind {
    /// A method and an id: wants an answer.
    Request,
    /// A method without an id.
    Notification,
    /// A result or an error.
    Response,
}

/// A message from a peer.
#[derive(Clone, Debug)]
pub struct Message {
    document: Arc<Document>,
    kind: MessageKind,
    /// The status it came with, over HTTP.
    pub http_status: Option<u16>,
}

impl Message {
    /// The message in `document`; `None` when it is JSON but no JSON-RPC message.
    pub(crate) fn of(document: Document, http_status: Option<u16>) -> Option<Self> {
        let root = document.root();
        let kind = match (root.get("method"), root.get("id")) {
            (Some(method), id) if method.as_text().is_some() => {
                if id.is_some() {
                    MessageKind::Request
                } else {
                    MessageKind::Notification
                }
            }
            _ if root.get("result").is_some() || root.get("error").is_some_and(Value::is_object) => {
                MessageKind::Response
            }
            _ => return None,
        };
        Some(Self { document: Arc::new(document), kind, http_status })
    }

    /// What it is.
    #[must_use]
    pub fn kind(&self) -> MessageKind {
        self.kind
    }

    /// The whole message.
    #[must_use]
    pub fn value(&self) -> Value<'_> {
        self.document.root()
    }

    /// The whole message, kept alive.
    #[must_use]
    pub fn owned(&self) -> Owned {
        Owned::root(Arc::clone(&self.document))
    }

    /// The method of a request or notification.
    #[must_use]
    pub fn method(&self) -> String {
        self.value().get("method").and_then(Value::as_text).map(|text| text.decode().into_owned()).unwrap_or_default()
    }
}

/// A request as one line of JSON.
pub(crate) fn request(id: u64, method: &str, params: &str) -> Vec<u8> {
    let mut out = format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":").into_bytes();
    write_quoted(method, &mut out);
    out.extend_from_slice(b",\"params\":");
    out.extend_from_slice(params.as_bytes());
    out.push(b'}');
    out
}

/// A notification without params.
pub(crate) fn notification(method: &str) -> Vec<u8> {
    let mut out = b"{\"jsonrpc\":\"2.0\",\"method\":".to_vec();
    write_quoted(method, &mut out);
    out.push(b'}');
    out
}

/// The answer to a request of the server: `outcome` is the member `"result":…` or `"error":…`.
pub(crate) fn response(id: Value<'_>, outcome: &str) -> Vec<u8> {
    format!("{{\"jsonrpc\":\"2.0\",\"id\":{},{outcome}}}", id.raw()).into_bytes()
}

/// `text` as a JSON string.
pub(crate) fn quoted(text: &str) -> String {
    let mut out = Vec::new();
    write_quoted(text, &mut out);
    String::from_utf8(out).unwrap_or_default()
}
