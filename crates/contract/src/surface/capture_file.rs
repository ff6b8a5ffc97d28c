//! The capture file: one JSON object that keeps every field as sent.
//!
//! `{"initialize" | "discover", "tools", "resources", "resourceTemplates", "prompts", "modern"?, "$capture"}`, `null`
//! for a list that is not served. `modern` is the same object again for the other era of a server that speaks both;
//! readers of the shared form look at the five keys they know. Called by the capture command and by file targets.

use std::borrow::Cow;
use std::sync::Arc;

use thiserror::Error;

use crate::finding::{Finding, Level};
use crate::json::{Document, Kind, Limits, Owned, ParseError, Sink, Text, Value, write_compact, write_quoted};

use super::capture::{Capture, Client, Credential, How, Opening};
use super::list_kind::ListKind;

/// Why a text is not taken as a capture file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NotACapture {
    /// It is no JSON.
    #[error("{0}")]
    Json(#[from] ParseError),
    /// The outermost value is no object.
    #[error("line {line}, column {column}: an object expected, found {found}")]
    NotAnObject {
        /// Line, from 1.
        line: usize,
        /// Column, from 1.
        column: usize,
        /// What stands there.
        found: &'static str,
    },
    /// Neither `initialize` nor `discover` is there.
    #[error("neither `initialize` nor `discover` is among its keys ({keys})")]
    NoOpening {
        /// The keys that are, at most ten.
        keys: String,
    },
    /// A lock's section has no content.
    #[error("{pointer}: an object expected: the recorded surface")]
    Section {
        /// JSON Pointer of the content.
        pointer: String,
    },
    /// A lock holds several surfaces and none or an unknown one was chosen.
    #[error("{}", no_profile(wanted, known))]
    NoProfile {
        /// The profile that was asked for; empty when none was.
        wanted: String,
        /// The profiles there are.
        known: Vec<String>,
    },
    /// A member has the wrong type.
    #[error("line {line}, column {column} ({pointer}): {expected} expected, found {found}")]
    Member {
        /// Line, from 1.
        line: usize,
        /// Column, from 1.
        column: usize,
        /// JSON Pointer of the member.
        pointer: String,
        /// What it should be.
        expected: &'static str,
        /// What it is.
        found: &'static str,
    },
}

fn no_profile(wanted: &str, known: &[String]) -> String {
    match (wanted, known) {
        ("", known) => format!("the lock holds several profiles ({}): choose one", known.join(", ")),
        (wanted, []) => format!("there are no profiles in it, and {wanted:?} was asked for"),
        (wanted, known) => format!("the lock holds no profile {wanted:?} (there are: {})", known.join(", ")),
    }
}

/// Reads a capture file. Keys it does not know are passed over.
///
/// # Errors
/// The first thing that makes it no capture, with its place.
pub fn read_capture(text: Vec<u8>) -> Result<Capture, NotACapture> {
    let document = Document::parse(text, Limits { bytes: FILE_BYTES, ..Limits::default() }).map_err(|r| r.error)?;
    read_root(&Owned::root(Arc::new(document)))
}

/// The capture in a whole document.
pub(super) fn read_root(root: &Owned) -> Result<Capture, NotACapture> {
    if !root.value().is_object() {
        let (line, column) = root.value().line_and_column();
        return Err(NotACapture::NotAnObject { line, column, found: root.value().kind().name() });
    }
    let mut capture = read_object(root, "")?;
    if let Some(modern) = root.get("modern").filter(|modern| !modern.value().is_null()) {
        expect(modern.value(), "/modern", "an object", &[Kind::Object])?;
        capture.modern = Some(Box::new(read_object(&modern, "/modern")?));
    }
    Ok(capture)
}

/// A file may hold two captures of a server whose every answer is at the limit of one message.
pub(super) const FILE_BYTES: usize = 1 << 30;

fn read_object(object: &Owned, pointer: &str) -> Result<Capture, NotACapture> {
    let opening = match (object.get("initialize"), object.get("discover")) {
        (Some(initialize), _) => {
            expect(
                initialize.value(),
                &format!("{pointer}/initialize"),
                "an object or null",
                &[Kind::Object, Kind::Null],
            )?;
            Opening::Initialize(Some(initialize).filter(|initialize| !initialize.value().is_null()))
        }
        (None, Some(discover)) => {
            expect(discover.value(), &format!("{pointer}/discover"), "an object", &[Kind::Object])?;
            Opening::Discover(discover)
        }
        (None, None) => {
            let keys: Vec<Cow<'_, str>> = object.value().entries().take(10).map(|(key, _)| key.decode()).collect();
            return Err(NotACapture::NoOpening { keys: keys.join(", ") });
        }
    };
    read_object_at(object, opening, pointer)
}

/// The lists and the `$capture` of `object`, behind a first result that is known.
pub(super) fn read_object_at(object: &Owned, opening: Opening, pointer: &str) -> Result<Capture, NotACapture> {
    // A file that does not say how it was taken does not say what was asked for.
    let mut capture = Capture::new(opening, How { only_era: true, ..How::default() });
    for kind in ListKind::ALL {
        let Some(list) = object.get(kind.key()) else { continue };
        expect(list.value(), &format!("{pointer}/{}", kind.key()), "an array or null", &[Kind::Array, Kind::Null])?;
        if list.value().is_array() {
            capture.set_list(kind, Some(list.items()));
        }
    }
    if let Some(meta) = object.get("$capture") {
        capture.how = read_how(meta.value().get("how"));
        capture.findings =
            meta.value().get("findings").into_iter().flat_map(Value::items).filter_map(read_finding).collect();
    }
    Ok(capture)
}

fn expect(value: Value<'_>, pointer: &str, expected: &'static str, kinds: &[Kind]) -> Result<(), NotACapture> {
    if kinds.contains(&value.kind()) {
        return Ok(());
    }
    let (line, column) = value.line_and_column();
    Err(NotACapture::Member { line, column, pointer: pointer.to_owned(), expected, found: value.kind().name() })
}

fn text_of(object: Option<Value<'_>>, key: &str) -> Option<String> {
    object.and_then(|object| object.get(key)).and_then(Value::as_text).map(|text: Text<'_>| text.decode().into_owned())
}

/// What a file says about how it was taken is information; what is malformed in it is left out.
fn read_how(how: Option<Value<'_>>) -> How {
    let names = |key: &str| -> Vec<String> {
        how.and_then(|how| how.get("credentials"))
            .and_then(|credentials| credentials.get(key))
            .into_iter()
            .flat_map(Value::items)
            .filter_map(|name| name.as_text().map(|name| name.decode().into_owned()))
            .collect()
    };
    let client = how.and_then(|how| how.get("client"));
    How {
        transport: text_of(how, "transport"),
        requested_version: text_of(how, "requestedVersion"),
        client: client.map(|client| Client {
            name: text_of(Some(client), "name").unwrap_or_default(),
            version: text_of(Some(client), "version").unwrap_or_default(),
        }),
        credentials: names("headers")
            .into_iter()
            .map(Credential::Header)
            .chain(names("environment").into_iter().map(Credential::Environment))
            .collect(),
        times: how.and_then(|how| how.get("times")).and_then(|times| times.as_number()?.parse().ok()).unwrap_or(1),
        only_era: how.is_none_or(|how| how.get("onlyEra").and_then(Value::as_bool) == Some(true)),
    }
}

fn read_finding(finding: Value<'_>) -> Option<Finding> {
    Some(Finding {
        rule: Cow::Owned(text_of(Some(finding), "rule")?),
        level: Level::from_name(&text_of(Some(finding), "level")?)?,
        place: text_of(Some(finding), "place")?,
        pointer: text_of(Some(finding), "pointer"),
        message: text_of(Some(finding), "message")?,
    })
}

/// Writes the capture file: one line, every value as it was sent, a newline at the end.
pub fn write_capture(capture: &Capture, out: &mut impl Sink) {
    out.put(b"{");
    write_members(capture, out);
    if let Some(modern) = &capture.modern {
        out.put(b",\"modern\":{");
        write_members(modern, out);
        out.put(b",");
        write_meta(modern, out);
        out.put(b"}");
    }
    out.put(b",");
    write_meta(capture, out);
    out.put(b"}\n");
}

fn write_members(capture: &Capture, out: &mut impl Sink) {
    match &capture.opening {
        Opening::Initialize(Some(result)) => {
            out.put(b"\"initialize\":");
            write_compact(result.value(), out);
        }
        Opening::Initialize(None) => out.put(b"\"initialize\":null"),
        Opening::Discover(result) => {
            out.put(b"\"discover\":");
            write_compact(result.value(), out);
        }
    }
    for kind in ListKind::ALL {
        out.put(b",\"");
        out.put(kind.key().as_bytes());
        out.put(b"\":");
        match capture.list(kind) {
            None => out.put(b"null"),
            Some(items) => write_array(items, out, |item, out| write_compact(item.value(), out)),
        }
    }
}

fn write_meta(capture: &Capture, out: &mut impl Sink) {
    let how = &capture.how;
    out.put(b"\"$capture\":{\"how\":{\"era\":");
    write_quoted(capture.era().name(), out);
    let mut text = |key: &str, value: Option<&str>| {
        if let Some(value) = value {
            out.put(b",");
            write_quoted(key, out);
            out.put(b":");
            write_quoted(value, out);
        }
    };
    text("transport", how.transport.as_deref());
    text("requestedVersion", how.requested_version.as_deref());
    if let Some(client) = &how.client {
        out.put(b",\"client\":{\"name\":");
        write_quoted(&client.name, out);
        out.put(b",\"version\":");
        write_quoted(&client.version, out);
        out.put(b",\"capabilities\":{}}");
    }
    out.put(b",\"credentials\":{\"headers\":");
    let (mut headers, mut environment) = (Vec::new(), Vec::new());
    for credential in &how.credentials {
        match credential {
            Credential::Header(name) => headers.push(name.as_str()),
            Credential::Environment(name) => environment.push(name.as_str()),
        }
    }
    write_array(&headers, out, |name, out| write_quoted(name, out));
    out.put(b",\"environment\":");
    write_array(&environment, out, |name, out| write_quoted(name, out));
    let only = if how.only_era { ",\"onlyEra\":true" } else { "" };
    out.put(format!("}},\"times\":{}{only}}},\"findings\":", how.times.max(1)).as_bytes());
    write_array(&capture.findings, out, |finding, out| {
        out.put(b"{\"rule\":");
        write_quoted(&finding.rule, out);
        out.put(b",\"level\":");
        write_quoted(finding.level.name(), out);
        out.put(b",\"place\":");
        write_quoted(&finding.place, out);
        if let Some(pointer) = &finding.pointer {
            out.put(b",\"pointer\":");
            write_quoted(pointer, out);
        }
        out.put(b",\"message\":");
        write_quoted(&finding.message, out);
        out.put(b"}");
    });
    out.put(b"}");
}

fn write_array<T, S: Sink>(items: &[T], out: &mut S, mut write: impl FnMut(&T, &mut S)) {
    out.put(b"[");
    for (at, item) in items.iter().enumerate() {
        if at > 0 {
            out.put(b",");
        }
        write(item, out);
    }
    out.put(b"]");
}
