//! Everything a judgement by the lock needs: flags, `mcpledge.toml` and the version brought together.
//!
//! Called by `lock` and `check`. A flag wins over the configuration.

use std::path::{Path, PathBuf};

use mcpledge_contract::breaks::Settings;
use mcpledge_contract::finding::RULES;
use mcpledge_contract::lock::{Acceptance, Approval, BadAcceptance};
use mcpledge_contract::surface::Era;

use crate::args::{ContractArgs, EraArg, TargetArgs};
use crate::failure::Failure;
use crate::report::nearest;

use super::config::Config;
use super::judging::Judging;
use super::version_source::{self, Sourced};

/// The lock where none is named.
const LOCK: &str = "surface.lock.json";

/// What is judged, and how.
pub(crate) struct ContractPlan {
    pub(crate) target: TargetArgs,
    pub(crate) era: EraArg,
    pub(crate) lock: PathBuf,
    pub(crate) profile: Option<String>,
    pub(crate) version: Sourced,
    pub(crate) settings: Settings,
    pub(crate) approvals: Vec<Approval>,
    pub(crate) accept: Vec<Acceptance>,
    pub(crate) today: String,
}

impl ContractPlan {
    /// The eras that are asked for.
    pub(crate) fn eras(&self) -> &'static [Era] {
        match self.era {
            EraArg::Auto => &[Era::Legacy, Era::Modern],
            EraArg::Legacy => &[Era::Legacy],
            EraArg::Modern => &[Era::Modern],
        }
    }
}

/// Brings everything together.
pub(crate) fn plan_contract(args: ContractArgs) -> Result<ContractPlan, Failure> {
    let config = Config::find(args.config_file.as_deref(), args.lock.as_deref())?;
    let mut target = args.target;
    let typed = target.target.is_some() || !target.command.is_empty() || target.server.is_some();
    if !typed {
        match config.target_of(args.profile.as_deref())? {
            Some(configured) => configured.put_into(&mut target),
            None => {
                return Err(Failure::with_hint(
                    "no target",
                    "give an URL, a capture file, `--server NAME` or a command after `--`, or set `target` in mcpledge.toml",
                ));
            }
        }
    }
    let Judging { settings, approvals, today, .. } = Judging::of(&config, &args.judgement)?;
    let lock = args.lock.or(config.lock).unwrap_or_else(|| PathBuf::from(LOCK));
    let folder = lock.parent().unwrap_or(Path::new(""));
    // What is typed stands in for both ways the configuration has to say it.
    let (version, file) = match (args.package_version, args.version_file) {
        (None, None) => (config.version, config.version_file),
        typed => typed,
    };
    let version = version_source::find(version.as_deref(), file.as_deref(), folder)?;
    let accept = args.accept.iter().map(|text| accepted(text)).collect::<Result<_, _>>()?;
    Ok(ContractPlan {
        target,
        era: args.era.or(config.era).unwrap_or(EraArg::Auto),
        lock,
        profile: args.profile,
        version,
        settings,
        approvals,
        accept,
        today,
    })
}

fn accepted(text: &str) -> Result<Acceptance, Failure> {
    Acceptance::parse(text).map_err(|error| {
        let near = match &error {
            BadAcceptance::Unknown(rule) => nearest(rule, RULES.iter().map(|rule| rule.id)),
            _ => None,
        };
        match near {
            Some(near) => Failure::with_hint(error.to_string(), format!("did you mean `{near}`?")),
            None => Failure::usage(error.to_string()),
        }
    })
}
