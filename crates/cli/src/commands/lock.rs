//! `mcpledge lock`: the surface that belongs to this version, written under the rule.

use mcpledge_contract::lock::Mode;

use crate::args::{LockArgs, OutputArgs};
use crate::failure::Failure;
use crate::report::Printer;

use super::check::judge_contract;

pub(crate) async fn run(args: LockArgs, output: &OutputArgs, printer: &Printer) -> Result<u8, Failure> {
    judge_contract(args.contract, Mode::Write, args.allow_lower_version, output, printer).await
}
