//! Taking a capture: which era, how often, and what the two takes differ in.
//!
//! Called by every command that looks at a live server. Each era is captured in a process (or session) of its own:
//! dual-era servers exist that refuse `initialize` after `server/discover`, and old ones die at the question.

mod list;

use std::sync::Arc;
use std::time::Duration;

use mcpledge_contract::finding::Finding;
use mcpledge_contract::surface::{self, Capture, Change, Client, Credential, Era, How, Opening, PER_RULE, differences};

use crate::era::{legacy, modern};
use crate::error::WireError;
use crate::limits::Limits;
use crate::observer::{Observer, Trace};
use crate::session::{Session, Wait};
use crate::target::Target;

/// Which era to capture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EraChoice {
    /// Every era the server speaks.
    #[default]
    Auto,
    /// `initialize` alone; the server never sees another question first.
    Legacy,
    /// `server/discover` alone.
    Modern,
}

/// How to take a capture.
#[derive(Clone)]
pub struct Options {
    /// Which era.
    pub era: EraChoice,
    /// The version to ask for in `initialize`, instead of the form's.
    pub protocol_version: Option<String>,
    /// The client to show.
    pub client: Client,
    /// Limits of the conversation.
    pub limits: Limits,
    /// Take it twice and name what differs.
    pub twice: bool,
    /// Where the trace goes.
    pub trace: Option<Arc<dyn Trace>>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            era: EraChoice::Auto,
            protocol_version: None,
            client: Client { name: "mcpledge".to_owned(), version: env!("CARGO_PKG_VERSION").to_owned() },
            limits: Limits::default(),
            twice: false,
            trace: None,
        }
    }
}

/// How long `server/discover` may take over HTTP, where a service may have to start first.
const HTTP_PROBE: Duration = Duration::from_secs(10);

/// How long `initialize` may take in a server that is known to be modern.
const SECOND_ERA: Duration = Duration::from_secs(10);

/// Captures a live server, findings included.
///
/// # Errors
/// The server could not be reached, or spoke no MCP of the era that was asked for.
pub async fn capture(target: &Target, options: &Options) -> Result<Capture, WireError> {
    let mut first = Taker { target, options }.take().await?;
    if options.twice {
        let second = Taker { target, options }.take().await?;
        compare(&mut first, &second);
    }
    Ok(first)
}

struct Taker<'a> {
    target: &'a Target,
    options: &'a Options,
}

impl Taker<'_> {
    fn open(&self) -> Result<Session, WireError> {
        Session::open(self.target, &self.options.limits, Observer::new(self.options.trace.clone()))
    }

    async fn take(&self) -> Result<Capture, WireError> {
        match self.options.era {
            EraChoice::Auto => self.take_auto().await,
            EraChoice::Legacy => self.take_legacy(self.open()?, Wait::Usual).await,
            EraChoice::Modern => {
                let mut session = self.open()?;
                match modern::discover(&mut session, &self.options.client, Wait::Usual).await? {
                    (modern::Discovery::Modern(result), version) => self.finish_modern(session, result, &version).await,
                    (modern::Discovery::Legacy(reason), _) => {
                        session.close().await;
                        Err(WireError::NotModern { reason })
                    }
                }
            }
        }
    }

    /// MCP 2026-07-28, "Backward Compatibility" of both transports: ask the modern question, fall back on any other
    /// answer, on silence, and on an end.
    async fn take_auto(&self) -> Result<Capture, WireError> {
        let mut session = self.open()?;
        let probe = if session.is_http() { HTTP_PROBE } else { self.options.limits.probe };
        match modern::discover(&mut session, &self.options.client, Wait::AtMost(probe)).await {
            Ok((modern::Discovery::Modern(result), version)) => {
                let modern = self.finish_modern(session, result, &version).await?;
                self.add_legacy(modern).await
            }
            Ok((modern::Discovery::Legacy(reason), _)) => {
                session.observer().note(|| format!("not modern: {reason}"));
                self.take_legacy(session, Wait::Usual).await
            }
            Err(WireError::Timeout { .. }) => self.take_after_silence(session).await,
            // It died of the question, or closed the connection over it: a fresh one never hears it.
            Err(
                WireError::Exited { .. }
                | WireError::OutputClosed { .. }
                | WireError::StreamEnded { .. }
                | WireError::Broken { .. },
            ) => {
                session.close().await;
                self.take_legacy(self.open()?, Wait::Usual).await
            }
            Err(WireError::Refused { .. } | WireError::NotJsonRpc { .. }) => {
                self.take_legacy(session, Wait::Usual).await
            }
            Err(error) => {
                session.close().await;
                Err(error)
            }
        }
    }

    /// The question was not answered in time: the server may be old, or only slow to start.
    async fn take_after_silence(&self, mut session: Session) -> Result<Capture, WireError> {
        session.observer().note(|| "no answer to `server/discover` in time: trying `initialize`".to_owned());
        let opened = self.initialize(&mut session, Wait::Usual).await;
        let late = session.late_answer().and_then(|answer| answer.outcome.ok());
        let late = late.map(|result| modern::read(&mut session, result));
        match (opened, late) {
            // It was slow, and it speaks both eras: the modern one deserves a process of its own.
            (Ok(result), Some(modern::Discovery::Modern(_))) => {
                let mut capture = self.finish_legacy(session, result).await?;
                let mut second = self.open()?;
                if let Ok((modern::Discovery::Modern(result), version)) =
                    modern::discover(&mut second, &self.options.client, Wait::Usual).await
                {
                    capture.modern = Some(Box::new(self.finish_modern(second, result, &version).await?));
                }
                Ok(capture)
            }
            (Ok(result), _) => self.finish_legacy(session, result).await,
            (Err(_), Some(modern::Discovery::Modern(_))) => {
                // A fresh process starts with a clean record of ids and versions.
                session.close().await;
                let mut second = self.open()?;
                match modern::discover(&mut second, &self.options.client, Wait::Usual).await? {
                    (modern::Discovery::Modern(result), version) => self.finish_modern(second, result, &version).await,
                    (modern::Discovery::Legacy(reason), _) => Err(WireError::NotModern { reason }),
                }
            }
            (Err(error), _) => {
                session.close().await;
                Err(error)
            }
        }
    }

    /// Captures the legacy era of a server whose modern one is captured; without it, the modern one stands alone.
    async fn add_legacy(&self, modern: Capture) -> Result<Capture, WireError> {
        let Ok(session) = self.open() else { return Ok(modern) };
        match self.take_legacy(session, Wait::AtMost(SECOND_ERA)).await {
            Ok(mut legacy) => {
                legacy.modern = Some(Box::new(modern));
                Ok(legacy)
            }
            Err(_) => Ok(modern),
        }
    }

    async fn initialize(&self, session: &mut Session, wait: Wait) -> Result<mcpledge_contract::json::Owned, WireError> {
        let version = self.options.protocol_version.as_deref().unwrap_or(legacy::FORM_VERSION);
        legacy::initialize(session, version, &self.options.client, wait).await
    }

    async fn take_legacy(&self, mut session: Session, wait: Wait) -> Result<Capture, WireError> {
        match self.initialize(&mut session, wait).await {
            Ok(result) => self.finish_legacy(session, result).await,
            Err(error) => {
                session.close().await;
                Err(error)
            }
        }
    }

    async fn finish_legacy(
        &self,
        mut session: Session,
        result: mcpledge_contract::json::Owned,
    ) -> Result<Capture, WireError> {
        let version = self.options.protocol_version.as_deref().unwrap_or(legacy::FORM_VERSION);
        let mut capture = Capture::new(Opening::Initialize(Some(result)), self.how(&session, version));
        if let Err(error) = list::take_all(&mut session, &mut capture, None).await {
            session.close().await;
            return Err(error);
        }
        if session.insists_on_session("tools/list").await {
            session.observer().saw("session-required", "endpoint", || {
                "`tools/list` gives no result without the session that `initialize` opened".to_owned()
            });
        }
        if version != legacy::FORM_VERSION {
            let message = format!("asked for {version}; `mcp-surface/1` asks for {}", legacy::FORM_VERSION);
            capture.findings.push(Finding::new("form-version", "initialize.protocolVersion", message));
        }
        Ok(seal(session, capture).await)
    }

    async fn finish_modern(
        &self,
        mut session: Session,
        result: mcpledge_contract::json::Owned,
        version: &str,
    ) -> Result<Capture, WireError> {
        let mut capture = Capture::new(Opening::Discover(result), self.how(&session, version));
        let meta = modern::meta(version, &self.options.client);
        if let Err(error) = list::take_all(&mut session, &mut capture, Some(&meta)).await {
            session.close().await;
            return Err(error);
        }
        Ok(seal(session, capture).await)
    }

    fn how(&self, session: &Session, version: &str) -> How {
        let names = |given: &[(String, crate::secret::Secret)]| -> Vec<String> {
            let mut names: Vec<String> = given.iter().map(|(name, _)| name.clone()).collect();
            names.sort();
            names.dedup();
            names
        };
        let credentials = match self.target {
            Target::Command(command) => names(&command.environment).into_iter().map(Credential::Environment).collect(),
            Target::Endpoint(endpoint) => names(&endpoint.headers).into_iter().map(Credential::Header).collect(),
            Target::InProcess(_) => Vec::new(),
        };
        How {
            transport: Some(session.transport().to_owned()),
            requested_version: Some(version.to_owned()),
            client: Some(self.options.client.clone()),
            credentials,
            times: 1,
        }
    }
}

/// Ends the session and puts all findings into the capture: first those of the wire, then those of the surface.
async fn seal(session: Session, mut capture: Capture) -> Capture {
    let mut findings = session.close().await;
    findings.append(&mut capture.findings);
    capture.findings = findings;
    let inspection = surface::inspect(&capture);
    capture.fingerprint = Some(inspection.fingerprint);
    capture.findings.extend(inspection.findings);
    capture
}

/// Notes in `first` where `second`, taken right after it, differs.
fn compare(first: &mut Capture, second: &Capture) {
    for era in [Era::Legacy, Era::Modern] {
        let Some(one) = era_mut(first, era) else { continue };
        one.how.times = 2;
        match second.in_era(era) {
            Some(other) if one.fingerprint == other.fingerprint => {}
            Some(other) => note_differences(one, other),
            None => {
                let message = format!("the second capture has no {} era", era.name());
                one.findings.push(Finding::new("surface-unstable", "era", message));
            }
        }
    }
}

fn era_mut(capture: &mut Capture, era: Era) -> Option<&mut Capture> {
    if capture.era() == era { Some(capture) } else { capture.modern.as_deref_mut().filter(|other| other.era() == era) }
}

fn note_differences(one: &mut Capture, other: &Capture) {
    let found = differences(one, other);
    let (order, content): (Vec<_>, Vec<_>) = found.into_iter().partition(|found| found.change == Change::Order);
    for (rule, places) in [("surface-unstable", content), ("surface-order-unstable", order)] {
        let over = places.len().saturating_sub(PER_RULE);
        for place in places.into_iter().take(PER_RULE) {
            let message = match place.change {
                Change::Added => "only the second capture has it".to_owned(),
                Change::Removed => "only the first capture has it".to_owned(),
                Change::Changed { was, now } => format!("{was}, then {now}"),
                Change::Order => "the same items in another order".to_owned(),
            };
            one.findings.push(Finding::new(rule, place.place, message));
        }
        if over > 0 {
            one.findings.push(Finding::new(rule, "…", format!("and {over} more places of this kind")));
        }
    }
}
