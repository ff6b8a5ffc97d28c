//! `mcpledge diff` as a user runs it: sources, formats, exit codes, bad input.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

const OLD: &str = r#"{"initialize":{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"notes","version":"1.4.0"}},"tools":[{"name":"search","description":"Finds.","inputSchema":{"type":"object","properties":{"q":{"type":"string"},"limit":{"type":"integer","maximum":100}},"required":["q"]},"outputSchema":{"type":"object","properties":{"state":{"enum":["open","done"]}}}},{"name":"gone","inputSchema":{"type":"object"}}],"resources":null,"resourceTemplates":null,"prompts":null}"#;

/// The same with a tighter bound, another description, a value more, and a tool less.
fn changed() -> String {
    OLD.replace("\"maximum\":100", "\"maximum\":50")
        .replace("Finds.", "Finds \\u202enotes.")
        .replace("\"done\"]", "\"done\",\"lost\"]")
        .replace(r#",{"name":"gone","inputSchema":{"type":"object"}}"#, "")
}

struct Sides {
    folder: TempDir,
}

impl Sides {
    fn new(old: &str, new: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("old.json"), old).unwrap();
        std::fs::write(folder.path().join("new.json"), new).unwrap();
        Self { folder }
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn run(&self, arguments: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_mcpledge"))
            .arg("diff")
            .args(arguments)
            .current_dir(self.path())
            .output()
            .unwrap()
    }

    fn diff(&self, more: &[&str]) -> Output {
        self.run(&[&["old.json", "new.json"], more].concat())
    }

    fn json(&self, more: &[&str]) -> serde_json::Value {
        serde_json::from_slice(&self.diff(&[&["--json"], more].concat()).stdout).unwrap()
    }
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

#[test]
fn breaks_are_shown_by_tool_with_both_sides_witness_and_what_to_do() {
    let output = Sides::new(OLD, &changed()).diff(&[]);
    assert_eq!(output.status.code(), Some(1));
    let text = stdout(&output);
    let expected = "\
tool gone
  error[tool-removed] removed
      was: {\"inputSchema\":{\"type\":\"object\"},\"name\":\"gone\"}
      help: keep the tool and mark it as deprecated in its description, or open a new compatibility line
      identity: ba585c28a18f8500

tool search
  error[input-bound-tightened] inputSchema.properties.limit.maximum: was 100, is 50
      was: 100
      now: 50
      witness: {\"limit\":51,\"q\":\"a\"}
               a call with these arguments was accepted and is refused
      help: keep the old bound, or open a new compatibility line
      identity: 538a8f93a5ef004b
  error[output-value-added] outputSchema.properties.state.enum: may be \"lost\"
      was: [\"open\",\"done\"]
      now: [\"open\",\"done\",\"lost\"]
      witness: {\"state\":\"lost\"}
               this result is allowed, and clients of the old surface refuse it
      help: open a new compatibility line: clients list the values they know
      identity: e791054005787d09
  warning[description-changed] description: the text is another
      was: \"Finds.\"
      now: \"Finds \\u{202e}notes.\"
      help: read the new text as a model would
  warning[hidden-character-added] 1 character that no one can see, 0 before
      help: remove them: a model reads what a reviewer cannot

2 warnings, 0 notes
a break that is meant is approved by `--approve IDENTITY=REASON` or `[[approved]]` in mcpledge.toml
3 breaks: this change needs a version of another compatibility line, 2.0.0 or later
";
    assert_eq!(text, expected);
    assert_eq!(stderr(&output), "");
}

#[test]
fn the_same_surface_is_no_change_and_a_new_tool_is_no_break() {
    let same = Sides::new(OLD, OLD).diff(&[]);
    assert_eq!((same.status.code(), stdout(&same).as_str()), (Some(0), "no change that means anything to a client\n"));
    let more = OLD.replace("\"tools\":[", r#""tools":[{"name":"new","inputSchema":{"type":"object"}},"#);
    let more = Sides::new(OLD, &more).diff(&[]);
    assert_eq!(more.status.code(), Some(0));
    assert!(stdout(&more).contains("no break: this change needs a newer version than 1.4.0, on any line"));
}

#[test]
fn json_fits_its_schema_in_every_state() {
    let schema: serde_json::Value =
        serde_json::from_str(include_str!("../../../schema/diff-report.schema.json")).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let calls = "{\"tool\":\"search\",\"arguments\":{\"q\":\"\",\"limit\":70}}\n";
    for (old, new) in [(OLD, changed()), (OLD, OLD.to_owned())] {
        let sides = Sides::new(old, &new);
        std::fs::write(sides.path().join("calls.jsonl"), calls).unwrap();
        for more in [&[][..], &["--preset", "strict"], &["--preset", "mcp-surface"], &["--calls", "calls.jsonl"]] {
            let report = sides.json(more);
            let errors: Vec<String> = validator.iter_errors(&report).map(|error| error.to_string()).collect();
            assert_eq!(errors, [""; 0], "{report}");
        }
    }
    assert!(!validator.is_valid(&serde_json::json!({"schema": "mcpledge/diff-report-1"})));
}

#[test]
fn levels_can_be_set_by_rule() {
    let sides = Sides::new(OLD, &OLD.replace("Finds.", "Searches."));
    assert_eq!(sides.diff(&[]).status.code(), Some(0));
    assert_eq!(sides.diff(&["--level", "description-changed=deny"]).status.code(), Some(1));
    let wrong = sides.diff(&["--level", "description-change=deny"]);
    assert_eq!(wrong.status.code(), Some(2));
    assert!(stderr(&wrong).contains("did you mean `description-changed`?"), "{}", stderr(&wrong));
    assert_eq!(sides.diff(&["--level", "description-changed=loud"]).status.code(), Some(2));
}

#[test]
fn only_calls_that_were_made_need_to_fail() {
    let sides = Sides::new(OLD, &OLD.replace("\"maximum\":100", "\"maximum\":50"));
    let log = |text: &str| std::fs::write(sides.path().join("calls.jsonl"), text).unwrap();
    log("{\"tool\":\"search\",\"arguments\":{\"q\":\"a\",\"limit\":20}}\n");
    assert_eq!(sides.diff(&["--calls", "calls.jsonl"]).status.code(), Some(1));
    let spared = sides.diff(&["--calls", "calls.jsonl", "--calls-only"]);
    assert_eq!(spared.status.code(), Some(0));
    assert!(stdout(&spared).contains("of 1 call in the log the new side refuses 0\n1 break outside these calls"));
    log("{\"tool\":\"search\",\"arguments\":{\"q\":\"a\",\"limit\":60}}\n");
    let hit = sides.diff(&["--calls", "calls.jsonl", "--calls-only"]);
    assert_eq!(hit.status.code(), Some(1));
    assert!(stdout(&hit).contains("line 1, search: the arguments are refused"));
    log("{\"tool\":\"search\"}\nnonsense\n");
    let damaged = sides.diff(&["--calls", "calls.jsonl"]);
    assert_eq!(damaged.status.code(), Some(2));
    assert!(stderr(&damaged).contains("line 2"), "{}", stderr(&damaged));
}

#[test]
fn github_commands_hold_nothing_of_the_server_that_could_end_them() {
    let hostile = OLD.replace("\"gone\"", r#""a::b,c%0A\n::error::x""#);
    let output = Sides::new(&hostile, &OLD.replace(r#",{"name":"gone","inputSchema":{"type":"object"}}"#, ""))
        .diff(&["--format", "github"]);
    let text = stdout(&output);
    assert_eq!(text.lines().count(), 2, "{text}");
    assert!(text.starts_with("::error file=new.json,title=tool-removed::tools["), "{text}");
    assert!(text.contains("c%250A"), "{text}");
}

#[test]
fn markdown_shows_names_as_text() {
    let hostile = OLD.replace("\"gone\"", r#""<img src=x> @all | `x`""#);
    let output = Sides::new(&hostile, &OLD.replace(r#",{"name":"gone","inputSchema":{"type":"object"}}"#, ""))
        .diff(&["--format", "markdown"]);
    let text = stdout(&output);
    assert!(text.contains("### MCP surface: breaks clients"), "{text}");
    assert!(!text.contains("<img") && !text.contains("@all"), "{text}");
}

#[test]
fn junit_and_sarif_say_what_failed() {
    let sides = Sides::new(OLD, &changed());
    let junit = stdout(&sides.diff(&["--format", "junit"]));
    assert!(junit.contains("tests=\"5\"") && junit.contains("failures=\"3\""), "{junit}");
    let sarif: serde_json::Value = serde_json::from_slice(&sides.diff(&["--format", "sarif"]).stdout).unwrap();
    let results = sarif["runs"][0]["results"].as_array().unwrap();
    assert_eq!(results.len(), 5);
    for result in results {
        let rule = &sarif["runs"][0]["tool"]["driver"]["rules"][result["ruleIndex"].as_u64().unwrap() as usize];
        assert_eq!(rule["id"], result["ruleId"]);
    }
    let none = stdout(&Sides::new(OLD, OLD).diff(&["--format", "junit"]));
    assert!(none.contains("tests=\"1\"") && none.contains("failures=\"0\""), "{none}");
}

#[test]
fn a_revision_out_of_git_is_a_side() {
    let sides = Sides::new(OLD, &changed());
    let git = |arguments: &[&str]| {
        let mut command = Command::new("git");
        command.args(["-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "init.defaultBranch=main"]);
        assert!(command.args(arguments).current_dir(sides.path()).output().unwrap().status.success(), "{arguments:?}");
    };
    git(&["init", "-q"]);
    git(&["add", "old.json"]);
    git(&["commit", "-qm", "Lock"]);
    assert_eq!(sides.run(&["git:HEAD:old.json", "new.json"]).status.code(), Some(1));
    assert_eq!(sides.run(&["git:HEAD:old.json", "old.json"]).status.code(), Some(0));
    for wrong in ["git:HEAD:none.json", "git:nope:old.json", "git:HEAD", "git:--output=x:y"] {
        let output = sides.run(&[wrong, "new.json"]);
        assert_eq!(output.status.code(), Some(2), "{wrong}");
    }
    assert!(!sides.path().join("x:y").exists());
}

#[test]
fn shapes_can_be_compared_with_each_other() {
    let bare = r#"{"tools":[{"name":"search","inputSchema":{"type":"object"}}]}"#;
    let card = r#"{"serverInfo":{"name":"n","version":"1"},"capabilities":{"tools":{},"prompts":{}},"tools":[{"name":"search","inputSchema":{"type":"object"}}],"prompts":[]}"#;
    assert_eq!(Sides::new(bare, card).diff(&[]).status.code(), Some(0), "a bare list says nothing of prompts");
    assert_eq!(Sides::new(card, bare).diff(&[]).status.code(), Some(0));
    let lock = format!(r#"{{"declarada":{{"versao":"1.4.0","sha256":"x","conteudo":{OLD}}}}}"#);
    assert_eq!(Sides::new(&lock, OLD).diff(&[]).status.code(), Some(0));
}

#[test]
fn what_is_no_surface_is_refused_with_its_place() {
    for (text, expected) in [
        ("{\"initialize\":{},\n\"tools\":3}", "line 2, column 9 (/tools): an array or null expected, found number"),
        ("<<<<<<< HEAD\n", "line 1, column 1: a value expected, found `<`"),
        ("{\"initialize\":{}", "line 1, column 17: the text ends where `,` or `}` should stand"),
        ("{}", "neither `initialize` nor `discover`"),
    ] {
        let output = Sides::new(OLD, text).diff(&[]);
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(stderr(&output).contains(expected), "{}", stderr(&output));
        assert_eq!(stdout(&output), "");
    }
    let modern = r#"{"discover":{"supportedVersions":["2026-07-28"]},"tools":[]}"#;
    let output = Sides::new(OLD, modern).diff(&[]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("no protocol era in common"), "{}", stderr(&output));
}

const BOTH_ERAS: &str = r#"{"initialize":{},"tools":[{"name":"a","inputSchema":{"type":"object"}}],"modern":{"discover":{"supportedVersions":["2026-07-28"]},"tools":[{"name":"a","inputSchema":{"type":"object"}}],"$capture":{"how":{}}},"$capture":{"how":{"times":2}}}"#;

#[test]
fn an_era_that_is_lost_is_a_break_and_one_more_is_a_note() {
    let (legacy, modern) = BOTH_ERAS.split_once(",\"modern\":").unwrap();
    let legacy = format!("{legacy},\"$capture\":{{\"how\":{{\"times\":2}}}}}}");
    let modern = modern.replace("},\"$capture\":{\"how\":{\"times\":2}}}", "}");
    for (one, lost) in [(legacy.as_str(), "modern"), (modern.as_str(), "legacy")] {
        let output = Sides::new(BOTH_ERAS, one).diff(&[]);
        assert_eq!(output.status.code(), Some(1), "{}{}", stdout(&output), stderr(&output));
        assert!(stdout(&output).contains(&format!("error[era-lost] {lost}: the {lost} era was spoken")), "{lost}");
        let output = Sides::new(one, BOTH_ERAS).diff(&[]);
        assert_eq!(output.status.code(), Some(0), "{}", stdout(&output));
        assert!(stdout(&output).contains(&format!("note[era-gained] {lost}:")), "{}", stdout(&output));
    }
    let output = Sides::new(&legacy, &modern).diff(&[]);
    assert_eq!(output.status.code(), Some(1), "both were asked for: {}", stderr(&output));
}

#[test]
fn a_side_that_was_not_asked_for_an_era_has_not_lost_it() {
    let (legacy, _) = BOTH_ERAS.split_once(",\"modern\":").unwrap();
    for how in [r#"{"times":2,"onlyEra":true}"#, "null"] {
        let only = match how {
            "null" => format!("{legacy}}}"),
            how => format!("{legacy},\"$capture\":{{\"how\":{how}}}}}"),
        };
        for (old, new) in [(BOTH_ERAS, only.as_str()), (only.as_str(), BOTH_ERAS)] {
            let output = Sides::new(old, new).diff(&[]);
            assert_eq!(output.status.code(), Some(0));
            assert!(stdout(&output).contains("no change"), "{}", stdout(&output));
        }
    }
}

#[test]
fn a_change_that_both_eras_show_is_said_once_and_one_of_a_single_era_names_it() {
    let gone = BOTH_ERAS.replace(r#"{"name":"a","inputSchema":{"type":"object"}}"#, "");
    let output = Sides::new(BOTH_ERAS, &gone).diff(&[]);
    assert_eq!(stdout(&output).matches("tool-removed").count(), 1, "{}", stdout(&output));
    assert!(!stdout(&output).contains("era)"), "{}", stdout(&output));
    let (first, second) = BOTH_ERAS.split_once(",\"modern\"").unwrap();
    let half = format!("{first},\"modern\"{}", second.replace(r#"{"name":"a","inputSchema":{"type":"object"}}"#, ""));
    let output = Sides::new(BOTH_ERAS, &half).diff(&[]);
    assert!(stdout(&output).contains("removed (modern era)"), "{}", stdout(&output));
}

#[test]
fn the_configuration_gives_levels_and_approvals() {
    let sides = Sides::new(OLD, &changed());
    let config = |text: &str| std::fs::write(sides.path().join("mcpledge.toml"), text).unwrap();
    assert_eq!(sides.diff(&[]).status.code(), Some(1));
    let breaks: Vec<(String, String)> = sides.json(&[])["entries"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|entry| entry["level"] == "deny")
        .map(|entry| (entry["rule"].as_str().unwrap().to_owned(), entry["identity"].as_str().unwrap().to_owned()))
        .collect();
    let levels: String = breaks.iter().map(|(rule, _)| format!("{rule} = \"warn\"\n")).collect();
    config(&format!("[rules]\n{levels}"));
    assert_eq!(sides.diff(&[]).status.code(), Some(0), "levels of the configuration");
    let (rule, _) = &breaks[0];
    assert_eq!(sides.diff(&["--level", &format!("{rule}=error")]).status.code(), Some(1), "a flag wins");
    let approvals = |until: &str| -> String {
        let one = |(_, identity): &(String, String)| {
            format!("[[approved]]\nfinding = \"{identity}\"\nreason = \"agreed with all clients\"\nuntil = {until}\n")
        };
        breaks.iter().map(one).collect()
    };
    config(&approvals("2999-01-01"));
    let output = sides.diff(&[]);
    assert_eq!(output.status.code(), Some(0), "{}", stdout(&output));
    assert!(stdout(&output).contains("approved: agreed with all clients"), "{}", stdout(&output));
    config(&approvals("2020-01-01"));
    let output = sides.diff(&[]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout(&output).contains("its approval ended on 2020-01-01"), "{}", stdout(&output));
    config("preset = \"none\"\n");
    assert_eq!(sides.diff(&[]).status.code(), Some(2));
}

#[test]
fn a_level_for_an_item_that_no_side_has_is_refused() {
    let sides = Sides::new(OLD, &changed());
    assert_eq!(sides.diff(&["--level", "tools[gone]:tool-removed=allow"]).status.code(), Some(1));
    let output = sides.diff(&["--level", "serch:tool-removed=allow"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("neither side has an item `serch`"), "{}", stderr(&output));
    assert!(stderr(&output).contains("did you mean `search`?"), "{}", stderr(&output));
}

#[test]
fn two_fingerprints_are_never_called_no_change() {
    // The order of `required` means nothing to a client and is part of the fingerprint.
    let old = r#"{"initialize":{},"tools":[{"name":"a","inputSchema":{"type":"object","required":["x","y"]}}]}"#;
    let new = &old.replace(r#"["x","y"]"#, r#"["y","x"]"#);
    let output = Sides::new(old, new).diff(&[]);
    assert_eq!(output.status.code(), Some(0));
    let text = stdout(&output);
    assert!(text.contains("the fingerprint of the legacy era differs"), "{text}");
    assert!(text.contains("tools[a].inputSchema.required: another order"), "{text}");
    assert!(text.contains("needs a newer version"), "{text}");
}

#[test]
fn half_a_surface_is_not_compared() {
    let half = OLD.replace("\"resources\":null", r#""resources":null,"$capture":{"findings":[{"rule":"list-incomplete","level":"deny","place":"tools/list","message":"page 1: no answer"}]}"#);
    for (old, new) in [(OLD, half.as_str()), (half.as_str(), OLD)] {
        let output = Sides::new(old, new).diff(&[]);
        assert_eq!(output.status.code(), Some(3));
        assert!(stderr(&output).contains("is not whole: tools/list: page 1: no answer"), "{}", stderr(&output));
    }
}
