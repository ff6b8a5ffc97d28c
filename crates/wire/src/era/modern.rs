//! The modern era: `server/discover`, and `_meta` on every request (MCP 2026-07-28, basic, "`_meta`").
//!
//! Called by [`detect`](super::detect); `_meta` also by whoever asks something in that era.

use mcpledge_contract::json::{Kind, Owned, Value};
use mcpledge_contract::surface::Client;

use crate::answer::{Answer, RpcError};
use crate::error::WireError;
use crate::message::quoted;
use crate::session::{Session, Wait};
use crate::transport::Protocol;

/// The version this client prefers.
pub(crate) const VERSION: &str = "2026-07-28";

/// The errors that only a modern server gives (MCP 2026-07-28, basic, "Error Codes").
const HEADER_MISMATCH: &str = "-32020";
const MISSING_CAPABILITY: &str = "-32021";
const UNSUPPORTED_VERSION: &str = "-32022";

/// What `server/discover` brought to light.
pub(crate) enum Discovery {
    /// A modern server: its result, and the version to speak.
    Modern(Owned, String),
    /// A modern server that refuses the question for good.
    Refused(RpcError),
    /// The server answered, but not as a modern one.
    Legacy(String),
}

/// Whether an error proves the server to be modern.
pub(crate) fn proves(error: &RpcError) -> bool {
    [HEADER_MISMATCH, MISSING_CAPABILITY, UNSUPPORTED_VERSION].contains(&error.code.as_str())
}

/// What every request carries in `params._meta` (MCP 2026-07-28, basic, "`_meta`"): keys and JSON texts.
pub(crate) struct Meta([(&'static str, String); 3]);

impl Meta {
    pub(crate) fn new(version: &str, client: &Client) -> Self {
        let client = format!("{{\"name\":{},\"version\":{}}}", quoted(&client.name), quoted(&client.version));
        Self([
            ("io.modelcontextprotocol/protocolVersion", quoted(version)),
            ("io.modelcontextprotocol/clientCapabilities", "{}".to_owned()),
            ("io.modelcontextprotocol/clientInfo", client),
        ])
    }

    /// The member `"_meta":{…}` of `params`. `given` is what the caller wants in it, and wins.
    pub(crate) fn member(&self, given: Option<Value<'_>>) -> String {
        let given: Vec<_> = given.into_iter().flat_map(Value::entries).collect();
        let ours = self.0.iter().filter(|(key, _)| !given.iter().any(|(other, _)| other.equals(key)));
        let mut members: Vec<String> = ours.map(|(key, value)| format!("\"{key}\":{value}")).collect();
        members.extend(given.iter().map(|(key, value)| format!("\"{}\":{}", key.raw(), value.raw())));
        format!("\"_meta\":{{{}}}", members.join(","))
    }
}

/// Asks `server/discover`, a second time with another version when the server names one it supports.
pub(crate) async fn discover(session: &mut Session, client: &Client, wait: Wait) -> Result<Discovery, WireError> {
    let mut version = VERSION.to_owned();
    let mut refused = false;
    loop {
        session.speak(Protocol::Modern(version.clone()));
        let params = format!("{{{}}}", Meta::new(&version, client).member(None));
        let answer = session.ask("server/discover", &params, None, &[], wait).await?;
        let error = match answer.outcome {
            Ok(result) => {
                let discovery = read(session, result);
                if let Discovery::Modern(_, version) = &discovery {
                    session.speak(Protocol::Modern(version.clone()));
                }
                return Ok(discovery);
            }
            Err(error) => error,
        };
        if !proves(&error) {
            return Ok(Discovery::Legacy(error.to_string()));
        }
        let supported = error.data.as_ref().and_then(|data| data.get("supported"));
        match supported.and_then(|supported| preferred(supported.value())) {
            // Once more and no more, also with the same version: the refusal may have had a passing reason.
            Some(supported) if !refused => (refused, version) = (true, supported),
            // It names versions, all of the legacy era: that is an invitation to `initialize`.
            None if supported_is_list(&error) => {
                return Ok(Discovery::Legacy(format!("it supports no modern version ({error})")));
            }
            _ => return Ok(Discovery::Refused(error)),
        }
    }
}

fn supported_is_list(error: &RpcError) -> bool {
    let supported = error.data.as_ref().and_then(|data| data.get("supported"));
    supported.is_some_and(|supported| supported.value().items().next().is_some())
}

/// Decides whether a result is one of `server/discover`: legacy servers exist that answer anything with `{}`.
fn read(session: &mut Session, result: Owned) -> Discovery {
    let value = result.value();
    let versions = value.get("supportedVersions");
    let Some(version) = versions.and_then(preferred) else {
        return Discovery::Legacy(match versions {
            Some(versions) if versions.is_array() => "`supportedVersions` names no modern version".to_owned(),
            _ => "the result has no list `supportedVersions`".to_owned(),
        });
    };
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
    Discovery::Modern(result, version)
}

/// Whether an answer, which came too late to act on, is that of a modern server.
pub(crate) fn is_discovery(answer: &Answer) -> bool {
    let versions = answer.outcome.as_ref().ok().and_then(|result| result.get("supportedVersions"));
    versions.is_some_and(|versions| preferred(versions.value()).is_some())
}

/// The version to speak with a server that supports these: ours if it is among them, else its first modern one.
fn preferred(versions: Value<'_>) -> Option<String> {
    let modern = versions.items().filter_map(Value::as_text).map(|version| version.decode().into_owned());
    let modern: Vec<String> = modern.filter(|version| is_modern(version)).collect();
    modern.iter().find(|version| *version == VERSION).or(modern.first()).cloned()
}

/// Revisions are dates, so they sort; the modern era starts with 2026-07-28.
fn is_modern(version: &str) -> bool {
    let date = version.len() == VERSION.len()
        && version.bytes().zip(VERSION.bytes()).all(|(byte, model)| match model {
            b'-' => byte == b'-',
            _ => byte.is_ascii_digit(),
        });
    date && version >= VERSION
}

#[cfg(test)]
mod tests {
    use mcpledge_contract::json::Document;

    use super::*;

    #[test]
    fn what_the_caller_puts_into_meta_wins() {
        let meta = Meta::new("2026-07-28", &Client { name: "a\"b".to_owned(), version: "1".to_owned() });
        let info = r#""io.modelcontextprotocol/clientInfo":{"name":"a\"b","version":"1"}"#;
        let declared = r#""io.modelcontextprotocol/clientCapabilities":{"#;
        let version = r#""io.modelcontextprotocol/protocolVersion":"2026-07-28""#;
        assert_eq!(meta.member(None), format!(r#""_meta":{{{version},{declared}}},{info}}}"#));
        let given = format!(r#"{{{declared}"sampling":{{}}}},"x":1}}"#);
        let given = Document::parse(given, Default::default()).unwrap();
        let expected = format!(r#""_meta":{{{version},{info},{declared}"sampling":{{}}}},"x":1}}"#);
        assert_eq!(meta.member(Some(given.root())), expected);
    }

    #[test]
    fn only_dates_from_2026_07_28_on_are_modern() {
        for modern in ["2026-07-28", "2026-10-01", "2031-01-01"] {
            assert!(is_modern(modern), "{modern}");
        }
        for other in ["2025-11-25", "2026-07-27", "draft", "DRAFT-2026-v1", "2026-07-28-rc", "2026/07/28", "", "9"] {
            assert!(!is_modern(other), "{other}");
        }
    }
}
