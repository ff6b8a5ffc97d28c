//! Facts of one schema that several rules compare: its types, its values, its bounds.
//!
//! Called by rules. What stands under `anyOf`, `oneOf`, `allOf`, `$ref` and `not` is left to the inclusion engine, so
//! a schema that has one of them and no own `type` says nothing here.

use crate::json::{Kind, Value};

use super::context::canonical;

/// The types a schema accepts by its own `type`, or by its `enum` or `const`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Types {
    /// Anything: nothing restricts it.
    Any,
    /// These, sorted.
    Only(Vec<String>),
    /// Not told by this schema alone.
    Untold,
}

impl Types {
    pub(crate) fn of(schema: Value<'_>) -> Self {
        let named = match schema.get("type") {
            Some(one) if one.as_text().is_some() => vec![one],
            Some(list) if list.is_array() => list.items().collect(),
            Some(_) => return Types::Untold,
            None => Vec::new(),
        };
        let mut types: Vec<String> =
            named.iter().filter_map(|name| name.as_text().map(|text| text.decode().into_owned())).collect();
        if types.is_empty() {
            match values(schema) {
                Some(values) => types = values.into_iter().map(type_of).collect(),
                None if is_composed(schema) => return Types::Untold,
                None => return Types::Any,
            }
        }
        types.sort();
        types.dedup();
        Types::Only(types)
    }

    /// The types of `self` that `other` does not accept; empty when that cannot be told.
    pub(crate) fn beyond(&self, other: &Types) -> Vec<String> {
        const ALL: [&str; 6] = ["array", "boolean", "null", "number", "object", "string"];
        let Types::Only(accepted) = other else { return Vec::new() };
        let accepts =
            |name: &str| accepted.iter().any(|known| known == name || (name == "integer" && known == "number"));
        match self {
            Types::Only(types) => types.iter().filter(|name| !accepts(name)).cloned().collect(),
            Types::Any => ALL.into_iter().filter(|name| !accepts(name)).map(str::to_owned).collect(),
            Types::Untold => Vec::new(),
        }
    }
}

fn type_of(value: Value<'_>) -> String {
    match value.kind() {
        // 1.0 is an integer to JSON Schema (2020-12 validation, section 6.1.1).
        Kind::Number if value.as_f64().is_some_and(|number| number.fract() == 0.0) => "integer".to_owned(),
        kind => kind.name().to_owned(),
    }
}

/// Whether a schema is made of others at this level.
pub(crate) fn is_composed(schema: Value<'_>) -> bool {
    ["anyOf", "oneOf", "allOf", "not", "$ref", "$dynamicRef", "if"].iter().any(|key| schema.get(key).is_some())
}

/// The values of `enum` or `const`.
pub(crate) fn values(schema: Value<'_>) -> Option<Vec<Value<'_>>> {
    if let Some(only) = schema.get("const") {
        return Some(vec![only]);
    }
    schema.get("enum").filter(|list| list.is_array()).map(|list| list.items().collect())
}

/// The values of `a` that are not among those of `b`, as canonical JSON.
pub(crate) fn values_beyond(a: &[Value<'_>], b: &[Value<'_>]) -> Vec<String> {
    let known: Vec<String> = b.iter().copied().map(canonical).collect();
    a.iter().copied().map(canonical).filter(|value| !known.contains(value)).collect()
}

/// The names in a list of strings such as `required`.
pub(crate) fn names(schema: Value<'_>, key: &str) -> Vec<String> {
    schema
        .get(key)
        .into_iter()
        .flat_map(Value::items)
        .filter_map(|name| name.as_text().map(|text| text.decode().into_owned()))
        .collect()
}

/// A lower or upper bound of one quantity: by an inclusive and an exclusive keyword.
pub(crate) struct Bound {
    pub(crate) lower: bool,
    pub(crate) inclusive: &'static str,
    pub(crate) exclusive: Option<&'static str>,
    /// Both.
    pub(crate) keywords: &'static [&'static str],
}

/// The bounds that rules compare.
pub(crate) const BOUNDS: [Bound; 8] = [
    Bound {
        lower: true,
        inclusive: "minimum",
        exclusive: Some("exclusiveMinimum"),
        keywords: &["minimum", "exclusiveMinimum"],
    },
    Bound {
        lower: false,
        inclusive: "maximum",
        exclusive: Some("exclusiveMaximum"),
        keywords: &["maximum", "exclusiveMaximum"],
    },
    Bound { lower: true, inclusive: "minLength", exclusive: None, keywords: &["minLength"] },
    Bound { lower: false, inclusive: "maxLength", exclusive: None, keywords: &["maxLength"] },
    Bound { lower: true, inclusive: "minItems", exclusive: None, keywords: &["minItems"] },
    Bound { lower: false, inclusive: "maxItems", exclusive: None, keywords: &["maxItems"] },
    Bound { lower: true, inclusive: "minProperties", exclusive: None, keywords: &["minProperties"] },
    Bound { lower: false, inclusive: "maxProperties", exclusive: None, keywords: &["maxProperties"] },
];

/// The largest integer every JSON reader holds, which schema generators write as a bound by themselves.
const SAFE_INTEGER: f64 = 9_007_199_254_740_991.0;

/// How tight a bound is: the value, and whether the value itself is out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Limit {
    pub(crate) value: f64,
    pub(crate) open: bool,
}

impl Bound {
    /// The limit a schema sets; `None` without one. `literal` takes bounds of the safe integer range for bounds.
    pub(crate) fn limit(&self, schema: Value<'_>, literal: bool) -> Option<Limit> {
        let read = |key: &str| schema.get(key).and_then(Value::as_f64);
        let integral = schema.get("type").is_some_and(|kind| kind.is_text("integer"));
        let inclusive = read(self.inclusive).map(|value| Limit { value, open: false });
        let exclusive = self.exclusive.and_then(read).map(|value| match integral && value.fract() == 0.0 {
            true => Limit { value: if self.lower { value + 1.0 } else { value - 1.0 }, open: false },
            false => Limit { value, open: true },
        });
        let limit = match (inclusive, exclusive) {
            (Some(a), Some(b)) => Some(if self.tighter(Some(a), Some(b)) { b } else { a }),
            (a, b) => a.or(b),
        };
        limit.filter(|limit| literal || !integral || limit.value.abs() < SAFE_INTEGER)
    }

    /// Whether `b` lets less through than `a`.
    pub(crate) fn tighter(&self, a: Option<Limit>, b: Option<Limit>) -> bool {
        match (a, b) {
            (_, None) => false,
            // No length and no count is below nought.
            (None, Some(b)) => !(self.lower && self.exclusive.is_none() && b.value <= 0.0),
            (Some(a), Some(b)) => {
                let beyond = if self.lower { b.value > a.value } else { b.value < a.value };
                #[expect(clippy::float_cmp, reason = "the same text reads as the same double")]
                let same = b.value == a.value;
                beyond || same && b.open && !a.open
            }
        }
    }
}

/// At most five values, the rest counted.
pub(crate) fn listed(values: &[String]) -> String {
    let shown: Vec<&str> = values.iter().take(5).map(String::as_str).collect();
    match values.len() {
        ..=5 => shown.join(", "),
        more => format!("{} and {} more", shown.join(", "), more - 5),
    }
}
