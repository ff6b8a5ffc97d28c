//! The modern era: `server/discover`, and `_meta` on every request (MCP 2026-07-28, basic, "`_meta`").
//!
//! Called by capture.

use mcpledge_contract::json::{Kind, Owned, Value};
use mcpledge_contract::surface::Client;

use crate::error::WireError;
use crate::message::quoted;
use crate::session::{RpcError, Session, Wait};
use crate::transport::Protocol;

/// The version this client prefers.
pub(crate) const VERSION: &str = "2026-07-28";

/// The errors that only a modern server gives (MCP 2026-07-28, basic, "Error Codes").
const HEADER_MISMATCH: &str = "-32020";
const MISSING_CAPABILITY: &str = "-32021";
const UNSUPPORTED_VERSION: &str = "-32022";

/// What `server/discover` brought to light.
pub(crate) enum Discovery {
    /// A modern server, and its result.
    Modern(Owned),
    /// The server answered, but not as a modern one.
    Legacy(String),
}

/// The members of `params` that every request carries.
pub(crate) fn meta(version: &str, client: &Client) -> String {
    format!(
        "\"_meta\":{{\"io.modelcontextprotocol/protocolVersion\":{},\"io.modelcontextprotocol/clientCapabilities\":{{}},\
         \"io.modelcontextprotocol/clientInfo\":{{\"name\":{},\"version\":{}}}}}",
        quoted(version),
        quoted(&client.name),
        quoted(&client.version)
    )
}

/// Asks `server/discover`, a second time with another version when the server names one it supports.
pub(crate) async fn discover(
    session: &mut Session,
    client: &Client,
    wait: Wait,
) -> Result<(Discovery, String), WireError> {
    let mut version = VERSION.to_owned();
    for attempt in 0..2 {
        session.speak(Protocol::Modern(version.clone()));
        let params = format!("{{{}}}", meta(&version, client));
        let answer = session.ask("server/discover", &params, None, &[], wait).await?;
        let error = match answer.outcome {
            Ok(result) => return Ok((read(session, result), version)),
            Err(error) => error,
        };
        match offered(&error) {
            Some(other) if attempt == 0 => version = other,
            _ => return Ok((Discovery::Legacy(reason(&error)), version)),
        }
    }
    Ok((Discovery::Legacy("no version in common".to_owned()), version))
}

/// Decides whether a result is one of `server/discover`: legacy servers exist that answer anything with `{}`.
pub(crate) fn read(session: &mut Session, result: Owned) -> Discovery {
    let value = result.value();
    let versions = value.get("supportedVersions");
    let modern = versions.is_some_and(|versions| versions.items().any(is_modern));
    if !modern {
        return Discovery::Legacy(match versions {
            Some(versions) if versions.is_array() => "`supportedVersions` names no modern version".to_owned(),
            _ => "the result has no list `supportedVersions`".to_owned(),
        });
    }
    let required = [
        ("resultType", Kind::String),
        ("capabilities", Kind::Object),
        ("ttlMs", Kind::Number),
        ("cacheScope", Kind::String),
    ];
    let missing: Vec<&str> = required
        .into_iter()
        .filter(|(key, kind)| value.get(key).is_none_or(|member| member.kind() != *kind))
        .map(|(key, _)| key)
        .collect();
    if !missing.is_empty() {
        let message = format!("missing or of the wrong type: {}", missing.join(", "));
        session.observer().saw("discover-incomplete", "server/discover", || message);
    }
    Discovery::Modern(result)
}

/// Revision strings are dates, so they sort; the modern era starts with 2026-07-28.
fn is_modern(version: Value<'_>) -> bool {
    version.as_text().is_some_and(|version| version.decode().as_ref() >= VERSION)
}

/// A modern version that an error offers instead.
fn offered(error: &RpcError) -> Option<String> {
    if error.code != UNSUPPORTED_VERSION {
        return None;
    }
    let supported = error.data.as_ref()?.get("supported")?;
    let versions: Vec<String> = supported
        .value()
        .items()
        .filter(|version| is_modern(*version))
        .filter_map(|version| version.as_text().map(|text| text.decode().into_owned()))
        .collect();
    versions.iter().find(|version| *version == VERSION).or(versions.first()).cloned()
}

fn reason(error: &RpcError) -> String {
    match error.code.as_str() {
        UNSUPPORTED_VERSION => format!("it supports no modern version ({error})"),
        HEADER_MISMATCH | MISSING_CAPABILITY => format!("it is modern and refuses the question ({error})"),
        _ => error.to_string(),
    }
}
