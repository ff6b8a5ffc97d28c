//! Values that must not be shown: headers and environment variables a user gave.
//!
//! Called by targets and by the trace, which strikes them out of everything it prints.

use std::fmt;

/// A value that prints as `***`.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// Wraps a value.
    #[must_use]
    pub fn new(value: impl Into<String>) -> Self {
        Self(value.into())
    }

    /// The value itself, for the wire only.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// `text` with every occurrence of the value struck out, and of the part behind an authentication scheme: as it
    /// is, as JSON or a terminal's escapes write it, and where an excerpt cut it in two.
    ///
    /// Values of fewer than four characters are left: they would strike out half of every text.
    #[must_use]
    pub fn strike(&self, text: &str) -> String {
        let mut struck = text.to_owned();
        let token = self.0.split_once(' ').map_or("", |(_, token)| token.trim());
        for value in [self.0.as_str(), token] {
            if value.chars().count() < SHORTEST {
                continue;
            }
            for form in forms(value) {
                struck = strike_cut(&struck.replace(&form, STRUCK), &form);
            }
        }
        struck
    }
}

const STRUCK: &str = "***";
/// Characters of a part that is recognised.
const SHORTEST: usize = 4;

/// The ways in which a value may be written.
fn forms(value: &str) -> Vec<String> {
    let escape = |hexadecimal: fn(u32) -> String, ascii: bool| -> String {
        value
            .chars()
            .map(|character| match character {
                '"' | '\\' if ascii => format!("\\{character}"),
                '\n' if ascii => "\\n".to_owned(),
                '\r' if ascii => "\\r".to_owned(),
                '\t' if ascii => "\\t".to_owned(),
                other if other.is_control() || ascii && !other.is_ascii() => {
                    let mut units = [0; 2];
                    match ascii {
                        true => {
                            other.encode_utf16(&mut units).iter().map(|unit| hexadecimal(u32::from(*unit))).collect()
                        }
                        false => hexadecimal(u32::from(other)),
                    }
                }
                other => other.to_string(),
            })
            .collect()
    };
    let json: String = crate::message::quoted(value).trim_matches('"').to_owned();
    let mut forms = vec![
        value.to_owned(),
        json,
        escape(|unit| format!("\\u{unit:04x}"), true),
        escape(|point| format!("\\u{{{point:x}}}"), false),
        value.escape_debug().to_string(),
    ];
    forms.dedup();
    forms
}

/// Strikes out what an excerpt left of a value: its start before the mark of a cut, its end at the front of a text.
fn strike_cut(text: &str, value: &str) -> String {
    let mut struck = text.to_owned();
    let ends: Vec<usize> = value.char_indices().map(|(at, _)| at).skip(SHORTEST).collect();
    for &end in ends.iter().rev() {
        let cut = format!("{}…", &value[..end]);
        if struck.contains(&cut) {
            struck = struck.replace(&cut, "***…");
        }
    }
    let starts = value.char_indices().map(|(at, _)| at).skip(1);
    for start in starts.filter(|start| value[*start..].chars().count() >= SHORTEST) {
        if let Some(rest) = struck.strip_prefix(&value[start..]) {
            struck = format!("{STRUCK}{rest}");
            break;
        }
    }
    struck
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("***")
    }
}

impl fmt::Display for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("***")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_never_shows_itself() {
        let secret = Secret::new("Bearer k-7f3a");
        assert_eq!(format!("{secret} {secret:?}"), "*** ***");
        assert_eq!(secret.strike("got Bearer k-7f3a, that is k-7f3a"), "got ***, that is ***");
        assert_eq!(Secret::new("a").strike("banana"), "banana");
    }

    #[test]
    fn a_secret_that_an_excerpt_cut_in_two_does_not_show_its_halves() {
        let secret = Secret::new("S3CRET-abcdefgh");
        assert_eq!(secret.strike("ppp S3CRET-abc… then"), "ppp ***… then");
        assert_eq!(secret.strike("-abcdefgh came before"), "*** came before");
        assert_eq!(secret.strike("S3C… is too little to tell"), "S3C… is too little to tell");
    }

    #[test]
    fn a_secret_does_not_show_in_escapes() {
        let secret = Secret::new("a\"b\u{e9}\nc-long");
        for written in
            [r#"a\"b\u00e9\nc-long"#, "a\"b\u{e9}\nc-long", "a\"b\u{e9}\\u{a}c-long", "a\\\"b\u{e9}\\nc-long"]
        {
            assert_eq!(secret.strike(written), "***", "{written}");
        }
    }
}
