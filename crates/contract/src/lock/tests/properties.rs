//! What holds for any lock: reading what was written, keys nobody knows, two writers.

use proptest::prelude::*;

use super::*;
use crate::json::{Document, write_canonical};

/// JSON of any shape, canonical or not.
fn json() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        Just("null".to_owned()),
        any::<bool>().prop_map(|value| value.to_string()),
        any::<i32>().prop_map(|value| value.to_string()),
        (-1e9..1e9).prop_map(|value: f64| format!("{value:?}")),
        any::<String>().prop_map(|value| serde_json::to_string(&value).unwrap()),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(|items| format!("[ {}]", items.join(", "))),
            prop::collection::btree_map("[a-z0-9\"\\\\é]{0,3}", inner, 0..4).prop_map(|members| object(&members, " ")),
        ]
    })
}

fn object(members: &std::collections::BTreeMap<String, String>, space: &str) -> String {
    let members: Vec<String> =
        members.iter().map(|(key, value)| format!("{}{space}: {value}", serde_json::to_string(key).unwrap())).collect();
    format!("{{{space}{}{space}}}", members.join(&format!(",{space}")))
}

fn tools() -> impl Strategy<Value = String> {
    prop::collection::btree_map("[a-c]{1,2}", (json(), json()), 0..3).prop_map(|tools| {
        let tools: Vec<String> = tools
            .into_iter()
            .map(|(name, (schema, other))| format!(r#"{{"name":"{name}","inputSchema":{schema},"x":{other}}}"#))
            .collect();
        format!("[{}]", tools.join(","))
    })
}

/// Every member of the outermost object and of its sections that the lock does not know, as it is written.
fn unknown(text: &str) -> Vec<(String, String)> {
    let document = Document::parse(text.as_bytes(), LIMITS).unwrap();
    let known = ["$comentario", "declarada", "semToken", "modern", "$mcpledge", "versao", "sha256", "conteudo", "form"];
    let mut found = Vec::new();
    for (key, value) in document.root().entries() {
        if known.contains(&key.decode().as_ref()) {
            for (inner, value) in value.entries() {
                if !known.contains(&inner.decode().as_ref()) {
                    found.push((format!("{}/{}", key.raw(), inner.raw()), value.raw().to_owned()));
                }
            }
        } else {
            found.push((key.raw().to_owned(), value.raw().to_owned()));
        }
    }
    found
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn what_was_written_is_read_and_judged_the_same(tools in tools()) {
        let capture = dual(&tools);
        let text = locked(&capture, "1.0.0");
        let lock = LockFile::read(text.clone().into_bytes()).unwrap();
        prop_assert!(lock.sections().iter().all(Section::is_intact));
        let judgement = asked(Mode::Write, "1.0.0").of(Some(&text), &capture).unwrap();
        prop_assert_eq!(judgement.text, None);
        prop_assert!(judgement.sections.iter().all(|section| section.verdict == Verdict::Keep));
    }

    #[test]
    fn keys_nobody_knows_survive_every_rewrite(
        first in tools(),
        second in tools(),
        members in prop::collection::btree_map("x[a-zé\"]{0,3}", json(), 0..4),
        inner in prop::collection::btree_map("x[a-zé\"]{0,3}", json(), 0..3),
        breaks in prop::sample::select(vec!["\n", "\r\n", " "]),
    ) {
        let mut text = locked(&capture(&first), "1.0.0");
        for (key, value) in &members {
            let key = serde_json::to_string(key).unwrap();
            text = text.replacen("{\n", &format!("{{\n  {key}:{value} ,\n"), 1);
        }
        for (key, value) in &inner {
            let key = serde_json::to_string(key).unwrap();
            text = text.replacen("  \"declarada\": {\n", &format!("  \"declarada\": {{\n  {key} : {value},\n"), 1);
        }
        let text = text.replace('\n', breaks);
        let before = unknown(&text);
        let judgement = asked(Mode::Write, "2.0.0").of(Some(&text), &dual(&second)).unwrap();
        prop_assert!(!judgement.fails(), "{:?}", verdicts(&judgement));
        let after = judgement.text.unwrap();
        prop_assert_eq!(unknown(&after), before);
        let lock = LockFile::read(after.clone().into_bytes()).unwrap();
        prop_assert!(lock.sections().iter().all(Section::is_intact));
        prop_assert_eq!(asked(Mode::Check, "2.0.0").of(Some(&after), &dual(&second)).unwrap().fails(), false);
    }

    #[test]
    fn the_content_on_disk_is_canonical_and_laid_out(tools in tools()) {
        let text = locked(&capture(&tools), "1.0.0");
        let document = Document::parse(text.as_bytes(), LIMITS).unwrap();
        let content = document.root().get("declarada").and_then(|section| section.get("conteudo")).unwrap();
        let mut canonical = Vec::new();
        write_canonical(content, &mut canonical, &mut ());
        let mut compact = Vec::new();
        crate::json::write_compact(content, &mut compact);
        prop_assert_eq!(String::from_utf8(compact).unwrap(), String::from_utf8(canonical).unwrap());
    }

    #[test]
    fn two_writers_one_after_the_other_lose_nothing(a in tools(), b in tools(), swap in any::<bool>()) {
        let start = locked(&dual("[]").modern.unwrap(), "1.0.0");
        let write = |text: &str, profile: &str, tools: &str| {
            let mut question = asked(Mode::Write, "1.0.0").profile(profile);
            question.eras = vec![Era::Legacy];
            question.of(Some(text), &capture(tools)).unwrap().text.unwrap()
        };
        let text = if swap { write(&write(&start, "b", &b), "a", &a) } else { write(&write(&start, "a", &a), "b", &b) };
        let lock = LockFile::read(text.clone().into_bytes()).unwrap();
        prop_assert!(lock.sections().iter().all(Section::is_intact));
        for (profile, tools) in [("a", &a), ("b", &b)] {
            let mut question = asked(Mode::Check, "1.0.0").profile(profile);
            question.eras = vec![Era::Legacy];
            let judgement = question.of(Some(&text), &capture(tools)).unwrap();
            prop_assert_eq!(judgement.sections[0].verdict, Verdict::Keep);
        }
        prop_assert_eq!(lock.section(SectionKind::Declared).unwrap().profiles(), ["a", "b"]);
    }

    #[test]
    fn no_text_makes_the_reader_panic(cut in 0usize..4000, junk in any::<Vec<u8>>(), tools in tools()) {
        let text = locked(&dual(&tools), "1.0.0").into_bytes();
        let at = cut.min(text.len());
        let mut broken = text[..at].to_vec();
        broken.extend(&junk);
        broken.extend(&text[at..]);
        if let Ok(lock) = LockFile::read(broken) {
            let text = lock.text().to_owned();
            let _ = asked(Mode::Write, "3.0.0").of(Some(&text), &dual("[]"));
        }
    }

    #[test]
    fn versions_have_one_order(a in version(), b in version(), c in version()) {
        let (a, b, c) = (Version::parse(&a).unwrap(), Version::parse(&b).unwrap(), Version::parse(&c).unwrap());
        prop_assert_eq!(a.cmp(&b), b.cmp(&a).reverse());
        prop_assert!(!(a <= b && b <= c) || a <= c);
        prop_assert_eq!(a == b, a.cmp(&b).is_eq());
        prop_assert!(!a.is_lower_than(&b) || a < b);
        prop_assert!(a.line() != b.line() || !Version::parse(&a.line().next_version()).unwrap().is_lower_than(&b));
    }

    #[test]
    fn any_text_is_a_version_or_an_error(text in any::<String>()) {
        let _ = Version::parse(&text);
    }
}

/// Versions of all spellings, near each other so that they meet.
fn version() -> impl Strategy<Value = String> {
    "(1!)?[0-2](\\.[0-2]){0,3}(-(alpha|rc)\\.?[0-2]|-[0-2a]\\.[0-2]|(a|b|rc)[0-2]?(\\.post[0-2])?(\\.dev[0-2])?)?(\\+[a-b0-1]{1,2})?"
}
