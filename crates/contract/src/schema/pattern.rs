//! Whether a text is an ECMAScript regular expression, read with the `u` flag as JSON Schema asks (core, 6.4).
//!
//! Called for `pattern` and the keys of `patternProperties`. It only reads, so it needs no engine: one pass, a list of
//! open groups in place of recursion. Two answers are kept apart: what no engine takes, and what only an engine
//! without the flag takes (ECMA-262 annex B): ajv, and every client that uses it, sets the flag.
//!
//! Of what ECMAScript 2025 added, `(?i:…)` is taken (most validators know it) and two groups of one name are not
//! (most refuse them).

use std::collections::HashSet;
use std::str::Chars;

use super::property_names;

/// Why a text is no regular expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Problem {
    pub(super) what: String,
    /// Without the `u` flag it is one.
    pub(super) only_unicode: bool,
}

/// Reads `pattern` to its end.
pub(super) fn check(pattern: &str) -> Result<(), Problem> {
    let mut reader = Reader {
        rest: pattern.chars(),
        open: Vec::new(),
        groups: 0,
        highest_reference: 0,
        names: HashSet::new(),
        named_references: Vec::new(),
        lenient: None,
    };
    match reader.pattern() {
        Err(what) => Err(Problem { what, only_unicode: false }),
        Ok(()) => match reader.lenient {
            Some(what) => Err(Problem { what, only_unicode: true }),
            None => Ok(()),
        },
    }
}

/// What a quantifier would repeat.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    Nothing,
    Atom,
    /// `(?=…)` and `(?!…)`: repeated without the flag only.
    Lookahead,
}

/// What an atom of a class is.
enum InClass {
    Character(u32),
    /// `\d` and its like, which end no range.
    Set,
}

struct Reader<'p> {
    rest: Chars<'p>,
    /// For each open group what it is once closed.
    open: Vec<Before>,
    groups: usize,
    highest_reference: usize,
    names: HashSet<String>,
    named_references: Vec<String>,
    /// The first thing that only a reader without the flag takes.
    lenient: Option<String>,
}

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.rest.clone().next()
    }

    fn take(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.rest.next();
        }
        found
    }

    /// Reads on behind `text` if it comes next.
    fn take_text(&mut self, text: &str) -> bool {
        match self.rest.as_str().strip_prefix(text) {
            Some(rest) => {
                self.rest = rest.chars();
                true
            }
            None => false,
        }
    }

    fn tolerate(&mut self, what: impl FnOnce() -> String) {
        if self.lenient.is_none() {
            self.lenient = Some(what());
        }
    }

    fn pattern(&mut self) -> Result<(), String> {
        let mut before = Before::Nothing;
        while let Some(character) = self.rest.next() {
            before = match character {
                '|' | '^' | '$' => Before::Nothing,
                '(' => {
                    self.group()?;
                    Before::Nothing
                }
                ')' => self.open.pop().ok_or("`)` closes nothing")?,
                '*' | '+' | '?' => self.repeat(before)?,
                '{' => {
                    if self.counts()? {
                        self.repeat(before)?
                    } else {
                        self.tolerate(|| "`{` stands for itself: write `\\{`".to_owned());
                        Before::Atom
                    }
                }
                '}' | ']' => {
                    self.tolerate(|| format!("`{character}` stands for itself: write `\\{character}`"));
                    Before::Atom
                }
                '[' => self.class()?,
                '\\' => self.escape()?,
                _ => Before::Atom,
            };
        }
        if !self.open.is_empty() {
            return Err("`(` is not closed".to_owned());
        }
        for at in 0..self.named_references.len() {
            let name = &self.named_references[at];
            if !self.names.contains(name) {
                let what = format!("no group is named `{name}`");
                if !self.names.is_empty() {
                    return Err(what);
                }
                self.tolerate(|| what);
            }
        }
        if self.highest_reference > self.groups {
            let (reference, groups) = (self.highest_reference, self.groups);
            self.tolerate(|| format!("`\\{reference}` refers to a group, of which there are {groups}"));
        }
        Ok(())
    }

    fn repeat(&mut self, before: Before) -> Result<Before, String> {
        match before {
            Before::Nothing => return Err("a quantifier has nothing to repeat".to_owned()),
            Before::Lookahead => self.tolerate(|| "a quantifier repeats a lookahead".to_owned()),
            Before::Atom => {}
        }
        self.take('?');
        Ok(Before::Nothing)
    }

    /// Reads `2}`, `2,}` or `2,3}`; false, and nothing read, when something else follows the brace.
    fn counts(&mut self) -> Result<bool, String> {
        let text = self.rest.as_str();
        let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
        let (least, behind) = text.split_at(digits(text));
        let (most, behind) = match behind.strip_prefix(',') {
            Some(behind) => behind.split_at(digits(behind)),
            None => ("", behind),
        };
        let Some(behind) = behind.strip_prefix('}').filter(|_| !least.is_empty()) else { return Ok(false) };
        let order = |text: &str| {
            let text = text.trim_start_matches('0').to_owned();
            (text.len(), text)
        };
        if !most.is_empty() && order(least) > order(most) {
            return Err(format!("`{{{least},{most}}}` counts downwards"));
        }
        self.rest = behind.chars();
        Ok(true)
    }

    /// Reads what stands between `(` and the group's content.
    fn group(&mut self) -> Result<(), String> {
        let closed = if !self.take('?') {
            self.groups += 1;
            Before::Atom
        } else if self.take(':') {
            Before::Atom
        } else if self.take('=') || self.take('!') {
            Before::Lookahead
        } else if self.take_text("<=") || self.take_text("<!") {
            Before::Nothing
        } else if self.take('<') {
            self.groups += 1;
            let name = self.name().ok_or("a group's name is not written as `(?<name>…)`")?;
            if !self.names.insert(name.clone()) {
                return Err(format!("two groups are named `{name}`"));
            }
            Before::Atom
        } else {
            self.flags()?
        };
        self.open.push(closed);
        Ok(())
    }

    /// Reads `i:`, `-s:`, `im-s:` and the like.
    fn flags(&mut self) -> Result<Before, String> {
        let mut met = String::new();
        loop {
            match self.rest.next() {
                Some(':') if met != "-" => return Ok(Before::Atom),
                Some(flag @ ('i' | 'm' | 's' | '-')) if !met.contains(flag) => met.push(flag),
                Some(')') if !met.is_empty() => {
                    return Err(format!("`(?{met})` sets flags for no group: write `(?{met}:…)`"));
                }
                Some(other) => return Err(format!("`(?{met}{other}` opens no group")),
                None => return Err("`(` is not closed".to_owned()),
            }
        }
    }

    /// Reads a name and the `>` behind it.
    fn name(&mut self) -> Option<String> {
        let mut name = String::new();
        loop {
            let character = match self.rest.next()? {
                '>' => return (!name.is_empty()).then_some(name),
                '\\' if self.take('u') => char::from_u32(self.code_point()?)?,
                other => other,
            };
            // As good as ID_Start and ID_Continue outside of exotic scripts.
            let fits = character.is_alphabetic() || matches!(character, '$' | '_');
            let fits_inside = character.is_alphanumeric() || matches!(character, '\u{200c}' | '\u{200d}');
            if !fits && (name.is_empty() || !fits_inside) {
                return None;
            }
            name.push(character);
        }
    }

    /// Reads what follows a backslash outside of a class.
    fn escape(&mut self) -> Result<Before, String> {
        let character = self.rest.next().ok_or("a backslash ends it")?;
        match character {
            'b' | 'B' => return Ok(Before::Nothing),
            '1'..='9' => {
                let behind = self.rest.as_str();
                let digits = behind.bytes().take_while(u8::is_ascii_digit).count();
                self.rest = behind[digits..].chars();
                let number = format!("{character}{}", &behind[..digits]).parse().unwrap_or(usize::MAX);
                self.highest_reference = self.highest_reference.max(number);
            }
            'k' => {
                let start = self.rest.clone();
                match self.take('<').then(|| self.name()).flatten() {
                    Some(name) => self.named_references.push(name),
                    None => {
                        self.rest = start;
                        // With a named group anywhere no engine takes it.
                        self.named_references.push(String::new());
                    }
                }
            }
            '-' => self.tolerate(|| "`\\-` is an escape inside `[…]` only".to_owned()),
            other => {
                self.escaped(other);
            }
        }
        Ok(Before::Atom)
    }

    /// Reads the rest of an escape that means the same inside and outside of a class; of a character, which.
    fn escaped(&mut self, character: char) -> InClass {
        let code = match character {
            'd' | 'D' | 's' | 'S' | 'w' | 'W' => return InClass::Set,
            'p' | 'P' => {
                self.property(character);
                return InClass::Set;
            }
            'f' => Some(0xC),
            'n' => Some(0xA),
            'r' => Some(0xD),
            't' => Some(0x9),
            'v' => Some(0xB),
            '0' if !self.peek().is_some_and(|next| next.is_ascii_digit()) => Some(0),
            'c' => self.control(),
            'x' => self.hexadecimal(2),
            'u' => self.code_point(),
            '^' | '$' | '\\' | '.' | '*' | '+' | '?' | '(' | ')' | '[' | ']' | '{' | '}' | '|' | '/' => {
                Some(u32::from(character))
            }
            _ => None,
        };
        if code.is_none() {
            self.tolerate(|| format!("`\\{character}` is no escape"));
        }
        InClass::Character(code.unwrap_or(u32::from(character)))
    }

    fn control(&mut self) -> Option<u32> {
        let letter = self.peek().filter(char::is_ascii_alphabetic)?;
        self.rest.next();
        Some(u32::from(letter) % 32)
    }

    /// Reads exactly `count` hexadecimal digits, or nothing.
    fn hexadecimal(&mut self, count: usize) -> Option<u32> {
        let text = self.rest.as_str();
        let digits = text.get(..count).filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()))?;
        let value = u32::from_str_radix(digits, 16).ok()?;
        self.rest = text[count..].chars();
        Some(value)
    }

    /// Reads what follows `\u`: `{…}`, four digits, or two halves of a pair.
    fn code_point(&mut self) -> Option<u32> {
        if let Some(text) = self.rest.as_str().strip_prefix('{') {
            let (digits, behind) = text.split_at(text.bytes().take_while(u8::is_ascii_hexdigit).count());
            let behind = behind.strip_prefix('}').filter(|_| !digits.is_empty())?;
            let digits = digits.trim_start_matches('0');
            let value = if digits.is_empty() { 0 } else { u32::from_str_radix(digits, 16).ok()? };
            if value > u32::from(char::MAX) {
                return None;
            }
            self.rest = behind.chars();
            return Some(value);
        }
        let high = self.hexadecimal(4)?;
        let start = self.rest.clone();
        if (0xD800..0xDC00).contains(&high) && self.take_text("\\u") {
            match self.hexadecimal(4) {
                Some(low) if (0xDC00..0xE000).contains(&low) => {
                    return Some(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00));
                }
                _ => self.rest = start,
            }
        }
        Some(high)
    }

    /// Reads `{name}` or `{name=value}` behind `\p`.
    fn property(&mut self, letter: char) {
        let word = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'=');
        let inside = self.rest.as_str().strip_prefix('{').and_then(|text| {
            let (name, behind) = text.split_at(text.bytes().take_while(|byte| word(byte)).count());
            Some((name, behind.strip_prefix('}')?))
        });
        let known = inside.is_some_and(|(name, _)| match name.split_once('=') {
            Some((name, value)) => property_names::is_known(name, Some(value)),
            None => property_names::is_known(name, None),
        });
        match inside {
            Some((_, behind)) if known => self.rest = behind.chars(),
            _ => self.tolerate(|| format!("`\\{letter}` names no property of characters as in `\\{letter}{{L}}`")),
        }
    }

    /// Reads a class behind its `[`.
    fn class(&mut self) -> Result<Before, String> {
        let unclosed = || "`[` is not closed".to_owned();
        self.take('^');
        loop {
            let Some(from) = self.class_atom().ok_or_else(unclosed)? else { return Ok(Before::Atom) };
            if self.peek() != Some('-') {
                continue;
            }
            self.rest.next();
            // A `-` before the end stands for itself.
            let Some(to) = self.class_atom().ok_or_else(unclosed)? else { return Ok(Before::Atom) };
            match (from, to) {
                (InClass::Character(from), InClass::Character(to)) if from > to => {
                    return Err("a range in `[…]` runs backwards".to_owned());
                }
                (InClass::Character(_), InClass::Character(_)) => {}
                _ => self.tolerate(|| "a range in `[…]` begins or ends with a set of characters".to_owned()),
            }
        }
    }

    /// Reads one atom of a class; `Some(None)` at its end, `None` at the end of the text.
    #[expect(clippy::option_option, reason = "the two ends are different answers")]
    fn class_atom(&mut self) -> Option<Option<InClass>> {
        Some(Some(match self.rest.next()? {
            ']' => return Some(None),
            '\\' => match self.rest.next()? {
                'b' => InClass::Character(8),
                '-' => InClass::Character(u32::from('-')),
                other => self.escaped(other),
            },
            other => InClass::Character(u32::from(other)),
        }))
    }
}
