//! Taking a capture: which era, how often, and what the two takes differ in.
//!
//! Called by every command that looks at a live server. Each era is captured in a process (or session) of its own:
//! dual-era servers exist that refuse `initialize` after `server/discover`, and old ones die at the question.

pub(crate) mod list;
mod local;

use std::sync::Arc;
use std::time::Duration;

use mcpledge_contract::finding::Finding;
use mcpledge_contract::surface::{
    self, Capture, Change, Client, Credential, Era, How, ListKind, Opening, PER_RULE, differences,
};
use tokio::time::{Instant, sleep_until};

use crate::era::detect::{Legacy, Modern, Opened, Opener};
use crate::era::legacy::FORM_VERSION;
use crate::era::modern::{self, Discovery, Meta};
use crate::error::WireError;
use crate::limits::Limits;
use crate::observer::{Trace, excerpt};
use crate::secret::Secret;
use crate::session::{Session, Wait};
use crate::target::Target;
use crate::transport::Protocol;

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

/// How long `initialize` may take in a server that is known to be modern, and that answered quickly.
const SECOND_ERA: Duration = Duration::from_secs(10);

/// How far apart two captures start: a surface that holds the time mostly holds it in seconds.
const APART: Duration = Duration::from_millis(1_100);

/// Captures a live server, findings included.
///
/// # Errors
/// The server could not be reached, or spoke no MCP of the era that was asked for.
pub async fn capture(target: &Target, options: &Options) -> Result<Capture, WireError> {
    let taker = Taker(Opener { target, options });
    let started = Instant::now();
    let mut first = taker.take().await?;
    if options.twice {
        if !matches!(target, Target::InProcess(_)) {
            sleep_until(started + APART).await;
        }
        let second = taker.take().await?;
        compare(&mut first, &second);
        if let Target::Command(command) = target {
            local::note(&mut first, command);
            if let Some(modern) = &mut first.modern {
                local::note(modern, command);
            }
        }
    }
    // Findings are words of ours and go into files: what the user gave us is not in them, whatever the server repeats.
    for secret in target.secrets() {
        strike_findings(&mut first, secret);
    }
    Ok(first)
}

/// Strikes a secret out of the findings of both eras.
fn strike_findings(capture: &mut Capture, secret: &Secret) {
    for finding in &mut capture.findings {
        finding.message = secret.strike(&finding.message);
        finding.place = secret.strike(&finding.place);
    }
    if let Some(modern) = &mut capture.modern {
        strike_findings(modern, secret);
    }
}

struct Taker<'a>(Opener<'a>);

impl Taker<'_> {
    async fn take(&self) -> Result<Capture, WireError> {
        match self.0.options.era {
            EraChoice::Auto => match self.0.any().await? {
                Opened::Modern(modern) => {
                    let wait = if modern.slow { Wait::Usual } else { Wait::AtMost(SECOND_ERA) };
                    self.add_legacy(self.finish_modern(modern).await?, wait).await
                }
                Opened::Legacy(legacy) => {
                    let (capture, is_modern) = self.finish_legacy(legacy).await?;
                    if is_modern { self.add_modern(capture).await } else { Ok(capture) }
                }
            },
            EraChoice::Legacy => {
                let legacy = match self.0.legacy(Wait::Usual).await? {
                    Legacy::Refused { session, error } => self.ask_for_modern(session, error).await?,
                    open => open,
                };
                Ok(self.finish_legacy(legacy).await?.0)
            }
            EraChoice::Modern => self.finish_modern(self.0.modern(Wait::Usual).await?).await,
        }
    }

    /// Adds the legacy era to the capture of the modern one, which stands alone where there is none.
    async fn add_legacy(&self, mut modern: Capture, wait: Wait) -> Result<Capture, WireError> {
        let taken = match self.0.legacy(wait).await {
            Ok(Legacy::Refused { session, .. }) => {
                session.close().await;
                return Ok(modern);
            }
            Ok(open) => self.finish_legacy(open).await.map(|(capture, _)| capture),
            Err(error) => Err(error),
        };
        match taken {
            Ok(mut legacy) => {
                legacy.modern = Some(Box::new(modern));
                Ok(legacy)
            }
            // An endpoint without a legacy era need not say so in JSON-RPC.
            Err(WireError::NotJsonRpc { status: 400..=499, .. }) => Ok(modern),
            Err(error) => {
                modern.findings.push(other_era_broke("initialize", &error));
                Ok(modern)
            }
        }
    }

    /// The other way round, for a server whose answer to the modern question came late.
    async fn add_modern(&self, mut legacy: Capture) -> Result<Capture, WireError> {
        let taken = match self.0.modern(Wait::Usual).await {
            Ok(modern) => self.finish_modern(modern).await,
            Err(error) => Err(error),
        };
        match taken {
            Ok(modern) => legacy.modern = Some(Box::new(modern)),
            Err(error) => legacy.findings.push(other_era_broke("server/discover", &error)),
        }
        Ok(legacy)
    }

    /// `initialize` was asked for and refused: finds out whether that is because the server is a modern one.
    async fn ask_for_modern(&self, mut session: Session, error: WireError) -> Result<Legacy, WireError> {
        let asked = Wait::AtMost(self.0.options.limits.probe);
        let found = modern::discover(&mut session, &self.0.options.client, asked).await;
        session.speak(Protocol::Open);
        if !matches!(found, Ok(Discovery::Modern(..) | Discovery::Refused(_))) {
            return Ok(Legacy::Refused { session, error });
        }
        session.close().await;
        Err(match error {
            WireError::InitializeFailed { code, message, supported, .. } => {
                WireError::InitializeFailed { code, message, supported, modern: true }
            }
            other => other,
        })
    }

    /// The capture, and whether the server turned out to be modern as well while it was taken.
    async fn finish_legacy(&self, legacy: Legacy) -> Result<(Capture, bool), WireError> {
        let version = self.0.legacy_version();
        let (mut session, result, refusal) = match legacy {
            Legacy::Open { session, result } => (session, Some(result), None),
            Legacy::Refused { session, error } => (session, None, Some(error)),
        };
        let mut capture = Capture::new(Opening::Initialize(result), self.how(&session, version));
        let taken = match &refusal {
            Some(WireError::InitializeFailed { modern: true, .. }) => Ok(()),
            _ => list::take_all(&mut session, &mut capture, None).await,
        };
        let served = ListKind::ALL.into_iter().find(|kind| capture.list(*kind).is_some());
        // What serves its lists without a handshake has a surface (fingerprint specification, section 1).
        let failure = match (refusal, served) {
            (Some(error), Some(_)) if taken.is_ok() => {
                let message = format!("{error}; the lists are served all the same");
                capture.findings.push(Finding::new("initialize-refused", "initialize", message));
                None
            }
            (refusal, _) => refusal.or(taken.err()),
        };
        if let Some(error) = failure {
            session.close().await;
            return Err(error);
        }
        if let Some(kind) = served
            && session.has_session()
            && session.insists_on_session(kind.method()).await
        {
            session.observer().saw("session-required", "endpoint", || {
                format!("`{}` gives no result without the session that `initialize` opened", kind.method())
            });
        }
        if version != FORM_VERSION {
            let message = format!("asked for {version}; `mcp-surface/1` asks for {FORM_VERSION}");
            capture.findings.push(Finding::new("form-version", "initialize.protocolVersion", message));
        }
        let is_modern = session.late_answer().is_some_and(|answer| modern::is_discovery(&answer));
        Ok((seal(session, capture).await, is_modern))
    }

    async fn finish_modern(&self, modern: Modern) -> Result<Capture, WireError> {
        let Modern { mut session, result, version, .. } = modern;
        let mut capture = Capture::new(Opening::Discover(result), self.how(&session, &version));
        let meta = Meta::new(&version, &self.0.options.client).member(None);
        if let Err(error) = list::take_all(&mut session, &mut capture, Some(&meta)).await {
            session.close().await;
            return Err(error);
        }
        Ok(seal(session, capture).await)
    }

    fn how(&self, session: &Session, version: &str) -> How {
        let names = |given: &[(String, Secret)]| -> Vec<String> {
            let mut names: Vec<String> = given.iter().map(|(name, _)| name.clone()).collect();
            names.sort();
            names.dedup();
            names
        };
        let credentials = match self.0.target {
            Target::Command(command) => names(&command.environment).into_iter().map(Credential::Environment).collect(),
            Target::Endpoint(endpoint) => names(&endpoint.headers).into_iter().map(Credential::Header).collect(),
            Target::InProcess(_) => Vec::new(),
        };
        How {
            transport: Some(session.transport().to_owned()),
            requested_version: Some(version.to_owned()),
            client: Some(self.0.options.client.clone()),
            credentials,
            times: 1,
            only_era: self.0.options.era != EraChoice::Auto,
        }
    }
}

fn other_era_broke(question: &'static str, error: &WireError) -> Finding {
    Finding::new("era-broken", question, excerpt(error.to_string().as_bytes(), 300))
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
