//! Exact decimal numbers, as a schema or a value writes them.
//!
//! Called by everything in this module that compares numbers. A double would merge 2^53 and 2^53+1, and read
//! `multipleOf: 0.1` wrongly; so numbers are `mantissa * 10^exponent`, and an operation that leaves 128 bits
//! says so instead of rounding.

use std::cmp::Ordering;

use crate::json::canonical_number;

/// `mantissa * 10^exponent`, with no trailing zero in the mantissa: equal numbers are equal here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Decimal {
    mantissa: i128,
    exponent: i32,
}

/// Exponents beyond this are refused: no double reaches them, so the validator could not judge them either.
const FARTHEST: i32 = 400;

impl Decimal {
    pub(super) const ZERO: Self = Self { mantissa: 0, exponent: 0 };
    pub(super) const ONE: Self = Self { mantissa: 1, exponent: 0 };

    /// The number with this mantissa and exponent; `None` where the exponent is out of reach.
    pub(super) fn new(mantissa: i128, exponent: i32) -> Option<Self> {
        let (mut mantissa, mut exponent) = (mantissa, exponent);
        if mantissa == 0 {
            return Some(Self::ZERO);
        }
        while mantissa % 10 == 0 {
            mantissa /= 10;
            exponent = exponent.checked_add(1)?;
        }
        (exponent.abs() <= FARTHEST).then_some(Self { mantissa, exponent })
    }

    /// The integer `number`.
    pub(super) fn integer(number: i64) -> Self {
        Self::new(i128::from(number), 0).unwrap_or(Self::ZERO)
    }

    /// Reads a JSON number; `None` where it has more digits than 128 bits hold or an exponent out of reach.
    pub(super) fn parse(lexeme: &str) -> Option<Self> {
        let (mantissa, power) = lexeme.split_once(['e', 'E']).unwrap_or((lexeme, "0"));
        let power: i32 = power.strip_prefix('+').unwrap_or(power).parse().ok()?;
        let (negative, digits) = match mantissa.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, mantissa),
        };
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let fraction = fraction.trim_end_matches('0');
        let mut number: i128 = 0;
        let mut zeros: i32 = 0; // trailing zeros held back, so that 1e30 written in full still fits
        for byte in whole.bytes().chain(fraction.bytes()) {
            if byte == b'0' {
                zeros = zeros.checked_add(1)?;
                continue;
            }
            let places = if number == 0 { 0 } else { u32::try_from(zeros.checked_add(1)?).ok()? };
            number = number.checked_mul(10_i128.checked_pow(places)?)?.checked_add(i128::from(byte - b'0'))?;
            zeros = 0;
        }
        let exponent =
            power.checked_sub(i32::try_from(fraction.len()).ok()?)?.checked_add(if number == 0 { 0 } else { zeros })?;
        Self::new(if negative { -number } else { number }, if number == 0 { 0 } else { exponent })
    }

    /// Whether the validator holds this number apart from others: a 64-bit integer, or what the nearest double
    /// is written as. Of other numbers it sees a neighbour, so nothing exact can be said that it would confirm.
    pub(super) fn is_validatable(self) -> bool {
        if self.is_integer()
            && let Some(whole) = 10_i128
                .checked_pow(u32::try_from(self.exponent).unwrap_or(u32::MAX))
                .and_then(|scale| self.mantissa.checked_mul(scale))
            && whole >= i128::from(i64::MIN)
            && whole <= i128::from(u64::MAX)
        {
            return true;
        }
        self.is_double()
    }

    /// Whether this is what the nearest double is written as.
    pub(super) fn is_double(self) -> bool {
        Self::parse(&canonical_number(&self.text())) == Some(self)
    }

    /// Reads a number of a schema or a value; `None` for what the validator does not hold apart.
    pub(super) fn read(lexeme: &str) -> Option<Self> {
        Self::parse(lexeme).filter(|number| number.is_validatable())
    }

    pub(super) fn is_integer(self) -> bool {
        self.exponent >= 0
    }

    pub(super) fn is_negative(self) -> bool {
        self.mantissa < 0
    }

    pub(super) fn negated(self) -> Self {
        // The parser never makes the one mantissa that has no opposite.
        Self { mantissa: self.mantissa.saturating_neg(), exponent: self.exponent }
    }

    /// Both mantissas at the smaller exponent.
    fn aligned(self, other: Self) -> Option<(i128, i128, i32)> {
        let exponent = self.exponent.min(other.exponent);
        let scale = |number: Self| {
            let places = u32::try_from(number.exponent - exponent).ok()?;
            number.mantissa.checked_mul(10_i128.checked_pow(places)?)
        };
        Some((scale(self)?, scale(other)?, exponent))
    }

    /// Decimal digits before the point; meaningful for numbers that are not zero.
    fn magnitude(self) -> i64 {
        i64::from(self.mantissa.unsigned_abs().ilog10()) + i64::from(self.exponent)
    }

    pub(super) fn plus(self, other: Self) -> Option<Self> {
        let (a, b, exponent) = self.aligned(other)?;
        Self::new(a.checked_add(b)?, exponent)
    }

    pub(super) fn minus(self, other: Self) -> Option<Self> {
        self.plus(other.negated())
    }

    pub(super) fn times(self, factor: i128) -> Option<Self> {
        Self::new(self.mantissa.checked_mul(factor)?, self.exponent)
    }

    /// Half way between two numbers.
    pub(super) fn middle(self, other: Self) -> Option<Self> {
        let sum = self.plus(other)?;
        Self::new(sum.mantissa.checked_mul(5)?, sum.exponent.checked_sub(1)?)
    }

    /// The largest whole `k` with `k * step <= self`; `step` is positive.
    pub(super) fn steps_below(self, step: Self) -> Option<i128> {
        let (a, b, _) = self.aligned(step)?;
        (b > 0).then(|| a.div_euclid(b))
    }

    /// Whether `self / step` is whole; `None` where that leaves 128 bits. `step` is positive.
    pub(super) fn is_multiple_of(self, step: Self) -> Option<bool> {
        if self.mantissa == 0 {
            return Some(true);
        }
        if let Some((a, b, _)) = self.aligned(step) {
            return (b != 0).then(|| a % b == 0);
        }
        if step.exponent > self.exponent {
            // The step, scaled, is beyond 128 bits while the number is not: the step is larger.
            return Some(false);
        }
        // self.mantissa * 10^k modulo the step's mantissa, which must leave room to multiply.
        let modulus = u128::try_from(step.mantissa).ok().filter(|&modulus| modulus > 0 && modulus < 1 << 63)?;
        let mut rest = self.mantissa.unsigned_abs() % modulus;
        for _ in 0..(self.exponent - step.exponent) {
            rest = rest * 10 % modulus;
        }
        Some(rest == 0)
    }

    /// The least common multiple of two positive steps.
    pub(super) fn common_multiple(self, other: Self) -> Option<Self> {
        let (a, b, exponent) = self.aligned(other)?;
        let (mut x, mut y) = (a, b);
        while y != 0 {
            (x, y) = (y, x % y);
        }
        if x == 0 {
            return None;
        }
        Self::new((a / x).checked_mul(b)?, exponent)
    }

    /// A power of ten not above the distance between two numbers, a tenth of it at least.
    pub(super) fn grain(self, other: Self) -> Option<Self> {
        let gap = other.minus(self)?;
        if gap.mantissa <= 0 {
            return None;
        }
        Self::new(1, i32::try_from(gap.magnitude()).ok()?)
    }

    /// The number as JSON text, the shortest plain form where there is one.
    pub(super) fn text(self) -> String {
        let digits = self.mantissa.unsigned_abs().to_string();
        let sign = if self.mantissa < 0 { "-" } else { "" };
        let length = i64::try_from(digits.len()).unwrap_or(i64::MAX);
        let point = length + i64::from(self.exponent); // digits before the point
        if self.exponent >= 0 && point <= 21 {
            let zeros = usize::try_from(self.exponent).unwrap_or(0);
            format!("{sign}{digits}{}", "0".repeat(zeros))
        } else if self.exponent < 0 && point > 0 {
            let (whole, fraction) = digits.split_at(usize::try_from(point).unwrap_or(0).min(digits.len()));
            format!("{sign}{whole}.{fraction}")
        } else if self.exponent < 0 && point > -7 {
            let zeros = usize::try_from(-point).unwrap_or(0);
            format!("{sign}0.{}{digits}", "0".repeat(zeros))
        } else {
            let (first, rest) = digits.split_at(1);
            let dot = if rest.is_empty() { "" } else { "." };
            format!("{sign}{first}{dot}{rest}e{}", point - 1)
        }
    }
}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Decimal {
    fn cmp(&self, other: &Self) -> Ordering {
        let signs = self.mantissa.signum().cmp(&other.mantissa.signum());
        if signs != Ordering::Equal || self.mantissa == 0 {
            return signs;
        }
        match self.aligned(*other) {
            Some((a, b, _)) => a.cmp(&b),
            // One does not fit beside the other, so their magnitudes differ.
            None if self.mantissa > 0 => self.magnitude().cmp(&other.magnitude()),
            None => other.magnitude().cmp(&self.magnitude()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Decimal;

    fn number(text: &str) -> Decimal {
        Decimal::parse(text).expect("a number within reach")
    }

    #[test]
    fn spellings_of_one_number_are_equal() {
        for (a, b) in [("1", "1.0"), ("100", "1e2"), ("-0", "0"), ("0.50", "5E-1"), ("0e5", "0.0"), ("120", "1.2e+2")] {
            assert_eq!(number(a), number(b), "{a} {b}");
        }
    }

    #[test]
    fn neighbours_past_the_doubles_stay_apart() {
        assert!(number("9007199254740993") > number("9007199254740992"));
        assert!(number("0.1") < number("0.10000000000000000001"));
        assert!(number("-1e300") < number("-1e299"));
        assert!(number("1e300") > number("123456789012345678901234567890"));
    }

    #[test]
    fn text_is_plain_where_it_can_be() {
        for text in ["0", "-1", "12.5", "0.001", "100", "9007199254740993", "1e300", "1.5e-9", "-2.5"] {
            assert_eq!(number(text).text(), text);
        }
    }

    #[test]
    fn multiples_are_exact() {
        assert_eq!(number("0.3").is_multiple_of(number("0.1")), Some(true));
        assert_eq!(number("1e300").is_multiple_of(number("7")), Some(false));
        assert_eq!(number("1e300").is_multiple_of(number("8")), Some(true));
        assert_eq!(number("0.5").is_multiple_of(number("1e200")), Some(false));
        assert_eq!(number("0.4").common_multiple(number("0.6")), Some(number("1.2")));
    }

    #[test]
    fn what_the_validator_rounds_is_not_read() {
        for text in
            ["0.1", "9007199254740993", "18446744073709551615", "1e300", "-9223372036854775808", "1e20", "12.5e-4"]
        {
            assert!(Decimal::read(text).is_some(), "{text}");
        }
        for text in ["100000000000000000001", "0.10000000000000000001", "9007199254740993.5", "18446744073709551616"] {
            assert!(Decimal::read(text).is_none(), "{text}");
        }
    }

    #[test]
    fn out_of_reach_is_none() {
        assert_eq!(Decimal::parse("1e99999999999"), None);
        assert_eq!(Decimal::parse("1234567890123456789012345678901234567890123"), None);
    }
}
