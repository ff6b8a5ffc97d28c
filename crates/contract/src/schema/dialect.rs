//! The dialects of JSON Schema, by the address that `$schema` gives.
//!
//! Called by the walk for `$schema`, and by the references, which may point at a dialect's own schema.

/// A dialect, oldest first, so that a keyword's life is a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Dialect {
    /// Draft-03 and before: reported, and only its references and the keywords it shares with later ones are read.
    Ancient,
    Draft04,
    Draft06,
    Draft07,
    Draft2019,
    Draft2020,
}

impl Dialect {
    pub(super) fn name(self) -> &'static str {
        match self {
            Dialect::Ancient => "draft-03 or older",
            Dialect::Draft04 => "draft-04",
            Dialect::Draft06 => "draft-06",
            Dialect::Draft07 => "draft-07",
            Dialect::Draft2019 => "2019-09",
            Dialect::Draft2020 => "2020-12",
        }
    }

    /// The keyword that names a schema.
    pub(super) fn id_keyword(self) -> &'static str {
        if self <= Dialect::Draft04 { "id" } else { "$id" }
    }

    /// Whether `true` and `false` are schemas.
    pub(super) fn has_boolean_schemas(self) -> bool {
        self >= Dialect::Draft06
    }

    /// Whether everything beside a `$ref` is passed over (draft-07 core, 8.3 and its predecessors).
    pub(super) fn ref_stands_alone(self) -> bool {
        self <= Dialect::Draft07
    }
}

/// What an address in `$schema` says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Named {
    /// A dialect's own address, with or without the empty fragment.
    Exactly(Dialect),
    /// The address of a dialect but for `https` in place of `http`, or the other way round: clients that compare
    /// addresses do not know it.
    Nearly(Dialect),
    Unknown,
}

const ADDRESSES: [(&str, &str, Dialect); 8] = [
    ("http:", "//json-schema.org/draft-01/schema", Dialect::Ancient),
    ("http:", "//json-schema.org/draft-02/schema", Dialect::Ancient),
    ("http:", "//json-schema.org/draft-03/schema", Dialect::Ancient),
    ("http:", "//json-schema.org/draft-04/schema", Dialect::Draft04),
    ("http:", "//json-schema.org/draft-06/schema", Dialect::Draft06),
    ("http:", "//json-schema.org/draft-07/schema", Dialect::Draft07),
    ("https:", "//json-schema.org/draft/2019-09/schema", Dialect::Draft2019),
    ("https:", "//json-schema.org/draft/2020-12/schema", Dialect::Draft2020),
];

/// The dialect that `address` names.
pub(super) fn named(address: &str) -> Named {
    let address = address.strip_suffix('#').unwrap_or(address);
    for (scheme, rest, dialect) in ADDRESSES {
        let Some(scheme_given) = address.strip_suffix(rest) else { continue };
        match scheme_given {
            given if given == scheme => return Named::Exactly(dialect),
            "http:" | "https:" => return Named::Nearly(dialect),
            _ => {}
        }
    }
    Named::Unknown
}

/// Whether `address` (without fragment) is a schema that every implementation has on board: a dialect's own, or one of
/// the parts it is made of.
pub(super) fn is_on_board(address: &str) -> bool {
    if let Named::Exactly(_) = named(address) {
        return true;
    }
    let path = address.strip_prefix("https://json-schema.org/draft/");
    path.and_then(|path| path.strip_prefix("2020-12/").or_else(|| path.strip_prefix("2019-09/")))
        .and_then(|path| path.strip_prefix("meta/"))
        .is_some_and(|name| !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_known_with_and_without_its_empty_fragment() {
        for end in ["", "#"] {
            let address = |version: &str| format!("http://json-schema.org/{version}/schema{end}");
            assert_eq!(named(&address("draft-04")), Named::Exactly(Dialect::Draft04));
            assert_eq!(named(&address("draft-07")), Named::Exactly(Dialect::Draft07));
            let modern = format!("https://json-schema.org/draft/2020-12/schema{end}");
            assert_eq!(named(&modern), Named::Exactly(Dialect::Draft2020));
        }
    }

    #[test]
    fn the_wrong_scheme_is_near_and_anything_else_unknown() {
        assert_eq!(named("https://json-schema.org/draft-07/schema#"), Named::Nearly(Dialect::Draft07));
        assert_eq!(named("http://json-schema.org/draft/2020-12/schema"), Named::Nearly(Dialect::Draft2020));
        for other in ["", "http://json-schema.org/schema#", "https://example.com/dialect", "draft-07"] {
            assert_eq!(named(other), Named::Unknown, "{other}");
        }
    }

    #[test]
    fn a_dialects_schema_and_its_parts_are_on_board() {
        assert!(is_on_board("http://json-schema.org/draft-07/schema"));
        assert!(is_on_board("https://json-schema.org/draft/2020-12/meta/meta-data"));
        assert!(!is_on_board("https://json-schema.org/draft/2020-12/meta/"));
        assert!(!is_on_board("https://json-schema.org/draft/2020-12/links"));
    }
}
