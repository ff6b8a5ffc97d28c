//! From target flags to a target: an URL, a command, a configured server, or a file.
//!
//! Called by every command that looks at a server.

use std::path::PathBuf;

use mcpledge_wire::{Command, Endpoint, Limits, Secret, Target};
use url::Url;

use crate::args::{ReachArgs, TargetArgs};
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
pub(crate) fn limits(args: &ReachArgs) -> Limits {
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
    if let Some(name) = &args.server {
        return configured(name, args);
    }
    if !args.command.is_empty() {
        return command(&args.command, &args.reach);
    }
    match &args.target {
        Some(target) => {
            let subject = address_or_file(target, &args.reach)?;
            if let Subject::File(_) = subject {
                only_for_servers(&args.reach)?;
            }
            Ok(subject)
        }
        None => Err(Failure::with_hint(
            "no target",
            "give an URL, a capture file, `--server NAME`, or a command after `--`: mcpledge capture -- node server.js",
        )),
    }
}

/// A server out of a configuration, what was typed on top.
fn configured(name: &str, args: &TargetArgs) -> Result<Subject, Failure> {
    let mut target = mcp_config::find(name, args.mcp_config.as_deref())?;
    match &mut target {
        Target::Command(command) => {
            only_for_urls(&args.reach)?;
            command.environment.extend(environment(&args.reach)?);
            command.directory = args.reach.cwd.clone().or(command.directory.take());
        }
        Target::Endpoint(endpoint) => {
            only_for_commands(&args.reach)?;
            endpoint.headers.extend(headers(&args.reach)?);
        }
        Target::InProcess(_) => {}
    }
    Ok(Subject::Live(target))
}

/// A command as typed after `--`.
pub(crate) fn command(words: &[String], reach: &ReachArgs) -> Result<Subject, Failure> {
    only_for_urls(reach)?;
    let Some((program, arguments)) = words.split_first() else { return Err(Failure::usage("the command is empty")) };
    Ok(Subject::Live(Target::Command(Command {
        program: program.clone(),
        arguments: arguments.to_vec(),
        environment: environment(reach)?,
        directory: reach.cwd.clone(),
    })))
}

/// An URL or a file.
pub(crate) fn address_or_file(target: &str, reach: &ReachArgs) -> Result<Subject, Failure> {
    if target.starts_with("http://") || target.starts_with("https://") {
        only_for_commands(reach)?;
        let url = endpoint_url(target)?;
        return Ok(Subject::Live(Target::Endpoint(Endpoint { url, headers: headers(reach)? })));
    }
    let path = PathBuf::from(target);
    if target != "-" && !path.exists() {
        let hint = if target.contains("://") || target.starts_with("localhost") {
            "an URL starts with http:// or https://".to_owned()
        } else {
            "a command to start stands after `--`, an URL starts with https://, a server of a configuration goes with --server"
                .to_owned()
        };
        return Err(Failure::with_hint(format!("there is no file `{target}`"), hint));
    }
    Ok(Subject::File(path))
}

/// Refuses flags that mean nothing for a file.
fn only_for_servers(reach: &ReachArgs) -> Result<(), Failure> {
    if reach.header.is_empty() && reach.header_env.is_empty() && reach.env.is_empty() && reach.cwd.is_none() {
        return Ok(());
    }
    Err(Failure::usage("`--header, --header-env, --env, --cwd` mean nothing for a file"))
}

/// Refuses flags that mean nothing for a started server.
fn only_for_urls(reach: &ReachArgs) -> Result<(), Failure> {
    if reach.header.is_empty() && reach.header_env.is_empty() {
        return Ok(());
    }
    Err(Failure::with_hint("`--header` means nothing for a server on stdio", "give its credentials with --env"))
}

/// Refuses flags that mean nothing for an URL.
fn only_for_commands(reach: &ReachArgs) -> Result<(), Failure> {
    if reach.env.is_empty() && reach.env_from.is_empty() && reach.cwd.is_none() {
        return Ok(());
    }
    Err(Failure::with_hint(
        "`--env`, `--env-from` and `--cwd` mean nothing for an URL",
        "give its credentials with --header-env",
    ))
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

fn environment(args: &ReachArgs) -> Result<Vec<(String, Secret)>, Failure> {
    let mut environment = Vec::new();
    for pair in &args.env {
        let (name, value) = split(pair, "--env", "NAME=VALUE")?;
        environment.push((name, Secret::new(value)));
    }
    for name in &args.env_from {
        let value =
            std::env::var(name).map_err(|_| Failure::usage(format!("`--env-from {name}`: the variable is not set")))?;
        environment.push((name.clone(), Secret::new(value)));
    }
    Ok(environment)
}

fn headers(args: &ReachArgs) -> Result<Vec<(String, Secret)>, Failure> {
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
