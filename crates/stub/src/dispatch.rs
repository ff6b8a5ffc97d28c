//! The dispatcher: one request as text in, one answer as text out, in either era.
//!
//! Called by [`serve`](crate::serve()). A request with the modern `_meta` is stateless; without it the legacy rules
//! apply (MCP 2026-07-28, basic/versioning).

use mcpledge_contract::json::{Document, Limits, Value};
use mcpledge_contract::surface::ListKind;

use crate::fixture::Fixture;

const PROTOCOL_VERSION: &str = "io.modelcontextprotocol/protocolVersion";
const MODERN: &str = "2026-07-28";
const LEGACY: [&str; 4] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];

/// A server that answers from a fixture. Holds no state: any number of clients may share one.
#[derive(Clone, Debug)]
pub struct Stub {
    fixture: Fixture,
}

impl Stub {
    /// A server for `fixture`.
    #[must_use]
    pub fn new(fixture: Fixture) -> Self {
        Self { fixture }
    }

    /// The answer to one message; `None` for a notification or an answer of the client.
    #[must_use]
    pub fn answer(&self, message: &[u8]) -> Option<String> {
        let document = match Document::parse(message, Limits::default()) {
            Ok(document) => document,
            Err(rejected) => return Some(error("null", -32700, &format!("Parse error: {}", rejected.error.problem))),
        };
        let root = document.root();
        let method = root.get("method").and_then(Value::as_text).map(|method| method.decode().into_owned());
        let id = root.get("id").filter(|id| id.as_text().is_some() || id.as_number().is_some());
        let (Some(method), Some(id)) = (method, id) else {
            let harmless = root.is_object()
                && (root.get("method").is_some() || root.get("result").is_some() || root.get("error").is_some());
            return (!harmless || root.get("id").is_some_and(|id| id.is_null()))
                .then(|| error("null", -32600, "Invalid Request"));
        };
        let id = id.raw();
        let params = root.get("params");
        let meta = params.and_then(|params| params.get("_meta")).and_then(|meta| meta.get(PROTOCOL_VERSION));
        Some(match meta {
            Some(version) if version.is_text(MODERN) => self.modern(id, &method),
            Some(version) => error_with(id, -32022, "Unsupported protocol version", &unsupported(version)),
            None => self.legacy(id, &method, params),
        })
    }

    fn legacy(&self, id: &str, method: &str, params: Option<Value<'_>>) -> String {
        match method {
            "initialize" => {
                let asked = params.and_then(|params| params.get("protocolVersion")).and_then(Value::as_text);
                let version = LEGACY.into_iter().find(|known| asked.is_some_and(|asked| asked.equals(known)));
                let instructions = self.instructions();
                result(
                    id,
                    &format!(
                        "{{\"protocolVersion\":\"{}\",\"capabilities\":{},\"serverInfo\":{}{instructions}}}",
                        version.unwrap_or(LEGACY[3]),
                        self.capabilities(),
                        self.fixture.server
                    ),
                )
            }
            "ping" => result(id, "{}"),
            "server/discover" => error(id, -32602, "`params._meta` lacks the protocol version"),
            _ => self.list(id, method, "").unwrap_or_else(|| error(id, -32601, "Method not found")),
        }
    }

    fn modern(&self, id: &str, method: &str) -> String {
        const CACHE: &str = ",\"resultType\":\"complete\",\"ttlMs\":0,\"cacheScope\":\"public\"";
        if method != "server/discover" {
            return self.list(id, method, CACHE).unwrap_or_else(|| error(id, -32601, "Method not found"));
        }
        result(
            id,
            &format!(
                "{{\"supportedVersions\":[\"{MODERN}\"],\"capabilities\":{}{CACHE}{},\
             \"_meta\":{{\"io.modelcontextprotocol/serverInfo\":{}}}}}",
                self.capabilities(),
                self.instructions(),
                self.fixture.server
            ),
        )
    }

    fn list(&self, id: &str, method: &str, more: &str) -> Option<String> {
        let kind = ListKind::ALL.into_iter().find(|kind| kind.method() == method)?;
        let items = self.fixture.lists[kind as usize].as_ref()?;
        Some(result(id, &format!("{{\"{}\":[{items}]{more}}}", kind.key())))
    }

    fn instructions(&self) -> String {
        self.fixture.instructions.as_ref().map(|text| format!(",\"instructions\":{text}")).unwrap_or_default()
    }

    /// Every list that is there is declared.
    fn capabilities(&self) -> String {
        let served = |kind: ListKind| self.fixture.lists[kind as usize].is_some();
        let mut declared = Vec::new();
        if served(ListKind::Prompts) {
            declared.push("\"prompts\":{}");
        }
        if served(ListKind::Resources) || served(ListKind::ResourceTemplates) {
            declared.push("\"resources\":{}");
        }
        if served(ListKind::Tools) {
            declared.push("\"tools\":{}");
        }
        format!("{{{}}}", declared.join(","))
    }
}

fn result(id: &str, result: &str) -> String {
    format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":{result}}}")
}

fn error(id: &str, code: i32, message: &str) -> String {
    format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"error\":{{\"code\":{code},\"message\":{}}}}}", quoted(message))
}

fn error_with(id: &str, code: i32, message: &str, data: &str) -> String {
    let message = quoted(message);
    format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"error\":{{\"code\":{code},\"message\":{message},\"data\":{data}}}}}")
}

fn unsupported(requested: Value<'_>) -> String {
    format!("{{\"supported\":[\"{MODERN}\"],\"requested\":{}}}", requested.raw())
}

fn quoted(text: &str) -> String {
    let mut out = Vec::new();
    mcpledge_contract::json::write_quoted(text, &mut out);
    String::from_utf8(out).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stub() -> Stub {
        Stub::new(Fixture::read(crate::WEATHER).unwrap())
    }

    #[test]
    fn initialize_answers_a_version_it_knows() {
        let ask = |version: &str| {
            stub().answer(format!(r#"{{"jsonrpc":"2.0","id":"a","method":"initialize","params":{{"protocolVersion":"{version}"}}}}"#).as_bytes()).unwrap()
        };
        assert!(
            ask("2025-03-26").starts_with(r#"{"jsonrpc":"2.0","id":"a","result":{"protocolVersion":"2025-03-26","#)
        );
        assert!(ask("2026-07-28").contains(r#""protocolVersion":"2025-11-25""#));
    }

    #[test]
    fn items_are_listed_without_what_is_the_stubs_own() {
        let listed = stub().answer(br#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#).unwrap();
        assert!(listed.contains(r#""name":"get_weather""#), "{listed}");
        assert!(!listed.contains(r#""cases""#), "{listed}");
        assert!(!listed.contains("ttlMs"), "{listed}");
    }

    #[test]
    fn notifications_get_no_answer_and_garbage_gets_an_error() {
        assert_eq!(stub().answer(br#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#), None);
        assert!(stub().answer(b"{").unwrap().contains("-32700"));
        assert!(stub().answer(b"[]").unwrap().contains("-32600"));
        assert!(stub().answer(br#"{"jsonrpc":"2.0","id":1,"method":"nope"}"#).unwrap().contains("-32601"));
    }

    #[test]
    fn an_unknown_modern_version_is_refused_with_the_known_ones() {
        let asked = br#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2030-01-01"}}}"#;
        assert!(stub().answer(asked).unwrap().contains(r#""supported":["2026-07-28"],"requested":"2030-01-01""#));
    }

    #[test]
    fn what_is_no_fixture_is_refused_with_its_place() {
        let refused = |text: &str| Fixture::read(text).unwrap_err().to_string();
        assert_eq!(refused("{}"), "/schema: \"mcpstub/v1\" expected, found nothing");
        assert_eq!(
            refused(r#"{"schema":"mcpstub/v1","server":{},"tools":[1]}"#),
            "/tools/0: an object expected, found 1"
        );
        assert_eq!(refused("{"), "line 1, column 2: the text ends where a key or `}` should stand");
    }
}
