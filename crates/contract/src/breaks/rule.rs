//! What a break rule is: its words, its place among the others, and the function that applies it.
//!
//! One constant of this type per file in `rules/`; read by `explain`, by reports and by the comparison.

use crate::finding::{Level, Rule};

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
    /// How it is found.
    pub(crate) check: Check,
}

/// What a rule looks at.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Check {
    /// Both surfaces as a whole.
    Surface(fn(&SurfacePair<'_>, &mut Report)),
    /// Two items of the same name.
    Item(fn(&ItemPair<'_>, &mut Report)),
    /// Two schemas at the same place under an input or output schema, inside `properties` and `items` alike.
    Schema(fn(&SchemaPair<'_>, &mut Report)),
    /// Two items of the same name, after all other rules: what none of them saw.
    Rest(fn(&ItemPair<'_>, &mut Report)),
}
