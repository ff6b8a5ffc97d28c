//! Makes a value as small as it can be while it still settles the question.
//!
//! Called with each value the solver found. Only takes away and replaces by plainer values of the same type, so
//! nothing undeclared comes in. The engine's own judge decides; the validator sees the result.

use std::rc::Rc;

use super::accept::Judge;
use super::decimal::Decimal;
use super::graph::Lit;
use super::sample::Sample;

/// Candidates that are judged for one value.
const CANDIDATES: usize = 400;
/// Parts of a value that are tried in its place.
const WITHIN: usize = 16;
/// Larger values are left as they are.
const SIZE: usize = 400;

/// One step into a value.
#[derive(Clone, Copy, PartialEq)]
struct Step(usize);

/// The smallest value found that `old` accepts and `new` refuses; `sample` itself if the judge cannot say.
pub(super) fn shrink(sample: Sample, old: Lit, new: Lit, judge: &mut Judge<'_>) -> Sample {
    let ignore_closing = judge.ignore_closing;
    let mut settles = |candidate: &Sample| {
        judge.ignore_closing = false;
        let accepted = judge.accepts(old, candidate) == Some(true);
        judge.ignore_closing = ignore_closing;
        accepted && judge.accepts(new, candidate) == Some(false)
    };
    if sample.size(SIZE) >= SIZE || !settles(&sample) {
        return sample;
    }
    let mut best = sample;
    let mut left = CANDIDATES;
    'again: loop {
        for path in paths(&best) {
            for smaller in within(at(&best, &path)).into_iter().chain(smaller(at(&best, &path))) {
                if left == 0 {
                    return best;
                }
                left -= 1;
                let candidate = replaced(&best, &path, smaller);
                if settles(&candidate) {
                    best = candidate;
                    continue 'again;
                }
            }
        }
        return best;
    }
}

/// All places in a value, outermost first.
fn paths(sample: &Sample) -> Vec<Vec<Step>> {
    let mut paths = vec![Vec::new()];
    let mut done = 0;
    while let Some(path) = paths.get(done).cloned() {
        done += 1;
        let parts = match at(sample, &path) {
            Sample::Array(items) => items.len(),
            Sample::Object(members) => members.len(),
            _ => 0,
        };
        for part in 0..parts {
            let mut longer = path.clone();
            longer.push(Step(part));
            paths.push(longer);
        }
    }
    paths
}

fn at<'s>(sample: &'s Sample, path: &[Step]) -> &'s Sample {
    let mut here = sample;
    for Step(part) in path {
        here = match here {
            Sample::Array(items) => items.get(*part).unwrap_or(here),
            Sample::Object(members) => members.get(*part).map_or(here, |(_, member)| member),
            _ => here,
        };
    }
    here
}

/// What stands further in and is of the same type: of a recursive value the last turn is often enough.
fn within(sample: &Sample) -> Vec<Sample> {
    let mut found = Vec::new();
    let mut open: Vec<&Sample> = vec![sample];
    while let Some(next) = open.pop() {
        let parts: Vec<&Sample> = match next {
            Sample::Array(items) => items.iter().collect(),
            Sample::Object(members) => members.iter().map(|(_, member)| member).collect(),
            _ => Vec::new(),
        };
        for part in parts {
            if std::mem::discriminant(part) == std::mem::discriminant(sample) {
                found.push(part.clone());
            }
            open.push(part);
        }
    }
    found.truncate(WITHIN);
    found
}

/// Values simpler than this one, of the same type, the simplest first.
fn smaller(sample: &Sample) -> Vec<Sample> {
    match sample {
        Sample::Null | Sample::Bool(_) => Vec::new(),
        Sample::Number(number) => {
            let plain = [0, 1, -1, 2, 10].map(Decimal::integer);
            let simpler = |other: &Decimal| other.text().len() <= number.text().len() && other < &absolute(*number);
            plain.into_iter().filter(simpler).map(Sample::Number).collect()
        }
        Sample::Text(text) => {
            let half: String = text.chars().take(text.chars().count().div_ceil(2)).collect();
            let plain = ["a", &half];
            plain.into_iter().filter(|plain| plain.len() < text.len()).map(|plain| Sample::Text(plain.into())).collect()
        }
        Sample::Array(items) => (0..items.len())
            .map(|left_out| {
                let kept = items.iter().enumerate().filter(|(at, _)| *at != left_out);
                Sample::Array(kept.map(|(_, item)| item.clone()).collect())
            })
            .collect(),
        Sample::Object(members) => (0..members.len())
            .map(|left_out| {
                let kept = members.iter().enumerate().filter(|(at, _)| *at != left_out);
                Sample::Object(kept.map(|(_, member)| member.clone()).collect())
            })
            .collect(),
    }
}

fn absolute(number: Decimal) -> Decimal {
    if number.is_negative() { number.negated() } else { number }
}

/// The value with another part at `path`; as deep as the path is long.
fn replaced(sample: &Sample, path: &[Step], part: Sample) -> Sample {
    let Some((Step(first), rest)) = path.split_first() else { return part };
    match sample {
        Sample::Array(items) => {
            let mut items = items.to_vec();
            if let Some(item) = items.get_mut(*first) {
                *item = replaced(item, rest, part);
            }
            Sample::Array(items.into())
        }
        Sample::Object(members) => {
            let mut members: Vec<(Rc<str>, Sample)> = members.to_vec();
            if let Some((_, member)) = members.get_mut(*first) {
                *member = replaced(member, rest, part);
            }
            Sample::Object(members.into())
        }
        other => other.clone(),
    }
}
