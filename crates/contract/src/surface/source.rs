//! Recognising a surface by its shape: a capture, a lock, a server card, a bare list result.
//!
//! Called for file targets and for revisions out of git. What a shape does not tell (a bare `tools/list` result says
//! nothing of prompts) is told apart from what is not served.

use std::sync::Arc;

use crate::json::{Document, Limits, Owned};

use super::capture::{Capture, Era, How, Opening};
use super::capture_file::{FILE_BYTES, NotACapture, read_object_at, read_root};
use super::list_kind::ListKind;

/// What a file turned out to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// What `mcpledge capture` writes.
    Capture,
    /// `surface.lock.json`.
    Lock,
    /// A server card, or any object with the server's identity and its lists side by side.
    Card,
    /// The result of one or more list requests, alone.
    Lists,
}

impl Shape {
    /// The word in messages.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Shape::Capture => "capture",
            Shape::Lock => "lock",
            Shape::Card => "server card",
            Shape::Lists => "list result",
        }
    }
}

/// A surface read from a text.
#[derive(Clone, Debug)]
pub struct Surface {
    /// The surface; of a lock the recorded sections.
    pub capture: Capture,
    /// What the text was.
    pub shape: Shape,
    /// Profiles of a lock that holds several; empty otherwise.
    pub profiles: Vec<String>,
    /// The version recorded with it: that of a lock's section, or of the server.
    pub version: Option<String>,
    /// Whether the first result is part of it.
    pub knows_opening: bool,
    /// Which lists it can tell anything about.
    pub knows: [bool; 4],
}

impl Surface {
    /// A capture, all of it known.
    #[must_use]
    pub fn of_capture(capture: Capture) -> Self {
        let version = super::capture::server_info(&capture)
            .and_then(|info| info.get("version"))
            .and_then(|version| Some(version.as_text()?.decode().into_owned()));
        Self { capture, shape: Shape::Capture, profiles: Vec::new(), version, knows_opening: true, knows: [true; 4] }
    }

    /// Whether it can tell if the server speaks `era`.
    #[must_use]
    pub fn knows_era(&self, era: Era) -> bool {
        let shown = self.capture.in_era(era).is_some();
        match self.shape {
            Shape::Capture => shown || !self.capture.how.only_era,
            Shape::Lock => true,
            Shape::Card | Shape::Lists => shown,
        }
    }

    /// Leaves out of both what one of them does not tell, so that silence is no removal. An era that is the only one
    /// of a side stays.
    pub fn reduce_to_common(&mut self, other: &mut Surface) {
        for era in [Era::Legacy, Era::Modern] {
            if !(self.knows_era(era) && other.knows_era(era)) {
                self.capture.drop_era(era);
                other.capture.drop_era(era);
            }
        }
        for kind in ListKind::ALL {
            if !(self.knows[kind as usize] && other.knows[kind as usize]) {
                self.capture.set_list(kind, None);
                other.capture.set_list(kind, None);
            }
        }
        if !(self.knows_opening && other.knows_opening) {
            for capture in [&mut self.capture, &mut other.capture] {
                capture.opening = Opening::Initialize(None);
            }
        }
    }
}

/// Reads a surface of any known shape. `profile` chooses one of a lock that holds several.
///
/// # Errors
/// The text is no JSON, or none of the shapes; with the place.
pub fn read_surface(text: Vec<u8>, profile: Option<&str>) -> Result<Surface, NotACapture> {
    let limits = Limits { bytes: FILE_BYTES, ..Limits::default() };
    let document = Document::parse(text, limits).map_err(|rejected| rejected.error)?;
    let root = Owned::root(Arc::new(document));
    let has = |key: &str| root.value().get(key).is_some();
    if has("declarada") || has("modern") && !has("initialize") && !has("discover") {
        return read_lock(&root, profile);
    }
    if profile.is_some() {
        return Err(NotACapture::NoProfile { wanted: profile.unwrap_or_default().to_owned(), known: Vec::new() });
    }
    if has("initialize") || has("discover") {
        return Ok(Surface::of_capture(read_root(&root)?));
    }
    if has("serverInfo") {
        return read_card(&root);
    }
    // A JSON-RPC answer as some tools save it: the result is what counts.
    let result = root.get("result").filter(|result| result.value().is_object()).unwrap_or_else(|| root.clone());
    if ListKind::ALL.into_iter().any(|kind| result.get(kind.key()).is_some_and(|list| list.value().is_array())) {
        return read_lists(&result);
    }
    // Nothing fits: the error of the commonest shape names what is missing.
    read_root(&root).map(Surface::of_capture)
}

fn read_card(root: &Owned) -> Result<Surface, NotACapture> {
    let mut capture = read_object_at(root, Opening::Initialize(Some(root.clone())), "")?;
    capture.how = How::default();
    let surface = Surface::of_capture(capture);
    Ok(Surface { shape: Shape::Card, ..surface })
}

fn read_lists(result: &Owned) -> Result<Surface, NotACapture> {
    let capture = read_object_at(result, Opening::Initialize(None), "")?;
    let knows = ListKind::ALL.map(|kind| result.get(kind.key()).is_some());
    Ok(Surface { capture, shape: Shape::Lists, profiles: Vec::new(), version: None, knows_opening: false, knows })
}

fn read_lock(root: &Owned, profile: Option<&str>) -> Result<Surface, NotACapture> {
    let legacy = root.get("declarada").map(|section| read_section(&section, profile, "/declarada")).transpose()?;
    let modern = root.get("modern").map(|section| read_section(&section, profile, "/modern")).transpose()?;
    let (mut first, second) = match (legacy, modern) {
        (Some(legacy), modern) => (legacy, modern),
        (None, Some(modern)) => (modern, None),
        (None, None) => return Err(NotACapture::NoOpening { keys: String::new() }),
    };
    first.capture.modern = second.map(|second| Box::new(second.capture));
    Ok(first)
}

/// A section's content: a surface, or a map from profile to surface.
fn read_section(section: &Owned, profile: Option<&str>, pointer: &str) -> Result<Surface, NotACapture> {
    let missing = || NotACapture::Section { pointer: format!("{pointer}/conteudo") };
    let content = section.get("conteudo").filter(|content| content.value().is_object()).ok_or_else(missing)?;
    let version = section.value().get("versao").and_then(|version| Some(version.as_text()?.decode().into_owned()));
    let is_surface = content.get("initialize").is_some() || content.get("discover").is_some();
    let profiles: Vec<String> = match is_surface {
        true => Vec::new(),
        false => content.value().entries().map(|(name, _)| name.decode().into_owned()).collect(),
    };
    let chosen = match (profile, profiles.as_slice()) {
        (None, []) => content,
        (None, [only]) => content.get(only).ok_or_else(missing)?,
        (Some(wanted), _) if profiles.iter().any(|known| known == wanted) => content.get(wanted).ok_or_else(missing)?,
        (wanted, _) => {
            let wanted = wanted.unwrap_or_default().to_owned();
            return Err(NotACapture::NoProfile { wanted, known: profiles });
        }
    };
    let opening = match chosen.get("discover") {
        Some(discover) => Opening::Discover(discover),
        None => Opening::Initialize(chosen.get("initialize").filter(|initialize| !initialize.value().is_null())),
    };
    let capture = read_object_at(&chosen, opening, &format!("{pointer}/conteudo"))?;
    Ok(Surface { shape: Shape::Lock, profiles, version, ..Surface::of_capture(capture) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Surface {
        read_surface(text.as_bytes().to_vec(), None).unwrap()
    }

    #[test]
    fn shapes_are_recognised() {
        assert_eq!(read(r#"{"initialize":{},"tools":[]}"#).shape, Shape::Capture);
        assert_eq!(read(r#"{"serverInfo":{"name":"s","version":"2"},"tools":[]}"#).shape, Shape::Card);
        assert_eq!(read(r#"{"tools":[{"name":"a"}],"nextCursor":"x"}"#).shape, Shape::Lists);
        assert_eq!(read(r#"{"jsonrpc":"2.0","id":1,"result":{"prompts":[]}}"#).shape, Shape::Lists);
        let lock =
            r#"{"declarada":{"versao":"1.2.0","sha256":"x","conteudo":{"initialize":{},"tools":[{"name":"a"}]}}}"#;
        assert_eq!((read(lock).shape, read(lock).version), (Shape::Lock, Some("1.2.0".to_owned())));
        assert!(read_surface(b"{}".to_vec(), None).is_err());
    }

    #[test]
    fn a_card_is_its_own_first_result() {
        let card = read(r#"{"serverInfo":{"name":"s","version":"2"},"capabilities":{"tools":{}},"tools":[]}"#);
        assert!(card.capture.opening_value().and_then(|opening| opening.get("capabilities")).is_some());
        assert_eq!(card.version.as_deref(), Some("2"));
    }

    #[test]
    fn what_a_bare_list_does_not_tell_is_no_removal() {
        let mut bare = read(r#"{"tools":[]}"#);
        let mut whole = read(r#"{"initialize":{"capabilities":{}},"tools":[],"prompts":[]}"#);
        bare.reduce_to_common(&mut whole);
        assert!(whole.capture.list(ListKind::Prompts).is_none() && whole.capture.opening_value().is_none());
        assert!(whole.capture.list(ListKind::Tools).is_some());
    }

    #[test]
    fn a_lock_with_profiles_wants_one_named() {
        let lock =
            r#"{"declarada":{"versao":"1","conteudo":{"a":{"initialize":{},"tools":[]},"b":{"initialize":{}}}}}"#;
        let error = read_surface(lock.as_bytes().to_vec(), None).unwrap_err().to_string();
        assert_eq!(error, "the lock holds several profiles (a, b): choose one");
        let error = read_surface(lock.as_bytes().to_vec(), Some("c")).unwrap_err().to_string();
        assert_eq!(error, "the lock holds no profile \"c\" (there are: a, b)");
        assert!(read_surface(lock.as_bytes().to_vec(), Some("a")).is_ok());
    }
}
