//! From target flags to a target: an URL, a command, a configured server, or a file.
//!
//! Called by every command that looks at a server.

use std::path::PathBuf;

use mcpledge_wire::{Command, Endpoint, Limits, Secret, Target};
use url::Url;

use crate::args::TargetArgs;
use crate::failure::Failure;

use super::mcp_config;

/// What a command looks at.
pub(crate) enum Subject {
    /// A live server.
    Live(Target),
    /// A file, or standard input for `-`.
    File(PathBuf),
}

impl Subject {
    /// How messages call it. Never holds a secret.
    pub(crate) fn shown(&self) -> String {
        match self {
            Subject::Live(Target::Command(command)) => format!("`{}`", command.program),
            Subject::Live(Target::Endpoint(endpoint)) => {
                let url = &endpoint.url;
                format!("{}{}", url.origin().ascii_serialization(), url.path())
            }
            Subject::Live(Target::InProcess(_)) => "the embedded example".to_owned(),
            Subject::File(path) if path.as_os_str() == "-" => "standard input".to_owned(),
            Subject::File(path) => format!("`{}`", path.display()),
        }
    }

    /// What must not be printed.
    pub(crate) fn secrets(&self) -> Vec<Secret> {
        match self {
            Subject::Live(target) => target.secrets().cloned().collect(),
            Subject::File(_) => Vec::new(),
        }
    }
}

/// The limits as typed, the rest by default.
pub(crate) fn limits(args: &TargetArgs) -> Limits {
    let mut limits = Limits::default();
    if let Some(start) = args.start_timeout {
        limits.start = start.0;
    }
    if let Some(request) = args.request_timeout {
        limits.request = request.0;
    }
    if let Some(capture) = args.capture_timeout {
        limits.capture = capture.0;
    }
    if let Some(bytes) = args.max_message {
        limits.message_bytes = bytes.0;
    }
    if let Some(depth) = args.max_depth {
        limits.depth = depth;
    }
    limits
}

/// Finds out what the flags mean.
pub(crate) fn resolve(args: &TargetArgs) -> Result<Subject, Failure> {
    let subject = choose(args)?;
    let misplaced = |flag: &str, kind: &str| Err(Failure::usage(format!("`{flag}` means nothing for {kind}")));
    match &subject {
        Subject::Live(Target::Command(_)) => {
            if !args.header.is_empty() || !args.header_env.is_empty() {
                return misplaced("--header", "a server on stdio: give its credentials with --env");
            }
        }
        Subject::Live(Target::Endpoint(_)) => {
            if !args.env.is_empty() || args.cwd.is_some() {
                return misplaced("--env, --cwd", "an URL: give its credentials with --header-env");
            }
        }
        Subject::Live(Target::InProcess(_)) => {}
        Subject::File(_) => {
            if !(args.header.is_empty() && args.header_env.is_empty() && args.env.is_empty() && args.cwd.is_none()) {
                return misplaced("--header, --header-env, --env, --cwd", "a file");
            }
        }
    }
    Ok(subject)
}

fn choose(args: &TargetArgs) -> Result<Subject, Failure> {
    if let Some(name) = &args.server {
        let mut target = mcp_config::find(name, args.mcp_config.as_deref())?;
        match &mut target {
            Target::Command(command) => {
                command.environment.extend(environment(args)?);
                command.directory = args.cwd.clone().or(command.directory.take());
            }
            Target::Endpoint(endpoint) => endpoint.headers.extend(headers(args)?),
            Target::InProcess(_) => {}
        }
        return Ok(Subject::Live(target));
    }
    if let Some((program, arguments)) = args.command.split_first() {
        return Ok(Subject::Live(Target::Command(Command {
            program: program.clone(),
            arguments: arguments.to_vec(),
            environment: environment(args)?,
            directory: args.cwd.clone(),
        })));
    }
    let Some(target) = &args.target else {
        return Err(Failure::with_hint(
            "no target",
            "give an URL, a capture file, `--server NAME`, or a command after `--`: mcpledge capture -- node server.js",
        ));
    };
    if target.starts_with("http://") || target.starts_with("https://") {
        let url = endpoint_url(target)?;
        return Ok(Subject::Live(Target::Endpoint(Endpoint { url, headers: headers(args)? })));
    }
    let path = PathBuf::from(target);
    if target != "-" && !path.exists() {
        let hint = if target.contains("://") || target.starts_with("localhost") {
            "an URL starts with http:// or https://".to_owned()
        } else {
            format!("to start a server, put its command after `--`: mcpledge capture -- {target}")
        };
        return Err(Failure::with_hint(format!("there is no file `{target}`"), hint));
    }
    Ok(Subject::File(path))
}

/// Parses an endpoint's address.
pub(super) fn endpoint_url(text: &str) -> Result<Url, Failure> {
    let url = Url::parse(text).map_err(|error| Failure::usage(format!("`{text}` is no URL: {error}")))?;
    if !url.username().is_empty() || url.password().is_some() {
        return Err(Failure::with_hint(
            "a credential stands in the URL",
            "give it with --header-env Authorization=VARIABLE: URLs end up in logs",
        ));
    }
    Ok(url)
}

fn environment(args: &TargetArgs) -> Result<Vec<(String, Secret)>, Failure> {
    args.env
        .iter()
        .map(|pair| {
            let (name, value) = split(pair, "--env", "NAME=VALUE")?;
            Ok((name, Secret::new(value)))
        })
        .collect()
}

fn headers(args: &TargetArgs) -> Result<Vec<(String, Secret)>, Failure> {
    let mut headers = Vec::new();
    for pair in &args.header {
        let (name, value) = split(pair, "--header", "NAME=VALUE")?;
        headers.push((name, Secret::new(value)));
    }
    for pair in &args.header_env {
        let (name, variable) = split(pair, "--header-env", "NAME=VARIABLE")?;
        let value = std::env::var(&variable)
            .map_err(|_| Failure::usage(format!("`--header-env {name}=…`: the variable `{variable}` is not set")))?;
        headers.push((name, Secret::new(value)));
    }
    Ok(headers)
}

/// Splits at the first `=`. The value may be a secret, so it is not repeated.
fn split(pair: &str, flag: &str, form: &str) -> Result<(String, String), Failure> {
    match pair.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() => Ok((name.trim().to_owned(), value.to_owned())),
        _ => Err(Failure::usage(format!("`{flag}` takes {form}"))),
    }
}
