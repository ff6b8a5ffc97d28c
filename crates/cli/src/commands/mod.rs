//! One file per command: a short walk from a plan to a report.
//!
//! Called by `run`.

pub(crate) mod capture;
pub(crate) mod check;
pub(crate) mod completions;
pub(crate) mod demo;
pub(crate) mod diff;
pub(crate) mod explain;
pub(crate) mod fingerprint;
pub(crate) mod lock;
pub(crate) mod man;
