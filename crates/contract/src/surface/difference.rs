//! What differs between two captures of the same era, place by place.
//!
//! Called by `--twice`, and by whoever says more than "two hashes differ". Order of object keys and of list items
//! never counts; order inside `required`, `enum`, `type` and the `…Of` lists is told apart from content.

use std::collections::HashMap;

use crate::json::{Kind, Segment, Value, write_canonical};

use super::capture::Capture;
use super::list_kind::ListKind;
use super::place::{item_place, push_segment};

/// What happened at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Only the second capture has it.
    Added,
    /// Only the first capture has it.
    Removed,
    /// Both have it; each side's canonical text, shortened.
    Changed {
        /// In the first capture.
        was: String,
        /// In the second.
        now: String,
    },
    /// The same items in another order, where order has no meaning.
    Order,
}

/// One place where two captures differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The place, as people read it.
    pub place: String,
    /// What happened there.
    pub change: Change,
}

/// Keys under which the order of an array's items has no meaning in JSON Schema.
const UNORDERED: [&str; 6] = ["required", "enum", "type", "anyOf", "oneOf", "allOf"];

/// Every place where the two surfaces differ, in the order of the first. Version of the server and order left out.
#[must_use]
pub fn differences(first: &Capture, second: &Capture) -> Vec<Difference> {
    let mut found = Vec::new();
    let key = match first.era() {
        super::Era::Legacy => "initialize",
        super::Era::Modern => "discover",
    };
    match (first.opening_value(), second.opening_value()) {
        (Some(a), Some(b)) => opening(key, a, b, &mut found),
        (Some(_), None) => found.push(Difference { place: key.to_owned(), change: Change::Removed }),
        (None, Some(_)) => found.push(Difference { place: key.to_owned(), change: Change::Added }),
        (None, None) => {}
    }
    for kind in ListKind::ALL {
        match (first.list(kind), second.list(kind)) {
            (Some(a), Some(b)) => lists(
                kind,
                &a.iter().map(crate::json::Owned::value).collect::<Vec<_>>(),
                &b.iter().map(crate::json::Owned::value).collect::<Vec<_>>(),
                &mut found,
            ),
            (Some(_), None) => found.push(Difference { place: kind.key().to_owned(), change: Change::Removed }),
            (None, Some(_)) => found.push(Difference { place: kind.key().to_owned(), change: Change::Added }),
            (None, None) => {}
        }
    }
    found
}

/// The members of the first result that a form reads.
fn opening(key: &str, a: Value<'_>, b: Value<'_>, found: &mut Vec<Difference>) {
    for member in ["protocolVersion", "supportedVersions", "capabilities", "instructions"] {
        pair(format!("{key}.{member}"), a.get(member), b.get(member), None, found);
    }
    for holder in ["serverInfo", "_meta"] {
        let of = |value: Value<'_>| -> Vec<String> {
            value.get(holder).into_iter().flat_map(Value::entries).map(|(key, _)| key.decode().into_owned()).collect()
        };
        let mut names = of(a);
        names.extend(of(b));
        names.sort();
        names.dedup();
        // Of `_meta` only the server's identity is surface; its version never is.
        names.retain(|name| if holder == "_meta" { name.ends_with("/serverInfo") } else { name != "version" });
        for name in names {
            pair(
                format!("{key}.{holder}.{name}"),
                a.get(holder).and_then(|holder| holder.get(&name)),
                b.get(holder).and_then(|holder| holder.get(&name)),
                (holder == "_meta").then_some("version"),
                found,
            );
        }
    }
}

/// Items are matched by name; of several with one name the first with the first.
fn lists(kind: ListKind, a: &[Value<'_>], b: &[Value<'_>], found: &mut Vec<Difference>) {
    let name = |item: Value<'_>| item.get(kind.item_key()).map(canonical);
    let mut others: HashMap<Option<String>, Vec<usize>> = HashMap::new();
    for (index, item) in b.iter().enumerate().rev() {
        others.entry(name(*item)).or_default().push(index);
    }
    for (index, item) in a.iter().enumerate() {
        let place = item_place(kind, index, *item);
        match others.get_mut(&name(*item)).and_then(Vec::pop) {
            Some(other) => pair(place, Some(*item), Some(b[other]), None, found),
            None => found.push(Difference { place, change: Change::Removed }),
        }
    }
    let mut added: Vec<usize> = others.into_values().flatten().collect();
    added.sort_unstable();
    for index in added {
        found.push(Difference { place: item_place(kind, index, b[index]), change: Change::Added });
    }
}

struct Pair<'a, 'b> {
    place: String,
    a: Option<Value<'a>>,
    b: Option<Value<'b>>,
    /// The key the pair stands under: it tells whether order counts.
    under: Option<&'static str>,
    /// How many steps below the first pair.
    depth: usize,
}

/// Below this a difference is named as one place: each level is compared whole, so deeper costs depth times size.
const DEEPEST: usize = 64;

fn pair(place: String, a: Option<Value<'_>>, b: Option<Value<'_>>, without: Option<&str>, found: &mut Vec<Difference>) {
    let mut open = vec![Pair { place, a, b, under: None, depth: 0 }];
    while let Some(Pair { place, a, b, under, depth }) = open.pop() {
        let (a, b) = match (a, b) {
            (None, None) => continue,
            (None, Some(_)) => {
                found.push(Difference { place, change: Change::Added });
                continue;
            }
            (Some(_), None) => {
                found.push(Difference { place, change: Change::Removed });
                continue;
            }
            (Some(a), Some(b)) => (a, b),
        };
        let (was, now) = (canonical(a), canonical(b));
        if was == now {
            continue;
        }
        match (a.kind(), b.kind()) {
            (Kind::Object, Kind::Object) if depth < DEEPEST => {
                let mut names: Vec<(String, Segment<'_>)> =
                    a.entries().map(|(key, _)| (key.decode().into_owned(), Segment::Key(key))).collect();
                names.extend(b.entries().map(|(key, _)| (key.decode().into_owned(), Segment::Key(key))));
                names.sort_by(|x, y| x.0.cmp(&y.0));
                names.dedup_by(|x, y| x.0 == y.0);
                for (name, segment) in names.into_iter().rev() {
                    if without == Some(name.as_str()) {
                        continue;
                    }
                    let mut inner = place.clone();
                    push_segment(&mut inner, segment);
                    let under = UNORDERED.into_iter().find(|unordered| *unordered == name);
                    open.push(Pair { place: inner, a: a.get(&name), b: b.get(&name), under, depth: depth + 1 });
                }
            }
            (Kind::Array, Kind::Array) if depth < DEEPEST => {
                let (a, b): (Vec<_>, Vec<_>) = (a.items().collect(), b.items().collect());
                if under.is_some() && same_items(&a, &b) {
                    found.push(Difference { place, change: Change::Order });
                    continue;
                }
                for index in (0..a.len().max(b.len())).rev() {
                    let mut inner = place.clone();
                    push_segment(&mut inner, Segment::Index(index));
                    open.push(Pair {
                        place: inner,
                        a: a.get(index).copied(),
                        b: b.get(index).copied(),
                        under: None,
                        depth: depth + 1,
                    });
                }
            }
            _ => {
                let (was, now) = shorten(&was, &now);
                found.push(Difference { place, change: Change::Changed { was, now } });
            }
        }
    }
}

fn same_items(a: &[Value<'_>], b: &[Value<'_>]) -> bool {
    let sorted = |items: &[Value<'_>]| {
        let mut items: Vec<String> = items.iter().copied().map(canonical).collect();
        items.sort();
        items
    };
    sorted(a) == sorted(b)
}

fn canonical(value: Value<'_>) -> String {
    let mut out = Vec::new();
    write_canonical(value, &mut out, &mut ());
    String::from_utf8(out).unwrap_or_default()
}

/// At most 120 characters of each side; of long ones from a little before they begin to differ.
fn shorten(was: &str, now: &str) -> (String, String) {
    const WIDTH: usize = 120;
    const BEFORE: usize = 20;
    let longest = was.chars().count().max(now.chars().count());
    let shared = was.chars().zip(now.chars()).take_while(|(a, b)| a == b).count();
    let start = if longest > WIDTH { shared.saturating_sub(BEFORE) } else { 0 };
    let part = |side: &str| {
        let shown: String = side.chars().skip(start).take(WIDTH).collect();
        let before = if start > 0 { "… " } else { "" };
        let after = if side.chars().count() > start + WIDTH { " …" } else { "" };
        format!("{before}{shown}{after}")
    };
    (part(was), part(now))
}
