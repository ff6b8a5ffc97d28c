//! How a change is judged: preset, levels and approvals, out of `mcpledge.toml` and flags. A flag wins.
//!
//! Called while the plans of `diff`, `lock` and `check` are made.

use mcpledge_contract::breaks::Settings;
use mcpledge_contract::lock::Approval;
use mcpledge_contract::surface::{Capture, ListKind};

use crate::args::{JudgementArgs, PresetArg};
use crate::failure::Failure;
use crate::report::nearest;

use super::config::Config;
use super::levels::{preset, set_typed};
use super::today::today;

/// What decides how much a change counts.
pub(crate) struct Judging {
    pub(crate) settings: Settings,
    pub(crate) approvals: Vec<Approval>,
    /// The day approvals are counted on, `YYYY-MM-DD`.
    pub(crate) today: String,
    /// Items that a flag gives a level of their own.
    typed_items: Vec<String>,
}

impl Judging {
    /// The configuration with what was typed on top.
    pub(super) fn of(config: &Config, args: &JudgementArgs) -> Result<Self, Failure> {
        let mut settings = config.levels.clone();
        settings.preset = preset(args.preset.or(config.preset).unwrap_or(PresetArg::Default));
        let mut typed_items = Vec::new();
        for pair in &args.level {
            typed_items.extend(set_typed(pair, &mut settings)?);
        }
        let mut approvals = config.approved.clone();
        for pair in &args.approve {
            let (identity, reason) =
                pair.split_once('=').ok_or_else(|| Failure::usage("`--approve` takes IDENTITY=REASON"))?;
            let approval = Approval::new(identity, reason, None);
            approvals.push(approval.map_err(|error| Failure::usage(format!("`--approve`: {error}")))?);
        }
        Ok(Self { settings, approvals, today: today()?, typed_items })
    }

    /// For a command that reads no lock: the configuration here, or the one that is named.
    pub(crate) fn find(named: Option<&std::path::Path>, args: &JudgementArgs) -> Result<Self, Failure> {
        Self::of(&Config::find(named, None)?, args)
    }

    /// Refuses a level for an item that none of the sides has: it would silently do nothing.
    pub(crate) fn require_items(&self, sides: &[&Capture]) -> Result<(), Failure> {
        if self.typed_items.is_empty() {
            return Ok(());
        }
        let mut known: Vec<String> = Vec::new();
        for capture in sides.iter().flat_map(|side| side.eras()) {
            for kind in ListKind::ALL {
                let items = capture.list(kind).unwrap_or_default().iter();
                let names = items.filter_map(|item| item.value().get(kind.item_key())?.as_text());
                known.extend(names.map(|name| name.decode().into_owned()));
            }
        }
        match self.typed_items.iter().find(|item| !known.contains(item)) {
            None => Ok(()),
            Some(item) => Err(Failure::with_hint(
                format!("`--level`: neither side has an item `{item}`"),
                match nearest(item, known.iter().map(String::as_str)) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => "an item is the name of a tool or prompt, or the uri of a resource".to_owned(),
                },
            )),
        }
    }
}
