//! Where the package's version comes from: typed, configured, or the nearest manifest.
//!
//! Called while a plan is made. Nearest is the first folder upwards from the lock that holds a manifest with a version.

use std::path::{Path, PathBuf};

use mcpledge_contract::json::{Document, Limits};
use mcpledge_contract::lock::Version;

use crate::failure::Failure;

use super::config::{Table, TomlText};

/// The manifests that are looked for.
const MANIFESTS: [&str; 4] = ["package.json", "pyproject.toml", "Cargo.toml", "server.json"];

/// A version and what said it.
#[derive(Debug)]
pub(crate) struct Sourced {
    pub(crate) version: Version,
    /// As messages call it: a flag, or a file.
    pub(crate) source: String,
}

/// The version that was typed, that of a named file, or that of the nearest manifest to `folder`.
pub(super) fn find(typed: Option<&str>, file: Option<&Path>, folder: &Path) -> Result<Sourced, Failure> {
    if let Some(text) = typed {
        return sourced(text, "--version or `version` of the configuration".to_owned());
    }
    if let Some(file) = file {
        return match read(file)? {
            Some(text) => sourced(&text, shown(file)),
            None => Err(Failure::usage(format!("{} holds no version", shown(file)))),
        };
    }
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let start = std::path::absolute(folder).map_err(|error| Failure::file("find", folder, &error))?;
    for folder in start.ancestors() {
        let mut found: Vec<(PathBuf, String)> = Vec::new();
        for path in MANIFESTS.iter().map(|name| folder.join(name)).filter(|path| path.is_file()) {
            if let Some(text) = read(&path)? {
                found.push((path, text));
            }
        }
        let Some((first, text)) = found.first() else { continue };
        if let Some((other, second)) = found.iter().find(|(_, second)| second != text) {
            return Err(Failure::with_hint(
                format!("{} says {text} and {} says {second}", shown(first), shown(other)),
                "bring them together, or name one with --version-file (or `version-file` in mcpledge.toml)",
            ));
        }
        return sourced(text, shown(first));
    }
    Err(Failure::with_hint(
        format!("no version: there is no {} here or above", MANIFESTS.join(", ")),
        "give it with --version, or name a file with --version-file",
    ))
}

fn sourced(text: &str, source: String) -> Result<Sourced, Failure> {
    let version = Version::parse(text).map_err(|error| Failure::usage(format!("{source}: {error}")))?;
    Ok(Sourced { version, source })
}

fn shown(path: &Path) -> String {
    format!("`{}`", path.display())
}

/// The version in a manifest; `None` when it has none, as private packages may.
fn read(path: &Path) -> Result<Option<String>, Failure> {
    let text = std::fs::read_to_string(path).map_err(|error| Failure::file("read", path, &error))?;
    match path.file_name().and_then(|name| name.to_str()) {
        Some(name) if name.ends_with(".toml") => read_toml(path, &text),
        _ => read_json(path, &text),
    }
}

fn read_json(path: &Path, text: &str) -> Result<Option<String>, Failure> {
    let document = Document::parse(text, Limits::default())
        .map_err(|rejected| Failure::usage(format!("{} is no JSON: {}", shown(path), rejected.error)))?;
    let Some(version) = document.root().get("version") else { return Ok(None) };
    let text = version.as_text().ok_or_else(|| Failure::usage(format!("{}: `version` is no string", shown(path))))?;
    Ok(Some(text.decode().into_owned()))
}

fn read_toml(path: &Path, text: &str) -> Result<Option<String>, Failure> {
    let source = TomlText { path, text };
    let root = source.parse()?;
    let root = Table::new(&source, &root);
    if let Some(project) = root.table("project")? {
        if let Some(version) = project.text("version")? {
            return Ok(Some(version.to_owned()));
        }
        let dynamic = project.texts("dynamic")?.unwrap_or_default();
        if dynamic.iter().any(|key| key == "version") {
            return Err(Failure::with_hint(
                format!("{}: the version is dynamic, so only a build knows it", shown(path)),
                "give it with --version",
            ));
        }
    }
    if let Some(poetry) = root.table("tool")?.map(|tool| tool.table("poetry")).transpose()?.flatten() {
        return Ok(poetry.text("version")?.map(str::to_owned));
    }
    let Some(package) = root.table("package")? else { return Ok(None) };
    // `version.workspace = true`: the workspace's manifest has it.
    match package.get("version").map(|value| value.get_ref().is_table()) {
        Some(true) => workspace_version(path),
        Some(false) => Ok(package.text("version")?.map(str::to_owned)),
        None => Ok(None),
    }
}

/// The version that members of a cargo workspace inherit.
fn workspace_version(member: &Path) -> Result<Option<String>, Failure> {
    let member = std::path::absolute(member).map_err(|error| Failure::file("find", member, &error))?;
    for path in member.ancestors().skip(1).map(|folder| folder.join("Cargo.toml")).filter(|path| path.is_file()) {
        let text = std::fs::read_to_string(&path).map_err(|error| Failure::file("read", &path, &error))?;
        let source = TomlText { path: &path, text: &text };
        let root = source.parse()?;
        let workspace = Table::new(&source, &root).table("workspace")?;
        let package = workspace.map(|workspace| workspace.table("package")).transpose()?.flatten();
        if let Some(version) = package.map(|package| package.text("version")).transpose()?.flatten() {
            return Ok(Some(version.to_owned()));
        }
    }
    Err(Failure::usage(format!("{}: the version is the workspace's, and no workspace above has one", shown(&member))))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn version(files: &[(&str, &str)]) -> Result<String, String> {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        let inner = folder.path().join("inner");
        std::fs::create_dir_all(&inner).unwrap();
        match find(None, None, &inner) {
            Ok(found) => Ok(found.version.text().to_owned()),
            Err(Failure::Usage { message, .. }) => Err(message.replace(&folder.path().display().to_string(), "")),
            Err(other) => Err(format!("{other:?}")),
        }
    }

    #[test]
    fn every_manifest_is_read_and_the_nearest_counts() {
        assert_eq!(version(&[("package.json", r#"{"version":"1.2.3"}"#)]), Ok("1.2.3".into()));
        assert_eq!(version(&[("pyproject.toml", "[project]\nversion = \"2026.8.31\"")]), Ok("2026.8.31".into()));
        assert_eq!(version(&[("pyproject.toml", "[tool.poetry]\nversion = \"0.3.0\"")]), Ok("0.3.0".into()));
        assert_eq!(version(&[("Cargo.toml", "[package]\nversion = \"0.1.0\"")]), Ok("0.1.0".into()));
        assert_eq!(version(&[("server.json", r#"{"version":"9.9"}"#)]), Ok("9.9".into()));
        let both = [("package.json", r#"{"version":"1.0.0"}"#), ("inner/package.json", r#"{"version":"2.0.0"}"#)];
        assert_eq!(version(&both), Ok("2.0.0".into()));
        let private = [("package.json", r#"{"version":"1.0.0"}"#), ("inner/package.json", r#"{"private":true}"#)];
        assert_eq!(version(&private), Ok("1.0.0".into()));
    }

    #[test]
    fn a_member_of_a_workspace_has_the_workspaces_version() {
        let files = [
            ("Cargo.toml", "[workspace.package]\nversion = \"3.1.0\""),
            ("inner/Cargo.toml", "[package]\nname = \"a\"\nversion.workspace = true"),
        ];
        assert_eq!(version(&files), Ok("3.1.0".into()));
    }

    #[test]
    fn what_is_unclear_is_an_error_that_names_it() {
        let differ = [("package.json", r#"{"version":"1.0.0"}"#), ("server.json", r#"{"version":"1.1.0"}"#)];
        assert_eq!(version(&differ), Err("`/package.json` says 1.0.0 and `/server.json` says 1.1.0".into()));
        let dynamic = version(&[("pyproject.toml", "[project]\ndynamic = [\"version\"]")]).unwrap_err();
        assert!(dynamic.contains("the version is dynamic"), "{dynamic}");
        assert!(version(&[("package.json", r#"{"version":"next"}"#)]).unwrap_err().contains("`/package.json`"));
        assert!(version(&[("package.json", "{")]).unwrap_err().contains("line 1, column 2"));
        assert!(version(&[("pyproject.toml", "[project")]).unwrap_err().contains("line 1"));
    }
}
