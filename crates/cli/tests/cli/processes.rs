//! No process outlives the command: not after a signal, not when servers try to stay.

#![cfg(target_os = "linux")]

use std::os::unix::process::ExitStatusExt as _;
use std::process::Stdio;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use crate::harness::{Folder, GOOD, scripted};
use crate::mark::{Mark, assert_nothing_left};

/// Servers that do not want to go. Each writes `ready` when it is up.
const STUBBORN: [(&str, &str); 4] = [
    ("plain", "echo > ready; exec sleep 600"),
    ("deaf grandchild", r#"sh -c 'trap "" TERM INT HUP; echo > ready; while :; do sleep 1; done' & wait"#),
    ("grandchild in a session of its own", "setsid sh -c 'echo > ready; exec sleep 600' & wait"),
    (
        "deaf orphan in a session of its own",
        r#"(setsid sh -c 'trap "" TERM INT HUP; echo > ready; while :; do sleep 1; done' > /dev/null 2>&1 &) ; exec sleep 600"#,
    ),
];

#[test]
fn a_signal_ends_everything_and_is_the_exit_code() {
    for (signal, code) in [(Signal::SIGINT, 130), (Signal::SIGTERM, 143), (Signal::SIGHUP, 129)] {
        for (name, script) in STUBBORN {
            let mark = Mark::new(&format!("{signal}-{}", name.replace(' ', "-")));
            let folder = Folder::new().with(Mark::NAME, mark.value());
            folder.write("capture.json", "old");
            let mut child = folder
                .command(&["capture", "-o", "capture.json", "--", "sh", "-c", script])
                .stdout(Stdio::piped())
                .stderr(Stdio::piped())
                .spawn()
                .unwrap();
            wait_for(&folder, "ready");
            assert!(!mark.carriers().is_empty(), "the mark finds nothing, so the test proves nothing");
            kill(Pid::from_raw(i32::try_from(child.id()).unwrap()), signal).unwrap();
            let begun = Instant::now();
            let status = loop {
                if let Some(status) = child.try_wait().unwrap() {
                    break status;
                }
                if begun.elapsed() > Duration::from_secs(20) {
                    child.kill().unwrap();
                    panic!("{name}: {signal} does not end the command");
                }
                std::thread::sleep(Duration::from_millis(5));
            };
            assert_eq!((status.code(), status.signal()), (Some(code), None), "{name}, {signal}");
            assert_nothing_left(&mark);
            assert_eq!(folder.read("capture.json"), "old", "{name}");
            assert_eq!(folder.names(), ["capture.json", "ready"], "{name}");
        }
    }
}

fn wait_for(folder: &Folder, name: &str) {
    let begun = Instant::now();
    while !folder.path(name).exists() {
        assert!(begun.elapsed() < Duration::from_secs(20), "{name} does not appear");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_limit_ends_everything() {
    for (name, script) in STUBBORN {
        let mark = Mark::new(&format!("limit-{}", name.replace(' ', "-")));
        let folder = Folder::new().with(Mark::NAME, mark.value());
        folder.run(&["capture", "--start-timeout", "2s", "--", "sh", "-c", script]).expect(3);
        assert!(folder.path("ready").exists(), "{name}: the server was not up, so the test proves nothing");
        assert_nothing_left(&mark);
    }
}

#[test]
fn a_good_capture_ends_everything() {
    let [_, server, _] = scripted("");
    for (name, before) in [
        ("deaf", r#"sh -c 'trap "" TERM INT HUP; while :; do sleep 1; done' < /dev/null > /dev/null 2>&1 &"#),
        ("session", "setsid sleep 600 < /dev/null > /dev/null 2>&1 &"),
        ("holds stderr", "sleep 600 < /dev/null > /dev/null &"),
    ] {
        let mark = Mark::new(&format!("good-{}", name.replace(' ', "-")));
        let folder = Folder::new().with(Mark::NAME, mark.value());
        folder.write("good.json", GOOD);
        let script = format!("{before} exec '{server}' good.json");
        folder.run(&["capture", "-o", "capture.json", "--", "sh", "-c", &script]).expect(0);
        assert_nothing_left(&mark);
    }
}

#[test]
fn a_command_that_waits_for_a_pipe_ends_by_a_signal() {
    let folder = Folder::new();
    assert!(std::process::Command::new("mkfifo").arg(folder.path("pipe")).status().unwrap().success());
    for (signal, code) in [(Signal::SIGINT, 130), (Signal::SIGTERM, 143)] {
        let mut child =
            folder.command(&["fingerprint", "pipe"]).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let id = Pid::from_raw(i32::try_from(child.id()).unwrap());
        let begun = Instant::now();
        // The first signals may come before anybody listens, and then end the process by themselves.
        std::thread::sleep(Duration::from_millis(200));
        kill(id, signal).unwrap();
        let status = loop {
            if let Some(status) = child.try_wait().unwrap() {
                break status;
            }
            if begun.elapsed() > Duration::from_secs(20) {
                child.kill().unwrap();
                panic!("{signal} does not end the command");
            }
            std::thread::sleep(Duration::from_millis(5));
        };
        assert_eq!(status.code(), Some(code), "{signal}");
    }
}
