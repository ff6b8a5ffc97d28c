//! `type`, `enum`, `const` and the keywords for numbers and strings.
//!
//! Called by the reader for each schema object.

use crate::json::{Kind, Value};

use super::super::decimal::Decimal;
use super::super::graph::{Lit, Node, Types};
use super::super::sample::Sample;
use super::super::verdict::Reason;
use super::keys::{Key, Keys};
use super::{Dialect, Reader};

/// 2^53 - 1, the largest integer that every IEEE double near it leaves apart.
const SAFE: i64 = (1 << 53) - 1;

impl<'d> Reader<'_, 'd> {
    pub(super) fn scalars(&mut self, keys: &Keys<'d>, parts: &mut Vec<Lit>) {
        let mut integer = false;
        if let Some(value) = keys.get(Key::Type) {
            let types = self.types(value);
            integer = types.is_some_and(|types| types.meets(Types::INTEGER) && !types.meets(Types::FRACTION));
            parts.push(match types {
                Some(types) => self.graph.of_types(types),
                None => self.invalid(value, "type"),
            });
            if integer && self.dialect == Dialect::Draft4 {
                // There 1.0 is no integer, and the sets of this engine do not tell 1.0 from 1.
                parts.push(self.unread_text(value, Reason::DialectMeaning { keyword: "type" }));
            }
        }
        if let Some(value) = keys.get(Key::Enum) {
            parts.push(match value.kind() {
                Kind::Array => {
                    let members: Vec<Lit> = value.items().map(|member| self.constant(member)).collect();
                    self.graph.any(members)
                }
                _ => self.invalid(value, "enum"),
            });
        }
        if self.dialect >= Dialect::Draft6
            && let Some(value) = keys.get(Key::Const)
        {
            parts.push(self.constant(value));
        }
        self.bounds(keys, integer, parts);
        if let Some(value) = keys.get(Key::MultipleOf) {
            parts.push(match self.number(value) {
                // The validator divides by the nearest double.
                Some(step) if step > Decimal::ZERO && !step.is_double() => self.unread_number(value, "multipleOf"),
                Some(step) if step > Decimal::ZERO => self.graph.atom(Node::Multiple(step)),
                Some(_) => self.invalid(value, "multipleOf"),
                None => self.unread_number(value, "multipleOf"),
            });
        }
        self.count(keys, Key::MinLength, Node::MinLength, parts);
        self.count(keys, Key::MaxLength, Node::MaxLength, parts);
        if let Some(value) = keys.get(Key::Pattern) {
            parts.push(match value.as_text() {
                Some(text) => {
                    let id = self.graph.patterns.id(&text.decode());
                    let lit = self.graph.atom(Node::Pattern(id));
                    self.note(lit, value);
                    lit
                }
                None => self.invalid(value, "pattern"),
            });
        }
    }

    fn types(&mut self, value: Value<'d>) -> Option<Types> {
        match value.kind() {
            Kind::String => Types::named(&value.as_text()?.decode()),
            Kind::Array => {
                let mut types = Types::NONE;
                for word in value.items() {
                    types = types | Types::named(&word.as_text()?.decode())?;
                }
                (!types.is_empty()).then_some(types)
            }
            _ => None,
        }
    }

    pub(super) fn constant(&mut self, value: Value<'d>) -> Lit {
        match Sample::of(value) {
            Some(sample) => self.graph.constant(&sample),
            None => {
                let lone = value.texts().any(|(text, _)| text.has_lone_surrogate());
                self.unread_text(value, if lone { Reason::LoneSurrogate } else { Reason::Number })
            }
        }
    }

    fn bounds(&mut self, keys: &Keys<'d>, integer: bool, parts: &mut Vec<Lit>) {
        for (key, exclusive_key, least) in
            [(Key::Minimum, Key::ExclusiveMinimum, true), (Key::Maximum, Key::ExclusiveMaximum, false)]
        {
            let old = self.dialect == Dialect::Draft4;
            // Draft-04 has a flag beside the bound, later drafts a bound of its own.
            let flag = old && keys.get(exclusive_key).and_then(Value::as_bool) == Some(true);
            let exclusive = if old { None } else { keys.get(exclusive_key) };
            for (key, value, exclusive) in [(key, keys.get(key), flag), (exclusive_key, exclusive, true)] {
                let Some(value) = value else { continue };
                let Some(bound) = self.number(value) else {
                    parts.push(self.unread_number(value, key.name()));
                    continue;
                };
                let edge = if exclusive { SAFE + 1 } else { SAFE };
                let safe = Decimal::integer(if least { -edge } else { edge });
                // Generators write the edge of the safe integers by themselves (design.md, point 4).
                if self.drop_safe_bounds && integer && bound == safe {
                    continue;
                }
                parts.push(self.graph.atom(if least {
                    Node::Least { bound, exclusive }
                } else {
                    Node::Most { bound, exclusive }
                }));
            }
        }
    }

    fn number(&self, value: Value<'d>) -> Option<Decimal> {
        value.as_number().and_then(Decimal::read)
    }

    fn unread_number(&mut self, value: Value<'d>, keyword: &'static str) -> Lit {
        match value.kind() {
            Kind::Number => self.unread_text(value, Reason::Number),
            _ => self.invalid(value, keyword),
        }
    }

    /// A keyword whose value is a count.
    pub(super) fn count(
        &mut self,
        keys: &Keys<'d>,
        key: Key,
        node: fn(u64) -> Node,
        parts: &mut Vec<Lit>,
    ) -> Option<u64> {
        let value = keys.get(key)?;
        let count = self.whole(value);
        parts.push(match count {
            Some(count) => self.graph.atom(node(count)),
            None => self.invalid(value, key.name()),
        });
        count
    }

    /// A count: whole, not negative; beyond 64 bits it is as good as the largest.
    pub(super) fn whole(&self, value: Value<'d>) -> Option<u64> {
        let number = self.number(value)?;
        if !number.is_integer() || number.is_negative() {
            return None;
        }
        Some(number.steps_below(Decimal::ONE).and_then(|count| u64::try_from(count).ok()).unwrap_or(u64::MAX))
    }
}
