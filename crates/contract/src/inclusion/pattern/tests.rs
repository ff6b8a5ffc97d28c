//! Tests of patterns as sets of strings.

use std::rc::Rc;

use super::super::budget::Budget;
use super::{Patterns, Query, Search};

fn find(matching: &[&str], failing: &[&str], shortest: u64, longest: Option<u64>) -> Search {
    let mut patterns = Patterns::default();
    let matching: Vec<_> = matching.iter().map(|source| patterns.id(source)).collect();
    let failing: Vec<_> = failing.iter().map(|source| patterns.id(source)).collect();
    assert!(matching.iter().chain(&failing).all(|&id| patterns.is_regular(id)), "a pattern was not translated");
    let query = Query { matching: &matching, failing: &failing, shortest, longest, excluded: &[] };
    patterns.search(&query, &mut Budget::new(200_000))
}

fn found(text: &str) -> Search {
    Search::Found(text.into())
}

fn matches(pattern: &str, text: &str) -> Option<bool> {
    let mut patterns = Patterns::default();
    let id = patterns.id(pattern);
    patterns.matches(id, &text.into(), &mut Budget::new(100_000))
}

#[test]
fn patterns_match_anywhere_unless_anchored() {
    for (pattern, text, expected) in [
        ("a", "xax", true),
        ("^a", "xa", false),
        ("^a$", "a", true),
        ("^a$", "a\n", false),
        ("", "", true),
        ("^$", "", true),
        ("^$", "a", false),
        ("^a|b$", "ax", true),
        ("^a|b$", "xb", true),
        ("^a|b$", "xx", false),
        ("(^a|b)c", "zbc", true),
        ("(^a|b)c", "zac", false),
        ("x*^a", "xa", false),
        ("x*^a", "a", true),
        (r"^\d{2,4}$", "123", true),
        (r"^\d{2,4}$", "12345", false),
        (r"^[\w.-]+$", "a.b-c", true),
        (r"^[^\s]$", "\u{feff}", false),
        ("^.$", "\n", false),
        ("^.$", "😀", true),
        (r"^(?=.*\d)(?=.*[A-Z]).{4,}$", "aB1x", true),
        (r"^(?=.*\d)(?=.*[A-Z]).{4,}$", "abbb", false),
        (r"^(?!admin).*$", "administrator", false),
        (r"^(?!admin$).*$", "administrator", true),
        (r"^\x41\u0042\u{43}\/$", "ABC/", true),
        (r"^(?:ab){2}c?$", "abab", true),
        (r"^(?<year>\d{4})$", "2026", true),
        ("(a?){3}$", "b", true),
    ] {
        assert_eq!(matches(pattern, text), Some(expected), "{pattern} on {text:?}");
    }
}

#[test]
fn what_is_not_regular_or_not_clear_stays_a_black_box() {
    for pattern in [
        r"(a)\1",
        r"\bfoo",
        "(?<=a)b",
        "(?i)a",
        "[",
        "a{,3}",
        "{",
        r"^[a-\d]$",
        "[]",
        "[^]",
        r"\p{L}",
        "^^a",
        "a$$",
        "(^a)*",
        "$^",
        "a**",
        "(?=a)*",
        r"\0",
        "[a&&b]",
        "(",
        ")",
    ] {
        let mut patterns = Patterns::default();
        let id = patterns.id(pattern);
        assert!(!patterns.is_regular(id), "{pattern}");
    }
}

#[test]
fn inclusion_of_patterns_is_proved() {
    assert_eq!(find(&["^[a-c]+$"], &["^[a-z]*$"], 0, None), Search::Nothing);
    assert_eq!(find(&[r"^\d{4}-\d{2}-\d{2}$"], &[r"^[\d-]{10}$"], 0, None), Search::Nothing);
    assert_eq!(find(&["^ab*c$"], &["a", "zz"], 0, None), Search::Nothing);
    assert_eq!(find(&["^(a|b)*$"], &["^(a*b*)*$"], 0, None), Search::Nothing);
}

#[test]
fn a_shortest_readable_difference_is_found() {
    assert_eq!(find(&["^[a-z]*$"], &["^[a-c]+$"], 0, None), found(""));
    assert_eq!(find(&["^[a-z]+$"], &["^[a-c]+$"], 0, None), found("d"));
    assert_eq!(find(&["^[a-z0-9-]+$"], &["^[a-z0-9]+$"], 3, None), found("aa-"));
    assert_eq!(find(&[r"^\d+$"], &[], 40, Some(40)), found(&"0".repeat(40)));
    assert_eq!(find(&["^(?!a).*$"], &[], 1, None), found("b"));
}

#[test]
fn lengths_bound_the_answer() {
    assert_eq!(find(&["^(ab)*$"], &[], 3, Some(3)), Search::Nothing);
    assert_eq!(find(&["^(ab)*$"], &[], 3, Some(4)), found("abab"));
    assert_eq!(find(&["^a{3}$"], &[], 0, Some(2)), Search::Nothing);
    assert_eq!(find(&["a"], &[], 5000, Some(5000)), found(&"a".repeat(5000)));
}

#[test]
fn excluded_strings_are_passed_over() {
    let mut patterns = Patterns::default();
    let id = patterns.id("^[ab]$");
    let excluded: Vec<Rc<str>> = vec!["a".into()];
    let mut query = Query { matching: &[id], failing: &[], shortest: 0, longest: None, excluded: &excluded };
    assert_eq!(patterns.search(&query, &mut Budget::new(10_000)), found("b"));
    let excluded: Vec<Rc<str>> = vec!["a".into(), "b".into()];
    query.excluded = &excluded;
    assert_eq!(patterns.search(&query, &mut Budget::new(10_000)), Search::Nothing);
}

#[test]
fn hostile_patterns_end_within_the_budget() {
    let mut budget = Budget::new(50_000);
    for (wanted, unwanted) in [("^(a|b)*a(a|b){20}$", "^(a|b)*b(a|b){20}$"), ("^((a{1,100}){1,100}){1,100}$", "^b$")] {
        let mut patterns = Patterns::default();
        let (wanted, unwanted) = (patterns.id(wanted), patterns.id(unwanted));
        let query = Query { matching: &[wanted], failing: &[unwanted], shortest: 30, longest: None, excluded: &[] };
        patterns.search(&query, &mut budget);
    }
    let long = format!("^{}$", "(a|b)?".repeat(1000));
    assert_eq!(matches(&long, "ab"), None);
}
