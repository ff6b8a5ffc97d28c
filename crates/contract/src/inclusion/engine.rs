//! The engine: one question at a time, from two documents to a verdict.
//!
//! Called through [`Engine`]; every other part of this module is called from here.

use crate::json::{Value, write_compact};

use super::accept::Judge;
use super::budget::Budget;
use super::graph::{Gap, Graph, Lit};
use super::read::{Source, read};
use super::sample::Sample;
use super::shrink::shrink;
use super::solve::{Answer, Reading, Solver};
use super::validate::Validated;
use super::verdict::{Place, Reason, Side, Verdict, Witness};

/// What properties that a schema does not declare mean for the answer.
///
/// Under every variant but `Literal`, `additionalProperties: true` and no `additionalProperties` are the same, and
/// a value holds only properties that the old schema declares (in a union, each branch by itself). A map
/// (`additionalProperties` with a schema, `patternProperties`, `propertyNames`) declares its names. An object for
/// which the old schema declares nothing may hold any name but those that the new schema declares. Whatever is
/// refuted is also refuted literally.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Openness {
    /// A closed new schema refuses what the old one declares and it does not: for a tool's input, where the
    /// client sends what the old schema told it.
    #[default]
    Declared,
    /// That the new schema is closed does not count: for a tool's output, where a reader passes over what it does
    /// not know. Refuted under `Declared` and proved here: `output-field-added-closed`.
    Shared,
    /// Like `Declared`, but a value may also hold names that neither schema declares. Refuted here and proved
    /// under `Declared`: `input-closed`.
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
    /// [`Options::input`].
    fn default() -> Self {
        Self { openness: Openness::Declared, safe_integer_bounds: false, steps: 100_000 }
    }
}

impl Options {
    /// What the preset `default` asks of an input schema: does the new one accept every call?
    #[must_use]
    pub fn input() -> Self {
        Self::default()
    }

    /// What the preset `default` asks of an output schema: does the old one accept every result of the new one?
    #[must_use]
    pub fn output() -> Self {
        Self { openness: Openness::Shared, ..Self::default() }
    }

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
        Question::new(old, new).answer(&self.options)
    }

    /// Whether the independent validator accepts `value` under `schema`.
    ///
    /// # Errors
    /// When the validator does not take the schema or the value, or would need too much work.
    pub fn accepts(&self, schema: Value<'_>, value: Value<'_>) -> Result<bool, Reason> {
        let sample = Sample::of(value).ok_or(Reason::NotValidatable)?;
        let mut text = Vec::new();
        write_compact(value, &mut text);
        Validated::new(Source::new(schema, Side::New)).accepts(&sample, &text)
    }
}

/// Where the independent validator refuses a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// JSON Pointer into the value; empty for the value itself.
    pub instance: String,
    /// JSON Pointer to the keyword of the schema.
    pub keyword: String,
}

impl Engine {
    /// Where and by which keyword the independent validator refuses `value`; `None` when it does not, or cannot judge.
    #[must_use]
    pub fn refusal(&self, schema: Value<'_>, value: Value<'_>) -> Option<Refusal> {
        let sample = Sample::of(value)?;
        let mut text = Vec::new();
        write_compact(value, &mut text);
        let (instance, keyword) = Validated::new(Source::new(schema, Side::New)).refusal(&sample, &text)?;
        Some(Refusal { instance, keyword })
    }
}

/// Two schemas about which several things are asked: the validator reads each of them once.
pub struct Question<'d> {
    old: Validated<'d>,
    new: Validated<'d>,
    same: bool,
    steps: u64,
}

impl<'d> Question<'d> {
    /// Whether `new` accepts every value that `old` accepts, as [`answer`](Self::answer) is told to read that.
    #[must_use]
    pub fn new(old: Value<'d>, new: Value<'d>) -> Self {
        let validated = |value, side| Validated::new(Source::new(value, side));
        Self { old: validated(old, Side::Old), new: validated(new, Side::New), same: same_text(old, new), steps: 0 }
    }

    /// The answer under these options.
    pub fn answer(&mut self, options: &Options) -> Verdict {
        let mut budget = Budget::new(options.steps);
        let verdict = if self.same { Verdict::Proved } else { self.decide(options, &mut budget) };
        self.steps = budget.used();
        verdict
    }

    /// The steps that the last answer took.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.steps
    }

    fn decide(&mut self, options: &Options, budget: &mut Budget) -> Verdict {
        let mut graph = Graph::new();
        let old = read(self.old.source(), false, &mut graph, budget);
        let new = read(self.new.source(), !options.safe_integer_bounds, &mut graph, budget);
        let reading = match options.openness {
            Openness::Declared => Reading::Declared,
            Openness::Shared => Reading::Shared,
            Openness::Closing => Reading::Closing,
            Openness::Literal => Reading::Literal,
        };
        let answer = Solver::new(&mut graph, budget, reading).difference(old, new);
        let (sample, gap) = match answer {
            Answer::Empty => return Verdict::Proved,
            Answer::Open(gap) => return self.unknown(&gap),
            Answer::Found(sample) => (sample, None),
            Answer::Perhaps(sample, gap) => (sample, Some(gap)),
        };
        let mut reason = Reason::NotConfirmed;
        for sample in candidates(sample, old, new, reading, &mut graph) {
            let text = sample.text();
            match self.confirm(&sample, text.as_bytes()) {
                Ok(true) => return Verdict::Refuted(Witness { json: text }),
                Ok(false) => {}
                Err(why) => reason = why,
            }
        }
        let whole = Gap { reason, origin: None };
        self.unknown(gap.as_deref().unwrap_or(&whole))
    }

    /// Whether the validator says the same of a value.
    fn confirm(&mut self, sample: &Sample, text: &[u8]) -> Result<bool, Reason> {
        Ok(self.old.accepts(sample, text)? && !self.new.accepts(sample, text)?)
    }

    fn unknown(&self, gap: &Gap) -> Verdict {
        let place = gap.origin.map_or_else(
            || Place::root(Side::New),
            |origin| {
                let side = if origin.side == Side::Old { &self.old } else { &self.new };
                side.source().place(origin.offset)
            },
        );
        Verdict::Unknown { reason: gap.reason.clone(), place }
    }
}

/// The value made small, and as it was found in case the validator sees the small one otherwise.
fn candidates(sample: Sample, old: Lit, new: Lit, reading: Reading, graph: &mut Graph) -> Vec<Sample> {
    // Shrinking only makes the answer nicer; it has a budget of its own so that it never costs the answer.
    let mut budget = Budget::new(20_000);
    let mut judge = Judge { graph, budget: &mut budget, ignore_closing: reading == Reading::Shared };
    let small = shrink(sample.clone(), old, new, &mut judge);
    let mut candidates = vec![small];
    if candidates[0] != sample {
        candidates.push(sample);
    }
    candidates.truncate(CANDIDATES);
    candidates
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
