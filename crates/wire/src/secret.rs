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

    /// `text` with every occurrence of the value struck out, and of the part behind an authentication scheme.
    ///
    /// Values of fewer than four characters are left: they would strike out half of every text.
    #[must_use]
    pub fn strike(&self, text: &str) -> String {
        let mut struck = text.to_owned();
        let token = self.0.split_once(' ').map_or("", |(_, token)| token.trim());
        for part in [self.0.as_str(), token] {
            if part.len() >= 4 {
                struck = struck.replace(part, "***");
            }
        }
        struck
    }
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
}
