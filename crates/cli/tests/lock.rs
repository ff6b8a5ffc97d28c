//! `mcpledge lock` and `mcpledge check` as a user runs them: the rule, versions, configuration, damaged locks.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

fn surface(limit: u32, description: &str) -> String {
    format!(
        r#"{{"initialize":{{"protocolVersion":"2025-06-18","capabilities":{{"tools":{{}}}},"serverInfo":{{"name":"notes","version":"1"}}}},"tools":[{{"name":"search","description":"{description}","inputSchema":{{"type":"object","properties":{{"limit":{{"type":"integer","maximum":{limit}}}}}}}}}],"resources":null,"resourceTemplates":null,"prompts":null}}"#
    )
}

struct Package {
    folder: TempDir,
}

impl Package {
    /// A package at `version` whose server shows the first surface.
    fn new(version: &str) -> Self {
        let package = Self { folder: tempfile::tempdir().unwrap() };
        package.set_version(version);
        package.show(100, "Finds.");
        package
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.path().join(name), text).unwrap();
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path().join(name)).unwrap()
    }

    fn set_version(&self, version: &str) {
        self.write("package.json", &format!(r#"{{"version":"{version}"}}"#));
    }

    fn show(&self, limit: u32, description: &str) {
        self.write("capture.json", &surface(limit, description));
    }

    fn run(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_mcpledge"));
        command.args(arguments).current_dir(self.path()).env_remove("SURFACE_LOCK_ESCREVER");
        command.env("MCPLEDGE_TODAY", "2026-12-01").output().unwrap()
    }

    /// Runs `verb` on the capture; gives the exit code and standard output.
    fn on_capture(&self, verb: &str, more: &[&str]) -> (i32, String) {
        let output = self.run(&[&[verb, "capture.json"], more].concat());
        (output.status.code().unwrap(), String::from_utf8(output.stdout).unwrap())
    }

    fn lock(&self) {
        let (code, text) = self.on_capture("lock", &[]);
        assert_eq!(code, 0, "{text}");
    }

    /// Runs `check` and expects a refusal of this kind.
    fn refused(&self, reason: &str, more: &[&str]) -> serde_json::Value {
        let (code, text) = self.on_capture("check", &[&["--json"], more].concat());
        assert_eq!(code, 1, "{text}");
        let report: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(report["sections"][0]["reason"], reason, "{text}");
        report["sections"][0].clone()
    }

    fn usage_error(&self, verb: &str, more: &[&str]) -> String {
        let output = self.run(&[&[verb, "capture.json"], more].concat());
        let text = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{text}");
        text
    }
}

#[test]
fn a_first_lock_is_written_and_holds() {
    let package = Package::new("1.4.0");
    package.refused("no-section", &[]);
    package.lock();
    let lock = package.read("surface.lock.json");
    let value: serde_json::Value = serde_json::from_str(&lock).unwrap();
    assert_eq!(value["declarada"]["versao"], "1.4.0");
    assert_eq!(value["declarada"]["conteudo"]["initialize"]["serverInfo"], serde_json::json!({"name": "notes"}));
    assert!(lock.starts_with("{\n  \"$comentario\": ") && lock.ends_with("}\n"), "{lock}");
    assert_eq!(package.on_capture("check", &[]).0, 0);
    package.set_version("1.5.0");
    assert_eq!(package.on_capture("check", &[]).0, 0, "the same surface holds under any version");
    package.lock();
    assert_eq!(package.read("surface.lock.json"), lock, "nothing is rewritten");
}

#[test]
fn a_change_needs_a_version_and_a_break_another_line() {
    let package = Package::new("1.4.0");
    package.lock();
    let before = package.read("surface.lock.json");
    package.show(100, "Finds notes.");
    package.refused("no-version-bump", &[]);
    assert_eq!(package.on_capture("lock", &[]).0, 1);
    assert_eq!(package.read("surface.lock.json"), before, "a refused lock leaves the file");
    package.set_version("1.4.1");
    let section = package.refused("not-locked", &[]);
    assert_eq!(section["places"], serde_json::json!([{"place": "tools[search].description", "change": "changed"}]));
    package.lock();
    package.show(50, "Finds notes.");
    package.set_version("1.5.0");
    let section = package.refused("breaks-compatibility-line", &[]);
    assert_eq!(section["needed"], "2.0.0");
    assert_eq!(section["breaks"][0]["witness"], serde_json::json!({"limit": 51}));
    assert_eq!(package.on_capture("lock", &[]).0, 1);
    package.set_version("2.0.0");
    package.lock();
}

#[test]
fn the_message_says_what_changed_what_is_needed_and_what_to_run() {
    let package = Package::new("0.3.1");
    package.lock();
    package.show(50, "Finds.");
    package.set_version("0.3.2");
    let (_, text) = package.on_capture("check", &[]);
    for expected in [
        "error declarada: the change breaks clients, and 0.3.2 is on the same compatibility line as 0.3.1",
        "tools[search].inputSchema.properties.limit.maximum: 50, was 100",
        "witness: {\"limit\":51}",
        "needs: a version of another compatibility line, 0.4.0 or later",
        "next: set the version to 0.4.0, then mcpledge lock",
    ] {
        assert!(text.contains(expected), "no `{expected}` in\n{text}");
    }
}

#[test]
fn a_lower_version_is_locked_only_when_asked() {
    let package = Package::new("2.0.0");
    package.lock();
    package.show(200, "Finds.");
    package.set_version("1.9.0");
    package.refused("lower-version", &[]);
    assert_eq!(package.on_capture("lock", &[]).0, 1);
    assert_eq!(package.on_capture("lock", &["--allow-lower-version"]).0, 0);
}

#[test]
fn check_writes_when_the_other_implementation_would() {
    let package = Package::new("1.0.0");
    let mut command = Command::new(env!("CARGO_BIN_EXE_mcpledge"));
    command.args(["check", "capture.json"]).current_dir(package.path()).env("SURFACE_LOCK_ESCREVER", "1");
    assert_eq!(command.output().unwrap().status.code(), Some(0));
    assert!(package.path().join("surface.lock.json").exists());
}

#[test]
fn a_lock_that_was_edited_by_hand_fails_in_both_modes() {
    let package = Package::new("1.0.0");
    package.lock();
    let edited = package.read("surface.lock.json").replace("Finds.", "Finds all.");
    package.write("surface.lock.json", &edited);
    package.refused("edited-by-hand", &[]);
    assert_eq!(package.on_capture("lock", &[]).0, 1);
    assert_eq!(package.read("surface.lock.json"), edited);
}

#[test]
fn a_damaged_lock_is_refused_with_its_place_and_kept() {
    let package = Package::new("1.0.0");
    package.lock();
    let good = package.read("surface.lock.json");
    for (damaged, expected) in [
        (good[..good.len() / 2].to_owned(), "the file is cut off"),
        (format!("<<<<<<< HEAD\n{good}=======\n{good}>>>>>>> x\n"), "a merge conflict is not resolved"),
        (format!("\u{feff}{good}"), "byte-order mark"),
        (good.replacen("\"versao\"", "\"versao\": \"1.0.0\",\n    \"versao\"", 1), "the key stands twice"),
        (good.replacen("\"versao\": \"1.0.0\"", "\"versao\": 1", 1), "a string expected, found number"),
        ("[]".to_owned(), "an object expected, found array"),
    ] {
        package.write("surface.lock.json", &damaged);
        for verb in ["check", "lock"] {
            let text = package.usage_error(verb, &[]);
            assert!(text.contains(expected) && text.contains("surface.lock.json"), "no `{expected}` in\n{text}");
        }
        assert_eq!(package.read("surface.lock.json"), damaged);
    }
    package.write("surface.lock.json", &good.replace('\n', "\r\n"));
    assert_eq!(package.on_capture("check", &[]).0, 0, "line ends of another system are white space");
}

#[test]
fn what_stands_beside_the_sections_is_kept_byte_for_byte() {
    let package = Package::new("1.0.0");
    package.lock();
    let own = "{\n  \"x-own\": [1.0,   2],\n";
    package.write("surface.lock.json", &package.read("surface.lock.json").replacen("{\n", own, 1));
    package.show(200, "Finds.");
    package.set_version("1.1.0");
    package.lock();
    assert!(package.read("surface.lock.json").starts_with(own));
}

#[test]
fn an_unstable_capture_and_denied_findings_are_refused_unless_accepted() {
    let package = Package::new("1.0.0");
    let text = surface(100, "Finds.");
    let finding = |rule: &str| {
        let meta = format!(
            r#","$capture":{{"findings":[{{"rule":"{rule}","level":"deny","place":"tools/list","message":"m"}}]}}}}"#
        );
        package.write("capture.json", &(text[..text.len() - 1].to_owned() + &meta));
    };
    finding("cursor-repeated");
    let (code, said) = package.on_capture("lock", &[]);
    assert!(code == 1 && said.contains("cursor-repeated") && said.contains("--accept"), "{said}");
    assert_eq!(package.on_capture("lock", &["--accept", "cursor-repeated"]).0, 0);
    assert!(package.read("surface.lock.json").contains("cursor-repeated"), "what was accepted is recorded");
    assert_eq!(package.on_capture("check", &[]).0, 0);
    finding("surface-unstable");
    assert_eq!(package.on_capture("lock", &[]).0, 1);
    assert!(package.usage_error("lock", &["--accept", "surface-unstable"]).contains("cannot be accepted"));
    assert!(package.usage_error("lock", &["--accept", "cursor-repeatd"]).contains("did you mean `cursor-repeated`?"));
}

#[test]
fn the_configuration_says_target_version_levels_and_approvals() {
    let package = Package::new("1.0.0");
    package.write("mcpledge.toml", "target = \"capture.json\"\nversion = \"3.0.0\"\n");
    assert_eq!(package.run(&["lock"]).status.code(), Some(0));
    assert!(package.read("surface.lock.json").contains("\"versao\": \"3.0.0\""));
    package.show(50, "Finds.");
    let identity =
        package.refused("breaks-compatibility-line", &["--version", "3.1.0"])["breaks"][0]["identity"].clone();
    let identity = identity.as_str().unwrap();
    let config =
        |more: &str| package.write("mcpledge.toml", &format!("target = \"capture.json\"\nversion = \"3.1.0\"\n{more}"));
    config("[tools.search.rules]\ninput-bound-tightened = \"warn\"\n");
    package.refused("not-locked", &[]);
    config(&format!("[[approved]]\nfinding = \"{}\"\nreason = \"agreed\"\nuntil = \"2027-01-01\"\n", &identity[..16]));
    package.refused("not-locked", &[]);
    config(&format!("[[approved]]\nfinding = \"{identity}\"\nreason = \"agreed\"\nuntil = \"2026-11-30\"\n"));
    package.refused("breaks-compatibility-line", &[]);
    assert!(package.on_capture("check", &[]).1.contains("ended on 2026-11-30"));
}

#[test]
fn a_wrong_configuration_is_refused_with_its_place() {
    let package = Package::new("1.0.0");
    for (config, expected) in [
        ("targt = \"x\"\n", "line 1, column 1"),
        ("preset = \"loud\"\n", "line 1, column 10"),
        ("[rules]\ntool-remove = \"warn\"\n", "line 2, column 1"),
        ("[[approved]]\nfinding = \"x\"\nreason = \"y\"\n", "line 2"),
        ("target = \n", "line 1"),
    ] {
        package.write("mcpledge.toml", config);
        let text = package.usage_error("check", &[]);
        assert!(text.contains("mcpledge.toml") && text.contains(expected), "no `{expected}` in\n{text}");
    }
}

#[test]
fn no_target_and_no_version_are_errors_that_say_what_to_do() {
    let package = Package::new("1.0.0");
    let output = package.run(&["check"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("set `target` in mcpledge.toml"));
    package.set_version("next");
    assert!(package.usage_error("check", &[]).contains("package.json"));
    package.write("server.json", r#"{"version":"1.0.0"}"#);
    package.set_version("1.0.1");
    let text = package.usage_error("check", &[]);
    assert!(text.contains("says 1.0.1") && text.contains("says 1.0.0") && text.contains("--version-file"), "{text}");
}

#[test]
fn reports_for_programs_fit_their_schema() {
    let schema: serde_json::Value =
        serde_json::from_str(include_str!("../../../schema/check-report.schema.json")).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let package = Package::new("1.0.0");
    let fits = |verb: &str| {
        let (_, text) = package.on_capture(verb, &["--json"]);
        let report: serde_json::Value = serde_json::from_str(&text).unwrap();
        let errors: Vec<String> = validator.iter_errors(&report).map(|error| error.to_string()).collect();
        assert_eq!(errors, [""; 0], "{report}");
    };
    fits("check");
    fits("lock");
    fits("check");
    package.show(50, "Other.");
    fits("check");
    fits("lock");
}

#[test]
fn many_runs_at_once_leave_a_whole_file() {
    let package = Package::new("1.0.0");
    let runs: Vec<_> = (0..8)
        .map(|_| {
            let mut command = Command::new(env!("CARGO_BIN_EXE_mcpledge"));
            command.args(["lock", "capture.json", "--quiet"]).current_dir(package.path()).spawn().unwrap()
        })
        .collect();
    for mut run in runs {
        assert!(run.wait().unwrap().success());
    }
    assert_eq!(package.on_capture("check", &[]).0, 0);
    let left: Vec<_> = std::fs::read_dir(package.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left.len(), 3, "{left:?}");
}
