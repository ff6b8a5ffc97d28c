//! What is typed for `mcpledge lock` and `mcpledge check`. What is not typed may stand in `mcpledge.toml`.

use std::path::PathBuf;

use clap::Args;

use super::{EraArg, JudgementArgs, TargetArgs};

#[derive(Debug, Args)]
pub(crate) struct LockArgs {
    #[command(flatten)]
    pub(crate) contract: ContractArgs,
    /// Lock a version that is lower than the locked one
    #[arg(long)]
    pub(crate) allow_lower_version: bool,
}

#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    pub(crate) contract: ContractArgs,
}

/// The lock, the version and how to judge
#[derive(Debug, Args)]
pub(crate) struct ContractArgs {
    #[command(flatten)]
    pub(crate) target: TargetArgs,
    /// Which protocol era to judge [default: auto]
    #[arg(long, value_enum)]
    pub(crate) era: Option<EraArg>,
    /// The lock [default: surface.lock.json]
    #[arg(long, value_name = "FILE", help_heading = "Contract")]
    pub(crate) lock: Option<PathBuf>,
    /// The configuration [default: mcpledge.toml beside the lock]
    #[arg(long, value_name = "FILE", help_heading = "Contract")]
    pub(crate) config_file: Option<PathBuf>,
    /// The profile whose surface this is, where a lock holds several
    #[arg(long, value_name = "NAME", help_heading = "Contract")]
    pub(crate) profile: Option<String>,
    /// The package's version; else it is read from the nearest package.json, pyproject.toml, Cargo.toml or server.json
    #[arg(long = "version", value_name = "VERSION", conflicts_with = "version_file", help_heading = "Contract")]
    pub(crate) package_version: Option<String>,
    /// The file that holds the package's version
    #[arg(long, value_name = "FILE", help_heading = "Contract")]
    pub(crate) version_file: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) judgement: JudgementArgs,
    /// Accept a finding of the capture, which `lock` records; may be repeated
    #[arg(long, value_name = "RULE[@PLACE]", help_heading = "Judgement")]
    pub(crate) accept: Vec<String>,
}
