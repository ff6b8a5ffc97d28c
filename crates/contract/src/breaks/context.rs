//! What rules are given: two surfaces, two items of the same name.
//!
//! Made by the comparison; rules read it and never walk JSON on their own.

use crate::json::{Value, write_canonical, write_quoted};
use crate::surface::{Capture, ListKind};

use super::pairing::Pairing;
use super::report::{Draft, Report, Subject};

/// Both surfaces.
pub(crate) struct SurfacePair<'c> {
    pub(crate) old: &'c Capture,
    pub(crate) new: &'c Capture,
    /// How the items of each list belong together.
    pub(crate) pairings: [Pairing<'c>; 4],
}

impl<'c> SurfacePair<'c> {
    pub(crate) fn new(old: &'c Capture, new: &'c Capture) -> Self {
        let pairings = ListKind::ALL.map(|kind| Pairing::of(kind, old.list(kind), new.list(kind)));
        Self { old, new, pairings }
    }

    /// Reports the items that only the old side has. A whole list that is withdrawn is one change, not one for each item.
    pub(crate) fn report_removed(&self, kind: ListKind, report: &mut Report<'c>) {
        if self.new.list(kind).is_none() {
            return;
        }
        for (name, place, item) in &self.pairings[kind as usize].removed {
            let subject = Subject::Item(kind, name.clone());
            let (place, was) = (place.clone(), Some(canonical(*item)));
            report.add(Draft { change: None, subject, place, message: "removed".to_owned(), was, now: None });
        }
    }

    /// Reports the items that only the new side has. A whole list that is offered is one change, not one for each item.
    pub(crate) fn report_added(&self, kind: ListKind, report: &mut Report<'c>) {
        if self.old.list(kind).is_none() {
            return;
        }
        for (name, place, item) in &self.pairings[kind as usize].added {
            let subject = Subject::Item(kind, name.clone());
            let (place, now) = (place.clone(), Some(canonical(*item)));
            report.add(Draft { change: None, subject, place, message: "added".to_owned(), was: None, now });
        }
    }

    /// Both sides' member of the first result.
    pub(crate) fn opening(&self, key: &str) -> (Option<Value<'c>>, Option<Value<'c>>) {
        let of = |capture: &'c Capture| capture.opening_value().and_then(|opening| opening.get(key));
        (of(self.old), of(self.new))
    }

    /// The name of the first result in places.
    pub(crate) fn opening_key(&self) -> &'static str {
        match self.new.era() {
            crate::surface::Era::Legacy => "initialize",
            crate::surface::Era::Modern => "discover",
        }
    }
}

/// Two items of the same kind and name.
#[derive(Clone)]
pub(crate) struct ItemPair<'c> {
    pub(crate) kind: ListKind,
    pub(crate) name: String,
    pub(crate) place: String,
    pub(crate) old: Value<'c>,
    pub(crate) new: Value<'c>,
}

impl<'c> ItemPair<'c> {
    pub(crate) fn subject(&self) -> Subject {
        Subject::Item(self.kind, self.name.clone())
    }

    /// Both sides' member `key`.
    pub(crate) fn members(&self, key: &str) -> (Option<Value<'c>>, Option<Value<'c>>) {
        (self.old.get(key), self.new.get(key))
    }

    /// The arguments of a prompt: name, and whether it is required.
    pub(crate) fn prompt_arguments(&self, side: Value<'_>) -> Vec<(String, bool)> {
        if self.kind != ListKind::Prompts {
            return Vec::new();
        }
        side.get("arguments")
            .into_iter()
            .flat_map(Value::items)
            .filter_map(|argument| {
                let name = argument.get("name")?.as_text()?.decode().into_owned();
                Some((name, argument.get("required").and_then(Value::as_bool).unwrap_or(false)))
            })
            .collect()
    }

    /// An entry about the argument `name` of this prompt.
    pub(crate) fn argument_draft(&self, name: &str, message: &str) -> Draft<'c> {
        let argument = |side: Value<'c>| {
            let all = side.get("arguments").into_iter().flat_map(Value::items);
            all.into_iter()
                .find(|argument| argument.get("name").is_some_and(|other| other.is_text(name)))
                .map(canonical)
        };
        Draft {
            change: None,
            subject: self.subject(),
            place: format!("{}.arguments.{name}", self.place),
            message: message.to_owned(),
            was: argument(self.old),
            now: argument(self.new),
        }
    }

    /// An entry about the member `key` of this item.
    pub(crate) fn draft(
        &self,
        key: &str,
        message: impl Into<String>,
        was: Option<Value<'_>>,
        now: Option<Value<'_>>,
    ) -> Draft<'c> {
        let place = if key.is_empty() { self.place.clone() } else { format!("{}.{key}", self.place) };
        Draft {
            change: None,
            subject: self.subject(),
            place,
            message: message.into(),
            was: was.map(canonical),
            now: now.map(canonical),
        }
    }
}

/// A value as canonical JSON.
pub(crate) fn canonical(value: Value<'_>) -> String {
    let mut out = Vec::new();
    write_canonical(value, &mut out, &mut ());
    String::from_utf8(out).unwrap_or_default()
}

/// A text as a JSON string.
pub(crate) fn quoted(text: &str) -> String {
    let mut out = Vec::new();
    write_quoted(text, &mut out);
    String::from_utf8(out).unwrap_or_default()
}

/// Whether two values mean the same: same text, or same canonical text.
pub(crate) fn same(a: Value<'_>, b: Value<'_>) -> bool {
    a.raw() == b.raw() || canonical(a) == canonical(b)
}

/// The same for members that may be absent.
pub(crate) fn same_member(a: Option<Value<'_>>, b: Option<Value<'_>>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => same(a, b),
        (None, None) => true,
        _ => false,
    }
}
