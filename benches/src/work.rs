//! The work that is measured: ours, and the floor beneath it.
//!
//! Called by the tables and, each alone in a process, by the instruction counts.

use crate::contracts::{compared, judged};
use mcpledge_contract::json::{Document, Fingerprint, Hasher, Limits, Sink as _, write_canonical};
use mcpledge_contract::surface::form::{Form, fingerprint};
use mcpledge_contract::surface::{inspect, read_capture};
use sha2::{Digest, Sha256};

/// What nobody can do without: the JSON read once, the bytes hashed once.
pub(crate) fn floor(text: &[u8]) -> (serde_json::Value, [u8; 32]) {
    (serde_json::from_slice(text).unwrap_or_default(), Sha256::digest(text).into())
}

/// Any JSON to the hash of its canonical bytes.
pub(crate) fn canonical(text: Vec<u8>) -> Option<Fingerprint> {
    let document = Document::parse(text, Limits::default()).ok()?;
    let mut hasher = Hasher::new();
    write_canonical(document.root(), &mut hasher, &mut ());
    Some(hasher.finish())
}

/// The same without the hash, which would be half of all instructions.
fn written(text: Vec<u8>) -> Option<Fingerprint> {
    let document = Document::parse(text, Limits::default()).ok()?;
    let mut bytes = Vec::with_capacity(document.text().len());
    write_canonical(document.root(), &mut bytes, &mut ());
    let mut hasher = Hasher::new();
    hasher.put(bytes.get(..64)?);
    Some(hasher.finish())
}

/// A capture file to its fingerprint.
pub(crate) fn surface(text: Vec<u8>) -> Option<Fingerprint> {
    fingerprint(Form::McpSurface1, &read_capture(text).ok()?).ok()
}

/// A capture file to its fingerprint and all findings in it.
pub(crate) fn inspected(text: Vec<u8>) -> Option<Fingerprint> {
    Some(inspect(&read_capture(text).ok()?).fingerprint)
}

/// One piece of work by name, alone in this process.
pub(crate) fn alone(name: &str, files: &[&str]) -> Result<(), String> {
    let read = |file: &str| std::fs::read(file).map_err(|error| format!("{file}: {error}"));
    let result = match (name, files) {
        ("written", [file]) => written(read(file)?).map(|fingerprint| fingerprint.to_string()),
        ("surface", [file]) => surface(read(file)?).map(|fingerprint| fingerprint.to_string()),
        ("inspected", [file]) => inspected(read(file)?).map(|fingerprint| fingerprint.to_string()),
        ("judged", [lock, capture]) => judged(read(lock)?, read(capture)?).map(|fails| fails.to_string()),
        ("compared", [old, new]) => compared(read(old)?, read(new)?).map(|entries| entries.to_string()),
        _ => return Err(format!("there is no work `{name}` on {} files", files.len())),
    };
    let result = result.ok_or_else(|| format!("{} cannot be read", files.join(", ")))?;
    println!("{result}");
    Ok(())
}
