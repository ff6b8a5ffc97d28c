//! A server on stdio that says what a script tells it: `scripted-server SCRIPT.json`.
//!
//! Started by the tests of the command line. The script is one object:
//! `results` maps a method to the results it gives, one a call, the last one again and again;
//! `errors` maps a method to the error it gives; `lines` maps a method to whole lines, written as they are instead of
//! an answer; `stdout` and `stderr` are lines written at the start. Every token goes out as it stands in the script. A method
//! that is nowhere gets `-32601`; a notification gets nothing. Ends when its input ends.

#![expect(clippy::print_stderr, reason = "a server may")]

use std::collections::HashMap;
use std::io::{BufRead as _, Write as _};

use mcpledge_contract::json::{Document, Limits, Value, write_compact};

fn main() -> std::io::Result<()> {
    let path = std::env::args().nth(1).unwrap_or_default();
    let script = Document::parse(std::fs::read(path)?, Limits::default())
        .map_err(|rejected| std::io::Error::other(format!("the script is no JSON: {}", rejected.error)))?;
    let script = script.root();
    let mut out = std::io::stdout().lock();
    for line in texts(script.get("stderr")) {
        eprintln!("{line}");
    }
    for line in texts(script.get("stdout")) {
        writeln!(out, "{line}")?;
    }
    out.flush()?;
    let mut calls: HashMap<String, usize> = HashMap::new();
    for line in std::io::stdin().lock().lines() {
        let Ok(message) = Document::parse(line?, Limits::default()) else { continue };
        let member = |key: &str| message.root().get(key);
        let (Some(method), Some(id)) = (member("method").and_then(Value::as_text), member("id")) else { continue };
        let method = method.decode().into_owned();
        let call = calls.entry(method.clone()).or_default();
        let of = |group: &str| script.get(group).and_then(|group| group.get(&method));
        let nth = |list: Value<'_>| -> Option<String> {
            list.items().nth(*call).or_else(|| list.items().last()).map(on_one_line)
        };
        if let Some(lines) = of("lines") {
            for line in texts(Some(lines)) {
                writeln!(out, "{line}")?;
            }
        } else if let Some(result) = of("results").and_then(nth) {
            writeln!(out, "{{\"jsonrpc\":\"2.0\",\"id\":{},\"result\":{result}}}", id.raw())?;
        } else {
            let error = of("errors").map_or_else(|| NOT_FOUND.to_owned(), on_one_line);
            writeln!(out, "{{\"jsonrpc\":\"2.0\",\"id\":{},\"error\":{error}}}", id.raw())?;
        }
        *call += 1;
        out.flush()?;
    }
    Ok(())
}

const NOT_FOUND: &str = r#"{"code":-32601,"message":"Method not found"}"#;

/// The value with its tokens as they stand in the script.
fn on_one_line(value: Value<'_>) -> String {
    let mut line = Vec::new();
    write_compact(value, &mut line);
    String::from_utf8(line).unwrap_or_default()
}

fn texts(list: Option<Value<'_>>) -> impl Iterator<Item = String> {
    list.into_iter().flat_map(Value::items).filter_map(|line| Some(line.as_text()?.decode().into_owned()))
}
