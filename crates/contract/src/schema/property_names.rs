//! The names that `\p{…}` takes in a regular expression (ECMA-262, "Runtime Semantics: UnicodeMatchProperty").
//!
//! Called by the pattern reader. The names of scripts are left open: each version of Unicode brings new ones, and
//! engines differ in the version they know.

/// Whether `\p{name}` or `\p{name=value}` can be written.
pub(super) fn is_known(name: &str, value: Option<&str>) -> bool {
    let known = |names: &[&str], name: &str| names.binary_search(&name).is_ok();
    match (name, value) {
        (_, None) => known(&CATEGORIES, name) || known(&BINARY, name),
        ("General_Category" | "gc", Some(value)) => known(&CATEGORIES, value),
        ("Script" | "sc" | "Script_Extensions" | "scx", Some(value)) => {
            value.starts_with(|first: char| first.is_ascii_uppercase())
                && value.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        }
        _ => false,
    }
}

/// General categories, long and short.
#[rustfmt::skip]
static CATEGORIES: [&str; 80] = [
    "C", "Cased_Letter", "Cc", "Cf", "Close_Punctuation", "Cn", "Co", "Combining_Mark", "Connector_Punctuation",
    "Control", "Cs", "Currency_Symbol", "Dash_Punctuation", "Decimal_Number", "Enclosing_Mark", "Final_Punctuation",
    "Format", "Initial_Punctuation", "L", "LC", "Letter", "Letter_Number", "Line_Separator", "Ll", "Lm", "Lo",
    "Lowercase_Letter", "Lt", "Lu", "M", "Mark", "Math_Symbol", "Mc", "Me", "Mn", "Modifier_Letter",
    "Modifier_Symbol", "N", "Nd", "Nl", "No", "Nonspacing_Mark", "Number", "Open_Punctuation", "Other",
    "Other_Letter", "Other_Number", "Other_Punctuation", "Other_Symbol", "P", "Paragraph_Separator", "Pc", "Pd",
    "Pe", "Pf", "Pi", "Po", "Private_Use", "Ps", "Punctuation", "S", "Sc", "Separator", "Sk", "Sm", "So",
    "Space_Separator", "Spacing_Mark", "Surrogate", "Symbol", "Titlecase_Letter", "Unassigned", "Uppercase_Letter",
    "Z", "Zl", "Zp", "Zs", "cntrl", "digit", "punct",
];

/// Binary properties, long and short.
#[rustfmt::skip]
static BINARY: [&str; 98] = [
    "AHex", "ASCII", "ASCII_Hex_Digit", "Alpha", "Alphabetic", "Any", "Assigned", "Bidi_C", "Bidi_Control",
    "Bidi_M", "Bidi_Mirrored", "CI", "CWCF", "CWCM", "CWKCF", "CWL", "CWT", "CWU", "Case_Ignorable", "Cased",
    "Changes_When_Casefolded", "Changes_When_Casemapped", "Changes_When_Lowercased", "Changes_When_NFKC_Casefolded",
    "Changes_When_Titlecased", "Changes_When_Uppercased", "DI", "Dash", "Default_Ignorable_Code_Point", "Dep",
    "Deprecated", "Dia", "Diacritic", "EBase", "EComp", "EMod", "EPres", "Emoji", "Emoji_Component",
    "Emoji_Modifier", "Emoji_Modifier_Base", "Emoji_Presentation", "Ext", "ExtPict", "Extended_Pictographic",
    "Extender", "Gr_Base", "Gr_Ext", "Grapheme_Base", "Grapheme_Extend", "Hex", "Hex_Digit", "IDC", "IDS", "IDSB",
    "IDST", "IDS_Binary_Operator", "IDS_Trinary_Operator", "ID_Continue", "ID_Start", "Ideo", "Ideographic",
    "Join_C", "Join_Control", "LOE", "Logical_Order_Exception", "Lower", "Lowercase", "Math", "NChar",
    "Noncharacter_Code_Point", "Pat_Syn", "Pat_WS", "Pattern_Syntax", "Pattern_White_Space", "QMark",
    "Quotation_Mark", "RI", "Radical", "Regional_Indicator", "SD", "STerm", "Sentence_Terminal", "Soft_Dotted",
    "Term", "Terminal_Punctuation", "UIdeo", "Unified_Ideograph", "Upper", "Uppercase", "VS", "Variation_Selector",
    "White_Space", "XIDC", "XIDS", "XID_Continue", "XID_Start", "space",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted() {
        assert!(CATEGORIES.is_sorted() && BINARY.is_sorted());
    }

    #[test]
    fn an_independent_engine_knows_every_name() {
        for name in CATEGORIES.iter().chain(&BINARY) {
            assert!(regress::Regex::with_flags(&format!("\\p{{{name}}}"), "u").is_ok(), "{name}");
        }
    }

    #[test]
    fn categories_and_scripts_have_a_value_and_nothing_else_does() {
        assert!(is_known("gc", Some("Lu")) && is_known("Script", Some("Greek")) && is_known("L", None));
        assert!(!is_known("Greek", None) && !is_known("Alphabetic", Some("Yes")) && !is_known("sc", Some("")));
        assert!(!is_known("InGreek", None) && !is_known("gc", Some("Greek")));
    }
}
