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
        let kind = kind_of(document.root())?;
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

    /// Its length in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.document.text().len()
    }

    /// The method of a request or notification.
    #[must_use]
    pub fn method(&self) -> String {
        self.value().get("method").and_then(Value::as_text).map(|text| text.decode().into_owned()).unwrap_or_default()
    }
}

/// Logs in JSON stand on the stdout of real servers, and have a `method`, an `id` or an `error` of their own: without
/// `jsonrpc` only what carries an id and an outcome is taken, which then must fit a request.
fn kind_of(root: Value<'_>) -> Option<MessageKind> {
    let member = |key| root.get(key).filter(|value| !value.is_null());
    let (versioned, id) = (member("jsonrpc").is_some(), member("id"));
    if root.get("method").and_then(Value::as_text).is_some() {
        // Some libraries write `"id": null` into notifications.
        let asks = id.is_some_and(|id| id.as_text().is_some() || id.as_number().is_some());
        let kind = if asks { MessageKind::Request } else { MessageKind::Notification };
        return versioned.then_some(kind);
    }
    let answers = root.get("result").is_some() || member("error").is_some_and(|error| versioned || error.is_object());
    let answers = if versioned { answers || id.is_some() } else { answers && id.is_some() };
    answers.then_some(MessageKind::Response)
}

/// A request as one line of JSON. Line ends in `params` can only stand between tokens, where a blank does as well.
pub(crate) fn request(id: u64, method: &str, params: &str) -> Vec<u8> {
    let mut out = format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":").into_bytes();
    write_quoted(method, &mut out);
    out.extend_from_slice(b",\"params\":");
    out.extend(params.bytes().map(|byte| if matches!(byte, b'\n' | b'\r') { b' ' } else { byte }));
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

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(text: &str) -> Option<MessageKind> {
        kind_of(Document::parse(text, Default::default()).unwrap().root())
    }

    #[test]
    fn logs_in_json_are_no_messages() {
        for log in [
            r#"{"level":"info","msg":"config loaded","id":1}"#,
            r#"{"level":"error","error":{"code":5},"result":"x"}"#,
            r#"{"method":"GET","path":"/","id":4}"#,
            r#"{"method":"GET","path":"/"}"#,
            r#"{"error":"boom","id":1}"#,
            r#"{"jsonrpc":"2.0"}"#,
            r#"["jsonrpc"]"#,
            r#""done""#,
            "1",
        ] {
            assert_eq!(kind(log), None, "{log}");
        }
    }

    #[test]
    fn a_request_is_one_line() {
        let line = request(7, "a\nb", "{\r\n\"x\": 1\n}");
        assert_eq!(line, b"{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"a\\nb\",\"params\":{  \"x\": 1 }}");
    }

    #[test]
    fn messages_are_told_apart() {
        for (text, expected) in [
            (r#"{"jsonrpc":"2.0","id":"a","method":"ping"}"#, MessageKind::Request),
            (r#"{"jsonrpc":"2.0","id":null,"method":"x"}"#, MessageKind::Notification),
            (r#"{"jsonrpc":"2.0","method":"x"}"#, MessageKind::Notification),
            (r#"{"jsonrpc":"2.0","id":1,"result":null}"#, MessageKind::Response),
            (r#"{"jsonrpc":"2.0","error":{}}"#, MessageKind::Response),
            (r#"{"jsonrpc":"2.0","id":1,"error":"text"}"#, MessageKind::Response),
            (r#"{"jsonrpc":"2.0","id":1}"#, MessageKind::Response),
            (r#"{"id":1,"result":{}}"#, MessageKind::Response),
        ] {
            assert_eq!(kind(text), Some(expected), "{text}");
        }
    }
}
