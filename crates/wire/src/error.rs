//! Why a conversation could not be held. Each names what happened, the limit or status, and what to try.
//!
//! Returned by transports, sessions and captures; the command line prints it and exits with 3.

use std::fmt;
use std::time::Duration;

use thiserror::Error;

/// What a 401 or 403 said (RFC 9110 section 11.6.1, RFC 9728).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Challenge {
    /// The `WWW-Authenticate` header as sent.
    pub header: Option<String>,
}

/// What a server wrote that is no answer. Empty where it wrote nothing of the kind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LastWords {
    /// The start of the line it had begun.
    pub unfinished: String,
    /// The first text on its standard output that is no message.
    pub stray: String,
    /// The end of its stderr.
    pub stderr: String,
}

impl fmt::Display for LastWords {
    /// What belongs behind an error's message; stderr is shown by itself.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.unfinished.is_empty() {
            write!(f, "; it had begun the line {:?}", self.unfinished)?;
        }
        if !self.stray.is_empty() {
            write!(f, "; its standard output holds other text: {:?}", self.stray)?;
        }
        Ok(())
    }
}

/// Why a peer could not be reached, or did not speak MCP.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum WireError {
    /// The program does not exist or may not be run.
    #[error("could not start `{program}`: {source}")]
    Start {
        /// The program.
        program: String,
        /// What the system said.
        source: std::io::Error,
    },
    /// The process ended.
    #[error("the server ended ({status}) before it answered `{method}`{said}")]
    Exited {
        /// Exit code or signal.
        status: String,
        /// The request that was open.
        method: String,
        /// What it wrote instead.
        said: Box<LastWords>,
    },
    /// Standard output is closed, the process lives.
    #[error("the server closed its standard output before it answered `{method}`{said}")]
    OutputClosed {
        /// The request that was open.
        method: String,
        /// What it wrote instead.
        said: Box<LastWords>,
    },
    /// No answer in time.
    #[error("no answer to `{method}` within {} (limit {flag}){said}", seconds(*limit))]
    Timeout {
        /// The request that was open.
        method: String,
        /// The limit.
        limit: Duration,
        /// The flag that raises it.
        flag: &'static str,
        /// What it wrote instead.
        said: Box<LastWords>,
    },
    /// A message longer than allowed.
    #[error("a message is longer than {limit} bytes (limit --max-message)")]
    MessageTooLong {
        /// The limit in bytes.
        limit: usize,
    },
    /// A message nested deeper than allowed.
    #[error("a message is nested deeper than {limit} levels (limit --max-depth)")]
    MessageTooDeep {
        /// The limit in levels.
        limit: usize,
    },
    /// A surface longer than allowed.
    #[error("the lists are longer than {limit} bytes together (four times the limit --max-message)")]
    SurfaceTooLarge {
        /// The limit in bytes.
        limit: usize,
    },
    /// The connection could not be made.
    #[error("could not connect to {url}: {reason}{}", tried(addresses))]
    Connect {
        /// The address, without its query.
        url: String,
        /// What went wrong.
        reason: String,
        /// What the name resolves to.
        addresses: Vec<String>,
    },
    /// The connection broke.
    #[error("the connection to {url} broke: {reason}")]
    Broken {
        /// The address, without its query.
        url: String,
        /// What went wrong.
        reason: String,
    },
    /// 401 or 403.
    #[error("`{method}` was refused with HTTP {status}{}", challenged(challenge))]
    Refused {
        /// 401 or 403.
        status: u16,
        /// The request that was refused.
        method: String,
        /// What the answer asks for.
        challenge: Challenge,
    },
    /// A status and a body that are no JSON-RPC answer.
    #[error("`{method}` was answered with HTTP {status}{}{}", typed(content_type), shown(excerpt))]
    NotJsonRpc {
        /// The status.
        status: u16,
        /// The request.
        method: String,
        /// The content type, if there is one.
        content_type: Option<String>,
        /// The start of the body.
        excerpt: String,
    },
    /// A body in a coding that was not asked for.
    #[error("`{method}` was answered with HTTP {status} in content encoding `{encoding}`, which was not asked for")]
    Encoded {
        /// The status.
        status: u16,
        /// The request.
        method: String,
        /// The header `Content-Encoding` as sent.
        encoding: String,
    },
    /// An event stream ended without the answer.
    #[error("the event stream ended before it answered `{method}`")]
    StreamEnded {
        /// The request.
        method: String,
    },
    /// A redirect that is not followed.
    #[error("{url} redirects with HTTP {status} to {location}: {reason}")]
    Redirect {
        /// Where it was asked, without the query.
        url: String,
        /// The status.
        status: u16,
        /// Where it points, without the query.
        location: String,
        /// Why it is not followed.
        reason: &'static str,
    },
    /// `initialize` was answered with an error.
    #[error("`initialize` failed with JSON-RPC error {code}: {message}{}", supporting(supported))]
    InitializeFailed {
        /// The code as sent.
        code: String,
        /// The message as sent.
        message: String,
        /// Whether the server answers `server/discover` instead.
        modern: bool,
        /// The protocol versions it names instead, if it does.
        supported: Vec<String>,
    },
    /// The modern era was asked for, and the server is a legacy one.
    #[error("`server/discover` was not answered as the modern era demands: {reason}")]
    NotModern {
        /// What it did instead.
        reason: String,
    },
    /// The server is a modern one, and refuses the question that opens a conversation.
    #[error("`server/discover` failed with JSON-RPC error {code}: {message}")]
    DiscoverFailed {
        /// The code as sent.
        code: String,
        /// The message as sent.
        message: String,
    },
    /// A list that is not served, or not to its end.
    #[error("`{method}` is not served: {reason}")]
    NotListed {
        /// The list's method.
        method: &'static str,
        /// Why.
        reason: String,
    },
    /// A tool that may not be called over HTTP (MCP 2026-07-28, "Custom Headers from Tool Parameters").
    #[error("the tool `{tool}` may not be called: {reason}")]
    ToolUnusable {
        /// Its name.
        tool: String,
        /// Which rule its schema breaks.
        reason: String,
    },
    /// A result that is none.
    #[error("the result of `{method}` is {found}, no object")]
    ResultShape {
        /// The request.
        method: String,
        /// What it is.
        found: &'static str,
    },
    /// What was asked of us cannot be done: a header that is none, a folder that does not exist.
    #[error("{0}")]
    Setup(String),
}

impl WireError {
    /// The end of the server's stderr, if it wrote any.
    #[must_use]
    pub fn stderr(&self) -> Option<&str> {
        match self {
            WireError::Exited { said, .. } | WireError::OutputClosed { said, .. } | WireError::Timeout { said, .. } => {
                Some(said.stderr.as_str()).filter(|stderr| !stderr.is_empty())
            }
            _ => None,
        }
    }

    /// What to try, in the imperative.
    #[must_use]
    pub fn hints(&self) -> Vec<String> {
        let hint = match self {
            WireError::Start { .. } => "check the name and PATH; the command stands after `--`, one argument each",
            WireError::Exited { .. } => {
                "run the command by hand: it must stay alive while its input is open; missing variables go in with --env NAME=VALUE"
            }
            WireError::OutputClosed { .. } => "the server must keep its standard output open",
            WireError::Timeout { flag: "--start-timeout", .. } => {
                "a slow first start (a package download) needs a larger --start-timeout; a server that waits for something says so on stderr; one that an unknown first question stops needs --era legacy"
            }
            WireError::Timeout { .. } => {
                "check that the server answers every request; raise the limit if it is only slow"
            }
            WireError::MessageTooLong { .. } | WireError::MessageTooDeep { .. } | WireError::SurfaceTooLarge { .. } => {
                "raise the limit if the server is trusted"
            }
            WireError::Connect { .. } => "check that the server is running and listens on that address and port",
            WireError::Broken { .. } => "check the server's log",
            WireError::Refused { .. } => "give a credential with --header-env Authorization=VARIABLE",
            WireError::NotJsonRpc { content_type: Some(kind), .. } if kind.contains("html") => {
                "this is a web page: check that the URL is the MCP endpoint (often …/mcp) and not behind a sign-in"
            }
            WireError::NotJsonRpc { .. } => "check that the URL is the MCP endpoint (often …/mcp)",
            WireError::Encoded { .. } => "the server, or a proxy before it, must honour `Accept-Encoding: identity`",
            WireError::StreamEnded { .. } => "the server, or a proxy before it, closed the stream too early",
            WireError::Redirect { reason, .. } if reason.contains("origin") => {
                "use that address directly if it is yours: credentials are never sent to another origin"
            }
            WireError::Redirect { .. } => {
                "use the final address; a page that asks to sign in needs a credential (--header-env)"
            }
            WireError::InitializeFailed { modern: true, .. } => {
                "this server speaks only the modern era: leave --era out or use --era modern"
            }
            WireError::InitializeFailed { supported, .. } if !supported.is_empty() => {
                "ask for a version it names with --protocol-version; such a surface cannot be locked"
            }
            WireError::InitializeFailed { .. } | WireError::DiscoverFailed { .. } => {
                "the server refuses to open a conversation: its log says why"
            }
            WireError::NotModern { .. } => "leave --era out to capture the legacy era",
            WireError::NotListed { .. }
            | WireError::ToolUnusable { .. }
            | WireError::ResultShape { .. }
            | WireError::Setup(_) => return Vec::new(),
        };
        vec![hint.to_owned()]
    }
}

fn seconds(limit: Duration) -> String {
    if limit.subsec_millis() == 0 { format!("{} s", limit.as_secs()) } else { format!("{} ms", limit.as_millis()) }
}

fn supporting(supported: &[String]) -> String {
    if supported.is_empty() { String::new() } else { format!(" (it names {})", supported.join(", ")) }
}

fn tried(addresses: &[String]) -> String {
    if addresses.is_empty() { String::new() } else { format!(" (tried {})", addresses.join(", ")) }
}

fn challenged(challenge: &Challenge) -> String {
    challenge.header.as_ref().map(|header| format!(" (WWW-Authenticate: {header})")).unwrap_or_default()
}

fn typed(content_type: &Option<String>) -> String {
    match content_type {
        Some(kind) => format!(" and content type {kind}"),
        None => " and no content type".to_owned(),
    }
}

fn shown(excerpt: &str) -> String {
    if excerpt.is_empty() { ", an empty body".to_owned() } else { format!(": {excerpt:?}") }
}
