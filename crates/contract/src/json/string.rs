//! Strings as written: decoding, comparing, writing in canonical form.
//!
//! Called through [`Value::as_text`](super::Value::as_text). ECMAScript strings are UTF-16 and may hold half a
//! pair; Rust's may not. So the escaped text is kept, and each reader says what it wants of a lone half.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt;

use super::document::{ESCAPED, LONE_SURROGATE, NON_ASCII};
use super::sink::Sink;

/// A JSON string as written between its quotes.
#[derive(Clone, Copy)]
pub struct Text<'d> {
    pub(super) raw: &'d str,
    pub(super) flags: u8,
}

impl fmt::Debug for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", self.raw)
    }
}

impl<'d> Text<'d> {
    /// The text between the quotes, escapes as written.
    #[must_use]
    pub fn raw(self) -> &'d str {
        self.raw
    }

    /// Whether a surrogate stands without its partner.
    #[must_use]
    pub fn has_lone_surrogate(self) -> bool {
        self.flags & LONE_SURROGATE != 0
    }

    /// Whether any character is above U+007F.
    #[must_use]
    pub fn has_non_ascii(self) -> bool {
        self.flags & NON_ASCII != 0
    }

    /// Whether a backslash escape stands in it.
    #[must_use]
    pub fn has_escape(self) -> bool {
        self.flags & ESCAPED != 0
    }

    /// The decoded string; a lone surrogate reads as U+FFFD.
    #[inline]
    #[must_use]
    pub fn decode(self) -> Cow<'d, str> {
        if self.flags & ESCAPED == 0 { Cow::Borrowed(self.raw) } else { Cow::Owned(self.unescaped()) }
    }

    fn unescaped(self) -> String {
        char::decode_utf16(self.units()).map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
    }

    /// The UTF-16 code units of the decoded string.
    pub fn units(self) -> impl Iterator<Item = u16> + 'd {
        let mut rest = self.raw.chars();
        let mut low: Option<u16> = None;
        std::iter::from_fn(move || {
            if let Some(unit) = low.take() {
                return Some(unit);
            }
            let character = match rest.next()? {
                '\\' => match rest.next()? {
                    'b' => '\u{8}',
                    'f' => '\u{c}',
                    'n' => '\n',
                    'r' => '\r',
                    't' => '\t',
                    'u' => {
                        // Four hexadecimal digits: the parser saw them.
                        let unit = rest.as_str().get(..4).and_then(|hex| u16::from_str_radix(hex, 16).ok());
                        rest = rest.as_str().get(4..).unwrap_or_default().chars();
                        return unit;
                    }
                    other => other,
                },
                other => other,
            };
            let mut pair = [0; 2];
            let units = character.encode_utf16(&mut pair);
            low = units.get(1).copied();
            units.first().copied()
        })
    }

    /// Whether the decoded string is `expected`.
    #[must_use]
    pub fn equals(self, expected: &str) -> bool {
        if self.flags & ESCAPED == 0 { self.raw == expected } else { self.units().eq(expected.encode_utf16()) }
    }

    /// Writes the string as `JSON.stringify` does, quotes included (RFC 8785 section 3.2.2.2; a lone surrogate
    /// stays an escape, in lower case).
    pub fn write_canonical(self, out: &mut impl Sink) {
        out.put(b"\"");
        if self.flags & ESCAPED == 0 {
            out.put(self.raw.as_bytes());
        } else {
            write_escaped(self.raw, out);
        }
        out.put(b"\"");
    }
}

/// Copies what is canonical already, which is all but `\/` and `\u`: the other escapes are those ECMAScript writes.
fn write_escaped(raw: &str, out: &mut impl Sink) {
    let bytes = raw.as_bytes();
    let between = |from: usize, to: usize| bytes.get(from..to).unwrap_or_default();
    // The parser saw every escape, so none is cut off.
    let (mut from, mut at) = (0, 0);
    while let Some(offset) = raw.get(at..).and_then(|rest| rest.find('\\')) {
        at += offset;
        match bytes.get(at + 1) {
            Some(b'/') => {
                out.put(between(from, at));
                from = at + 1;
                at += 2;
            }
            Some(b'u') => {
                out.put(between(from, at));
                let unit = unit_at(raw, at);
                let low = Some(unit).filter(|unit| (0xD800..0xDC00).contains(unit)).and_then(|_| {
                    let next = between(at + 6, at + 8) == b"\\u";
                    Some(unit_at(raw, at + 6)).filter(|low| next && (0xDC00..0xE000).contains(low))
                });
                write_unit(unit, low, out);
                at += if low.is_some() { 12 } else { 6 };
                from = at;
            }
            _ => at += 2,
        }
    }
    out.put(between(from, bytes.len()));
}

/// The code unit that the escape `\uXXXX` at `at` stands for.
fn unit_at(raw: &str, at: usize) -> u16 {
    raw.get(at + 2..at + 6).and_then(|hex| u16::from_str_radix(hex, 16).ok()).unwrap_or_default()
}

/// Writes the character of one code unit, or of a pair.
fn write_unit(unit: u16, low: Option<u16>, out: &mut impl Sink) {
    for decoded in char::decode_utf16([unit].into_iter().chain(low)) {
        match decoded.map_err(|lone| lone.unpaired_surrogate()) {
            Ok(character) => match escape_of(character) {
                Some(escape) => out.put(escape.as_bytes()),
                None if (character as u32) < 0x20 => out.put(format!("\\u{:04x}", character as u32).as_bytes()),
                None => out.put(character.encode_utf8(&mut [0; 4]).as_bytes()),
            },
            Err(lone) => out.put(format!("\\u{lone:04x}").as_bytes()),
        }
    }
}

/// The two-character escape that JSON requires or ECMAScript prefers for a character.
pub(super) fn escape_of(character: char) -> Option<&'static str> {
    Some(match character {
        '"' => "\\\"",
        '\\' => "\\\\",
        '\u{8}' => "\\b",
        '\u{c}' => "\\f",
        '\n' => "\\n",
        '\r' => "\\r",
        '\t' => "\\t",
        _ => return None,
    })
}

/// Orders two strings by UTF-16 code unit, as RFC 8785 sorts keys and the form sorts lists.
#[must_use]
pub fn compare_utf16(a: Text<'_>, b: Text<'_>) -> Ordering {
    if (a.flags | b.flags) & ESCAPED != 0 { a.units().cmp(b.units()) } else { compare_utf8_as_utf16(a.raw, b.raw) }
}

/// The same order on decoded strings, without decoding to UTF-16.
///
/// UTF-8 bytes already sort by code point. Only U+E000 to U+FFFF (first byte EE or EF) and the characters above
/// (first byte F0 and up, surrogates D800 to DFFF in UTF-16) change places.
pub(super) fn compare_utf8_as_utf16(a: &str, b: &str) -> Ordering {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let Some(at) = a.iter().zip(b).position(|(x, y)| x != y) else {
        return a.len().cmp(&b.len());
    };
    let (x, y) = (a[at], b[at]);
    match (x >= 0xF0, y >= 0xF0) {
        (true, false) if y >= 0xEE => Ordering::Less,
        (false, true) if x >= 0xEE => Ordering::Greater,
        _ => x.cmp(&y),
    }
}
