//! Versions of packages as every ecosystem spells them, in one order, and their compatibility lines.
//!
//! Called by the rule of the lock and by the version sources of the command line. It reads semver, PEP 440 and
//! calendar versions, since one server is often published on npm and `PyPI` under two spellings of the same version.

use std::cmp::Ordering;
use std::fmt;

use thiserror::Error;

/// A text that is no version.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{text:?} is no version{}: one looks like 1.4.0, 2.0.0-rc.1, 1.4.0.post1 or 2026.8.31", because(reason))]
pub struct NotAVersion {
    /// The text.
    pub text: String,
    /// What is wrong with it, where that can be said.
    pub reason: &'static str,
}

fn because(reason: &str) -> String {
    if reason.is_empty() { String::new() } else { format!(" ({reason})") }
}

/// A version: one to four numbers, what stands before or after the release, and a build.
///
/// Equal are versions that name the same release: `1.0` and `1.0.0`, `2.0.0-rc.1` and `2.0.0rc1`, `2026.08.31` and
/// `2026.8.31`. Two builds of one version are different, and neither is lower (see [`Version::is_lower_than`]).
#[derive(Clone, Debug)]
pub struct Version {
    text: String,
    epoch: Number,
    /// As written: trailing zeros matter to nobody but the person who reads them.
    release: Vec<Number>,
    stage: Stage,
    post: Option<Number>,
    /// `None` comes after every `Some`: a development release precedes what it leads to.
    dev: Option<Number>,
    build: Vec<Part>,
}

/// What a version is on the way to its release.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    /// A development release of the release itself, before all pre-releases.
    Development,
    /// A pre-release.
    Before(Vec<Part>),
    /// The release.
    Release,
}

/// A piece of a suffix. Numbers come before words (semver 2.0.0, section 11.4).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    Number(Number),
    Word(String),
}

/// A whole number of any length, without leading zeros.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Number(String);

impl Number {
    fn of(digits: &str) -> Self {
        let digits = digits.trim_start_matches('0');
        Self(if digits.is_empty() { "0" } else { digits }.to_owned())
    }

    fn is_zero(&self) -> bool {
        self.0 == "0"
    }

    fn next(&self) -> Self {
        let kept = self.0.trim_end_matches('9');
        let nines = self.0.len() - kept.len();
        let (head, last) = kept.split_at(kept.len().saturating_sub(1));
        // The last digit of `kept` is no nine, or there is none at all.
        let last = last.bytes().next().map_or('1', |digit| char::from(digit + 1));
        Self(format!("{head}{last}{}", "0".repeat(nines)))
    }
}

impl Ord for Number {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.len().cmp(&other.0.len()).then_with(|| self.0.cmp(&other.0))
    }
}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// A compatibility line: within one, nothing may break clients.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    epoch: Number,
    major: Number,
    /// Of a version below 1 the minor counts as well.
    minor: Option<Number>,
}

impl Line {
    /// The first version of the line behind this one.
    #[must_use]
    pub fn next_version(&self) -> String {
        let epoch = if self.epoch.is_zero() { String::new() } else { format!("{}!", self.epoch.0) };
        match &self.minor {
            Some(minor) => format!("{epoch}0.{}.0", minor.next().0),
            None => format!("{epoch}{}.0.0", self.major.next().0),
        }
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.epoch.is_zero() {
            write!(f, "{}!", self.epoch.0)?;
        }
        match &self.minor {
            Some(minor) => write!(f, "{}.{}", self.major.0, minor.0),
            None => f.write_str(&self.major.0),
        }
    }
}

/// Longer ones are no versions.
const LONGEST: usize = 128;

impl Version {
    /// Reads a version.
    ///
    /// # Errors
    /// The text is none.
    pub fn parse(text: &str) -> Result<Self, NotAVersion> {
        parse(text).map_err(|reason| NotAVersion { text: shortened(text), reason })
    }

    /// The version as written.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The first number is the line, in 0.x the first two (fingerprint specification, section 5).
    #[must_use]
    pub fn line(&self) -> Line {
        let number = |at: usize| self.release.get(at).cloned().unwrap_or_else(|| Number::of("0"));
        let major = number(0);
        let minor = major.is_zero().then(|| number(1));
        Line { epoch: self.epoch.clone(), major, minor }
    }

    /// Whether it precedes `other`. Builds of one version have no order: their names are often hashes.
    #[must_use]
    pub fn is_lower_than(&self, other: &Self) -> bool {
        self.precedence(other).is_lt()
    }

    fn precedence(&self, other: &Self) -> Ordering {
        let significant = |release: &[Number]| -> usize {
            release.iter().rposition(|number| !number.is_zero()).map_or(0, |last| last + 1)
        };
        let (ours, theirs) =
            (&self.release[..significant(&self.release)], &other.release[..significant(&other.release)]);
        self.epoch
            .cmp(&other.epoch)
            .then_with(|| ours.cmp(theirs))
            .then_with(|| self.stage.cmp(&other.stage))
            .then_with(|| self.post.cmp(&other.post))
            .then_with(|| match (&self.dev, &other.dev) {
                (None, None) => Ordering::Equal,
                (None, Some(_)) => Ordering::Greater,
                (Some(_), None) => Ordering::Less,
                (Some(ours), Some(theirs)) => ours.cmp(theirs),
            })
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

impl Ord for Version {
    fn cmp(&self, other: &Self) -> Ordering {
        self.precedence(other).then_with(|| self.build.cmp(&other.build))
    }
}

impl PartialOrd for Version {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Version {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Version {}

fn shortened(text: &str) -> String {
    let mut shown: String = text.chars().take(40).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    shown
}

fn parse(text: &str) -> Result<Version, &'static str> {
    if text.is_empty() {
        return Err("it is empty");
    }
    if text.len() > LONGEST {
        return Err("it is longer than 128 bytes");
    }
    if text.starts_with(['v', 'V']) && text[1..].starts_with(|first: char| first.is_ascii_digit()) {
        return Err("leave the `v` out");
    }
    let (core, build) = match text.split_once('+') {
        Some((core, build)) => (core, Some(build)),
        None => (text, None),
    };
    let build = match build {
        None => Vec::new(),
        Some(build) => identifiers(build, &['-', '_']).ok_or("what stands behind `+` is no build")?,
    };
    let (epoch, core) = match core.split_once('!') {
        Some((epoch, core)) if is_number(epoch) => (Number::of(epoch), core),
        Some(_) => return Err("what stands before `!` is no epoch"),
        None => (Number::of("0"), core),
    };
    let (release, suffix) = release(core)?;
    let mut version =
        Version { text: text.to_owned(), epoch, release, stage: Stage::Release, post: None, dev: None, build };
    match suffix.strip_prefix('-').and_then(|rest| identifiers(rest, &['-'])) {
        Some(parts) => version.stage = Stage::Before(parts),
        None => pep_440_suffix(suffix, &mut version)?,
    }
    Ok(version)
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// The numbers at the front, and what is left.
fn release(core: &str) -> Result<(Vec<Number>, &str), &'static str> {
    let mut numbers = Vec::new();
    let mut rest = core;
    loop {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if digits == 0 {
            return Err(if numbers.is_empty() { "it does not begin with a number" } else { "" });
        }
        if numbers.len() == 4 {
            return Err("it has more than four numbers");
        }
        numbers.push(Number::of(&rest[..digits]));
        rest = &rest[digits..];
        match rest.strip_prefix('.') {
            Some(next) if next.starts_with(|first: char| first.is_ascii_digit()) => rest = next,
            _ => return Ok((numbers, rest)),
        }
    }
}

/// The identifiers of a suffix, lower case; `joints` may stand inside them. A number at the end of a word is a part of
/// its own, so that `rc10` comes after `rc9` and `rc1` is `rc.1`; semver taken literally sorts those as text, which
/// nobody who writes them means.
fn identifiers(text: &str, joints: &[char]) -> Option<Vec<Part>> {
    let mut parts = Vec::new();
    for identifier in text.split('.') {
        let before = parts.len();
        for piece in identifier.split(joints) {
            if !piece.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
                return None;
            }
            let word = piece.trim_end_matches(|last: char| last.is_ascii_digit());
            if !word.is_empty() {
                parts.push(Part::Word(word.to_ascii_lowercase()));
            }
            if word.len() < piece.len() {
                parts.push(Part::Number(Number::of(&piece[word.len()..])));
            }
        }
        if parts.len() == before {
            return None;
        }
    }
    Some(parts)
}

/// Reads `a1`, `.post2`, `.dev3` and their other spellings (PEP 440, "Normalization").
fn pep_440_suffix(suffix: &str, version: &mut Version) -> Result<(), &'static str> {
    let mut rest = suffix;
    let mut last = 0;
    while !rest.is_empty() {
        let bare = rest.strip_prefix(['.', '-', '_']).unwrap_or(rest);
        let letters = bare.bytes().take_while(u8::is_ascii_alphabetic).count();
        let (word, after) = bare.split_at(letters);
        let spaced = after.strip_prefix(['.', '-', '_']).unwrap_or(after);
        let digits = spaced.bytes().take_while(u8::is_ascii_digit).count();
        // A separator without a number behind it belongs to the next suffix.
        let (number, behind) = if digits > 0 { spaced.split_at(digits) } else { ("0", after) };
        let number = Number::of(number);
        let step = match word.to_ascii_lowercase().as_str() {
            stage @ ("a" | "alpha" | "b" | "beta" | "c" | "rc" | "pre" | "preview") => {
                let stage = match stage {
                    "a" | "alpha" => "alpha",
                    "b" | "beta" => "beta",
                    _ => "rc",
                };
                version.stage = Stage::Before(vec![Part::Word(stage.to_owned()), Part::Number(number)]);
                1
            }
            "post" | "rev" | "r" => {
                version.post = Some(number);
                2
            }
            "dev" => {
                version.dev = Some(number);
                3
            }
            _ => return Err(""),
        };
        if step <= last {
            return Err("");
        }
        last = step;
        rest = behind;
    }
    if version.dev.is_some() && version.post.is_none() && version.stage == Stage::Release {
        version.stage = Stage::Development;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
