//! Numbers: the text ECMAScript writes for one, and whether that text is still the same number.
//!
//! Called by the canonical writer and by whoever shows numbers of a surface.

use std::borrow::Cow;

/// The number as `JSON.stringify(JSON.parse(lexeme))` writes it: the nearest IEEE double in its shortest form,
/// `0` for `-0`, and `null` beyond the range of a double. `lexeme` must be a JSON number.
#[must_use]
pub fn canonical_number(lexeme: &str) -> Cow<'static, str> {
    match lexeme.parse::<f64>() {
        // The standard library's reader is correctly rounded; serde_json's is not unless asked.
        Ok(number) if number.is_finite() => Cow::Owned(ryu_js::Buffer::new().format_finite(number).to_owned()),
        _ => Cow::Borrowed("null"),
    }
}

/// Whether the canonical text is another number than `lexeme`: an integer past 2^53 that merges with its
/// neighbour, more digits than a double holds, or a magnitude it does not reach.
#[must_use]
pub fn loses_precision(lexeme: &str) -> bool {
    Decimal::of(lexeme) != Decimal::of(&canonical_number(lexeme))
}

/// A decimal number with its digits stripped of zeros on both sides: equal numbers are equal here.
#[derive(PartialEq, Eq)]
struct Decimal {
    negative: bool,
    digits: Vec<u8>,
    /// Power of ten of the last digit; `None` when the exponent is beyond 64 bits.
    exponent: Option<i64>,
}

impl Decimal {
    fn of(lexeme: &str) -> Option<Self> {
        let (mantissa, exponent) = lexeme.split_once(['e', 'E']).unwrap_or((lexeme, "0"));
        let (negative, mantissa) = match mantissa.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, mantissa),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        if !whole.bytes().all(|byte| byte.is_ascii_digit()) || whole.is_empty() {
            return None; // `null`: beyond the range
        }
        let mut digits: Vec<u8> = whole.bytes().chain(fraction.bytes()).skip_while(|&digit| digit == b'0').collect();
        let kept = digits.iter().rposition(|&digit| digit != b'0').map_or(0, |last| last + 1);
        let dropped = digits.len() - kept;
        digits.truncate(kept);
        if digits.is_empty() {
            return Some(Self { negative: false, digits, exponent: Some(0) });
        }
        let exponent = exponent
            .parse::<i64>()
            .ok()
            .and_then(|power| power.checked_sub(i64::try_from(fraction.len()).ok()?))
            .and_then(|power| power.checked_add(i64::try_from(dropped).ok()?));
        Some(Self { negative, digits, exponent })
    }
}
