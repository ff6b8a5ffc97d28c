//! The measurements, each against what it is promised against.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use mcpledge_wire::capture::{EraChoice, Options, capture};
use mcpledge_wire::{Command as ServerCommand, Target as Peer};

use crate::clock::{in_turns, timed};
use crate::surface::Surface;
use crate::table::{Table, Target};
use crate::{Setting, peak, work};

const SMALL: usize = 250_000;
const LARGE: usize = 5_000_000;

/// Parsing, ordering and hashing: beside the floor, and beside JavaScript.
pub(crate) fn fingerprints(setting: &Setting, table: &mut Table) -> Result<(), String> {
    for (name, bytes, rounds, node_times) in [("250 KB", SMALL, 200, 100), ("5 MB", LARGE, 20, 12)] {
        let text = Surface::of_bytes(bytes).capture().into_bytes();
        let path = write(setting, &format!("{bytes}.json"), &text)?;
        table.heading(&format!("{name} surface, {} bytes: ours / other", text.len()));
        let [canonical, surface, inspected, floor] = in_turns(
            rounds,
            [
                &mut || owned(&text, work::canonical),
                &mut || owned(&text, work::surface),
                &mut || owned(&text, work::inspected),
                &mut || timed(|| work::floor(&text)),
            ],
        );
        table.times("capture file to fingerprint / floor", surface, floor, Target::AtMost(1.6));
        table.times("any JSON to canonical hash / floor", canonical, floor, Target::None);
        table.times("fingerprint and all findings / floor", inspected, floor, Target::None);
        // The oracle measures itself, warm; ours again in between.
        let (mut ours, mut theirs) = (Vec::new(), Vec::new());
        for _ in 0..3 {
            theirs.push(oracle(setting, &path, node_times)?);
            ours.extend((0..rounds / 4).map(|_| owned(&text, work::surface)));
        }
        ours.sort_unstable();
        theirs.sort_unstable();
        table.times(
            "capture file to fingerprint, JavaScript / ours",
            ours[ours.len() / 2],
            theirs[1],
            Target::AtLeast(4.0),
        );
    }
    Ok(())
}

/// Work that takes its text over; the copy is not counted.
pub(crate) fn owned<T>(text: &[u8], work: impl FnOnce(Vec<u8>) -> T) -> Duration {
    let text = text.to_vec();
    timed(|| work(text))
}

fn oracle(setting: &Setting, path: &Path, times: usize) -> Result<Duration, String> {
    let output = Command::new("node")
        .arg(&setting.oracle)
        .arg("bench")
        .arg(path)
        .arg(times.to_string())
        .output()
        .map_err(|error| format!("node: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    text.trim().parse().map(Duration::from_nanos).map_err(|_| String::from_utf8_lossy(&output.stderr).into_owned())
}

/// A capture over a pipe, in this process and as the whole command, with what a pipe costs by itself.
pub(crate) fn captures(setting: &Setting, table: &mut Table) -> Result<(), String> {
    let surface = Surface::of_bytes(LARGE);
    let text = surface.capture().into_bytes();
    let initialize = shown(&write(setting, "initialize.json", surface.initialize.as_bytes())?);
    let tools = shown(&write(setting, "tools.json", surface.tools.as_bytes())?);
    let server = shown(&beside_us("surface-server")?);
    let output = shown(&setting.folder.join("capture.json"));
    let mcpledge = shown(&setting.mcpledge);

    let peer = Peer::Command(ServerCommand {
        program: server.clone(),
        arguments: vec![initialize.clone(), tools.clone()],
        ..ServerCommand::default()
    });
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(|error| error.to_string())?;
    let options = Options { era: EraChoice::Legacy, ..Options::default() };
    let command = ["capture", "--quiet", "--era", "legacy", "-o", &output, "--", &server, &initialize, &tools];
    let fingerprint = ["fingerprint", "--quiet", "--era", "legacy", "--", &server, &initialize, &tools];
    let mut failed = None;
    let mut process = |program: &str, arguments: &[&str]| {
        timed(|| {
            if !run(program, arguments) {
                failed = Some(format!("{program} {} failed", arguments.join(" ")));
            }
        })
    };
    let process = std::cell::RefCell::new(&mut process);
    let [in_process, of_capture, of_fingerprint, pipe, floor] = in_turns(
        15,
        [
            &mut || timed(|| runtime.block_on(capture(&peer, &options)).ok()),
            &mut || (process.borrow_mut())(&mcpledge, &command),
            &mut || (process.borrow_mut())(&mcpledge, &fingerprint),
            &mut || timed(|| pipe(&server, &[&initialize, &tools])),
            &mut || timed(|| work::floor(&text)),
        ],
    );
    if let Some(failed) = failed {
        return Err(failed);
    }
    if runtime.block_on(capture(&peer, &options)).map_err(|error| error.to_string())?.fingerprint
        != work::surface(text.clone())
    {
        return Err("the capture over the pipe is another surface than the file".to_owned());
    }
    table.heading("5 MB surface captured over a pipe, the server's own start included: ours / floor");
    table.times("capture in this process (findings included)", in_process, floor, Target::AtMost(2.5));
    table.times("the same without what the bare pipe takes", in_process.saturating_sub(pipe), floor, Target::None);
    table.times("mcpledge fingerprint, the whole process", of_fingerprint, floor, Target::None);
    table.times("mcpledge capture -o FILE, the whole process", of_capture, floor, Target::None);
    table.times("the bare pipe: start, ask, read, end", pipe, floor, Target::None);

    table.heading("peak memory of one command on the 5 MB surface");
    let all = |words: &[&str]| peak::of(&[&[mcpledge.as_str()], words].concat());
    table.line("mcpledge capture -o FILE", "", all(&command)?, "MB", Target::AtMost(60.0));
    table.line("mcpledge fingerprint", "", all(&fingerprint)?, "MB", Target::None);
    Ok(())
}

/// The same exchange without any of our code: two questions, two answers read to the end of the line.
fn pipe(server: &str, arguments: &[&str]) -> Option<usize> {
    use std::io::{BufRead as _, BufReader, Write as _};
    let mut child = Command::new(server).args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().ok()?;
    let (mut input, mut output) = (child.stdin.take()?, BufReader::with_capacity(64 << 10, child.stdout.take()?));
    let mut line = Vec::new();
    for (id, method) in [(1, "initialize"), (2, "tools/list")] {
        writeln!(input, "{{\"id\":{id},\"method\":\"{method}\"}}").ok()?;
        line.clear();
        output.read_until(b'\n', &mut line).ok()?;
    }
    drop(input);
    child.wait().ok()?;
    Some(line.len())
}

/// The start of the command, beside a program that does nothing.
pub(crate) fn start(setting: &Setting, table: &mut Table) -> Result<(), String> {
    let mcpledge = shown(&setting.mcpledge);
    if !run(&mcpledge, &["--version"]) {
        return Err(format!("{mcpledge} --version failed"));
    }
    let [ours, nothing] =
        in_turns(400, [&mut || timed(|| run(&mcpledge, &["--version"])), &mut || timed(|| run("/bin/true", &[]))]);
    table.heading("start: ours / other");
    table.times("mcpledge --version / /bin/true", ours, nothing, Target::AtMost(3.0));
    Ok(())
}

/// More and more tools. Beside the floor, since memory gets slower for everybody as a text outgrows the caches.
pub(crate) fn linearity(_: &Setting, table: &mut Table) -> Result<(), String> {
    table.heading("linear in the number of tools: (ours / floor) among n tools / (ours / floor) among 1,000");
    let [fingerprint, inspected] = beside_floor(1_000, 60);
    for (count, name, rounds) in [(10_000, "10,000", 15), (100_000, "100,000", 5)] {
        let [more_fingerprint, more_inspected] = beside_floor(count, rounds);
        let ratio = |more: f64, few: f64| (format!("{more:.2} / {few:.2}"), more / few);
        let (detail, value) = ratio(more_fingerprint, fingerprint);
        table.line(&format!("fingerprint, {name} tools"), &detail, value, "x", Target::AtMost(1.5));
        let (detail, value) = ratio(more_inspected, inspected);
        table.line(&format!("fingerprint and all findings, {name} tools"), &detail, value, "x", Target::AtMost(1.5));
    }
    Ok(())
}

/// Fingerprint alone and with findings, each as a multiple of the floor.
fn beside_floor(tools: usize, rounds: usize) -> [f64; 2] {
    let text = Surface::of_tools(tools).capture().into_bytes();
    let [fingerprint, inspected, floor] = in_turns(
        rounds,
        [&mut || owned(&text, work::surface), &mut || owned(&text, work::inspected), &mut || {
            timed(|| work::floor(&text))
        }],
    );
    [fingerprint, inspected].map(|time| time.as_secs_f64() / floor.as_secs_f64())
}

pub(crate) fn run(program: &str, arguments: &[&str]) -> bool {
    Command::new(program)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

pub(crate) fn write(setting: &Setting, name: &str, text: &[u8]) -> Result<PathBuf, String> {
    let path = setting.folder.join(name);
    std::fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(path)
}

pub(crate) fn shown(path: &Path) -> String {
    path.display().to_string()
}

fn beside_us(name: &str) -> Result<PathBuf, String> {
    std::env::current_exe().map(|own| own.with_file_name(name)).map_err(|error| error.to_string())
}
