//! The HTTP+SSE transport of 2024-11-05: one stream for all answers, a POST for each message.
//!
//! Reached from Streamable HTTP when `initialize` is refused there. Deprecated, still served by old servers.

use std::collections::VecDeque;

use reqwest::Response;
use reqwest::header::{CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};

use crate::error::WireError;
use crate::message::Message;
use crate::observer::{Observer, excerpt};

use super::http::{HttpClient, content_type, essence, expect_plain, refused, shown};
use super::read::{json_limits, read_message};
use super::sse::{Event, EventParser};
use super::{Outgoing, Protocol};

pub(crate) struct HttpSse {
    /// Its address is where messages are posted.
    client: HttpClient,
    response: Response,
    parser: EventParser,
    events: VecDeque<Event>,
    protocol: Protocol,
}

impl HttpSse {
    /// Opens the stream and waits for its first event, `endpoint`.
    pub(super) async fn connect(mut client: HttpClient, observer: &mut Observer) -> Result<Self, WireError> {
        let method = "GET";
        let mut response = client.get_stream(HeaderMap::new(), observer).await?;
        let status = response.status().as_u16();
        if status == 401 || status == 403 {
            return Err(refused(&response, method));
        }
        expect_plain(&response, method)?;
        let sent = content_type(&response);
        if !response.status().is_success() || sent.as_deref().map(essence).unwrap_or_default() != "text/event-stream" {
            let body = client.body(response).await?;
            return Err(client.unusable(status, method, sent, &body));
        }
        let mut parser = EventParser::new(client.limits.message_bytes);
        let mut events = VecDeque::new();
        loop {
            let Ok(Some(chunk)) = response.chunk().await else {
                return Err(WireError::StreamEnded { method: "endpoint".to_owned() });
            };
            let limit = client.limits.message_bytes;
            events.extend(parser.push(&chunk).map_err(|_| WireError::MessageTooLong { limit })?);
            let Some(event) = events.pop_front() else { continue };
            if event.kind != "endpoint" {
                return Err(client.unusable(status, method, sent, &event.data));
            }
            let text = String::from_utf8_lossy(&event.data).into_owned();
            let address = client.url.join(text.trim()).ok().filter(|url| url.origin() == client.url.origin());
            client.url = address.ok_or_else(|| WireError::Redirect {
                url: shown(&client.url),
                status,
                location: excerpt(text.as_bytes(), 200),
                reason: "its endpoint event names another origin, or no address",
            })?;
            observer.note(|| format!("messages go to {}", shown(&client.url)));
            return Ok(Self { client, response, parser, events, protocol: Protocol::Open });
        }
    }

    pub(super) fn speak(&mut self, protocol: Protocol) {
        self.protocol = protocol;
    }

    /// Posts a request; its answer comes over the stream.
    pub(super) async fn request(&mut self, outgoing: Outgoing<'_>, observer: &mut Observer) -> Result<(), WireError> {
        let method = outgoing.method;
        let response = self.post(outgoing.body, observer).await?;
        let status = response.status().as_u16();
        if status == 401 || status == 403 {
            return Err(refused(&response, method));
        }
        if !response.status().is_success() {
            let sent = content_type(&response);
            let body = self.client.body(response).await?;
            return Err(self.client.unusable(status, method, sent, &body));
        }
        Ok(())
    }

    /// Posts a notification or an answer. How it is received is a finding; servers answer with 200 or 202 and a word.
    pub(super) async fn tell(&mut self, outgoing: Outgoing<'_>, observer: &mut Observer) -> Result<(), WireError> {
        let place = format!("POST {}", outgoing.shown());
        let response = self.post(outgoing.body, observer).await?;
        if !response.status().is_success() {
            let status = response.status().as_u16();
            observer.saw("notification-status", place, || format!("HTTP {status}"));
        }
        Ok(())
    }

    async fn post(&mut self, body: Vec<u8>, observer: &mut Observer) -> Result<Response, WireError> {
        let mut headers = HeaderMap::new();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        if let Protocol::Legacy(version) = &self.protocol
            && let Ok(version) = HeaderValue::from_str(version)
        {
            headers.insert(HeaderName::from_static("mcp-protocol-version"), version);
        }
        self.client.post(body, headers, observer).await
    }

    pub(super) async fn receive(&mut self, method: &str, observer: &mut Observer) -> Result<Message, WireError> {
        let limits = json_limits(&self.client.limits);
        loop {
            while let Some(event) = self.events.pop_front() {
                if !event.is_message() {
                    continue;
                }
                observer.received(&event.data);
                match read_message(event.data, limits, None, method, observer)? {
                    Ok(message) => return Ok(message),
                    Err(text) => observer.saw("event-not-message", method, || format!("{:?}", excerpt(&text, 80))),
                }
            }
            let Ok(Some(chunk)) = self.response.chunk().await else {
                return Err(WireError::StreamEnded { method: method.to_owned() });
            };
            let limit = self.client.limits.message_bytes;
            self.events.extend(self.parser.push(&chunk).map_err(|_| WireError::MessageTooLong { limit })?);
        }
    }
}
