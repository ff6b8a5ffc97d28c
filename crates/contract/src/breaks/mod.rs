//! What a change of the surface does to clients: named rules, each one file and one page.
//!
//! Called by `diff`, `check`, `lock` and `replay` with two captures of the same era. A rule states a fact about the
//! change; the preset and the configuration decide how much it counts. `docs/design/003-breaks.md` tells how rules,
//! presets and the inclusion engine work together.

mod calls;
mod compare;
mod compare_eras;
mod context;
mod levels;
mod pairing;
mod patch;
mod prove;
mod report;
mod rule;
mod rules;
mod schema_facts;
mod walk;

pub use calls::{Call, CallsError, CallsVerdict, Refusal, judge_calls, read_calls};
pub use compare::{Comparison, compare};
pub use compare_eras::compare_eras;
pub use levels::{Preset, Settings};
pub use report::{Direction, Entry, Subject};
pub use rule::{BreakRule, Proof};
pub use rules::RULES as BREAK_RULES;

#[cfg(test)]
mod tests;
