//! Why a command ends without its result. Findings are no failures.
//!
//! Made by plans and commands, printed by `report::print_failure`, turned into an exit code in `run`.

use std::path::Path;

use mcpledge_wire::{Secret, WireError};

use crate::exit;

/// A failure.
#[derive(Debug)]
pub(crate) enum Failure {
    /// What was asked cannot be done: flags, files, configuration.
    Usage {
        /// What is wrong and where.
        message: String,
        /// What to do.
        hints: Vec<String>,
    },
    /// A server could not be reached or did not speak MCP.
    Peer {
        /// What was looked at, as the user may see it.
        target: String,
        /// Why.
        error: Box<WireError>,
        /// Struck out of everything that is printed.
        secrets: Vec<Secret>,
    },
    /// A server showed half of its surface.
    Incomplete {
        /// What is missing and where.
        message: String,
        /// What to do.
        hint: String,
    },
    /// Standard output was closed by its reader: no failure of ours.
    OutputClosed,
    /// A signal ended the command.
    Signalled(u8),
}

impl Failure {
    /// A usage failure without a hint.
    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Failure::Usage { message: message.into(), hints: Vec::new() }
    }

    /// The same with a hint.
    pub(crate) fn with_hint(message: impl Into<String>, hint: impl Into<String>) -> Self {
        Failure::Usage { message: message.into(), hints: vec![hint.into()] }
    }

    /// A file could not be read or written.
    pub(crate) fn file(verb: &str, path: &Path, error: &std::io::Error) -> Self {
        Failure::usage(format!("could not {verb} `{}`: {error}", path.display()))
    }

    pub(crate) fn exit_code(&self) -> u8 {
        match self {
            Failure::Usage { .. } => exit::USAGE,
            // No peer was asked: a header that is none, a folder that does not exist.
            Failure::Peer { error, .. } if matches!(**error, WireError::Setup(_)) => exit::USAGE,
            Failure::Peer { .. } | Failure::Incomplete { .. } => exit::PEER,
            Failure::OutputClosed => exit::FINE,
            Failure::Signalled(signal) => exit::SIGNAL + signal,
        }
    }
}

impl From<std::io::Error> for Failure {
    /// Writing to standard output is the only input and output that is not wrapped with a path.
    fn from(error: std::io::Error) -> Self {
        if error.kind() == std::io::ErrorKind::BrokenPipe {
            Failure::OutputClosed
        } else {
            Failure::usage(format!("could not write to standard output: {error}"))
        }
    }
}
