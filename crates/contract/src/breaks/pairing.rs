//! Which item of the old list is which of the new one, and which may have been renamed.
//!
//! Made once per list by [`SurfacePair`](super::context::SurfacePair).

use std::collections::HashMap;

use crate::json::{Owned, Value};
use crate::surface::{ListKind, item_place};

use super::context::{ItemPair, canonical, same};

/// The items of one list, sorted out.
#[derive(Default)]
pub(crate) struct Pairing<'c> {
    /// Items on both sides that are not the same.
    pub(crate) changed: Vec<ItemPair<'c>>,
    /// Items only the old side has: name, place, value.
    pub(crate) removed: Vec<(String, String, Value<'c>)>,
    /// Items only the new side has.
    pub(crate) added: Vec<(String, String, Value<'c>)>,
}

impl<'c> Pairing<'c> {
    /// Items are matched by name, equal names in the order they stand.
    pub(crate) fn of(kind: ListKind, old: Option<&'c [Owned]>, new: Option<&'c [Owned]>) -> Self {
        let mut pairing = Self::default();
        let (old, new) = (old.unwrap_or_default(), new.unwrap_or_default());
        let mut waiting: HashMap<String, Vec<usize>> = HashMap::new();
        for (index, item) in new.iter().enumerate().rev() {
            waiting.entry(name_of(kind, item.value())).or_default().push(index);
        }
        for (index, item) in old.iter().enumerate() {
            let item = item.value();
            let name = name_of(kind, item);
            let place = item_place(kind, index, item);
            match waiting.get_mut(&name).and_then(Vec::pop) {
                Some(other) => {
                    let other = new[other].value();
                    if !same(item, other) {
                        pairing.changed.push(ItemPair { kind, name, place, old: item, new: other });
                    }
                }
                None => pairing.removed.push((name, place, item)),
            }
        }
        let mut added: Vec<usize> = waiting.into_values().flatten().collect();
        added.sort_unstable();
        for index in added {
            let item = new[index].value();
            pairing.added.push((name_of(kind, item), item_place(kind, index, item), item));
        }
        pairing
    }

    /// An added item that has all of a removed one but its name and its words.
    pub(crate) fn renamed(&self, kind: ListKind, removed: Value<'c>) -> Option<&(String, String, Value<'c>)> {
        let essence = |item: Value<'_>| -> Vec<String> {
            let keys: &[&str] = match kind {
                ListKind::Tools => &["inputSchema", "outputSchema"],
                ListKind::Resources | ListKind::ResourceTemplates => &["name", "mimeType"],
                ListKind::Prompts => &["arguments"],
            };
            keys.iter().map(|key| item.get(key).map(canonical).unwrap_or_default()).collect()
        };
        let wanted = essence(removed);
        if wanted.iter().all(String::is_empty) {
            return None;
        }
        let mut alike = self.added.iter().filter(|(_, _, item)| essence(*item) == wanted);
        // Two candidates are a guess, not a finding.
        alike.next().filter(|_| alike.next().is_none())
    }
}

fn name_of(kind: ListKind, item: Value<'_>) -> String {
    match item.get(kind.item_key()) {
        Some(name) => name.as_text().map_or_else(|| canonical(name), |text| text.decode().into_owned()),
        None => canonical(item),
    }
}
