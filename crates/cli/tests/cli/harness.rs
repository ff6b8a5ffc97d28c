//! Running the command in a folder of its own, and what came of it as one text.
//!
//! Used by every test here: standard output, standard error and exit code are always judged together.

use std::ffi::OsStr;
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// A server that any client can talk to, as a script for `scripted-server`.
pub(crate) const GOOD: &str = include_str!("../servers/good.json");

/// No test waits longer than this for the command: it would not end by itself.
const PATIENCE: Duration = Duration::from_secs(60);

/// A folder with files in it, in which the command runs.
pub(crate) struct Folder {
    folder: TempDir,
    environment: Vec<(String, String)>,
}

/// What came of a run.
pub(crate) struct Ran {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    folder: PathBuf,
    shown: String,
}

impl Folder {
    pub(crate) fn new() -> Self {
        Self { folder: TempDir::new().unwrap(), environment: Vec::new() }
    }

    /// Sets a variable for the command.
    pub(crate) fn with(mut self, name: &str, value: &str) -> Self {
        self.environment.push((name.to_owned(), value.to_owned()));
        self
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Writes a file into the folder.
    pub(crate) fn write(&self, name: &str, text: impl AsRef<[u8]>) -> &Self {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
        self
    }

    pub(crate) fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap()
    }

    /// The names in the folder, sorted.
    pub(crate) fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = std::fs::read_dir(self.folder.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    /// The command, not started yet: no terminal, no colours, nothing of the outer environment that it reads.
    pub(crate) fn command(&self, arguments: &[impl AsRef<OsStr>]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_mcpledge"));
        command.args(arguments).current_dir(self.folder.path()).stdin(Stdio::null());
        for name in ["COLUMNS", "CLICOLOR_FORCE", "NO_COLOR", "HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"] {
            command.env_remove(name);
        }
        command.envs(self.environment.iter().map(|(name, value)| (name, value)));
        command
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Ran {
        self.run_with_input(arguments, b"")
    }

    pub(crate) fn run_with_input(&self, arguments: &[&str], input: &[u8]) -> Ran {
        let mut child = self
            .command(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let (mut stdin, mut out, mut err) =
            (child.stdin.take().unwrap(), child.stdout.take().unwrap(), child.stderr.take().unwrap());
        let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
        let status = std::thread::scope(|scope| {
            scope.spawn(move || {
                // A command that does not read its input may end before it is written.
                let _ = stdin.write_all(input);
            });
            scope.spawn(|| out.read_to_end(&mut stdout));
            scope.spawn(|| err.read_to_end(&mut stderr));
            let begun = Instant::now();
            loop {
                if let Some(status) = child.try_wait().unwrap() {
                    break status;
                }
                if begun.elapsed() > PATIENCE {
                    child.kill().unwrap();
                    break child.wait().unwrap();
                }
                std::thread::sleep(Duration::from_millis(5));
            }
        });
        Ran {
            code: status.code().unwrap_or(-1),
            stdout: String::from_utf8(stdout).expect("standard output is UTF-8"),
            stderr: String::from_utf8(stderr).expect("standard error is UTF-8"),
            folder: self.folder.path().to_owned(),
            shown: format!("mcpledge {}", arguments.join(" ")),
        }
    }
}

impl Ran {
    /// The run as a snapshot shows it: the command, its exit code, both outputs. What differs from run to run and from
    /// machine to machine is replaced.
    pub(crate) fn shown(&self) -> String {
        let text =
            format!("$ {}\nexit {}\n---- stdout\n{}---- stderr\n{}", self.shown, self.code, self.stdout, self.stderr);
        let examples = examples().display().to_string();
        let mut text = text
            .replace(&format!("{examples}/"), "")
            .replace(self.folder.to_str().unwrap(), "[FOLDER]")
            .replace(env!("CARGO_PKG_VERSION"), "[VERSION]");
        for host in ["127.0.0.1:", "localhost:"] {
            text = replace_port(&text, host);
        }
        text
    }

    /// Fails unless the command ended with `code`; shows everything.
    pub(crate) fn expect(self, code: i32) -> Self {
        assert_eq!(self.code, code, "{}", self.shown());
        self
    }

    /// Standard output as one JSON value.
    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error}\n{}", self.shown()))
    }
}

fn replace_port(text: &str, host: &str) -> String {
    let mut parts = text.split(host);
    let mut shown = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let rest = part.trim_start_matches(|digit: char| digit.is_ascii_digit());
        shown.push_str(host);
        shown.push_str(if rest.len() < part.len() { "[PORT]" } else { "" });
        shown.push_str(rest);
    }
    shown
}

/// Where the build puts examples: beside the folder of test programs.
fn examples() -> PathBuf {
    let own = std::env::current_exe().unwrap();
    own.parent().and_then(Path::parent).unwrap().join("examples")
}

/// The arguments that make the command start the scripted server with the script in that file.
pub(crate) fn scripted(script: &str) -> [String; 3] {
    let server = examples().join("scripted-server").display().to_string();
    ["--".to_owned(), server, script.to_owned()]
}

/// `arguments`, with the scripted server behind them.
pub(crate) fn with_server<'a>(arguments: &[&'a str], server: &'a [String]) -> Vec<&'a str> {
    arguments.iter().copied().chain(server.iter().map(String::as_str)).collect()
}
