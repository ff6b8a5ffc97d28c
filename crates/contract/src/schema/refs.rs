//! Follows every reference to the place it means, inside the schema only.
//!
//! Called once the walk has seen everything that keywords lead to. A reference may lead into an unknown keyword: what
//! stands there becomes a schema by that and is walked then, which may bring more references.

use std::borrow::Cow;

use super::dialect;
use super::place::Places;
use super::report::{DANGLING, REMOTE, shown};
use super::uri;
use super::walk::{Reference, Walk};
use crate::json::{Kind, Value};

/// Where a reference leads.
enum Leads<'d> {
    /// To a value inside the document, read as what stands around it in that resource.
    To(Value<'d>, usize),
    /// To a schema that every implementation has on board.
    OnBoard,
    /// To another document.
    Away,
    /// Nowhere, for this reason.
    Nowhere(String),
}

/// Follows all references of `walk`: reports those that lead nowhere or away, notes the others as edges.
pub(super) fn follow(walk: &mut Walk<'_>) {
    let mut places = Places::default();
    let mut waiting = Vec::new();
    loop {
        while let Some(reference) = walk.references.pop() {
            match leads(walk, &mut places, reference) {
                Leads::To(target, resource) => arrive(walk, reference, target, resource),
                Leads::OnBoard => {}
                // Addresses and anchors may still turn up in places that only another reference leads to.
                Leads::Away | Leads::Nowhere(_) => waiting.push(reference),
            }
        }
        if waiting.is_empty() {
            return;
        }
        // Once only: what turns up because of these is not waited for again, or the work would not be linear.
        for reference in std::mem::take(&mut waiting) {
            match leads(walk, &mut places, reference) {
                Leads::To(target, resource) => arrive(walk, reference, target, resource),
                Leads::OnBoard => {}
                Leads::Away => walk.report.fault(reference.at, REMOTE, || {
                    let (keyword, found) = (reference.keyword, shown(reference.at));
                    format!("`{keyword}` is {found}, in another document: expected a place inside this schema")
                }),
                Leads::Nowhere(reason) => walk.report.fault(reference.at, DANGLING, || {
                    format!("`{}` is {}: {reason}", reference.keyword, shown(reference.at))
                }),
            }
        }
    }
}

/// Notes where `reference` leads, and walks the place if no keyword led there.
fn arrive<'d>(walk: &mut Walk<'d>, reference: Reference<'d>, target: Value<'d>, resource: usize) {
    let booleans = walk.resources[resource].dialect.has_boolean_schemas();
    match target.kind() {
        Kind::Object => {
            if walk.resource_at(target).is_none() {
                walk.visit(target, resource);
            }
            walk.resolved.push((reference.from, target.position(), reference.at));
        }
        Kind::Bool if booleans => {}
        kind => walk.report.fault(reference.at, DANGLING, || {
            let (keyword, found) = (reference.keyword, shown(reference.at));
            format!("`{keyword}` is {found}, which is {}: expected a schema there", with_article(kind))
        }),
    }
}

fn with_article(kind: Kind) -> String {
    let article = if matches!(kind, Kind::Array | Kind::Object) { "an" } else { "a" };
    if kind == Kind::Null { "null".to_owned() } else { format!("{article} {}", kind.name()) }
}

fn leads<'d>(walk: &mut Walk<'d>, places: &mut Places<'d>, reference: Reference<'d>) -> Leads<'d> {
    walk.report.step();
    let text = reference.text.decode();
    let (address, fragment) = uri::split(&text);
    let Some(fragment) = uri::percent_decoded(fragment.unwrap_or_default()) else {
        return Leads::Nowhere(
            "its percent-encoding is broken: expected two hexadecimal digits behind each `%`".to_owned(),
        );
    };
    let resource = if address.is_empty() {
        reference.resource
    } else {
        let resolved = uri::resolved(&walk.resources[reference.resource].address, address);
        match walk.addresses.get(&resolved) {
            Some(&resource) => resource,
            None if dialect::is_on_board(&resolved) => return Leads::OnBoard,
            None => return Leads::Away,
        }
    };
    match fragment.strip_prefix('/') {
        _ if fragment.is_empty() => Leads::To(walk.resources[resource].root, resource),
        Some(path) => pointed(walk, places, resource, path),
        None => match walk.anchors.get(&(resource, Cow::Borrowed(&*fragment))) {
            Some(&target) => Leads::To(target, resource),
            None => Leads::Nowhere(format!("expected an anchor of that name in {}", of(walk, resource))),
        },
    }
}

/// The value at a JSON Pointer (RFC 6901) from the root of `resource`, its first slash taken off.
fn pointed<'d>(walk: &mut Walk<'d>, places: &mut Places<'d>, resource: usize, path: &str) -> Leads<'d> {
    let mut here = walk.resources[resource].root;
    let mut around = resource;
    for segment in path.split('/') {
        let Some(segment) = unescaped(segment) else {
            return Leads::Nowhere("`~` in a pointer must be `~0` or `~1`: expected one of these".to_owned());
        };
        let Some(inner) = places.step(here, &segment, &mut walk.report) else {
            let place = if here == walk.resources[resource].root {
                of(walk, resource)
            } else {
                "what comes before it".to_owned()
            };
            return Leads::Nowhere(format!("expected `{}` in {place}", shortened(&segment)));
        };
        here = inner;
        // A pointer may pass through a schema that has its own address: what lies behind is read relative to that.
        around = walk.resource_at(here).unwrap_or(around);
    }
    Leads::To(here, around)
}

fn unescaped(segment: &str) -> Option<Cow<'_, str>> {
    if !segment.contains('~') {
        return Some(Cow::Borrowed(segment));
    }
    let mut out = String::with_capacity(segment.len());
    let mut pieces = segment.split('~');
    out.push_str(pieces.next().unwrap_or_default());
    for piece in pieces {
        let (escaped, rest) = match piece.as_bytes().first() {
            Some(b'0') => ('~', &piece[1..]),
            Some(b'1') => ('/', &piece[1..]),
            _ => return None,
        };
        out.push(escaped);
        out.push_str(rest);
    }
    Some(Cow::Owned(out))
}

/// What a reference of `resource` starts from, for messages: people count from the wrong root.
fn of(walk: &Walk<'_>, resource: usize) -> String {
    match walk.resources[resource].address.as_str() {
        "" => "the root of the schema".to_owned(),
        address => format!("the schema with the address `{}`", shortened(address)),
    }
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
