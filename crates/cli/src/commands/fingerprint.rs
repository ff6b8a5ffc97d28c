//! `mcpledge fingerprint`: 64 hexadecimal digits on standard output, or the bytes behind them.

use mcpledge_contract::surface::form::{Form, write_form};

use crate::args::{FingerprintArgs, OutputArgs};
use crate::exit;
use crate::failure::Failure;
use crate::plan::{Source, obtain};
use crate::report::{self, Printer};

pub(crate) async fn run(args: FingerprintArgs, output: &OutputArgs, printer: &Printer) -> Result<u8, Failure> {
    let source =
        Source { target: &args.target, era: args.era, protocol_version: None, twice: false, twice_if_live: false };
    let (capture, subject) = obtain(source, output).await?;
    report::print_capture(printer, &capture, &subject);
    if output.json {
        printer.data(report::capture_json(&capture).as_bytes())?;
        return Ok(exit::FINE);
    }
    let form = Form::of_era(capture.era());
    if args.canonical {
        let mut bytes = Vec::new();
        write_form(form, &capture, &mut bytes).map_err(|error| Failure::usage(error.to_string()))?;
        printer.data(&bytes)?;
    } else if let Some(fingerprint) = capture.fingerprint {
        printer.data(format!("{fingerprint}\n").as_bytes())?;
    }
    Ok(exit::FINE)
}
