//! `mcpledge explain`: the page of a finding, or the table of all of them.

use mcpledge_contract::breaks::BREAK_RULES;
use mcpledge_contract::finding::{RULES, Rule, find_rule};

use crate::args::ExplainArgs;
use crate::exit;
use crate::failure::Failure;
use crate::report::{Printer, nearest, quoted};

pub(crate) fn run(args: &ExplainArgs, printer: &Printer) -> Result<u8, Failure> {
    let Some(id) = &args.rule else {
        let text = if printer.json { list_json() } else { table() };
        printer.data(text.as_bytes())?;
        return Ok(exit::FINE);
    };
    let rule = find_rule(id).ok_or_else(|| {
        let hint = match nearest(id, all().map(|rule| rule.id)) {
            Some(near) => format!("did you mean `{near}`? `mcpledge explain --list` shows all"),
            None => "`mcpledge explain --list` shows all".to_owned(),
        };
        Failure::with_hint(format!("there is no finding `{id}`"), hint)
    })?;
    let text = if printer.json { format!("{}\n", rule_json(rule)) } else { rule.page.to_owned() };
    printer.data(text.as_bytes())?;
    Ok(exit::FINE)
}

/// Findings of captures, then break rules; each sorted by id.
fn all() -> impl Iterator<Item = &'static Rule> {
    RULES.iter().chain(BREAK_RULES.iter().map(|rule| &rule.rule))
}

fn table() -> String {
    let width = all().map(|rule| rule.id.len()).max().unwrap_or_default();
    let line = |rule: &Rule| format!("{:width$}  {:5}  {}\n", rule.id, rule.level, rule.title);
    let mut text = String::from("What a capture may find:\n\n");
    text.extend(RULES.iter().map(line));
    text.push_str("\nWhat a comparison may find:\n\n");
    text.extend(BREAK_RULES.iter().map(|rule| line(&rule.rule)));
    text
}

fn list_json() -> String {
    let rules: Vec<String> = all().map(rule_json).collect();
    format!("{{\"schema\":\"mcpledge/rules-1\",\"rules\":[{}]}}\n", rules.join(","))
}

fn rule_json(rule: &Rule) -> String {
    format!(
        "{{\"rule\":{},\"level\":{},\"title\":{},\"help\":{},\"page\":{}}}",
        quoted(rule.id),
        quoted(rule.level.name()),
        quoted(rule.title),
        quoted(rule.help),
        quoted(rule.page)
    )
}
