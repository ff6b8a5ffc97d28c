//! What is typed on how a change is judged: shared by `diff`, `lock` and `check`.
//!
//! Resolved by `plan::judging`, where what is not typed comes from `mcpledge.toml`.

use clap::{Args, ValueEnum};

/// Preset, levels, approvals
#[derive(Clone, Debug, Args)]
pub(crate) struct JudgementArgs {
    /// Which set of levels to judge by [default: default]
    #[arg(long, value_enum, help_heading = "Judgement")]
    pub(crate) preset: Option<PresetArg>,
    /// Give a rule another level, for all or for one tool, prompt or resource; may be repeated
    #[arg(long, value_name = "[ITEM:]RULE=LEVEL", help_heading = "Judgement")]
    pub(crate) level: Vec<String>,
    /// Approve a break by its identity; may be repeated
    #[arg(long, value_name = "IDENTITY=REASON", help_heading = "Judgement")]
    pub(crate) approve: Vec<String>,
}

/// A preset as typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PresetArg {
    /// Exactly the published rule of the shared lock
    McpSurface,
    /// The published rule and everything refuted with a witness
    Default,
    /// JSON Schema taken literally; undecided questions fail
    Strict,
}
