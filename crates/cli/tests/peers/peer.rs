//! The peers, as the table in `tests/peers/README.md` has them.

use std::io::{BufRead as _, BufReader};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::oracle::peers;

/// The eras a peer speaks.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Eras {
    Legacy,
    Both,
}

/// A real server.
pub(crate) struct Peer {
    /// The command that starts it.
    pub(crate) command: Vec<String>,
    pub(crate) eras: Eras,
}

fn npm(name: &str, arguments: &[&str]) -> Peer {
    let program = peers().join("npm/node_modules/.bin").join(name).display().to_string();
    let arguments = arguments.iter().map(|&argument| argument.to_owned());
    Peer { command: std::iter::once(program).chain(arguments).collect(), eras: Eras::Legacy }
}

fn python(name: &str, arguments: &[&str]) -> Peer {
    let program = peers().join("python/.venv/bin").join(name).display().to_string();
    let arguments = arguments.iter().map(|&argument| argument.to_owned());
    Peer { command: std::iter::once(program).chain(arguments).collect(), eras: Eras::Both }
}

/// The peer of that name; `folder` is where it may look around.
pub(crate) fn peer(name: &str, folder: &Path) -> Peer {
    let script = |path: &str| peers().join(path).display().to_string();
    match name {
        "everything" => npm("mcp-server-everything", &[]),
        "filesystem" => npm("mcp-server-filesystem", &[folder.to_str().unwrap()]),
        "memory" => npm("mcp-server-memory", &[]),
        "sequential-thinking" => npm("mcp-server-sequential-thinking", &[]),
        "time" => python("mcp-server-time", &["--local-timezone", "UTC"]),
        "git" => python("mcp-server-git", &[]),
        "fetch" => python("mcp-server-fetch", &[]),
        "typescript-v2" => Peer { command: vec!["node".to_owned(), script("npm/typescript-v2.mjs")], eras: Eras::Both },
        "python-sdk" => python("python", &[&script("python/sdk_server.py")]),
        "rmcp" => {
            let program = std::env::var("MCPLEDGE_TEST_RMCP_PEER").expect("these tests are run by `cargo xtask test`");
            Peer { command: vec![program], eras: Eras::Both }
        }
        other => panic!("there is no peer {other}"),
    }
}

/// A peer that listens, until it is dropped.
pub(crate) struct Listening {
    child: Child,
    pub(crate) url: String,
}

impl Drop for Listening {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// One of our own peers: it chooses a port and says so.
pub(crate) fn listen(peer: &Peer, folder: &Path) -> Listening {
    let mut child = Command::new(&peer.command[0])
        .args(&peer.command[1..])
        .arg("--http")
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let url = line.trim().strip_prefix("READY ").unwrap_or_else(|| panic!("not ready: {line}")).to_owned();
    Listening { child, url }
}

/// `everything`, which is told its port.
pub(crate) fn listen_everything(kind: &str, path: &str, folder: &Path) -> Listening {
    // The port is free until somebody takes it in between: a second try then.
    for _ in 0..5 {
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let mut child = Command::new(&peer("everything", folder).command[0])
            .arg(kind)
            .env("PORT", port.to_string())
            .current_dir(folder)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_secs(30) && child.try_wait().unwrap().is_none() {
            if TcpStream::connect(("127.0.0.1", port)).is_ok() {
                return Listening { child, url: format!("http://127.0.0.1:{port}{path}") };
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        let _ = child.kill();
        let _ = child.wait();
    }
    panic!("`everything` does not listen");
}
