//! The target and everything that reaches it, as typed: shared by all commands that look at a server.
//!
//! Resolved by `plan::target`.

use std::path::PathBuf;

use clap::Args;

use super::{Bytes, Seconds};

/// A target: an URL, a file, a server of a configuration, or a command after `--`
#[derive(Clone, Debug, Args)]
pub(crate) struct TargetArgs {
    /// An URL (http:// or https://), or a capture file (`-` reads standard input)
    #[arg(value_name = "TARGET")]
    pub(crate) target: Option<String>,
    /// A command to start and speak to over stdio
    #[arg(last = true, value_name = "COMMAND", conflicts_with = "target")]
    pub(crate) command: Vec<String>,
    /// A server of an mcpServers configuration
    #[arg(long, value_name = "NAME", conflicts_with_all = ["target", "command"], help_heading = "Target")]
    pub(crate) server: Option<String>,
    /// The configuration file; else .mcp.json, mcp.json, .vscode/mcp.json or .cursor/mcp.json here
    #[arg(
        long,
        value_name = "FILE",
        requires = "server",
        conflicts_with_all = ["target", "command"],
        help_heading = "Target"
    )]
    pub(crate) mcp_config: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) reach: ReachArgs,
}

/// How a live server is reached: credentials, folder, limits
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct ReachArgs {
    /// Send a header with every request; its value is never shown
    #[arg(long, value_name = "NAME=VALUE", help_heading = "Target")]
    pub(crate) header: Vec<String>,
    /// Send a header whose value stands in an environment variable
    #[arg(long, value_name = "NAME=VARIABLE", help_heading = "Target")]
    pub(crate) header_env: Vec<String>,
    /// Set a variable for the started server, on top of the environment it inherits; never shown
    #[arg(long, value_name = "NAME=VALUE", help_heading = "Target")]
    pub(crate) env: Vec<String>,
    /// Give the started server a variable of our own environment as a credential; its value is never shown
    #[arg(long, value_name = "NAME", help_heading = "Target")]
    pub(crate) env_from: Vec<String>,
    /// Start the server in this folder
    #[arg(long, value_name = "FOLDER", help_heading = "Target")]
    pub(crate) cwd: Option<PathBuf>,
    /// From start to first answer [default: 60s]
    #[arg(long, value_name = "DURATION", help_heading = "Limits")]
    pub(crate) start_timeout: Option<Seconds>,
    /// From a request to its answer [default: 30s]
    #[arg(long, value_name = "DURATION", help_heading = "Limits")]
    pub(crate) request_timeout: Option<Seconds>,
    /// For the whole capture of one era [default: 5m]
    #[arg(long, value_name = "DURATION", help_heading = "Limits")]
    pub(crate) capture_timeout: Option<Seconds>,
    /// Bytes of one message [default: 64M]
    #[arg(long, value_name = "SIZE", help_heading = "Limits")]
    pub(crate) max_message: Option<Bytes>,
    /// Levels of JSON inside each other [default: 10000]
    #[arg(long, value_name = "LEVELS", help_heading = "Limits")]
    pub(crate) max_depth: Option<usize>,
}
