//! What was typed, resolved: files found, configurations read, secrets wrapped.
//!
//! Called by commands before they do anything.

mod config;
mod contract;
mod judging;
mod levels;
mod lock_file;
mod mcp_config;
mod side;
mod source;
mod target;
mod today;
mod version_source;

pub(crate) use contract::{ContractPlan, plan_contract};
pub(crate) use judging::Judging;
pub(crate) use levels::apply_to_findings;
pub(crate) use lock_file::{Guard, read_lock};
pub(crate) use side::{Side, read_side};
pub(crate) use source::{Source, obtain};
pub(crate) use target::Subject;
