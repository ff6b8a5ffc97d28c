//! `surface.lock.json`: read strictly and with places, edited without touching what does not change.
//!
//! Called by `lock` and `check`. Other implementations read and write the same file, so unknown keys, the order of keys
//! and every byte outside the members that change stay as they are (fingerprint specification, section 5).

use std::sync::Arc;

use crate::json::{Document, Fingerprint, Owned, Value};
use crate::surface::form::Form;

use super::LIMITS;
use super::edit::set_member;
use super::error::LockError;
use super::place::{At, no_duplicates, object, text};
use super::pretty::{Layout, quoted};
use super::record::{Accepted, KEY, Record, accepted_json};
use super::section::{CONTENT, FORM, HASH, Section, SectionKind, VERSION};

/// The key of the comment.
const COMMENT: &str = "$comentario";

/// The comment of a file that we start.
const OUR_COMMENT: &str = "Fingerprint of this MCP server's surface, and the version it belongs to. Written by `mcpledge lock`, which takes \
     another surface only under another version: do not edit it by hand.";

/// The keys in the order of the file.
const ORDER: [&str; 5] = [COMMENT, "declarada", "semToken", "modern", KEY];

/// A lock as read.
#[derive(Clone, Debug)]
pub struct LockFile {
    root: Owned,
    sections: Vec<Section>,
}

/// A section as it is to be written.
#[derive(Clone, Debug)]
pub(super) struct Update {
    /// Which one.
    pub(super) kind: SectionKind,
    /// The version it is locked at.
    pub(super) version: String,
    /// The hash of the whole content.
    pub(super) hash: Fingerprint,
    /// The profile whose surface this is.
    pub(super) profile: Option<String>,
    /// The surface, in canonical form.
    pub(super) surface: Vec<u8>,
    /// What it was taken with.
    pub(super) record: Record,
}

impl LockFile {
    /// Reads a lock.
    ///
    /// # Errors
    /// The first thing that makes it none, with its place. A section whose hash does not fit its content is read.
    pub fn read(bytes: Vec<u8>) -> Result<Self, LockError> {
        let document = Document::parse(bytes, LIMITS)
            .map_err(|rejected| conflict(&rejected.text).unwrap_or(LockError::Json(rejected.error)))?;
        let root = Owned::root(Arc::new(document));
        let at = At::root();
        object(root.value(), &at)?;
        no_duplicates(root.value(), &at)?;
        if root.get(COMMENT).is_some() {
            text(root.value(), COMMENT, &at)?;
        }
        if let Some(records) = root.get(KEY) {
            let at = at.member(KEY);
            object(records.value(), &at)?;
            no_duplicates(records.value(), &at)?;
            for (key, record) in records.value().entries() {
                object(record, &at.member(&key.decode()))?;
                let profiles = record.get(PROFILES);
                profiles.map_or(Ok(()), |profiles| object(profiles, &at.member(&key.decode()).member(PROFILES)))?;
            }
        }
        let mut sections = Vec::new();
        for kind in SectionKind::ALL {
            if let Some(section) = root.get(kind.key()) {
                sections.push(Section::read(kind, &section)?);
            }
        }
        Ok(Self { root, sections })
    }

    /// The text as it was read.
    #[must_use]
    pub fn text(&self) -> &str {
        self.root.value().document().text()
    }

    /// The outermost object.
    #[cfg(test)]
    pub(super) fn root_value(&self) -> Value<'_> {
        self.root.value()
    }

    /// A section, if the file has it.
    #[must_use]
    pub fn section(&self, kind: SectionKind) -> Option<&Section> {
        self.sections.iter().find(|section| section.kind == kind)
    }

    /// Every section there is.
    #[must_use]
    pub fn sections(&self) -> &[Section] {
        &self.sections
    }

    /// What a section, or a profile of it, was taken with; nothing is known of one that others wrote.
    #[must_use]
    pub fn record(&self, kind: SectionKind, profile: Option<&str>) -> Record {
        let record = self.root.value().get(KEY).and_then(|records| records.get(kind.key()));
        let record = match profile {
            None => record,
            Some(profile) => record.and_then(|record| record.get(PROFILES)?.get(profile)),
        };
        record.filter(|record: &Value<'_>| record.is_object()).map(Record::read).unwrap_or_default()
    }
}

/// Under it the records of profiles stand.
const PROFILES: &str = "profiles";

/// The text of the lock `old` with these sections in it, or of a fresh one.
pub(super) fn write_sections(old: Option<&LockFile>, updates: &[Update]) -> String {
    let mut text = old.map_or_else(fresh, |lock| lock.text().to_owned());
    for update in updates {
        write_section(&mut text, old.and_then(|lock| lock.section(update.kind)), update);
    }
    for update in updates {
        put(&mut text, &record_path(update.kind, update.profile.as_deref()), &update.record.json());
    }
    text
}

/// The text of `old` with these findings recorded as accepted, nothing else changed.
pub(super) fn write_accepted(old: &str, kind: SectionKind, profile: Option<&str>, accepted: &[Accepted]) -> String {
    let mut text = old.to_owned();
    let mut path = record_path(kind, profile);
    path.push("accepted");
    put(&mut text, &path, &accepted_json(accepted));
    text
}

fn record_path(kind: SectionKind, profile: Option<&str>) -> Vec<&str> {
    match profile {
        None => vec![KEY, kind.key()],
        Some(profile) => vec![KEY, kind.key(), PROFILES, profile],
    }
}

fn fresh() -> String {
    let comment = format!("{{{}:{}}}", quoted(COMMENT), quoted(OUR_COMMENT));
    format!("{}\n", Layout::default().lay_out(&comment, ""))
}

fn write_section(text: &mut String, old: Option<&Section>, update: &Update) {
    let key = update.kind.key();
    let surface = String::from_utf8_lossy(&update.surface);
    if let Some(old) = old {
        if old.version != update.version {
            put(text, &[key, VERSION], &quoted(&update.version));
        }
        put(text, &[key, HASH], &quoted(&update.hash.to_string()));
        match &update.profile {
            None => put(text, &[key, CONTENT], &surface),
            Some(profile) => put(text, &[key, CONTENT, profile], &surface),
        }
        return;
    }
    let mut members = vec![format!("{}:{}", quoted(VERSION), quoted(&update.version))];
    if update.kind == SectionKind::Modern {
        members.push(format!("{}:{}", quoted(FORM), quoted(Form::Modern1.name())));
    }
    members.push(format!("{}:{}", quoted(HASH), quoted(&update.hash.to_string())));
    members.push(match &update.profile {
        None => format!("{}:{surface}", quoted(CONTENT)),
        Some(profile) => format!("{}:{{{}:{surface}}}", quoted(CONTENT), quoted(profile)),
    });
    put(text, &[key], &format!("{{{}}}", members.join(",")));
}

/// Sets a member in its proper place: the sections in the order of the file, profiles sorted, all else at the end.
fn put(text: &mut String, path: &[&str], canonical: &str) {
    let changed = match path {
        [_, CONTENT, profile] => {
            set_member(text, path, canonical, |other| other.encode_utf16().lt(profile.encode_utf16()))
        }
        [key, ..] => {
            let rank = |key: &str| ORDER.iter().position(|known| *known == key);
            // Keys of others come before our own record, and behind the sections.
            let own = rank(key);
            set_member(text, path, canonical, |other| match (rank(other), own) {
                (Some(other), Some(own)) => other < own,
                (None, Some(own)) => own == ORDER.len() - 1,
                (_, None) => true,
            })
        }
        [] => None,
    };
    // `None` is for texts that are no lock: the reader has refused those.
    if let Some(changed) = changed {
        *text = changed;
    }
}

/// The mark of an unresolved merge, if that is why a text is no JSON.
fn conflict(bytes: &[u8]) -> Option<LockError> {
    let marks = ["<<<<<<<", "=======", ">>>>>>>", "|||||||"];
    bytes.split(|&byte| byte == b'\n').enumerate().find_map(|(index, line)| {
        let marker = marks.into_iter().find(|mark| {
            // The mark alone, or a space and a name behind it.
            line.strip_prefix(mark.as_bytes()).is_some_and(|rest| matches!(rest.first(), None | Some(b' ' | b'\r')))
        })?;
        Some(LockError::Conflict { line: index + 1, marker })
    })
}
