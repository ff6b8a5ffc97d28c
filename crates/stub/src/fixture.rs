//! The fixture `mcpstub/v1`: what a stub declares.
//!
//! Read by [`Stub`](crate::Stub). Items are kept as written; only the keys that tell the stub how to answer are its own.

use mcpledge_contract::json::{Document, Limits, ParseError, Segment, Value, write_compact};
use mcpledge_contract::surface::ListKind;
use thiserror::Error;

/// Why a text is no fixture.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum FixtureError {
    /// It is no JSON.
    #[error("{0}")]
    Json(#[from] ParseError),
    /// A member is missing or of the wrong type.
    #[error("{pointer}: {expected} expected, found {found}")]
    Member {
        /// JSON Pointer of the member.
        pointer: String,
        /// What it should be.
        expected: &'static str,
        /// What it is.
        found: String,
    },
}

/// Keys of an item that are instructions to the stub and no part of the surface.
const OWN_KEYS: [&str; 6] = ["cases", "result", "contents", "text", "blob", "messages"];

/// A fixture, its parts as JSON text ready to be sent.
#[derive(Clone, Debug)]
pub struct Fixture {
    /// The server's identity.
    pub(crate) server: String,
    /// What the server says of itself to a model, as a JSON string.
    pub(crate) instructions: Option<String>,
    /// The items of each list, joined with commas; `None` = not served.
    pub(crate) lists: [Option<String>; 4],
}

impl Fixture {
    /// Reads a fixture.
    ///
    /// # Errors
    /// The first thing that makes it none, with its place.
    pub fn read(text: &str) -> Result<Self, FixtureError> {
        let document = Document::parse(text, Limits::default()).map_err(|rejected| rejected.error)?;
        let root = document.root();
        if !root.get("schema").is_some_and(|schema| schema.is_text("mcpstub/v1")) {
            return Err(wrong("/schema", "\"mcpstub/v1\"", root.get("schema")));
        }
        let server = root.get("server").filter(|server| server.is_object());
        let server = server.ok_or_else(|| wrong("/server", "an object", root.get("server")))?;
        let mut lists = [const { None }; 4];
        for kind in ListKind::ALL {
            let Some(list) = root.get(kind.key()) else { continue };
            if !list.is_array() {
                return Err(wrong(&format!("/{}", kind.key()), "an array", Some(list)));
            }
            let mut items = Vec::new();
            for (index, item) in list.items().enumerate() {
                if !item.is_object() {
                    return Err(wrong(&format!("/{}/{}", kind.key(), Segment::Index(index)), "an object", Some(item)));
                }
                items.push(declared(item));
            }
            lists[kind as usize] = Some(items.join(","));
        }
        let instructions = root.get("instructions").filter(|text| text.as_text().is_some()).map(compact);
        Ok(Self { server: compact(server), instructions, lists })
    }
}

fn wrong(pointer: &str, expected: &'static str, found: Option<Value<'_>>) -> FixtureError {
    let found = found.map_or_else(|| "nothing".to_owned(), |value| value.raw().chars().take(40).collect());
    FixtureError::Member { pointer: pointer.to_owned(), expected, found }
}

fn compact(value: Value<'_>) -> String {
    let mut out = Vec::new();
    write_compact(value, &mut out);
    String::from_utf8(out).unwrap_or_default()
}

/// An item as a list shows it.
fn declared(item: Value<'_>) -> String {
    let members: Vec<String> = item
        .entries()
        .filter(|(key, _)| !OWN_KEYS.iter().any(|own| key.equals(own)))
        .map(|(key, value)| format!("\"{}\":{}", key.raw(), compact(value)))
        .collect();
    format!("{{{}}}", members.join(","))
}
