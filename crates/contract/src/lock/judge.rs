//! A capture before the lock: every section judged, and the text the lock would have.
//!
//! Called by `lock`, `check` and by tests of servers. Pure: it reads no file and no clock.

use std::sync::Arc;

use crate::breaks::{Comparison, Settings, compare};
use crate::finding::Level;
use crate::json::{Document, Fingerprint, Hasher, Owned, write_canonical};
use crate::surface::form::{Form, write_form};
use crate::surface::{Capture, Difference, Era, How, ListKind, Opening, differences};

use super::LIMITS;
use super::admission::{Acceptance, Admission};
use super::approval::{Approval, Approved, apply_approvals};
use super::error::LockError;
use super::file::{LockFile, Update, write_accepted, write_sections};
use super::record::Record;
use super::rule::{Mode, Move, Recorded, Refusal, Ruling, Step, rule};
use super::section::{Section, SectionKind, content_with};
use super::version::Version;

/// What is asked of the lock.
#[derive(Clone, Debug)]
pub struct Question<'a> {
    /// Whether the lock may be rewritten.
    pub mode: Mode,
    /// The package's version.
    pub version: &'a Version,
    /// The profile whose surface was captured.
    pub profile: Option<&'a str>,
    /// Eras that were asked for: a locked one that was, and is not there, is gone.
    pub eras: &'a [Era],
    /// Whether the version may go backwards.
    pub allow_lower: bool,
    /// What breaks a client.
    pub settings: &'a Settings,
    /// Breaks that are approved.
    pub approvals: &'a [Approval],
    /// Findings of the capture that are accepted with this run.
    pub accept: &'a [Acceptance],
    /// The day of approvals, `YYYY-MM-DD`.
    pub today: &'a str,
}

/// What came of one section.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Nothing changed.
    Keep,
    /// It is written.
    Write,
    /// It fails.
    Refuse(Refusal),
    /// It is kept and was not asked about.
    NotAsked,
    /// The server shows that era, and the lock has no section for it, but one for the other.
    NotLocked,
}

/// How the measured surface differs from the recorded one.
#[derive(Clone, Debug)]
pub struct Delta {
    /// Every place that differs.
    pub places: Vec<Difference>,
    /// What that means for clients.
    pub comparison: Comparison,
    /// For each entry of the comparison whether somebody approved it.
    pub approved: Vec<Approved>,
    /// What may be behind it: in what the two were taken differently.
    pub causes: Vec<String>,
}

impl Delta {
    /// Whether it breaks clients, approved breaks left out.
    #[must_use]
    pub fn breaks(&self) -> bool {
        self.comparison
            .entries
            .iter()
            .zip(&self.approved)
            .any(|(entry, approved)| entry.finding.level == Level::Deny && !matches!(approved, Approved::By(_)))
    }
}

/// One section, judged.
#[derive(Clone, Debug)]
pub struct SectionJudgement {
    /// Which one.
    pub kind: SectionKind,
    /// What came of it.
    pub verdict: Verdict,
    /// The version it is locked at.
    pub locked_version: Option<String>,
    /// The hash the lock records for it.
    pub locked_hash: Option<String>,
    /// The fingerprint of what was measured.
    pub measured: Option<Fingerprint>,
    /// What changed, where something did.
    pub delta: Option<Delta>,
    /// Whether the capture may be locked.
    pub admission: Admission,
    /// The first version on which its breaks would be fine, where there are any.
    pub needed: Option<String>,
}

/// A capture, judged.
#[derive(Clone, Debug)]
pub struct Judgement {
    /// The sections that there are or should be, in the order of the file.
    pub sections: Vec<SectionJudgement>,
    /// The text the lock should have, where that is another than it has. Only without failures.
    pub text: Option<String>,
}

impl Judgement {
    /// Whether anything fails.
    #[must_use]
    pub fn fails(&self) -> bool {
        self.sections.iter().any(|section| matches!(section.verdict, Verdict::Refuse(_)))
    }
}

/// Judges `capture` by the lock.
///
/// # Errors
/// The lock cannot be judged as asked: profiles do not fit, or a recorded version is none.
pub fn judge(lock: Option<&LockFile>, capture: &Capture, question: &Question<'_>) -> Result<Judgement, LockError> {
    let mut judgement = Judgement { sections: Vec::new(), text: None };
    let mut updates = Vec::new();
    let mut acceptances = Vec::new();
    for kind in SectionKind::ALL {
        let section = lock.and_then(|lock| lock.section(kind));
        let era = match kind {
            SectionKind::Declared => Some(Era::Legacy),
            SectionKind::Modern => Some(Era::Modern),
            SectionKind::Anonymous => None,
        };
        let asked = era.filter(|era| question.eras.contains(era));
        let measured = asked.and_then(|era| capture.in_era(era));
        match (section, measured) {
            (None, None) => {}
            (Some(section), None) => judgement.sections.push(unmeasured(section, asked.is_some())),
            (section, Some(measured)) => {
                let judge = Judge { lock, section, kind, capture: measured, question };
                let (judged, outcome) = judge.run()?;
                match outcome {
                    Outcome::Nothing => {}
                    Outcome::Update(update) => updates.push(*update),
                    Outcome::Accept => acceptances.push(judged.clone()),
                }
                judgement.sections.push(judged);
            }
        }
    }
    if question.mode == Mode::Write && !judgement.fails() && !(updates.is_empty() && acceptances.is_empty()) {
        let mut text = write_sections(lock, &updates);
        for section in acceptances {
            text = write_accepted(&text, section.kind, question.profile, &section.admission.accepted);
        }
        judgement.text = Some(text);
    }
    Ok(judgement)
}

/// A section of which nothing was measured.
fn unmeasured(section: &Section, asked: bool) -> SectionJudgement {
    let verdict = match (section.is_intact(), asked) {
        (false, _) => Verdict::Refuse(Refusal::EditedByHand),
        (true, true) => Verdict::Refuse(Refusal::EraGone),
        (true, false) => Verdict::NotAsked,
    };
    SectionJudgement {
        kind: section.kind,
        verdict,
        locked_version: Some(section.version.clone()),
        locked_hash: Some(section.hash.clone()),
        measured: None,
        delta: None,
        admission: Admission::default(),
        needed: None,
    }
}

enum Outcome {
    Nothing,
    Update(Box<Update>),
    /// The surface is as locked; a finding was accepted that was not before.
    Accept,
}

struct Judge<'a> {
    lock: Option<&'a LockFile>,
    section: Option<&'a Section>,
    kind: SectionKind,
    capture: &'a Capture,
    question: &'a Question<'a>,
}

impl Judge<'_> {
    fn run(&self) -> Result<(SectionJudgement, Outcome), LockError> {
        let Question { profile, mode, .. } = *self.question;
        let record = self.lock.map(|lock| lock.record(self.kind, profile)).unwrap_or_default();
        let recorded = self.section.map(|section| section.surface(profile)).transpose()?.flatten();
        // A profile is locked at a version of its own, since profiles are locked one after the other.
        let locked_version =
            recorded.and(self.section).map(|section| record.version.clone().unwrap_or_else(|| section.version.clone()));
        let mut surface = Vec::new();
        let form = Form::of_era(self.capture.era());
        // `of_era` gives the form of this very era, so there is no other outcome.
        let _ = write_form(form, self.capture, &mut surface);
        let measured = Fingerprint::of(&surface);
        let admission = Admission::of(self.capture, &record.accepted, self.question.accept);
        let mut judged = SectionJudgement {
            kind: self.kind,
            verdict: Verdict::Keep,
            locked_version,
            locked_hash: self.section.filter(|_| profile.is_none()).map(|section| section.hash.clone()),
            measured: Some(measured),
            delta: None,
            admission,
            needed: None,
        };
        let state = self.state(&mut judged, &record, recorded, &surface)?;
        judged.verdict = match rule(mode, state, self.question.allow_lower) {
            Ruling::Refuse(Refusal::EditedByHand) => Verdict::Refuse(Refusal::EditedByHand),
            _ if !judged.admission.unstable.is_empty() => {
                Verdict::Refuse(Refusal::Unstable { order_only: judged.admission.is_order_only() })
            }
            _ if !judged.admission.denied.is_empty() => Verdict::Refuse(Refusal::Denied),
            // One section is enough for a check: the other era may be newer than the lock, or nobody's business.
            Ruling::Refuse(Refusal::NoSection) if self.other_era_is_locked() => Verdict::NotLocked,
            Ruling::Refuse(refusal) => Verdict::Refuse(refusal),
            Ruling::Keep => Verdict::Keep,
            Ruling::Write => Verdict::Write,
        };
        let outcome = match judged.verdict {
            Verdict::Write => Outcome::Update(Box::new(self.update(surface, &judged.admission))),
            Verdict::Keep if judged.admission.accepted.iter().any(|new| !record.accepted.contains(new)) => {
                Outcome::Accept
            }
            _ => Outcome::Nothing,
        };
        Ok((judged, outcome))
    }

    fn other_era_is_locked(&self) -> bool {
        let other = if self.kind == SectionKind::Modern { SectionKind::Declared } else { SectionKind::Modern };
        self.section.is_none() && self.lock.is_some_and(|lock| lock.section(other).is_some())
    }

    /// How the measured surface stands to the recorded one; what changed goes into `judged`.
    fn state(
        &self,
        judged: &mut SectionJudgement,
        record: &Record,
        recorded: Option<&Owned>,
        surface: &[u8],
    ) -> Result<Recorded, LockError> {
        let Question { profile, version, .. } = *self.question;
        let Some(section) = self.section else { return Ok(Recorded::Nothing) };
        if !section.is_intact() {
            return Ok(Recorded::Edited);
        }
        let Some(recorded) = recorded else { return Ok(Recorded::Nothing) };
        if profile.is_some() {
            let mut hasher = Hasher::new();
            write_canonical(recorded.value(), &mut hasher, &mut ());
            judged.locked_hash = Some(hasher.finish().to_string());
        }
        if judged.locked_hash == judged.measured.map(|measured| measured.to_string()) {
            return Ok(Recorded::Same);
        }
        let delta = self.delta(record, recorded, surface);
        let breaks = delta.breaks();
        judged.delta = Some(delta);
        let text = judged.locked_version.as_deref().unwrap_or(&section.version);
        let locked = match Version::parse(text) {
            Ok(locked) => locked,
            Err(error) => return Err(LockError::Version { section: self.kind.key(), error }),
        };
        judged.needed = breaks.then(|| locked.line().next_version());
        let step = match () {
            () if locked == *version => Step::SameVersion,
            () if locked.line() == version.line() => Step::SameLine,
            () => Step::OtherLine,
        };
        Ok(Recorded::Other(Move { version: step, lower: version.is_lower_than(&locked), breaks }))
    }

    fn delta(&self, record: &Record, recorded: &Owned, surface: &[u8]) -> Delta {
        let era = self.capture.era();
        let old = capture_of(era, recorded);
        // Both sides in the form, so that what the form leaves out is no difference.
        let new = match Document::parse(surface, LIMITS) {
            Ok(document) => capture_of(era, &Owned::root(Arc::new(document))),
            Err(_) => self.capture.clone(),
        };
        let comparison = compare(&old, &new, self.question.settings);
        let approved = apply_approvals(&comparison.entries, self.question.approvals, self.question.today);
        let causes = record.causes(&Record::of(self.capture, Vec::new()));
        Delta { places: differences(&old, &new), comparison, approved, causes }
    }

    fn update(&self, surface: Vec<u8>, admission: &Admission) -> Update {
        let profile = self.question.profile;
        let mut hasher = Hasher::new();
        content_with(self.section, profile, &surface, &mut hasher);
        let version = self.question.version.text().to_owned();
        let record = Record {
            version: profile.map(|_| version.clone()),
            ..Record::of(self.capture, admission.accepted.clone())
        };
        Update { kind: self.kind, version, hash: hasher.finish(), profile: profile.map(str::to_owned), surface, record }
    }
}

/// A surface in a form, as a capture.
fn capture_of(era: Era, surface: &Owned) -> Capture {
    let opening = match era {
        Era::Legacy => Opening::Initialize(surface.get("initialize")),
        Era::Modern => match surface.get("discover") {
            Some(discover) => Opening::Discover(discover),
            None => Opening::Initialize(None),
        },
    };
    let mut capture = Capture::new(opening, How::default());
    for kind in ListKind::ALL {
        let list = surface.get(kind.key()).filter(|list| list.value().is_array());
        capture.set_list(kind, list.map(|list| list.items()));
    }
    capture
}
