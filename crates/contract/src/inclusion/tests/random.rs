//! Random schemas and a small universe of values, from fixed seeds.
//!
//! Called by the brute-force and the depth tests.

/// SplitMix64: small, and the same everywhere.
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        word ^ (word >> 31)
    }

    pub(super) fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.next() % limit as u64).expect("fits")
    }

    pub(super) fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub(super) fn pick<'p, T>(&mut self, from: &'p [T]) -> &'p T {
        &from[self.below(from.len())]
    }
}

const NAMES: [&str; 3] = ["a", "b", "c"];
const NUMBERS: [&str; 7] = ["-1", "0", "1", "2", "0.5", "1.5", "3"];
const SCALARS: [&str; 13] =
    ["null", "true", "false", "-1", "0", "1", "2", "1.5", "\"\"", "\"a\"", "\"b\"", "\"ab\"", "\"aa\""];
const PATTERNS: [&str; 9] = ["^a", "b$", "^[ab]+$", "^.?$", "a", "^(a|b)*$", "^a{2}$", "^(?!b)", "^[^b]*$"];
const NAME_PATTERNS: [&str; 5] = ["^a", "b|c", "^[ab]$", "", "^x"];
const TYPES: [&str; 7] = ["null", "boolean", "integer", "number", "string", "array", "object"];

/// A few hundred values: scalars, short arrays of them, objects of up to three properties, some one level deeper.
pub(super) fn universe() -> Vec<String> {
    let mut values: Vec<String> = SCALARS.iter().map(|&value| value.to_owned()).collect();
    values.extend(["3", "0.5", "2.5", "\"abc\"", "\"ba\"", "\"bb\""].map(str::to_owned));
    let few = ["null", "true", "0", "1", "1.5", "\"\"", "\"a\"", "\"ab\""];
    let mut containers = vec!["[]".to_owned(), "{}".to_owned()];
    for first in few {
        containers.push(format!("[{first}]"));
        for name in NAMES {
            containers.push(format!("{{\"{name}\":{first}}}"));
        }
        containers.push(format!("{{\"xy\":{first}}}"));
        for second in few {
            containers.push(format!("[{first},{second}]"));
            containers.push(format!("{{\"a\":{first},\"b\":{second}}}"));
        }
        containers.push(format!("[{first},0,{first}]"));
        containers.push(format!("[{first},1,\"a\"]"));
        containers.push(format!("{{\"a\":{first},\"b\":1,\"c\":\"a\"}}"));
        containers.push(format!("{{\"b\":{first},\"c\":1}}"));
    }
    let nested: Vec<String> = containers
        .iter()
        .take(30)
        .flat_map(|inner| [format!("[{inner}]"), format!("{{\"a\":{inner}}}"), format!("{{\"b\":{inner}}}")])
        .collect();
    values.extend(containers);
    values.extend(nested);
    values
}

/// What random schemas look like.
#[derive(Clone, Copy, Default)]
pub(super) struct Shape {
    /// In the words of draft-07.
    pub(super) draft7: bool,
    /// With definitions and references to them, recursive ones too.
    pub(super) references: bool,
}

/// A random schema document of at most this many levels.
pub(super) fn schema(random: &mut Random, depth: usize) -> String {
    Shape::default().schema(random, depth, 1)
}

impl Shape {
    /// A random schema document of at most this many levels.
    pub(super) fn document(self, random: &mut Random, depth: usize) -> String {
        let root = self.schema(random, depth, 1);
        let mut members = Vec::new();
        if self.draft7 {
            members.push("\"$schema\":\"http://json-schema.org/draft-07/schema#\"".to_owned());
        }
        if self.references {
            let mut level = 1;
            let definitions = ["x", "y"].map(|name| {
                level += 1;
                format!("\"{name}\":{}", self.schema(random, depth.min(2), level))
            });
            members.push(format!("\"definitions\":{{{}}}", definitions.join(",")));
        }
        match root.strip_prefix('{') {
            Some("}") => format!("{{{}}}", members.join(",")),
            Some(rest) if !members.is_empty() => format!("{{{},{rest}", members.join(",")),
            _ => root,
        }
    }

    /// References lead only to definitions from number `open` on (0 the root, 1 `x`, 2 `y`): in place only to later
    /// ones, so that there is no ring; from a part of the value to any, so that there is recursion.
    fn schema(self, random: &mut Random, depth: usize, open: usize) -> String {
        let names = ["#", "#/definitions/x", "#/definitions/y"];
        if self.references && open < names.len() && random.chance(18) {
            let name = random.pick(&names[open..]);
            // Up to draft-07 nothing may stand beside it; later, anything.
            let beside = if random.chance(30) { ",\"minLength\":1" } else { "" };
            return format!("{{\"$ref\":\"{name}\"{beside}}}");
        }
        if random.chance(6) {
            return (*random.pick(&["true", "false", "{}"])).to_owned();
        }
        let mut keywords: Vec<String> = Vec::new();
        for _ in 0..=random.below(3) {
            self.keyword(random, depth, open, &mut keywords);
        }
        // One keyword twice would count once; the last stands for both readers alike, but is of no use here.
        keywords.sort();
        keywords.dedup_by(|a, b| a.split(':').next() == b.split(':').next());
        format!("{{{}}}", keywords.join(","))
    }

    fn keyword(self, random: &mut Random, depth: usize, open: usize, out: &mut Vec<String>) {
        let choice = random.below(if depth == 0 { 14 } else { 34 });
        let child = |random: &mut Random| self.schema(random, depth.saturating_sub(1), 0);
        let in_place = |random: &mut Random| self.schema(random, depth.saturating_sub(1), open);
        let text = match choice {
            0 | 1 => format!("\"type\":\"{}\"", random.pick(&TYPES)),
            2 => {
                let (first, second) = (random.below(7), random.below(6));
                let second = if second >= first { second + 1 } else { second };
                format!("\"type\":[\"{}\",\"{}\"]", TYPES[first], TYPES[second])
            }
            3 => {
                let members: Vec<&str> = (0..=random.below(3)).map(|_| *random.pick(&SCALARS)).collect();
                format!("\"enum\":[{}]", members.join(","))
            }
            4 => {
                format!("\"const\":{}", random.pick(&[SCALARS.as_slice(), &["[]", "{}", "[1]", "{\"a\":1}"]].concat()))
            }
            5 => format!("\"minimum\":{}", random.pick(&NUMBERS)),
            6 => format!("\"maximum\":{}", random.pick(&NUMBERS)),
            7 => format!("\"exclusive{}\":{}", random.pick(&["Minimum", "Maximum"]), random.pick(&NUMBERS)),
            8 => format!("\"multipleOf\":{}", random.pick(&["1", "2", "0.5", "1.5", "3"])),
            9 => format!("\"minLength\":{}", random.below(4)),
            10 => format!("\"maxLength\":{}", random.below(3)),
            11 => format!("\"pattern\":\"{}\"", random.pick(&PATTERNS)),
            12 => format!("\"m{}Items\":{}", random.pick(&["in", "ax"]), random.below(3)),
            13 => format!("\"m{}Properties\":{}", random.pick(&["in", "ax"]), random.below(3)),
            14 => format!("\"required\":[\"{}\"]", random.pick(&NAMES)),
            15..=17 => {
                let members: Vec<String> = NAMES
                    .iter()
                    .take(1 + random.below(3))
                    .map(|name| format!("\"{name}\":{}", child(random)))
                    .collect();
                if random.chance(40) {
                    out.push(format!("\"additionalProperties\":{}", child(random)));
                }
                format!("\"properties\":{{{}}}", members.join(","))
            }
            18 => format!("\"additionalProperties\":{}", child(random)),
            19 => format!("\"patternProperties\":{{\"{}\":{}}}", random.pick(&NAME_PATTERNS), child(random)),
            20 => format!("\"propertyNames\":{}", child(random)),
            21 => format!("\"items\":{}", child(random)),
            22 if self.draft7 => {
                if random.chance(50) {
                    out.push(format!("\"additionalItems\":{}", child(random)));
                }
                format!("\"items\":[{},{}]", child(random), child(random))
            }
            25 if self.draft7 => {
                format!("\"dependencies\":{{\"{}\":[\"{}\"]}}", random.pick(&NAMES), random.pick(&NAMES))
            }
            26 if self.draft7 => format!("\"dependencies\":{{\"{}\":{}}}", random.pick(&NAMES), in_place(random)),
            22 => {
                if random.chance(50) {
                    out.push(format!("\"items\":{}", child(random)));
                }
                format!("\"prefixItems\":[{},{}]", child(random), child(random))
            }
            23 => {
                if random.chance(30) {
                    out.push(format!("\"minContains\":{}", random.below(3)));
                }
                if random.chance(30) {
                    out.push(format!("\"maxContains\":{}", random.below(3)));
                }
                format!("\"contains\":{}", child(random))
            }
            24 => "\"uniqueItems\":true".to_owned(),
            25 => format!("\"dependentRequired\":{{\"{}\":[\"{}\"]}}", random.pick(&NAMES), random.pick(&NAMES)),
            26 => format!("\"dependentSchemas\":{{\"{}\":{}}}", random.pick(&NAMES), in_place(random)),
            27 => {
                if random.chance(70) {
                    out.push(format!("\"then\":{}", in_place(random)));
                }
                if random.chance(50) {
                    out.push(format!("\"else\":{}", in_place(random)));
                }
                format!("\"if\":{}", in_place(random))
            }
            28 => format!("\"not\":{}", in_place(random)),
            29 => format!("\"unevaluatedProperties\":{}", child(random)),
            30 => format!("\"unevaluatedItems\":{}", child(random)),
            other => {
                let branches: Vec<String> = (0..2 + random.below(2)).map(|_| in_place(random)).collect();
                format!("\"{}\":[{}]", ["allOf", "anyOf", "oneOf"][other % 3], branches.join(","))
            }
        };
        out.push(text);
    }
}

/// The schema with one of its parts replaced, as an edit would.
pub(super) fn edited(random: &mut Random, text: &str) -> String {
    let numbers: Vec<usize> = text
        .char_indices()
        .filter(|&(at, letter)| letter.is_ascii_digit() && at > 0 && text.as_bytes()[at - 1] == b':')
        .map(|(at, _)| at)
        .collect();
    if !numbers.is_empty() && random.chance(40) {
        let at = *random.pick(&numbers);
        return format!("{}{}{}", &text[..at], random.below(3), &text[at + 1..]);
    }
    let edited = replaced(random, text, &schema);
    // A brace inside a pattern is no object.
    if serde_json::from_str::<serde_json::Value>(&edited).is_ok() { edited } else { schema(random, 1) }
}

/// The text with one of its objects replaced by a small one of `make`.
pub(super) fn replaced(random: &mut Random, text: &str, make: &dyn Fn(&mut Random, usize) -> String) -> String {
    let starts: Vec<usize> =
        text.match_indices('{').map(|(at, _)| at).filter(|&at| !text[..at].ends_with("ies\":")).collect();
    if starts.is_empty() {
        return make(random, 1);
    }
    let start = *random.pick(&starts);
    let mut depth = 0;
    let end = text[start..].char_indices().find_map(|(at, letter)| {
        depth += match letter {
            '{' => 1,
            '}' => -1,
            _ => 0,
        };
        (depth == 0).then_some(start + at + 1)
    });
    format!("{}{}{}", &text[..start], make(random, 1), &text[end.unwrap_or(text.len())..])
}
