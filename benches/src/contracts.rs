//! What judging costs: a surface against its lock, two surfaces, two schemas.
//!
//! Called by `main`. The floor is JSON read and bytes hashed by somebody else; the engine stands beside the only
//! other one there is for the same questions.

use std::cell::Cell;
use std::path::Path;
use std::time::Duration;

use jsonschema::canonical::{self, Containment};
use mcpledge_contract::breaks::{Settings, compare};
use mcpledge_contract::inclusion::{Engine, Options, Verdict};
use mcpledge_contract::json::{Document, Limits};
use mcpledge_contract::lock::{LockFile, Mode, Question, Version, judge};
use mcpledge_contract::surface::{Capture, Era, ListKind, read_capture, read_surface};

use crate::clock::{in_turns, timed};
use crate::measure::{run, shown, write};
use crate::surface::Surface;
use crate::table::{Table, Target};
use crate::{Setting, work};

const LOCKED: usize = 250_000;

/// `check` of a capture file against a lock.
pub(crate) fn check(setting: &Setting, table: &mut Table) -> Result<(), String> {
    let capture = Surface::of_bytes(LOCKED).capture().into_bytes();
    let changed = Surface::of_changed_bytes(LOCKED).capture().into_bytes();
    let lock = lock_of(&capture)?.into_bytes();
    let capture_path = shown(&write(setting, "check-capture.json", &capture)?);
    let lock_path = shown(&write(setting, "surface.lock.json", &lock)?);
    let mcpledge = shown(&setting.mcpledge);
    let command = ["check", "--quiet", "--version", "1.0.0", "--lock", &lock_path, &capture_path];
    if !run(&mcpledge, &command) {
        return Err(format!("{mcpledge} {} failed", command.join(" ")));
    }
    let judged = |capture: &[u8], fails: bool| {
        let (capture, lock) = (capture.to_vec(), lock.clone());
        timed(|| judged(lock, capture) == Some(fails)).max(Duration::from_nanos(1))
    };
    let [same, broken, process, nothing, floor] = in_turns(
        60,
        [
            &mut || judged(&capture, false),
            &mut || judged(&changed, true),
            &mut || timed(|| run(&mcpledge, &command)),
            &mut || timed(|| run(&mcpledge, &["--version"])),
            &mut || timed(|| (work::floor(&lock), work::floor(&capture))),
        ],
    );
    table.heading(&format!("check of {} bytes against a lock of {} bytes: ours / floor", capture.len(), lock.len()));
    table.times("check, nothing changed", same, floor, Target::AtMost(2.0));
    table.times("mcpledge check less its start", process.saturating_sub(nothing), floor, Target::None);
    table.times("check, every tool changed", broken, floor, Target::None);
    Ok(())
}

/// Whether the lock refuses the capture, both read from their text.
pub(crate) fn judged(lock: Vec<u8>, capture: Vec<u8>) -> Option<bool> {
    let (lock, capture) = (LockFile::read(lock).ok()?, read_capture(capture).ok()?);
    Some(ask(Some(&lock), &capture, Mode::Check).ok()?.fails())
}

pub(crate) fn lock_of(capture: &[u8]) -> Result<String, String> {
    let capture = read_capture(capture.to_vec()).map_err(|error| error.to_string())?;
    ask(None, &capture, Mode::Write)?.text.ok_or_else(|| "no lock was written".to_owned())
}

fn ask(lock: Option<&LockFile>, capture: &Capture, mode: Mode) -> Result<mcpledge_contract::lock::Judgement, String> {
    let (version, settings) = (Version::parse("1.0.0").map_err(|error| error.to_string())?, Settings::default());
    let question = Question {
        mode,
        version: &version,
        profile: None,
        eras: &[Era::Legacy],
        allow_lower: false,
        settings: &settings,
        approvals: &[],
        accept: &[],
        today: "2026-01-01",
    };
    judge(lock, capture, &question).map_err(|error| error.to_string())
}

/// `diff` of surfaces of which one tool in a hundred changed.
pub(crate) fn diff(_: &Setting, table: &mut Table) -> Result<(), String> {
    table.heading("diff of two surfaces, one tool in 100 changed: ours / floor of reading both");
    let of = |count: usize, rounds: usize, table: &mut Table, target: Target| -> Result<(), String> {
        let old = Surface::of_tools(count).capture().into_bytes();
        let new = Surface::of_changed_tools(count, 100).capture().into_bytes();
        let entries = compared(old.clone(), new.clone()).ok_or("no captures")?;
        if entries < count / 100 {
            return Err(format!("{entries} entries where {} tools changed", count / 100));
        }
        let read = |text: &[u8]| serde_json::from_slice::<serde_json::Value>(text).map_err(|error| error.to_string());
        let [ours, floor] = in_turns(
            rounds,
            [
                &mut || {
                    let texts = (old.clone(), new.clone());
                    timed(|| compared(texts.0, texts.1))
                },
                &mut || timed(|| (read(&old), read(&new))),
            ],
        );
        table.times(&format!("{count} tools, {entries} entries"), ours, floor, target);
        Ok(())
    };
    // That it is linear is counted in instructions (`counts`): time is not, for anybody, as texts outgrow the caches.
    of(1_000, 40, table, Target::None)?;
    of(10_000, 12, table, Target::AtMost(3.0))?;
    of(100_000, 3, table, Target::None)
}

pub(crate) fn compared(old: Vec<u8>, new: Vec<u8>) -> Option<usize> {
    let (old, new) = (read_capture(old).ok()?, read_capture(new).ok()?);
    Some(compare(&old, &new, &Settings::default()).entries.len())
}

/// The engine beside `jsonschema::canonical`, each from the text of both schemas to the answer.
pub(crate) fn engine(setting: &Setting, table: &mut Table) -> Result<(), String> {
    table.heading("the engine on changed schemas, taken literally: ours / jsonschema::canonical");
    let made = [Surface::of_bytes(LOCKED).capture(), Surface::of_changed_bytes(LOCKED).capture()];
    let mut histories = vec![("250 KB made here".to_owned(), made.map(String::into_bytes).to_vec())];
    if let Some(folder) = &setting.histories {
        histories.extend(read_histories(folder)?);
    }
    for (name, versions) in histories {
        let pairs = changed_schemas(versions)?;
        if pairs.is_empty() {
            continue;
        }
        let (mut ours, mut theirs) = ([0_usize; 3], [0_usize; 3]);
        let apart = Cell::new(0);
        for (old, new) in &pairs {
            let (a, b) = (by_us(old, new).ok_or("no schema")?, by_them(old, new));
            ours[a] += 1;
            theirs[b] += 1;
            apart.set(apart.get() + usize::from(a + b == 1));
        }
        let [mine, other] = in_turns(
            20,
            [&mut || timed(|| pairs.iter().filter_map(|(old, new)| by_us(old, new)).sum::<usize>()), &mut || {
                timed(|| pairs.iter().map(|(old, new)| by_them(old, new)).sum::<usize>())
            }],
        );
        table.times(&format!("{name}: {} questions", pairs.len()), mine, other, Target::AtMost(1.0));
        println!(
            "    proved, refuted, unknown: ours {ours:?} (each refutation confirmed by a validator), theirs {theirs:?}; \
             {} contradict",
            apart.get()
        );
    }
    Ok(())
}

/// 0 proved, 1 refuted, 2 unknown.
fn by_us(old: &str, new: &str) -> Option<usize> {
    let read = |text: &str| Document::parse(text, Limits::default()).ok();
    let (old, new) = (read(old)?, read(new)?);
    Some(match Engine::new(Options::literal()).covers(old.root(), new.root()) {
        Verdict::Proved => 0,
        Verdict::Refuted(_) => 1,
        Verdict::Unknown { .. } => 2,
    })
}

fn by_them(old: &str, new: &str) -> usize {
    let read = |text: &str| {
        let schema = serde_json::from_str(text).ok()?;
        canonical::options().offline().canonicalize(&schema).ok()
    };
    let answer = read(old).zip(read(new)).and_then(|(old, new)| new.covers(&old).ok());
    match answer {
        Some(Containment::Yes) => 0,
        Some(Containment::No) => 1,
        Some(Containment::Unknown) | None => 2,
    }
}

/// The input and output schemas that are not the same from one version to the next, narrow side first.
fn changed_schemas(versions: Vec<Vec<u8>>) -> Result<Vec<(String, String)>, String> {
    let mut pairs = Vec::new();
    let mut before: Option<serde_json::Map<String, serde_json::Value>> = None;
    for text in versions {
        let surface = read_surface(text, None).map_err(|error| error.to_string())?;
        let tools = surface.capture.list(ListKind::Tools).unwrap_or_default();
        let mut here = serde_json::Map::new();
        for tool in tools {
            let tool: serde_json::Value =
                serde_json::from_str(tool.value().raw()).map_err(|error| error.to_string())?;
            let name = tool["name"].as_str().unwrap_or_default().to_owned();
            here.insert(name, tool);
        }
        for (name, old) in before.iter().flatten() {
            let Some(new) = here.get(name) else { continue };
            for (key, input) in [("inputSchema", true), ("outputSchema", false)] {
                match (old.get(key), new.get(key)) {
                    (Some(old), Some(new)) if old != new => {
                        let (narrow, wide) = if input { (old, new) } else { (new, old) };
                        pairs.push((narrow.to_string(), wide.to_string()));
                    }
                    _ => {}
                }
            }
        }
        before = Some(here);
    }
    Ok(pairs)
}

/// A server's name and the texts of its versions, oldest first.
type History = (String, Vec<Vec<u8>>);

/// The files of a folder by the server they are of: the name up to the last `-v` or `.`.
fn read_histories(folder: &Path) -> Result<Vec<History>, String> {
    let told = |error: std::io::Error| format!("{}: {error}", folder.display());
    let mut names: Vec<String> = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(told)? {
        names.push(entry.map_err(told)?.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    let mut histories: Vec<History> = Vec::new();
    for name in names.iter().filter(|name| name.ends_with(".json")) {
        let stem = name.trim_end_matches(".json");
        let server = stem.rsplit_once("-v").or_else(|| stem.rsplit_once(['.', '-'])).map_or(stem, |(server, _)| server);
        let text = std::fs::read(folder.join(name)).map_err(told)?;
        if read_surface(text.clone(), None).is_err() {
            continue;
        }
        match histories.last_mut().filter(|(last, _)| last == server) {
            Some((_, versions)) => versions.push(text),
            None => histories.push((server.to_owned(), vec![text])),
        }
    }
    Ok(histories)
}
