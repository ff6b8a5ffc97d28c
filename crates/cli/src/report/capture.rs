//! What a capture saw: for people on standard error, for programs as JSON.
//!
//! Called by `capture`, `fingerprint` and `demo`.

use anstyle::{AnsiColor, Style};
use mcpledge_contract::finding::{Finding, Level};
use mcpledge_contract::json::Value;
use mcpledge_contract::surface::form::Form;
use mcpledge_contract::surface::{Capture, Credential, Era, ListKind, server_info};

use crate::plan::Subject;

use super::escape::{escaped, quoted};
use super::printer::Printer;

const DENY: Style = AnsiColor::Red.on_default().bold();
const WARN: Style = AnsiColor::Yellow.on_default().bold();
const NOTE: Style = AnsiColor::Blue.on_default().bold();
const STRONG: Style = Style::new().bold();

/// Prints the summary and the findings to standard error. Secrets of the target are struck out.
pub(crate) fn print_capture(printer: &Printer, capture: &Capture, subject: &Subject) {
    let secrets = subject.secrets();
    let text = secrets.iter().fold(capture_text(capture), |text, secret| secret.strike(&text));
    printer.say(&text);
}

/// The summary and the findings of every era of a capture.
pub(crate) fn capture_text(capture: &Capture) -> String {
    let mut text = String::new();
    for era in capture.eras() {
        text.push_str(&summary(era));
        for finding in &era.findings {
            text.push_str(&finding_text(finding));
        }
    }
    text
}

fn summary(capture: &Capture) -> String {
    let form = Form::of_era(capture.era());
    let mut text = format!("{STRONG}{}{STRONG:#}", escaped(&server_name(capture)));
    let mut how = vec![format!("{} era", capture.era().name())];
    how.extend(capture.how.transport.clone());
    if let Some(version) = negotiated(capture) {
        how.push(version);
    }
    if capture.how.times == 2 {
        how.push("taken twice".to_owned());
    }
    how.push(credential(capture));
    text.push_str(&format!(" ({})\n  ", escaped(&how.join(", "))));
    let lists: Vec<String> = ListKind::ALL
        .into_iter()
        .map(|kind| match capture.list(kind) {
            Some([_]) => format!("1 {}", kind.noun()),
            Some(items) => format!("{} {}s", items.len(), kind.noun()),
            None => format!("{}s not served", kind.noun()),
        })
        .collect();
    text.push_str(&lists.join(", "));
    if let Some(fingerprint) = capture.fingerprint {
        text.push_str(&format!("\n  {form} {fingerprint}"));
    }
    text.push('\n');
    text
}

/// One finding: level, id, place, what was seen, what to do.
fn finding_text(finding: &Finding) -> String {
    let (style, word) = match finding.level {
        Level::Deny => (DENY, "error"),
        Level::Warn => (WARN, "warning"),
        Level::Allow => (NOTE, "note"),
    };
    let mut text = format!(
        "{style}{word}[{}]{style:#} {}: {}\n",
        escaped(&finding.rule),
        escaped(&finding.place),
        escaped(&finding.message)
    );
    if !finding.help().is_empty() {
        text.push_str(&format!("  help: {}\n", finding.help()));
    }
    text
}

fn server_member<'c>(capture: &'c Capture, key: &str) -> Option<Value<'c>> {
    server_info(capture).and_then(|info| info.get(key))
}

fn server_name(capture: &Capture) -> String {
    let part = |key| server_member(capture, key).and_then(Value::as_text).map(|text| text.decode().into_owned());
    match (part("name"), part("version")) {
        (Some(name), Some(version)) => format!("{name} {version}"),
        (Some(name), None) => name,
        (None, _) => "a server without a name".to_owned(),
    }
}

/// The version that was agreed on, with the one that was asked for where they differ.
fn negotiated(capture: &Capture) -> Option<String> {
    let asked = capture.how.requested_version.as_deref();
    let answered = match capture.era() {
        Era::Legacy => capture
            .opening_value()
            .and_then(|opening| opening.get("protocolVersion"))
            .and_then(Value::as_text)
            .map(|text| text.decode().into_owned()),
        Era::Modern => None,
    };
    match (asked, answered) {
        (Some(asked), Some(answered)) if asked != answered => Some(format!("{answered}, asked for {asked}")),
        (_, Some(answered)) => Some(answered),
        (asked, None) => asked.map(str::to_owned),
    }
}

/// With which kind of credential a surface was taken: names alone.
fn credential(capture: &Capture) -> String {
    if capture.how.credentials.is_empty() {
        return "no credential".to_owned();
    }
    let names: Vec<String> = capture
        .how
        .credentials
        .iter()
        .map(|credential| match credential {
            Credential::Header(name) => format!("header {name}"),
            Credential::Environment(name) => format!("variable {name}"),
        })
        .collect();
    format!("with {}", names.join(", "))
}

/// The report for programs; `schema/capture-report.schema.json` describes it.
pub(crate) fn capture_json(capture: &Capture) -> String {
    let eras: Vec<String> = capture.eras().map(era_json).collect();
    format!("{{\"schema\":\"mcpledge/capture-report-1\",\"eras\":[{}]}}\n", eras.join(","))
}

fn era_json(capture: &Capture) -> String {
    let text = |value: Option<String>| value.map_or_else(|| "null".to_owned(), |value| quoted(&value));
    let info = |key| server_member(capture, key).and_then(Value::as_text).map(|text| text.decode().into_owned());
    let lists: Vec<String> = ListKind::ALL
        .into_iter()
        .map(|kind| {
            let count = capture.list(kind).map_or_else(|| "null".to_owned(), |items| items.len().to_string());
            format!("{}:{count}", quoted(kind.key()))
        })
        .collect();
    let credentials: Vec<String> = capture
        .how
        .credentials
        .iter()
        .map(|credential| match credential {
            Credential::Header(name) => format!("{{\"header\":{}}}", quoted(name)),
            Credential::Environment(name) => format!("{{\"environment\":{}}}", quoted(name)),
        })
        .collect();
    let findings: Vec<String> = capture.findings.iter().map(finding_json).collect();
    format!(
        "{{\"era\":{},\"form\":{},\"fingerprint\":{},\"server\":{{\"name\":{},\"version\":{}}},\"transport\":{},\
         \"requestedVersion\":{},\"times\":{},\"credentials\":[{}],\"lists\":{{{}}},\"findings\":[{}]}}",
        quoted(capture.era().name()),
        quoted(Form::of_era(capture.era()).name()),
        text(capture.fingerprint.map(|fingerprint| fingerprint.to_string())),
        text(info("name")),
        text(info("version")),
        text(capture.how.transport.clone()),
        text(capture.how.requested_version.clone()),
        capture.how.times.max(1),
        credentials.join(","),
        lists.join(","),
        findings.join(",")
    )
}

fn finding_json(finding: &Finding) -> String {
    let pointer =
        finding.pointer.as_ref().map(|pointer| format!(",\"pointer\":{}", quoted(pointer))).unwrap_or_default();
    format!(
        "{{\"rule\":{},\"level\":{},\"place\":{}{pointer},\"message\":{},\"help\":{}}}",
        quoted(&finding.rule),
        quoted(finding.level.name()),
        quoted(&finding.place),
        quoted(&finding.message),
        quoted(finding.help())
    )
}
