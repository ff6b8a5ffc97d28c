//! What a tool call carries beside its arguments: `Mcp-Param-…` headers (MCP 2026-07-28, Streamable HTTP, "Custom
//! Headers from Tool Parameters").
//!
//! Called by [`Conversation`](crate::Conversation).

use mcpledge_contract::json::{Value, canonical_number};
use mcpledge_contract::schema::{Role, faults};

/// Why a tool with this `inputSchema` may not be called over HTTP: the first rule for annotations that it breaks.
pub(crate) fn annotation_fault(schema: Value<'_>) -> Option<String> {
    faults(schema, Role::Input).into_iter().find(|fault| fault.rule == "header-annotation").map(|fault| fault.message)
}

/// The headers for a call with `arguments` of a tool with this `inputSchema`: one for each annotated property that is
/// present and not null.
pub(crate) fn parameter_headers(schema: Value<'_>, arguments: Value<'_>) -> Vec<(String, String)> {
    let mut headers = Vec::new();
    // Properties inside properties, without recursion: the server decides how deep.
    let mut open = vec![(schema, arguments)];
    while let Some((schema, arguments)) = open.pop() {
        for (name, property) in schema.get("properties").into_iter().flat_map(Value::entries) {
            let Some(value) = arguments.get(&name.decode()) else { continue };
            if let Some(header) = property.get("x-mcp-header").and_then(Value::as_text)
                && let Some(text) = header_text(value)
            {
                headers.push((format!("Mcp-Param-{}", header.decode()), text));
            }
            if value.is_object() {
                open.push((property, value));
            }
        }
    }
    headers
}

/// Strings as they are, integers in decimal digits, booleans as words; nothing for what no annotation allows.
fn header_text(value: Value<'_>) -> Option<String> {
    if let Some(text) = value.as_text() {
        return Some(text.decode().into_owned());
    }
    if let Some(lexeme) = value.as_number() {
        // `5.0` and `5e0` are the integer 5; below 2^53 the canonical text has neither point nor exponent.
        let number = value.as_f64()?;
        return (number.fract() == 0.0 && number.abs() < LARGEST).then(|| canonical_number(lexeme).into_owned());
    }
    value.as_bool().map(|flag| flag.to_string())
}

/// 2^53: integers from here on are no longer exact.
const LARGEST: f64 = 9_007_199_254_740_992.0;

#[cfg(test)]
mod tests {
    use mcpledge_contract::json::Document;

    use super::*;

    fn headers(properties: &str, arguments: &str) -> Vec<(String, String)> {
        let schema = format!(r#"{{"type":"object","properties":{properties}}}"#);
        let schema = Document::parse(schema, Default::default()).unwrap();
        let arguments = Document::parse(arguments, Default::default()).unwrap();
        let mut found = parameter_headers(schema.root(), arguments.root());
        found.sort();
        found
    }

    fn header(arguments: &str) -> Option<String> {
        let found = headers(r#"{"a":{"x-mcp-header":"A"}}"#, arguments);
        assert!(found.len() <= 1 && found.iter().all(|(name, _)| name == "Mcp-Param-A"));
        found.into_iter().next().map(|(_, value)| value)
    }

    #[test]
    fn values_are_written_by_their_type() {
        for (arguments, expected) in [
            (r#"{"a":"x y"}"#, "x y"),
            (r#"{"a":""}"#, ""),
            (r#"{"a":"\u00fc"}"#, "\u{fc}"),
            (r#"{"a":42}"#, "42"),
            (r#"{"a":-0}"#, "0"),
            (r#"{"a":-7.0}"#, "-7"),
            (r#"{"a":1e3}"#, "1000"),
            (r#"{"a":9007199254740991}"#, "9007199254740991"),
            (r#"{"a":true}"#, "true"),
            (r#"{"a":false}"#, "false"),
        ] {
            assert_eq!(header(arguments).as_deref(), Some(expected), "{arguments}");
        }
        for arguments in ["{}", r#"{"a":null}"#, r#"{"a":1.5}"#, r#"{"a":1e30}"#, r#"{"a":[]}"#, r#"{"a":{}}"#, "[]"] {
            assert_eq!(header(arguments), None, "{arguments}");
        }
    }

    #[test]
    fn a_broken_annotation_is_told_from_other_faults() {
        let fault = |schema: &str| annotation_fault(Document::parse(schema, Default::default()).unwrap().root());
        let with = |property: &str| format!(r#"{{"type":"object","properties":{{"a":{property}}}}}"#);
        assert_eq!(fault(&with(r#"{"type":"string","x-mcp-header":"A"}"#)), None);
        assert_eq!(fault(r#"{"type":5,"required":"a"}"#), None);
        assert!(fault(&with(r#"{"type":"number","x-mcp-header":"A"}"#)).is_some_and(|why| why.contains("`type`")));
        assert!(fault(&with(r#"{"type":"string","x-mcp-header":""}"#)).is_some());
    }

    #[test]
    fn annotations_are_found_inside_properties() {
        let properties = r#"{"a":{"x-mcp-header":"Method"},"b":{"properties":{"c":{"x-mcp-header":"Inner"}}},"d":{}}"#;
        let found = headers(properties, r#"{"a":"x","b":{"c":1,"d":2},"d":"y"}"#);
        let expected = [("Mcp-Param-Inner", "1"), ("Mcp-Param-Method", "x")];
        assert_eq!(found, expected.map(|(name, value)| (name.to_owned(), value.to_owned())));
    }
}
