//! What needs no target: help, explanations, completions, the man page, the demo.

use std::io::Read as _;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::harness::Folder;

const COMMANDS: [&str; 9] =
    ["capture", "fingerprint", "lock", "check", "diff", "explain", "demo", "completions", "man"];

#[test]
fn help_of_every_command() {
    let folder = Folder::new();
    insta::assert_snapshot!("help", folder.run(&["--help"]).shown());
    for command in COMMANDS {
        insta::assert_snapshot!(format!("help-{command}"), folder.run(&[command, "--help"]).shown());
    }
    assert_eq!(folder.run(&["-h"]).expect(0).stderr, "");
}

#[test]
fn help_names_exactly_these_commands() {
    let help = Folder::new().run(&["--help"]).expect(0).stdout;
    let listed: Vec<&str> = help
        .lines()
        .skip_while(|line| *line != "Commands:")
        .skip(1)
        .take_while(|line| !line.is_empty())
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert_eq!(listed, COMMANDS);
}

#[test]
fn version_is_one_line() {
    let ran = Folder::new().run(&["--version"]).expect(0);
    assert_eq!((ran.stdout.as_str(), ran.stderr.as_str()), (concat!("mcpledge ", env!("CARGO_PKG_VERSION"), "\n"), ""));
}

#[test]
fn explain_says_what_was_probably_meant() {
    let folder = Folder::new();
    insta::assert_snapshot!("explain-near", folder.run(&["explain", "stdout-txt"]).shown());
    insta::assert_snapshot!("explain-far", folder.run(&["explain", "the weather in Lisbon"]).shown());
    insta::assert_snapshot!("explain-nothing", folder.run(&["explain"]).shown());
    insta::assert_snapshot!("explain-both", folder.run(&["explain", "stdout-text", "--list"]).shown());
}

#[test]
fn explain_lists_every_rule_on_one_line_and_prints_the_page_of_each() {
    let folder = Folder::new();
    let pages = Path::new(env!("CARGO_MANIFEST_DIR")).join("../contract/src/finding/pages");
    let list = folder.run(&["explain", "--list"]).expect(0);
    assert_eq!(list.stderr, "");
    let lines: Vec<Vec<&str>> = list.stdout.lines().map(|line| line.split_whitespace().collect()).collect();
    let rules: Vec<&Vec<&str>> = lines.iter().filter(|words| is_rule(words)).collect();
    for line in lines.iter().filter(|words| !is_rule(words) && !words.is_empty()) {
        assert!(line.last().is_some_and(|word| word.ends_with(':')), "neither a rule nor a heading: {line:?}");
    }
    for id in rules.iter().map(|words| words[0]) {
        let page = folder.run(&["explain", id]).expect(0);
        assert!(page.stdout.starts_with(&format!("# {id}\n")), "{id}: {}", page.stdout);
        assert_eq!(page.stderr, "", "{id}");
    }
    for page in std::fs::read_dir(pages).unwrap() {
        let path = page.unwrap().path();
        let id = path.file_stem().unwrap().to_str().unwrap();
        assert!(rules.iter().any(|words| words[0] == id), "{id} is not listed");
        assert_eq!(folder.run(&["explain", id]).stdout, std::fs::read_to_string(&path).unwrap());
    }
}

/// `id  level  title…`
fn is_rule(words: &[&str]) -> bool {
    words.len() > 2 && ["allow", "warn", "deny"].contains(&words[1])
}

#[test]
fn completions_know_every_command_and_flag() {
    let folder = Folder::new();
    let flags: Vec<String> =
        COMMANDS.iter().flat_map(|command| long_flags(&folder.run(&[command, "--help"]).expect(0).stdout)).collect();
    assert!(flags.len() > 40, "{flags:?}");
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let ran = folder.run(&["completions", shell]).expect(0);
        assert_eq!(ran.stderr, "", "{shell}");
        for word in flags.iter().map(String::as_str).chain(COMMANDS) {
            // fish writes `-l json` for `--json`.
            let word = if shell == "fish" { word.trim_start_matches('-') } else { word };
            assert!(ran.stdout.contains(word), "{shell} does not know {word}");
        }
    }
    insta::assert_snapshot!("completions-unknown", folder.run(&["completions", "tcsh"]).shown());
}

fn long_flags(help: &str) -> Vec<String> {
    help.split(|character: char| !(character.is_ascii_alphanumeric() || character == '-'))
        .filter(|word| word.starts_with("--") && word.len() > 3)
        .map(str::to_owned)
        .collect()
}

#[test]
fn bash_takes_its_completions() {
    let folder = Folder::new();
    folder.write("script", folder.run(&["completions", "bash"]).expect(0).stdout);
    let checked = Command::new("bash").arg("-n").arg(folder.path("script")).output().unwrap();
    assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stderr));
}

#[test]
fn man_prints_one_page_or_writes_all() {
    let folder = Folder::new();
    insta::assert_snapshot!("man", folder.run(&["man"]).shown());
    let written = folder.run(&["man", "--folder", "pages/man1"]).expect(0);
    assert_eq!((written.stdout.as_str(), written.stderr.as_str()), ("", ""));
    let mut pages: Vec<String> = COMMANDS.iter().map(|command| format!("mcpledge-{command}.1")).collect();
    pages.push("mcpledge.1".to_owned());
    pages.sort();
    let mut names: Vec<String> = std::fs::read_dir(folder.path("pages/man1"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names, pages);
    assert_eq!(folder.read("pages/man1/mcpledge.1"), folder.run(&["man"]).expect(0).stdout);
    for page in pages {
        assert!(folder.read(&format!("pages/man1/{page}")).contains(".TH mcpledge"), "{page}");
    }
}

#[test]
fn the_demo_shows_the_main_job() {
    let folder = Folder::new();
    let ran = folder.run(&["demo"]);
    insta::assert_snapshot!("demo", ran.shown());
    assert_eq!(folder.run(&["demo"]).shown(), ran.shown(), "the demo is the same in every run");
    assert_eq!(folder.names(), Vec::<String>::new());
}

#[cfg(unix)]
#[test]
fn a_reader_that_leaves_is_no_failure() {
    let folder = Folder::new();
    for arguments in [&["explain", "--list"][..], &["completions", "bash"], &["man"], &["--help"], &["demo"]] {
        let mut child = folder.command(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let mut stderr = String::new();
        child.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
        assert_eq!((child.wait().unwrap().code(), stderr.as_str()), (Some(0), ""), "{arguments:?}");
    }
}

#[cfg(unix)]
#[test]
fn only_the_first_lines_may_be_read() {
    let folder = Folder::new();
    let script = format!("set -o pipefail; '{}' explain --list | head -1", env!("CARGO_BIN_EXE_mcpledge"));
    let output = Command::new("bash").arg("-c").arg(script).current_dir(folder.path("")).output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stdout).lines().count(), 1);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_a_failure() {
    let folder = Folder::new();
    for arguments in [&["explain", "--list"][..], &["--help"], &["--version"]] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let status = folder.command(arguments).stdout(full).stderr(Stdio::null()).status().unwrap();
        assert_eq!(status.code(), Some(2), "{arguments:?}");
    }
}
