//! JSON as a server sent it: our own value, a strict parser, the canonical writer.
//!
//! A [`Document`] keeps the text and a flat index of it, so numbers stay as written, keys keep their order,
//! duplicates and lone surrogates stay visible, and nothing recurses: a value nested 10,000 deep is parsed,
//! written and dropped with a constant stack. `docs/design/001-json.md` says why no existing crate serves.
//!
//! Called by everything that reads text from outside; files that only we write use `serde_json`.

mod canonical;
mod compact;
mod document;
mod number;
mod parse;
mod pointer;
mod sink;
mod string;

pub use canonical::{Note, NoteKind, Notes, write_canonical, write_canonical_without};
pub use compact::{write_compact, write_quoted};
pub use document::{Document, Entries, Items, Kind, Owned, Value};
pub use number::{canonical_number, loses_precision};
pub use parse::{Limits, ParseError, Problem, Rejected};
pub use pointer::{Segment, path_to};
pub use sink::{Fingerprint, Hasher, Sink};
pub use string::{Text, compare_utf16};

#[cfg(test)]
mod tests;
