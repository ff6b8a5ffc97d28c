//! How a failure is printed: what happened, the end of the server's stderr, what to try.
//!
//! Called by `run` alone.

use anstyle::{AnsiColor, Style};

use mcpledge_wire::WireError;

use crate::failure::Failure;

use super::escape::escaped;
use super::printer::{Printer, print_error};

const ERROR: Style = AnsiColor::Red.on_default().bold();
const HINT: Style = AnsiColor::Cyan.on_default().bold();

/// Lines of stderr that are shown.
const STDERR_LINES: usize = 12;

/// Prints a failure. Quiet does not silence it.
pub(crate) fn print_failure(_: &Printer, failure: &Failure) {
    let (message, stderr, hints, secrets) = match failure {
        Failure::OutputClosed | Failure::Signalled(_) => return,
        Failure::Usage { message, hints } => (message.clone(), None, hints.clone(), &[][..]),
        Failure::Incomplete { message, hint } => (message.clone(), None, vec![hint.clone()], &[][..]),
        Failure::Peer { target, error, secrets } => (
            format!("could not capture {target}: {error}"),
            error.stderr().map(str::to_owned),
            match error.as_ref() {
                // Something was given, and was not good enough.
                WireError::Refused { .. } if !secrets.is_empty() => vec![
                    "the server refuses the credential that was given; in `Authorization` a bearer token stands behind the word Bearer".to_owned(),
                ],
                error => error.hints(),
            },
            secrets.as_slice(),
        ),
    };
    let strike = |text: &str| secrets.iter().fold(text.to_owned(), |text, secret| secret.strike(&text));
    let mut text = format!("{ERROR}error{ERROR:#}: {}\n", escaped(&strike(&message)));
    if let Some(stderr) = stderr {
        text.push_str("\nstandard error of the server, its end:\n");
        // Progress bars return to the start of the line; each state is a line here.
        let stderr = strike(&stderr);
        let lines: Vec<&str> = stderr.split(['\n', '\r']).filter(|line| !line.trim().is_empty()).collect();
        for line in &lines[lines.len().saturating_sub(STDERR_LINES)..] {
            let shown: String = line.chars().take(300).collect();
            text.push_str(&format!("  | {}\n", escaped(&shown)));
        }
    }
    if !hints.is_empty() {
        text.push('\n');
    }
    for hint in hints {
        text.push_str(&format!("{HINT}hint{HINT:#}: {}\n", escaped(&strike(&hint))));
    }
    print_error(&text);
}

/// Prints a hint behind a message that is not ours.
pub(crate) fn print_hint(hint: &str) {
    print_error(&format!("\n{HINT}hint{HINT:#}: {hint}\n"));
}

/// Prints a panic.
pub(crate) fn print_bug(panic: &str) {
    print_error(&format!(
        "{ERROR}bug{ERROR:#}: {}\n\n{HINT}hint{HINT:#}: this should never happen: please report it with the command you ran\n",
        escaped(panic)
    ));
}
