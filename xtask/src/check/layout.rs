//! The shape of source files: short, and opened by what they are.
//!
//! STYLE.md has the rule: 400 lines are a hint to split, 800 without tests are the end.

use crate::{Failure, place};

const SOFT: usize = 400;
const HARD: usize = 800;

pub(super) fn run() -> Result<(), Failure> {
    let mut wrong = Vec::new();
    for name in super::tracked()?.into_iter().filter(|name| name.ends_with(".rs") && !name.starts_with("tests/peers/"))
    {
        let Ok(text) = std::fs::read_to_string(place::root().join(&name)) else { continue };
        if !text.starts_with("//!") {
            wrong.push(format!("{name} does not say in its first lines what it is"));
        }
        let length = length(&text);
        let test = name.ends_with("/tests.rs") || name.contains("/tests/");
        if length > HARD && !test {
            wrong.push(format!("{name} has {length} lines, more than {HARD}"));
        } else if length > SOFT && !test {
            println!("note  {name} has {length} lines, more than {SOFT}");
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("; ")) }
}

/// Lines without the tests at the end.
fn length(text: &str) -> usize {
    let tests = text.find("\n#[cfg(test)]\nmod tests {").unwrap_or(text.len());
    text[..tests].lines().count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_at_the_end_do_not_count() {
        assert_eq!(length("//! a\nfn b() {}\n"), 2);
        assert_eq!(length("//! a\n#[cfg(test)]\nmod tests {\n  x\n}\n"), 1);
        assert_eq!(length("//! a\n#[cfg(test)]\nuse x;\nfn b() {}\n"), 4);
    }
}
