//! A conversation: JSON-RPC over one transport, one request at a time.
//!
//! Called by the eras and by capture. It matches answers to requests, answers what the server asks, keeps every
//! deadline, and notes what is odd. It knows no method but `ping`.

use std::time::Duration;

use mcpledge_contract::finding::Finding;
use mcpledge_contract::json::{Owned, Value};
use tokio::time::{Instant, timeout_at};

use crate::error::WireError;
use crate::limits::Limits;
use crate::message::{self, Message, MessageKind};
use crate::observer::Observer;
use crate::target::Target;
use crate::transport::{Outgoing, Protocol, Transport};

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

impl std::fmt::Display for RpcError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "JSON-RPC error {}: {}", self.code, self.message)
    }
}

/// How long an answer may take.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Wait {
    /// The usual limits: that of the start until the server has answered once, then that of a request.
    Usual,
    /// At most this long, for questions a server may leave unanswered.
    AtMost(Duration),
}

/// A conversation with one server.
pub struct Session {
    transport: Transport,
    limits: Limits,
    observer: Observer,
    next_id: u64,
    /// Requests that are no longer waited for.
    abandoned: Vec<u64>,
    /// The last answer to an abandoned request.
    late: Option<Answer>,
    started: Instant,
    /// The end of the whole capture.
    end: Instant,
    answered: bool,
    modern: bool,
}

impl Session {
    /// Starts the server, or makes ready to reach it. Nothing is sent.
    ///
    /// # Errors
    /// The program cannot be started, or a header cannot be sent.
    pub fn open(target: &Target, limits: &Limits, mut observer: Observer) -> Result<Self, WireError> {
        let transport = Transport::open(target, limits, &mut observer)?;
        let started = Instant::now();
        Ok(Self {
            transport,
            limits: limits.clone(),
            observer,
            next_id: 1,
            abandoned: Vec::new(),
            late: None,
            started,
            end: started + limits.capture,
            answered: false,
            modern: false,
        })
    }

    /// The name of the transport, as in capture files.
    #[must_use]
    pub fn transport(&self) -> &'static str {
        self.transport.name()
    }

    pub(crate) fn is_http(&self) -> bool {
        self.transport.is_http()
    }

    pub(crate) fn limits(&self) -> &Limits {
        &self.limits
    }

    pub(crate) fn observer(&mut self) -> &mut Observer {
        &mut self.observer
    }

    /// Sets what HTTP headers say of the protocol from here on.
    pub(crate) fn speak(&mut self, protocol: Protocol) {
        self.modern = matches!(protocol, Protocol::Modern(_));
        self.transport.speak(protocol);
    }

    pub(crate) async fn fall_back_to_sse(&mut self) -> Result<(), WireError> {
        let limit = self.limits.request;
        let opened = tokio::time::timeout(limit, self.transport.fall_back_to_sse(&mut self.observer)).await;
        opened.unwrap_or_else(|_| Err(self.transport.timed_out("GET", limit, "--request-timeout")))
    }

    /// What an abandoned request was answered with after all.
    pub(crate) fn late_answer(&mut self) -> Option<Answer> {
        self.late.take()
    }

    /// Sends a request and waits for its answer. `params` is JSON text.
    ///
    /// # Errors
    /// The transport fails or a limit is passed. A JSON-RPC error is an answer.
    pub async fn request(&mut self, method: &str, params: &str) -> Result<Answer, WireError> {
        self.ask(method, params, None, &[], Wait::Usual).await
    }

    /// The same with what the modern era puts into headers: `name` for `Mcp-Name`, and `Mcp-Param-…` headers.
    ///
    /// # Errors
    /// As [`request`](Self::request).
    pub async fn request_named(
        &mut self,
        method: &str,
        params: &str,
        name: &str,
        headers: &[(String, String)],
    ) -> Result<Answer, WireError> {
        self.ask(method, params, Some(name), headers, Wait::Usual).await
    }

    pub(crate) async fn ask(
        &mut self,
        method: &str,
        params: &str,
        name: Option<&str>,
        headers: &[(String, String)],
        wait: Wait,
    ) -> Result<Answer, WireError> {
        let id = self.next_id;
        self.next_id += 1;
        let (deadline, limit, flag) = self.deadline(wait);
        let body = message::request(id, method, params);
        let outgoing = Outgoing { method, name, headers, body };
        let answer = timeout_at(deadline, async {
            self.transport.request(outgoing, &mut self.observer).await?;
            loop {
                let message = self.transport.receive(method, &mut self.observer).await?;
                if let Some(answer) = self.sort(message, id, method).await? {
                    return Ok(answer);
                }
            }
        })
        .await;
        match answer {
            Ok(Ok(answer)) => {
                self.answered = true;
                Ok(answer)
            }
            Ok(Err(error)) => Err(error),
            Err(_) => {
                self.abandoned.push(id);
                Err(self.transport.timed_out(method, limit, flag))
            }
        }
    }

    fn deadline(&self, wait: Wait) -> (Instant, Duration, &'static str) {
        let now = Instant::now();
        let (mut deadline, mut limit, mut flag) = if self.answered {
            (now + self.limits.request, self.limits.request, "--request-timeout")
        } else {
            (self.started + self.limits.start, self.limits.start, "--start-timeout")
        };
        if self.end < deadline {
            (deadline, limit, flag) = (self.end, self.limits.capture, "--capture-timeout");
        }
        if let Wait::AtMost(most) = wait
            && now + most < deadline
        {
            (deadline, limit) = (now + most, most);
        }
        (deadline, limit, flag)
    }

    /// Sends a notification without params.
    ///
    /// # Errors
    /// The transport fails. How the server received it is a finding.
    pub async fn notify(&mut self, method: &str) -> Result<(), WireError> {
        let limit = self.limits.request;
        let outgoing = Outgoing { method, name: None, headers: &[], body: message::notification(method) };
        let told = tokio::time::timeout(limit, self.transport.tell(outgoing, &mut self.observer)).await;
        told.unwrap_or_else(|_| Err(self.transport.timed_out(method, limit, "--request-timeout")))
    }

    /// Deals with one message; gives the answer to request `id` if this is it.
    async fn sort(&mut self, message: Message, id: u64, method: &str) -> Result<Option<Answer>, WireError> {
        match message.kind() {
            MessageKind::Request => self.answer_server(&message).await.map(|()| None),
            MessageKind::Notification => {
                if message.value().get("params").is_some_and(|params| !params.is_object()) {
                    let name = message.method();
                    self.observer.saw("notification-params", &name, || "`params` is no object".to_owned());
                }
                Ok(None)
            }
            MessageKind::Response => Ok(self.match_answer(message, id, method)),
        }
    }

    /// Answers a request of the server, which may block until it has an answer (MCP 2025-11-25, client features).
    async fn answer_server(&mut self, message: &Message) -> Result<(), WireError> {
        let Some(id) = message.value().get("id") else { return Ok(()) };
        let name = message.method();
        let outcome = if name == "ping" { "\"result\":{}" } else { METHOD_NOT_FOUND };
        // Nothing was offered in `capabilities`; in the modern era servers send no requests at all.
        if self.modern || name != "ping" {
            self.observer
                .saw("server-request", &name, || format!("`{name}` was asked of a client without capabilities"));
        }
        let body = message::response(id, outcome);
        self.transport.tell(Outgoing { method: "", name: None, headers: &[], body }, &mut self.observer).await
    }

    /// The answer, if `message` is one to request `id`; findings for ids that fit nothing.
    fn match_answer(&mut self, message: Message, id: u64, method: &str) -> Option<Answer> {
        let sent = message.value().get("id");
        let fits = |wanted: u64| fit(sent, wanted);
        let given = || sent.map_or_else(|| "no id".to_owned(), |sent| format!("id {}", sent.raw()));
        match fits(id) {
            Fit::Exact => {}
            Fit::Retyped => self.observer.saw("answer-id-type", method, || format!("{} for id {id}", given())),
            Fit::Unreadable if message.value().get("error").is_some() => {}
            Fit::Unreadable | Fit::Other => {
                if self.abandoned.iter().any(|&old| !matches!(fits(old), Fit::Other | Fit::Unreadable)) {
                    self.late = Some(self.answer(message, method));
                } else {
                    self.observer.saw("answer-id-unknown", method, || format!("{} while {id} was open", given()));
                }
                return None;
            }
        }
        Some(self.answer(message, method))
    }

    fn answer(&mut self, message: Message, method: &str) -> Answer {
        let value = message.value();
        if !value.get("jsonrpc").is_some_and(|version| version.is_text("2.0")) {
            self.observer.saw("answer-shape", method, || "`jsonrpc` is not \"2.0\"".to_owned());
        }
        let error = value.get("error").filter(|error| !error.is_null());
        if value.get("result").is_some() && error.is_some() {
            self.observer.saw("answer-shape", method, || "both `result` and `error`".to_owned());
        }
        let outcome = match (error, message.owned().get("result")) {
            (None, Some(result)) => {
                if let Some(status) = message.http_status.filter(|status| *status != 200) {
                    self.observer.saw("http-status", method, || format!("a result with HTTP {status}"));
                }
                Ok(result)
            }
            _ => Err(RpcError {
                code: error.and_then(|error| error.get("code")).map_or("none", Value::raw).to_owned(),
                message: error
                    .and_then(|error| error.get("message"))
                    .and_then(Value::as_text)
                    .map(|text| text.decode().into_owned())
                    .unwrap_or_default(),
                data: message.owned().get("error").and_then(|error| error.get("data")),
            }),
        };
        Answer { message, outcome }
    }

    /// Whether the server gave a session and answers nothing without it: asked once, with `method`.
    pub(crate) async fn insists_on_session(&mut self, method: &str) -> bool {
        if self.transport.session_id().is_none() {
            return false;
        }
        let body = message::request(self.next_id, method, "{}");
        self.next_id += 1;
        let outgoing = Outgoing { method, name: None, headers: &[], body };
        let limit = self.limits.request;
        let asked = self.transport.answers_without_session(outgoing, &mut self.observer);
        !matches!(tokio::time::timeout(limit, asked).await, Ok(Ok(true)))
    }

    /// Ends the conversation, and the process if there is one. Gives the findings of its whole length.
    pub async fn close(mut self) -> Vec<Finding> {
        let limit = self.limits.grace * 4;
        let _ = tokio::time::timeout(limit, self.transport.close(&mut self.observer)).await;
        self.observer.take()
    }
}

const METHOD_NOT_FOUND: &str = "\"error\":{\"code\":-32601,\"message\":\"Method not found\"}";

enum Fit {
    Exact,
    /// The same id as another JSON type, or as another spelling of the number.
    Retyped,
    /// `null` or absent: the server could not read the request (JSON-RPC 2.0 section 5).
    Unreadable,
    Other,
}

#[expect(clippy::cast_precision_loss, clippy::float_cmp, reason = "ids are small integers, exact as doubles")]
fn fit(sent: Option<Value<'_>>, wanted: u64) -> Fit {
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
