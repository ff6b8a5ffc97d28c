//! From the command line to the exit code: parsing, the runtime, signals, the one place where failures are printed.
//!
//! Called by `main`.

use std::process::ExitCode;

use clap::Parser;
use clap::error::ErrorKind;

use crate::args::{Cli, Command};
use crate::exit;
use crate::failure::Failure;
use crate::report::Printer;
use crate::{commands, report};

pub(crate) fn main() -> ExitCode {
    report_panics();
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            let code = match error.kind() {
                ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => exit::FINE,
                _ => exit::USAGE,
            };
            let printed = error.print();
            // The commonest slip: a command as it would be typed without us.
            if error.kind() == ErrorKind::UnknownArgument && !std::env::args_os().any(|word| word == "--") {
                report::print_hint("a command to start stands after `--`: mcpledge capture -- node server.js");
            }
            return match printed {
                // A closed pipe behind `--help` is no failure.
                Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => ExitCode::from(exit::USAGE),
                _ => ExitCode::from(code),
            };
        }
    };
    let printer = Printer::new(cli.output.quiet, cli.output.json);
    match execute(cli, &printer) {
        Ok(code) => ExitCode::from(code),
        Err(failure) => {
            report::print_failure(&printer, &failure);
            ExitCode::from(failure.exit_code())
        }
    }
}

fn execute(cli: Cli, printer: &Printer) -> Result<u8, Failure> {
    match cli.command {
        Command::Capture(args) => on_the_wire(commands::capture::run(args, &cli.output, printer)),
        Command::Fingerprint(args) => on_the_wire(commands::fingerprint::run(args, &cli.output, printer)),
        Command::Lock(args) => on_the_wire(commands::lock::run(args, &cli.output, printer)),
        Command::Check(args) => on_the_wire(commands::check::run(args, &cli.output, printer)),
        Command::Diff(args) => on_the_wire(commands::diff::run(args, &cli.output, printer)),
        Command::Demo => on_the_wire(commands::demo::run(printer)),
        Command::Explain(args) => commands::explain::run(&args, printer),
        Command::Completions(args) => commands::completions::run(&args, printer),
        Command::Man(args) => commands::man::run(&args, printer),
    }
}

/// Runs a command that talks to servers. A signal ends it at once: dropping it kills what it started.
fn on_the_wire(work: impl Future<Output = Result<u8, Failure>>) -> Result<u8, Failure> {
    mcpledge_wire::end_orphans::adopt();
    end_when_stuck();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| Failure::usage(format!("could not start the runtime: {error}")))?;
    let outcome = runtime.block_on(async {
        // Listening starts before the first server does: a signal in between would leave it running.
        let signal = signalled();
        tokio::select! {
            outcome = work => outcome,
            signal = signal => Err(Failure::Signalled(signal)),
        }
    });
    // Reading tasks of ended servers must not keep us.
    runtime.shutdown_background();
    mcpledge_wire::end_orphans::kill();
    outcome
}

/// How long a command may take to end after a signal before it is ended.
#[cfg(unix)]
const STUCK: std::time::Duration = std::time::Duration::from_millis(500);

/// Ends the process after a signal that the main thread does not get to: it waits for a pipe, or computes.
#[cfg(unix)]
fn end_when_stuck() {
    // Without the thread a blocked command ends only by SIGKILL, as any would without our listening.
    let _ = std::thread::Builder::new().name("signals".to_owned()).spawn(|| {
        let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_all().build() else { return };
        let signal = runtime.block_on(async {
            let signal = signalled().await;
            tokio::time::sleep(STUCK).await;
            signal
        });
        mcpledge_wire::end_orphans::kill();
        #[expect(clippy::exit, reason = "the main thread is where it cannot be told to stop")]
        std::process::exit(i32::from(exit::SIGNAL + signal));
    });
}

#[cfg(not(unix))]
fn end_when_stuck() {}

/// Listens for signals that ask the process to end, from this call on; the future gives the number of the first.
#[cfg(unix)]
fn signalled() -> impl Future<Output = u8> {
    use tokio::signal::unix::{SignalKind, signal};
    let listeners = (signal(SignalKind::interrupt()), signal(SignalKind::terminate()), signal(SignalKind::hangup()));
    async move {
        let (Ok(mut interrupt), Ok(mut terminate), Ok(mut hangup)) = listeners else {
            return std::future::pending().await;
        };
        tokio::select! {
            _ = interrupt.recv() => 2,
            _ = terminate.recv() => 15,
            _ = hangup.recv() => 1,
        }
    }
}

#[cfg(not(unix))]
async fn signalled() -> u8 {
    match tokio::signal::ctrl_c().await {
        Ok(()) => 2,
        Err(_) => std::future::pending().await,
    }
}

/// A panic is a bug of ours, and says so with an exit code of its own.
fn report_panics() {
    std::panic::set_hook(Box::new(|panic| {
        report::print_bug(&panic.to_string());
        #[expect(clippy::exit, reason = "no destructor may hide the exit code of a bug")]
        std::process::exit(i32::from(exit::BUG));
    }));
}
