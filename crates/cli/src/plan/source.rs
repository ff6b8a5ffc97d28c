//! Getting hold of a capture: from a live server, or from a file.
//!
//! Called by the commands that look at a surface.

use std::io::Read as _;
use std::path::Path;
use std::sync::Arc;

use mcpledge_contract::surface::{self, Capture, Era, read_capture};
use mcpledge_wire::Trace;
use mcpledge_wire::capture::{EraChoice, Options};

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
}

/// Takes or reads the capture; also says what it is of.
pub(crate) async fn obtain(source: Source<'_>, output: &OutputArgs) -> Result<(Capture, Subject), Failure> {
    let subject = resolve(source.target)?;
    match &subject {
        Subject::Live(target) => {
            let trace: Option<Arc<dyn Trace>> =
                if output.verbose { Some(Arc::new(WireTrace::new(subject.secrets()))) } else { None };
            let options = Options {
                era: match source.era {
                    EraArg::Auto => EraChoice::Auto,
                    EraArg::Legacy => EraChoice::Legacy,
                    EraArg::Modern => EraChoice::Modern,
                },
                protocol_version: source.protocol_version,
                limits: limits(source.target),
                twice: source.twice,
                trace,
                ..Options::default()
            };
            match mcpledge_wire::capture::capture(target, &options).await {
                Ok(capture) => Ok((capture, subject)),
                Err(error) => {
                    Err(Failure::Peer { target: subject.shown(), secrets: subject.secrets(), error: Box::new(error) })
                }
            }
        }
        Subject::File(path) => {
            if source.twice || source.protocol_version.is_some() {
                return Err(Failure::usage("`--twice` and `--protocol-version` mean nothing for a file"));
            }
            let capture = select_era(read_file(path)?, source.era, &subject)?;
            Ok((capture, subject))
        }
    }
}

/// Reads and inspects a capture file.
fn read_file(path: &Path) -> Result<Capture, Failure> {
    let mut text = Vec::new();
    if path.as_os_str() == "-" {
        std::io::stdin().lock().read_to_end(&mut text).map_err(|error| Failure::file("read", path, &error))?;
    } else {
        text = std::fs::read(path).map_err(|error| Failure::file("read", path, &error))?;
    }
    let mut capture = read_capture(text).map_err(|error| {
        Failure::with_hint(
            format!("`{}` is no capture: {error}", path.display()),
            "a capture file is what `mcpledge capture -o FILE` writes",
        )
    })?;
    refresh(&mut capture);
    if let Some(modern) = &mut capture.modern {
        refresh(modern);
    }
    Ok(capture)
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
