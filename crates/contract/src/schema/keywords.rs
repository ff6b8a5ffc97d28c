//! The keywords of JSON Schema: in which dialects each one means something, and what its value must look like.
//!
//! Called by the walk for every member of every schema, hence the table by length. What is not in it is free: an
//! unknown keyword, or one whose value may be anything (`const`, `default`).

use super::dialect::Dialect;
use super::dialect::Dialect::{Ancient, Draft04, Draft06, Draft07, Draft2019, Draft2020};

/// What a keyword's value must look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Text,
    Boolean,
    Number,
    /// A number above zero.
    Positive,
    /// A whole number from zero; `1.0` is one.
    Count,
    /// An array of anything.
    List,
    /// The values of `enum`.
    Choices,
    /// An array of different strings.
    Names,
    /// The same, not empty (draft-04).
    NamesNotEmpty,
    /// A type's name or an array of them.
    Types,
    /// A regular expression.
    Pattern,
    /// A schema.
    Schema,
    /// A schema or a boolean, in the dialect whose booleans are no schemas.
    SchemaOrBoolean,
    /// A not empty array of schemas.
    Schemas,
    /// A schema or a not empty array of schemas.
    SchemaOrSchemas,
    /// An object of schemas.
    SchemaMap,
    /// An object of schemas whose keys are regular expressions.
    PatternMap,
    /// An object of arrays of different strings.
    NamesMap,
    /// An object of schemas or arrays of different strings.
    Dependencies,
    /// An object of booleans.
    BooleanMap,
    /// `$schema`: the walk has looked at it already.
    Dialect,
    /// `$id`, `id`: likewise; here only whether it may stand so.
    Id,
    Anchor,
    Reference,
    /// MCP's own.
    Header,
}

/// A keyword as one span of dialects knows it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Keyword {
    pub(super) name: &'static str,
    /// The name's ends, to compare two words in place of a text.
    ends: (u64, u64),
    first: Dialect,
    last: Dialect,
    pub(super) shape: Shape,
    /// Its schemas look at the same value as the schema around them: a reference back from there never ends.
    pub(super) in_place: bool,
}

/// A keyword's row in the table: the first one of its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Row(u8);

impl Row {
    /// The name and the shape of the first row, to tell the keywords apart that a schema's heading is made of.
    pub(super) fn about(self) -> (&'static str, Shape) {
        let row = &KEYWORDS[usize::from(self.0)];
        (row.name, row.shape)
    }

    /// What the keyword is in `dialect`, if it is one there.
    pub(super) fn under(self, dialect: Dialect) -> Option<&'static Keyword> {
        let row = &KEYWORDS[usize::from(self.0)];
        if row.first <= dialect && dialect <= row.last {
            return Some(row);
        }
        let next = KEYWORDS.get(usize::from(self.0) + 1)?;
        (next.ends == row.ends && next.name == row.name && next.first <= dialect && dialect <= next.last)
            .then_some(next)
    }
}

/// The keyword that `name` is in any dialect.
pub(super) fn find(name: &str) -> Option<Row> {
    let name = name.as_bytes();
    let (from, to) = (*STARTS.get(name.len())?, *STARTS.get(name.len() + 1)?);
    let ends = ends(name);
    (from..to)
        .find(|&at| {
            let row = &KEYWORDS[usize::from(at)];
            // Up to 16 bytes the ends are the whole.
            row.ends == ends && (name.len() <= 16 || row.name.as_bytes() == name)
        })
        .map(Row)
}

/// The first and the last eight bytes of a name, or all of a shorter one.
const fn ends(name: &[u8]) -> (u64, u64) {
    if let (Some(&first), Some(&last)) = (name.first_chunk::<8>(), name.last_chunk::<8>()) {
        return (u64::from_le_bytes(first), u64::from_le_bytes(last));
    }
    if let (Some(&first), Some(&last)) = (name.first_chunk::<4>(), name.last_chunk::<4>()) {
        return (u32::from_le_bytes(first) as u64, u32::from_le_bytes(last) as u64);
    }
    match *name {
        [a, b, c] => (a as u64, (b as u64) << 8 | c as u64),
        [a, b] => (a as u64, b as u64),
        _ => (0, 0), // no keyword is shorter
    }
}

macro_rules! keywords {
    ($($name:literal $first:ident $last:ident $shape:ident $($in_place:ident)?;)*) => {
        /// Sorted by the length of the name; rows of one name stand together, and there are two at most.
        static KEYWORDS: &[Keyword] = &[$(
            Keyword {
                name: $name,
                ends: ends($name.as_bytes()),
                first: $first,
                last: $last,
                shape: Shape::$shape,
                in_place: keywords!(@in_place $($in_place)?),
            },
        )*];
    };
    (@in_place in_place) => { true };
    (@in_place) => { false };
}

keywords! {
    "id" Ancient Draft04 Id;
    "if" Draft07 Draft2020 Schema in_place;
    "$id" Draft06 Draft2020 Id;
    "not" Draft04 Draft2020 Schema in_place;
    "type" Draft04 Draft2020 Types;
    "enum" Ancient Draft2020 Choices;
    "$ref" Ancient Draft2020 Reference;
    "then" Draft07 Draft2020 Schema in_place;
    "else" Draft07 Draft2020 Schema in_place;
    "items" Ancient Draft2019 SchemaOrSchemas;
    "items" Draft2020 Draft2020 Schema;
    "title" Ancient Draft2020 Text;
    "anyOf" Draft04 Draft2020 Schemas in_place;
    "allOf" Draft04 Draft2020 Schemas in_place;
    "oneOf" Draft04 Draft2020 Schemas in_place;
    "$defs" Draft2019 Draft2020 SchemaMap;
    "format" Ancient Draft2020 Text;
    "minimum" Ancient Draft2020 Number;
    "maximum" Ancient Draft2020 Number;
    "pattern" Ancient Draft2020 Pattern;
    "$schema" Ancient Draft2020 Dialect;
    "$anchor" Draft2019 Draft2020 Anchor;
    "required" Draft04 Draft04 NamesNotEmpty;
    "required" Draft06 Draft2020 Names;
    "maxItems" Ancient Draft2020 Count;
    "minItems" Ancient Draft2020 Count;
    "examples" Draft06 Draft2020 List;
    "contains" Draft06 Draft2020 Schema;
    "readOnly" Draft07 Draft2020 Boolean;
    "$comment" Draft07 Draft2020 Text;
    "maxLength" Ancient Draft2020 Count;
    "minLength" Ancient Draft2020 Count;
    "writeOnly" Draft07 Draft2020 Boolean;
    "properties" Ancient Draft2020 SchemaMap;
    "multipleOf" Draft04 Draft2020 Positive;
    "deprecated" Draft2019 Draft2020 Boolean;
    "description" Ancient Draft2020 Text;
    "definitions" Draft04 Draft2020 SchemaMap;
    "uniqueItems" Ancient Draft2020 Boolean;
    "prefixItems" Draft2020 Draft2020 Schemas;
    "maxContains" Draft2019 Draft2020 Count;
    "minContains" Draft2019 Draft2020 Count;
    "$dynamicRef" Draft2020 Draft2020 Reference;
    "$vocabulary" Draft2019 Draft2020 BooleanMap;
    "x-mcp-header" Ancient Draft2020 Header;
    "dependencies" Draft04 Draft07 Dependencies in_place;
    "dependencies" Draft2019 Draft2020 Dependencies;
    "propertyNames" Draft06 Draft2020 Schema;
    "minProperties" Draft04 Draft2020 Count;
    "maxProperties" Draft04 Draft2020 Count;
    "contentSchema" Draft2019 Draft2020 Schema;
    "$recursiveRef" Draft2019 Draft2019 Reference;
    "$recursiveRef" Draft2020 Draft2020 Text;
    "$dynamicAnchor" Draft2020 Draft2020 Anchor;
    "additionalItems" Ancient Draft04 SchemaOrBoolean;
    "additionalItems" Draft06 Draft2019 Schema;
    "contentEncoding" Draft07 Draft2020 Text;
    "unevaluatedItems" Draft2019 Draft2020 Schema;
    "dependentSchemas" Draft2019 Draft2020 SchemaMap in_place;
    "contentMediaType" Draft07 Draft2020 Text;
    "exclusiveMinimum" Ancient Draft04 Boolean;
    "exclusiveMinimum" Draft06 Draft2020 Number;
    "exclusiveMaximum" Ancient Draft04 Boolean;
    "exclusiveMaximum" Draft06 Draft2020 Number;
    "$recursiveAnchor" Draft2019 Draft2019 Boolean;
    "$recursiveAnchor" Draft2020 Draft2020 Anchor;
    "patternProperties" Ancient Draft2020 PatternMap;
    "dependentRequired" Draft2019 Draft2020 NamesMap;
    "additionalProperties" Ancient Draft04 SchemaOrBoolean;
    "additionalProperties" Draft06 Draft2020 Schema;
    "unevaluatedProperties" Draft2019 Draft2020 Schema;
}

const LONGEST: usize = 21;

/// Where the keywords of each length begin in [`KEYWORDS`]; one more entry closes the last.
static STARTS: [u8; LONGEST + 2] = {
    let mut starts = [0; LONGEST + 2];
    let mut length = 0;
    let mut at = 0;
    while length <= LONGEST {
        starts[length] = at;
        while (at as usize) < KEYWORDS.len() && KEYWORDS[at as usize].name.len() == length {
            at += 1;
        }
        length += 1;
    }
    // Anything left over would be out of order or too long, and never found.
    assert!(at as usize == KEYWORDS.len());
    starts[LONGEST + 1] = at;
    starts
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_keyword_is_found_in_its_dialects_and_nowhere_else() {
        for dialect in [Ancient, Draft04, Draft06, Draft07, Draft2019, Draft2020] {
            for keyword in KEYWORDS {
                let rows: Vec<Shape> = KEYWORDS
                    .iter()
                    .filter(|row| row.name == keyword.name && row.first <= dialect && dialect <= row.last)
                    .map(|row| row.shape)
                    .collect();
                let found = find(keyword.name).and_then(|row| row.under(dialect));
                assert!(rows.len() <= 1, "{}", keyword.name);
                assert_eq!(found.map(|found| found.shape), rows.first().copied(), "{}", keyword.name);
            }
        }
        assert!(find("$defs").is_some_and(|row| row.under(Draft07).is_none()));
    }

    #[test]
    fn what_only_looks_like_a_keyword_is_none() {
        for name in
            ["", "Type", "typ", "type ", "epyt", "additionalPropertiesAndMuchMore", "unevaluatedPROPerties", "\0if"]
        {
            assert!(find(name).is_none(), "{name}");
        }
    }
}
