//! Surfaces of any size, the same in every run: what is measured and counted here is measured on these.
//!
//! Called by everything else here. A tool is what servers send: fields in the order of an SDK, a description of a few
//! sentences, parameters with descriptions, enums, bounds, nested objects, now and then a reference or an output
//! schema; about 1.3 KB each, no white space between tokens, some escapes, some text beyond ASCII.

use std::fmt::Write as _;

const VERBS: [&str; 12] =
    ["create", "list", "get", "update", "delete", "search", "move", "merge", "assign", "export", "archive", "compare"];
const NOUNS: [&str; 14] = [
    "issue", "branch", "invoice", "customer", "message", "folder", "release", "label", "comment", "calendar", "metric",
    "dataset", "policy", "session",
];
const WORDS: [&str; 40] = [
    "the",
    "of",
    "a",
    "to",
    "in",
    "returns",
    "given",
    "identifier",
    "when",
    "project",
    "only",
    "results",
    "each",
    "page",
    "by",
    "default",
    "must",
    "be",
    "owner",
    "existing",
    "with",
    "filters",
    "optional",
    "created",
    "before",
    "workspace",
    "use",
    "this",
    "tool",
    "for",
    "is",
    "not",
    "found",
    "an",
    "error",
    "sorted",
    "newest",
    "first",
    "região",
    "“quoted”",
];

/// A capture file with `tools` tools, and the text of its parts.
pub(crate) struct Surface {
    /// The result of `initialize`.
    pub(crate) initialize: String,
    /// The result of `tools/list`.
    pub(crate) tools: String,
    /// How many tools.
    pub(crate) count: usize,
}

impl Surface {
    /// About so many bytes of tools.
    pub(crate) fn of_bytes(bytes: usize) -> Self {
        Self::build(|length, _| length < bytes, tool)
    }

    /// So many small tools.
    pub(crate) fn of_tools(count: usize) -> Self {
        Self::build(|_, tools| tools < count, small_tool)
    }

    /// So many small tools, of which every `every`th is not what it is in [`of_tools`](Self::of_tools): turn by turn a
    /// word of its description, a parameter more, another type, a bound that is tighter.
    pub(crate) fn of_changed_tools(count: usize, every: usize) -> Self {
        Self::build(
            |_, tools| tools < count,
            |random, index, out| {
                let begin = out.len();
                small_tool(random, index, out);
                if index % every == every / 2 {
                    let changed = changed(&out[begin..], index / every);
                    out.truncate(begin);
                    out.push_str(&changed);
                }
            },
        )
    }

    /// About so many bytes of tools, every one of them changed likewise.
    pub(crate) fn of_changed_bytes(bytes: usize) -> Self {
        let count = Self::of_bytes(bytes).count;
        Self::build(
            |_, tools| tools < count,
            |random, index, out| {
                let begin = out.len();
                tool(random, index, out);
                let changed = changed(&out[begin..], index);
                out.truncate(begin);
                out.push_str(&changed);
            },
        )
    }

    fn build(go_on: impl Fn(usize, usize) -> bool, tool: impl Fn(&mut Random, usize, &mut String)) -> Self {
        let mut random = Random(1);
        let mut tools = String::from("{\"tools\":[");
        let mut count = 0;
        while go_on(tools.len(), count) {
            if count > 0 {
                tools.push(',');
            }
            tool(&mut random, count, &mut tools);
            count += 1;
        }
        tools.push_str("]}");
        let initialize = "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{\"tools\":{\"listChanged\":true}},\
                          \"serverInfo\":{\"name\":\"bench\",\"version\":\"1.0.0\"}}";
        Self { initialize: initialize.to_owned(), tools, count }
    }

    /// The capture file.
    pub(crate) fn capture(&self) -> String {
        let tools = &self.tools["{\"tools\":".len()..self.tools.len() - 1];
        format!(
            "{{\"initialize\":{},\"tools\":{tools},\"resources\":null,\"resourceTemplates\":null,\"prompts\":null}}",
            self.initialize
        )
    }
}

fn tool(random: &mut Random, index: usize, out: &mut String) {
    let (verb, noun) = (random.pick(&VERBS), random.pick(&NOUNS));
    let _ = write!(out, "{{\"name\":\"{verb}_{noun}_{index}\",\"title\":\"{verb} {noun}\",\"description\":\"");
    prose(random, 30, out);
    out.push_str("\",\"inputSchema\":{\"$schema\":\"http://json-schema.org/draft-07/schema#\",\"type\":\"object\",\"properties\":{");
    let mut names = Vec::new();
    for parameter in 0..3 + random.below(5) {
        let name = format!("\"{}_{parameter}\"", random.pick(&NOUNS));
        let _ = write!(out, "{}{name}:", if parameter > 0 { "," } else { "" });
        schema(random, out);
        names.push(name);
    }
    names.truncate(2);
    let _ = write!(out, "}},\"required\":[{}],\"additionalProperties\":false}}", names.join(","));
    if random.below(4) == 0 {
        out.push_str(",\"outputSchema\":{\"type\":\"object\",\"properties\":{\"items\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/$defs/item\"}},\"next\":{\"anyOf\":[{\"type\":\"string\"},{\"type\":\"null\"}],\"default\":null}},\"required\":[\"items\"],\"$defs\":{\"item\":{\"type\":\"object\",\"properties\":{\"id\":{\"type\":\"string\"},\"score\":{\"type\":\"number\",\"minimum\":0.05}}}}}");
    }
    let _ = write!(out, ",\"annotations\":{{\"readOnlyHint\":{},\"openWorldHint\":false}}}}", random.below(2) == 0);
}

fn small_tool(random: &mut Random, index: usize, out: &mut String) {
    let (verb, noun) = (random.pick(&VERBS), random.pick(&NOUNS));
    let _ = write!(out, "{{\"name\":\"{verb}_{noun}_{index}\",\"description\":\"");
    prose(random, 8, out);
    out.push_str("\",\"inputSchema\":{\"type\":\"object\",\"properties\":{\"id\":");
    schema(random, out);
    out.push_str("},\"required\":[\"id\"]}}");
}

/// A tool as a later version has it.
fn changed(tool: &str, turn: usize) -> String {
    let (whole, with) = match turn % 4 {
        0 => ("\"description\":\"", "\"description\":\"reworded "),
        1 => ("\"properties\":{", "\"properties\":{\"extra\":{\"type\":\"string\"},"),
        2 => ("\"required\":[", "\"required\":[\"extra\","),
        _ => {
            const NARROWER: [(&str, &str); 5] = [
                ("\"maximum\":100", "\"maximum\":50"),
                ("\"open\",\"closed\",\"all\"", "\"open\",\"closed\""),
                ("\"maxItems\":50", "\"maxItems\":20"),
                ("\"type\":\"boolean\",\"default\":false", "\"type\":\"integer\",\"default\":0"),
                ("{\"type\":\"string\",\"description\"", "{\"type\":\"string\",\"minLength\":1,\"description\""),
            ];
            NARROWER
                .into_iter()
                .find(|(whole, _)| tool.contains(whole))
                .unwrap_or(("\"format\":\"date\"", "\"minLength\":10"))
        }
    };
    tool.replacen(whole, with, 1)
}

fn schema(random: &mut Random, out: &mut String) {
    match random.below(6) {
        0 => out.push_str("{\"type\":\"integer\",\"minimum\":1,\"maximum\":100,\"default\":30,\"description\":\""),
        1 => out.push_str("{\"type\":\"string\",\"enum\":[\"open\",\"closed\",\"all\"],\"description\":\""),
        2 => out.push_str("{\"type\":\"array\",\"items\":{\"type\":\"string\",\"minLength\":1},\"maxItems\":50,\"description\":\""),
        3 => out.push_str("{\"type\":\"object\",\"properties\":{\"from\":{\"type\":\"string\",\"format\":\"date\"},\"to\":{\"type\":\"string\",\"format\":\"date\"}},\"description\":\""),
        4 => out.push_str("{\"type\":\"boolean\",\"default\":false,\"description\":\""),
        _ => out.push_str("{\"type\":\"string\",\"description\":\""),
    }
    prose(random, 10, out);
    out.push_str("\"}");
}

fn prose(random: &mut Random, words: usize, out: &mut String) {
    for word in 0..words + random.below(words) {
        if word > 0 {
            out.push_str(if random.below(40) == 0 { ".\\n" } else { " " });
        }
        out.push_str(random.pick(&WORDS));
    }
}

/// splitmix64: small, and the same everywhere.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        usize::try_from((mixed ^ (mixed >> 31)) % u64::try_from(bound).unwrap_or(u64::MAX)).unwrap_or_default()
    }

    fn pick<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len())]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_changed_surface_differs_in_as_many_tools_as_was_asked_for() {
        let tools = |surface: &Surface| -> Vec<serde_json::Value> {
            let result: serde_json::Value = serde_json::from_str(&surface.tools).unwrap();
            result["tools"].as_array().unwrap().clone()
        };
        let different = |old: &Surface, new: &Surface| {
            let (old, new) = (tools(old), tools(new));
            assert_eq!(old.len(), new.len());
            old.iter().zip(&new).filter(|(old, new)| old != new).count()
        };
        assert_eq!(different(&Surface::of_tools(1_000), &Surface::of_changed_tools(1_000, 100)), 10);
        let old = Surface::of_bytes(50_000);
        assert_eq!(different(&old, &Surface::of_changed_bytes(50_000)), old.count);
    }

    #[test]
    fn a_surface_has_the_size_that_was_asked_for_and_is_always_the_same() {
        let surface = Surface::of_bytes(250_000);
        assert!((250_000..256_000).contains(&surface.tools.len()), "{}", surface.tools.len());
        assert_eq!(surface.capture(), Surface::of_bytes(250_000).capture());
        let capture: serde_json::Value = serde_json::from_str(&Surface::of_tools(100).capture()).unwrap();
        assert_eq!(capture["tools"].as_array().unwrap().len(), 100);
    }
}
