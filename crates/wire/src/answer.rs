//! What a request is answered with, and whose answer a response is.
//!
//! Made by the session; handed on to whoever asked.

use mcpledge_contract::json::{Owned, Value};

use crate::message::Message;
use crate::observer::excerpt;

/// An answer to a request.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The whole message.
    pub message: Message,
    /// Its `result`, or its `error`.
    pub outcome: Result<Owned, RpcError>,
}

/// A JSON-RPC error.
#[derive(Clone, Debug)]
pub struct RpcError {
    /// The code as sent.
    pub code: String,
    /// The message, empty when absent.
    pub message: String,
    /// The data, if any.
    pub data: Option<Owned>,
}

impl RpcError {
    /// The error of a response, as far as it has one.
    pub(crate) fn of(message: &Message) -> Self {
        let error = message.owned().get("error");
        let member = |key: &str| error.as_ref().and_then(|error| error.get(key));
        let text = |value: &Owned| value.value().as_text().map(|text| text.decode().into_owned());
        Self {
            code: member("code").map_or_else(|| "none".to_owned(), |code| code.value().raw().to_owned()),
            message: member("message").as_ref().or(error.as_ref()).and_then(text).unwrap_or_default(),
            data: member("data"),
        }
    }
}

impl std::fmt::Display for RpcError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let shown = |text: &str| excerpt(text.as_bytes(), 500);
        write!(f, "JSON-RPC error {}: {}", shown(&self.code), shown(&self.message))
    }
}

/// How the id of a response goes with that of a request.
pub(crate) enum Fit {
    /// The same text.
    Exact,
    /// The same id as another JSON type, or as another spelling of the number.
    Retyped,
    /// `null` or absent: the server could not read the request (JSON-RPC 2.0 section 5).
    Unreadable,
    /// Another id.
    Other,
}

#[expect(clippy::cast_precision_loss, clippy::float_cmp, reason = "ids are small integers, exact as doubles")]
pub(crate) fn fit(sent: Option<Value<'_>>, wanted: u64) -> Fit {
    let Some(sent) = sent.filter(|sent| !sent.is_null()) else { return Fit::Unreadable };
    let exact = wanted.to_string();
    if let Some(lexeme) = sent.as_number() {
        return match sent.as_f64() {
            _ if lexeme == exact => Fit::Exact,
            Some(number) if number == wanted as f64 => Fit::Retyped,
            _ => Fit::Other,
        };
    }
    if sent.is_text(&exact) { Fit::Retyped } else { Fit::Other }
}

#[cfg(test)]
mod tests {
    use mcpledge_contract::json::Document;

    use super::*;

    fn fitting(id: &str) -> &'static str {
        let document = Document::parse(id, Default::default()).unwrap();
        match fit(Some(document.root()), 7) {
            Fit::Exact => "exact",
            Fit::Retyped => "retyped",
            Fit::Unreadable => "unreadable",
            Fit::Other => "other",
        }
    }

    #[test]
    fn an_id_fits_as_the_same_number_however_it_is_written() {
        let cases =
            [("7", "exact"), ("7.0", "retyped"), ("70e-1", "retyped"), ("\"7\"", "retyped"), ("null", "unreadable")];
        for (id, expected) in cases {
            assert_eq!(fitting(id), expected, "{id}");
        }
        for other in ["8", "7.5", "\"07\"", "\" 7\"", "true", "[7]", "-7", "1e400"] {
            assert_eq!(fitting(other), "other", "{other}");
        }
        assert!(matches!(fit(None, 7), Fit::Unreadable));
    }

    #[test]
    fn an_error_is_read_as_far_as_it_goes() {
        let of = |text: &str| {
            let document = Document::parse(text, Default::default()).unwrap();
            let error = RpcError::of(&Message::of(document, None).unwrap());
            (error.code.clone(), error.message.clone(), error.data.is_some())
        };
        let whole = r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no","data":{"a":1}}}"#;
        assert_eq!(of(whole), ("-32601".to_owned(), "no".to_owned(), true));
        let text = r#"{"jsonrpc":"2.0","id":1,"error":"boom"}"#;
        assert_eq!(of(text), ("none".to_owned(), "boom".to_owned(), false));
        assert_eq!(of(r#"{"jsonrpc":"2.0","id":1}"#), ("none".to_owned(), String::new(), false));
    }
}
