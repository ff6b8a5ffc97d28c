//! What was typed. What it means is decided in `plan`.
//!
//! Help texts, completions and man pages all come from here.

mod diff;
mod judgement;
mod limit;
mod lock;
mod target;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

pub(crate) use diff::{DiffArgs, FormatArg};
pub(crate) use judgement::{JudgementArgs, PresetArg};
pub(crate) use limit::{Bytes, Seconds};
pub(crate) use lock::{CheckArgs, ContractArgs, LockArgs};
pub(crate) use target::{ReachArgs, TargetArgs};

/// The contract between an MCP server and its clients
#[derive(Debug, Parser)]
#[command(name = "mcpledge", version, max_term_width = 100, disable_help_subcommand = true)]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// Flags every command takes.
#[derive(Clone, Debug, Args)]
pub(crate) struct OutputArgs {
    /// Print a JSON report on standard output
    #[arg(long, global = true, help_heading = "Output")]
    pub(crate) json: bool,
    /// Print nothing on standard error but errors
    #[arg(short, long, global = true, conflicts_with = "verbose", help_heading = "Output")]
    pub(crate) quiet: bool,
    /// Print every message on the wire to standard error, secrets struck out
    #[arg(short, long, global = true, help_heading = "Output")]
    pub(crate) verbose: bool,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Capture a server's surface: raw results and findings
    Capture(CaptureArgs),
    /// Print the fingerprint of a surface: 64 hexadecimal digits
    ///
    /// Of a server that speaks both protocol eras it is the one of the legacy era, in the form that other
    /// implementations share. `--era modern` prints the other, `--json` both.
    Fingerprint(FingerprintArgs),
    /// Write the lock: the surface that belongs to this version
    Lock(LockArgs),
    /// Check the surface against the lock, and the lock against the version
    Check(CheckArgs),
    /// Show what changed between two surfaces and what it breaks, with witnesses
    Diff(DiffArgs),
    /// Explain a finding, or list all of them
    Explain(ExplainArgs),
    /// Show the main job on an embedded example, without network
    Demo,
    /// Print shell completions
    Completions(CompletionsArgs),
    /// Print the man page, or write all of them to a folder
    Man(ManArgs),
}

#[derive(Debug, Args)]
pub(crate) struct CaptureArgs {
    #[command(flatten)]
    pub(crate) target: TargetArgs,
    /// Write the capture to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output_file: Option<PathBuf>,
    /// Which protocol era to capture
    #[arg(long, value_enum, default_value_t = EraArg::Auto)]
    pub(crate) era: EraArg,
    /// Ask for this version in `initialize`; the surface can then not be locked
    #[arg(long, value_name = "VERSION")]
    pub(crate) protocol_version: Option<String>,
    /// Take the surface twice and name what differs
    #[arg(long)]
    pub(crate) twice: bool,
}

#[derive(Debug, Args)]
pub(crate) struct FingerprintArgs {
    #[command(flatten)]
    pub(crate) target: TargetArgs,
    /// Which protocol era: its form decides the fingerprint
    #[arg(long, value_enum, default_value_t = EraArg::Auto)]
    pub(crate) era: EraArg,
    /// Print the canonical bytes instead of their hash
    #[arg(long, conflicts_with = "json")]
    pub(crate) canonical: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ExplainArgs {
    /// The id of a finding, as in `warning[stdout-text]`
    #[arg(required_unless_present = "list")]
    pub(crate) rule: Option<String>,
    /// List every id with its level and title
    #[arg(long, conflicts_with = "rule")]
    pub(crate) list: bool,
}

#[derive(Debug, Args)]
pub(crate) struct CompletionsArgs {
    /// The shell
    pub(crate) shell: clap_complete::Shell,
}

#[derive(Debug, Args)]
pub(crate) struct ManArgs {
    /// Write one page per command to this folder
    #[arg(long, value_name = "FOLDER")]
    pub(crate) folder: Option<PathBuf>,
}

/// An era as typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum EraArg {
    /// Every era the server speaks
    Auto,
    /// Up to 2025-11-25: `initialize`
    Legacy,
    /// From 2026-07-28 on: `server/discover`
    Modern,
}
