//! Levels of rules, from flags and from the configuration.
//!
//! Called while a plan is made. The levels of a comparison decide what breaks; those of a capture's own findings what
//! may be locked.

use mcpledge_contract::breaks::{BREAK_RULES, Preset, Settings};
use mcpledge_contract::finding::{Level, RULES, find_rule};
use mcpledge_contract::surface::{Capture, ListKind};

use crate::args::PresetArg;
use crate::failure::Failure;
use crate::report::nearest;

/// The preset of that word.
pub(super) fn preset(typed: PresetArg) -> Preset {
    match typed {
        PresetArg::McpSurface => Preset::McpSurface,
        PresetArg::Default => Preset::Default,
        PresetArg::Strict => Preset::Strict,
    }
}

/// Every id that a level can be given to.
pub(super) fn rule_ids() -> impl Iterator<Item = &'static str> {
    RULES.iter().map(|rule| rule.id).chain(BREAK_RULES.iter().map(|rule| rule.rule.id))
}

/// Reads `[ITEM:]RULE=LEVEL` into `settings` and returns the item. An item's name may hold anything, so it ends at the
/// last colon; `tools[NAME]`, as reports write places, is the name as well.
pub(super) fn set_typed(pair: &str, settings: &mut Settings) -> Result<Option<String>, Failure> {
    let (rule, level) = pair.rsplit_once('=').ok_or_else(|| Failure::usage("`--level` takes [ITEM:]RULE=LEVEL"))?;
    let level = level_of(level)
        .ok_or_else(|| Failure::usage(format!("`{level}` is no level: there are allow, warn and deny")))?;
    let (item, rule) = match rule.rsplit_once(':') {
        Some((item, rule)) => (Some(item_of(item)), rule),
        None => (None, rule),
    };
    if find_rule(rule).is_none() {
        return Err(unknown_rule(rule));
    }
    match item {
        Some(item) => settings.item_levels.insert((item.to_owned(), rule.to_owned()), level),
        None => settings.levels.insert(rule.to_owned(), level),
    };
    Ok(item.map(str::to_owned))
}

/// A level by its name, or by the word that reports print for it.
fn level_of(word: &str) -> Option<Level> {
    match word {
        "error" => Some(Level::Deny),
        "warning" => Some(Level::Warn),
        "note" => Some(Level::Allow),
        word => Level::from_name(word),
    }
}

/// The name in `tools[NAME]`, or all of the text.
fn item_of(text: &str) -> &str {
    let inside = |kind: ListKind| text.strip_prefix(kind.key())?.strip_prefix('[')?.strip_suffix(']');
    ListKind::ALL.into_iter().find_map(inside).unwrap_or(text)
}

/// There is no such rule; the nearest one is the hint.
pub(super) fn unknown_rule(rule: &str) -> Failure {
    let hint = match nearest(rule, rule_ids()) {
        Some(near) => format!("did you mean `{near}`? `mcpledge explain --list` shows all"),
        None => "`mcpledge explain --list` shows all".to_owned(),
    };
    Failure::with_hint(format!("there is no rule `{rule}`"), hint)
}

/// Gives the findings of a capture the levels that were configured for them.
pub(crate) fn apply_to_findings(capture: &mut Capture, settings: &Settings) {
    for finding in &mut capture.findings {
        let of_item = settings.item_levels.iter().find(|((item, rule), _)| {
            *rule == finding.rule && ListKind::ALL.into_iter().any(|kind| stands_in(&finding.place, kind, item))
        });
        let level = of_item.map(|(_, level)| level).or_else(|| settings.levels.get(finding.rule.as_ref()));
        if let Some(level) = level {
            finding.level = *level;
        }
    }
    if let Some(modern) = &mut capture.modern {
        apply_to_findings(modern, settings);
    }
}

/// Whether `place` is that of the item, or inside it.
fn stands_in(place: &str, kind: ListKind, item: &str) -> bool {
    let rest = place.strip_prefix(kind.key()).and_then(|rest| rest.strip_prefix('['));
    // Names that could be misread are written in quotes.
    rest.is_some_and(|rest| {
        [item.to_owned(), format!("{item:?}")]
            .iter()
            .any(|name| rest.strip_prefix(name.as_str()).is_some_and(|rest| rest.starts_with(']')))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use mcpledge_contract::finding::Finding;
    use mcpledge_contract::surface::{How, Opening};

    fn settings(pairs: &[&str]) -> Settings {
        let mut settings = Settings::default();
        for pair in pairs {
            set_typed(pair, &mut settings).unwrap_or_else(|_| panic!("{pair}"));
        }
        settings
    }

    #[test]
    fn a_level_is_for_all_or_for_one_item() {
        let settings = settings(&["tool-removed=warn", "a:b=c:tool-removed=allow"]);
        assert_eq!(settings.levels["tool-removed"], Level::Warn);
        assert_eq!(settings.item_levels[&("a:b=c".to_owned(), "tool-removed".to_owned())], Level::Allow);
        let settings = self::settings(&["tools[a]:tool-removed=error", "prompt-removed=warning", "tool-added=note"]);
        assert_eq!(settings.item_levels[&("a".to_owned(), "tool-removed".to_owned())], Level::Deny);
        assert_eq!([settings.levels["prompt-removed"], settings.levels["tool-added"]], [Level::Warn, Level::Allow]);
        for wrong in ["tool-removed", "tool-removed=", "tool-removed=none", "tool-remove=warn", "x:=deny"] {
            assert!(set_typed(wrong, &mut Settings::default()).is_err(), "{wrong}");
        }
    }

    #[test]
    fn findings_of_a_capture_get_their_levels() {
        let findings = vec![
            Finding::new("name-odd", "tools[a b]", "x"),
            Finding::new("name-odd", "tools[\"a\\tb\"].x", "x"),
            Finding::new("name-odd", "tools[ab]", "x"),
            Finding::new("stdout-text", "stdout", "x"),
        ];
        let mut capture = Capture { findings, ..Capture::new(Opening::Initialize(None), How::default()) };
        let settings = settings(&["name-odd=deny", "a b:name-odd=allow", "a\tb:name-odd=warn", "a:name-odd=allow"]);
        apply_to_findings(&mut capture, &settings);
        let levels: Vec<Level> = capture.findings.iter().map(|finding| finding.level).collect();
        assert_eq!(levels, [Level::Allow, Level::Warn, Level::Deny, Level::Warn]);
    }
}
