//! The Streamable HTTP transport, in both eras (MCP, basic/transports/streamable-http).
//!
//! Opened for URL targets. Each request is a POST; its answer is the body, or an event on the stream that comes back.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use reqwest::Response;
use reqwest::header::{ACCEPT, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};

use crate::error::WireError;
use crate::limits::Limits;
use crate::message::{Message, MessageKind};
use crate::observer::{Observer, excerpt};
use crate::target::Endpoint;

use super::http::{HttpClient, content_type, essence, expect_plain, refused};
use super::read::{json_limits, read_message};
use super::sse::{Event, EventParser};
use super::{Outgoing, Protocol};

const SESSION_ID: HeaderName = HeaderName::from_static("mcp-session-id");
const PROTOCOL_VERSION: HeaderName = HeaderName::from_static("mcp-protocol-version");
const EVENT_STREAM: &str = "text/event-stream";

/// How long to wait before a stream is resumed, where the server does not say.
const RETRY: u64 = 1_000;
/// However long the server says.
const LONGEST_RETRY: u64 = 5_000;

pub(crate) struct StreamableHttp {
    client: HttpClient,
    protocol: Protocol,
    session_id: Option<String>,
    /// Messages that are read and not fetched.
    ready: VecDeque<Message>,
    /// The stream that answers the open request.
    stream: Option<Stream>,
}

struct Stream {
    response: Response,
    parser: EventParser,
    resumptions: usize,
}

impl StreamableHttp {
    pub(super) fn new(endpoint: &Endpoint, limits: &Limits) -> Result<Self, WireError> {
        Ok(Self {
            client: HttpClient::new(endpoint, limits)?,
            protocol: Protocol::Open,
            session_id: None,
            ready: VecDeque::new(),
            stream: None,
        })
    }

    pub(super) fn client(&self) -> HttpClient {
        self.client.clone()
    }

    pub(super) fn speak(&mut self, protocol: Protocol) {
        self.protocol = protocol;
    }

    pub(super) fn session_id(&self) -> Option<&str> {
        self.session_id.as_deref()
    }

    pub(super) async fn request(&mut self, outgoing: Outgoing<'_>, observer: &mut Observer) -> Result<(), WireError> {
        let method = outgoing.method;
        let headers = self.headers(&outgoing, true);
        let response = self.post(outgoing.body, headers, observer).await?;
        if method == "initialize"
            && response.status().is_success()
            && let Some(id) = response.headers().get(SESSION_ID).and_then(|value| value.to_str().ok())
        {
            self.session_id = Some(id.to_owned());
        }
        self.take_answer(response, method, observer).await
    }

    /// Sends a request. What is left of the one before is nobody's any more.
    async fn post(
        &mut self,
        body: Vec<u8>,
        headers: HeaderMap,
        observer: &mut Observer,
    ) -> Result<Response, WireError> {
        self.ready.clear();
        self.stream = None;
        self.client.post(body, headers, observer).await
    }

    /// Looks at what came back for a request: a message, a stream, or a reason why it is neither.
    async fn take_answer(
        &mut self,
        response: Response,
        method: &str,
        observer: &mut Observer,
    ) -> Result<(), WireError> {
        let status = response.status().as_u16();
        if status == 401 || status == 403 {
            return Err(refused(&response, method));
        }
        expect_plain(&response, method)?;
        let sent = content_type(&response);
        let kind = sent.as_deref().map(essence).unwrap_or_default();
        if response.status().is_success() && kind == EVENT_STREAM {
            let parser = EventParser::new(self.client.limits.message_bytes);
            self.stream = Some(Stream { response, parser, resumptions: 0 });
            return Ok(());
        }
        let mut body = self.client.body(response).await?;
        observer.received(&body);
        if body.starts_with(b"\xEF\xBB\xBF") {
            observer.saw("byte-order-mark", method, || "EF BB BF before the body".to_owned());
            body.drain(..3);
        }
        let limits = json_limits(&self.client.limits);
        match read_message(body, limits, Some(status), method, observer)? {
            Ok(message) if message.kind() == MessageKind::Response => {
                if kind != "application/json" {
                    let shown = sent.unwrap_or_else(|| "no content type".to_owned());
                    observer.saw("content-type", method, || format!("{shown:?} for a JSON body"));
                }
                self.ready.push_back(message);
                Ok(())
            }
            Ok(message) => Err(self.client.unusable(status, method, sent, message.value().raw().as_bytes())),
            Err(body) => Err(self.client.unusable(status, method, sent, &body)),
        }
    }

    /// Sends a notification or an answer. How it is received is a finding.
    pub(super) async fn tell(&mut self, outgoing: Outgoing<'_>, observer: &mut Observer) -> Result<(), WireError> {
        let place = format!("POST {}", outgoing.shown());
        let headers = self.headers(&outgoing, true);
        let response = self.client.post(outgoing.body, headers, observer).await?;
        let status = response.status().as_u16();
        // What stands in the body of an accepted notification is nobody's; a stream would never end.
        let streamed = content_type(&response).is_some_and(|kind| essence(&kind) == EVENT_STREAM);
        if streamed {
            observer.saw("notification-status", place, || format!("HTTP {status} with an event stream"));
            return Ok(());
        }
        let body = self.client.body(response).await?;
        if !body.is_empty() {
            observer.received(&body);
        }
        if status != 202 || !body.is_empty() {
            observer.saw("notification-status", place, || match body.len() {
                0 => format!("HTTP {status}"),
                bytes if status == 202 => format!("HTTP 202 with a body of {bytes} bytes"),
                _ => format!("HTTP {status}: {:?}", excerpt(&body, 80)),
            });
        }
        Ok(())
    }

    pub(super) async fn receive(&mut self, method: &str, observer: &mut Observer) -> Result<Message, WireError> {
        let limits = json_limits(&self.client.limits);
        loop {
            if let Some(message) = self.ready.pop_front() {
                return Ok(message);
            }
            let Some(stream) = &mut self.stream else {
                return Err(WireError::StreamEnded { method: method.to_owned() });
            };
            let limit = self.client.limits.message_bytes;
            // A stream that breaks is resumed like one that ends.
            let Ok(Some(chunk)) = stream.response.chunk().await else {
                let last = stream.parser.cut_off().filter(Event::is_message);
                self.end_of_stream(last, method, observer).await?;
                continue;
            };
            for event in stream.parser.push(&chunk).map_err(|_| WireError::MessageTooLong { limit })? {
                if !event.is_message() {
                    continue;
                }
                observer.received(&event.data);
                match read_message(event.data, limits, Some(200), method, observer)? {
                    Ok(message) => self.ready.push_back(message),
                    Err(text) => observer.saw("event-not-message", method, || format!("{:?}", excerpt(&text, 80))),
                }
            }
        }
    }

    /// Takes a last event that only lacks its blank line if it is a whole message; resumes the stream otherwise.
    async fn end_of_stream(
        &mut self,
        last: Option<Event>,
        method: &str,
        observer: &mut Observer,
    ) -> Result<(), WireError> {
        if let Some(event) = last {
            observer.received(&event.data);
            let limits = json_limits(&self.client.limits);
            if let Ok(message) = read_message(event.data, limits, Some(200), method, observer)? {
                observer.saw("event-unterminated", method, || "the stream's last event has no blank line".to_owned());
                self.stream = None;
                self.ready.push_back(message);
                return Ok(());
            }
        }
        self.resume(method, observer).await
    }

    /// Continues a stream that ended before its answer, where the server said how (MCP 2025-11-25, "Resumability").
    async fn resume(&mut self, method: &str, observer: &mut Observer) -> Result<(), WireError> {
        let ended = || WireError::StreamEnded { method: method.to_owned() };
        let stream = self.stream.take().ok_or_else(ended)?;
        // The modern era has no resumption.
        if matches!(self.protocol, Protocol::Modern(_)) || stream.resumptions >= self.client.limits.resumptions {
            return Err(ended());
        }
        let last_id = stream.parser.last_id.ok_or_else(ended)?;
        let retry = stream.parser.retry;
        observer.saw("stream-resumed", method, || format!("after event {last_id:?}"));
        let wait = retry.unwrap_or(RETRY).min(LONGEST_RETRY);
        observer.note(|| format!("the stream ended: resuming it in {wait} ms"));
        tokio::time::sleep(Duration::from_millis(wait)).await;
        let mut headers = self.protocol_headers();
        let value = HeaderValue::from_bytes(last_id.as_bytes()).map_err(|_| ended())?;
        headers.insert(HeaderName::from_static("last-event-id"), value);
        let response = self.client.get_stream(headers, observer).await?;
        expect_plain(&response, method)?;
        let kind = content_type(&response).map(|kind| essence(&kind)).unwrap_or_default();
        if !response.status().is_success() || kind != EVENT_STREAM {
            return Err(ended());
        }
        let mut parser = EventParser::new(self.client.limits.message_bytes);
        (parser.last_id, parser.retry) = (Some(last_id), retry);
        self.stream = Some(Stream { response, parser, resumptions: stream.resumptions + 1 });
        Ok(())
    }

    pub(super) async fn answers_without_session(
        &mut self,
        outgoing: Outgoing<'_>,
        observer: &mut Observer,
    ) -> Result<bool, WireError> {
        let method = outgoing.method;
        let headers = self.headers(&outgoing, false);
        let response = self.post(outgoing.body, headers, observer).await?;
        if !response.status().is_success() {
            return Ok(false);
        }
        self.take_answer(response, method, observer).await?;
        loop {
            let message = self.receive(method, observer).await?;
            if message.kind() == MessageKind::Response {
                return Ok(message.value().get("result").is_some());
            }
        }
    }

    /// Ends the session the server gave (MCP 2025-11-25, "Session Management").
    pub(super) async fn close(mut self, observer: &mut Observer) {
        self.stream = None;
        if self.session_id.is_some() {
            self.client.delete(self.protocol_headers(), observer).await;
        }
    }

    fn protocol_headers(&self) -> HeaderMap {
        let mut headers = HeaderMap::new();
        let version = match &self.protocol {
            Protocol::Open => None,
            Protocol::Legacy(version) | Protocol::Modern(version) => HeaderValue::from_str(version).ok(),
        };
        if let Some(version) = version {
            headers.insert(PROTOCOL_VERSION, version);
        }
        if let Some(id) = self.session_id.as_deref().and_then(|id| HeaderValue::from_str(id).ok()) {
            headers.insert(SESSION_ID, id);
        }
        headers
    }

    fn headers(&self, outgoing: &Outgoing<'_>, with_session: bool) -> HeaderMap {
        let mut headers = self.protocol_headers();
        if !with_session {
            headers.remove(SESSION_ID);
        }
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        headers.insert(ACCEPT, HeaderValue::from_static("application/json, text/event-stream"));
        if matches!(self.protocol, Protocol::Modern(_)) {
            let named = [("mcp-method", Some(outgoing.method)), ("mcp-name", outgoing.name)];
            for (name, value) in named {
                if let Some(value) = value.and_then(|value| HeaderValue::from_str(&header_text(value)).ok()) {
                    headers.insert(HeaderName::from_static(name), value);
                }
            }
            for (name, value) in outgoing.headers {
                let value = HeaderValue::from_str(&header_text(value));
                if let (Ok(name), Ok(value)) = (HeaderName::from_bytes(name.as_bytes()), value) {
                    headers.insert(name, value);
                }
            }
        }
        headers
    }
}

/// A text as a header's value: itself, or in base64 where a header cannot carry it unharmed (MCP 2026-07-28,
/// "Value Encoding").
fn header_text(text: &str) -> Cow<'_, str> {
    let plain = text.bytes().all(|byte| (0x20..0x7F).contains(&byte))
        && text.trim_ascii() == text
        && !(text.starts_with(SENTINEL) && text.ends_with(SENTINEL_END));
    if plain { Cow::Borrowed(text) } else { Cow::Owned(format!("{SENTINEL}{}{SENTINEL_END}", BASE64.encode(text))) }
}

const SENTINEL: &str = "=?base64?";
const SENTINEL_END: &str = "?=";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_that_a_header_would_harm_are_encoded() {
        for plain in ["", "us-west1", "two words", "=?base64?abc", "abc?=", "~!\"'"] {
            assert_eq!(header_text(plain), plain);
        }
        for (text, encoded) in [
            ("Gr\u{fc}\u{df}e", "=?base64?R3LDvMOfZQ==?="),
            (" a", "=?base64?IGE=?="),
            ("a\t", "=?base64?YQk=?="),
            ("a\nb", "=?base64?YQpi?="),
            ("a\u{7f}", "=?base64?YX8=?="),
            ("=?base64?YQ==?=", "=?base64?PT9iYXNlNjQ/WVE9PT89?="),
        ] {
            assert_eq!(header_text(text), encoded);
        }
    }
}
