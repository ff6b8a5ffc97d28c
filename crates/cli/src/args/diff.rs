//! What is typed for `mcpledge diff`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{JudgementArgs, ReachArgs};

#[derive(Debug, Args)]
pub(crate) struct DiffArgs {
    /// The old side: a lock, capture, server card or list result, an URL, or git:REVISION:PATH
    #[arg(value_name = "OLD")]
    pub(crate) old: String,
    /// The new side, likewise; or a command after `--`
    #[arg(value_name = "NEW", required_unless_present = "command")]
    pub(crate) new: Option<String>,
    /// A command to start as the new side
    #[arg(last = true, value_name = "COMMAND", conflicts_with = "new")]
    pub(crate) command: Vec<String>,
    /// How to print the result
    #[arg(long, value_enum, default_value_t = FormatArg::Terminal, conflicts_with = "json")]
    pub(crate) format: FormatArg,
    /// The profile of a lock that holds several
    #[arg(long, value_name = "NAME")]
    pub(crate) profile: Option<String>,
    /// Calls that a client really made (the stub's call log): say which the new side refuses
    #[arg(long, value_name = "FILE")]
    pub(crate) calls: Option<PathBuf>,
    /// Let only breaks that touch those calls fail
    #[arg(long, requires = "calls")]
    pub(crate) calls_only: bool,
    /// The configuration [default: mcpledge.toml here]
    #[arg(long, value_name = "FILE", help_heading = "Judgement")]
    pub(crate) config_file: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) judgement: JudgementArgs,
    #[command(flatten)]
    pub(crate) reach: ReachArgs,
}

/// A report format as typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FormatArg {
    /// For people
    Terminal,
    /// For programs
    Json,
    /// For a pull request comment
    Markdown,
    /// Annotations of GitHub Actions
    Github,
    /// `JUnit` XML, one test case per rule and item
    Junit,
    /// SARIF 2.1.0
    Sarif,
}
