//! Which era a server speaks, and a conversation in it (MCP 2026-07-28, "Backward Compatibility" of both transports):
//! ask the modern question, fall back on any other answer, on silence, and on an end.
//!
//! Called by captures and conversations. Servers exist that die of the question, that refuse `initialize` after it,
//! and that are only slow: where the first process is no good any more, a fresh one takes its place.

use std::time::Duration;

use mcpledge_contract::json::Owned;

use crate::answer::RpcError;
use crate::capture::Options;
use crate::error::WireError;
use crate::observer::{Observer, excerpt};
use crate::session::{Session, Wait};
use crate::target::Target;

use super::legacy::{self, FORM_VERSION};
use super::modern::{self, Discovery};

/// How long `server/discover` may take over HTTP, where a service may have to start first.
const HTTP_PROBE: Duration = Duration::from_secs(10);

/// An open conversation.
pub(crate) enum Opened {
    Modern(Modern),
    Legacy(Legacy),
}

/// A conversation in the modern era.
pub(crate) struct Modern {
    pub(crate) session: Session,
    /// The `server/discover` result.
    pub(crate) result: Owned,
    /// The version that is spoken.
    pub(crate) version: String,
    /// The server needed longer for its first answer than a probe waits.
    pub(crate) slow: bool,
}

/// A conversation in the legacy era.
pub(crate) enum Legacy {
    /// With the `initialize` result.
    Open { session: Session, result: Owned },
    /// The server answers, and refuses `initialize`: with [`WireError::InitializeFailed`].
    Refused { session: Session, error: WireError },
}

/// Opens conversations with one target.
pub(crate) struct Opener<'a> {
    pub(crate) target: &'a Target,
    pub(crate) options: &'a Options,
}

impl Opener<'_> {
    fn session(&self) -> Result<Session, WireError> {
        Session::open(self.target, &self.options.limits, Observer::new(self.options.trace.clone()))
    }

    /// The version `initialize` asks for.
    pub(crate) fn legacy_version(&self) -> &str {
        self.options.protocol_version.as_deref().unwrap_or(FORM_VERSION)
    }

    /// The legacy era in a fresh session; the server sees no other question first.
    pub(crate) async fn legacy(&self, wait: Wait) -> Result<Legacy, WireError> {
        self.initialize(self.session()?, wait).await
    }

    /// The modern era in a fresh session.
    pub(crate) async fn modern(&self, wait: Wait) -> Result<Modern, WireError> {
        let mut session = self.session()?;
        let reason = match modern::discover(&mut session, &self.options.client, wait).await {
            Ok(Discovery::Modern(result, version)) => {
                return Ok(Modern { session, result, version, slow: false });
            }
            Ok(Discovery::Legacy(reason)) => WireError::NotModern { reason },
            Ok(Discovery::Refused(error)) => refused(&error),
            Err(error) => error,
        };
        session.close().await;
        Err(reason)
    }

    /// The modern era where the server speaks it, else the legacy one.
    pub(crate) async fn any(&self) -> Result<Opened, WireError> {
        let mut session = self.session()?;
        let probe = if session.is_http() { HTTP_PROBE } else { self.options.limits.probe };
        let legacy = match modern::discover(&mut session, &self.options.client, Wait::AtMost(probe)).await {
            Ok(Discovery::Modern(result, version)) => {
                return Ok(Opened::Modern(Modern { session, result, version, slow: false }));
            }
            Ok(Discovery::Legacy(reason)) => {
                session.observer().note(|| format!("not modern: {reason}"));
                self.after_probe(session).await
            }
            Ok(Discovery::Refused(error)) => {
                session.close().await;
                match self.legacy(Wait::Usual).await? {
                    Legacy::Refused { session, .. } => {
                        session.close().await;
                        Err(refused(&error))
                    }
                    open => Ok(open),
                }
            }
            Err(WireError::Timeout { .. }) => return self.after_silence(session).await,
            // It died of the question, or closed the connection over it: a fresh one never hears it.
            Err(error) if is_end(&error) => {
                session.close().await;
                self.legacy(Wait::Usual).await
            }
            Err(WireError::Refused { .. } | WireError::NotJsonRpc { .. } | WireError::Encoded { .. }) => {
                self.initialize(session, Wait::Usual).await
            }
            Err(error) => {
                session.close().await;
                Err(error)
            }
        };
        legacy.map(Opened::Legacy)
    }

    /// The question was answered, not as a modern server does.
    async fn after_probe(&self, session: Session) -> Result<Legacy, WireError> {
        let is_process = !session.is_http();
        match self.initialize(session, Wait::Usual).await {
            // It answered the question and then ended, or takes no second first question.
            Err(error) if is_end(&error) => self.legacy(Wait::Usual).await,
            Ok(Legacy::Refused { session, .. }) if is_process => {
                session.close().await;
                self.legacy(Wait::Usual).await
            }
            other => other,
        }
    }

    /// The question was not answered in time: the server may be old, or only slow to start.
    async fn after_silence(&self, mut session: Session) -> Result<Opened, WireError> {
        session.observer().note(|| "no answer to `server/discover` in time: trying `initialize`".to_owned());
        let error = match self.initialize_in(&mut session, Wait::Usual).await {
            Ok(result) => return Ok(Opened::Legacy(Legacy::Open { session, result })),
            Err(error) => error,
        };
        let refuses = matches!(error, WireError::InitializeFailed { .. });
        let is_modern = session.late_answer().is_some_and(|answer| modern::is_discovery(&answer));
        if is_modern || refuses && session.is_http() {
            return self.modern_after_all(session, error).await;
        }
        session.close().await;
        // It was slow, and died of the question in the end, or takes no second first question.
        if is_end(&error) || refuses { self.legacy(Wait::Usual).await.map(Opened::Legacy) } else { Err(error) }
    }

    /// It was slow, and modern after all: a fresh session starts with a clean record of ids and versions.
    async fn modern_after_all(&self, old: Session, error: WireError) -> Result<Opened, WireError> {
        let wait = if old.is_http() { Wait::AtMost(HTTP_PROBE) } else { Wait::Usual };
        match self.modern(wait).await {
            Ok(modern) => {
                old.close().await;
                Ok(Opened::Modern(Modern { slow: true, ..modern }))
            }
            Err(_) if matches!(error, WireError::InitializeFailed { .. }) => {
                Ok(Opened::Legacy(Legacy::Refused { session: old, error }))
            }
            Err(_) => {
                old.close().await;
                Err(error)
            }
        }
    }

    async fn initialize(&self, mut session: Session, wait: Wait) -> Result<Legacy, WireError> {
        match self.initialize_in(&mut session, wait).await {
            Ok(result) => Ok(Legacy::Open { session, result }),
            Err(error @ WireError::InitializeFailed { .. }) => Ok(Legacy::Refused { session, error }),
            Err(error) => {
                session.close().await;
                Err(error)
            }
        }
    }

    async fn initialize_in(&self, session: &mut Session, wait: Wait) -> Result<Owned, WireError> {
        legacy::initialize(session, self.legacy_version(), &self.options.client, wait).await
    }
}

/// Whether the server, or its connection, is gone.
fn is_end(error: &WireError) -> bool {
    matches!(
        error,
        WireError::Exited { .. }
            | WireError::OutputClosed { .. }
            | WireError::StreamEnded { .. }
            | WireError::Broken { .. }
    )
}

fn refused(error: &RpcError) -> WireError {
    WireError::DiscoverFailed {
        code: excerpt(error.code.as_bytes(), 40),
        message: excerpt(error.message.as_bytes(), 500),
    }
}
