//! Locks read, judged and written; what more than one of the files here needs.

mod judging;
mod properties;
mod published;
mod reading;

mod writing;

use super::*;
use crate::breaks::Settings;
use crate::surface::{Capture, Era, read_capture};

/// A capture of the legacy era whose tools are `tools`.
fn capture(tools: &str) -> Capture {
    let text = format!(
        r#"{{"initialize":{{"protocolVersion":"2025-06-18","capabilities":{{"tools":{{}}}},"serverInfo":{{"name":"s","version":"9"}}}},
            "tools":{tools},"resources":null,"resourceTemplates":null,"prompts":null,
            "$capture":{{"how":{{"requestedVersion":"2025-06-18","client":{{"name":"mcpledge"}},"times":2}}}}}}"#
    );
    read_capture(text.into_bytes()).unwrap()
}

/// The same server in both eras.
fn dual(tools: &str) -> Capture {
    let modern = format!(
        r#"{{"discover":{{"supportedVersions":["2026-07-28"],"capabilities":{{}},"_meta":{{"io.modelcontextprotocol/serverInfo":{{"name":"s","version":"9"}}}}}},"tools":{tools}}}"#
    );
    let mut capture = capture(tools);
    capture.modern = Some(Box::new(read_capture(modern.into_bytes()).unwrap()));
    capture
}

const A: &str = r#"[{"name":"search","inputSchema":{"type":"object","properties":{"limit":{"type":"integer"},"q":{"type":"string"}}}}]"#;
/// `A` with a description: no break.
const A_TOLD: &str = r#"[{"name":"search","description":"Finds.","inputSchema":{"type":"object","properties":{"limit":{"type":"integer"},"q":{"type":"string"}}}}]"#;
/// `A` without its limit: a break.
const A_LESS: &str = r#"[{"name":"search","inputSchema":{"type":"object","properties":{"q":{"type":"string"}}}}]"#;

/// What is asked, with everything else as usual.
struct Asked {
    mode: Mode,
    version: Version,
    profile: Option<String>,
    eras: Vec<Era>,
    allow_lower: bool,
    settings: Settings,
    approvals: Vec<Approval>,
    accept: Vec<Acceptance>,
}

fn asked(mode: Mode, version: &str) -> Asked {
    Asked {
        mode,
        version: Version::parse(version).unwrap(),
        profile: None,
        eras: vec![Era::Legacy, Era::Modern],
        allow_lower: false,
        settings: Settings::default(),
        approvals: Vec::new(),
        accept: Vec::new(),
    }
}

impl Asked {
    fn profile(self, profile: &str) -> Self {
        Self { profile: Some(profile.to_owned()), ..self }
    }

    fn of(&self, lock: Option<&str>, capture: &Capture) -> Result<Judgement, LockError> {
        let lock = lock.map(|text| LockFile::read(text.as_bytes().to_vec())).transpose()?;
        let question = Question {
            mode: self.mode,
            version: &self.version,
            profile: self.profile.as_deref(),
            eras: &self.eras,
            allow_lower: self.allow_lower,
            settings: &self.settings,
            approvals: &self.approvals,
            accept: &self.accept,
            today: "2026-08-31",
        };
        judge(lock.as_ref(), capture, &question)
    }
}

/// The text of a lock of `capture` at `version`.
fn locked(capture: &Capture, version: &str) -> String {
    asked(Mode::Write, version).of(None, capture).unwrap().text.unwrap()
}

fn verdicts(judgement: &Judgement) -> Vec<(&'static str, Verdict)> {
    judgement.sections.iter().map(|section| (section.kind.key(), section.verdict)).collect()
}
