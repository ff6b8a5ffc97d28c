//! Does one schema accept every value that another accepts?
//!
//! Called by the break rules: for a tool's input with (old, new), for its output with (new, old). The answer is
//! [`Verdict`]: proved, refuted with a value that an independent validator confirms, or unknown with a place and
//! a reason. JSON Schema 2020-12, 2019-09, draft-07, draft-06 and draft-04 documents are read, each in its own
//! meaning, so documents of different dialects can be compared. `format` and content keywords say nothing.
//!
//! How: both schemas become one graph of assertions (`read`, `graph`); `solve` looks for a value that the old
//! one accepts and the new one does not, and either finds one, or exhausts the possibilities, which is a proof;
//! `shrink` makes a found value readable, and `validate` puts it to the validator. All work is counted in steps.
//!
//! ```
//! use mcpledge_contract::inclusion::{Engine, Options, Verdict};
//! use mcpledge_contract::json::{Document, Limits};
//!
//! let read = |text: &str| Document::parse(text, Limits::default());
//! let old = read(r#"{"type": "object", "properties": {"limit": {"type": "integer"}}}"#)?;
//! let new = read(r#"{"type": "object", "properties": {"limit": {"type": "integer", "maximum": 50}}}"#)?;
//!
//! let engine = Engine::new(Options::default());
//! assert_eq!(engine.covers(new.root(), old.root()), Verdict::Proved);
//! match engine.covers(old.root(), new.root()) {
//!     Verdict::Refuted(witness) => assert_eq!(witness.json, r#"{"limit":51}"#),
//!     other => panic!("{other:?}"),
//! }
//! # Ok::<(), mcpledge_contract::json::Rejected>(())
//! ```

mod accept;
mod budget;
mod decimal;
mod engine;
mod graph;
mod pattern;
mod read;
mod sample;
mod shrink;
mod solve;
mod validate;
mod verdict;

pub use engine::{Engine, Openness, Options};
pub use verdict::{Place, Reason, Side, Verdict, Witness};

#[cfg(test)]
mod tests;
