//! Transports: bytes, limits and timing, without any MCP.
//!
//! Called by [`Session`](crate::Session) alone. Each kind is one file; the session sees only this enum.

mod http;
mod http_sse;
mod in_process;
mod lines;
mod process;
mod read;
mod sse;
mod stderr;
mod stdio;
mod streamable_http;
mod task;
mod writer;

pub use process::end_orphans;

use std::time::Duration;

use crate::error::WireError;
use crate::limits::Limits;
use crate::message::Message;
use crate::observer::Observer;
use crate::target::Target;

/// What goes out, with what an HTTP transport must say about it in headers.
pub(crate) struct Outgoing<'a> {
    /// The JSON-RPC method; of an answer to the server, empty.
    pub(crate) method: &'a str,
    /// `params.name` or `params.uri`, for the header `Mcp-Name` of the modern era.
    pub(crate) name: Option<&'a str>,
    /// Further headers of the modern era: `Mcp-Param-…`.
    pub(crate) headers: &'a [(String, String)],
    /// The message.
    pub(crate) body: Vec<u8>,
}

impl Outgoing<'_> {
    /// What it is, for findings.
    fn shown(&self) -> &str {
        if self.method.is_empty() { "an answer" } else { self.method }
    }
}

/// What HTTP requests say of the protocol in their headers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Protocol {
    /// Nothing: the version is not agreed on.
    #[default]
    Open,
    /// `MCP-Protocol-Version`, and the session's id when there is one.
    Legacy(String),
    /// `MCP-Protocol-Version` and `Mcp-Method` on every request, no session.
    Modern(String),
}

/// A connection to a server.
pub(crate) enum Transport {
    Stdio(Box<stdio::Stdio>),
    StreamableHttp(Box<streamable_http::StreamableHttp>),
    HttpSse(Box<http_sse::HttpSse>),
    InProcess(in_process::InProcess),
}

impl Transport {
    /// Starts the server, or makes ready to reach it.
    pub(crate) fn open(target: &Target, limits: &Limits, observer: &mut Observer) -> Result<Self, WireError> {
        Ok(match target {
            Target::Command(command) => Transport::Stdio(Box::new(stdio::Stdio::start(command, limits, observer)?)),
            Target::Endpoint(endpoint) => {
                Transport::StreamableHttp(Box::new(streamable_http::StreamableHttp::new(endpoint, limits)?))
            }
            Target::InProcess(connect) => Transport::InProcess(in_process::InProcess::new(connect(), limits)),
        })
    }

    /// The name in capture files.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Transport::Stdio(_) => "stdio",
            Transport::StreamableHttp(_) => "streamable-http",
            Transport::HttpSse(_) => "http+sse",
            Transport::InProcess(_) => "in-process",
        }
    }

    /// Whether messages travel over HTTP, each request by itself.
    pub(crate) fn is_http(&self) -> bool {
        matches!(self, Transport::StreamableHttp(_) | Transport::HttpSse(_))
    }

    /// Whether answers to several requests come over one stream: then a late one can be taken for another.
    pub(crate) fn shares_a_stream(&self) -> bool {
        !matches!(self, Transport::StreamableHttp(_))
    }

    /// Sets what headers say from here on.
    pub(crate) fn speak(&mut self, protocol: Protocol) {
        match self {
            Transport::StreamableHttp(http) => http.speak(protocol),
            Transport::HttpSse(http) => http.speak(protocol),
            Transport::Stdio(_) | Transport::InProcess(_) => {}
        }
    }

    /// Sends a request; its answer comes through [`receive`](Self::receive).
    pub(crate) async fn request(&mut self, outgoing: Outgoing<'_>, observer: &mut Observer) -> Result<(), WireError> {
        match self {
            Transport::Stdio(stdio) => stdio.send(outgoing.body, observer).await,
            Transport::StreamableHttp(http) => return http.request(outgoing, observer).await,
            Transport::HttpSse(http) => return http.request(outgoing, observer).await,
            Transport::InProcess(lines) => lines.send(outgoing.body, observer).await,
        }
        Ok(())
    }

    /// Sends a notification or an answer: nothing comes back.
    pub(crate) async fn tell(&mut self, outgoing: Outgoing<'_>, observer: &mut Observer) -> Result<(), WireError> {
        match self {
            Transport::Stdio(stdio) => stdio.send(outgoing.body, observer).await,
            Transport::StreamableHttp(http) => return http.tell(outgoing, observer).await,
            Transport::HttpSse(http) => return http.tell(outgoing, observer).await,
            Transport::InProcess(lines) => lines.send(outgoing.body, observer).await,
        }
        Ok(())
    }

    /// The next message of the server. Safe to cancel. `method` is the request that waits, for messages.
    pub(crate) async fn receive(&mut self, method: &str, observer: &mut Observer) -> Result<Message, WireError> {
        match self {
            Transport::Stdio(stdio) => stdio.receive(method, observer).await,
            Transport::StreamableHttp(http) => http.receive(method, observer).await,
            Transport::HttpSse(http) => http.receive(method, observer).await,
            Transport::InProcess(lines) => lines.receive(method, observer).await,
        }
    }

    /// The error for a request that was not answered in time.
    pub(crate) fn timed_out(
        &self,
        method: &str,
        limit: Duration,
        flag: &'static str,
        observer: &Observer,
    ) -> WireError {
        let said = match self {
            Transport::Stdio(stdio) => stdio.said(observer),
            Transport::InProcess(lines) => lines.said(observer),
            Transport::StreamableHttp(_) | Transport::HttpSse(_) => Box::default(),
        };
        WireError::Timeout { method: method.to_owned(), limit, flag, said }
    }

    /// The session the server gave, if it gave one.
    pub(crate) fn session_id(&self) -> Option<&str> {
        match self {
            Transport::StreamableHttp(http) => http.session_id(),
            _ => None,
        }
    }

    /// Asks `method` without the session; `Ok(true)` when it gives a result all the same.
    pub(crate) async fn answers_without_session(
        &mut self,
        outgoing: Outgoing<'_>,
        observer: &mut Observer,
    ) -> Result<bool, WireError> {
        match self {
            Transport::StreamableHttp(http) => http.answers_without_session(outgoing, observer).await,
            _ => Ok(true),
        }
    }

    /// Turns a Streamable HTTP connection into one of the old HTTP+SSE transport, which starts with a GET.
    pub(crate) async fn fall_back_to_sse(&mut self, observer: &mut Observer) -> Result<(), WireError> {
        if let Transport::StreamableHttp(http) = self {
            let old = http_sse::HttpSse::connect(http.client(), observer).await?;
            *self = Transport::HttpSse(Box::new(old));
        }
        Ok(())
    }

    /// Ends the conversation, and the process if there is one, with its whole group. `has_answered` tells whether the
    /// server ever did.
    pub(crate) async fn close(self, has_answered: bool, observer: &mut Observer) {
        match self {
            Transport::Stdio(stdio) => stdio.close(has_answered, observer).await,
            Transport::StreamableHttp(http) => http.close(observer).await,
            Transport::HttpSse(_) | Transport::InProcess(_) => {}
        }
    }
}
