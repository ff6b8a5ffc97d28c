//! The work that is measured: ours, and the floor beneath it.
//!
//! Called by the tables and, each alone in a process, by the instruction counts.

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
pub(crate) fn alone(name: &str, file: &str) -> Result<(), String> {
    let text = std::fs::read(file).map_err(|error| format!("{file}: {error}"))?;
    let work = match name {
        "written" => written,
        "surface" => surface,
        "inspected" => inspected,
        _ => return Err(format!("there is no work `{name}`")),
    };
    let fingerprint = work(text).ok_or_else(|| format!("{file} is no capture"))?;
    println!("{fingerprint}");
    Ok(())
}
