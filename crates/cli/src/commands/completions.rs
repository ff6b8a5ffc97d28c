//! `mcpledge completions`: a completion script for a shell.

use clap::CommandFactory as _;

use crate::args::{Cli, CompletionsArgs};
use crate::exit;
use crate::failure::Failure;
use crate::report::Printer;

pub(crate) fn run(args: &CompletionsArgs, printer: &Printer) -> Result<u8, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "mcpledge", &mut script);
    printer.data(&script)?;
    Ok(exit::FINE)
}
