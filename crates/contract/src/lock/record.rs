//! What a section was taken with: kept under our own key `$mcpledge`, which other implementations pass over.
//!
//! A surface may depend on the version that was asked for, on the client and on credentials. Recorded, a difference
//! can be told with its likely cause. Read with the lock, written with a section.

use crate::json::Value;
use crate::surface::{Capture, Credential};

use super::pretty::quoted;

/// The key in the lock.
pub(super) const KEY: &str = "$mcpledge";

/// A finding that was accepted when a surface was locked.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Accepted {
    /// The rule.
    pub rule: String,
    /// The place it was found at.
    pub place: String,
}

/// How a recorded surface was taken.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// The version of the package this profile was locked at; absent without profiles.
    pub version: Option<String>,
    /// The protocol version that was asked for.
    pub requested_version: Option<String>,
    /// The name of the client the server saw. It declared no capabilities.
    pub client: Option<String>,
    /// With which kind of credential; `None` when it is not recorded.
    pub credentials: Option<Vec<Credential>>,
    /// Findings that were accepted.
    pub accepted: Vec<Accepted>,
}

impl Record {
    /// The record of what `capture` was taken with.
    #[must_use]
    pub fn of(capture: &Capture, accepted: Vec<Accepted>) -> Self {
        Self {
            version: None,
            requested_version: capture.how.requested_version.clone(),
            client: capture.how.client.as_ref().map(|client| client.name.clone()),
            credentials: Some(capture.how.credentials.clone()),
            accepted,
        }
    }

    /// Reads a record. It is information: what is malformed in it is left out.
    pub(super) fn read(record: Value<'_>) -> Self {
        let text = |object: Value<'_>, key: &str| Some(object.get(key)?.as_text()?.decode().into_owned());
        let names = |credentials: Value<'_>, key: &str| -> Vec<String> {
            let names = credentials.get(key).into_iter().flat_map(Value::items);
            names.filter_map(|name| Some(name.as_text()?.decode().into_owned())).collect()
        };
        Self {
            version: text(record, "version"),
            requested_version: text(record, "requestedVersion"),
            client: record.get("client").and_then(|client| text(client, "name")),
            credentials: record.get("credentials").map(|credentials| {
                let headers = names(credentials, "headers").into_iter().map(Credential::Header);
                headers.chain(names(credentials, "environment").into_iter().map(Credential::Environment)).collect()
            }),
            accepted: record
                .get("accepted")
                .into_iter()
                .flat_map(Value::items)
                .filter_map(|item| Some(Accepted { rule: text(item, "rule")?, place: text(item, "place")? }))
                .collect(),
        }
    }

    /// The record as JSON on one line.
    pub(super) fn json(&self) -> String {
        let mut members = Vec::new();
        let mut text = |key: &str, value: &Option<String>| {
            if let Some(value) = value {
                members.push(format!("\"{key}\":{}", quoted(value)));
            }
        };
        text("version", &self.version);
        text("requestedVersion", &self.requested_version);
        if let Some(client) = &self.client {
            members.push(format!("\"client\":{{\"name\":{},\"capabilities\":{{}}}}", quoted(client)));
        }
        if let Some(credentials) = &self.credentials {
            let names = |wanted: fn(&Credential) -> Option<&str>| -> String {
                credentials.iter().filter_map(wanted).map(quoted).collect::<Vec<_>>().join(",")
            };
            let headers = names(|credential| match credential {
                Credential::Header(name) => Some(name),
                Credential::Environment(_) => None,
            });
            let variables = names(|credential| match credential {
                Credential::Environment(name) => Some(name),
                Credential::Header(_) => None,
            });
            members.push(format!("\"credentials\":{{\"headers\":[{headers}],\"environment\":[{variables}]}}"));
        }
        members.push(format!("\"accepted\":{}", accepted_json(&self.accepted)));
        format!("{{{}}}", members.join(","))
    }

    /// In what `other` was taken differently; empty when nothing is known to differ.
    #[must_use]
    pub fn causes(&self, other: &Record) -> Vec<String> {
        let mut causes = Vec::new();
        let mut told = |what: &str, ours: Option<String>, theirs: Option<String>| {
            if let (Some(ours), Some(theirs)) = (ours, theirs)
                && ours != theirs
            {
                causes.push(format!("{what} {ours}, this one {what} {theirs}"));
            }
        };
        told("with protocol version", self.requested_version.clone(), other.requested_version.clone());
        told("for the client", self.client.clone(), other.client.clone());
        told(
            "with",
            self.credentials.as_deref().map(credentials_text),
            other.credentials.as_deref().map(credentials_text),
        );
        causes
    }
}

/// Kinds of credentials in words: names alone.
#[must_use]
pub fn credentials_text(credentials: &[Credential]) -> String {
    if credentials.is_empty() {
        return "no credential".to_owned();
    }
    let names: Vec<String> = credentials
        .iter()
        .map(|credential| match credential {
            Credential::Header(name) => format!("header {name}"),
            Credential::Environment(name) => format!("variable {name}"),
        })
        .collect();
    names.join(", ")
}

pub(super) fn accepted_json(accepted: &[Accepted]) -> String {
    let items: Vec<String> = accepted
        .iter()
        .map(|accepted| format!("{{\"rule\":{},\"place\":{}}}", quoted(&accepted.rule), quoted(&accepted.place)))
        .collect();
    format!("[{}]", items.join(","))
}
