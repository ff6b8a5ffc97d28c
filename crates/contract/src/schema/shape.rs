//! Whether a keyword's value has the shape that its dialect asks for, as far as it holds no schemas.
//!
//! Called by the walk, which looks into the schemas itself. Differs from the dialects' own schemas in two places:
//! regular expressions are read, and an empty `enum` is reported although 2019-09 and later only advise against it
//! (validation 6.1.2), because the most used validator refuses to compile it.

use std::borrow::Cow;
use std::collections::HashSet;

use super::dialect::Dialect;
use super::keywords::Shape;
use super::pattern;
use super::report::{INVALID, Report, named, shown};
use crate::json::{Text, Value};

const TYPE_NAMES: [&str; 7] = ["array", "boolean", "integer", "null", "number", "object", "string"];

/// Reports what is wrong with the `value` of the keyword `name`. Shapes that hold schemas are passed over.
pub(super) fn check<'d>(name: &str, shape: Shape, value: Value<'d>, dialect: Dialect, report: &mut Report<'d>) {
    match shape {
        Shape::Text | Shape::Reference => expect(value.as_text().is_some(), name, value, "a string", report),
        Shape::Boolean => expect(value.as_bool().is_some(), name, value, "a boolean", report),
        Shape::Number => expect(value.as_number().is_some(), name, value, "a number", report),
        Shape::Positive => {
            expect(value.as_f64().is_some_and(|number| number > 0.0), name, value, "a number above 0", report)
        }
        Shape::Count => expect(is_count(value), name, value, "a whole number from 0", report),
        Shape::List => expect(value.is_array(), name, value, "an array", report),
        Shape::Choices => expect(
            value.is_array() && value.items().next().is_some(),
            name,
            value,
            "an array of at least one value",
            report,
        ),
        Shape::Names => names(name, value, report),
        Shape::NamesNotEmpty => {
            names(name, value, report);
            let empty = value.is_array() && value.items().next().is_none();
            expect(!empty, name, value, "at least one name in draft-04", report);
        }
        Shape::Types => types(name, value, report),
        Shape::Pattern => match value.as_text() {
            Some(text) => pattern_text(name, text, value, report),
            None => expect(false, name, value, "a string that is a regular expression", report),
        },
        Shape::NamesMap => {
            expect(value.is_object(), name, value, "an object of arrays of names", report);
            for (key, member) in value.entries() {
                report.step();
                names(&format!("{name}.{}", named(key)), member, report);
            }
        }
        Shape::BooleanMap => {
            expect(value.is_object(), name, value, "an object of booleans", report);
            for (key, member) in value.entries() {
                report.step();
                expect(member.as_bool().is_some(), &format!("{name}.{}", named(key)), member, "a boolean", report);
            }
        }
        Shape::Anchor => expect(
            value.as_text().is_some_and(|text| is_anchor(&text.decode(), dialect)),
            name,
            value,
            "a name of letters, digits, `-`, `_` and `.` that begins with a letter",
            report,
        ),
        Shape::Id => id(name, value, dialect, report),
        _ => {}
    }
}

/// Notes a fault unless `holds`.
#[inline]
pub(super) fn expect<'d>(holds: bool, name: &str, value: Value<'d>, expected: &str, report: &mut Report<'d>) {
    if !holds {
        unexpected(name, value, expected, report);
    }
}

#[cold]
fn unexpected<'d>(name: &str, value: Value<'d>, expected: &str, report: &mut Report<'d>) {
    report.fault(value, INVALID, || format!("`{name}` is {}: expected {expected}", shown(value)));
}

/// A whole number from zero, however it is written. One beyond a double's range is whole too.
fn is_count(value: Value<'_>) -> bool {
    let Some(written) = value.as_number() else { return false };
    written.bytes().all(|byte| byte.is_ascii_digit())
        || value.as_f64().is_some_and(|number| number >= 0.0 && (number.is_infinite() || number.fract() == 0.0))
}

/// Reports what is no array of different strings.
pub(super) fn names<'d>(name: &str, value: Value<'d>, report: &mut Report<'d>) {
    expect(value.is_array(), name, value, "an array of strings", report);
    let mut met = Met { array: value, many: HashSet::new() };
    for (at, item) in value.items().enumerate() {
        report.step();
        match item.as_text() {
            Some(text) if met.again(at, text) => {
                report
                    .fault(item, INVALID, || format!("`{name}` has {} twice: expected different strings", shown(item)));
            }
            Some(_) => {}
            None => report.fault(item, INVALID, || format!("`{name}[{at}]` is {}: expected a string", shown(item))),
        }
    }
}

/// Tells whether a string was met before: compared one by one while they are few, as they mostly are.
struct Met<'d> {
    array: Value<'d>,
    many: HashSet<Cow<'d, str>>,
}

impl<'d> Met<'d> {
    fn again(&mut self, at: usize, text: Text<'d>) -> bool {
        const FEW: usize = 8;
        let before = self.array.items().take(at).filter_map(Value::as_text);
        if at < FEW {
            let text = text.decode();
            return before.into_iter().any(|other| other.equals(&text));
        }
        if self.many.is_empty() {
            self.many.extend(before.map(Text::decode));
        }
        !self.many.insert(text.decode())
    }
}

fn types<'d>(name: &str, value: Value<'d>, report: &mut Report<'d>) {
    let expected = "expected one of array, boolean, integer, null, number, object, string";
    let known = |value: Value<'_>| {
        let text = value.as_text()?.decode();
        TYPE_NAMES.iter().position(|name| *name == text)
    };
    if !value.is_array() {
        if known(value).is_none() {
            report.fault(value, INVALID, || format!("`{name}` is {}: {expected}, or an array of them", shown(value)));
        }
        return;
    }
    expect(value.items().next().is_some(), name, value, "at least one type", report);
    let mut met = 0u8;
    for (at, item) in value.items().enumerate() {
        report.step();
        match known(item) {
            Some(which) if met & (1 << which) != 0 => {
                report.fault(item, INVALID, || format!("`{name}` has {} twice: expected different types", shown(item)));
            }
            Some(which) => met |= 1 << which,
            None => report.fault(item, INVALID, || format!("`{name}[{at}]` is {}: {expected}", shown(item))),
        }
    }
}

/// Reports a regular expression that is none: `place` is where it stands, the value under it if it is a key.
pub(super) fn pattern_text<'d>(name: &str, text: Text<'d>, place: Value<'d>, report: &mut Report<'d>) {
    if let Err(problem) = pattern::check(&text.decode()) {
        report.fault(place, INVALID, || {
            let under = if problem.only_unicode { " under the `u` flag, with which validators read it" } else { "" };
            format!(
                "`{name}` has \"{}\": expected an ECMAScript regular expression, but {}{under}",
                named(text),
                problem.what
            )
        });
    }
}

/// 2019-09 wants a letter first and takes a colon, 2020-12 takes `_` first and no colon (core, 8.2.2).
fn is_anchor(text: &str, dialect: Dialect) -> bool {
    let extra = if dialect == Dialect::Draft2019 { ':' } else { '_' };
    let first = |first: char| first.is_ascii_alphabetic() || (first == '_' && extra == '_');
    let inner = |inner: char| inner.is_ascii_alphanumeric() || matches!(inner, '-' | '_' | '.') || inner == extra;
    text.starts_with(first) && text.chars().all(inner)
}

fn id<'d>(name: &str, value: Value<'d>, dialect: Dialect, report: &mut Report<'d>) {
    let Some(text) = value.as_text() else {
        return expect(false, name, value, "a string", report);
    };
    // Until draft-07 a fragment here is what `$anchor` became later; since 2019-09 only an empty one may stand.
    let bad = dialect >= Dialect::Draft2019 && text.decode().split_once('#').is_some_and(|(_, rest)| !rest.is_empty());
    expect(!bad, name, value, "an address without fragment (`$anchor` names a place inside a schema)", report);
}
