//! One JSON Schema looked at by itself: is it a schema at all, and do its references lead somewhere?
//!
//! Everything stays inside the value that is handed in: nothing is fetched (MCP 2026-07-28, basic, "`$ref`
//! Resolution"), nothing recurses, and the time is linear in the text, so that thousands of tools are checked on
//! every capture. Whether a value fits a schema is another question, asked elsewhere.
//!
//! `walk` visits every subschema and checks each keyword by the table in `keywords`; `refs` then follows the
//! references, `cycle` looks for those that never end, `header` for annotations that HTTP clients refuse.
//!
//! Called by the surface's findings, once per input and output schema.

mod cycle;
mod dialect;
mod header;
mod identity;
mod keywords;
mod pattern;
mod place;
mod property_names;
mod refs;
mod report;
mod shape;
mod uri;
mod walk;

use crate::json::Value;

/// What the schema is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A tool's `inputSchema`: an object schema at its root, with the rules for `x-mcp-header`.
    Input,
    /// A tool's `outputSchema`.
    Output,
}

/// One thing that is wrong with a schema.
#[derive(Clone, Debug, PartialEq)]
pub struct Fault<'d> {
    /// The place inside the schema: a keyword's value, or the smallest part of it that is wrong.
    pub value: Value<'d>,
    /// Id of a rule of the catalogue (`schema-…`, `input-schema`, `header-annotation`).
    pub rule: &'static str,
    /// What was found and what was expected: a lowercase fragment. Text of the server may stand in it.
    pub message: String,
}

/// Everything that is wrong with `schema`, in reading order. Of more than [`MOST_FAULTS`] the rest are counted in one
/// last fault at the schema's root.
///
/// `schema` is a document of its own: `#` is its root, wherever it stands in a larger text.
#[must_use]
pub fn faults<'d>(schema: Value<'d>, role: Role) -> Vec<Fault<'d>> {
    checked(schema, role).0
}

/// How many faults of one schema are listed: each carries a message, and a hostile text holds millions.
pub const MOST_FAULTS: usize = 1_000;

/// The faults, and how many steps it took: the tests of linear time count steps instead of measuring time.
fn checked(schema: Value<'_>, role: Role) -> (Vec<Fault<'_>>, u64) {
    let mut walk = walk::Walk::new(schema, role);
    if walk.start() {
        refs::follow(&mut walk);
        cycle::report(&mut walk);
        header::report(&mut walk);
    }
    walk.report.finish(schema)
}

#[cfg(test)]
mod tests;
