//! The Streamable HTTP transport, in both eras (MCP, basic/transports/streamable-http).
//!
//! Opened for URL targets. Each request is a POST; its answer is the body, or an event on the stream that comes back.

use std::collections::VecDeque;
use std::time::Duration;

use mcpledge_contract::json::{Document, Limits as JsonLimits, Problem};
use reqwest::Response;
use reqwest::header::{ACCEPT, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};

use crate::error::WireError;
use crate::limits::Limits;
use crate::message::Message;
use crate::observer::{Observer, excerpt};
use crate::target::Endpoint;

use super::http::{HttpClient, content_type, essence, refused};
use super::sse::EventParser;
use super::{Outgoing, Protocol};

const SESSION_ID: HeaderName = HeaderName::from_static("mcp-session-id");
const PROTOCOL_VERSION: HeaderName = HeaderName::from_static("mcp-protocol-version");

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
        self.ready.clear();
        self.stream = None;
        let method = outgoing.method;
        let headers = self.headers(&outgoing, true);
        let response = self.client.post(outgoing.body, headers, observer).await?;
        if method == "initialize"
            && response.status().is_success()
            && let Some(id) = response.headers().get(SESSION_ID).and_then(|value| value.to_str().ok())
        {
            self.session_id = Some(id.to_owned());
        }
        self.take_answer(response, method, observer).await
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
        let sent = content_type(&response);
        let kind = sent.as_deref().map(essence).unwrap_or_default();
        if response.status().is_success() && kind == "text/event-stream" {
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
        match self.message(body, status, method, observer)? {
            Ok(message) => {
                if kind != "application/json" {
                    let shown = sent.unwrap_or_else(|| "no content type".to_owned());
                    observer.saw("content-type", method, || format!("{shown:?} for a JSON body"));
                }
                self.ready.push_back(message);
                Ok(())
            }
            Err(body) => Err(self.client.unusable(status, method, sent, &body)),
        }
    }

    /// The message in a body, or the body back when it holds none.
    fn message(
        &self,
        body: Vec<u8>,
        status: u16,
        method: &str,
        observer: &mut Observer,
    ) -> Result<Result<Message, Vec<u8>>, WireError> {
        let limits = JsonLimits { bytes: self.client.limits.message_bytes, depth: self.client.limits.depth };
        let rejected = match Document::parse(body, limits) {
            Ok(document) => {
                let text = excerpt(document.text().as_bytes(), 200);
                return Ok(Message::of(document, Some(status)).ok_or_else(|| text.into_bytes()));
            }
            Err(rejected) => rejected,
        };
        match rejected.error.problem {
            Problem::TooDeep(limit) => Err(WireError::MessageTooDeep { limit }),
            Problem::NotUtf8 => {
                let text = String::from_utf8_lossy(&rejected.text).into_owned();
                match Document::parse(text, limits).ok().and_then(|document| Message::of(document, Some(status))) {
                    Some(message) => {
                        observer.saw("message-not-utf8", method, || format!("at byte {}", rejected.error.offset));
                        Ok(Ok(message))
                    }
                    None => Ok(Err(rejected.text)),
                }
            }
            _ => Ok(Err(rejected.text)),
        }
    }

    pub(super) async fn tell(&mut self, outgoing: Outgoing<'_>, observer: &mut Observer) -> Result<(), WireError> {
        let method = if outgoing.method.is_empty() { "an answer" } else { outgoing.method };
        let headers = self.headers(&outgoing, true);
        let response = self.client.post(outgoing.body, headers, observer).await?;
        let status = response.status().as_u16();
        // What stands in the body of an accepted notification is nobody's; a stream would never end.
        let streamed = content_type(&response).is_some_and(|kind| essence(&kind) == "text/event-stream");
        let body = if streamed { Vec::new() } else { self.client.body(response).await? };
        if status != 202 || !body.is_empty() || streamed {
            observer.saw("notification-status", format!("POST {method}"), || match (status, body.len()) {
                (202, bytes) => format!("HTTP 202 with a body of {bytes} bytes"),
                (status, 0) => format!("HTTP {status}"),
                (status, _) => format!("HTTP {status}: {:?}", excerpt(&body, 80)),
            });
        }
        Ok(())
    }

    pub(super) async fn receive(&mut self, method: &str, observer: &mut Observer) -> Result<Message, WireError> {
        loop {
            if let Some(message) = self.ready.pop_front() {
                return Ok(message);
            }
            let Some(stream) = &mut self.stream else {
                return Err(WireError::StreamEnded { method: method.to_owned() });
            };
            let too_long = WireError::MessageTooLong { limit: self.client.limits.message_bytes };
            let events = match stream.response.chunk().await {
                Ok(Some(chunk)) => stream.parser.push(&chunk).map_err(|_| too_long)?,
                // A stream that breaks is resumed like one that ends.
                Ok(None) | Err(_) => match stream.parser.cut_off() {
                    Some(event) if stream.parser.last_id.is_none() => {
                        observer.saw("event-unterminated", method, || {
                            "the stream's last event has no blank line".to_owned()
                        });
                        self.stream = None;
                        vec![event]
                    }
                    _ => {
                        self.resume(method, observer).await?;
                        continue;
                    }
                },
            };
            for event in events {
                // Other event types are none of this protocol's.
                if !matches!(event.kind.as_str(), "" | "message") {
                    continue;
                }
                observer.received(&event.data);
                match self.message(event.data, 200, method, observer)? {
                    Ok(message) => self.ready.push_back(message),
                    Err(text) => {
                        observer.saw("event-not-message", method, || format!("{:?}", excerpt(&text, 80)));
                    }
                }
            }
        }
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
        let wait = Duration::from_millis(stream.parser.retry.unwrap_or(1_000).min(5_000));
        observer.saw("stream-resumed", method, || format!("after event {last_id:?}"));
        tokio::time::sleep(wait).await;
        let mut headers = self.protocol_headers();
        headers.insert(HeaderName::from_static("last-event-id"), HeaderValue::from_str(&last_id).map_err(|_| ended())?);
        let response = self.client.get_stream(headers, observer).await?;
        let kind = content_type(&response).map(|kind| essence(&kind)).unwrap_or_default();
        if !response.status().is_success() || kind != "text/event-stream" {
            return Err(ended());
        }
        let mut parser = EventParser::new(self.client.limits.message_bytes);
        parser.last_id = Some(last_id);
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
        let response = self.client.post(outgoing.body, headers, observer).await?;
        if !response.status().is_success() {
            return Ok(false);
        }
        self.take_answer(response, method, observer).await?;
        let message = self.receive(method, observer).await?;
        Ok(message.value().get("result").is_some())
    }

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
                if let Some(value) = value.and_then(|value| HeaderValue::from_str(value).ok()) {
                    headers.insert(HeaderName::from_static(name), value);
                }
            }
            for (name, value) in outgoing.headers {
                if let (Ok(name), Ok(value)) = (HeaderName::from_bytes(name.as_bytes()), HeaderValue::from_str(value)) {
                    headers.insert(name, value);
                }
            }
        }
        headers
    }
}
