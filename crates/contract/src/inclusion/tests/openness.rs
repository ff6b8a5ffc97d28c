//! What properties that nobody declared mean, under each reading.

use super::random::Random;
use super::{answer, document};
use crate::inclusion::{Engine, Openness, Options, Verdict};

fn ask(openness: Openness, old: &str, new: &str) -> String {
    answer(Options { openness, ..Options::default() }, old, new)
}

/// Old and new, then the answers under `Declared`, `Shared`, `Closing`, `Literal`.
#[test]
fn readings_differ_where_schemas_are_open() {
    let f = r#""type":"object","properties":{"f":{"type":"string"}}"#;
    let fg = r#""type":"object","properties":{"f":{"type":"string"},"g":{"type":"integer"}}"#;
    let open = |text: &str| format!("{{{text}}}");
    let closed = |text: &str| format!("{{{text},\"additionalProperties\":false}}");
    let p = "proved";
    let cases = [
        // A new optional parameter: an old client never sends it.
        (open(f), open(fg), [p, p, p, r#"{"g":"a"}"#]),
        (closed(f), closed(fg), [p, p, p, p]),
        // An input that newly refuses what it does not know: rule `input-closed`.
        (open(f), closed(f), [p, p, r#"{"extra":0}"#, r#"{"extra":0}"#]),
        (open(f), closed(fg), [p, p, r#"{"extra":0}"#, r#"{"g":"a"}"#]),
        // A parameter taken away from a closed input breaks who sends it; a field that a closed output schema
        // does not know is passed over: rule `output-field-added-closed`.
        (closed(fg), closed(f), [r#"{"g":0}"#, p, r#"{"g":0}"#, r#"{"g":0}"#]),
        (open(fg), closed(f), [r#"{"g":0}"#, p, r#"{"g":0}"#, r#"{"g":0}"#]),
        // An open one ignores it.
        (open(fg), open(f), [p, p, p, p]),
        // Free-form objects: no arguments, and then some; a map, and then a narrower one.
        (r#"{"type":"object"}"#.into(), closed(f), [p, p, r#"{"extra":0}"#, r#"{"f":0}"#]),
        (r#"{"type":"object"}"#.into(), open(f), [p, p, p, r#"{"f":0}"#]),
        (
            r#"{"type":"object"}"#.into(),
            r#"{"type":"object","additionalProperties":{"type":"string"}}"#.into(),
            [r#"{"extra":0}"#, r#"{"extra":0}"#, p, r#"{"extra":0}"#],
        ),
        (
            r#"{"type":"object","additionalProperties":{"type":"integer"}}"#.into(),
            r#"{"type":"object","additionalProperties":{"type":"string"}}"#.into(),
            [r#"{"extra":0}"#; 4],
        ),
        (
            r#"{"type":"object","additionalProperties":{"type":"integer"}}"#.into(),
            r#"{"type":"object","additionalProperties":false}"#.into(),
            [r#"{"extra":0}"#, p, r#"{"extra":0}"#, r#"{"extra":0}"#],
        ),
        // What is required is declared.
        (open(f), format!("{{{f},\"required\":[\"h\"]}}"), ["{}"; 4]),
        (
            r#"{"type":"object","required":["h"]}"#.into(),
            r#"{"type":"object","properties":{"h":{"type":"null"}}}"#.into(),
            [r#"{"h":0}"#; 4],
        ),
    ];
    for (old, new, answers) in cases {
        let readings = [Openness::Declared, Openness::Shared, Openness::Closing, Openness::Literal];
        for (reading, expected) in readings.into_iter().zip(answers) {
            assert_eq!(ask(reading, &old, &new), expected, "{reading:?}: {old} to {new}");
        }
    }
}

#[test]
fn a_branch_of_a_union_declares_for_itself() {
    let union = |more: &str| {
        format!(
            r#"{{"anyOf":[{{"type":"object","properties":{{"kind":{{"const":"a"}},"x":{{"type":"string"}}{more}}},"required":["kind"]}},
                {{"type":"object","properties":{{"kind":{{"const":"b"}},"y":{{"type":"integer"}}}},"required":["kind"]}}]}}"#
        )
    };
    // `y` comes to the branch "a" as a string, while "b" has it as a number.
    let (old, new) = (union(""), union(r#","y":{"type":"string"}"#));
    assert_eq!(ask(Openness::Declared, &old, &new), "proved");
    assert_eq!(ask(Openness::Literal, &old, &new), r#"{"kind":"a","y":0}"#);
    // Closed branches: a new field in one of them does not count for a reader.
    let close = |text: String| text.replace(",\"required\"", ",\"additionalProperties\":false,\"required\"");
    assert_eq!(ask(Openness::Shared, &close(new.clone()), &close(old.clone())), "proved");
    assert_eq!(ask(Openness::Declared, &close(new), &close(old)), r#"{"kind":"a","y":"a"}"#);
}

/// Schemas as tools have them: typed, objects with properties or maps, unions of two.
fn surface(random: &mut Random, depth: usize) -> String {
    let leaf = [r#"{"type":"string"}"#, r#"{"type":"integer"}"#, r#"{"type":"null"}"#, r#"{"enum":["a","b"]}"#];
    if depth == 0 || random.chance(30) {
        return (*random.pick(&leaf)).to_owned();
    }
    match random.below(5) {
        0 => format!(r#"{{"type":"array","items":{}}}"#, surface(random, depth - 1)),
        1 => format!(r#"{{"anyOf":[{},{}]}}"#, surface(random, depth - 1), surface(random, depth - 1)),
        2 => format!(r#"{{"type":"object","additionalProperties":{}}}"#, surface(random, depth - 1)),
        _ => {
            let mut properties = Vec::new();
            for name in ["p", "q", "r"] {
                if properties.is_empty() || random.below(3) > 0 {
                    properties.push(format!("\"{name}\":{}", surface(random, depth - 1)));
                }
            }
            let required = if random.chance(40) { r#","required":["p"]"# } else { "" };
            let closed = random.pick(&["", ",\"closed\":0"]);
            format!(r#"{{"type":"object","properties":{{{}}}{required}{closed}}}"#, properties.join(","))
        }
    }
}

/// The readings against literal questions about schemas that say the same in so many words.
#[test]
fn readings_agree_with_schemas_that_spell_them_out() {
    const FALSE: &str = ",\"additionalProperties\":false";
    // `"closed":0` marks a closed object; `"properties"` marks one that is not a map.
    let as_written = |text: &str| text.replace(",\"closed\":0", FALSE);
    let all_open = |text: &str| text.replace(",\"closed\":0", "");
    let all_closed = |text: &str| {
        all_open(text).replace(
            "\"type\":\"object\",\"properties\"",
            "\"type\":\"object\",\"additionalProperties\":false,\"properties\"",
        )
    };
    let names_of_nobody = |text: &str| {
        text.replace(",\"closed\":0", ",\"propertyNames\":{\"maxLength\":1},\"additionalProperties\":false").replace(
            "\"type\":\"object\",\"properties\"",
            "\"type\":\"object\",\"patternProperties\":{\"^extra\":true},\"additionalProperties\":false,\"properties\"",
        )
    };
    let kind = |openness: Openness, old: &str, new: &str| {
        let options = Options { openness, safe_integer_bounds: true, ..Options::default() };
        match Engine::new(options).covers(document(old).root(), document(new).root()) {
            Verdict::Proved => true,
            Verdict::Refuted(_) => false,
            unknown @ Verdict::Unknown { .. } => panic!("{unknown:?} {old} {new}"),
        }
    };
    let mut random = Random::new(5);
    let mut proved = [0; 3];
    for _ in 0..1500 {
        let old = surface(&mut random, 3);
        let new = if random.chance(70) {
            super::random::replaced(&mut random, &old, &surface)
        } else {
            surface(&mut random, 3)
        };
        let (old_written, new_written) = (as_written(&old), as_written(&new));
        let spelled = [
            (Openness::Declared, kind(Openness::Literal, &all_closed(&old), &new_written)),
            (Openness::Shared, kind(Openness::Literal, &all_closed(&old), &all_open(&new))),
            (Openness::Closing, kind(Openness::Literal, &names_of_nobody(&old), &new_written)),
        ];
        for (at, (reading, expected)) in spelled.into_iter().enumerate() {
            proved[at] += usize::from(expected);
            assert_eq!(kind(reading, &old_written, &new_written), expected, "{reading:?} {old_written} {new_written}");
        }
    }
    assert!(proved.iter().all(|&count| count > 100 && count < 1400), "the pairs test nothing: {proved:?}");
}
