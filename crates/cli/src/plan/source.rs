//! Getting hold of a capture: from a live server, or from a file.
//!
//! Called by the commands that look at a surface.

use std::io::Read as _;
use std::path::Path;
use std::sync::Arc;

use mcpledge_contract::surface::{self, Capture, Era, read_capture};
use mcpledge_wire::capture::{EraChoice, Options};
use mcpledge_wire::{Target, Trace};

use crate::args::{EraArg, OutputArgs, TargetArgs};
use crate::failure::Failure;
use crate::report::WireTrace;

use super::target::{Subject, limits, resolve};

/// How a capture is to be taken.
pub(crate) struct Source<'a> {
    pub(crate) target: &'a TargetArgs,
    pub(crate) era: EraArg,
    pub(crate) protocol_version: Option<String>,
    pub(crate) twice: bool,
    /// Take a live server twice, and a file as it is.
    pub(crate) twice_if_live: bool,
}

/// Takes or reads the capture; also says what it is of.
pub(crate) async fn obtain(source: Source<'_>, output: &OutputArgs) -> Result<(Capture, Subject), Failure> {
    let subject = resolve(source.target)?;
    match &subject {
        Subject::Live(target) => {
            let options = Options {
                era: match source.era {
                    EraArg::Auto => EraChoice::Auto,
                    EraArg::Legacy => EraChoice::Legacy,
                    EraArg::Modern => EraChoice::Modern,
                },
                protocol_version: source.protocol_version,
                limits: limits(&source.target.reach),
                twice: source.twice || source.twice_if_live,
                ..Options::default()
            };
            let capture = take(target, options, &subject, output).await?;
            Ok((capture, subject))
        }
        Subject::File(path) => {
            if source.twice || source.protocol_version.is_some() {
                return Err(Failure::usage("`--twice` and `--protocol-version` mean nothing for a file"));
            }
            let mut capture = read_capture(read_file(path)?).map_err(|error| {
                Failure::with_hint(
                    format!("{} is no capture: {error}", subject.shown()),
                    "a capture file is what `mcpledge capture -o FILE` writes",
                )
            })?;
            refresh(&mut capture);
            if let Some(modern) = &mut capture.modern {
                refresh(modern);
            }
            let capture = select_era(capture, source.era, &subject)?;
            Ok((capture, subject))
        }
    }
}

/// Captures a live server, with the trace that was asked for.
pub(super) async fn take(
    target: &Target,
    options: Options,
    subject: &Subject,
    output: &OutputArgs,
) -> Result<Capture, Failure> {
    let trace: Option<Arc<dyn Trace>> =
        if output.verbose { Some(Arc::new(WireTrace::new(subject.secrets()))) } else { None };
    mcpledge_wire::capture::capture(target, &Options { trace, ..options }).await.map_err(|error| Failure::Peer {
        target: subject.shown(),
        secrets: subject.secrets(),
        error: Box::new(error),
    })
}

/// Reads a file, or standard input for `-`.
pub(super) fn read_file(path: &Path) -> Result<Vec<u8>, Failure> {
    if path.as_os_str() == "-" {
        let mut text = Vec::new();
        std::io::stdin().lock().read_to_end(&mut text).map_err(|error| Failure::file("read", path, &error))?;
        return Ok(text);
    }
    std::fs::read(path).map_err(|error| Failure::file("read", path, &error))
}

/// Inspects again, keeping what only the wire could see.
fn refresh(capture: &mut Capture) {
    let inspection = surface::inspect(capture);
    capture.fingerprint = Some(inspection.fingerprint);
    for finding in inspection.findings {
        let known = capture.findings.iter().any(|old| old.rule == finding.rule && old.place == finding.place);
        if !known {
            capture.findings.push(finding);
        }
    }
}

fn select_era(mut capture: Capture, era: EraArg, subject: &Subject) -> Result<Capture, Failure> {
    let wanted = match era {
        EraArg::Auto => return Ok(capture),
        EraArg::Legacy => Era::Legacy,
        EraArg::Modern => Era::Modern,
    };
    let other = capture.modern.take();
    if capture.era() == wanted {
        return Ok(capture);
    }
    other
        .map(|other| *other)
        .filter(|other| other.era() == wanted)
        .ok_or_else(|| Failure::usage(format!("{} holds no capture of the {} era", subject.shown(), wanted.name())))
}
