//! Canonical JSON laid out as `JSON.stringify(value, null, 2)` does it, at any depth of a file.
//!
//! Called for every value that is put into a lock. It works on the text: canonical bytes hold no white space outside
//! strings, so nothing has to be parsed and nothing recurses.

use crate::json::write_quoted;

/// How the values of a file are laid out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    /// One level.
    pub(super) unit: String,
    /// The end of a line; empty for a file on one line.
    pub(super) newline: &'static str,
}

impl Default for Layout {
    /// What the shared form asks for: two spaces, one newline.
    fn default() -> Self {
        Self { unit: "  ".to_owned(), newline: "\n" }
    }
}

impl Layout {
    /// Lays out `canonical`, whose first line stands on a line that is indented by `base`.
    pub(super) fn lay_out(&self, canonical: &str, base: &str) -> String {
        if self.newline.is_empty() {
            return canonical.to_owned();
        }
        let bytes = canonical.as_bytes();
        let mut out = String::with_capacity(canonical.len() * 3 / 2);
        let mut depth = 0_usize;
        let mut at = 0;
        while let Some(&byte) = bytes.get(at) {
            let end = match byte {
                b'"' => string_end(bytes, at),
                _ => at + 1,
            };
            match byte {
                b'{' | b'[' if matches!(bytes.get(end), Some(b'}' | b']')) => {
                    // Nothing inside: both brackets on one line.
                    out.push_str(&canonical[at..=end]);
                    at = end + 1;
                    continue;
                }
                b'{' | b'[' => {
                    depth += 1;
                    out.push(char::from(byte));
                    self.break_line(&mut out, base, depth);
                }
                b'}' | b']' => {
                    depth = depth.saturating_sub(1);
                    self.break_line(&mut out, base, depth);
                    out.push(char::from(byte));
                }
                b',' => {
                    out.push(',');
                    self.break_line(&mut out, base, depth);
                }
                b':' => out.push_str(": "),
                _ => out.push_str(canonical.get(at..end).unwrap_or_default()),
            }
            at = end;
        }
        out
    }

    fn break_line(&self, out: &mut String, base: &str, depth: usize) {
        out.push_str(self.newline);
        out.push_str(base);
        for _ in 0..depth {
            out.push_str(&self.unit);
        }
    }
}

/// The text as a JSON string.
pub(super) fn quoted(text: &str) -> String {
    let mut out = Vec::new();
    write_quoted(text, &mut out);
    String::from_utf8(out).unwrap_or_default()
}

/// The offset behind the closing quote of the string that opens at `at`.
fn string_end(bytes: &[u8], at: usize) -> usize {
    let mut end = at + 1;
    while let Some(&byte) = bytes.get(end) {
        match byte {
            b'\\' => end += 2,
            b'"' => return end + 1,
            _ => end += 1,
        }
    }
    bytes.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_laid_out_like_json_stringify_with_two_spaces() {
        let canonical = r#"{"a":[],"b":{},"c":[1,{"d":"x,{[\\\"é:"}],"e":null}"#;
        let expected = "{\n  \"a\": [],\n  \"b\": {},\n  \"c\": [\n    1,\n    {\n      \"d\": \"x,{[\\\\\\\"é:\"\n    }\n  ],\n  \"e\": null\n}";
        assert_eq!(Layout::default().lay_out(canonical, ""), expected);
        let inside = Layout::default().lay_out(r#"[1]"#, "\t");
        assert_eq!(inside, "[\n\t  1\n\t]");
        assert_eq!(Layout { unit: "\t".into(), newline: "\r\n" }.lay_out("[1]", ""), "[\r\n\t1\r\n]");
        assert_eq!(Layout { unit: "  ".into(), newline: "" }.lay_out(canonical, ""), canonical);
        assert_eq!(Layout::default().lay_out("\"\\\"\"", ""), "\"\\\"\"");
    }
}
