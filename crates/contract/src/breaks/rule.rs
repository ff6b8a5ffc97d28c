//! What a break rule is: its words, its place among the others, and the function that applies it.
//!
//! One constant of this type per file in `rules/`; read by `explain`, by reports and by the comparison.

use crate::finding::{Level, Rule};
use crate::surface::Capture;

use super::context::{ItemPair, SurfacePair};
use super::report::{Direction, Report};
use super::walk::SchemaPair;

/// A rule of the catalogue.
#[derive(Debug)]
pub struct BreakRule {
    /// Id, level in the preset `default`, title, help and page.
    pub rule: Rule,
    /// Whose data the change is about.
    pub direction: Direction,
    /// The level in the preset `mcp-surface`; `None` when the published rule does not know it.
    pub published: Option<Level>,
    /// The level in the preset `strict`.
    pub strict: Level,
    /// What the engine must say before it counts.
    pub proof: Proof,
    /// How it is found.
    pub(crate) check: Check,
}

/// How a rule stands to the inclusion engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// It is a fact of its own; no schema decides it.
    None,
    /// It counts without a witness, and shows one where there is one.
    Optional,
    /// It is reported only with a witness that the validator confirms.
    Required,
}

/// What a rule looks at.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Check {
    /// Both captures with all their eras.
    Eras(for<'c> fn(&'c Capture, &'c Capture, &mut Report<'c>)),
    /// Both surfaces of one era as a whole.
    Surface(for<'c> fn(&SurfacePair<'c>, &mut Report<'c>)),
    /// Two items of the same name.
    Item(for<'c> fn(&ItemPair<'c>, &mut Report<'c>)),
    /// Two schemas at the same place under an input or output schema, inside `properties` and `items` alike.
    Schema(for<'c> fn(&SchemaPair<'c>, &mut Report<'c>)),
    /// Two items of the same name, after all other rules: what none of them saw.
    Rest(for<'c> fn(&ItemPair<'c>, &mut Report<'c>)),
    /// The inclusion engine's verdict on two whole schemas; `prove` reports it.
    Engine,
}
