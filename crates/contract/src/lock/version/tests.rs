//! Order, spellings, lines and refusals of versions.

use super::*;

fn version(text: &str) -> Version {
    Version::parse(text).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn versions_are_ordered_from_first_to_last() {
    let ordered = [
        "0",
        "0.0.9",
        "0.1",
        "0.9.0",
        "0.10.0-alpha",
        "0.10.0-alpha.1",
        "0.10.0-alpha.beta",
        "0.10.0-beta",
        "0.10.0-beta.2",
        "0.10.0-beta.11",
        "0.10.0-rc.1",
        "0.10.0",
        "1.0.dev0",
        "1.0.dev9",
        "1.0a1.dev1",
        "1.0a1",
        "1.0a2.post1",
        "1.0b1",
        "1.0rc9",
        "1.0-rc10",
        "1.0.0",
        "1.0.post1.dev1",
        "1.0.post1",
        "1.0.0.1",
        "1.0.1",
        "1.2.3.4",
        "2025.12.31",
        "2026.8.3",
        "2026.08.31",
        "20260831",
        "99999999999999999999999999",
        "100000000000000000000000000",
        "1!0.1",
    ];
    for (at, text) in ordered.iter().enumerate() {
        for (other_at, other) in ordered.iter().enumerate() {
            assert_eq!(version(text).cmp(&version(other)), at.cmp(&other_at), "{text} and {other}");
        }
    }
}

#[test]
fn spellings_of_one_version_are_equal() {
    for spellings in [
        &["1.0", "1.0.0", "1", "01.0"][..],
        &["2.0.0-rc.1", "2.0.0rc1", "2.0rc1", "2.0.0-RC1", "2.0_c_1", "2.0.preview.1", "2.0.0-rc1"],
        &["1.0a2", "1.0.0-alpha.2", "1.0.alpha2", "1.0.0--alpha--2"],
        &["2026.8.31", "2026.08.31"],
        &["1.0.post2", "1.0.rev2", "1.0r2"],
    ] {
        for spelling in spellings {
            assert_eq!(version(spelling), version(spellings[0]), "{spelling}");
            assert_eq!(version(spelling).text(), *spelling);
        }
    }
}

#[test]
fn builds_are_different_versions_and_neither_is_lower() {
    let (one, other) = (version("1.0.0+7f3a"), version("1.0.0+1c2b"));
    assert_ne!(one, other);
    assert!(!one.is_lower_than(&other) && !other.is_lower_than(&one));
    assert!(version("0.9.9+9").is_lower_than(&one));
    assert_ne!(version("1.0.0"), one);
}

#[test]
fn the_line_is_the_first_number_and_below_one_the_second_as_well() {
    for (text, line, next) in [
        ("1.9.3", "1", "2.0.0"),
        ("0.7.2", "0.7", "0.8.0"),
        ("0.9", "0.9", "0.10.0"),
        ("0", "0.0", "0.1.0"),
        ("9.0.0-rc.1", "9", "10.0.0"),
        ("199.0", "199", "200.0.0"),
        ("2026.08.31", "2026", "2027.0.0"),
        ("1!2.0", "1!2", "1!3.0.0"),
        ("1.0.0.post3", "1", "2.0.0"),
    ] {
        let of = version(text).line();
        assert_eq!((of.to_string(), of.next_version()), (line.to_owned(), next.to_owned()), "{text}");
        assert!(version(text).is_lower_than(&version(next)));
        assert_ne!(version(next).line(), of);
    }
    assert_eq!(version("2.0.0-rc.1").line(), version("2.7").line());
    assert_ne!(version("0.1.9").line(), version("0.2.0").line());
}

#[test]
fn what_is_no_version_says_what_one_looks_like() {
    for wrong in [
        "",
        " 1.0",
        "1.0 ",
        "latest",
        "1.x",
        "1..2",
        "1.",
        ".1",
        "1.0.0-",
        "1.0.0+",
        "1.0.0-rc..1",
        "1.0.0-rc.1!",
        "1.0.0--",
        "1.0.0-.",
        "1.2.3.4.5",
        "1.0.0-ä",
        "٣.0",
        "1.0rc1rc2",
        "1.0.dev1a1",
        "x!1.0",
        "1.0.0-rc.1+",
        "^1.0.0",
        "1,0",
        "\u{202e}1.0",
    ] {
        let error = Version::parse(wrong).unwrap_err().to_string();
        assert!(error.contains("is no version") && error.contains("1.4.0"), "{wrong}: {error}");
    }
    assert!(Version::parse(&"1".repeat(129)).is_err());
    assert_eq!(
        Version::parse("v1.2.0").unwrap_err().to_string(),
        "\"v1.2.0\" is no version (leave the `v` out): one looks like 1.4.0, 2.0.0-rc.1, 1.4.0.post1 or 2026.8.31"
    );
}
