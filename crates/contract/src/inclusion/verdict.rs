//! What the engine answers.
//!
//! Read by the break rules and the reports; [`Verdict`] is never a `bool`, because "not shown" is neither yes nor no.

use std::fmt;

/// Whether the new schema accepts every value that the old one accepts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It does.
    Proved,
    /// It does not: here is a value that the old one accepts and the new one refuses.
    Refuted(Witness),
    /// Neither was shown.
    Unknown {
        /// Why not.
        reason: Reason,
        /// The part of a schema that stood in the way.
        place: Place,
    },
}

/// A value that settles a question. An independent validator has confirmed it against both schemas.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness {
    /// Compact JSON, keys sorted; the same on every run.
    pub json: String,
}

/// One of the two schemas of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// The schema whose values must be accepted.
    Old,
    /// The schema that must accept them.
    New,
}

/// A place in one of the two schemas.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// In which schema.
    pub side: Side,
    /// JSON Pointer from its root.
    pub pointer: String,
}

impl Place {
    /// The schema as a whole.
    #[must_use]
    pub fn root(side: Side) -> Self {
        Self { side, pointer: String::new() }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = match self.side {
            Side::Old => "old",
            Side::New => "new",
        };
        write!(f, "{side}#{}", self.pointer)
    }
}

/// Why a question stays open.
#[derive(Clone, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum Reason {
    /// `$schema` names a dialect that is not read.
    #[error("the dialect that `$schema` names is not read")]
    Dialect,
    /// A keyword has a value that JSON Schema does not allow.
    #[error("`{keyword}` has a value that JSON Schema does not allow")]
    InvalidKeyword {
        /// Its name; `schema` for something that is no schema at all.
        keyword: &'static str,
    },
    /// A reference leads out of the document; nothing is fetched.
    #[error("`{reference}` leads out of the document and is not fetched")]
    RemoteReference {
        /// The reference as written.
        reference: String,
    },
    /// A reference leads nowhere.
    #[error("`{reference}` leads nowhere")]
    MissingReference {
        /// The reference as written.
        reference: String,
    },
    /// References lead in a ring without ever coming to an assertion.
    #[error("the references lead in a ring")]
    ReferenceRing,
    /// A part of the document has an identifier of its own, which changes what references mean.
    #[error("a part of the schema has an identifier of its own")]
    EmbeddedResource,
    /// A pattern that is not a regular language (back reference, look-behind, word boundary, Unicode property).
    #[error("the pattern is beyond regular languages")]
    Pattern,
    /// A number has more digits, or a larger exponent, than is reckoned with here.
    #[error("a number is beyond what is reckoned with")]
    Number,
    /// A string holds half a surrogate pair.
    #[error("a string holds half a surrogate pair")]
    LoneSurrogate,
    /// Schemas inside each other beyond the limit.
    #[error("nested too deeply")]
    Depth,
    /// `unevaluated…` depends on too many alternatives at once.
    #[error("`{keyword}` depends on too many alternatives")]
    Unevaluated {
        /// Which of the two.
        keyword: &'static str,
    },
    /// The keyword means something else in the dialect of the other side.
    #[error("`{keyword}` has a meaning of its own in this dialect")]
    DialectMeaning {
        /// Its name.
        keyword: &'static str,
    },
    /// Items or properties hang together in more ways than are tried.
    #[error("the parts of the value depend on each other in too many ways")]
    Combination,
    /// A value would be too large to build.
    #[error("a value would be too large to build")]
    Size,
    /// The work allowed for one question is done.
    #[error("the question takes more steps than allowed")]
    Steps,
    /// The validator would need too much work, or too deep a stack.
    #[error("the validator would need too much work to confirm a witness")]
    ValidationWork,
    /// The validator does not take one of the schemas.
    #[error("the validator does not take the schema")]
    NotValidatable,
    /// A value was found, but the validator judges it otherwise.
    #[error("a value was found, but the validator does not confirm it")]
    NotConfirmed,
}
