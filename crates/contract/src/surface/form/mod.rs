//! Forms: the named rules that turn a capture into canonical bytes, and so into a fingerprint.
//!
//! Called by every command that shows, locks or compares a fingerprint. A form never changes under its name.

mod list;
mod mcp_surface_1;
mod modern_1;
mod serverinfo;

use std::fmt;

use thiserror::Error;

use crate::json::{Fingerprint, Hasher, Note, NoteKind, Sink, Value};

use super::capture::{Capture, Era};
use super::list_kind::ListKind;

/// A form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// `mcp-surface/1`, which other implementations share (`docs/concepts/fingerprint.md`).
    McpSurface1,
    /// `mcpledge/modern-1`, for the era without `initialize`.
    Modern1,
}

impl Form {
    /// The name under which a fingerprint is published.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Form::McpSurface1 => "mcp-surface/1",
            Form::Modern1 => "mcpledge/modern-1",
        }
    }

    /// The era whose captures it takes.
    #[must_use]
    pub fn era(self) -> Era {
        match self {
            Form::McpSurface1 => Era::Legacy,
            Form::Modern1 => Era::Modern,
        }
    }

    /// The form for captures of that era.
    #[must_use]
    pub fn of_era(era: Era) -> Self {
        match era {
            Era::Legacy => Form::McpSurface1,
            Era::Modern => Form::Modern1,
        }
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A capture of one era was asked for the form of the other: a fingerprint of nothing is never given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a capture of the {} era has no `{form}` fingerprint", era.name())]
pub struct WrongEra {
    /// The form that was asked for.
    pub form: Form,
    /// The era the capture is of.
    pub era: Era,
}

/// A place where the form says less than the capture.
#[derive(Clone, Copy, Debug)]
pub struct Loss<'c> {
    /// The list item it is in, or `None` for the first result.
    pub item: Option<(ListKind, usize, Value<'c>)>,
    /// The value.
    pub value: Value<'c>,
    /// What happened to it.
    pub kind: NoteKind,
}

/// Writes the canonical bytes of `capture` in `form` and returns where they say less than the capture.
///
/// # Errors
/// The capture is of the other era.
pub fn write_form<'c>(form: Form, capture: &'c Capture, out: &mut impl Sink) -> Result<Vec<Loss<'c>>, WrongEra> {
    let mut losses = Vec::new();
    match form {
        _ if form.era() != capture.era() => return Err(WrongEra { form, era: capture.era() }),
        Form::McpSurface1 => mcp_surface_1::write(capture, out, &mut losses),
        Form::Modern1 => modern_1::write(capture, out, &mut losses),
    }
    Ok(losses)
}

/// The fingerprint of `capture` in `form`.
///
/// # Errors
/// The capture is of the other era.
pub fn fingerprint(form: Form, capture: &Capture) -> Result<Fingerprint, WrongEra> {
    let mut hasher = Hasher::new();
    write_form(form, capture, &mut hasher)?;
    Ok(hasher.finish())
}

/// Turns the notes of one value into losses.
fn take_notes<'c>(notes: &mut Vec<Note<'c>>, item: Option<(ListKind, usize, Value<'c>)>, losses: &mut Vec<Loss<'c>>) {
    losses.extend(notes.drain(..).map(|note| Loss { item, value: note.value, kind: note.kind }));
}

/// Writes a member of the first result, `null` when it is absent.
fn write_member<'c>(opening: Option<Value<'c>>, key: &str, out: &mut impl Sink, losses: &mut Vec<Loss<'c>>) {
    let mut notes = Vec::new();
    match opening.and_then(|value| value.get(key)) {
        Some(value) => crate::json::write_canonical(value, out, &mut notes),
        None => out.put(b"null"),
    }
    take_notes(&mut notes, None, losses);
}
