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
//! What a caller asks:
//!
//! | question | old, new | options |
//! | --- | --- | --- |
//! | does an input break callers? | old input, new input | [`Options::input`] |
//! | does an output break readers? | new output, old output | [`Options::output`] |
//! | does an input newly refuse undeclared properties? (`input-closed`) | old, new | proved under `input`, refuted with [`Openness::Closing`] |
//! | does a closed output gain a field? (`output-field-added-closed`) | new, old | proved under `output`, refuted with [`Openness::Declared`] |
//! | is a safe-integer bound all that is new? | as above | proved, and refuted with `safe_integer_bounds` |
//! | JSON Schema taken literally | as above | [`Options::literal`] |
//!
//! Limits: a place in a value 48 levels deep, schemas 72 deep, values of 32,768 parts, strings of a million
//! characters; 100,000 steps. References out of the document are not fetched. Numbers are exact as written, but
//! one that a double or a 64-bit integer does not hold apart from its neighbours is an unknown, because no
//! witness about it could be confirmed.
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

pub use engine::{Engine, Openness, Options, Question, Refusal};
pub use verdict::{Place, Reason, Side, Verdict, Witness};

#[cfg(test)]
mod tests;
