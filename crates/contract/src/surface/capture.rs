//! A capture: the raw results of one server in one era, nothing dropped, nothing reordered.
//!
//! Filled by the wire, or read from a file; turned into a surface by the forms.

use crate::finding::Finding;
use crate::json::{Fingerprint, Owned, Value};

use super::list_kind::ListKind;

/// The protocol era a capture was taken in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Era {
    /// Revisions up to 2025-11-25: `initialize`.
    Legacy,
    /// Revision 2026-07-28 and later: `server/discover`, no handshake.
    Modern,
}

impl Era {
    /// The word on the command line and in capture files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Era::Legacy => "legacy",
            Era::Modern => "modern",
        }
    }
}

/// The first result, which says who the server is.
#[derive(Clone, Debug)]
pub enum Opening {
    /// The `initialize` result; `None` when the request failed.
    Initialize(Option<Owned>),
    /// The `server/discover` result.
    Discover(Owned),
}

/// With which credential a surface was taken. Names only, never values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Credential {
    /// An HTTP header the user gave.
    Header(String),
    /// An environment variable the user gave to the started server.
    Environment(String),
}

/// Who asked: the client a server saw. A surface may depend on it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Client {
    /// `clientInfo.name`
    pub name: String,
    /// `clientInfo.version`
    pub version: String,
}

/// How a capture was taken; kept in the capture file under `$capture`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct How {
    /// `stdio`, `streamable-http`, `http+sse` or `in-process`.
    pub transport: Option<String>,
    /// The protocol version that was asked for.
    pub requested_version: Option<String>,
    /// The client the server saw. It declared no capabilities.
    pub client: Option<Client>,
    /// What the request carried beyond the protocol; empty = anonymous.
    pub credentials: Vec<Credential>,
    /// How often the surface was taken.
    pub times: u32,
    /// Whether no other era was asked for: what is missing of the other one is then unknown.
    pub only_era: bool,
}

/// The raw results of one server in one era.
#[derive(Clone, Debug)]
pub struct Capture {
    /// The first result.
    pub opening: Opening,
    /// The items of each list in capture order; `None` = not served.
    pub lists: [Option<Vec<Owned>>; 4],
    /// How it was taken.
    pub how: How,
    /// Why a list is not served, where the server said it. Not kept in files.
    pub refusals: [Option<String>; 4],
    /// The fingerprint in the form of the era, once inspected. Not kept in files.
    pub fingerprint: Option<Fingerprint>,
    /// What was odd about the server while it was taken.
    pub findings: Vec<Finding>,
    /// Of a server that speaks both eras: the capture of the other one.
    pub modern: Option<Box<Capture>>,
}

impl Capture {
    /// An empty capture that starts with `opening`.
    #[must_use]
    pub fn new(opening: Opening, how: How) -> Self {
        Self {
            opening,
            lists: [const { None }; 4],
            how,
            refusals: [const { None }; 4],
            fingerprint: None,
            findings: Vec::new(),
            modern: None,
        }
    }

    /// The era it was taken in.
    #[must_use]
    pub fn era(&self) -> Era {
        match self.opening {
            Opening::Initialize(_) => Era::Legacy,
            Opening::Discover(_) => Era::Modern,
        }
    }

    /// The first result, if there is one.
    #[must_use]
    pub fn opening_value(&self) -> Option<Value<'_>> {
        match &self.opening {
            Opening::Initialize(result) => result.as_ref().map(Owned::value),
            Opening::Discover(result) => Some(result.value()),
        }
    }

    /// A list's items in capture order; `None` when it is not served.
    #[must_use]
    pub fn list(&self, kind: ListKind) -> Option<&[Owned]> {
        self.lists[kind as usize].as_deref()
    }

    /// Puts a list in.
    pub fn set_list(&mut self, kind: ListKind, items: Option<Vec<Owned>>) {
        self.lists[kind as usize] = items;
    }

    /// The capture of that era, if this file or run holds one.
    #[must_use]
    pub fn in_era(&self, era: Era) -> Option<&Capture> {
        if self.era() == era { Some(self) } else { self.modern.as_deref().filter(|other| other.era() == era) }
    }

    /// Leaves out the capture of `era`, unless it is the only one.
    pub(crate) fn drop_era(&mut self, era: Era) {
        if let Some(other) = self.modern.take() {
            if self.era() == era {
                *self = *other;
            } else if other.era() != era {
                self.modern = Some(other);
            }
        }
    }

    /// This capture and the one of the other era.
    pub fn eras(&self) -> impl Iterator<Item = &Capture> {
        std::iter::once(self).chain(self.modern.as_deref())
    }
}

/// Where the modern era puts the server's identity (MCP 2026-07-28, server/discover).
pub(crate) const SERVER_INFO: &str = "io.modelcontextprotocol/serverInfo";

/// What the server says it is: `serverInfo` of `initialize`, or its place in the `_meta` of `server/discover`.
#[must_use]
pub fn server_info(capture: &Capture) -> Option<Value<'_>> {
    let opening = capture.opening_value()?;
    match capture.era() {
        Era::Legacy => opening.get("serverInfo"),
        // Drafts of the revision had it in the body; servers written against them still do.
        Era::Modern => {
            opening.get("_meta").and_then(|meta| meta.get(SERVER_INFO)).or_else(|| opening.get("serverInfo"))
        }
    }
}
