//! Why a lock cannot be used. Each says where.
//!
//! Returned by [`LockFile::read`](super::LockFile::read) and [`judge`](super::judge()). That a section does not match its
//! hash is no error: the rule judges it.

use thiserror::Error;

use crate::json::{ParseError, Problem};

use super::version::NotAVersion;

/// A lock that cannot be read, or not be judged as asked.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LockError {
    /// It is no JSON.
    #[error("{0}")]
    Json(#[from] ParseError),
    /// A merge left its marks.
    #[error("line {line}: a merge conflict is not resolved (`{marker}`)")]
    Conflict {
        /// Line, from 1.
        line: usize,
        /// The mark.
        marker: &'static str,
    },
    /// A value has the wrong type.
    #[error("line {line}, column {column} ({pointer}): {expected} expected, found {found}")]
    WrongType {
        /// Line, from 1.
        line: usize,
        /// Column, from 1.
        column: usize,
        /// JSON Pointer, `/` for the whole file.
        pointer: String,
        /// What it should be.
        expected: &'static str,
        /// What it is.
        found: &'static str,
    },
    /// A member is not there.
    #[error("line {line}, column {column} ({pointer}): `{key}` is missing")]
    Missing {
        /// Line of the object, from 1.
        line: usize,
        /// Column of the object, from 1.
        column: usize,
        /// JSON Pointer of the object.
        pointer: String,
        /// The member.
        key: &'static str,
    },
    /// A key stands twice in one object; readers differ in which one they take.
    #[error("line {line}, column {column} ({pointer}): the key stands twice")]
    Duplicate {
        /// Line of the second value, from 1.
        line: usize,
        /// Column of the second value, from 1.
        column: usize,
        /// JSON Pointer of the member.
        pointer: String,
    },
    /// The section is in a form of another version of this tool.
    #[error("line {line}, column {column} ({pointer}): the form {form:?} is not known, only {known}")]
    Form {
        /// Line, from 1.
        line: usize,
        /// Column, from 1.
        column: usize,
        /// JSON Pointer.
        pointer: String,
        /// The form it names.
        form: String,
        /// The form that is known.
        known: &'static str,
    },
    /// The version of a section, or of a profile in it, is none.
    #[error("`{section}`: {error}")]
    Version {
        /// The section.
        section: &'static str,
        /// What is wrong.
        error: NotAVersion,
    },
    /// The section has one surface per profile, and none was chosen.
    #[error("`{section}` holds one surface per profile ({}), and none is named", .known.join(", "))]
    ProfileNeeded {
        /// The section.
        section: &'static str,
        /// The profiles.
        known: Vec<String>,
    },
    /// The section has one surface, and a profile was named.
    #[error("`{section}` holds one surface for all, so there is no profile {profile:?}")]
    NoProfiles {
        /// The section.
        section: &'static str,
        /// What was named.
        profile: String,
    },
}

impl LockError {
    /// What to do, in the imperative.
    #[must_use]
    pub fn hint(&self) -> &'static str {
        match self {
            LockError::Json(ParseError { problem: Problem::ByteOrderMark, .. }) => {
                "save the file as UTF-8 without a byte-order mark"
            }
            LockError::Json(ParseError { problem: Problem::Ends { .. } | Problem::Empty, .. }) => {
                "the file is cut off: restore it from version control"
            }
            LockError::Conflict { .. } => {
                "take one side whole, then run `mcpledge check`; `mcpledge lock` writes what the merged server shows"
            }
            LockError::Form { .. } => "use the version of mcpledge that wrote it, or a later one",
            LockError::Version { .. } => "restore the file from version control",
            LockError::ProfileNeeded { .. } => "name one with --profile",
            LockError::NoProfiles { .. } => "leave --profile out",
            _ => "restore the file from version control, or delete it and run `mcpledge lock` for a fresh one",
        }
    }
}
