//! Compares the inclusion engine with `jsonschema::canonical` on surfaces given as files.
//!
//! `cargo run --release --example inclusion -- [--output | --closing | --literal] [--pairs] [--repeat] [--verbose] FILE FILE…`
//!
//! A file is a capture, a lock or a bare `tools/list` result. Each file is compared with the next: tools of the
//! same name whose schemas differ give two questions for each schema, one in each direction. With `--pairs`,
//! every schema of a file is also compared with every other of the same file. With `--repeat`, all questions are
//! asked 50 times, so that what either side sets up once does not count.
#![expect(clippy::print_stdout, reason = "an example that reports on the terminal")]

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use jsonschema::canonical::{CanonicalSchema, Containment, Satisfiability};
use mcpledge_contract::inclusion::{Openness, Options, Question, Verdict};
use mcpledge_contract::json::{Document, Limits, Value};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut files = Vec::new();
    let (mut pairs, mut options) = (false, Options::default());
    let (mut verbose, mut repeat) = (false, false);
    for argument in std::env::args().skip(1) {
        match argument.as_str() {
            "--pairs" => pairs = true,
            "--literal" => options = Options::literal(),
            "--closing" => options.openness = Openness::Closing,
            "--output" => options = Options::output(),
            "--verbose" => verbose = true,
            "--repeat" => repeat = true,
            _ => files.push(argument),
        }
    }
    let documents: Vec<Document> = files
        .iter()
        .map(|file| Ok(Document::parse(std::fs::read(file)?, Limits::default())?))
        .collect::<Result<_, Box<dyn std::error::Error>>>()?;
    let mut questions: Vec<(String, Value<'_>, Value<'_>)> = Vec::new();
    for two in documents.windows(2) {
        let (old, new) = (schemas(two[0].root()), schemas(two[1].root()));
        for (name, old) in &old {
            if let Some(new) = new.get(name).filter(|new| new.raw() != old.raw()) {
                questions.push((name.clone(), *old, *new));
                questions.push((format!("{name} reversed"), *new, *old));
            }
        }
    }
    for document in documents.iter().filter(|_| pairs) {
        let all = schemas(document.root());
        for (name, old) in &all {
            for (other, new) in &all {
                questions.push((format!("{name} against {other}"), *old, *new));
            }
        }
    }
    if repeat {
        questions = std::iter::repeat_n(questions, 50).flatten().collect();
    }
    let (mut counts, mut most) = ([0_usize; 3], 0);
    let mut time = Duration::ZERO;
    for (name, old, new) in &questions {
        let start = Instant::now();
        let mut question = Question::new(*old, *new);
        let verdict = question.answer(&options);
        let steps = question.steps();
        time += start.elapsed();
        most = most.max(steps);
        counts[match &verdict {
            Verdict::Proved => 0,
            Verdict::Refuted(_) => 1,
            Verdict::Unknown { .. } => 2,
        }] += 1;
        match verdict {
            Verdict::Unknown { reason, place } => println!("unknown {name}: {place}: {reason}"),
            Verdict::Refuted(witness) if verbose => println!("refuted {name}: {}", witness.json),
            _ => {}
        }
    }
    println!("{} questions", questions.len());
    println!(
        "engine: proved {} refuted {} unknown {}, at most {most} steps, {time:?}",
        counts[0], counts[1], counts[2]
    );
    let (counts, time) = canonical(&questions);
    println!(
        "canonical: proved {} refuted {} unknown {} refused {}, {time:?}",
        counts[0], counts[1], counts[2], counts[3]
    );
    Ok(())
}

/// The schemas of a surface by tool and kind; of a lock, those of all profiles.
fn schemas(root: Value<'_>) -> BTreeMap<String, Value<'_>> {
    let surface = root.get("declarada").and_then(|section| section.get("conteudo")).unwrap_or(root);
    let mut surfaces = vec![(String::new(), surface)];
    if surface.get("tools").is_none() {
        surfaces = surface.entries().map(|(profile, surface)| (format!("{}/", profile.decode()), surface)).collect();
    }
    let mut found = BTreeMap::new();
    for (profile, surface) in surfaces {
        for tool in surface.get("tools").into_iter().flat_map(Value::items) {
            let name = tool.get("name").and_then(Value::as_text).map(|name| name.decode().into_owned());
            for key in ["inputSchema", "outputSchema"] {
                if let (Some(name), Some(schema)) = (&name, tool.get(key)) {
                    found.insert(format!("{profile}{name}.{key}"), schema);
                }
            }
        }
    }
    found
}

/// The same questions to the other: `covers`, and where it does not know, whether the difference is empty.
fn canonical(questions: &[(String, Value<'_>, Value<'_>)]) -> ([usize; 4], Duration) {
    let (mut counts, mut time) = ([0; 4], Duration::ZERO);
    for (_, old, new) in questions {
        let plain = |schema: &Value<'_>| -> Option<serde_json::Value> {
            let mut schema: serde_json::Value = serde_json::from_str(schema.raw()).ok()?;
            // It refuses operands of two dialects.
            schema.as_object_mut()?.remove("$schema");
            Some(schema)
        };
        let start = Instant::now();
        let answer = (|| {
            let read = |schema: &Value<'_>| -> Option<CanonicalSchema> {
                jsonschema::canonical::options().offline().canonicalize(&plain(schema)?).ok()
            };
            let (old, new) = (read(old)?, read(new)?);
            Some(match new.covers(&old).ok()? {
                Containment::Yes => 0,
                Containment::No => 1,
                _ => match old.subtract(&new).ok()?.satisfiability() {
                    Satisfiability::No => 0,
                    Satisfiability::Yes => 1,
                    _ => 2,
                },
            })
        })();
        time += start.elapsed();
        counts[answer.unwrap_or(3)] += 1;
    }
    (counts, time)
}
