//! `mcpledge.toml`: the target, the version and how to judge, said once.
//!
//! Called by the commands that work on a lock. Every key has a flag, and the flag wins; `schema/mcpledge-toml.schema.json`
//! describes the file for editors. Values of headers and variables never stand in it, only the names of variables.

mod table;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use mcpledge_contract::breaks::Settings;
use mcpledge_contract::finding::{Level, find_rule};
use mcpledge_contract::lock::Approval;
use toml::Spanned;
use toml::de::DeValue;

use crate::args::{EraArg, PresetArg, TargetArgs};
use crate::failure::Failure;
use crate::report::nearest;

use super::levels::rule_ids;
pub(super) use table::{Table, TomlText};

/// The name of the file.
const NAME: &str = "mcpledge.toml";

/// What stands in the file.
#[derive(Debug, Default)]
pub(super) struct Config {
    /// The file; `None` when there is none.
    pub(super) path: Option<PathBuf>,
    pub(super) target: Option<TargetConfig>,
    pub(super) profiles: BTreeMap<String, TargetConfig>,
    pub(super) era: Option<EraArg>,
    pub(super) lock: Option<PathBuf>,
    pub(super) version: Option<String>,
    pub(super) version_file: Option<PathBuf>,
    pub(super) preset: Option<PresetArg>,
    /// The levels alone; the preset is above.
    pub(super) levels: Settings,
    pub(super) approved: Vec<Approval>,
}

/// A target and how it is reached. Paths are relative to the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct TargetConfig {
    /// An URL or a capture file.
    word: Option<String>,
    command: Vec<String>,
    server: Option<String>,
    mcp_config: Option<PathBuf>,
    cwd: Option<PathBuf>,
    env_from: Vec<String>,
    header_env: Vec<String>,
}

const KEYS: [&str; 11] =
    ["target", "profiles", "era", "lock", "version", "version-file", "preset", "rules", "tools", "approved", "$schema"];
const TARGET_KEYS: [&str; 7] = ["command", "url", "server", "mcp-config", "cwd", "env-from", "header-env"];
const PROFILE_KEYS: [&str; 1] = ["target"];
const TOOL_KEYS: [&str; 1] = ["rules"];
const APPROVED_KEYS: [&str; 3] = ["finding", "reason", "until"];

impl Config {
    /// The configuration named by a flag, or the one beside the lock (here, where none was named), or none.
    pub(super) fn find(named: Option<&Path>, lock: Option<&Path>) -> Result<Self, Failure> {
        let beside = lock.and_then(Path::parent).unwrap_or(Path::new("")).join(NAME);
        let path = match named {
            Some(named) => named,
            None if beside.is_file() => &beside,
            None => return Ok(Self::default()),
        };
        let text = std::fs::read_to_string(path).map_err(|error| Failure::file("read", path, &error))?;
        Self::read(path, &text)
    }

    fn read(path: &Path, text: &str) -> Result<Self, Failure> {
        let source = TomlText { path, text };
        let root = source.parse()?;
        let root = Table::new(&source, &root);
        root.only(&KEYS)?;
        let folder = path.parent().unwrap_or(Path::new(""));
        let mut config = Config { path: Some(path.to_owned()), ..Config::default() };
        if let Some(value) = root.get("target") {
            config.target = Some(read_target(root, value, folder)?);
        }
        for (name, profile) in root.table("profiles")?.iter().flat_map(Table::members) {
            let profile = root.table_of(name, profile)?;
            profile.only(&PROFILE_KEYS)?;
            if let Some(value) = profile.get("target") {
                config.profiles.insert(name.to_owned(), read_target(profile, value, folder)?);
            }
        }
        config.era =
            choice(root, "era", &[("auto", EraArg::Auto), ("legacy", EraArg::Legacy), ("modern", EraArg::Modern)])?;
        config.preset = choice(
            root,
            "preset",
            &[("mcp-surface", PresetArg::McpSurface), ("default", PresetArg::Default), ("strict", PresetArg::Strict)],
        )?;
        config.lock = root.text("lock")?.map(|lock| folder.join(lock));
        config.version = root.text("version")?.map(str::to_owned);
        config.version_file = root.text("version-file")?.map(|file| folder.join(file));
        if let (Some(_), Some(file)) = (&config.version, root.get("version-file")) {
            return Err(root.wrong(file, "`version-file` beside `version`: one of them says enough"));
        }
        if let Some(rules) = root.table("rules")? {
            for (rule, level) in read_levels(rules)? {
                config.levels.levels.insert(rule, level);
            }
        }
        for (name, tool) in root.table("tools")?.iter().flat_map(Table::members) {
            let tool = root.table_of(name, tool)?;
            tool.only(&TOOL_KEYS)?;
            for (rule, level) in tool.table("rules")?.map(read_levels).transpose()?.unwrap_or_default() {
                config.levels.item_levels.insert((name.to_owned(), rule), level);
            }
        }
        if let Some(approved) = root.get("approved") {
            let expected = || root.expected("approved", "an array of tables (`[[approved]]`)", approved);
            for item in approved.get_ref().as_array().ok_or_else(expected)?.iter() {
                config.approved.push(read_approval(root.table_of("approved", item)?, item)?);
            }
        }
        Ok(config)
    }

    /// The target of `profile`, or the one for all.
    pub(super) fn target_of(&self, profile: Option<&str>) -> Result<Option<&TargetConfig>, Failure> {
        let names = || self.profiles.keys().map(String::as_str);
        match profile {
            Some(profile) if !self.profiles.is_empty() => match self.profiles.get(profile) {
                Some(target) => Ok(Some(target)),
                None => {
                    let hint = match nearest(profile, names()) {
                        Some(near) => format!("did you mean `{near}`?"),
                        None => format!("there are: {}", names().collect::<Vec<_>>().join(", ")),
                    };
                    Err(Failure::with_hint(format!("{} has no profile `{profile}`", self.shown()), hint))
                }
            },
            None if self.target.is_none() && !self.profiles.is_empty() => Err(Failure::with_hint(
                format!("{} has a target per profile, and none is named", self.shown()),
                format!("name one with --profile: {}", names().collect::<Vec<_>>().join(", ")),
            )),
            _ => Ok(self.target.as_ref()),
        }
    }

    /// How messages call the file.
    pub(super) fn shown(&self) -> String {
        self.path.as_ref().map_or_else(|| NAME.to_owned(), |path| format!("`{}`", path.display()))
    }
}

impl TargetConfig {
    /// Fills in what was not typed.
    pub(super) fn put_into(&self, args: &mut TargetArgs) {
        args.target.clone_from(&self.word);
        args.command.clone_from(&self.command);
        args.server.clone_from(&self.server);
        if args.mcp_config.is_none() {
            args.mcp_config.clone_from(&self.mcp_config);
        }
        if args.reach.cwd.is_none() {
            args.reach.cwd.clone_from(&self.cwd);
        }
        args.reach.env_from.extend(self.env_from.iter().cloned());
        args.reach.header_env.extend(self.header_env.iter().cloned());
    }
}

/// A word out of a few.
fn choice<T: Copy>(table: Table<'_, '_>, key: &str, words: &[(&str, T)]) -> Result<Option<T>, Failure> {
    let Some(text) = table.text(key)? else { return Ok(None) };
    match words.iter().find(|(word, _)| *word == text) {
        Some((_, meant)) => Ok(Some(*meant)),
        None => {
            let known: Vec<String> = words.iter().map(|(word, _)| format!("\"{word}\"")).collect();
            let message = format!("`{key}`: {} expected, found {text:?}", known.join(", "));
            Err(table.get(key).map_or_else(|| Failure::usage(message.clone()), |value| table.wrong(value, &message)))
        }
    }
}

/// A target: an URL or file as a string, a command as an array, or a table that says more.
fn read_target(outer: Table<'_, '_>, value: &Spanned<DeValue<'_>>, folder: &Path) -> Result<TargetConfig, Failure> {
    let here = || (!folder.as_os_str().is_empty()).then(|| folder.to_owned());
    let word = |text: &str| match text.starts_with("http://") || text.starts_with("https://") || text == "-" {
        true => text.to_owned(),
        false => folder.join(text).display().to_string(),
    };
    match value.get_ref() {
        DeValue::String(text) => return Ok(TargetConfig { word: Some(word(text)), ..TargetConfig::default() }),
        DeValue::Array(_) => {
            let command = outer.texts("target")?.unwrap_or_default();
            if command.is_empty() {
                return Err(outer.wrong(value, "`target`: the command is empty"));
            }
            return Ok(TargetConfig { command, cwd: here(), ..TargetConfig::default() });
        }
        DeValue::Table(_) => {}
        _ => return Err(outer.expected("target", "an URL, an array (a command) or a table", value)),
    }
    let table = outer.table_of("target", value)?;
    table.only(&TARGET_KEYS)?;
    let kinds: Vec<&str> = ["command", "url", "server"].into_iter().filter(|key| table.get(key).is_some()).collect();
    let [kind] = kinds[..] else {
        return Err(outer.wrong(value, "`target`: one of `command`, `url` and `server` expected"));
    };
    let fits = [("mcp-config", "server"), ("header-env", "url"), ("env-from", "command"), ("cwd", "command")];
    for (key, fitting) in fits {
        // A server of a configuration may be either kind.
        if let Some(value) = table.get(key).filter(|_| kind != fitting && (kind != "server" || key == "mcp-config")) {
            return Err(table.wrong(value, &format!("`{key}` means nothing beside `{kind}`")));
        }
    }
    let command = table.texts("command")?.unwrap_or_default();
    if let Some(value) = table.get("command").filter(|_| command.is_empty()) {
        return Err(table.wrong(value, "`command`: the command is empty"));
    }
    let mut header_env = Vec::new();
    if let Some(headers) = table.table("header-env")? {
        for (name, variable) in headers.members() {
            header_env.push(format!("{name}={}", headers.text_of(name, variable)?));
        }
    }
    let cwd = table.text("cwd")?.map(|cwd| folder.join(cwd));
    Ok(TargetConfig {
        word: table.text("url")?.map(str::to_owned),
        cwd: cwd.or_else(|| here().filter(|_| kind == "command")),
        command,
        server: table.text("server")?.map(str::to_owned),
        mcp_config: table.text("mcp-config")?.map(|file| folder.join(file)),
        env_from: table.texts("env-from")?.unwrap_or_default(),
        header_env,
    })
}

fn read_levels(rules: Table<'_, '_>) -> Result<Vec<(String, Level)>, Failure> {
    let mut levels = Vec::new();
    let ids: Vec<&str> = rule_ids().collect();
    rules.only(&ids)?;
    for (id, value) in rules.members() {
        let text = rules.text_of(id, value)?;
        let level = Level::from_name(text).filter(|_| find_rule(id).is_some()).ok_or_else(|| {
            rules.wrong(value, &format!("`{id}`: \"allow\", \"warn\" or \"deny\" expected, found {text:?}"))
        })?;
        levels.push((id.to_owned(), level));
    }
    Ok(levels)
}

fn read_approval(table: Table<'_, '_>, whole: &Spanned<DeValue<'_>>) -> Result<Approval, Failure> {
    table.only(&APPROVED_KEYS)?;
    let missing = |key: &str| table.wrong(whole, &format!("`approved`: `{key}` is missing"));
    let finding = table.text("finding")?.ok_or_else(|| missing("finding"))?;
    let reason = table.text("reason")?.ok_or_else(|| missing("reason"))?;
    let until = match table.get("until").map(|value| (value, value.get_ref())) {
        None => None,
        // A date of TOML's own is as good as a string.
        Some((_, DeValue::Datetime(day))) => Some(day.to_string()),
        Some((value, _)) => Some(table.text_of("until", value)?.to_owned()),
    };
    Approval::new(finding, reason, until.as_deref()).map_err(|error| {
        use mcpledge_contract::lock::BadApproval;
        let key = match error {
            BadApproval::Finding => "finding",
            BadApproval::Reason => "reason",
            _ => "until",
        };
        table.wrong(table.get(key).unwrap_or(whole), &format!("`{key}`: {error}"))
    })
}
