//! A section of a lock: the version, the hash and the recorded content.
//!
//! Read by [`LockFile`](super::LockFile). The keys on disk are Portuguese, and stay so: other implementations share them.

use crate::json::{Fingerprint, Hasher, Owned, Sink, Value, write_canonical, write_quoted};
use crate::surface::form::Form;
use crate::surface::{Era, ListKind};

use super::error::LockError;
use super::place::{At, no_duplicates, object, text};

/// The key of a section's version.
pub(super) const VERSION: &str = "versao";
/// The key of a section's hash.
pub(super) const HASH: &str = "sha256";
/// The key of a section's content.
pub(super) const CONTENT: &str = "conteudo";
/// The key of a section's form, where it has one.
pub(super) const FORM: &str = "form";

/// The sections there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SectionKind {
    /// `declarada`: the declared surface of the legacy era, in form `mcp-surface/1`.
    Declared,
    /// `semToken`: which methods answer without a credential.
    Anonymous,
    /// `modern`: the surface of the modern era, in form `mcpledge/modern-1`.
    Modern,
}

impl SectionKind {
    /// All of them, in the order of the file.
    pub const ALL: [SectionKind; 3] = [SectionKind::Declared, SectionKind::Anonymous, SectionKind::Modern];

    /// The key in the file.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            SectionKind::Declared => "declarada",
            SectionKind::Anonymous => "semToken",
            SectionKind::Modern => "modern",
        }
    }

    /// The section for surfaces of that era.
    #[must_use]
    pub fn of_era(era: Era) -> Self {
        match era {
            Era::Legacy => SectionKind::Declared,
            Era::Modern => SectionKind::Modern,
        }
    }
}

/// What a section records.
#[derive(Clone, Debug)]
pub enum Content {
    /// One value: a surface, or the anonymous answers.
    One(Owned),
    /// One surface per profile, in the order of the file.
    Profiles(Vec<(String, Owned)>),
}

/// A section as recorded.
#[derive(Clone, Debug)]
pub struct Section {
    /// Which one.
    pub kind: SectionKind,
    /// The version of the package it was locked at, as written.
    pub version: String,
    /// The recorded hash, as written.
    pub hash: String,
    /// What it records.
    pub content: Content,
    whole: Owned,
}

impl Section {
    pub(super) fn read(kind: SectionKind, section: &Owned) -> Result<Self, LockError> {
        let at = At::root().member(kind.key());
        object(section.value(), &at)?;
        no_duplicates(section.value(), &at)?;
        let version = text(section.value(), VERSION, &at)?;
        let hash = text(section.value(), HASH, &at)?;
        if kind == SectionKind::Modern {
            let known = Form::Modern1.name();
            let form = text(section.value(), FORM, &at)?;
            if form != known {
                let (line, column) = section.get(FORM).map_or((1, 1), |form| form.value().line_and_column());
                let pointer = at.member(FORM).to_string();
                return Err(LockError::Form { line, column, pointer, form, known });
            }
        }
        let whole = section.get(CONTENT).ok_or_else(|| at.missing(section.value(), CONTENT))?;
        let content = read_content(kind, &whole, &at.member(CONTENT))?;
        Ok(Self { kind, version, hash, content, whole })
    }

    /// The hash of the content as it stands there.
    #[must_use]
    pub fn fingerprint(&self) -> Fingerprint {
        let mut hasher = Hasher::new();
        write_canonical(self.whole.value(), &mut hasher, &mut ());
        hasher.finish()
    }

    /// Whether the recorded hash is that of the recorded content.
    #[must_use]
    pub fn is_intact(&self) -> bool {
        self.fingerprint().to_string() == self.hash
    }

    /// The names of its profiles; empty when it holds one surface for all.
    #[must_use]
    pub fn profiles(&self) -> Vec<String> {
        match &self.content {
            Content::One(_) => Vec::new(),
            Content::Profiles(profiles) => profiles.iter().map(|(name, _)| name.clone()).collect(),
        }
    }

    /// The recorded surface; `None` when it holds others and not this profile.
    ///
    /// # Errors
    /// The section has profiles and none was named, or the other way round.
    pub fn surface(&self, profile: Option<&str>) -> Result<Option<&Owned>, LockError> {
        match (&self.content, profile) {
            (Content::One(surface), None) => Ok(Some(surface)),
            (Content::One(_), Some(profile)) => {
                Err(LockError::NoProfiles { section: self.kind.key(), profile: profile.to_owned() })
            }
            (Content::Profiles(_), None) => {
                Err(LockError::ProfileNeeded { section: self.kind.key(), known: self.profiles() })
            }
            (Content::Profiles(profiles), Some(wanted)) => {
                Ok(profiles.iter().find(|(name, _)| name == wanted).map(|(_, surface)| surface))
            }
        }
    }
}

/// A content is a surface or a map of them. A surface has its first result, which never holds another one.
fn read_content(kind: SectionKind, whole: &Owned, at: &At) -> Result<Content, LockError> {
    object(whole.value(), at)?;
    if kind == SectionKind::Anonymous {
        return Ok(Content::One(whole.clone()));
    }
    no_duplicates(whole.value(), at)?;
    let opening = if kind == SectionKind::Modern { "discover" } else { "initialize" };
    let has_lists =
        ListKind::ALL.into_iter().filter_map(|kind| whole.get(kind.key())).any(|list| !list.value().is_object());
    if has_lists || whole.get(opening).is_some_and(|first| first.get(opening).is_none()) {
        read_surface(whole.value(), opening, at)?;
        return Ok(Content::One(whole.clone()));
    }
    let mut profiles = Vec::new();
    for (name, value) in whole.value().entries() {
        let name = name.decode().into_owned();
        let at = at.member(&name);
        object(value, &at)?;
        no_duplicates(value, &at)?;
        read_surface(value, opening, &at)?;
        if let Some(surface) = whole.get(&name) {
            profiles.push((name, surface));
        }
    }
    if profiles.is_empty() { Err(at.missing(whole.value(), opening)) } else { Ok(Content::Profiles(profiles)) }
}

fn read_surface(surface: Value<'_>, opening: &'static str, at: &At) -> Result<(), LockError> {
    let first = surface.get(opening).ok_or_else(|| at.missing(surface, opening))?;
    object(first, &at.member(opening))?;
    for kind in ListKind::ALL {
        let Some(list) = surface.get(kind.key()) else { continue };
        if !list.is_array() && !list.is_null() {
            return Err(at.member(kind.key()).wrong(list, "an array or null"));
        }
    }
    Ok(())
}

/// The content of a section once `surface` (canonical) is the one of `profile`, in canonical form.
pub(super) fn content_with(section: Option<&Section>, profile: Option<&str>, surface: &[u8], out: &mut impl Sink) {
    let Some(profile) = profile else {
        out.put(surface);
        return;
    };
    let known: &[(String, Owned)] = match section.map(|section| &section.content) {
        Some(Content::Profiles(profiles)) => profiles,
        _ => &[],
    };
    let mut names: Vec<(&str, Option<Value<'_>>)> = known
        .iter()
        .filter(|(name, _)| name != profile)
        .map(|(name, value)| (name.as_str(), Some(value.value())))
        .collect();
    names.push((profile, None));
    // RFC 8785 section 3.2.3: by UTF-16 code unit.
    names.sort_by(|(a, _), (b, _)| a.encode_utf16().cmp(b.encode_utf16()));
    out.put(b"{");
    for (at, (name, value)) in names.into_iter().enumerate() {
        if at > 0 {
            out.put(b",");
        }
        write_quoted(name, out);
        out.put(b":");
        match value {
            Some(value) => write_canonical(value, out, &mut ()),
            None => out.put(surface),
        }
    }
    out.put(b"}");
}
