//! One side of a comparison: a file of any shape, a revision out of git, a live server.
//!
//! Called by `diff`, once per side.

use std::process::Stdio;

use mcpledge_contract::surface::{Surface, read_surface};
use mcpledge_wire::capture::Options;

use crate::args::{OutputArgs, ReachArgs};
use crate::failure::Failure;

use super::source::{read_file, take};
use super::target::{Subject, address_or_file, command, limits};

/// How a side was typed.
#[derive(Clone, Copy)]
pub(crate) enum Side<'a> {
    /// An URL, a file, or `git:REVISION:PATH`.
    Word(&'a str),
    /// A command after `--`.
    Command(&'a [String]),
}

/// Reads or captures a side; also says how messages call it.
pub(crate) async fn read_side(
    side: Side<'_>,
    profile: Option<&str>,
    reach: &ReachArgs,
    output: &OutputArgs,
) -> Result<(Surface, String), Failure> {
    let subject = match side {
        Side::Word(word) => match word.strip_prefix("git:") {
            Some(place) => {
                let text = out_of_git(place)?;
                return Ok((read(text, profile, &format!("`{word}`"))?, word.to_owned()));
            }
            None => address_or_file(word, reach)?,
        },
        Side::Command(words) => command(words, reach)?,
    };
    match &subject {
        Subject::File(path) => {
            let surface = read(read_file(path)?, profile, &subject.shown())?;
            Ok((surface, path.display().to_string()))
        }
        Subject::Live(target) => {
            let options = Options { limits: limits(reach), ..Options::default() };
            let capture = take(target, options, &subject, output).await?;
            Ok((Surface::of_capture(capture), subject.shown()))
        }
    }
}

fn read(text: Vec<u8>, profile: Option<&str>, shown: &str) -> Result<Surface, Failure> {
    read_surface(text, profile).map_err(|error| {
        Failure::with_hint(
            format!("{shown} is no surface: {error}"),
            "a lock, a capture, a server card, or the result of a list request is",
        )
    })
}

/// The file at `REVISION:PATH`, by git's own client.
fn out_of_git(place: &str) -> Result<Vec<u8>, Failure> {
    let form = "git:REVISION:PATH, for example git:origin/main:surface.lock.json";
    match place.split_once(':') {
        Some((revision, path)) if !revision.is_empty() && !path.is_empty() && !revision.starts_with('-') => {}
        _ => return Err(Failure::usage(format!("`git:{place}` is not of the form {form}"))),
    }
    let ran = std::process::Command::new("git")
        .args(["cat-file", "blob", place])
        .stdin(Stdio::null())
        .output()
        .map_err(|error| Failure::usage(format!("could not run git: {error}")))?;
    if ran.status.success() {
        return Ok(ran.stdout);
    }
    let said = String::from_utf8_lossy(&ran.stderr);
    Err(Failure::with_hint(
        format!("git has no `{place}`: {}", said.trim().trim_start_matches("fatal: ")),
        "a path counts from the root of the repository; start it with ./ to count from here",
    ))
}
