//! Hard values: our canonical bytes against those of JavaScript, whose `JSON.stringify` RFC 8785 is made from.
//!
//! The values come from a generator with fixed seeds, as text: number lexemes, escapes, duplicate keys and white space
//! are what is tested, so nothing may tidy them up on the way.

use std::fmt::Write as _;

use crate::oracle::{mcpledge, oracle, printed};

/// Values for each seed.
const VALUES: usize = 1_500;

#[test]
#[ignore = "needs the peers: cargo xtask test"]
fn canonical_bytes_are_those_of_javascript() {
    for seed in 1..=8 {
        let mut random = Random(seed);
        let items: Vec<String> = (0..VALUES)
            .map(|index| format!("{{\"name\":\"{index:05}\",{}:{}}}", key(&mut random), value(&mut random, 5)))
            .collect();
        compare(&format!("seed {seed}"), &items);
    }
}

#[test]
#[ignore = "needs the peers: cargo xtask test"]
fn numbers_are_those_of_javascript() {
    let mut random = Random(77);
    let items: Vec<String> =
        (0..40_000).map(|index| format!("{{\"name\":\"{index:05}\",\"n\":{}}}", number(&mut random))).collect();
    compare("numbers", &items);
}

#[test]
#[ignore = "needs the peers: cargo xtask test"]
fn lists_are_sorted_as_javascript_sorts_them() {
    for seed in 1..=4 {
        let mut random = Random(1_000 + seed);
        let items: Vec<String> = (0..VALUES)
            .map(|index| match random.below(8) {
                0 => format!("{{\"at\":{index}}}"),
                1 => format!("{{\"name\":{},\"at\":{index}}}", number(&mut random)),
                2 => format!(
                    "{{\"name\":{},\"at\":{index}}}",
                    ["null", "true", "false", "{}", "[]", "[[],[null]]"][random.below(6)]
                ),
                3 => format!("{{\"name\":[{},[{},null]],\"at\":{index}}}", number(&mut random), text(&mut random)),
                _ => format!("{{\"name\":{},\"at\":{index}}}", text(&mut random)),
            })
            .collect();
        compare(&format!("names, seed {seed}"), &items);
    }
}

/// Both readers on a capture file with these tools.
fn compare(what: &str, items: &[String]) {
    let folder = tempfile::tempdir().unwrap();
    let text = format!(
        "{{\"initialize\":{{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{{}},\"serverInfo\":{{\"name\":\"s\",\"version\":\"1\"}}}},\
         \"tools\":[{}],\"resources\":null,\"resourceTemplates\":null,\"prompts\":null}}",
        items.join(",\n")
    );
    std::fs::write(folder.path().join("capture.json"), text).unwrap();
    let theirs = printed(&mut oracle(folder.path(), &["file", "capture.json", "--canonical"]));
    let ours = printed(&mut mcpledge(folder.path(), &["fingerprint", "-q", "capture.json", "--canonical"]));
    let Some(at) = ours
        .bytes()
        .zip(theirs.bytes())
        .position(|(a, b)| a != b)
        .or_else(|| (ours.len() != theirs.len()).then(|| ours.len().min(theirs.len())))
    else {
        return;
    };
    let shown = |text: &str| {
        String::from_utf8_lossy(&text.as_bytes()[at.saturating_sub(120)..text.len().min(at + 60)]).into_owned()
    };
    panic!("{what}: byte {at} differs\n  ours: {}\ntheirs: {}", shown(&ours), shown(&theirs));
}

/// splitmix64: small, and the same everywhere.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.next() % u64::try_from(bound).unwrap()).unwrap()
    }

    fn pick<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len())]
    }

    fn digits(&mut self, count: usize) -> String {
        (0..count).map(|_| char::from(b'0' + u8::try_from(self.below(10)).unwrap())).collect()
    }
}

fn value(random: &mut Random, depth: usize) -> String {
    match random.below(if depth == 0 { 6 } else { 10 }) {
        0 => random.pick(&["null", "true", "false"]).to_owned(),
        1 | 2 => number(random),
        3..=5 => text(random),
        6 | 7 => {
            let items: Vec<String> = (0..random.below(5)).map(|_| value(random, depth - 1)).collect();
            format!("[{}{}]", items.join(space(random)), space_only(random))
        }
        _ => {
            let members: Vec<String> = (0..random.below(7))
                .map(|_| format!("{}{}:{}", key(random), space_only(random), value(random, depth - 1)))
                .collect();
            format!("{{{}{}}}", members.join(space(random)), space_only(random))
        }
    }
}

fn space(random: &mut Random) -> &'static str {
    random.pick(&[",", ",", ", ", " ,\n", ",\t", "\r\n,"])
}

fn space_only(random: &mut Random) -> &'static str {
    random.pick(&["", "", "", " ", "\n", "\t\r"])
}

/// Lexemes around everything that decides how a double is written.
fn number(random: &mut Random) -> String {
    const EDGES: [&str; 40] = [
        "0",
        "-0",
        "-0.0",
        "0e7",
        "0E-7",
        "1.0",
        "4.50",
        "1e0",
        "1E+2",
        "100",
        "1e21",
        "1e20",
        "999999999999999900000",
        "1e22",
        "1e23",
        "1e-6",
        "1e-7",
        "0.000001",
        "0.0000001",
        "123456789012345680000",
        "9007199254740991",
        "9007199254740992",
        "9007199254740993",
        "-9007199254740993",
        "9223372036854775807",
        "-9223372036854775808",
        "18446744073709551615",
        "5e-324",
        "2e-324",
        "2.4703282292062327e-324",
        "2.2250738585072014e-308",
        "1.7976931348623157e308",
        "1.7976931348623159e308",
        "1e400",
        "-1e400",
        "1e-400",
        "0.1",
        "0.30000000000000004",
        "1e99999",
        "123456789012345678901234567890",
    ];
    let sign = random.pick(&["", "", "-"]);
    match random.below(7) {
        0 => random.pick(&EDGES).to_owned(),
        1 => format!("{sign}{}", random.below(100_000)),
        2 => {
            let count = 1 + random.below(24);
            format!("{sign}{}{}", 1 + random.below(9), random.digits(count))
        }
        3 => {
            let (whole, count) = (random.below(1_000), 1 + random.below(22));
            format!("{sign}{whole}.{}", random.digits(count))
        }
        4 => {
            let count = 1 + random.below(20);
            let exponent = random.below(680);
            let exponent = i64::try_from(exponent).unwrap() - 345;
            format!("{sign}{}.{}{}{exponent}", random.below(10), random.digits(count), random.pick(&["e", "E"]))
        }
        5 => {
            let double = f64::from_bits(random.next());
            if double.is_finite() { format!("{double:e}") } else { "1".to_owned() }
        }
        _ => {
            // Right beside a double, where a careless reader rounds to the wrong side.
            let double = f64::from_bits(random.next() >> 2 | 0x3000_0000_0000_0000);
            if double.is_finite() { format!("{double:.25e}") } else { "2".to_owned() }
        }
    }
}

fn key(random: &mut Random) -> String {
    const KEYS: [&str; 32] = [
        "0",
        "1",
        "2",
        "9",
        "10",
        "100",
        "4294967294",
        "4294967295",
        "4294967296",
        "-1",
        "01",
        "1.5",
        "1e3",
        "",
        " ",
        "__proto__",
        "constructor",
        "toString",
        "hasOwnProperty",
        "length",
        "a",
        "A",
        "\\u0061",
        "\\u0041",
        "é",
        "\\u00e9",
        "\u{10000}",
        "\\ud800\\udc00",
        "\u{e000}",
        "\u{ffff}",
        "\\uFFFF",
        "\\ud800",
    ];
    if random.below(3) == 0 { text(random) } else { format!("\"{}\"", random.pick(&KEYS)) }
}

/// A string with its quotes, written in every way a string can be written.
fn text(random: &mut Random) -> String {
    const PIECES: [&str; 44] = [
        "a",
        "b",
        "Z",
        "0",
        " ",
        "'",
        "/",
        "\\/",
        "\\\"",
        "\\\\",
        "\\b",
        "\\f",
        "\\n",
        "\\r",
        "\\t",
        "\\u0000",
        "\\u0008",
        "\\u000a",
        "\\u001F",
        "\\u001f",
        "\\u0022",
        "\\u005C",
        "\\u002f",
        "\\u007f",
        "\u{7f}",
        "\u{80}",
        "\\u0080",
        "é",
        "\\u00E9",
        "\u{2028}",
        "\\u2029",
        "日本",
        "\u{d7ff}",
        "\u{e000}",
        "\u{fffd}",
        "\u{ffff}",
        "\\uffff",
        "\u{1f4c1}",
        "\\uD83D\\uDCC1",
        "\\ud83d\\udcc1",
        "\\ud83d",
        "\\udcc1",
        "\\udcc1\\ud83d",
        "\u{10ffff}",
    ];
    let mut text = String::from("\"");
    for _ in 0..random.below(9) {
        if random.below(12) == 0 {
            let unit = u16::try_from(random.below(0x1_0000)).unwrap();
            let _ = if random.below(2) == 0 { write!(text, "\\u{unit:04x}") } else { write!(text, "\\u{unit:04X}") };
        } else {
            text.push_str(random.pick(&PIECES));
        }
    }
    text.push('"');
    text
}
