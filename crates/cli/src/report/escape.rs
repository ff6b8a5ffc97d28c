//! Showing text that came from outside: control, bidirectional and invisible characters become visible.
//!
//! Called wherever a report prints something a server or a file said.

use std::fmt::Write as _;

/// The text with everything that could move a cursor, turn a line around or hide written as `\u{…}`.
pub(crate) fn escaped(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        if is_odd(character) {
            // Writing to a `String` cannot fail.
            let _ = write!(shown, "\\u{{{:x}}}", u32::from(character));
        } else {
            shown.push(character);
        }
    }
    shown
}

fn is_odd(character: char) -> bool {
    character.is_control()
        || matches!(character,
            '\u{00AD}' | '\u{034F}' | '\u{061C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}' | '\u{180E}'
            | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{3164}' | '\u{FEFF}'
            | '\u{FFA0}' | '\u{FFF9}'..='\u{FFFB}' | '\u{1D173}'..='\u{1D17A}' | '\u{E0000}'..='\u{E01EF}')
}

/// The text as a JSON string. What [`escaped`] makes visible is an escape here as well: reports end up on terminals.
pub(crate) fn quoted(text: &str) -> String {
    let mut out = Vec::new();
    mcpledge_contract::json::write_quoted(text, &mut out);
    let quoted = String::from_utf8(out).unwrap_or_default();
    if !quoted.contains(is_odd) {
        return quoted;
    }
    let mut shown = String::with_capacity(quoted.len());
    for character in quoted.chars() {
        if is_odd(character) {
            for unit in character.encode_utf16(&mut [0; 2]) {
                let _ = write!(shown, "\\u{unit:04x}");
            }
        } else {
            shown.push(character);
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_would_obey_or_hide_becomes_visible() {
        assert_eq!(
            escaped("a\x1b[31mb\r\n\u{202e}c\u{200b}\u{e0041}\u{9b}"),
            "a\\u{1b}[31mb\\u{d}\\u{a}\\u{202e}c\\u{200b}\\u{e0041}\\u{9b}"
        );
        assert_eq!(escaped("Grüße 📁 日本"), "Grüße 📁 日本");
    }

    #[test]
    fn json_says_the_same_and_hides_nothing() {
        let text = "a\x1b\n\"\u{202e}c\u{200b}\u{e0041}\u{7f}\u{9b} 📁";
        assert_eq!(quoted(text), r#""a\u001b\n\"\u202ec\u200b\udb40\udc41\u007f\u009b 📁""#);
        assert_eq!(serde_json::from_str::<String>(&quoted(text)).unwrap(), text);
    }
}
