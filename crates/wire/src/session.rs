//! A conversation: JSON-RPC over one transport, one request at a time.
//!
//! Called by the eras and by capture. It matches answers to requests, answers what the server asks, keeps every
//! deadline, and notes what is odd. It knows no method but `ping`.

use std::time::Duration;

use mcpledge_contract::finding::Finding;
use tokio::time::{Instant, timeout_at};

use crate::answer::{Answer, Fit, RpcError, fit};
use crate::error::WireError;
use crate::limits::Limits;
use crate::message::{self, Message, MessageKind};
use crate::observer::{Observer, excerpt};
use crate::target::Target;
use crate::transport::{Outgoing, Protocol, Transport};

/// How long an answer may take.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Wait {
    /// The usual limits: that of the start until the server has answered once, then that of a request.
    Usual,
    /// At most this long, for questions a server may leave unanswered.
    AtMost(Duration),
}

/// When a wait ends, and what to say then.
#[derive(Clone, Copy)]
struct Deadline {
    at: Instant,
    limit: Duration,
    flag: &'static str,
}

/// A conversation with one server.
pub struct Session {
    transport: Transport,
    limits: Limits,
    observer: Observer,
    next_id: u64,
    /// Requests that were not answered: the open one, and those that are no longer waited for.
    unanswered: Vec<u64>,
    /// The last answer to a request that was no longer waited for.
    late: Option<Answer>,
    started: Instant,
    /// The end of the whole capture.
    end: Instant,
    answered: bool,
    modern: bool,
}

/// What a message means to the request that is open.
enum Sorted {
    /// Its answer.
    Answer(Answer),
    /// An error that names no request, while an older one is unanswered as well.
    Unclaimed(Answer),
    /// Something else, dealt with.
    Other,
}

impl Session {
    /// Starts the server, or makes ready to reach it. Nothing is sent. Must be called inside a tokio runtime.
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
            unanswered: Vec::new(),
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

    /// Whether the server gave a session, which every request then names.
    pub(crate) fn has_session(&self) -> bool {
        self.transport.session_id().is_some()
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
        let deadline = self.deadline(Wait::AtMost(ENDPOINT_EVENT));
        let opened = timeout_at(deadline.at, self.transport.fall_back_to_sse(&mut self.observer)).await;
        opened.unwrap_or_else(|_| Err(self.timed_out("GET", deadline)))
    }

    /// What a request was answered with after it was given up.
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

    /// The same with what the modern era puts into headers: `name` for `Mcp-Name`, and `Mcp-Param-…` headers. Texts
    /// that a header cannot carry are encoded.
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
        self.unanswered.push(id);
        let deadline = self.deadline(wait);
        let body = message::request(id, method, params);
        let outgoing = Outgoing { method, name, headers, body };
        let Ok(sent) = timeout_at(deadline.at, self.transport.request(outgoing, &mut self.observer)).await else {
            return Err(self.timed_out(method, deadline));
        };
        if let Err(error) = sent {
            // Refused before it reached anybody: no answer is owed.
            self.unanswered.retain(|open| *open != id);
            return Err(error);
        }
        let mut until = deadline.at;
        let mut unclaimed = None;
        loop {
            let answer = match timeout_at(until, self.next(id, method)).await {
                Ok(next) => match next? {
                    Sorted::Answer(answer) => answer,
                    Sorted::Unclaimed(answer) => {
                        until = until.min(Instant::now() + self.limits.probe);
                        unclaimed = Some(answer);
                        continue;
                    }
                    Sorted::Other => continue,
                },
                Err(_) => unclaimed.ok_or_else(|| self.timed_out(method, deadline))?,
            };
            self.unanswered.retain(|open| *open != id);
            self.answered = true;
            return Ok(answer);
        }
    }

    async fn next(&mut self, id: u64, method: &str) -> Result<Sorted, WireError> {
        let message = self.transport.receive(method, &mut self.observer).await?;
        match message.kind() {
            MessageKind::Request => self.answer_server(&message).await,
            MessageKind::Notification => {
                if message.value().get("params").is_some_and(|params| !params.is_object()) {
                    let name = message.method();
                    self.observer.saw("notification-params", &name, || "`params` is no object".to_owned());
                }
            }
            MessageKind::Response => return Ok(self.match_answer(message, id, method)),
        }
        Ok(Sorted::Other)
    }

    fn timed_out(&self, method: &str, deadline: Deadline) -> WireError {
        self.transport.timed_out(method, deadline.limit, deadline.flag, &self.observer)
    }

    fn deadline(&self, wait: Wait) -> Deadline {
        let now = Instant::now();
        let Limits { start, request, capture, .. } = self.limits;
        let mut deadline = if self.answered {
            Deadline { at: now + request, limit: request, flag: "--request-timeout" }
        } else {
            Deadline { at: self.started + start, limit: start, flag: "--start-timeout" }
        };
        if self.end < deadline.at {
            deadline = Deadline { at: self.end, limit: capture, flag: "--capture-timeout" };
        }
        if let Wait::AtMost(most) = wait
            && now + most < deadline.at
        {
            (deadline.at, deadline.limit) = (now + most, most);
        }
        deadline
    }

    /// Sends a notification without params.
    ///
    /// # Errors
    /// The transport fails. How the server received it is a finding.
    pub async fn notify(&mut self, method: &str) -> Result<(), WireError> {
        let deadline = self.deadline(Wait::Usual);
        let outgoing = Outgoing { method, name: None, headers: &[], body: message::notification(method) };
        match timeout_at(deadline.at, self.transport.tell(outgoing, &mut self.observer)).await {
            Ok(told) => told,
            Err(_) if self.is_http() && Instant::now() < self.end => {
                self.observer.saw("notification-status", format!("POST {method}"), || {
                    format!("no answer within {} ms", deadline.limit.as_millis())
                });
                Ok(())
            }
            Err(_) => Err(self.timed_out(method, deadline)),
        }
    }

    /// Answers a request of the server, which may block until it has an answer (MCP 2025-11-25, client features).
    async fn answer_server(&mut self, message: &Message) {
        let Some(id) = message.value().get("id") else { return };
        let name = message.method();
        let outcome = if name == "ping" { "\"result\":{}" } else { METHOD_NOT_FOUND };
        // Nothing was offered in `capabilities`; in the modern era servers send no requests at all. Before its first
        // answer nobody knows which era the server speaks.
        if self.modern && self.answered || name != "ping" {
            self.observer
                .saw("server-request", &name, || format!("`{name}` was asked of a client without capabilities"));
        }
        let body = message::response(id, outcome);
        let outgoing = Outgoing { method: "", name: None, headers: &[], body };
        if let Err(error) = self.transport.tell(outgoing, &mut self.observer).await {
            // Whether the server goes on without it shows in its answer to our request.
            self.observer.note(|| format!("an answer to `{name}` could not be sent: {error}"));
        }
    }

    /// What a response means while request `id` is open; findings for ids that fit nothing.
    fn match_answer(&mut self, message: Message, id: u64, method: &str) -> Sorted {
        let sent = message.value().get("id");
        let given =
            || sent.map_or_else(|| "no id".to_owned(), |sent| format!("id {}", excerpt(sent.raw().as_bytes(), 80)));
        match fit(sent, id) {
            Fit::Exact => {}
            Fit::Retyped => self.observer.saw("answer-id-type", method, || format!("{} for id {id}", given())),
            Fit::Unreadable if message.value().get("error").is_some() => {
                if self.transport.shares_a_stream() && self.unanswered.len() > 1 {
                    return Sorted::Unclaimed(self.answer(message, method));
                }
            }
            // Over Streamable HTTP each request has an exchange of its own, and what comes back in it is its answer.
            Fit::Unreadable | Fit::Other if !self.transport.shares_a_stream() => {
                self.observer.saw("answer-id-unknown", method, || format!("{} while {id} was open", given()));
            }
            Fit::Unreadable | Fit::Other => {
                let old = self.unanswered.iter().position(|&old| matches!(fit(sent, old), Fit::Exact | Fit::Retyped));
                match old {
                    Some(at) => {
                        self.unanswered.remove(at);
                        self.late = Some(self.answer(message, method));
                    }
                    None => {
                        self.observer.saw("answer-id-unknown", method, || format!("{} while {id} was open", given()));
                    }
                }
                return Sorted::Other;
            }
        }
        Sorted::Answer(self.answer(message, method))
    }

    fn answer(&mut self, message: Message, method: &str) -> Answer {
        let value = message.value();
        if !value.get("jsonrpc").is_some_and(|version| version.is_text("2.0")) {
            self.observer.saw("answer-shape", method, || "`jsonrpc` is not \"2.0\"".to_owned());
        }
        let error = value.get("error").filter(|error| !error.is_null());
        let outcome = match (error, message.owned().get("result")) {
            (None, Some(result)) => {
                if let Some(status) = message.http_status.filter(|status| *status != 200) {
                    self.observer.saw("http-status", method, || format!("a result with HTTP {status}"));
                }
                Ok(result)
            }
            (error, result) => {
                match (error, result) {
                    (Some(_), Some(_)) => {
                        self.observer.saw("answer-shape", method, || "both `result` and `error`".to_owned());
                    }
                    (None, _) => {
                        self.observer.saw("answer-shape", method, || "neither `result` nor `error`".to_owned());
                    }
                    (Some(error), None) if !error.is_object() => {
                        let found = error.kind().name();
                        self.observer.saw("answer-shape", method, || format!("`error` is {found}, no object"));
                    }
                    (Some(_), None) => {}
                }
                Err(RpcError::of(&message))
            }
        };
        Answer { message, outcome }
    }

    /// Whether the server gave a session and answers nothing without it: asked once, with `method`.
    pub(crate) async fn insists_on_session(&mut self, method: &str) -> bool {
        if !self.has_session() {
            return false;
        }
        let body = message::request(self.next_id, method, "{}");
        self.next_id += 1;
        let outgoing = Outgoing { method, name: None, headers: &[], body };
        let deadline = self.deadline(Wait::Usual);
        let asked = self.transport.answers_without_session(outgoing, &mut self.observer);
        !matches!(timeout_at(deadline.at, asked).await, Ok(Ok(true)))
    }

    /// Ends the conversation, and the process if there is one. Gives the findings of its whole length.
    pub async fn close(mut self) -> Vec<Finding> {
        let limit = self.limits.grace * 4;
        let _ = tokio::time::timeout(limit, self.transport.close(self.answered, &mut self.observer)).await;
        self.observer.take()
    }
}

/// How long an endpoint of the old HTTP+SSE transport may take to its first event.
const ENDPOINT_EVENT: Duration = Duration::from_secs(10);

const METHOD_NOT_FOUND: &str = "\"error\":{\"code\":-32601,\"message\":\"Method not found\"}";
