//! No tracked file may hold a path of the machine it was written on, or the host of a package registry.
//!
//! Which paths those are is asked of the machine at hand: an absolute path in a file that exists here, outside the
//! folders that every system has, came from here.

use std::path::Path;

use crate::{Failure, place};

/// Folders that mean the same on every machine.
const EVERYWHERE: [&str; 12] = ["bin", "boot", "dev", "etc", "lib", "lib64", "opt", "proc", "run", "sys", "tmp", "usr"];

/// What stands before `.org` in the hosts of registries, and before the name of Rust's in theirs.
const REGISTRIES: [&str; 3] = ["npmjs", "pypi", "pythonhosted"];
const RUST_HOSTS: [&str; 2] = ["static", "index"];

pub(super) fn run() -> Result<(), Failure> {
    let root = place::root();
    let mut wrong = Vec::new();
    for name in super::tracked()? {
        // What is no text has no paths that anybody reads.
        let Ok(text) = std::fs::read_to_string(root.join(&name)) else { continue };
        for (number, line) in text.lines().enumerate() {
            let found = own_path(line, &root).or_else(|| registry(line));
            wrong.extend(found.map(|found| format!("{name}:{}: {found}", number + 1)));
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("; ")) }
}

fn own_path(line: &str, root: &Path) -> Option<String> {
    let home = std::env::var("HOME").unwrap_or_default();
    absolute_paths(line)
        .find(|path| {
            let first = path.split('/').nth(1).unwrap_or_default();
            let nested = path.trim_end_matches('/').matches('/').count() > 1;
            let near_root = root.components().nth(1).is_some_and(|component| component.as_os_str() == first);
            let elsewhere = !EVERYWHERE.contains(&first) && (nested || near_root) && Path::new(path).exists();
            Path::new(path).starts_with(root) || (home.len() > 1 && Path::new(path).starts_with(&home)) || elsewhere
        })
        .map(|path| format!("`{path}` is a path of this machine"))
}

/// Every run of path characters that starts with a slash and does not go on from a word.
fn absolute_paths(line: &str) -> impl Iterator<Item = &str> {
    let inner = |byte: u8| byte.is_ascii_alphanumeric() || b"_.-/+@".contains(&byte);
    let bytes = line.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        while at < bytes.len() {
            let starts = bytes[at] == b'/'
                && bytes.get(at + 1).is_some_and(u8::is_ascii_alphanumeric)
                && !at
                    .checked_sub(1)
                    .is_some_and(|before| inner(bytes[before]) || b":~}<>*)]".contains(&bytes[before]));
            if starts {
                let length = bytes[at..].iter().take_while(|byte| inner(**byte)).count();
                let path = &line[at..at + length];
                at += length;
                return Some(path.trim_end_matches('.'));
            }
            at += 1;
        }
        None
    })
}

fn registry(line: &str) -> Option<String> {
    let words = line.split(|character: char| !(character.is_ascii_alphanumeric() || ".-".contains(character)));
    for word in words {
        let host = word.trim_matches('.').to_ascii_lowercase();
        let of_rust = host.strip_suffix(".crates.io").is_some_and(|name| RUST_HOSTS.contains(&name));
        let other = host.strip_suffix(".org").is_some_and(|name| REGISTRIES.iter().any(|own| name.ends_with(own)));
        if of_rust || other {
            return Some(format!("`{host}` is the host of a registry"));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn absolute_paths_are_found_and_addresses_are_not() {
        let found: Vec<&str> = absolute_paths("see /a/b.c, \"/d/e\" (/f). x/y https://h/i ${j}/k </l> /").collect();
        assert_eq!(found, ["/a/b.c", "/d/e", "/f"]);
    }

    #[test]
    fn paths_of_this_machine_are_found() {
        let root = place::root();
        let inside = format!("x \"{}/Cargo.toml\"", root.display());
        assert!(own_path(&inside, &root).is_some(), "{inside}");
        assert_eq!(own_path("/bin/true /dev/null /mcp /usr/share", &root), None);
    }

    #[test]
    fn hosts_of_registries_are_found() {
        for name in REGISTRIES {
            assert!(registry(&format!("from https://files.{name}{}/x", ".org")).is_some());
        }
        assert!(registry(&format!("https://static.{}/crates", "crates.io")).is_some());
        assert_eq!(registry("crates.io and PyPI, example.org, github.com/rust-lang/crates.io-index"), None);
    }
}
