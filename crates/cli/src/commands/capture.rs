//! `mcpledge capture`: the raw results of a server, with findings on standard error.

use mcpledge_contract::surface::write_capture;

use crate::args::{CaptureArgs, OutputArgs};
use crate::exit;
use crate::failure::Failure;
use crate::plan::{Source, obtain};
use crate::report::{self, Printer};

pub(crate) async fn run(args: CaptureArgs, output: &OutputArgs, printer: &Printer) -> Result<u8, Failure> {
    let source = Source {
        target: &args.target,
        era: args.era,
        protocol_version: args.protocol_version.clone(),
        twice: args.twice,
        twice_if_live: false,
    };
    let (capture, subject) = obtain(source, output).await?;
    let mut text = Vec::new();
    if args.output_file.is_some() || !output.json {
        write_capture(&capture, &mut text);
    }
    if let Some(path) = &args.output_file {
        report::replace_file(path, &text)?;
    }
    report::print_capture(printer, &capture, &subject);
    if output.json {
        printer.data(report::capture_json(&capture).as_bytes())?;
    } else if args.output_file.is_none() {
        printer.data(&text)?;
    }
    Ok(exit::FINE)
}
