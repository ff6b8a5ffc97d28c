//! The rules for `x-mcp-header` (MCP 2026-07-28, Streamable HTTP, "Custom Headers from Tool Parameters"): a client over
//! HTTP drops the whole tool where one is broken.
//!
//! Called when every schema of an input schema is visited; one fault for each rule that an annotation breaks.

use std::collections::HashSet;

use super::report::{HEADER, shown};
use super::walk::{Annotation, Walk, Way};

/// Reports the annotations of `walk` that break a rule.
pub(super) fn report(walk: &mut Walk<'_>) {
    let mut annotations = std::mem::take(&mut walk.annotations);
    annotations.sort_by_key(|annotation| annotation.at.position());
    let mut names = HashSet::new();
    for annotation in annotations {
        walk.report.step();
        let Annotation { at, way, type_beside } = annotation;
        match at.as_text() {
            None => walk.report.fault(at, HEADER, || {
                format!("`x-mcp-header` is {}: expected a string, the end of a header's name", shown(at))
            }),
            Some(text) => {
                let name = text.decode();
                if name.is_empty() {
                    walk.report.fault(at, HEADER, || {
                        "`x-mcp-header` is empty: expected the end of a header's name".to_owned()
                    });
                } else if !name.bytes().all(is_token_byte) {
                    walk.report.fault(at, HEADER, || {
                        format!("`x-mcp-header` is {}: expected only letters, digits and !#$%&'*+-.^_`|~", shown(at))
                    });
                }
                if !names.insert(name.to_ascii_lowercase()) {
                    walk.report.fault(at, HEADER, || {
                        format!(
                            "`x-mcp-header` is {} for a second time: expected each name once, whatever its case",
                            shown(at)
                        )
                    });
                }
            }
        }
        let expected = "expected \"string\", \"integer\" or \"boolean\"";
        match type_beside {
            Some(found) if ["string", "integer", "boolean"].iter().any(|name| found.is_text(name)) => {}
            Some(found) => walk
                .report
                .fault(at, HEADER, || format!("`x-mcp-header` stands beside the `type` {}: {expected}", shown(found))),
            None => walk.report.fault(at, HEADER, || format!("`x-mcp-header` stands beside no `type`: {expected}")),
        }
        let place = match way {
            Way::Properties => continue,
            Way::Root => "at the root",
            Way::Other => "below another keyword than `properties`",
        };
        walk.report.fault(at, HEADER, || {
            format!("`x-mcp-header` stands {place}: expected it in a property that is reached from the root through `properties` alone")
        });
    }
}

/// Whether RFC 9110, section 5.6.2, has the byte in a token.
fn is_token_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte)
}
