//! Calls that a client really made, against a new surface: which of them it refuses.
//!
//! Called by `diff --calls` with the stub's call log (JSON lines with `tool` and `arguments`). A contract that is
//! driven by its consumers asks less than "no call may be refused": it asks whether *these* calls go on.

use std::collections::{BTreeMap, HashMap};

use thiserror::Error;

use crate::inclusion::{Engine, Options};
use crate::json::{Document, Limits, ParseError, Value};
use crate::surface::{Capture, ListKind};

use super::compare::Comparison;
use super::report::{Direction, Entry, Subject};

/// A call log that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CallsError {
    /// A line is no JSON.
    #[error("line {line}: {error}")]
    Json {
        /// Line, from 1.
        line: usize,
        /// What is wrong in it.
        error: ParseError,
    },
    /// A line is no call.
    #[error("line {line}: {what}")]
    NotACall {
        /// Line, from 1.
        line: usize,
        /// What is missing or of the wrong type.
        what: &'static str,
    },
}

/// One call of the log.
#[derive(Debug)]
pub struct Call {
    /// Its line in the log, from 1.
    pub line: usize,
    /// The tool.
    pub tool: String,
    document: Document,
}

impl Call {
    /// The arguments; `None` when the call had none.
    #[must_use]
    pub fn arguments(&self) -> Option<Value<'_>> {
        self.document.root().get("arguments").filter(|arguments| !arguments.is_null())
    }
}

/// Reads a call log: one JSON object a line, blank lines passed over.
///
/// # Errors
/// The first line that is no call.
pub fn read_calls(text: &[u8]) -> Result<Vec<Call>, CallsError> {
    let mut calls = Vec::new();
    for (index, line) in text.split(|&byte| byte == b'\n').enumerate() {
        let number = index + 1;
        if line.trim_ascii().is_empty() {
            continue;
        }
        let document = Document::parse(line, Limits::default())
            .map_err(|rejected| CallsError::Json { line: number, error: rejected.error })?;
        let root = document.root();
        let wrong = |what| CallsError::NotACall { line: number, what };
        let tool = root.get("tool").and_then(Value::as_text).ok_or_else(|| wrong("`tool` is missing or no string"))?;
        let tool = tool.decode().into_owned();
        if root.get("arguments").is_some_and(|arguments| !arguments.is_object() && !arguments.is_null()) {
            return Err(wrong("`arguments` is no object"));
        }
        calls.push(Call { line: number, tool, document });
    }
    Ok(calls)
}

/// Why a call is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The tool is gone.
    ToolGone,
    /// The new input schema refuses the arguments.
    Arguments,
}

/// What a new surface does to the calls of a log.
#[derive(Clone, Debug, Default)]
pub struct CallsVerdict {
    /// How many calls the log holds.
    pub total: usize,
    /// Calls the old surface took and the new one refuses: line, tool, why.
    pub refused: Vec<(usize, String, Refusal)>,
    /// Lines that could not be judged: the old surface refuses them already, or a schema cannot be used.
    pub unjudged: Vec<usize>,
    /// Tools that were called.
    called: BTreeMap<String, usize>,
}

impl CallsVerdict {
    /// Whether an entry of a comparison touches any of the calls.
    ///
    /// A change of an input touches the calls that are refused; one of an output touches every call of the tool,
    /// since no log says what a client reads of a result.
    #[must_use]
    pub fn touches(&self, entry: &Entry) -> bool {
        let Subject::Item(ListKind::Tools, tool) = &entry.subject else { return false };
        let refused = self.refused.iter().any(|(_, name, _)| name == tool);
        match entry.direction {
            Direction::Input => refused,
            Direction::Output => self.called.contains_key(tool),
            Direction::None => refused,
        }
    }

    /// Whether the change fails these calls: one is refused, or a break touches them.
    #[must_use]
    pub fn breaks(&self, comparison: &Comparison) -> bool {
        let touched = comparison.at(crate::finding::Level::Deny).any(|entry| self.touches(entry));
        touched || !self.refused.is_empty()
    }
}

/// Puts every call to both surfaces.
#[must_use]
pub fn judge_calls(old: &Capture, new: &Capture, calls: &[Call]) -> CallsVerdict {
    let engine = Engine::new(Options::literal());
    let (old, new) = (inputs(old), inputs(new));
    let mut verdict = CallsVerdict { total: calls.len(), ..CallsVerdict::default() };
    let empty = Document::parse("{}", Limits::default()).ok();
    for call in calls {
        *verdict.called.entry(call.tool.clone()).or_default() += 1;
        let Some(arguments) = call.arguments().or(empty.as_ref().map(Document::root)) else { continue };
        let takes = |schema: Option<&Value<'_>>| schema.map(|schema| engine.accepts(*schema, arguments));
        match (takes(old.get(&call.tool)), takes(new.get(&call.tool))) {
            (Some(Ok(true)), None) => verdict.refused.push((call.line, call.tool.clone(), Refusal::ToolGone)),
            (Some(Ok(true)), Some(Ok(false))) => {
                verdict.refused.push((call.line, call.tool.clone(), Refusal::Arguments));
            }
            (Some(Ok(true)), Some(Ok(true))) => {}
            _ => verdict.unjudged.push(call.line),
        }
    }
    verdict
}

/// The input schema of each tool by its name.
fn inputs(capture: &Capture) -> HashMap<String, Value<'_>> {
    let tools = capture.list(ListKind::Tools).unwrap_or_default();
    tools
        .iter()
        .filter_map(|tool| {
            let name = tool.value().get("name")?.as_text()?.decode().into_owned();
            Some((name, tool.value().get("inputSchema")?))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::compare::compare;
    use super::super::levels::Settings;
    use super::*;
    use crate::surface::read_capture;

    fn surface(tools: &str) -> Capture {
        read_capture(format!(r#"{{"initialize":{{}},"tools":[{tools}]}}"#).into_bytes()).unwrap()
    }

    const OLD: &str = r#"{"name":"a","inputSchema":{"type":"object","properties":{"x":{"type":"integer"}}},"outputSchema":{"type":"object","properties":{"n":{"type":"integer"}}}},{"name":"b","inputSchema":{"type":"object"}}"#;

    #[test]
    fn only_calls_that_were_made_count() {
        let old = surface(OLD);
        let new = surface(&OLD.replace(r#"{"type":"integer"}}},"out"#, r#"{"type":"integer","maximum":10}}},"out"#));
        let comparison = compare(&old, &new, &Settings::default());
        assert!(comparison.breaks());
        let small = read_calls(b"{\"tool\":\"a\",\"arguments\":{\"x\":3}}\n\n{\"tool\":\"b\"}\n").unwrap();
        let verdict = judge_calls(&old, &new, &small);
        assert_eq!((verdict.total, verdict.refused.len(), verdict.breaks(&comparison)), (2, 0, false));
        let large = read_calls(br#"{"tool":"a","arguments":{"x":11}}"#).unwrap();
        let verdict = judge_calls(&old, &new, &large);
        assert_eq!(verdict.refused, [(1, "a".to_owned(), Refusal::Arguments)]);
        assert!(verdict.breaks(&comparison) && verdict.touches(&comparison.entries[0]));
    }

    #[test]
    fn a_tool_that_is_gone_refuses_its_calls() {
        let (old, new) = (surface(OLD), surface(r#"{"name":"b","inputSchema":{"type":"object"}}"#));
        let calls = read_calls(b"{\"tool\":\"a\"}\n{\"tool\":\"b\"}\n{\"tool\":\"c\"}").unwrap();
        let verdict = judge_calls(&old, &new, &calls);
        assert_eq!(verdict.refused, [(1, "a".to_owned(), Refusal::ToolGone)]);
        assert_eq!(verdict.unjudged, [3]);
    }

    #[test]
    fn an_output_touches_every_call_of_its_tool() {
        let old = surface(OLD);
        let new = surface(&OLD.replace(r#""n":{"type":"integer"}"#, r#""n":{"type":"number"}"#));
        let comparison = compare(&old, &new, &Settings::default());
        let verdict = |log: &[u8]| judge_calls(&old, &new, &read_calls(log).unwrap()).breaks(&comparison);
        assert!(verdict(br#"{"tool":"a"}"#));
        assert!(!verdict(br#"{"tool":"b"}"#));
    }

    #[test]
    fn a_log_that_is_none_is_refused_with_its_line() {
        let refused = |log: &[u8]| read_calls(log).unwrap_err().to_string();
        assert_eq!(
            refused(b"{\"tool\":\"a\"}\n{"),
            "line 2: line 1, column 2: the text ends where a key or `}` should stand"
        );
        assert_eq!(refused(b"{}"), "line 1: `tool` is missing or no string");
        assert_eq!(refused(br#"{"tool":"a","arguments":[]}"#), "line 1: `arguments` is no object");
    }
}
