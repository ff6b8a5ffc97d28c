//! `mcpledge man`: the man page, or one per command in a folder.

use std::path::Path;

use clap::CommandFactory as _;
use clap_mangen::Man;

use crate::args::{Cli, ManArgs};
use crate::exit;
use crate::failure::Failure;
use crate::report::{self, Printer};

pub(crate) fn run(args: &ManArgs, printer: &Printer) -> Result<u8, Failure> {
    let command = Cli::command();
    match &args.folder {
        None => printer.data(&page(command)?)?,
        Some(folder) => {
            std::fs::create_dir_all(folder).map_err(|error| Failure::file("create", folder, &error))?;
            write_all(command, folder)?;
        }
    }
    Ok(exit::FINE)
}

fn write_all(mut command: clap::Command, folder: &Path) -> Result<(), Failure> {
    command.build();
    let subcommands: Vec<clap::Command> = command.get_subcommands().cloned().collect();
    for subcommand in subcommands {
        // `build` gives subcommands their full name, `mcpledge capture`; a page is called mcpledge-capture.
        let name = subcommand.get_display_name().unwrap_or(subcommand.get_name()).to_owned();
        report::replace_file(&folder.join(format!("{name}.1")), &page(subcommand)?)?;
    }
    report::replace_file(&folder.join("mcpledge.1"), &page(command)?)
}

fn page(command: clap::Command) -> Result<Vec<u8>, Failure> {
    let mut page = Vec::new();
    Man::new(command).render(&mut page)?;
    Ok(page)
}
