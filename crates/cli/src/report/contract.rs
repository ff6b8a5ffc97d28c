//! What `lock` and `check` say: per section whether it holds, what changed, which version it needs, what to run next.

use anstyle::{AnsiColor, Style};
use mcpledge_contract::finding::{Finding, Level};
use mcpledge_contract::lock::{
    Approved, Delta, Judgement, Mode, Refusal, SectionJudgement, SectionKind, Verdict, credentials_text,
};
use mcpledge_contract::surface::{Capture, Change, Difference};

use crate::plan::ContractPlan;

use super::escape::{escaped, quoted};

const BAD: Style = AnsiColor::Red.on_default().bold();
const GOOD: Style = AnsiColor::Green.on_default().bold();
const WARN: Style = AnsiColor::Yellow.on_default().bold();

/// Places that are named, the rest counted (fingerprint specification, section 5).
const PLACES: usize = 10;

/// A judgement and what it is about.
pub(crate) struct ContractReport<'a> {
    pub(crate) mode: Mode,
    pub(crate) plan: &'a ContractPlan,
    pub(crate) capture: &'a Capture,
    pub(crate) judgement: &'a Judgement,
    pub(crate) target: String,
}

/// The report for people.
pub(crate) fn contract_text(report: &ContractReport<'_>) -> String {
    let lock = escaped(&report.plan.lock.display().to_string());
    let version = escaped(report.plan.version.version.text());
    let mut text = format!(
        "{} at version {version} ({}), taken with {}\n",
        escaped(&report.target),
        escaped(&report.plan.version.source),
        escaped(&credentials_text(&report.capture.how.credentials))
    );
    for section in &report.judgement.sections {
        text.push_str(&section_text(report, section));
    }
    if report.judgement.text.is_some() {
        text.push_str(&format!("{GOOD}wrote{GOOD:#} `{lock}` ({version})\n"));
    } else if report.judgement.fails() && report.mode == Mode::Write {
        text.push_str(&format!("`{lock}` is as it was\n"));
    }
    text
}

fn section_text(report: &ContractReport<'_>, section: &SectionJudgement) -> String {
    let name = section.kind.key();
    let locked = section.locked_version.as_ref().map(|version| format!(" since {version}")).unwrap_or_default();
    let line = match section.verdict {
        Verdict::Keep => format!("{GOOD}ok{GOOD:#} {name}: the surface is as locked{}\n", escaped(&locked)),
        Verdict::Write => {
            format!("{GOOD}ok{GOOD:#} {name}: locked at {}\n", escaped(report.plan.version.version.text()))
        }
        // The anonymous answers are measured by other commands, so there is nothing to say of them here.
        Verdict::NotAsked if section.kind == SectionKind::Anonymous => return String::new(),
        Verdict::NotAsked => format!("{name}: not asked about\n"),
        Verdict::NotLocked => {
            format!(
                "{WARN}warning{WARN:#} {name}: the server shows this era, and the lock has no section for it\n  next: mcpledge lock\n"
            )
        }
        Verdict::Refuse(refusal) => return refused(report, section, refusal),
    };
    format!("{line}{}", expired(report, section))
}

fn refused(report: &ContractReport<'_>, section: &SectionJudgement, refusal: Refusal) -> String {
    let version = report.plan.version.version.text();
    let locked = section.locked_version.as_deref().unwrap_or("no version");
    let needed = section.needed.as_deref();
    let said = match refusal {
        Refusal::EditedByHand => {
            "the recorded hash is not that of the recorded content: it was edited by hand".to_owned()
        }
        Refusal::NoBump { .. } => format!("the surface changed and the version did not: both are {version}"),
        Refusal::BreaksLine => {
            format!("the change breaks clients, and {version} is on the same compatibility line as {locked}")
        }
        Refusal::LowerVersion => format!("{version} is lower than the locked {locked}"),
        Refusal::NotLocked => {
            format!("the surface changed since {locked}; under {version} it may, but the lock does not have it yet")
        }
        Refusal::NoSection => "there is no such section in the lock".to_owned(),
        Refusal::EraGone => "it is locked, and the server does not speak this era any more".to_owned(),
        Refusal::Unstable { order_only: true } => {
            "two captures in a row differ in order only: a lock of this surface would not hold".to_owned()
        }
        Refusal::Unstable { order_only: false } => {
            "two captures in a row differ: a lock of this surface would not hold".to_owned()
        }
        Refusal::Denied => "the capture has findings that may not be locked".to_owned(),
    };
    let mut text = format!("{BAD}error{BAD:#} {}: {}\n", section.kind.key(), escaped(&said));
    // Of a capture that may not be locked at all it does not matter what it would change.
    let admitted = !matches!(refusal, Refusal::Unstable { .. } | Refusal::Denied);
    if let Some(delta) = section.delta.as_ref().filter(|_| admitted) {
        text.push_str(&delta_text(delta));
    }
    for finding in section.admission.unstable.iter().chain(&section.admission.denied).take(PLACES) {
        text.push_str(&format!("  {}\n", finding_line(finding)));
    }
    let over = (section.admission.unstable.len() + section.admission.denied.len()).saturating_sub(PLACES);
    if over > 0 {
        text.push_str(&format!("  and {over} more\n"));
    }
    text.push_str(&expired(report, section));
    if let Some(needed) = needed.filter(|_| admitted) {
        text.push_str(&format!("  needs: a version of another compatibility line, {} or later\n", escaped(needed)));
    } else if let Refusal::NoBump { .. } = refusal {
        text.push_str("  needs: any later version\n");
    }
    text.push_str(&format!("  next: {}\n", next(refusal, needed)));
    text
}

/// The command to run next, or what to do before it.
fn next(refusal: Refusal, needed: Option<&str>) -> String {
    match (refusal, needed) {
        (Refusal::EditedByHand, _) => "restore the lock from version control, then mcpledge lock".to_owned(),
        (Refusal::NoBump { .. } | Refusal::BreaksLine, Some(needed)) => {
            format!("set the version to {}, then mcpledge lock; or take the change back", escaped(needed))
        }
        (Refusal::NoBump { .. } | Refusal::BreaksLine, None) => {
            "raise the version, then mcpledge lock; or take the change back".to_owned()
        }
        (Refusal::LowerVersion, _) => "mcpledge lock --allow-lower-version, if that is meant".to_owned(),
        (Refusal::NotLocked | Refusal::NoSection, _) => "mcpledge lock".to_owned(),
        (Refusal::EraGone, _) => "serve the era again; or leave the section out with --era".to_owned(),
        (Refusal::Unstable { .. }, _) => "remove what changes by itself from the surface".to_owned(),
        (Refusal::Denied, _) => "mend the server; or mcpledge lock --accept RULE, which is recorded".to_owned(),
    }
}

fn delta_text(delta: &Delta) -> String {
    let mut text = String::new();
    for place in delta.places.iter().take(PLACES) {
        text.push_str(&format!("  {}\n", escaped(&place_line(place))));
    }
    if delta.places.len() > PLACES {
        text.push_str(&format!("  and {} more places\n", delta.places.len() - PLACES));
    }
    for cause in &delta.causes {
        text.push_str(&format!("  note: {}\n", escaped(cause)));
    }
    let breaks: Vec<_> = delta
        .comparison
        .entries
        .iter()
        .zip(&delta.approved)
        .filter(|(entry, approved)| entry.finding.level == Level::Deny && !matches!(approved, Approved::By(_)))
        .collect();
    for (entry, _) in breaks.iter().take(PLACES) {
        text.push_str(&format!("  breaks clients: {}\n", finding_line(&entry.finding)));
        if let Some(witness) = &entry.witness {
            text.push_str(&format!("    witness: {}\n", escaped(&shortened(witness))));
        }
        text.push_str(&format!("    identity: {}\n", entry.identity));
    }
    if breaks.len() > PLACES {
        text.push_str(&format!("  and {} more breaks: mcpledge diff shows all\n", breaks.len() - PLACES));
    }
    text
}

/// Approvals that stand for an entry and are over.
fn expired(report: &ContractReport<'_>, section: &SectionJudgement) -> String {
    let Some(delta) = &section.delta else { return String::new() };
    let mut text = String::new();
    for approved in &delta.approved {
        if let Approved::Over(index) = approved
            && let Some(approval) = report.plan.approvals.get(*index)
        {
            let until = approval.until.as_deref().unwrap_or_default();
            text.push_str(&format!("  the approval {} ended on {until}\n", escaped(&approval.finding)));
        }
    }
    text
}

fn finding_line(finding: &Finding) -> String {
    escaped(&format!("{}: {} [{}]", finding.place, finding.message, finding.rule))
}

fn place_line(difference: &Difference) -> String {
    let what = match &difference.change {
        Change::Added => "added".to_owned(),
        Change::Removed => "removed".to_owned(),
        Change::Changed { was, now } => format!("{now}, was {was}"),
        Change::Order => "the same items in another order".to_owned(),
    };
    format!("{}: {what}", difference.place)
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(100) {
        Some((end, _)) => format!("{} …", &text[..end]),
        None => text.to_owned(),
    }
}

/// The report for programs; `schema/check-report.schema.json` describes it.
pub(crate) fn contract_json(report: &ContractReport<'_>) -> String {
    let verdict = match (report.judgement.fails(), report.judgement.text.is_some()) {
        (true, _) => "refused",
        (false, true) => "written",
        (false, false) => "ok",
    };
    let sections: Vec<String> = report.judgement.sections.iter().map(section_json).collect();
    format!(
        "{{\"schema\":\"mcpledge/check-report-1\",\"mode\":{},\"lock\":{},\"version\":{},\"preset\":{},\"verdict\":{},\"sections\":[{}]}}\n",
        quoted(if report.mode == Mode::Write { "write" } else { "check" }),
        quoted(&report.plan.lock.display().to_string()),
        quoted(report.plan.version.version.text()),
        quoted(report.plan.settings.preset.name()),
        quoted(verdict),
        sections.join(",")
    )
}

fn section_json(section: &SectionJudgement) -> String {
    let (verdict, reason) = match section.verdict {
        Verdict::Keep => ("ok", None),
        Verdict::Write => ("written", None),
        Verdict::Refuse(refusal) => ("refused", Some(refusal.name())),
        Verdict::NotAsked => ("not-asked", None),
        Verdict::NotLocked => ("not-locked", None),
    };
    let text = |value: Option<&str>| value.map_or_else(|| "null".to_owned(), quoted);
    let delta = section.delta.as_ref();
    let places: Vec<String> = delta.into_iter().flat_map(|delta| &delta.places).map(place_json).collect();
    let breaks: Vec<String> = delta
        .into_iter()
        .flat_map(|delta| delta.comparison.entries.iter().zip(&delta.approved))
        .filter(|(entry, _)| entry.finding.level == Level::Deny)
        .map(|(entry, approved)| {
            format!(
                "{{\"rule\":{},\"place\":{},\"message\":{},\"witness\":{},\"identity\":{},\"approved\":{}}}",
                quoted(&entry.finding.rule),
                quoted(&entry.finding.place),
                quoted(&entry.finding.message),
                entry.witness.as_deref().unwrap_or("null"),
                quoted(&entry.identity.to_string()),
                matches!(approved, Approved::By(_))
            )
        })
        .collect();
    let findings: Vec<String> = section
        .admission
        .unstable
        .iter()
        .chain(&section.admission.denied)
        .map(|finding| {
            format!(
                "{{\"rule\":{},\"place\":{},\"message\":{}}}",
                quoted(&finding.rule),
                quoted(&finding.place),
                quoted(&finding.message)
            )
        })
        .collect();
    format!(
        "{{\"section\":{},\"verdict\":{},\"reason\":{},\"lockedVersion\":{},\"lockedHash\":{},\"measured\":{},\"needed\":{},\
         \"places\":[{}],\"breaks\":[{}],\"findings\":[{}]}}",
        quoted(section.kind.key()),
        quoted(verdict),
        text(reason),
        text(section.locked_version.as_deref()),
        text(section.locked_hash.as_deref()),
        text(section.measured.map(|measured| measured.to_string()).as_deref()),
        text(section.needed.as_deref()),
        places.join(","),
        breaks.join(","),
        findings.join(",")
    )
}

fn place_json(difference: &Difference) -> String {
    let change = match difference.change {
        Change::Added => "added",
        Change::Removed => "removed",
        Change::Changed { .. } => "changed",
        Change::Order => "order",
    };
    format!("{{\"place\":{},\"change\":{}}}", quoted(&difference.place), quoted(change))
}
