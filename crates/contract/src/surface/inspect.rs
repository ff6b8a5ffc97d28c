//! What is odd in a captured surface: the findings that need no comparison.
//!
//! Called once per capture, after the wire has filled it. One pass for the fingerprint (whose notes say where the
//! form tells less than the capture) and one over strings and schemas.

use std::collections::{HashMap, HashSet};

use crate::finding::{Finding, Level};
use crate::json::{Fingerprint, Hasher, NoteKind, Owned, Text, Value};
use crate::schema::{Role, faults};

use super::capture::Capture;
use super::form::{Form, Loss, write_form};
use super::list_kind::ListKind;
use super::place::{item_place, place_under, pointer_under};

/// A surface's fingerprint and what is odd in it.
#[derive(Debug)]
pub struct Inspection {
    /// The form that fits the capture's era.
    pub form: Form,
    /// The fingerprint in that form.
    pub fingerprint: Fingerprint,
    /// What is odd, in the order of the surface; at most [`PER_RULE`] places of one rule, the rest counted.
    pub findings: Vec<Finding>,
}

/// How many places of one rule are shown.
pub const PER_RULE: usize = 20;

/// Inspects one capture (not the other era's inside it).
#[must_use]
pub fn inspect(capture: &Capture) -> Inspection {
    let form = Form::of_era(capture.era());
    let mut hasher = Hasher::new();
    let mut report = Report::default();
    // `of_era` gives the form of this very era, so there is no other outcome.
    let losses = write_form(form, capture, &mut hasher).unwrap_or_default();
    for loss in &losses {
        report.loss(capture, loss);
    }
    report.capabilities(capture);
    if let Some(opening) = capture.opening_value() {
        let key = opening_key(capture);
        report.texts(key, &format!("/{key}"), opening);
    }
    for kind in ListKind::ALL {
        if let Some(items) = capture.list(kind) {
            report.list(kind, items);
        }
    }
    Inspection { form, fingerprint: hasher.finish(), findings: report.finish() }
}

fn opening_key(capture: &Capture) -> &'static str {
    match capture.era() {
        super::Era::Legacy => "initialize",
        super::Era::Modern => "discover",
    }
}

#[derive(Default)]
struct Report {
    findings: Vec<Finding>,
    seen: HashMap<&'static str, usize>,
}

impl Report {
    /// Adds a finding; past [`PER_RULE`] it is only counted and never built.
    fn add(&mut self, rule: &'static str, build: impl FnOnce() -> Finding) {
        let seen = self.seen.entry(rule).or_default();
        *seen += 1;
        if *seen <= PER_RULE {
            self.findings.push(build());
        }
    }

    fn finish(mut self) -> Vec<Finding> {
        let mut over: Vec<(&'static str, usize)> = self.seen.into_iter().filter(|(_, seen)| *seen > PER_RULE).collect();
        over.sort_unstable();
        for (rule, seen) in over {
            let message = format!("and {} more places of this kind", seen - PER_RULE);
            self.findings.push(Finding::new(rule, "…", message));
        }
        self.findings
    }

    fn loss(&mut self, capture: &Capture, loss: &Loss<'_>) {
        let (rule, said): (_, fn(Value<'_>) -> String) = match loss.kind {
            NoteKind::DuplicateKey => ("key-duplicate", |_| "an earlier value of a key that comes again".to_owned()),
            NoteKind::Precision => ("number-precision", |value| {
                let lexeme = value.raw();
                format!("`{}` counts as `{}`", excerpt(lexeme), crate::json::canonical_number(lexeme))
            }),
            NoteKind::Overflow => ("number-overflow", |value| format!("`{}` counts as null", excerpt(value.raw()))),
            NoteKind::LoneSurrogate => ("lone-surrogate", |value| format!("in {}", excerpt(value.raw()))),
        };
        self.add(rule, || {
            let (place, pointer) = match loss.item {
                Some((kind, index, item)) => (
                    place_under(&item_place(kind, index, item), item, loss.value),
                    pointer_under(&format!("/{}/{index}", kind.key()), item, loss.value),
                ),
                None => {
                    let key = opening_key(capture);
                    match capture.opening_value() {
                        Some(opening) => (
                            place_under(key, opening, loss.value),
                            pointer_under(&format!("/{key}"), opening, loss.value),
                        ),
                        None => (key.to_owned(), format!("/{key}")),
                    }
                }
            };
            Finding::new(rule, place, said(loss.value)).at(pointer)
        });
    }

    /// Capabilities against lists: each must go with the other.
    fn capabilities(&mut self, capture: &Capture) {
        // Who refuses to introduce itself declares nothing, and that is a finding of its own.
        let Some(opening) = capture.opening_value() else { return };
        let capabilities = opening.get("capabilities");
        for kind in ListKind::ALL {
            let declared = capabilities
                .and_then(|capabilities| capabilities.get(kind.capability()))
                .is_some_and(|capability| !capability.is_null());
            let explained = capture
                .findings
                .iter()
                .any(|finding| finding.level == Level::Deny && finding.place.starts_with(kind.method()));
            match (declared, capture.list(kind)) {
                (true, None) if !explained => self.add("list-declared-not-served", || {
                    let reason = capture.refusals[kind as usize].as_deref().unwrap_or("the list is not served");
                    let message = format!("capability `{}` is declared, but: {reason}", kind.capability());
                    Finding::new("list-declared-not-served", kind.method(), message).at(format!("/{}", kind.key()))
                }),
                (false, Some(items)) => self.add("list-undeclared-served", || {
                    let message =
                        format!("{} without capability `{}`", count(items.len(), kind.noun()), kind.capability());
                    Finding::new("list-undeclared-served", kind.method(), message).at(format!("/{}", kind.key()))
                }),
                _ => {}
            }
        }
    }

    fn list(&mut self, kind: ListKind, items: &[Owned]) {
        let mut names: HashSet<Vec<u16>> = HashSet::new();
        for (index, item) in items.iter().enumerate() {
            let item = item.value();
            let pointer = format!("/{}/{index}", kind.key());
            let place = item_place(kind, index, item);
            match item.get(kind.item_key()).and_then(Value::as_text) {
                None => self.add("item-key-missing", || {
                    let message = if item.is_object() {
                        format!("`{}` is missing or no string", kind.item_key())
                    } else {
                        format!("the item is {}, no object", item.kind().name())
                    };
                    Finding::new("item-key-missing", &place, message).at(&pointer)
                }),
                Some(name) => {
                    if !names.insert(name.units().collect()) {
                        self.add("name-duplicate", || {
                            let message = format!("another {} has this `{}` already", kind.noun(), kind.item_key());
                            Finding::new("name-duplicate", &place, message).at(&pointer)
                        });
                    }
                    if kind == ListKind::Tools {
                        self.tool_name(name, &place, &pointer);
                    }
                }
            }
            if kind == ListKind::Tools && item.is_object() {
                self.schemas(item, &place, &pointer);
            }
            self.texts(&place, &pointer, item);
        }
    }

    /// What is wrong with a tool's schemas.
    fn schemas(&mut self, tool: Value<'_>, place: &str, pointer: &str) {
        let input = tool.get("inputSchema");
        if input.is_none() {
            self.add("input-schema", || {
                Finding::new("input-schema", place, "the tool has no `inputSchema`").at(pointer)
            });
        }
        let output = tool.get("outputSchema");
        for (schema, role) in [(input, Role::Input), (output, Role::Output)] {
            for fault in schema.into_iter().flat_map(|schema| faults(schema, role)) {
                self.add(fault.rule, || {
                    let place = place_under(place, tool, fault.value);
                    Finding::new(fault.rule, place, fault.message).at(pointer_under(pointer, tool, fault.value))
                });
            }
        }
    }

    /// Tool names: 1 to 128 of `[A-Za-z0-9_.-]` (MCP 2026-07-28, server/tools, "Tool Names").
    fn tool_name(&mut self, name: Text<'_>, place: &str, pointer: &str) {
        let name = name.decode();
        let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
        let message = match name.chars().find(|c| !fits(*c)) {
            Some(odd) => format!("the name holds {odd:?}"),
            None if name.is_empty() => "the name is empty".to_owned(),
            None if name.len() > 128 => format!("the name has {} characters", name.len()),
            None => return,
        };
        self.add("name-odd", || Finding::new("name-odd", place, message).at(format!("{pointer}/name")));
    }

    /// Characters that a person does not see in any string of `value`, keys included.
    fn texts(&mut self, place: &str, pointer: &str, value: Value<'_>) {
        for (text, at) in value.texts() {
            if !may_hide(text) {
                continue;
            }
            let decoded = text.decode();
            for (rule, odd) in
                [("hidden-character", hidden(&decoded)), ("bidirectional-character", bidirectional(&decoded))]
            {
                let Some((count, first)) = odd else { continue };
                self.add(rule, || {
                    let message = if count == 1 {
                        format!("U+{:04X}", u32::from(first))
                    } else {
                        format!("{count} characters, the first U+{:04X}", u32::from(first))
                    };
                    Finding::new(rule, place_under(place, value, at), message).at(pointer_under(pointer, value, at))
                });
            }
        }
    }
}

/// How many characters of an item's strings no one can see, keys included.
#[must_use]
pub fn hidden_characters(value: Value<'_>) -> usize {
    value
        .texts()
        .filter(|(text, _)| may_hide(*text))
        .map(|(text, _)| {
            let decoded = text.decode();
            [hidden(&decoded), bidirectional(&decoded)].into_iter().flatten().map(|(count, _)| count).sum::<usize>()
        })
        .sum()
}

/// Whether a string can hold such a character at all: decided on its flags and raw text, without decoding.
fn may_hide(text: Text<'_>) -> bool {
    text.has_non_ascii() || text.has_escape() && ["\\u", "\\b", "\\f"].iter().any(|escape| text.raw().contains(escape))
}

/// How many invisible characters there are, and the first.
fn hidden(text: &str) -> Option<(usize, char)> {
    let mut previous = ' ';
    let odd = text.chars().filter(|&character| {
        let before = std::mem::replace(&mut previous, character);
        match character {
            '\t' | '\n' | '\r' => false,
            // Joiners belong into emoji and into several scripts; between plain letters they hide something.
            '\u{200C}' | '\u{200D}' => before.is_ascii(),
            '\u{00AD}'
            | '\u{034F}'
            | '\u{115F}'
            | '\u{1160}'
            | '\u{17B4}'
            | '\u{17B5}'
            | '\u{180E}'
            | '\u{200B}'
            | '\u{2060}'..='\u{2064}'
            | '\u{3164}'
            | '\u{FEFF}'
            | '\u{FFA0}'
            | '\u{FFF9}'..='\u{FFFB}'
            | '\u{1D173}'..='\u{1D17A}'
            | '\u{E0000}'..='\u{E01EF}' => true,
            other => other.is_control(),
        }
    });
    first_and_count(odd)
}

/// How many bidirectional controls there are, and the first.
fn bidirectional(text: &str) -> Option<(usize, char)> {
    first_and_count(text.chars().filter(|character| {
        matches!(character, '\u{061C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
    }))
}

fn first_and_count(mut odd: impl Iterator<Item = char>) -> Option<(usize, char)> {
    let first = odd.next()?;
    Some((odd.count() + 1, first))
}

/// `1 tool`, `3 tools`.
fn count(number: usize, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{number} {noun}s") }
}

/// At most 40 characters of a text.
fn excerpt(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
