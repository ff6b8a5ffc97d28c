//! `mcpledge diff`: what changed between two surfaces, and what it breaks.

use std::path::Path;

use mcpledge_contract::breaks::{CallsVerdict, Preset, Settings, compare_eras, judge_calls, read_calls};
use mcpledge_contract::finding::{Level, find_rule};
use mcpledge_contract::surface::form::{Form, fingerprint};
use mcpledge_contract::surface::{Capture, Era, Surface, differences};

use crate::args::{DiffArgs, FormatArg, OutputArgs, PresetArg};
use crate::exit;
use crate::failure::Failure;
use crate::plan::{Side, read_side};
use crate::report::{DiffReport, Printer, Unexplained, diff_report, nearest};

pub(crate) async fn run(args: DiffArgs, output: &OutputArgs, printer: &Printer) -> Result<u8, Failure> {
    let settings = settings(&args)?;
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
    let comparison = compare_eras(&old.capture, &new.capture, &settings);
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
        preset: settings.preset,
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

fn settings(args: &DiffArgs) -> Result<Settings, Failure> {
    let preset = match args.preset {
        PresetArg::McpSurface => Preset::McpSurface,
        PresetArg::Default => Preset::Default,
        PresetArg::Strict => Preset::Strict,
    };
    let mut settings = Settings { preset, ..Settings::default() };
    for pair in &args.level {
        let (rule, level) = pair.split_once('=').ok_or_else(|| Failure::usage("`--level` takes RULE=LEVEL"))?;
        let level = Level::from_name(level)
            .ok_or_else(|| Failure::usage(format!("`{level}` is no level: there are allow, warn and deny")))?;
        if find_rule(rule).is_none() {
            let known = mcpledge_contract::breaks::BREAK_RULES.iter().map(|rule| rule.rule.id);
            let hint = nearest(rule, known).map_or_else(
                || "`mcpledge explain --list` shows all".to_owned(),
                |near| format!("did you mean `{near}`?"),
            );
            return Err(Failure::with_hint(format!("there is no rule `{rule}`"), hint));
        }
        settings.levels.insert(rule.to_owned(), level);
    }
    Ok(settings)
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
