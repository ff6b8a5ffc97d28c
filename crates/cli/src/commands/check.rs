//! `mcpledge check`: the surface against the lock, and the lock against the version; the command for CI.
//!
//! `lock` is the same walk in the writing mode. So is `check` with `SURFACE_LOCK_ESCREVER=1` in the environment, as in
//! the other implementation of the lock.

use mcpledge_contract::lock::{Mode, Question, judge};

use crate::args::{CheckArgs, ContractArgs, OutputArgs};
use crate::exit;
use crate::failure::Failure;
use crate::plan::{ContractPlan, Guard, Source, apply_to_findings, obtain, plan_contract, read_lock};
use crate::report::{self, ContractReport, Printer};

/// Turns `check` into `lock`.
const WRITE: &str = "SURFACE_LOCK_ESCREVER";

pub(crate) async fn run(args: CheckArgs, output: &OutputArgs, printer: &Printer) -> Result<u8, Failure> {
    let mode = if std::env::var_os(WRITE).is_some_and(|value| value == "1") { Mode::Write } else { Mode::Check };
    judge_contract(args.contract, mode, false, output, printer).await
}

/// Captures, judges, writes where that is asked for and allowed, and reports.
pub(super) async fn judge_contract(
    args: ContractArgs,
    mode: Mode,
    allow_lower: bool,
    output: &OutputArgs,
    printer: &Printer,
) -> Result<u8, Failure> {
    let plan = plan_contract(args)?;
    // A damaged lock is known before a server is started.
    read_lock(&plan.lock)?;
    let source =
        Source { target: &plan.target, era: plan.era, protocol_version: None, twice: false, twice_if_live: true };
    let (mut capture, subject) = obtain(source, output).await?;
    apply_to_findings(&mut capture, &plan.settings);
    let _guard = (mode == Mode::Write).then(|| Guard::take(&plan.lock));
    let lock = read_lock(&plan.lock)?;
    let judgement = judge(lock.as_ref(), &capture, &question(&plan, mode, allow_lower))
        .map_err(|error| Failure::with_hint(format!("`{}`: {error}", plan.lock.display()), error.hint()))?;
    if let Some(text) = &judgement.text {
        report::replace_file(&plan.lock, text.as_bytes())?;
    }
    let report =
        ContractReport { mode, plan: &plan, capture: &capture, judgement: &judgement, target: subject.shown() };
    let secrets = subject.secrets();
    let strike = |text: String| secrets.iter().fold(text, |text, secret| secret.strike(&text));
    if output.json {
        printer.data(strike(report::contract_json(&report)).as_bytes())?;
    } else if judgement.fails() || !printer.quiet {
        printer.text(&strike(report::contract_text(&report)))?;
    }
    Ok(if judgement.fails() { exit::BROKEN } else { exit::FINE })
}

fn question(plan: &ContractPlan, mode: Mode, allow_lower: bool) -> Question<'_> {
    Question {
        mode,
        version: &plan.version.version,
        profile: plan.profile.as_deref(),
        eras: plan.eras(),
        allow_lower,
        settings: &plan.settings,
        approvals: &plan.approvals,
        accept: &plan.accept,
        today: &plan.today,
    }
}
