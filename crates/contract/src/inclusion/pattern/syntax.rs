//! Reads an ECMA-262 pattern into a tree.
//!
//! Called once for each pattern. Strict where dialects differ: whatever engines could read in two ways, and what
//! no regular language expresses, gives `None`, and the pattern stays a black box.

use super::class::CharSet;

/// A pattern as a tree.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Tree {
    Empty,
    Set(CharSet),
    Begin,
    End,
    Concat(Vec<Tree>),
    Alternatives(Vec<Tree>),
    Repeat {
        of: Box<Tree>,
        min: u32,
        max: Option<u32>,
    },
    /// `(?=…)`, or `(?!…)` when negated.
    Ahead {
        of: Box<Tree>,
        negated: bool,
    },
}

/// Groups inside each other.
const DEPTH: usize = 40;
/// Largest count in `{m,n}`.
const COUNT: u32 = 1 << 20;

pub(super) fn parse(source: &str) -> Option<Tree> {
    let mut reader = Reader { rest: source.chars().collect::<Vec<_>>(), at: 0 };
    let tree = reader.alternatives(DEPTH)?;
    (reader.at == reader.rest.len()).then_some(tree)
}

struct Reader {
    rest: Vec<char>,
    at: usize,
}

impl Reader {
    fn peek(&self) -> Option<char> {
        self.rest.get(self.at).copied()
    }

    fn next(&mut self) -> Option<char> {
        let character = self.peek()?;
        self.at += 1;
        Some(character)
    }

    fn eat(&mut self, expected: &str) -> bool {
        let found = expected.chars().enumerate().all(|(at, wanted)| self.rest.get(self.at + at) == Some(&wanted));
        if found {
            self.at += expected.chars().count();
        }
        found
    }

    fn alternatives(&mut self, depth: usize) -> Option<Tree> {
        let mut branches = vec![self.concat(depth)?];
        while self.eat("|") {
            branches.push(self.concat(depth)?);
        }
        Some(if branches.len() == 1 { branches.pop()? } else { Tree::Alternatives(branches) })
    }

    fn concat(&mut self, depth: usize) -> Option<Tree> {
        let mut parts = Vec::new();
        while let Some(next) = self.peek() {
            if next == '|' || next == ')' {
                break;
            }
            let atom = self.atom(depth)?;
            parts.push(self.quantified(atom)?);
        }
        Some(match parts.len() {
            0 => Tree::Empty,
            1 => parts.pop()?,
            _ => Tree::Concat(parts),
        })
    }

    fn atom(&mut self, depth: usize) -> Option<Tree> {
        Some(match self.next()? {
            '^' => Tree::Begin,
            '$' => Tree::End,
            '.' => Tree::Set(CharSet::dot()),
            '[' => Tree::Set(self.class()?),
            '(' => self.group(depth.checked_sub(1)?)?,
            '\\' => self.escape()?,
            '*' | '+' | '?' | '{' => return None,
            other => Tree::Set(CharSet::one(u32::from(other))),
        })
    }

    fn group(&mut self, depth: usize) -> Option<Tree> {
        let ahead = if self.eat("?=") {
            Some(false)
        } else if self.eat("?!") {
            Some(true)
        } else {
            if self.eat("?<") {
                // A named group; look-behind starts alike.
                loop {
                    match self.next()? {
                        '>' => break,
                        name if name.is_ascii_alphanumeric() || name == '_' => {}
                        _ => return None,
                    }
                }
            } else if self.eat("?") && !self.eat(":") {
                return None;
            }
            None
        };
        let inner = self.alternatives(depth)?;
        if !self.eat(")") {
            return None;
        }
        Some(match ahead {
            Some(negated) => Tree::Ahead { of: Box::new(inner), negated },
            None => inner,
        })
    }

    fn quantified(&mut self, atom: Tree) -> Option<Tree> {
        let (min, max) = match self.peek() {
            Some('*') => (0, None),
            Some('+') => (1, None),
            Some('?') => (0, Some(1)),
            Some('{') => {
                self.at += 1;
                let min = self.number()?;
                let max = if self.eat(",") {
                    if self.peek() == Some('}') { None } else { Some(self.number()?) }
                } else {
                    Some(min)
                };
                if self.peek() != Some('}') || max.is_some_and(|max| max < min) {
                    return None;
                }
                (min, max)
            }
            _ => return Some(atom),
        };
        self.at += 1;
        self.eat("?"); // lazy: the same strings match
        if matches!(self.peek(), Some('*' | '+' | '?' | '{')) || matches!(atom, Tree::Begin | Tree::End) {
            return None;
        }
        Some(Tree::Repeat { of: Box::new(atom), min, max })
    }

    fn number(&mut self) -> Option<u32> {
        let mut number: Option<u32> = None;
        while let Some(digit) = self.peek().and_then(|digit| digit.to_digit(10)) {
            self.at += 1;
            number = Some(number.unwrap_or(0).checked_mul(10)?.checked_add(digit)?);
        }
        number.filter(|&number| number <= COUNT)
    }

    fn escape(&mut self) -> Option<Tree> {
        if let Some(set) = self.peek().and_then(CharSet::escape) {
            self.at += 1;
            return Some(Tree::Set(set));
        }
        if self.peek() == Some('b') {
            return None; // a word boundary
        }
        Some(Tree::Set(CharSet::one(self.escaped()?)))
    }

    /// The character behind a backslash, where it stands for one character.
    fn escaped(&mut self) -> Option<u32> {
        Some(match self.next()? {
            't' => 0x09,
            'n' => 0x0A,
            'v' => 0x0B,
            'f' => 0x0C,
            'r' => 0x0D,
            'x' => self.hex(2)?,
            'u' => self.unicode()?,
            // Letters and digits are classes, references or reserved; the rest stands for itself.
            other if other.is_ascii() && !other.is_ascii_alphanumeric() => u32::from(other),
            _ => return None,
        })
    }

    fn hex(&mut self, digits: usize) -> Option<u32> {
        let mut number = 0;
        for _ in 0..digits {
            number = number * 16 + self.next()?.to_digit(16)?;
        }
        Some(number)
    }

    fn unicode(&mut self) -> Option<u32> {
        if self.eat("{") {
            let mut number: u32 = 0;
            while !self.eat("}") {
                number = number.checked_mul(16)?.checked_add(self.next()?.to_digit(16)?)?;
            }
            return char::from_u32(number).map(u32::from);
        }
        // Halves of a pair are read in two ways by engines, so they are not read at all.
        let number = self.hex(4)?;
        char::from_u32(number).map(u32::from)
    }

    fn class(&mut self) -> Option<CharSet> {
        let negated = self.eat("^");
        let mut ranges = Vec::new();
        // `[]` and `[^]` are sets in ECMA-262 and errors elsewhere.
        if self.peek() == Some(']') {
            return None;
        }
        loop {
            // `&&`, `--` and `~~` are operators in newer dialects.
            if ["&&", "--", "~~"].iter().any(|operator| {
                operator.chars().enumerate().all(|(at, wanted)| self.rest.get(self.at + at) == Some(&wanted))
            }) {
                return None;
            }
            if self.eat("]") {
                break;
            }
            let Some(low) = self.class_atom(&mut ranges)? else {
                // A class escape; it cannot begin a range.
                if self.peek() == Some('-') && self.rest.get(self.at + 1) != Some(&']') {
                    return None;
                }
                continue;
            };
            if self.peek() == Some('-') && self.rest.get(self.at + 1).is_some_and(|&next| next != ']') {
                self.at += 1;
                let high = self.class_atom(&mut ranges)??;
                if high < low {
                    return None;
                }
                ranges.push((low, high));
            } else {
                ranges.push((low, low));
            }
        }
        let set = CharSet::of(ranges);
        Some(if negated { set.complement() } else { set })
    }

    /// One member of a class: a character, or `Some(None)` after a class escape has been put into `ranges`.
    #[expect(clippy::option_option, reason = "outer: readable at all; inner: a single character")]
    fn class_atom(&mut self, ranges: &mut Vec<(u32, u32)>) -> Option<Option<u32>> {
        match self.next()? {
            '\\' => {
                if let Some(set) = self.peek().and_then(CharSet::escape) {
                    self.at += 1;
                    ranges.extend(set.0.iter());
                    return Some(None);
                }
                if self.eat("b") {
                    return Some(Some(0x08));
                }
                self.escaped().map(Some)
            }
            other => Some(Some(u32::from(other))),
        }
    }
}
