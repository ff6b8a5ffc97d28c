//! `cargo xtask new-rule ID`: the two files of a break rule and its line in the catalogue.
//!
//! The page comes first: fill it in, see its test fail, then write `check`.

use std::path::Path;

use crate::{Failure, place};

/// Where rules live.
const FOLDER: &str = "crates/contract/src/breaks/rules";

/// Writes the stubs of the rule `id`. Nothing that exists is touched, but the catalogue gains a line.
pub(crate) fn run(id: &str) -> Result<(), Failure> {
    let folder = place::root().join(FOLDER);
    let written = write(&folder, id)?;
    for file in written {
        println!("wrote {FOLDER}/{file}");
    }
    println!("next: fill in the page, then `cargo nextest run -p mcpledge-contract breaks::tests`");
    Ok(())
}

fn write(folder: &Path, id: &str) -> Result<[String; 3], Failure> {
    let is_id = |id: &str| {
        id.starts_with(|c: char| c.is_ascii_lowercase())
            && !id.ends_with('-')
            && !id.contains("--")
            && id.chars().all(|c| c.is_ascii_lowercase() || c == '-')
    };
    if !is_id(id) {
        return Err(format!("`{id}` is no rule id: lower-case words joined by `-`, such as `input-format-removed`"));
    }
    let module = id.replace('-', "_");
    let (code, page) = (format!("{module}.rs"), format!("{module}.md"));
    for file in [&code, &page] {
        if folder.join(file).exists() {
            return Err(format!("there is a rule `{id}` already ({file})"));
        }
    }
    let catalogue = folder.join("mod.rs");
    let text = std::fs::read_to_string(&catalogue).map_err(|error| format!("{}: {error}", catalogue.display()))?;
    let listed = with_line(&text, &module).ok_or("the catalogue has no list `rules! { … }`")?;
    let put = |file: &str, text: &str| {
        std::fs::write(folder.join(file), text).map_err(|error| format!("could not write {file}: {error}"))
    };
    put(&code, &code_of(id, &module))?;
    put(&page, &page_of(id))?;
    put("mod.rs", &listed)?;
    Ok([code, page, "mod.rs".to_owned()])
}

/// The catalogue with one more module, in alphabetical order.
fn with_line(catalogue: &str, module: &str) -> Option<String> {
    let start = catalogue.rfind("rules! {\n")? + "rules! {\n".len();
    let end = start + catalogue[start..].find('}')?;
    let mut modules: Vec<&str> = catalogue[start..end].lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    modules.push(module);
    modules.sort_unstable();
    let lines: String = modules.iter().map(|module| format!("    {module}\n")).collect();
    Some(format!("{}{lines}{}", &catalogue[..start], &catalogue[end..]))
}

fn code_of(id: &str, module: &str) -> String {
    let direction = match id.split('-').next() {
        Some("input") => "Input",
        Some("output") => "Output",
        _ => "None",
    };
    let (check, pair, context) = match direction {
        "None" => ("Item", "ItemPair", "context::ItemPair"),
        _ => ("Schema", "SchemaPair", "walk::SchemaPair"),
    };
    let mut uses = [
        "use super::super::report::{Direction, Report};".to_owned(),
        "use super::super::rule::{BreakRule, Check, Proof};".to_owned(),
        format!("use super::super::{context};"),
    ];
    uses.sort();
    format!(
        "//! In one line what the rule finds.
//!
//! The page beside this file says why it matters and is its test.

use crate::finding::{{Level, Rule}};

{}

pub(super) const RULE: BreakRule = BreakRule {{
    rule: Rule {{
        id: \"{id}\",
        level: Level::Warn,
        title: \"in one line what it is\",
        help: \"in one line what to do about it\",
        page: include_str!(\"{module}.md\"),
    }},
    direction: Direction::{direction},
    published: None,
    strict: Level::Deny,
    proof: Proof::None,
    check: Check::{check}(check),
}};

fn check<'c>(_pair: &{pair}<'c>, _report: &mut Report<'c>) {{}}
",
        uses.join("\n")
    )
}

fn page_of(id: &str) -> String {
    format!(
        "# {id}

In one line what the rule finds.

## What changed

## Why it matters

## How to avoid it

## Examples

```json old
{{\"tools\": [{{\"name\": \"t\"}}]}}
```

```json new
{{\"tools\": [{{\"name\": \"t\"}}]}}
```

```findings
{id} tools[t]
```

The other way round:

```reversed
```
"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_module_is_listed_in_order_and_nothing_else_moves() {
        let catalogue = "x\nrules! {\n    a\n    c\n}\n\nfn y() {}\n";
        assert_eq!(with_line(catalogue, "b").as_deref(), Some("x\nrules! {\n    a\n    b\n    c\n}\n\nfn y() {}\n"));
        assert_eq!(with_line("no list", "b"), None);
    }

    #[test]
    fn what_is_no_id_or_exists_is_refused() {
        let folder = place::root().join(FOLDER);
        for wrong in ["", "Input-x", "input_x", "-x", "x-", "a--b", "a1"] {
            assert!(write(&folder, wrong).is_err(), "{wrong}");
        }
        assert!(write(&folder, "tool-removed").is_err());
    }
}
