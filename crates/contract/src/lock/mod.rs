//! The lock: which surface goes with which version of the package, and when it may change.
//!
//! A [`LockFile`] is read and edited without touching a byte that does not change; [`judge`](judge()) applies the rule of
//! section 5 of the fingerprint specification to it and to a capture. Called by `lock`, `check` and by whoever tests a
//! server from within.

mod admission;
mod approval;
mod edit;
mod error;
mod file;
mod judge;
mod place;
mod pretty;
mod record;
mod rule;
mod section;
mod version;

pub use admission::{Acceptance, Admission, BadAcceptance};
pub use approval::{Approval, Approved, BadApproval, apply_approvals, is_day};
pub use error::LockError;
pub use file::LockFile;
pub use judge::{Delta, Judgement, Question, SectionJudgement, Verdict, judge};
pub use record::{Accepted, Record, credentials_text};
pub use rule::{Mode, Move, Recorded, Refusal, Ruling, Step, rule};
pub use section::{Content, Section, SectionKind};
pub use version::{Line, NotAVersion, Version};

use crate::json::Limits;

/// A lock may hold two surfaces at the limit of one message, some levels deeper than they were sent.
const LIMITS: Limits = Limits { bytes: 1 << 30, depth: 10_032 };

#[cfg(test)]
mod tests;
