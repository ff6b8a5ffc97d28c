//! What mcpledge costs: ratios measured in one run, and instruction counts.
//!
//! `cargo xtask bench` builds and starts this. The first argument is the `mcpledge` to measure, the second the oracle,
//! the third a folder for files, the fourth the recorded counts; `--record` records them anew. `work NAME FILE…` does one
//! piece of work and nothing else, `peak COMMAND…` prints the largest memory of a command in KiB.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "the table is what this is for")]

mod clock;
mod contracts;
mod counts;
mod measure;
mod peak;
mod surface;
mod table;
mod work;

use std::path::PathBuf;
use std::process::ExitCode;

/// What is measured, and where.
pub(crate) struct Setting {
    /// The command line.
    pub(crate) mcpledge: PathBuf,
    /// The oracle in JavaScript.
    pub(crate) oracle: PathBuf,
    /// Where files may be written.
    pub(crate) folder: PathBuf,
    /// The recorded instruction counts.
    pub(crate) counts: PathBuf,
    /// A folder of locks and captures whose names sort by version, measured besides what is made here.
    pub(crate) histories: Option<PathBuf>,
    /// Record the counts instead of comparing them.
    pub(crate) record: bool,
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let outcome = match words.as_slice() {
        ["work", name, files @ ..] => work::alone(name, files),
        ["peak", command @ ..] => peak::print(command),
        [mcpledge, oracle, folder, counts, flags @ ..] => {
            let path = |text: &str| PathBuf::from(text);
            let (mcpledge, oracle, folder, counts) = (path(mcpledge), path(oracle), path(folder), path(counts));
            let histories = flags.iter().find_map(|flag| flag.strip_prefix("--histories=")).map(PathBuf::from);
            let record = flags.contains(&"--record");
            let only = flags.iter().find_map(|flag| flag.strip_prefix("--only="));
            all(&Setting { mcpledge, oracle, folder, counts, histories, record }, only)
        }
        _ => Err("start this with `cargo xtask bench`".to_owned()),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("bench: {failure}");
            ExitCode::FAILURE
        }
    }
}

/// Everything, or what has one name alone.
fn all(setting: &Setting, only: Option<&str>) -> Result<(), String> {
    std::fs::create_dir_all(&setting.folder).map_err(|error| error.to_string())?;
    let mut table = table::Table::default();
    type Measurement = fn(&Setting, &mut table::Table) -> Result<(), String>;
    const ALL: [(&str, Measurement); 8] = [
        ("fingerprint", measure::fingerprints),
        ("capture", measure::captures),
        ("start", measure::start),
        ("linear", measure::linearity),
        ("check", contracts::check),
        ("diff", contracts::diff),
        ("engine", contracts::engine),
        ("counts", |setting, _| counts::run(setting)),
    ];
    let chosen: Vec<_> = ALL.iter().filter(|(name, _)| only.is_none_or(|only| only == *name)).collect();
    if chosen.is_empty() {
        let names: Vec<&str> = ALL.iter().map(|(name, _)| *name).collect();
        return Err(format!("`--only` takes one of {}", names.join(", ")));
    }
    for (_, measurement) in chosen {
        measurement(setting, &mut table)?;
    }
    println!("\n{} targets missed", table.missed());
    Ok(())
}
