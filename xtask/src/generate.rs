//! `cargo xtask generate`: docs/reference, out of the program itself.
//!
//! Called by hand after a change of flags, rules or exit codes; `check` fails where a file is stale.

use std::fmt::Write as _;
use std::process::Command;

use crate::{Failure, place, program};

const FOLDER: &str = "docs/reference";
const BY: &str = "<!-- Written by `cargo xtask generate`; edit the source instead. -->\n";

/// Writes the pages, or only compares them.
pub(crate) fn run(check: bool) -> Result<(), Failure> {
    program::run("cargo build", &mut program::cargo(["build", "--quiet", "--locked", "--package", "mcpledge"]))?;
    let pages = [("commands.md", commands()?), ("findings.md", findings()?), ("exit-codes.md", exit_codes()?)];
    let folder = place::root().join(FOLDER);
    let mut stale = Vec::new();
    for (name, text) in pages {
        let path = folder.join(name);
        if std::fs::read_to_string(&path).is_ok_and(|old| old == text) {
            continue;
        }
        if check {
            stale.push(format!("{FOLDER}/{name}"));
        } else {
            std::fs::create_dir_all(&folder).map_err(|error| format!("could not create {FOLDER}: {error}"))?;
            std::fs::write(&path, text).map_err(|error| format!("could not write {FOLDER}/{name}: {error}"))?;
            println!("wrote {FOLDER}/{name}");
        }
    }
    if stale.is_empty() { Ok(()) } else { Err(format!("stale: {}; run `cargo xtask generate`", stale.join(", "))) }
}

/// What the program prints.
fn mcpledge(arguments: &[&str]) -> Result<String, Failure> {
    let mut command = Command::new(place::target().join("debug/mcpledge"));
    command.args(arguments).env_remove("COLUMNS").env_remove("CLICOLOR_FORCE");
    program::output(&format!("mcpledge {}", arguments.join(" ")), &mut command)
}

fn commands() -> Result<String, Failure> {
    let help = mcpledge(&["--help"])?;
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let mut page = format!("# Commands\n\n{BY}\n## mcpledge\n\n```text\n{help}```\n");
    for command in listed.filter_map(|line| line.split_whitespace().next()) {
        let help = mcpledge(&[command, "--help"])?;
        let _ = write!(page, "\n## mcpledge {command}\n\n```text\n{help}```\n");
    }
    Ok(page)
}

fn findings() -> Result<String, Failure> {
    let list = mcpledge(&["explain", "--list"])?;
    let mut page = format!("# Findings\n\n{BY}\n`mcpledge explain ID` prints the page of one.\n");
    let mut in_table = false;
    for line in list.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            [] => {}
            [id, level @ ("allow" | "warn" | "deny"), title @ ..] => {
                if !in_table {
                    page.push_str("\n| id | level | what it is |\n| --- | --- | --- |\n");
                    in_table = true;
                }
                let title = title.join(" ").replace('|', "\\|");
                let _ = writeln!(page, "| [{id}](../../{}) | {level} | {title} |", source(id)?);
            }
            heading => {
                in_table = false;
                let _ = write!(page, "\n## {}\n", heading.join(" ").trim_end_matches(':'));
            }
        }
    }
    Ok(page)
}

/// Where the page of a rule stands.
fn source(id: &str) -> Result<String, Failure> {
    let places = [
        format!("crates/contract/src/finding/pages/{id}.md"),
        format!("crates/contract/src/breaks/rules/{}.md", id.replace('-', "_")),
    ];
    let found = places.into_iter().find(|path| place::root().join(path).is_file());
    found.ok_or_else(|| format!("`{id}` is listed and has no page"))
}

/// The constants of the command line's exit codes with what their documentation says.
fn exit_codes() -> Result<String, Failure> {
    let source = "crates/cli/src/exit.rs";
    let text = std::fs::read_to_string(place::root().join(source))
        .map_err(|error| format!("could not read {source}: {error}"))?;
    let codes = parse_exit_codes(&text);
    if codes.is_empty() {
        return Err(format!("{source} holds no exit codes"));
    }
    let mut page = format!("# Exit codes\n\n{BY}\n| code | meaning |\n| --- | --- |\n");
    for (code, meaning) in codes {
        let _ = writeln!(page, "| {code} | {meaning} |");
    }
    page.push_str("\nA reader that closes standard output early (`| head`) is no failure: the code is 0.\n");
    Ok(page)
}

fn parse_exit_codes(text: &str) -> Vec<(String, String)> {
    let (mut codes, mut meaning) = (Vec::new(), Vec::new());
    for line in text.lines() {
        if let Some(doc) = line.strip_prefix("/// ") {
            meaning.push(doc);
        } else if let Some((name, value)) =
            line.strip_prefix("pub(crate) const ").and_then(|line| line.split_once(": u8 = "))
        {
            let value = value.trim_end_matches(';');
            let code = if name == "SIGNAL" { format!("{value} + n") } else { value.to_owned() };
            codes.push((code, meaning.join(" ")));
            meaning.clear();
        } else {
            meaning.clear();
        }
    }
    codes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exit_codes_are_read_with_their_meaning() {
        let text = "//! Codes.\n\n/// Fine,\n/// really.\npub(crate) const FINE: u8 = 0;\n/// By a signal.\npub(crate) const SIGNAL: u8 = 128;\n";
        let expected = [("0", "Fine, really."), ("128 + n", "By a signal.")];
        assert_eq!(parse_exit_codes(text), expected.map(|(code, meaning)| (code.to_owned(), meaning.to_owned())));
    }
}
