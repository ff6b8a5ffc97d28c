//! Sets of types. `true`, `false`, whole and broken numbers are types of their own here, so that `enum`,
//! `boolean`, `integer` and `number` are masks and nothing else.
//!
//! Called by the graph and the solver.

use std::ops::{BitAnd, BitOr, Not};

use super::super::decimal::Decimal;

/// A set of types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(in super::super) struct Types(u8);

impl Types {
    pub(in super::super) const NONE: Self = Self(0);
    pub(in super::super) const NULL: Self = Self(1);
    pub(in super::super) const TRUE: Self = Self(2);
    pub(in super::super) const FALSE: Self = Self(4);
    pub(in super::super) const INTEGER: Self = Self(8);
    /// Numbers that are not whole.
    pub(in super::super) const FRACTION: Self = Self(16);
    pub(in super::super) const TEXT: Self = Self(32);
    pub(in super::super) const ARRAY: Self = Self(64);
    pub(in super::super) const OBJECT: Self = Self(128);
    pub(in super::super) const NUMBER: Self = Self(8 | 16);
    pub(in super::super) const BOOL: Self = Self(2 | 4);
    pub(in super::super) const ALL: Self = Self(255);

    /// The set a `type` keyword's word stands for.
    pub(in super::super) fn named(word: &str) -> Option<Self> {
        Some(match word {
            "null" => Self::NULL,
            "boolean" => Self::BOOL,
            "integer" => Self::INTEGER,
            "number" => Self::NUMBER,
            "string" => Self::TEXT,
            "array" => Self::ARRAY,
            "object" => Self::OBJECT,
            _ => return None,
        })
    }

    pub(in super::super) fn of_number(number: Decimal) -> Self {
        if number.is_integer() { Self::INTEGER } else { Self::FRACTION }
    }

    pub(in super::super) fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(in super::super) fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    pub(in super::super) fn within(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }
}

impl BitAnd for Types {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Types {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl Not for Types {
    type Output = Self;
    fn not(self) -> Self {
        Self(!self.0)
    }
}
