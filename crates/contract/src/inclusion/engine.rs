//! The engine: one question at a time, from two documents to a verdict.
//!
//! Called through [`Engine`]; every other part of this module is called from here.

use crate::json::{Value, write_compact};

use super::accept::Judge;
use super::budget::Budget;
use super::graph::{Graph, Lit};
use super::read::{Source, read};
use super::sample::Sample;
use super::shrink::shrink;
use super::solve::{Answer, Gap, Reading, Solver};
use super::validate::Validated;
use super::verdict::{Place, Reason, Side, Verdict, Witness};

/// What properties that a schema does not declare mean for the answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Openness {
    /// They do not exist: values hold only properties that the old schema declares, and a new schema that is
    /// closed judges only the properties it declares itself. `additionalProperties: true`, `false` or none make
    /// no difference. Maps (`additionalProperties` with a schema) declare every name.
    #[default]
    Declared,
    /// Like `Declared`, but values may hold names that neither schema declares, and the new schema refuses what
    /// it refuses. What is refuted here and proved under `Declared` is due to a schema being closed.
    Closing,
    /// JSON Schema as it stands.
    Literal,
}

/// How questions are read and how much work they may take.
#[derive(Clone, Debug)]
pub struct Options {
    /// What undeclared properties mean.
    pub openness: Openness,
    /// Bounds of the new schema's integers at ±(2^53 − 1), which generators write by themselves, count.
    pub safe_integer_bounds: bool,
    /// Steps for one question; when they are spent, the verdict is unknown ([`Reason::Steps`]).
    pub steps: u64,
}

impl Default for Options {
    /// What the preset `default` asks: declared properties, no safe-integer bounds, 100,000 steps.
    fn default() -> Self {
        Self { openness: Openness::Declared, safe_integer_bounds: false, steps: 100_000 }
    }
}

impl Options {
    /// What the preset `strict` asks: JSON Schema as it stands.
    #[must_use]
    pub fn literal() -> Self {
        Self { openness: Openness::Literal, safe_integer_bounds: true, ..Self::default() }
    }
}

/// Answers questions about schemas. Holds options only: a question leaves nothing behind.
#[derive(Clone, Debug, Default)]
pub struct Engine {
    options: Options,
}

/// Candidates that are put to the validator for one question.
const CANDIDATES: usize = 2;

impl Engine {
    /// An engine with these options.
    #[must_use]
    pub fn new(options: Options) -> Self {
        Self { options }
    }

    /// Whether `new` accepts every value that `old` accepts. Never fails: what cannot be read is unknown.
    #[must_use]
    pub fn covers(&self, old: Value<'_>, new: Value<'_>) -> Verdict {
        self.covers_counted(old, new).0
    }

    /// The same, with the steps it took.
    #[must_use]
    pub fn covers_counted(&self, old: Value<'_>, new: Value<'_>) -> (Verdict, u64) {
        if same_text(old, new) {
            return (Verdict::Proved, 0);
        }
        let mut budget = Budget::new(self.options.steps);
        let verdict = self.question(Source::new(old, Side::Old), Source::new(new, Side::New), &mut budget);
        (verdict, budget.used())
    }

    /// Whether the independent validator accepts `value` under `schema`.
    ///
    /// # Errors
    /// When the validator does not take the schema, or would need too much work.
    pub fn accepts(&self, schema: Value<'_>, value: Value<'_>) -> Result<bool, Reason> {
        let sample = Sample::of(value).ok_or(Reason::NotValidatable)?;
        Validated::new(Source::new(schema, Side::New)).accepts(&sample, &sample.text())
    }

    fn question(&self, old: Source<'_>, new: Source<'_>, budget: &mut Budget) -> Verdict {
        let mut graph = Graph::new();
        let old_lit = read(&old, false, &mut graph, budget);
        let new_lit = read(&new, !self.options.safe_integer_bounds, &mut graph, budget);
        let reading = match self.options.openness {
            Openness::Declared => Reading::Declared,
            Openness::Closing => Reading::Closing,
            Openness::Literal => Reading::Literal,
        };
        let answer = Solver::new(&mut graph, budget, reading).difference(old_lit, new_lit);
        let (sample, gap) = match answer {
            Answer::Empty => return Verdict::Proved,
            Answer::Open(gap) => return unknown(&gap),
            Answer::Found(sample) => (sample, None),
            Answer::Perhaps(sample, gap) => (sample, Some(gap)),
        };
        let mut sides = Sides { old: Validated::new(old), new: Validated::new(new) };
        let mut reason = Reason::NotConfirmed;
        for sample in candidates(sample, old_lit, new_lit, reading, &mut graph) {
            let text = sample.text();
            match sides.confirm(&sample, &text) {
                Ok(true) => return Verdict::Refuted(Witness { json: text }),
                Ok(false) => {}
                Err(why) => reason = why,
            }
        }
        match gap {
            Some(gap) => unknown(&gap),
            None => Verdict::Unknown { reason, place: Place::root(Side::New) },
        }
    }
}

struct Sides<'d> {
    old: Validated<'d>,
    new: Validated<'d>,
}

impl Sides<'_> {
    /// Whether the validator says the same of the value.
    fn confirm(&mut self, sample: &Sample, text: &str) -> Result<bool, Reason> {
        Ok(self.old.accepts(sample, text)? && !self.new.accepts(sample, text)?)
    }
}

/// The value made small, and as it was found in case the validator sees the small one otherwise.
fn candidates(sample: Sample, old: Lit, new: Lit, reading: Reading, graph: &mut Graph) -> Vec<Sample> {
    // Shrinking only makes the answer nicer; it has a budget of its own so that it never costs the answer.
    let mut budget = Budget::new(20_000);
    let mut judge = Judge { graph, budget: &mut budget, drop_undeclared: reading == Reading::Declared };
    let small = shrink(sample.clone(), old, new, &mut judge);
    let mut candidates = vec![small];
    if candidates[0] != sample {
        candidates.push(sample);
    }
    candidates.truncate(CANDIDATES);
    candidates
}

fn unknown(gap: &Gap) -> Verdict {
    Verdict::Unknown { reason: gap.reason.clone(), place: gap.place.clone() }
}

/// Whether the two are one text but for white space: then they are one schema, read or not.
fn same_text(a: Value<'_>, b: Value<'_>) -> bool {
    let text = |value: Value<'_>| {
        let mut text = Vec::new();
        write_compact(value, &mut text);
        text
    };
    a == b || text(a) == text(b)
}
