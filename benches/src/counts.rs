//! Instruction counts of fixed work: the gate, because neighbours do not change them.
//!
//! Recorded in `benches/callgrind.json` with `--record`; a later run that needs more than the tolerance fails. Another
//! compiler, or another build of the C library, changes them as well: record anew then, in a commit that says so.

use std::path::Path;
use std::process::Command;

use serde_json::{Map, Value};

use crate::Setting;
use crate::contracts::lock_of;
use crate::measure::shown;
use crate::surface::Surface;

/// Per cent by which a count may grow.
const TOLERANCE: f64 = 2.0;

/// Two counts of which the second may be ten times the first, and a little.
const FEW: &str = "diff of 1,000 tools, 10 changed";
const MANY: &str = "diff of 10,000 tools, 100 changed";
const LINEAR: f64 = 10.5;

/// Counts, and compares or records.
pub(crate) fn run(setting: &Setting) -> Result<(), String> {
    println!("\ninstructions (callgrind): now / recorded");
    if !Command::new("valgrind").arg("--version").output().is_ok_and(|output| output.status.success()) {
        println!("  not counted: valgrind is not installed");
        return Ok(());
    }
    let own = std::env::current_exe().map_err(|error| error.to_string())?;
    let write =
        |name: &str, text: String| crate::measure::write(setting, name, text.as_bytes()).map(|path| shown(&path));
    let surface = Surface::of_bytes(250_000).capture();
    let lock = write("counted-lock.json", lock_of(surface.as_bytes())?)?;
    let file = write("counted.json", surface)?;
    let changed = write("counted-changed.json", Surface::of_changed_bytes(250_000).capture())?;
    let few_old = write("few-old.json", Surface::of_tools(1_000).capture())?;
    let few_new = write("few-new.json", Surface::of_changed_tools(1_000, 100).capture())?;
    let many_old = write("many-old.json", Surface::of_tools(10_000).capture())?;
    let many_new = write("many-new.json", Surface::of_changed_tools(10_000, 100).capture())?;
    let works: [(&str, &Path, Vec<&str>); 8] = [
        ("parse and canonicalise 250 KB", &own, vec!["work", "written", &file]),
        ("capture file of 250 KB to fingerprint", &own, vec!["work", "surface", &file]),
        ("capture file of 250 KB to fingerprint and findings", &own, vec!["work", "inspected", &file]),
        ("mcpledge fingerprint on a file of 250 KB", &setting.mcpledge, vec!["fingerprint", "--quiet", &file]),
        ("check of 250 KB, as locked", &own, vec!["work", "judged", &lock, &file]),
        ("check of 250 KB, every tool changed", &own, vec!["work", "judged", &lock, &changed]),
        (FEW, &own, vec!["work", "compared", &few_old, &few_new]),
        (MANY, &own, vec!["work", "compared", &many_old, &many_new]),
    ];
    let recorded = read(&setting.counts)?;
    let (mut counted, mut grown) = (Map::new(), Vec::new());
    for (name, program, arguments) in works {
        let count = count(setting, program, &arguments)?;
        let change = recorded.get(name).and_then(Value::as_f64).map(|old| (count as f64 / old - 1.0) * 100.0);
        let verdict = match change {
            None => "not recorded".to_owned(),
            Some(change) if change > TOLERANCE => {
                grown.push(name);
                format!("{change:+.2} %  GROWN by more than {TOLERANCE} %")
            }
            Some(change) => format!("{change:+.2} %"),
        };
        println!("  {name:58} {count:>12}  {verdict}");
        counted.insert(name.to_owned(), Value::from(count));
    }
    let of = |name: &str| counted.get(name).and_then(Value::as_f64).unwrap_or(f64::NAN);
    let growth = of(MANY) / of(FEW);
    println!("  ten times as many tools are {growth:.2} times the instructions, at most {LINEAR}");
    if growth > LINEAR {
        return Err("diff is not linear in the number of tools".to_owned());
    }
    if setting.record {
        let text = serde_json::to_string_pretty(&counted).map_err(|error| error.to_string())?;
        std::fs::write(&setting.counts, text + "\n").map_err(|error| error.to_string())?;
        println!("  recorded");
        return Ok(());
    }
    if grown.is_empty() { Ok(()) } else { Err(format!("more instructions than recorded: {}", grown.join(", "))) }
}

fn read(path: &Path) -> Result<Map<String, Value>, String> {
    match std::fs::read(path) {
        Ok(text) => serde_json::from_slice(&text).map_err(|error| format!("{}: {error}", path.display())),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Map::new()),
        Err(error) => Err(format!("{}: {error}", path.display())),
    }
}

/// The instructions of one run, without an environment, which would be read and counted.
fn count(setting: &Setting, program: &Path, arguments: &[&str]) -> Result<u64, String> {
    let out = setting.folder.join("callgrind.out");
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--error-exitcode=99"])
        .arg(format!("--callgrind-out-file={}", out.display()))
        .arg(program)
        .args(arguments)
        .env_clear()
        .env("PATH", std::env::var_os("PATH").unwrap_or_default())
        .output()
        .map_err(|error| format!("valgrind: {error}"))?;
    let text = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        return Err(format!("{} ended with {}:\n{text}", program.display(), output.status));
    }
    text.lines()
        .find_map(|line| line.split("Collected : ").nth(1)?.trim().parse().ok())
        .ok_or_else(|| format!("valgrind says no count:\n{text}"))
}
