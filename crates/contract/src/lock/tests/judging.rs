//! The table on whole locks, and what stands around it: eras, profiles, approvals, findings.

use super::*;
use crate::finding::Finding;

use Mode::{Check, Write};

fn verdict(mode: Mode, lock: Option<&str>, capture: &Capture, version: &str) -> Verdict {
    asked(mode, version).of(lock, capture).unwrap().sections[0].verdict
}

#[test]
fn the_table_holds_for_whole_locks() {
    let lock = locked(&capture(A), "1.4.0");
    let edited = lock.replace("\"limit\"", "\"limits\"");
    assert_ne!(edited, lock);
    let refuse = Verdict::Refuse;
    for (lock, tools, version, check, write) in [
        (Some(&edited), A, "1.4.0", refuse(Refusal::EditedByHand), refuse(Refusal::EditedByHand)),
        (Some(&edited), A, "2.0.0", refuse(Refusal::EditedByHand), refuse(Refusal::EditedByHand)),
        (Some(&lock), A, "1.4.0", Verdict::Keep, Verdict::Keep),
        (Some(&lock), A, "9.0.0", Verdict::Keep, Verdict::Keep),
        (Some(&lock), A, "0.1.0", Verdict::Keep, Verdict::Keep),
        (
            Some(&lock),
            A_TOLD,
            "1.4.0",
            refuse(Refusal::NoBump { breaks: false }),
            refuse(Refusal::NoBump { breaks: false }),
        ),
        (
            Some(&lock),
            A_LESS,
            "1.4",
            refuse(Refusal::NoBump { breaks: true }),
            refuse(Refusal::NoBump { breaks: true }),
        ),
        (Some(&lock), A_TOLD, "1.4.1", refuse(Refusal::NotLocked), Verdict::Write),
        (Some(&lock), A_LESS, "1.5.0", refuse(Refusal::BreaksLine), refuse(Refusal::BreaksLine)),
        (Some(&lock), A_LESS, "2.0.0-rc.1", refuse(Refusal::NotLocked), Verdict::Write),
        (Some(&lock), A_TOLD, "1.4.0-rc.1", refuse(Refusal::LowerVersion), refuse(Refusal::LowerVersion)),
        (None, A, "1.4.0", refuse(Refusal::NoSection), Verdict::Write),
    ] {
        let lock = lock.map(String::as_str);
        assert_eq!(verdict(Check, lock, &capture(tools), version), check, "check {version} {tools}");
        assert_eq!(verdict(Write, lock, &capture(tools), version), write, "lock {version} {tools}");
    }
}

#[test]
fn only_a_run_that_may_write_and_has_something_to_write_gives_a_text() {
    let lock = locked(&capture(A), "1.4.0");
    assert_eq!(asked(Write, "2.0.0").of(Some(&lock), &capture(A)).unwrap().text, None, "the same surface");
    assert_eq!(asked(Check, "1.5.0").of(Some(&lock), &capture(A_TOLD)).unwrap().text, None);
    assert_eq!(asked(Write, "1.5.0").of(Some(&lock), &capture(A_LESS)).unwrap().text, None, "refused");
    let text = asked(Write, "1.5.0").of(Some(&lock), &capture(A_TOLD)).unwrap().text.unwrap();
    assert_eq!(verdict(Check, Some(&text), &capture(A_TOLD), "1.5.0"), Verdict::Keep);
    assert_eq!(text, locked(&capture(A_TOLD), "1.5.0"), "a lock that went a long way is like a fresh one");
}

#[test]
fn what_changed_is_told_with_places_and_the_version_it_needs() {
    let lock = locked(&capture(A), "0.3.1");
    let judgement = asked(Check, "0.3.2").of(Some(&lock), &capture(A_LESS)).unwrap();
    let section = &judgement.sections[0];
    let delta = section.delta.as_ref().unwrap();
    let places: Vec<&str> = delta.places.iter().map(|place| place.place.as_str()).collect();
    assert_eq!(places, ["tools[search].inputSchema.properties.limit"]);
    assert!(delta.breaks());
    assert_eq!(section.needed.as_deref(), Some("0.4.0"));
    assert_eq!(section.locked_version.as_deref(), Some("0.3.1"));
    let told = asked(Check, "0.3.2").of(Some(&lock), &capture(A_TOLD)).unwrap();
    assert_eq!(told.sections[0].needed, None);
}

#[test]
fn a_preset_and_levels_decide_what_breaks() {
    let lock = locked(&capture(A), "1.0.0");
    let mut question = asked(Check, "1.0.1");
    question.settings.levels.insert("input-parameter-removed".to_owned(), crate::finding::Level::Warn);
    assert_eq!(
        verdicts(&question.of(Some(&lock), &capture(A_LESS)).unwrap())[0].1,
        Verdict::Refuse(Refusal::NotLocked)
    );
}

#[test]
fn an_approved_break_counts_no_more_until_it_is_over() {
    let lock = locked(&capture(A), "1.0.0");
    let mut question = asked(Write, "1.0.1");
    let refused = question.of(Some(&lock), &capture(A_LESS)).unwrap();
    assert_eq!(refused.sections[0].verdict, Verdict::Refuse(Refusal::BreaksLine));
    let identity = refused.sections[0].delta.as_ref().unwrap().comparison.entries[0].identity.to_string();
    for (until, verdict, approved) in [
        (None, Verdict::Write, Approved::By(0)),
        (Some("2026-08-31"), Verdict::Write, Approved::By(0)),
        (Some("2026-08-30"), Verdict::Refuse(Refusal::BreaksLine), Approved::Over(0)),
    ] {
        question.approvals = vec![Approval::new(&identity[..12], "nobody used it", until).unwrap()];
        let judgement = question.of(Some(&lock), &capture(A_LESS)).unwrap();
        assert_eq!(judgement.sections[0].verdict, verdict, "{until:?}");
        assert_eq!(judgement.sections[0].delta.as_ref().unwrap().approved, [approved]);
    }
    question.approvals = vec![Approval::new("000000000000", "another", None).unwrap()];
    assert!(question.of(Some(&lock), &capture(A_LESS)).unwrap().fails());
}

#[test]
fn a_server_of_both_eras_has_both_locked() {
    let text = locked(&dual(A), "1.0.0");
    assert_eq!(
        verdicts(&asked(Check, "1.0.0").of(Some(&text), &dual(A)).unwrap()),
        [("declarada", Verdict::Keep), ("modern", Verdict::Keep)]
    );
    let mut one_changed = dual(A);
    one_changed.modern = dual(A_TOLD).modern;
    assert_eq!(
        verdicts(&asked(Check, "1.1.0").of(Some(&text), &one_changed).unwrap()),
        [("declarada", Verdict::Keep), ("modern", Verdict::Refuse(Refusal::NotLocked))]
    );
    let moved = asked(Write, "1.1.0").of(Some(&text), &one_changed).unwrap().text.unwrap();
    let versions: Vec<String> =
        LockFile::read(moved.into_bytes()).unwrap().sections().iter().map(|section| section.version.clone()).collect();
    assert_eq!(versions, ["1.0.0", "1.1.0"], "a section keeps the version it was locked at");
}

#[test]
fn an_era_that_is_not_locked_is_told_and_one_that_is_gone_fails() {
    let legacy_only = locked(&capture(A), "1.0.0");
    assert_eq!(
        verdicts(&asked(Check, "1.0.0").of(Some(&legacy_only), &dual(A)).unwrap()),
        [("declarada", Verdict::Keep), ("modern", Verdict::NotLocked)]
    );
    assert_eq!(
        verdicts(&asked(Write, "1.0.0").of(Some(&legacy_only), &dual(A)).unwrap()),
        [("declarada", Verdict::Keep), ("modern", Verdict::Write)]
    );
    let both = locked(&dual(A), "1.0.0");
    for mode in [Check, Write] {
        assert_eq!(
            verdicts(&asked(mode, "2.0.0").of(Some(&both), &capture(A)).unwrap()),
            [("declarada", Verdict::Keep), ("modern", Verdict::Refuse(Refusal::EraGone))]
        );
    }
    let mut question = asked(Check, "1.0.0");
    question.eras = vec![Era::Legacy];
    assert_eq!(
        verdicts(&question.of(Some(&both), &capture(A)).unwrap()),
        [("declarada", Verdict::Keep), ("modern", Verdict::NotAsked)]
    );
}

#[test]
fn a_modern_server_has_that_section_alone() {
    let modern = *dual(A).modern.unwrap();
    let text = locked(&modern, "1.0.0");
    assert_eq!(verdicts(&asked(Check, "1.0.0").of(Some(&text), &modern).unwrap()), [("modern", Verdict::Keep)]);
    assert!(text.contains("\"form\": \"mcpledge/modern-1\"") && !text.contains("declarada"));
}

#[test]
fn a_section_that_is_only_kept_must_be_whole_too() {
    let answers = "{\n  \"semToken\": {\"versao\": \"1.0.0\", \"sha256\": \"x\", \"conteudo\": {}}\n}\n";
    assert_eq!(
        verdicts(&asked(Check, "1.0.0").of(Some(answers), &capture(A)).unwrap()),
        [("declarada", Verdict::Refuse(Refusal::NoSection)), ("semToken", Verdict::Refuse(Refusal::EditedByHand))]
    );
    let whole = answers.replace("\"x\"", &format!("\"{}\"", crate::json::Fingerprint::of(b"{}")));
    assert_eq!(
        verdicts(&asked(Check, "1.0.0").of(Some(&whole), &capture(A)).unwrap())[1],
        ("semToken", Verdict::NotAsked)
    );
}

#[test]
fn profiles_are_locked_one_after_the_other_and_each_at_its_version() {
    let a = asked(Write, "1.0.0").profile("a").of(None, &capture(A)).unwrap().text.unwrap();
    // Another profile under the same version is no change of the first.
    let both = asked(Write, "1.0.0").profile("b").of(Some(&a), &capture(A_TOLD)).unwrap().text.unwrap();
    for (profile, tools) in [("a", A), ("b", A_TOLD)] {
        let question = asked(Check, "1.0.0").profile(profile);
        assert_eq!(verdicts(&question.of(Some(&both), &capture(tools)).unwrap())[0].1, Verdict::Keep, "{profile}");
    }
    // Both change in one release: the second is judged by its own version, not by the one the first has just set.
    let first = asked(Write, "2.0.0").profile("a").of(Some(&both), &capture(A_LESS)).unwrap().text.unwrap();
    let second = asked(Write, "2.0.0").profile("b").of(Some(&first), &capture(A_LESS)).unwrap().text.unwrap();
    let again = asked(Write, "2.0.0").profile("a").of(Some(&second), &capture(A)).unwrap();
    assert_eq!(again.sections[0].verdict, Verdict::Refuse(Refusal::NoBump { breaks: false }));
    let unknown = asked(Check, "2.0.0").profile("c").of(Some(&second), &capture(A)).unwrap();
    assert_eq!(unknown.sections[0].verdict, Verdict::Refuse(Refusal::NoSection));
}

#[test]
fn profiles_must_fit_the_section() {
    let one = locked(&capture(A), "1.0.0");
    let error = asked(Check, "1.0.0").profile("a").of(Some(&one), &capture(A)).unwrap_err();
    assert_eq!(error.to_string(), "`declarada` holds one surface for all, so there is no profile \"a\"");
    let map = asked(Write, "1.0.0").profile("a").of(None, &capture(A)).unwrap().text.unwrap();
    let error = asked(Check, "1.0.0").of(Some(&map), &capture(A)).unwrap_err();
    assert_eq!(error.to_string(), "`declarada` holds one surface per profile (a), and none is named");
}

#[test]
fn a_recorded_version_that_is_none_is_an_error_only_where_it_is_needed() {
    let lock = locked(&capture(A), "1.0.0").replace("\"versao\": \"1.0.0\"", "\"versao\": \"soon\"");
    assert_eq!(verdict(Check, Some(&lock), &capture(A), "1.0.0"), Verdict::Keep);
    let error = asked(Check, "1.0.0").of(Some(&lock), &capture(A_TOLD)).unwrap_err().to_string();
    assert!(error.starts_with("`declarada`: \"soon\" is no version"), "{error}");
}

fn with_finding(tools: &str, rule: &'static str, place: &str) -> Capture {
    let mut capture = capture(tools);
    capture.findings.push(Finding::new(rule, place, "seen"));
    capture
}

#[test]
fn an_unstable_surface_is_refused_even_where_the_first_capture_fits() {
    let lock = locked(&capture(A), "1.0.0");
    for (rule, order_only) in [("surface-unstable", false), ("surface-order-unstable", true)] {
        let unstable = with_finding(A, rule, "tools[search]");
        for mode in [Check, Write] {
            for lock in [None, Some(lock.as_str())] {
                let judgement = asked(mode, "2.0.0").of(lock, &unstable).unwrap();
                assert_eq!(judgement.sections[0].verdict, Verdict::Refuse(Refusal::Unstable { order_only }));
                assert_eq!(judgement.text, None);
            }
        }
    }
}

#[test]
fn an_accepted_finding_is_recorded_and_holds_for_later_checks() {
    let odd = with_finding(A, "cursor-repeated", "prompts");
    assert_eq!(verdict(Write, None, &odd, "1.0.0"), Verdict::Refuse(Refusal::Denied));
    let mut question = asked(Write, "1.0.0");
    question.accept = vec![Acceptance::parse("cursor-repeated").unwrap()];
    let text = question.of(None, &odd).unwrap().text.unwrap();
    assert_eq!(verdict(Check, Some(&text), &odd, "1.0.0"), Verdict::Keep);
    let elsewhere = with_finding(A, "cursor-repeated", "tools");
    assert_eq!(verdict(Check, Some(&text), &elsewhere, "1.0.0"), Verdict::Refuse(Refusal::Denied));
    let record = LockFile::read(text.into_bytes()).unwrap().record(SectionKind::Declared, None);
    assert_eq!(record.accepted, [Accepted { rule: "cursor-repeated".into(), place: "prompts".into() }]);
}

#[test]
fn accepting_a_finding_of_a_locked_surface_records_it_and_nothing_else() {
    let lock = locked(&capture(A), "1.0.0");
    let mut question = asked(Write, "1.0.0");
    question.accept = vec![Acceptance::parse("page-limit").unwrap()];
    let text = question.of(Some(&lock), &with_finding(A, "page-limit", "prompts")).unwrap().text.unwrap();
    let accepted = "\"accepted\": [\n        {\n          \"rule\": \"page-limit\",\n          \"place\": \"prompts\"\n        }\n      ]";
    assert_eq!(text, lock.replace("\"accepted\": []", accepted));
    let again = question.of(Some(&text), &with_finding(A, "page-limit", "prompts")).unwrap();
    assert_eq!((again.sections[0].verdict, again.text), (Verdict::Keep, None));
}

#[test]
fn a_surface_taken_in_another_way_says_so() {
    let lock = locked(&capture(A), "1.0.0");
    let mut other = capture(A_TOLD);
    other.how.requested_version = Some("2024-11-05".to_owned());
    other.how.credentials = vec![crate::surface::Credential::Header("Authorization".to_owned())];
    let judgement = asked(Check, "1.0.0").of(Some(&lock), &other).unwrap();
    assert_eq!(
        judgement.sections[0].delta.as_ref().unwrap().causes,
        [
            "with protocol version 2025-06-18, this one with protocol version 2024-11-05",
            "with no credential, this one with header Authorization"
        ]
    );
}
