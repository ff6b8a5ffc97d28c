//! Input made to cost: every question ends within its steps, and none overflows the stack.

use super::random::{Random, schema};
use super::{declared, document, literal};
use crate::inclusion::Options;

fn definitions(count: usize, each: impl Fn(usize) -> String, last: &str) -> String {
    let mut text = String::from("{");
    for at in 0..count {
        text.push_str(&format!("\"d{at}\":{},", each(at)));
    }
    text.push_str(&format!("\"d{count}\":{last}}}"));
    format!("{{\"$ref\":\"#/$defs/d0\",\"$defs\":{text}}}")
}

fn timed(name: &str, run: impl FnOnce() -> String) -> String {
    let start = std::time::Instant::now();
    let out = run();
    println!("{name}: {:?} {}", start.elapsed(), out.chars().take(200).collect::<String>());
    out
}

#[test]
fn probe() {
    for keyword in ["allOf", "anyOf", "oneOf"] {
        let chain = |last: &str| {
            definitions(
                28,
                |at| {
                    let next = at + 1;
                    format!("{{\"{keyword}\":[{{\"$ref\":\"#/$defs/d{next}\"}},{{\"$ref\":\"#/$defs/d{next}\"}}]}}")
                },
                last,
            )
        };
        timed(&format!("doubled {keyword}"), || literal(&chain(r#"{"type":"integer"}"#), &chain(r#"{"type":"string"}"#)));
        let chain2 = |last: &str| {
            definitions(
                28,
                |at| {
                    let next = at + 1;
                    format!("{{\"{keyword}\":[{{\"$ref\":\"#/$defs/d{next}\",\"minimum\":{at}}},{{\"$ref\":\"#/$defs/d{next}\",\"maxLength\":{at}}}]}}")
                },
                last,
            )
        };
        timed(&format!("doubled varied {keyword}"), || literal(&chain2(r#"{"type":"integer"}"#), &chain2(r#"{"type":["string","integer"]}"#)));
        let chain3 = |last: &str| {
            definitions(
                28,
                |at| {
                    let next = at + 1;
                    format!("{{\"{keyword}\":[{{\"properties\":{{\"a\":{{\"$ref\":\"#/$defs/d{next}\"}}}}}},{{\"properties\":{{\"b{at}\":{{\"$ref\":\"#/$defs/d{next}\"}}}}}}]}}")
                },
                last,
            )
        };
        timed(&format!("doubled below {keyword}"), || literal(&chain3(r#"{"type":"integer"}"#), &chain3(r#"{"type":"string"}"#)));
    }
    for n in [50, 100, 3000] {
        let nest = |leaf: &str| format!("{}{leaf}{}", "{\"properties\":{\"a\":".repeat(n), "}}".repeat(n));
        timed(&format!("nested {n}"), || literal(&nest("{}"), &nest("{\"type\":\"integer\"}")));
        timed(&format!("nested {n} same but leaf"), || literal(&nest("{\"title\":\"x\"}"), &nest("{}")));
        let nest = |leaf: &str| format!("{}{leaf}{}", "{\"not\":".repeat(n), "}".repeat(n));
        timed(&format!("not {n}"), || literal(&nest("{}"), &nest("{\"type\":\"integer\"}")));
        let nest = |leaf: &str| format!("{}{leaf}{}", "{\"items\":".repeat(n), "}".repeat(n));
        timed(&format!("items {n}"), || literal(&nest("{}"), &nest("{\"type\":\"integer\"}")));
    }
    timed("ref chain", || {
        let chain = |last: &str| definitions(10_000, |at| format!("{{\"$ref\":\"#/$defs/d{}\"}}", at + 1), last);
        literal(&chain("{}"), &chain("{\"type\":\"string\"}"))
    });
    timed("union", || {
        let union = |changed: &str| {
            let branches: Vec<String> = (0..200)
                .map(|at| {
                    let n = if at == 77 { changed } else { "{\"type\":\"integer\"}" };
                    format!("{{\"type\":\"object\",\"properties\":{{\"kind\":{{\"const\":\"k{at}\"}},\"n\":{n},\"m\":{{\"type\":\"string\"}}}},\"required\":[\"kind\",\"n\"]}}")
                })
                .collect();
            format!("{{\"anyOf\":[{}]}}", branches.join(","))
        };
        format!("{} {}", literal(&union("{\"type\":\"integer\"}"), &union("{\"type\":\"string\"}")), literal(&union("{\"type\":\"integer\"}"), &union("{\"type\":[\"string\",\"integer\"]}")))
    });
    for keyword in ["anyOf", "oneOf"] {
        timed(&format!("open union {keyword}"), || {
            let union = |changed: &str| {
                let branches: Vec<String> = (0..12)
                    .map(|at| {
                        let n = if at == 7 { changed } else { "{\"type\":\"integer\"}" };
                        format!("{{\"type\":\"object\",\"properties\":{{\"p{at}\":{n},\"m\":{{\"type\":\"string\"}}}},\"required\":[\"p{at}\"]}}")
                    })
                    .collect();
                format!("{{\"{keyword}\":[{}]}}", branches.join(","))
            };
            format!("{} {}", literal(&union("{\"type\":\"integer\"}"), &union("{\"type\":\"string\"}")), literal(&union("{\"type\":\"integer\"}"), &union("{\"type\":[\"string\",\"integer\"]}")))
        });
    }
    timed("enum", || {
        let list = |n: usize| format!("{{\"enum\":[{}]}}", (0..n).map(|at| format!("\"v{at}\"")).collect::<Vec<_>>().join(","));
        format!("{} {}", literal(&list(10_000), &list(9_999)), literal(&list(9_999), &list(10_000)))
    });
    timed("properties", || {
        let list = |n: usize, ty: &str| format!("{{\"properties\":{{{}}}}}", (0..n).map(|at| format!("\"p{at}\":{{\"type\":\"{}\",\"minimum\":{at}}}", if at == n - 1 { ty } else { "integer" })).collect::<Vec<_>>().join(","));
        format!("{} {} {}", literal(&list(5_000, "integer"), &list(5_000, "number")), literal(&list(5_000, "number"), &list(5_000, "integer")), declared(&list(5_000, "number"), &list(5_000, "integer")))
    });
    timed("patterns", || {
        let list = |n: usize, ty: &str| format!("{{\"patternProperties\":{{{}}}}}", (0..n).map(|at| format!("\"^p{at}\":{{\"type\":\"{}\"}}", if at == n - 1 { ty } else { "integer" })).collect::<Vec<_>>().join(","));
        format!("{} {}", literal(&list(40, "integer"), &list(40, "number")), literal(&list(40, "number"), &list(40, "integer")))
    });
    for (old, new) in [
        (r#"{"minItems":1000000000}"#, r#"{"minItems":2000000000}"#),
        (r#"{"type":"string"}"#, r#"{"maxLength":2000000000}"#),
        (r#"{"type":"string"}"#, r#"{"type":"string","maxLength":1000000}"#),
        (r#"{"type":"array"}"#, r#"{"type":"array","maxItems":10000}"#),
        (r#"{"type":"array","uniqueItems":true,"minItems":1000}"#, r#"{"type":"object"}"#),
        (r#"{"type":"array","uniqueItems":true,"minItems":60}"#, r#"{"type":"object"}"#),
        (r#"{"type":"object"}"#, r#"{"type":"object","maxProperties":1000}"#),
        (r#"{"type":"array","contains":{"type":"integer"},"minContains":1000}"#, r#"{"type":"object"}"#),
        (r#"{"type":"object","minProperties":100000}"#, r#"{"type":"null"}"#),
        (r#"{"type":"string","pattern":"^(a|b)*a(a|b){20}$"}"#, r#"{"type":"string","pattern":"^(a|b)*b(a|b){20}$"}"#),
        (r#"{"type":"string","pattern":"^((a{1,100}){1,100}){1,100}$"}"#, r#"{"type":"string","pattern":"^b$"}"#),
        (r#"{"type":"string","pattern":"(a+)+$"}"#, r#"{"type":"string","pattern":"(?=(a+))\\1b"}"#),
        (r#"{"multipleOf":1e-300}"#, r#"{"multipleOf":1e300}"#),
        (r#"{"const":1e400}"#, r#"{"const":2e400}"#),
    ] {
        timed(old, || literal(old, new));
    }
}

#[test]
fn random_deep() {
    let options = Options::literal();

    let mut random = Random::new(99);
    let (mut most, mut total) = (0, 0);
    let mut histogram = [0; 7];
    let start = std::time::Instant::now();
    let n: usize = std::env::var("PAIRS").ok().and_then(|n| n.parse().ok()).unwrap_or(1000);
    for _ in 0..n {
        let depth = 4 + random.below(5);
        let old = schema(&mut random, depth);
        let new = if random.chance(50) { super::random::edited(&mut random, &old) } else { schema(&mut random, depth) };
        let t = std::time::Instant::now();
        let (verdict, steps) = { let (a, b) = (document(&old), document(&new)); let mut q = crate::inclusion::Question::new(a.root(), b.root()); (q.answer(&options), q.steps()) };
        if t.elapsed().as_millis() > 500 { println!("{:?} {steps} {verdict:?} {} {}", t.elapsed(), old.len(), new.len()); }
        most = most.max(steps);
        total += steps;
        histogram[(steps.max(1).ilog10() as usize).min(6)] += 1;
    }
    println!("most {most} total {total} {histogram:?} {:?}", start.elapsed());
}
