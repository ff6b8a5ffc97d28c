//! From bytes to a message, the same for a line, a body and an event.
//!
//! Called by all transports.

use mcpledge_contract::json::{Document, Limits as JsonLimits, Problem};

use crate::error::WireError;
use crate::limits::Limits;
use crate::message::Message;
use crate::observer::Observer;

/// Bytes of a text that is no message which are handed back for quoting.
const QUOTED: usize = 200;

/// The limits of one message.
pub(super) fn json_limits(limits: &Limits) -> JsonLimits {
    JsonLimits { bytes: limits.message_bytes, depth: limits.depth }
}

/// The message in `bytes`, or the start of them when there is none. `place` is where a finding is put.
pub(super) fn read_message(
    bytes: Vec<u8>,
    limits: JsonLimits,
    http_status: Option<u16>,
    place: &str,
    observer: &mut Observer,
) -> Result<Result<Message, Vec<u8>>, WireError> {
    let rejected = match Document::parse(bytes, limits) {
        Ok(document) => {
            let start = start_of(document.text().as_bytes());
            return Ok(Message::of(document, http_status).ok_or(start));
        }
        Err(rejected) => rejected,
    };
    match rejected.error.problem {
        Problem::TooDeep(limit) => Err(WireError::MessageTooDeep { limit }),
        Problem::TooLong(limit) => Err(WireError::MessageTooLong { limit }),
        Problem::NotUtf8 => {
            // A result with one broken character is still the answer; clients that decode loosely take it.
            let text = String::from_utf8_lossy(&rejected.text).into_owned();
            let message = Document::parse(text, limits).ok().and_then(|document| Message::of(document, http_status));
            if message.is_some() {
                observer.saw("message-not-utf8", place, || format!("at byte {}", rejected.error.offset));
            }
            Ok(message.ok_or_else(|| start_of(&rejected.text)))
        }
        _ => Ok(Err(start_of(&rejected.text))),
    }
}

fn start_of(bytes: &[u8]) -> Vec<u8> {
    bytes[..bytes.len().min(QUOTED)].to_vec()
}
