//! Looking up one member or item by a path segment, in constant time however large the container is.
//!
//! Called by the references: 100,000 of them into one object of 100,000 members must not cost their product.

use std::borrow::Cow;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::report::Report;
use crate::json::{Kind, Value};

/// A container up to this size is searched; a larger one gets an index when it is first asked.
const SEARCHED: usize = 16;

enum Index<'d> {
    Members(HashMap<Cow<'d, str>, Value<'d>>),
    Items(Vec<Value<'d>>),
}

/// The indexes made so far, by the container's position.
#[derive(Default)]
pub(super) struct Places<'d> {
    indexes: HashMap<usize, Index<'d>>,
}

impl<'d> Places<'d> {
    /// The value that `segment` of a JSON Pointer (escapes undone) names inside `container`.
    pub(super) fn step(&mut self, container: Value<'d>, segment: &str, report: &mut Report<'d>) -> Option<Value<'d>> {
        report.step();
        match container.kind() {
            Kind::Object => self.member(container, segment, report),
            Kind::Array => self.item(container, segment, report),
            _ => None,
        }
    }

    fn member(&mut self, object: Value<'d>, key: &str, report: &mut Report<'d>) -> Option<Value<'d>> {
        if object.entries().nth(SEARCHED).is_none() {
            return object.get(key);
        }
        let index = match self.indexes.entry(object.position()) {
            Entry::Occupied(entry) => entry.into_mut(),
            // Of duplicate keys the last counts, as in ECMAScript: the map keeps it.
            Entry::Vacant(entry) => entry.insert(Index::Members(
                object.entries().inspect(|_| report.step()).map(|(key, value)| (key.decode(), value)).collect(),
            )),
        };
        match index {
            Index::Members(members) => members.get(key).copied(),
            Index::Items(_) => None,
        }
    }

    fn item(&mut self, array: Value<'d>, segment: &str, report: &mut Report<'d>) -> Option<Value<'d>> {
        // RFC 6901, section 4: digits without a leading zero.
        let plain = segment == "0" || !segment.starts_with('0');
        let number = segment.parse::<usize>().ok().filter(|_| plain && !segment.starts_with('+'))?;
        if number < SEARCHED {
            return array.items().nth(number);
        }
        let index = match self.indexes.entry(array.position()) {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => entry.insert(Index::Items(array.items().inspect(|_| report.step()).collect())),
        };
        match index {
            Index::Items(items) => items.get(number).copied(),
            Index::Members(_) => None,
        }
    }
}
