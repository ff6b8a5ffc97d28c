//! Whether a surface names the folder the server was started in: what two captures in a row from one folder cannot show.
//!
//! Called for servers that are started by us, when a capture is taken twice.

use std::path::Path;

use mcpledge_contract::finding::Finding;
use mcpledge_contract::json::Value;
use mcpledge_contract::surface::{Capture, Era, ListKind, PER_RULE, item_place, place_under};

use crate::message::quoted;
use crate::target::Command;

/// Adds a finding for each text of `capture` that holds the working directory of `command`.
pub(super) fn note(capture: &mut Capture, command: &Command) {
    let Some(directory) = working_directory(command) else { return };
    // As it stands in JSON, where a backslash is escaped.
    let escaped = quoted(&directory);
    let needle = escaped.trim_matches('"');
    let mut found = Vec::new();
    if let Some(opening) = capture.opening_value() {
        let key = if capture.era() == Era::Legacy { "initialize" } else { "discover" };
        places(needle, key, opening, &mut found);
    }
    for kind in ListKind::ALL {
        for (index, item) in capture.list(kind).unwrap_or_default().iter().enumerate() {
            if found.len() < PER_RULE && holds(item.value().raw(), needle) {
                places(needle, &item_place(kind, index, item.value()), item.value(), &mut found);
            }
        }
    }
    found.truncate(PER_RULE);
    let message = format!("{directory:?}");
    capture.findings.extend(found.into_iter().map(|place| Finding::new("surface-local", place, message.clone())));
}

/// The folder, unless it is so short that texts hold it by chance.
fn working_directory(command: &Command) -> Option<String> {
    let own = std::env::current_dir().ok()?;
    let directory = command.directory.as_deref().map_or_else(|| own.clone(), |directory| own.join(directory));
    let long_enough = |directory: &Path| directory.components().count() > 2;
    directory.to_str().filter(|_| long_enough(&directory)).map(str::to_owned)
}

fn places(needle: &str, place: &str, value: Value<'_>, found: &mut Vec<String>) {
    for (text, at) in value.texts() {
        if holds(text.raw(), needle) {
            found.push(place_under(place, value, at));
        }
    }
}

/// Whether `text` names the folder itself or something in it, and not one whose name only starts alike.
fn holds(text: &str, needle: &str) -> bool {
    text.match_indices(needle).any(|(at, _)| {
        let after = text[at + needle.len()..].chars().next();
        !after.is_some_and(|after| after.is_alphanumeric() || after == '-' || after == '_')
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_found_by_its_whole_name() {
        for text in ["/home/me/app", "in /home/me/app.", "/home/me/app/data", "\"/home/me/app\""] {
            assert!(holds(text, "/home/me/app"), "{text}");
        }
        for text in ["/home/me/apps", "/home/me/app-2", "/home/me", ""] {
            assert!(!holds(text, "/home/me/app"), "{text}");
        }
    }
}
