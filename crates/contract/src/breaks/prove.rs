//! Putting the rules' findings about one schema to the inclusion engine.
//!
//! Called by the comparison once per changed input or output schema. A named rule says what a person needs to know;
//! the engine says whether it is so: each break carries a value that one side accepts and the other refuses, and an
//! entry whose value cannot be found is not reported as a break. What no named rule explains is reported with the
//! engine's own witness, and what stays open is reported as undecided, with its place.

use crate::inclusion::{Engine, Openness, Options, Reason, Verdict};
use crate::json::{Document, Limits, Value};

use super::context::ItemPair;
use super::levels::Preset;
use super::patch::Patch;
use super::report::{Change, Direction, Draft, Entry, Report};
use super::rule::{BreakRule, Proof};
use super::rules;

/// One question: does `wide` accept every value that `narrow` accepts?
///
/// For an input the old schema is the narrow side; for an output the new one is.
struct Question<'c> {
    direction: Direction,
    narrow: Value<'c>,
    wide: Value<'c>,
}

impl<'c> Question<'c> {
    fn of(tool: &ItemPair<'c>, key: &str, direction: Direction) -> Option<Self> {
        let (Some(old), Some(new)) = tool.members(key) else { return None };
        let (narrow, wide) = if direction == Direction::Output { (new, old) } else { (old, new) };
        Some(Self { direction, narrow, wide })
    }

    /// How the presets `default` and `strict` ask first: undeclared properties are nobody's contract.
    fn options(&self) -> Options {
        if self.direction == Direction::Output { Options::output() } else { Options::input() }
    }

    /// The part of each side that a change is about, narrow side first.
    fn parts(&self, change: &Change<'c>) -> (Value<'c>, Value<'c>) {
        if self.direction == Direction::Output { (change.new, change.old) } else { (change.old, change.new) }
    }
}

/// Judges the entries from `first` on, all of them about the schema `key` of `tool`.
pub(super) fn prove<'c>(
    tool: &ItemPair<'c>,
    key: &str,
    direction: Direction,
    preset: Preset,
    first: usize,
    report: &mut Report<'c>,
) {
    if preset == Preset::McpSurface {
        return;
    }
    let Some(question) = Question::of(tool, key, direction) else { return };
    let engine = Engine::new(question.options());
    let whole = engine.covers(question.narrow, question.wide);
    let named = report.entries.split_off(first);
    let mut explained = Patch::new();
    for (rule, mut entry, change) in named {
        let keep = match (rule.proof, &change) {
            (Proof::None, _) | (_, None) => true,
            (proof, Some(change)) => {
                // With the whole proved, no part of it can be refuted.
                let found = match (&whole, proof) {
                    (Verdict::Proved, Proof::Required) => None,
                    _ => witness(&engine, &question, change, proof),
                };
                if found.is_some() {
                    let (narrow, wide) = question.parts(change);
                    explained.take(wide, narrow, change.keywords);
                }
                entry.witness = found;
                entry.witness.is_some() || proof == Proof::Optional
            }
        };
        if keep {
            report.entries.push((rule, entry, change));
        }
    }
    match whole {
        Verdict::Proved => beyond_the_declared(tool, key, &question, preset, report),
        Verdict::Refuted(witness) => {
            let any = report.entries[first..].iter().any(|(_, entry, _)| entry.witness.is_some());
            let left = if any { leftover(&engine, &question, &explained) } else { Some(witness.json) };
            if let Some(witness) = left {
                let said = match direction {
                    Direction::Output => "results are allowed that the old schema refuses",
                    _ => "calls are refused that the old schema accepted",
                };
                let message = format!("{said}{}", place_of_refusal(&engine, question.wide, &witness));
                add(tool, key, rules::refused(direction), message, Some(witness), report);
            }
        }
        Verdict::Unknown { reason, place } => undecided(tool, key, direction, &reason, &place.to_string(), report),
    }
}

/// A value that shows one change: `narrow` accepts it, `narrow` with the change made refuses it, and so does `wide`.
fn witness(engine: &Engine, question: &Question<'_>, change: &Change<'_>, proof: Proof) -> Option<String> {
    let (narrow, wide) = question.parts(change);
    let mut patch = Patch::new();
    patch.take(narrow, wide, change.keywords);
    let changed = patch.apply(question.narrow)?;
    let literal = Engine::new(Options::literal());
    let engine = if proof == Proof::Optional { &literal } else { engine };
    match engine.covers(question.narrow, changed.root()) {
        Verdict::Refuted(witness) => refused_by(engine, question.wide, &witness.json).then_some(witness.json),
        Verdict::Proved | Verdict::Unknown { .. } => None,
    }
}

/// What still breaks once every explained change is taken back.
fn leftover(engine: &Engine, question: &Question<'_>, explained: &Patch<'_>) -> Option<String> {
    let rest = explained.apply(question.wide)?;
    match engine.covers(question.narrow, rest.root()) {
        Verdict::Refuted(witness) => refused_by(engine, question.wide, &witness.json).then_some(witness.json),
        Verdict::Proved | Verdict::Unknown { .. } => None,
    }
}

/// Where the validator stumbles over a witness, for the message.
fn place_of_refusal(engine: &Engine, schema: Value<'_>, witness: &str) -> String {
    let value = Document::parse(witness, Limits::default()).ok();
    match value.and_then(|value| engine.refusal(schema, value.root())) {
        Some(refusal) if refusal.instance.is_empty() => format!(": by `{}`", refusal.keyword),
        Some(refusal) => format!(": `{}` by `{}`", refusal.instance, refusal.keyword),
        None => String::new(),
    }
}

/// Whether the independent validator refuses a value.
fn refused_by(engine: &Engine, schema: Value<'_>, value: &str) -> bool {
    let Ok(value) = Document::parse(value, Limits::default()) else { return false };
    engine.accepts(schema, value.root()) == Ok(false)
}

/// The rules that hold what JSON Schema taken literally adds; each with its witness.
fn beyond_the_declared<'c>(
    tool: &ItemPair<'c>,
    key: &str,
    question: &Question<'c>,
    preset: Preset,
    report: &mut Report<'c>,
) {
    let ask = |options: Options| Engine::new(options).covers(question.narrow, question.wide);
    let direction = question.direction;
    let mut said = false;
    // A client sends what it was told, so an input is closed against names of neither side; a result holds what the
    // new side declares, so an output is closed against those.
    let openness = if direction == Direction::Output { Openness::Declared } else { Openness::Closing };
    if let Verdict::Refuted(witness) = ask(Options { openness, ..question.options() }) {
        let message = match direction {
            Direction::Output => "a field may come that the old schema, taken literally, forbids",
            _ => "undeclared parameters were passed over and are refused",
        };
        add(tool, key, rules::closed(direction), message.to_owned(), Some(witness.json), report);
        said = true;
    }
    if let Verdict::Refuted(witness) = ask(Options { safe_integer_bounds: true, ..question.options() }) {
        let message = "only integers beyond 2^53 - 1 make a difference".to_owned();
        add(tool, key, rules::safe_integer_bound(), message, Some(witness.json), report);
        said = true;
    }
    if preset != Preset::Strict || said {
        return;
    }
    match ask(Options::literal()) {
        Verdict::Proved => {}
        Verdict::Refuted(witness) => {
            let message = "taken literally, one side accepts what the other refuses".to_owned();
            add(tool, key, rules::refused(direction), message, Some(witness.json), report);
        }
        Verdict::Unknown { reason, place } => undecided(tool, key, direction, &reason, &place.to_string(), report),
    }
}

fn undecided<'c>(
    tool: &ItemPair<'c>,
    key: &str,
    direction: Direction,
    reason: &Reason,
    place: &str,
    report: &mut Report<'c>,
) {
    let message = format!("whether it breaks clients is undecided: {reason} ({place})");
    add(tool, key, rules::undecided(direction), message, None, report);
}

fn add<'c>(
    tool: &ItemPair<'c>,
    key: &str,
    rule: &'static BreakRule,
    message: String,
    witness: Option<String>,
    report: &mut Report<'c>,
) {
    let (was, now) = tool.members(key);
    let draft: Draft<'c> = tool.draft(key, message, was, now);
    report.rule = Some(rule);
    let before = report.entries.len();
    report.add(draft);
    let added: Option<&mut Entry> = report.entries.get_mut(before).map(|(_, entry, _)| entry);
    if let Some(entry) = added {
        entry.witness = witness;
    }
}
