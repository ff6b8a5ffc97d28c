//! The scripted server on stdio: `wire-stdio-server MODE …`, modes as in `tests/peer`.
//!
//! A binary of this crate and not an example, because Cargo tells integration tests the path of a binary. Nothing
//! ships it: the package leaves `tests/` out, and installing the command line builds no binary of this crate.
//!
//! `family WORDS…` first starts a child that starts another, both deaf to SIGTERM, and then serves as `WORDS…` say;
//! `runaway WORDS…` does the same with a child in a session of its own. With the variable `MCPLEDGE_TEST_LOG` each
//! message is noted in that file: `<` heard, `>` said.

#![expect(clippy::exit, reason = "how and when the server ends is what is tested")]

#[path = "../peer/mod.rs"]
mod peer;

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write, stdin, stdout};
use std::process::{Command, Stdio, exit};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use peer::{Peer, Step};

fn main() {
    let mut words: Vec<String> = std::env::args().skip(1).collect();
    match words.first().map(String::as_str) {
        Some("child") => return outlive(words.get(1).map(String::as_str)),
        Some(kind @ ("family" | "runaway")) => {
            start_child(kind);
            deafen();
            words.remove(0);
        }
        _ => {}
    }
    let mut server = Server { log: None };
    if let Some(path) = std::env::var_os("MCPLEDGE_TEST_LOG") {
        server.log = File::options().append(true).create(true).open(path).ok().map(|file| Arc::new(Mutex::new(file)));
    }
    let mut peer = Peer::new(words);
    server.run(peer.start());
    for line in stdin().lock().lines() {
        let Ok(line) = line else { break };
        server.note('<', &line);
        server.run(peer.hear(&line));
    }
    if std::env::args().any(|word| word == "stays") {
        loop {
            std::thread::sleep(Duration::from_secs(1));
        }
    }
}

#[derive(Clone)]
struct Server {
    log: Option<Arc<Mutex<File>>>,
}

impl Server {
    fn run(&self, steps: Vec<Step>) {
        for step in steps {
            match step {
                Step::Send(message) => self.send(&message),
                Step::Bytes(message) => {
                    self.note('>', &message);
                    for byte in message.bytes().chain([b'\n']) {
                        write(&[byte]);
                        if byte >= 0x80 {
                            std::thread::sleep(Duration::from_micros(200));
                        }
                    }
                }
                Step::Half(message) => {
                    write(&message.as_bytes()[..message.len() / 2]);
                    exit(1);
                }
                Step::Later(wait, message) => {
                    let server = self.clone();
                    std::thread::spawn(move || {
                        std::thread::sleep(Duration::from_millis(wait));
                        server.send(&message);
                    });
                }
                Step::Flood(message) => loop {
                    write(format!("{message}\n").as_bytes());
                },
                Step::Raw(bytes) => write(&bytes),
                Step::Stderr(bytes) => {
                    let _ = std::io::stderr().write_all(&bytes);
                }
                Step::Sleep(wait) => std::thread::sleep(Duration::from_millis(wait)),
                Step::Exit(code) => exit(code),
            }
        }
    }

    fn send(&self, message: &str) {
        self.note('>', message);
        write(format!("{message}\n").as_bytes());
    }

    fn note(&self, mark: char, message: &str) {
        if let Some(mut log) = self.log.as_ref().and_then(|log| log.lock().ok()) {
            let _ = writeln!(log, "{mark} {message}");
        }
    }
}

fn write(bytes: &[u8]) {
    let mut out = stdout().lock();
    // A client that is gone is the end.
    if out.write_all(bytes).and_then(|()| out.flush()).is_err() {
        exit(0);
    }
}

/// Starts a child and waits until it, and its own child, are there.
fn start_child(kind: &str) {
    let Ok(program) = std::env::current_exe() else { return };
    let mut child = Command::new(program);
    child.args(["child", kind]).stdin(Stdio::null()).stdout(Stdio::piped());
    if let Ok(mut child) = child.spawn()
        && let Some(out) = child.stdout.take()
    {
        let _ = BufReader::new(out).read_line(&mut String::new());
    }
}

/// The life of a child: it says that it is there and stays, deaf to SIGTERM.
fn outlive(kind: Option<&str>) {
    deafen();
    match kind {
        Some("family") => start_child("leaf"),
        Some("runaway") => leave_group(),
        _ => {}
    }
    write(b"there\n");
    let _ = stdin().read(&mut [0]);
    std::thread::sleep(Duration::from_secs(60));
}

#[cfg(unix)]
fn deafen() {
    let mut signals = nix::sys::signal::SigSet::empty();
    signals.add(nix::sys::signal::Signal::SIGTERM);
    let _ = signals.thread_block();
}

#[cfg(not(unix))]
fn deafen() {}

#[cfg(unix)]
fn leave_group() {
    let _ = nix::unistd::setsid();
}

#[cfg(not(unix))]
fn leave_group() {}
