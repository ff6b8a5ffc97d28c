//! Input made to cost: every question ends within its steps, none overflows the stack, and what can be settled
//! cheaply is.

use super::random::{Random, Shape, edited};
use super::{answer, document, literal};
use crate::inclusion::{Options, Question};

/// A document whose root is definition `d0`, and each definition `each` of its number, the last one `last`.
fn definitions(count: usize, each: impl Fn(usize) -> String, last: &str) -> String {
    let chain: String = (0..count).map(|at| format!("\"d{at}\":{},", each(at))).collect();
    format!("{{\"$ref\":\"#/$defs/d0\",\"$defs\":{{{chain}\"d{count}\":{last}}}}}")
}

fn reference(at: usize) -> String {
    format!("\"$ref\":\"#/$defs/d{at}\"")
}

#[test]
fn doubled_references_are_settled_or_refused_before_the_validator_doubles_its_work() {
    for keyword in ["allOf", "anyOf", "oneOf"] {
        let plain = |last: &str| {
            let each = |at| format!("{{\"{keyword}\":[{{{0}}},{{{0}}}]}}", reference(at + 1));
            definitions(28, each, last)
        };
        let text = literal(&plain(r#"{"type":"integer"}"#), &plain(r#"{"type":"string"}"#));
        assert!(
            text.ends_with("too much work to confirm a witness") || text.ends_with("more steps than allowed"),
            "{text}"
        );
        let varied = |last: &str| {
            let each = |at| {
                format!("{{\"{keyword}\":[{{{0},\"minimum\":{at}}},{{{0},\"maxLength\":{at}}}]}}", reference(at + 1))
            };
            definitions(28, each, last)
        };
        literal(&varied(r#"{"type":"integer"}"#), &varied(r#"{"type":["string","integer"]}"#));
        let below = |last: &str| {
            let each = |at| {
                let next = reference(at + 1);
                format!(
                    "{{\"{keyword}\":[{{\"properties\":{{\"a\":{{{next}}}}}}},{{\"required\":[\"b{at}\"],\"properties\":{{\"b{at}\":{{{next}}}}}}}]}}"
                )
            };
            definitions(28, each, last)
        };
        literal(&below(r#"{"type":"integer"}"#), &below(r#"{"type":"string"}"#));
    }
}

/// Half of what a thread has by default: the release build needs a fraction of the debug build's stack.
fn on_a_small_stack(run: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(1 << 20).spawn(run).expect("a thread");
    thread.join().expect("the stack was large enough");
}

#[test]
fn depth_is_bounded_and_equal_depths_are_equal() {
    on_a_small_stack(depths);
}

fn depths() {
    for (open, close) in
        [("{\"properties\":{\"a\":", "}}"), ("{\"not\":", "}"), ("{\"items\":", "}"), ("{\"allOf\":[", "]}")]
    {
        for levels in [40, 60, 400, 3000] {
            let nested = |leaf: &str| format!("{}{leaf}{}", open.repeat(levels), close.repeat(levels));
            let text = literal(&nested("{}"), &nested(r#"{"type":"integer"}"#));
            assert!(levels == 40 || text.ends_with("nested too deeply") || !text.starts_with("proved"), "{text}");
            // The depth itself is no reason to doubt that both are the same.
            assert_eq!(literal(&nested("{}"), &nested("{}").replace("{}", "{ }")), "proved");
            let dressed = format!("{{\"title\":\"x\",{}", &nested("{}")[1..]);
            assert_eq!(literal(&dressed, &nested("{}")), "proved");
        }
    }
    // Many denied properties on each of many levels.
    let wide = |leaf: &str| {
        let (open, close) = ("{\"not\":{\"properties\":{\"a\":{\"not\":{\"properties\":{\"b\":", "}}}}}}");
        format!("{}{leaf}{}", open.repeat(30), close.repeat(30))
    };
    literal(&wide("{}"), &wide(r#"{"type":"integer"}"#));
    // A pattern whose derivatives nest, below as many levels as are followed.
    let bottom = |pattern: String| {
        let leaf = format!("{{\"type\":\"string\",\"pattern\":\"{pattern}\"}}");
        format!("{}{leaf}{}", "{\"properties\":{\"a\":".repeat(45), "}}".repeat(45))
    };
    literal(&bottom(format!("^{}$", "(a|b)?".repeat(900))), &bottom("^[ab]*c$".to_owned()));
    literal(&bottom(format!("^{}a{}$", "(".repeat(39), "|b)*".repeat(39))), &bottom("^[ab]*c$".to_owned()));
    let chain = |last: &str| definitions(9_000, |at| format!("{{{}}}", reference(at + 1)), last);
    assert!(literal(&chain("{}"), &chain(r#"{"type":"string"}"#)).ends_with("nested too deeply"));
}

#[test]
fn large_unions_are_told_apart_by_their_constants() {
    for keyword in ["anyOf", "oneOf"] {
        let union = |changed: &str| {
            let branch = |at: usize| {
                let n = if at == 77 { changed } else { r#"{"type":"integer"}"# };
                format!(
                    r#"{{"type":"object","properties":{{"kind":{{"const":"k{at}"}},"n":{n}}},"required":["kind","n"]}}"#
                )
            };
            format!("{{\"{keyword}\":[{}]}}", (0..150).map(branch).collect::<Vec<_>>().join(","))
        };
        let old = union(r#"{"type":"integer"}"#);
        assert_eq!(literal(&old, &union(r#"{"type":"string"}"#)), r#"{"kind":"k77","n":0}"#);
        assert_eq!(literal(&old, &union(r#"{"type":["string","integer"]}"#)), "proved");
    }
    let open = |changed: &str| {
        let branch = |at: usize| {
            let n = if at == 7 { changed } else { r#"{"type":"integer"}"# };
            format!(r#"{{"type":"object","properties":{{"p{at}":{n}}},"required":["p{at}"]}}"#)
        };
        format!("{{\"anyOf\":[{}]}}", (0..12).map(branch).collect::<Vec<_>>().join(","))
    };
    assert_eq!(literal(&open(r#"{"type":"integer"}"#), &open(r#"{"type":"string"}"#)), r#"{"p7":0}"#);
    assert_eq!(literal(&open(r#"{"type":"integer"}"#), &open(r#"{"type":"number"}"#)), "proved");
}

#[test]
fn long_lists_cost_no_more_than_their_length() {
    let list = |count: usize| {
        let members: Vec<String> = (0..count).map(|at| format!("\"v{at}\"")).collect();
        format!("{{\"enum\":[{}]}}", members.join(","))
    };
    assert_eq!(literal(&list(10_000), &list(9_999)), r#""v9999""#);
    assert_eq!(literal(&list(9_999), &list(10_000)), "proved");
    let object = |last: &str| {
        let member = |at: usize| {
            let kind = if at == 2999 { last } else { "integer" };
            format!("\"p{at}\":{{\"type\":\"{kind}\",\"minimum\":{at}}}")
        };
        let names: Vec<String> = (0..3000).map(|at| format!("\"p{at}\"")).collect();
        format!(
            "{{\"type\":\"object\",\"properties\":{{{}}},\"required\":[{}]}}",
            (0..3000).map(member).collect::<Vec<_>>().join(","),
            names[..100].join(",")
        )
    };
    assert_eq!(literal(&object("integer"), &object("number")), "proved");
    assert!(answer(Options::input(), &object("number"), &object("integer")).contains("\"p2999\":2999.5"));
    let patterns = |last: &str| {
        let member = |at: usize| format!("\"^p{at}x\":{{\"type\":\"{}\"}}", if at == 39 { last } else { "integer" });
        format!("{{\"patternProperties\":{{{}}}}}", (0..40).map(member).collect::<Vec<_>>().join(","))
    };
    assert_eq!(literal(&patterns("integer"), &patterns("number")), "proved");
    assert_eq!(literal(&patterns("number"), &patterns("integer")), r#"{"p39x":0.5}"#);
}

#[test]
fn values_too_large_are_not_built() {
    for (old, new) in [
        (r#"{"type":"array","minItems":1000000000}"#, r#"{"minItems":2000000000}"#),
        (r#"{"type":"string"}"#, r#"{"maxLength":2000000000}"#),
        (r#"{"type":"array","uniqueItems":true,"minItems":1000}"#, r#"{"type":"object"}"#),
        (r#"{"type":"array","contains":{"type":"integer"},"minContains":1000}"#, r#"{"type":"object"}"#),
        (r#"{"type":"object","minProperties":100000}"#, r#"{"type":"null"}"#),
    ] {
        let text = literal(old, new);
        assert!(text.ends_with("a value would be too large to build"), "{old} {text}");
    }
    let long = literal(r#"{"type":"string"}"#, r#"{"type":"string","maxLength":100000}"#);
    assert_eq!(long.len(), 100_003);
    assert_eq!(literal(r#"{"type":"array"}"#, r#"{"type":"array","maxItems":5000}"#).len(), 5001 * 2 + 1);
}

#[test]
fn hostile_patterns_end() {
    for (old, new) in [
        ("^(a|b)*a(a|b){20}$", "^(a|b)*b(a|b){20}$"),
        ("^((a{1,100}){1,100}){1,100}$", "^b$"),
        ("(a+)+$", "(?=(a+))\\\\1b"),
        ("^(a?){1000}$", "^a{0,999}$"),
    ] {
        let schema = |pattern: &str| format!("{{\"type\":\"string\",\"pattern\":\"{pattern}\"}}");
        literal(&schema(old), &schema(new));
    }
}

#[test]
fn ten_thousand_deep_random_schemas_stay_within_their_steps() {
    let options = Options::literal();
    let mut random = Random::new(99);
    let (mut most, mut total) = (0, 0);
    for round in 0..5_000 {
        let shape = Shape { draft7: round % 3 == 0, references: round % 2 == 0 };
        let depth = 3 + random.below(6);
        let old = shape.document(&mut random, depth);
        let new = if random.chance(60) { edited(&mut random, &old) } else { shape.document(&mut random, depth) };
        let (old, new) = (document(&old), document(&new));
        let mut question = Question::new(old.root(), new.root());
        question.answer(&options);
        assert!(question.steps() <= options.steps);
        most = most.max(question.steps());
        total += question.steps();
    }
    println!("at most {most} steps, {total} in all");
    assert!(total < 5_000_000, "the steps of all questions grew to {total}");
}
