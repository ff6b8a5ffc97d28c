//! What a capture looks at, as the transports need it.
//!
//! Made by the command line; opened by [`Session::open`](crate::Session::open).

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use tokio::io::DuplexStream;
use url::Url;

use crate::secret::Secret;

/// A server that is started and spoken to over its standard input and output.
#[derive(Clone, Debug, Default)]
pub struct Command {
    /// The program, looked up on `PATH`.
    pub program: String,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// Variables on top of our own environment, which the server inherits.
    pub environment: Vec<(String, Secret)>,
    /// Working directory; ours when absent.
    pub directory: Option<PathBuf>,
}

/// A server behind an URL.
#[derive(Clone, Debug)]
pub struct Endpoint {
    /// Address of the MCP endpoint.
    pub url: Url,
    /// Headers for every request.
    pub headers: Vec<(String, Secret)>,
}

/// Gives a fresh connection to a server in this process.
pub type Connect = Arc<dyn Fn() -> DuplexStream + Send + Sync>;

/// Where a server is.
#[derive(Clone)]
pub enum Target {
    /// Started by us, spoken to over stdio.
    Command(Command),
    /// Spoken to over Streamable HTTP, or HTTP+SSE when it is old.
    Endpoint(Endpoint),
    /// In this process.
    InProcess(Connect),
}

impl fmt::Debug for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Target::Command(command) => command.fmt(f),
            Target::Endpoint(endpoint) => endpoint.fmt(f),
            Target::InProcess(_) => f.write_str("InProcess"),
        }
    }
}

impl Target {
    /// Everything the user gave that must not be shown.
    pub fn secrets(&self) -> impl Iterator<Item = &Secret> {
        let given: &[(String, Secret)] = match self {
            Target::Command(command) => &command.environment,
            Target::Endpoint(endpoint) => &endpoint.headers,
            Target::InProcess(_) => &[],
        };
        given.iter().map(|(_, secret)| secret)
    }
}
