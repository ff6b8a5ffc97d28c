//! The independent validator: the `jsonschema` crate, offline, formats off.
//!
//! Called to confirm every witness (design.md, "The rule engine", point 2), and for patterns that are no regular
//! language. It has no budget of its own, so the work it would do is counted first, on the schemas as written.

mod work;

use jsonschema::error::ValidationErrorKind;
use serde_json::Value as Plain;

use crate::json::{Value, write_compact};

use super::read::Source;
use super::sample::Sample;
use super::verdict::Reason;

/// Levels of JSON that are handed over: serde_json stops at 127, and the validator recurses.
const LEVELS: usize = 110;
/// Values in one schema document that are handed over.
const VALUES: usize = 60_000;

/// One schema, compiled when it is first needed.
pub(super) struct Validated<'d> {
    source: Source<'d>,
    compiled: Option<Result<jsonschema::Validator, Reason>>,
}

impl<'d> Validated<'d> {
    pub(super) fn new(source: Source<'d>) -> Self {
        Self { source, compiled: None }
    }

    pub(super) fn source(&self) -> &Source<'d> {
        &self.source
    }

    /// Whether the schema accepts `sample`, whose JSON text is `text`.
    pub(super) fn accepts(&mut self, sample: &Sample, text: &[u8]) -> Result<bool, Reason> {
        work::bound(&self.source, sample)?;
        let value: Plain = serde_json::from_slice(text).map_err(|_| Reason::NotConfirmed)?;
        self.accepts_plain(&value)
    }

    /// Where the validator refuses `sample`: in the value, and by which keyword of the schema, both as JSON Pointers.
    /// `None` when it accepts the value or cannot judge it.
    pub(super) fn refusal(&mut self, sample: &Sample, text: &[u8]) -> Option<(String, String)> {
        work::bound(&self.source, sample).ok()?;
        let value: Plain = serde_json::from_slice(text).ok()?;
        self.accepts_plain(&value).ok().filter(|accepted| !accepted)?;
        let validator = self.compiled.as_ref()?.as_ref().ok()?;
        let error = validator.validate(&value).err()?;
        let mut deepest = &error;
        // Of alternatives that all refuse, the one that came furthest into the value is the one that was meant.
        while let ValidationErrorKind::AnyOf { context } | ValidationErrorKind::OneOfNotValid { context } =
            deepest.kind()
        {
            let Some(inner) = context.iter().flatten().max_by_key(|inner| inner.instance_path().as_str().len()) else {
                break;
            };
            deepest = inner;
        }
        Some((deepest.instance_path().to_string(), deepest.schema_path().to_string()))
    }

    fn accepts_plain(&mut self, value: &Plain) -> Result<bool, Reason> {
        let source = &self.source;
        let compiled = self.compiled.get_or_insert_with(|| compile(source.root));
        match compiled {
            Ok(validator) => Ok(validator.is_valid(value)),
            Err(reason) => Err(reason.clone()),
        }
    }
}

fn compile(schema: Value<'_>) -> Result<jsonschema::Validator, Reason> {
    if deepest(schema) > LEVELS || schema.descendants().take(VALUES + 1).count() > VALUES {
        return Err(Reason::ValidationWork);
    }
    let mut text = Vec::new();
    write_compact(schema, &mut text);
    let schema: Plain = serde_json::from_slice(&text).map_err(|_| Reason::NotValidatable)?;
    options().build(&schema).map_err(|_| Reason::NotValidatable)
}

/// MCP takes 2020-12 where `$schema` says nothing; so does the crate. Content keywords are annotations here, as
/// formats are: draft-07 lets a validator choose.
fn options() -> jsonschema::ValidationOptions<'static> {
    jsonschema::options()
        .should_validate_formats(false)
        .offline()
        .without_content_encoding_support("base64")
        .without_content_media_type_support("application/json")
}

/// A validator of one pattern.
pub(super) fn pattern(source: &str) -> Option<jsonschema::Validator> {
    work::pattern_is_small(source).then(|| options().build(&serde_json::json!({ "pattern": source })).ok()).flatten()
}

/// Levels of arrays and objects below `value`, itself included; stops counting a little beyond the limit.
fn deepest(value: Value<'_>) -> usize {
    let mut open = vec![(value, 1)];
    let mut deepest = 0;
    while let Some((value, level)) = open.pop() {
        deepest = deepest.max(level);
        if level > LEVELS {
            break;
        }
        open.extend(value.items().map(|item| (item, level + 1)));
        open.extend(value.entries().map(|(_, member)| (member, level + 1)));
    }
    deepest
}
