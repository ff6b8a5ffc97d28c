//! Everything that reaches standard output, standard error or a file.
//!
//! Data goes to standard output, all else to standard error. Text of servers is escaped before a terminal shows it.

mod capture;
mod contract;
mod diff;
mod escape;
mod failure;
mod file;
mod nearest;
mod printer;
mod trace;

pub(crate) use capture::{capture_json, capture_text, print_capture};
pub(crate) use contract::{ContractReport, contract_json, contract_text};
pub(crate) use diff::{DiffReport, Unexplained, diff_report};
pub(crate) use escape::{escaped, quoted};
pub(crate) use failure::{print_bug, print_failure, print_hint};
pub(crate) use file::replace_file;
pub(crate) use nearest::nearest;
pub(crate) use printer::Printer;
pub(crate) use trace::WireTrace;
