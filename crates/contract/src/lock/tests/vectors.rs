//! Locks of published servers, where the vectors stand beside the repository.

use super::*;
use crate::json::write_canonical;
use crate::lock::edit::set_member;

/// The locks of the vectors; none on a machine without them.
fn locks() -> Vec<(String, String)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/vectors/locks");
    let mut locks: Vec<(String, String)> = std::fs::read_dir(folder)
        .into_iter()
        .flatten()
        .map(|entry| entry.unwrap().path())
        .map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), std::fs::read_to_string(&path).unwrap()))
        .filter(|(_, text)| text.contains("\"declarada\""))
        .collect();
    locks.sort();
    if locks.is_empty() {
        println!("SKIP: no vectors beside the repository");
    }
    locks
}

/// The surface that a lock records, as a capture.
fn recorded(text: &str) -> Capture {
    crate::surface::read_surface(text.as_bytes().to_vec(), None).unwrap().capture
}

#[test]
fn published_locks_are_whole_and_check_green() {
    for (name, text) in locks() {
        for mode in [Mode::Check, Mode::Write] {
            let judgement = asked(mode, "77.0.0").of(Some(&text), &recorded(&text)).unwrap();
            assert_eq!(
                verdicts(&judgement),
                [("declarada", Verdict::Keep), ("semToken", Verdict::NotAsked)],
                "{name} {mode:?}"
            );
            assert_eq!(judgement.text, None, "{name}");
        }
    }
}

#[test]
fn rewriting_every_member_of_a_published_lock_gives_the_same_bytes() {
    for (name, text) in locks() {
        let lock = LockFile::read(text.clone().into_bytes()).unwrap();
        let mut again = text.clone();
        for section in lock.sections() {
            for key in ["versao", "sha256", "conteudo"] {
                let value = lock.root_value().get(section.kind.key()).and_then(|section| section.get(key)).unwrap();
                let mut canonical = Vec::new();
                // The anonymous answers are not ours to sort.
                match section.kind {
                    SectionKind::Anonymous => crate::json::write_compact(value, &mut canonical),
                    _ => write_canonical(value, &mut canonical, &mut ()),
                }
                let canonical = String::from_utf8(canonical).unwrap();
                again = set_member(&again, &[section.kind.key(), key], &canonical, |_| true).unwrap();
            }
        }
        assert!(again == text, "{name}");
    }
}

#[test]
fn a_fresh_lock_of_the_same_surface_has_the_published_section_byte_for_byte() {
    for (name, text) in locks() {
        let version = LockFile::read(text.clone().into_bytes()).unwrap().sections()[0].version.clone();
        let ours = locked(&recorded(&text), &version);
        let section = |text: &str| {
            let start = text.find("\n  \"declarada\"").unwrap();
            let end = start + text[start..].find("\n  }").unwrap();
            text[start..end].to_owned()
        };
        assert!(section(&ours) == section(&text), "{name}");
    }
}

#[test]
fn the_history_of_a_published_server_is_judged_as_its_makers_did() {
    let mut history: Vec<(Version, String)> = locks()
        .into_iter()
        .filter(|(name, _)| name.starts_with("uis"))
        .map(|(_, text)| (LockFile::read(text.clone().into_bytes()).unwrap().sections()[0].version.clone(), text))
        .map(|(version, text)| (Version::parse(&version).unwrap(), text))
        .collect();
    history.sort_by(|(a, _), (b, _)| a.cmp(b));
    for pair in history.windows(2) {
        let ((_, old), (version, new)) = (&pair[0], &pair[1]);
        let mut question = asked(Mode::Write, version.text());
        question.settings.preset = crate::breaks::Preset::McpSurface;
        let judgement = question.of(Some(old), &recorded(new)).unwrap();
        assert_eq!(judgement.sections[0].verdict, Verdict::Write, "{version}");
        // All but our own record is what the other implementation wrote.
        let text = judgement.text.unwrap();
        let of = |text: &str| {
            text[text.find("\n  \"declarada\"").unwrap()..text.find("\n  \"semToken\"").unwrap()].to_owned()
        };
        assert!(of(&text) == of(new), "{version}");
    }
}
