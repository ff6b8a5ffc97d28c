//! The one owner of standard output and standard error: knows what may be printed.
//!
//! Made once in `run`, handed to every command.

use std::io::Write as _;

/// Prints.
pub(crate) struct Printer {
    /// Print nothing but errors on standard error.
    pub(crate) quiet: bool,
    /// Standard output carries a JSON report.
    pub(crate) json: bool,
}

impl Printer {
    pub(crate) fn new(quiet: bool, json: bool) -> Self {
        Self { quiet, json }
    }

    /// Writes data to standard output, whole.
    pub(crate) fn data(&self, bytes: &[u8]) -> std::io::Result<()> {
        let mut out = std::io::stdout().lock();
        out.write_all(bytes)?;
        out.flush()
    }

    /// Writes text for people to standard output, colours only on a terminal.
    pub(crate) fn text(&self, text: &str) -> std::io::Result<()> {
        let mut out = anstream::stdout().lock();
        out.write_all(text.as_bytes())?;
        out.flush()
    }

    /// Writes a message for people to standard error, unless they asked for quiet.
    pub(crate) fn say(&self, text: &str) {
        if !self.quiet {
            print_error(text);
        }
    }
}

/// Writes to standard error, colours only on a terminal. A closed standard error is nobody's failure.
pub(super) fn print_error(text: &str) {
    let _ = anstream::stderr().lock().write_all(text.as_bytes());
}
