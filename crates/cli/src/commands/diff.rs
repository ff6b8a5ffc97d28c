//! `mcpledge diff`: what changed between two surfaces, and what it breaks.

use std::collections::BTreeMap;
use std::path::Path;

use mcpledge_contract::breaks::{CallsVerdict, Comparison, compare_eras, judge_calls, read_calls};
use mcpledge_contract::finding::Level;
use mcpledge_contract::lock::{Approved, apply_approvals};
use mcpledge_contract::surface::form::{Form, fingerprint};
use mcpledge_contract::surface::{Capture, Era, Surface, differences};

use crate::args::{DiffArgs, FormatArg, OutputArgs};
use crate::exit;
use crate::failure::Failure;
use crate::plan::{Judging, Side, read_side};
use crate::report::{DiffReport, Printer, Unexplained, diff_report};

pub(crate) async fn run(args: DiffArgs, output: &OutputArgs, printer: &Printer) -> Result<u8, Failure> {
    let judging = Judging::find(args.config_file.as_deref(), &args.judgement)?;
    let profile = args.profile.as_deref();
    let new = match &args.new {
        Some(word) => Side::Word(word),
        None => Side::Command(&args.command),
    };
    let (mut old, old_name) = read_side(Side::Word(&args.old), profile, &args.reach, output).await?;
    let (mut new, new_name) = read_side(new, profile, &args.reach, output).await?;
    for (surface, name) in [(&old, &old_name), (&new, &new_name)] {
        refuse_half(&surface.capture, name)?;
    }
    old.reduce_to_common(&mut new);
    refuse_strangers(&old, &new, &old_name, &new_name)?;
    judging.require_items(&[&old.capture, &new.capture])?;
    let mut comparison = compare_eras(&old.capture, &new.capture, &judging.settings);
    let approvals = approve(&mut comparison, &judging);
    let calls = args.calls.as_deref().map(|path| calls(path, &old.capture, &new.capture)).transpose()?;
    let fails = match &calls {
        Some(calls) if args.calls_only => calls.breaks(&comparison),
        _ => comparison.breaks(),
    };
    let report = DiffReport {
        calls,
        old: old_name,
        new: new_name,
        old_version: old.version.clone(),
        new_version: new.version.clone(),
        preset: judging.settings.preset,
        approvals,
        eras: compared(&old.capture, &new.capture),
        // Hashing is the dearest part, and where a rule spoke there is nothing left to say by it.
        unexplained: if comparison.entries.is_empty() { unexplained(&old.capture, &new.capture) } else { Vec::new() },
        comparison,
    };
    let format = if output.json { FormatArg::Json } else { args.format };
    let text = diff_report(&report, format);
    match format {
        FormatArg::Terminal => printer.text(&text)?,
        _ => printer.data(text.as_bytes())?,
    }
    Ok(if fails { exit::BROKEN } else { exit::FINE })
}

/// A list that broke off is no list that is gone: such a capture says nothing about a change.
fn refuse_half(capture: &Capture, name: &str) -> Result<(), Failure> {
    const BROKEN_OFF: [&str; 3] = ["cursor-repeated", "list-incomplete", "page-limit"];
    for capture in capture.eras() {
        if let Some(finding) = capture.findings.iter().find(|finding| BROKEN_OFF.contains(&finding.rule.as_ref())) {
            return Err(Failure::Incomplete {
                message: format!("the capture of {name} is not whole: {}: {}", finding.place, finding.message),
                hint: format!("mend the server and capture again; `mcpledge explain {}` says more", finding.rule),
            });
        }
    }
    Ok(())
}

/// Puts the calls of a log to both sides.
fn calls(path: &Path, old: &Capture, new: &Capture) -> Result<CallsVerdict, Failure> {
    let text = std::fs::read(path).map_err(|error| Failure::file("read", path, &error))?;
    let calls = read_calls(&text).map_err(|error| {
        Failure::with_hint(
            format!("`{}` is no call log: {error}", path.display()),
            "a call log has one JSON object a line, with `tool` and `arguments`",
        )
    })?;
    Ok(judge_calls(old, new, &calls))
}

/// Takes approved breaks down to a warning; what is to be said of approvals, by the identity of the entry.
fn approve(comparison: &mut Comparison, judging: &Judging) -> BTreeMap<String, String> {
    let approved = apply_approvals(&comparison.entries, &judging.approvals, &judging.today);
    let mut said = BTreeMap::new();
    for (entry, approved) in comparison.entries.iter_mut().zip(approved) {
        let (Approved::By(index) | Approved::Over(index)) = approved else { continue };
        let Some(approval) = judging.approvals.get(index) else { continue };
        let text = match approved {
            Approved::Over(_) => format!("its approval ended on {}", approval.until.as_deref().unwrap_or_default()),
            _ => {
                entry.finding.level = Level::Warn;
                format!("approved: {}", approval.reason)
            }
        };
        said.insert(entry.identity.to_string(), text);
    }
    said
}

/// Without an era in common there is nothing to compare, and only a side that was asked for both can have lost one.
fn refuse_strangers(old: &Surface, new: &Surface, old_name: &str, new_name: &str) -> Result<(), Failure> {
    let eras = [Era::Legacy, Era::Modern];
    let common = eras.iter().any(|era| old.capture.in_era(*era).is_some() && new.capture.in_era(*era).is_some());
    if common || eras.iter().all(|era| old.knows_era(*era) && new.knows_era(*era)) {
        return Ok(());
    }
    Err(Failure::with_hint(
        format!("{old_name} and {new_name} have no protocol era in common"),
        "compare a capture of the legacy era with another of it, or two of the modern era",
    ))
}

/// The eras that both sides show.
fn compared(old: &Capture, new: &Capture) -> Vec<Era> {
    let both = |era: &Era| old.in_era(*era).is_some() && new.in_era(*era).is_some();
    [Era::Legacy, Era::Modern].into_iter().filter(both).collect()
}

/// Where the fingerprints differ although no rule speaks: what a lock would notice has to be told here as well.
fn unexplained(old: &Capture, new: &Capture) -> Vec<Unexplained> {
    let mut found = Vec::new();
    for era in [Era::Legacy, Era::Modern] {
        let (Some(old), Some(new)) = (old.in_era(era), new.in_era(era)) else { continue };
        let of = |capture: &Capture| fingerprint(Form::of_era(era), capture).ok();
        if let (Some(was), Some(now)) = (of(old), of(new))
            && was != now
        {
            found.push(Unexplained { era, was, now, places: differences(old, new) });
        }
    }
    found
}
