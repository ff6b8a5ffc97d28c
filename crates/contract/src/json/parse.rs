//! The strict parser: RFC 8259, one pass, no recursion.
//!
//! Called by [`Document::parse`](super::Document::parse). Depth is bounded by a number, not by the stack.

use thiserror::Error;

use super::document::{ESCAPED, Kind, LONE_SURROGATE, NON_ASCII, Node, PLAIN_INTEGER, TRUE};

/// How large a text may be.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Bytes of one text. Offsets are 32 bits, so never above `u32::MAX`.
    pub bytes: usize,
    /// Arrays and objects inside each other.
    pub depth: usize,
}

impl Default for Limits {
    /// 64 MiB and 10,000 levels. The deepest surface seen on a real server has 27.
    fn default() -> Self {
        Self { bytes: 64 << 20, depth: 10_000 }
    }
}

/// Why a text is not taken as JSON.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Problem {
    /// There is no value at all.
    #[error("the text is empty")]
    Empty,
    /// The text starts with U+FEFF.
    #[error("a byte-order mark stands before the value")]
    ByteOrderMark,
    /// The bytes are not UTF-8.
    #[error("the bytes are not UTF-8")]
    NotUtf8,
    /// The text ends inside a value.
    #[error("the text ends where {expected} should stand")]
    Ends {
        /// What should follow.
        expected: &'static str,
    },
    /// Something else stands where a token should.
    #[error("{expected} expected, found {found}")]
    Unexpected {
        /// What should stand there.
        expected: &'static str,
        /// The character that does, escaped.
        found: String,
    },
    /// A number that JSON does not have (leading zero, sign, missing digits, hexadecimal).
    #[error("not a JSON number")]
    Number,
    /// A control character stands raw in a string.
    #[error("the control character U+{0:04X} must be escaped inside a string")]
    ControlCharacter(u32),
    /// A backslash is followed by something that is no escape.
    #[error("not a JSON escape")]
    Escape,
    /// More text behind the value.
    #[error("more text behind the end of the value")]
    Trailing,
    /// Nested deeper than allowed.
    #[error("nested deeper than {0} levels")]
    TooDeep(usize),
    /// Longer than allowed.
    #[error("longer than {0} bytes")]
    TooLong(usize),
}

/// Where and why a text is not JSON.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}, column {column}: {problem}")]
pub struct ParseError {
    /// What is wrong.
    pub problem: Problem,
    /// Byte offset.
    pub offset: usize,
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
}

/// A refused text: the error, and the bytes for whoever wants to quote them.
#[derive(Clone, Debug, Error)]
#[error("{error}")]
pub struct Rejected {
    /// Where and why.
    #[source]
    pub error: ParseError,
    /// The text that was refused.
    pub text: Vec<u8>,
}

fn locate(bytes: &[u8], offset: usize, problem: Problem) -> ParseError {
    let before = &bytes[..offset.min(bytes.len())];
    let line_start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
    // Continuation bytes are no characters of their own.
    let column = before[line_start..].iter().filter(|&&byte| byte & 0xC0 != 0x80).count() + 1;
    ParseError { problem, offset, line, column }
}

pub(super) fn parse(bytes: Vec<u8>, limits: Limits) -> Result<(String, Vec<Node>), Rejected> {
    let longest = limits.bytes.min(u32::MAX as usize);
    if bytes.len() > longest {
        let error = locate(&bytes, longest, Problem::TooLong(longest));
        return Err(Rejected { error, text: bytes });
    }
    let text = match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            let offset = error.utf8_error().valid_up_to();
            let text = error.into_bytes();
            return Err(Rejected { error: locate(&text, offset, Problem::NotUtf8), text });
        }
    };
    let mut parser = Parser { bytes: text.as_bytes(), at: 0, nodes: Vec::new(), open: Vec::new() };
    // A surface spends most of its bytes in long strings; one node per 24 bytes is roomy for real ones.
    parser.nodes.reserve(parser.bytes.len() / 24 + 1);
    match parser.document(limits.depth) {
        Ok(()) => {
            let nodes = parser.nodes;
            Ok((text, nodes))
        }
        Err((offset, problem)) => {
            let error = locate(parser.bytes, offset, problem);
            Err(Rejected { error, text: text.into_bytes() })
        }
    }
}

type Step<T> = Result<T, (usize, Problem)>;

struct Parser<'t> {
    bytes: &'t [u8],
    at: usize,
    nodes: Vec<Node>,
    /// Indices of the containers that are open.
    open: Vec<u32>,
}

/// What the grammar wants next.
enum Want {
    Value,
    ValueOrArrayEnd,
    KeyOrObjectEnd,
    Key,
    CommaOrEnd,
}

#[expect(clippy::cast_possible_truncation, reason = "the text is at most u32::MAX bytes, so every offset fits")]
fn narrow(offset: usize) -> u32 {
    offset as u32
}

impl Parser<'_> {
    fn document(&mut self, depth: usize) -> Step<()> {
        if self.bytes.starts_with(b"\xEF\xBB\xBF") {
            return Err((0, Problem::ByteOrderMark));
        }
        self.skip_space();
        if self.at == self.bytes.len() {
            return Err((self.at, Problem::Empty));
        }
        let mut want = Want::Value;
        loop {
            self.skip_space();
            let Some(&byte) = self.bytes.get(self.at) else {
                let expected = match want {
                    Want::Value => "a value",
                    Want::ValueOrArrayEnd => "a value or `]`",
                    Want::KeyOrObjectEnd => "a key or `}`",
                    Want::Key => "a key",
                    Want::CommaOrEnd if self.inside_object() => "`,` or `}`",
                    Want::CommaOrEnd => "`,` or `]`",
                };
                return Err((self.at, Problem::Ends { expected }));
            };
            want = match (want, byte) {
                (Want::ValueOrArrayEnd, b']') | (Want::KeyOrObjectEnd, b'}') => self.close(),
                (Want::Value | Want::ValueOrArrayEnd, _) => self.value(byte, depth)?,
                (Want::KeyOrObjectEnd | Want::Key, b'"') => {
                    self.string()?;
                    self.skip_space();
                    if self.bytes.get(self.at) != Some(&b':') {
                        return Err(self.unexpected("`:`"));
                    }
                    self.at += 1;
                    Want::Value
                }
                (Want::KeyOrObjectEnd, _) => return Err(self.unexpected("a key in double quotes or `}`")),
                (Want::Key, _) => return Err(self.unexpected("a key in double quotes")),
                (Want::CommaOrEnd, b',') => {
                    self.at += 1;
                    if self.inside_object() { Want::Key } else { Want::Value }
                }
                (Want::CommaOrEnd, b'}') if self.inside_object() => self.close(),
                (Want::CommaOrEnd, b']') if !self.inside_object() => self.close(),
                (Want::CommaOrEnd, _) if self.inside_object() => return Err(self.unexpected("`,` or `}`")),
                (Want::CommaOrEnd, _) => return Err(self.unexpected("`,` or `]`")),
            };
            if self.open.is_empty() {
                self.skip_space();
                return if self.at == self.bytes.len() { Ok(()) } else { Err((self.at, Problem::Trailing)) };
            }
        }
    }

    fn inside_object(&self) -> bool {
        self.open.last().is_some_and(|&index| self.nodes[index as usize].kind == Kind::Object)
    }

    fn skip_space(&mut self) {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.bytes.get(self.at) {
            self.at += 1;
        }
    }

    fn unexpected(&self, expected: &'static str) -> (usize, Problem) {
        let rest = &self.bytes[self.at.min(self.bytes.len())..];
        let Some(&byte) = rest.first() else {
            return (self.at, Problem::Ends { expected });
        };
        // The text is UTF-8 and `at` is on a character's first byte.
        let found = match std::str::from_utf8(&rest[..rest.len().min(4)]) {
            Ok(text) => text.chars().next(),
            Err(error) => std::str::from_utf8(&rest[..error.valid_up_to()]).ok().and_then(|text| text.chars().next()),
        };
        let found = match found {
            Some(character) if character.is_ascii_graphic() => format!("`{character}`"),
            Some(character) => format!("U+{:04X}", u32::from(character)),
            None => format!("byte {byte:#04x}"),
        };
        (self.at, Problem::Unexpected { expected, found })
    }

    fn push(&mut self, start: usize, end: usize, kind: Kind, flags: u8) {
        let next = narrow(self.nodes.len()) + 1;
        self.nodes.push(Node { start: narrow(start), end: narrow(end), next, kind, flags });
    }

    fn value(&mut self, byte: u8, depth: usize) -> Step<Want> {
        match byte {
            b'{' | b'[' => {
                if self.open.len() == depth {
                    return Err((self.at, Problem::TooDeep(depth)));
                }
                let (kind, want) = if byte == b'{' {
                    (Kind::Object, Want::KeyOrObjectEnd)
                } else {
                    (Kind::Array, Want::ValueOrArrayEnd)
                };
                self.open.push(narrow(self.nodes.len()));
                self.push(self.at, self.at, kind, 0);
                self.at += 1;
                return Ok(want);
            }
            b'"' => self.string()?,
            b'-' | b'0'..=b'9' => self.number()?,
            b't' => self.word("true", Kind::Bool, TRUE)?,
            b'f' => self.word("false", Kind::Bool, 0)?,
            b'n' => self.word("null", Kind::Null, 0)?,
            _ => return Err(self.unexpected("a value")),
        }
        Ok(Want::CommaOrEnd)
    }

    fn close(&mut self) -> Want {
        self.at += 1;
        if let Some(index) = self.open.pop() {
            let next = narrow(self.nodes.len());
            let end = narrow(self.at);
            let node = &mut self.nodes[index as usize];
            node.end = end;
            node.next = next;
        }
        Want::CommaOrEnd
    }

    fn word(&mut self, word: &'static str, kind: Kind, flags: u8) -> Step<()> {
        let end = self.at + word.len();
        if self.bytes.get(self.at..end) != Some(word.as_bytes()) {
            return Err(self.unexpected("a value"));
        }
        self.push(self.at, end, kind, flags);
        self.at = end;
        Ok(())
    }

    fn digits(&mut self) -> usize {
        let start = self.at;
        while self.bytes.get(self.at).is_some_and(u8::is_ascii_digit) {
            self.at += 1;
        }
        self.at - start
    }

    fn number(&mut self) -> Step<()> {
        let start = self.at;
        let negative = self.bytes[start] == b'-';
        self.at += usize::from(negative);
        let first = self.at;
        let whole = self.digits();
        let mut plain = whole <= 15;
        if whole == 0 || (whole > 1 && self.bytes[first] == b'0') {
            return Err((start, Problem::Number));
        }
        if negative && self.bytes[first] == b'0' {
            plain = false; // -0 is written 0
        }
        if self.bytes.get(self.at) == Some(&b'.') {
            plain = false;
            self.at += 1;
            if self.digits() == 0 {
                return Err((start, Problem::Number));
            }
        }
        if let Some(b'e' | b'E') = self.bytes.get(self.at) {
            plain = false;
            self.at += 1;
            if let Some(b'+' | b'-') = self.bytes.get(self.at) {
                self.at += 1;
            }
            if self.digits() == 0 {
                return Err((start, Problem::Number));
            }
        }
        // `0x10`, `1abc`: a number runs into something that is no delimiter.
        if self.bytes.get(self.at).is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'.') {
            return Err((start, Problem::Number));
        }
        self.push(start, self.at, Kind::Number, if plain { PLAIN_INTEGER } else { 0 });
        Ok(())
    }

    /// Reads a string whose opening quote is at `at`; leaves `at` behind the closing one.
    fn string(&mut self) -> Step<()> {
        let start = self.at + 1;
        let mut at = start;
        let mut flags = 0;
        loop {
            at += plain_run(&self.bytes[at.min(self.bytes.len())..]);
            match self.bytes.get(at) {
                None => return Err((at, Problem::Ends { expected: "the closing `\"` of a string" })),
                Some(b'"') => break,
                Some(b'\\') => {
                    flags |= ESCAPED;
                    at = self.escape(at, &mut flags)?;
                }
                Some(&byte) if byte < 0x20 => return Err((at, Problem::ControlCharacter(u32::from(byte)))),
                Some(&byte) if byte >= 0x80 => {
                    flags |= NON_ASCII;
                    at += self.bytes[at..].iter().take_while(|&&byte| byte >= 0x80).count();
                }
                // Quote, backslash and control characters are above; `plain_run` stops at nothing else.
                Some(_) => at += 1,
            }
        }
        self.push(start, at, Kind::String, flags);
        self.at = at + 1;
        Ok(())
    }

    /// Reads the escape at `at`; a high surrogate takes its partner with it.
    fn escape(&mut self, at: usize, flags: &mut u8) -> Step<usize> {
        match self.bytes.get(at + 1) {
            Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => Ok(at + 2),
            Some(b'u') => {
                let unit = self.hex4(at)?;
                if unit >= 0x80 {
                    *flags |= NON_ASCII;
                }
                let mut after = at + 6;
                if (0xD800..0xDC00).contains(&unit) {
                    if self.bytes.get(after..after + 2) == Some(b"\\u") && (0xDC00..0xE000).contains(&self.hex4(after)?)
                    {
                        after += 6;
                    } else {
                        *flags |= LONE_SURROGATE;
                    }
                } else if (0xDC00..0xE000).contains(&unit) {
                    *flags |= LONE_SURROGATE;
                }
                Ok(after)
            }
            Some(_) => Err((at, Problem::Escape)),
            None => Err((at + 1, Problem::Ends { expected: "an escape" })),
        }
    }

    fn hex4(&self, at: usize) -> Step<u32> {
        let mut unit = 0;
        for offset in 2..6 {
            let digit = self.bytes.get(at + offset).and_then(|&byte| char::from(byte).to_digit(16));
            unit = unit * 16 + digit.ok_or((at, Problem::Escape))?;
        }
        Ok(unit)
    }
}

/// How many bytes at the front are neither quote, backslash, control character nor above U+007F.
fn plain_run(bytes: &[u8]) -> usize {
    const ONES: u64 = u64::from_ne_bytes([0x01; 8]);
    const HIGH: u64 = u64::from_ne_bytes([0x80; 8]);
    let mut run = 0;
    // Eight bytes a step: a byte's top bit is set when it is special (Hacker's Delight, "has zero byte").
    while let Some(&chunk) = bytes[run..].first_chunk::<8>() {
        let word = u64::from_le_bytes(chunk);
        let quote = word ^ (ONES * 0x22);
        let backslash = word ^ (ONES * 0x5C);
        let special = quote.wrapping_sub(ONES) & !quote
            | backslash.wrapping_sub(ONES) & !backslash
            | word.wrapping_sub(ONES * 0x20) & !word
            | word;
        let special = special & HIGH;
        if special != 0 {
            // A borrow can mark a byte behind the first special one, never before it.
            return run + special.trailing_zeros() as usize / 8;
        }
        run += 8;
    }
    while bytes.get(run).is_some_and(|&byte| (0x20..0x80).contains(&byte) && byte != b'"' && byte != b'\\') {
        run += 1;
    }
    run
}
