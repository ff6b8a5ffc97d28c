//! Servers out of an `mcpServers` configuration: `.mcp.json`, `mcp.json`, and the `servers` of VS Code.
//!
//! Called for `--server NAME`. Comments and trailing commas are taken, since editors write them. `${VAR}`,
//! `${VAR:-default}` and `${env:VAR}` are filled in from the environment; everything filled in or given as a variable
//! or header is a secret.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use mcpledge_contract::json::{Document, Limits, Value};
use mcpledge_wire::{Command, Endpoint, Secret, Target};

use crate::failure::Failure;

use super::target::endpoint_url;

/// Where a configuration is looked for, in this order.
const PLACES: [&str; 4] = [".mcp.json", "mcp.json", ".vscode/mcp.json", ".cursor/mcp.json"];

/// The server `name` of `file`, or of the first configuration in this folder that has one.
pub(super) fn find(name: &str, file: Option<&Path>) -> Result<Target, Failure> {
    let files: Vec<PathBuf> = match file {
        Some(file) => vec![file.to_owned()],
        None => PLACES.iter().map(PathBuf::from).filter(|path| path.is_file()).collect(),
    };
    if files.is_empty() {
        let places = PLACES.join(", ");
        return Err(Failure::with_hint(
            format!("there is no mcpServers configuration here (looked for {places})"),
            "name it with --mcp-config FILE",
        ));
    }
    let mut names = Vec::new();
    for path in &files {
        let text = std::fs::read_to_string(path).map_err(|error| Failure::file("read", path, &error))?;
        let document = Document::parse(without_comments(&text), Limits::default())
            .map_err(|rejected| Failure::usage(format!("`{}` is no JSON: {}", path.display(), rejected.error)))?;
        let root = document.root();
        let Some(servers) =
            root.get("mcpServers").or_else(|| root.get("servers")).filter(|servers| servers.is_object())
        else {
            continue;
        };
        if let Some(server) = servers.get(name) {
            return read(server, name, path);
        }
        names.extend(servers.entries().map(|(key, _)| key.decode().into_owned()));
    }
    let shown: Vec<String> = files.iter().map(|path| path.display().to_string()).collect();
    let hint = match names.is_empty() {
        true => "a configuration has an object `mcpServers` (or `servers`) with one member per server".to_owned(),
        false => format!("there are: {}", names.join(", ")),
    };
    Err(Failure::with_hint(format!("there is no server `{name}` in {}", shown.join(", ")), hint))
}

fn read(server: Value<'_>, name: &str, path: &Path) -> Result<Target, Failure> {
    let wrong = |what: &str| Failure::usage(format!("`{}`, server `{name}`: {what}", path.display()));
    let text = |key: &str| -> Result<Option<String>, Failure> {
        match server.get(key).filter(|value| !value.is_null()) {
            None => Ok(None),
            Some(value) => {
                let text = value.as_text().ok_or_else(|| wrong(&format!("`{key}` is no string")))?;
                fill_in(&text.decode()).map(Some).map_err(|variable| wrong(&unset(key, &variable)))
            }
        }
    };
    let pairs = |key: &str| -> Result<Vec<(String, Secret)>, Failure> {
        let mut pairs = Vec::new();
        for (member, value) in server.get(key).into_iter().flat_map(Value::entries) {
            let member = member.decode().into_owned();
            let value = match value.as_text() {
                Some(text) => fill_in(&text.decode()).map_err(|variable| wrong(&unset(&member, &variable)))?,
                // Numbers and booleans stand there often enough, and mean their text.
                None => value.raw().to_owned(),
            };
            pairs.push((member, Secret::new(value)));
        }
        Ok(pairs)
    };
    if let Some(url) = text("url")?.or(text("serverUrl")?) {
        return Ok(Target::Endpoint(Endpoint { url: endpoint_url(&url)?, headers: pairs("headers")? }));
    }
    let program = text("command")?.ok_or_else(|| wrong("neither `command` nor `url` is there"))?;
    let mut arguments = Vec::new();
    for argument in server.get("args").into_iter().flat_map(Value::items) {
        let argument = argument.as_text().ok_or_else(|| wrong("`args` holds something that is no string"))?;
        arguments.push(fill_in(&argument.decode()).map_err(|variable| wrong(&unset("args", &variable)))?);
    }
    Ok(Target::Command(Command {
        program,
        arguments,
        environment: pairs("env")?,
        directory: text("cwd")?.map(PathBuf::from),
    }))
}

fn unset(key: &str, variable: &str) -> String {
    format!("`{key}` uses the variable `{variable}`, which is not set")
}

/// Replaces `${VAR}`, `${VAR:-default}` and `${env:VAR}`; the name of the first variable that is not set otherwise.
fn fill_in(text: &str) -> Result<String, String> {
    let mut filled = String::new();
    let mut rest = text;
    while let Some(start) = rest.find("${") {
        let Some(length) = rest[start..].find('}') else { break };
        filled.push_str(&rest[..start]);
        let inner = &rest[start + 2..start + length];
        let inner = inner.strip_prefix("env:").unwrap_or(inner);
        let (variable, default) = inner.split_once(":-").map_or((inner, None), |(name, value)| (name, Some(value)));
        match (std::env::var(variable), default) {
            (Ok(value), _) => filled.push_str(&value),
            (Err(_), Some(default)) => filled.push_str(default),
            (Err(_), None) => return Err(variable.to_owned()),
        }
        rest = &rest[start + length + 1..];
    }
    filled.push_str(rest);
    Ok(filled)
}

/// The text with comments and trailing commas blanked out, so that places stay the same.
fn without_comments(text: &str) -> Cow<'_, [u8]> {
    let mut bytes = text.as_bytes().to_vec();
    let (mut at, mut comma) = (0, None);
    while at < bytes.len() {
        match bytes[at] {
            b'"' => {
                comma = None;
                at += 1;
                while at < bytes.len() && bytes[at] != b'"' {
                    at += if bytes[at] == b'\\' { 2 } else { 1 };
                }
            }
            b'/' if bytes.get(at + 1) == Some(&b'/') => {
                while at < bytes.len() && bytes[at] != b'\n' {
                    bytes[at] = b' ';
                    at += 1;
                }
                continue;
            }
            b'/' if bytes.get(at + 1) == Some(&b'*') => {
                let end = text[at + 2..].find("*/").map_or(bytes.len(), |length| at + 4 + length);
                bytes[at..end].iter_mut().filter(|byte| **byte != b'\n').for_each(|byte| *byte = b' ');
                at = end;
                continue;
            }
            b',' => comma = Some(at),
            b'}' | b']' => {
                if let Some(comma) = comma.take() {
                    bytes[comma] = b' ';
                }
            }
            byte if byte.is_ascii_whitespace() => {}
            _ => comma = None,
        }
        at += 1;
    }
    Cow::Owned(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stripped(text: &str) -> String {
        String::from_utf8(without_comments(text).into_owned()).unwrap()
    }

    #[test]
    fn comments_and_trailing_commas_are_blanked_and_strings_kept() {
        assert_eq!(stripped("{\"a\": 1, // x\n}"), "{\"a\": 1      \n}");
        assert_eq!(stripped("[1,/* é\n */2,]"), "[1,     \n   2 ]");
        assert_eq!(stripped(r#"{"u":"http://x,]\"//"}"#), r#"{"u":"http://x,]\"//"}"#);
        assert_eq!(stripped("[1 /* open"), "[1        ");
    }

    #[test]
    fn variables_are_filled_in_or_named() {
        assert_eq!(fill_in("a${MCPLEDGE_TEST_NOT_SET:-b}c"), Ok("abc".to_owned()));
        assert_eq!(fill_in("${env:MCPLEDGE_TEST_NOT_SET}"), Err("MCPLEDGE_TEST_NOT_SET".to_owned()));
        assert_eq!(fill_in("${open"), Ok("${open".to_owned()));
        assert!(fill_in("${PATH}").is_ok_and(|path| !path.is_empty()));
    }
}
