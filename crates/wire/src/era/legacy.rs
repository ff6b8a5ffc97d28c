//! The legacy era: `initialize`, then `notifications/initialized` (MCP up to 2025-11-25, basic/lifecycle).
//!
//! Called by [`detect`](super::detect).

use mcpledge_contract::json::{Owned, Value};
use mcpledge_contract::surface::Client;

use crate::answer::{Answer, RpcError};
use crate::error::WireError;
use crate::message::quoted;
use crate::observer::excerpt;
use crate::session::{Session, Wait};
use crate::transport::Protocol;

use super::modern;

/// The version the form `mcp-surface/1` asks for: the capabilities a server answers depend on it.
pub(crate) const FORM_VERSION: &str = "2025-06-18";

/// Opens the conversation; gives the `initialize` result.
pub(crate) async fn initialize(
    session: &mut Session,
    version: &str,
    client: &Client,
    wait: Wait,
) -> Result<Owned, WireError> {
    session.speak(Protocol::Open);
    let params = format!(
        "{{\"protocolVersion\":{},\"capabilities\":{{}},\"clientInfo\":{{\"name\":{},\"version\":{}}}}}",
        quoted(version),
        quoted(&client.name),
        quoted(&client.version)
    );
    let mut asked = session.ask("initialize", &params, None, &[], wait).await;
    if may_be_old(&asked) {
        match session.fall_back_to_sse().await {
            Ok(()) => asked = session.ask("initialize", &params, None, &[], wait).await,
            // Who is asked to sign in for the GET gets no further with the status of the POST.
            Err(refused @ WireError::Refused { .. }) if asked.is_err() => asked = Err(refused),
            Err(_) => {}
        }
    }
    let result = asked?.outcome.map_err(refusal)?;
    if !result.value().is_object() {
        let found = result.value().kind().name();
        return Err(WireError::ResultShape { method: "initialize".to_owned(), found });
    }
    let answered = result.value().get("protocolVersion").and_then(Value::as_text);
    let answered = answered.map_or_else(|| version.to_owned(), |text| text.decode().into_owned());
    session.speak(Protocol::Legacy(answered));
    session.notify("notifications/initialized").await?;
    Ok(result)
}

/// Whether the endpoint may be one of the old HTTP+SSE transport, which starts with a GET (MCP 2025-11-25,
/// basic/transports, "Backwards Compatibility").
fn may_be_old(asked: &Result<Answer, WireError>) -> bool {
    match asked {
        Err(WireError::NotJsonRpc { status, .. }) => matches!(status, 400 | 404 | 405),
        // An endpoint that says "method not found" is one, and what a modern server says proves that it is modern.
        Ok(Answer { message, outcome: Err(error) }) => {
            matches!(message.http_status, Some(400 | 404 | 405)) && error.code != "-32601" && !modern::proves(error)
        }
        _ => false,
    }
}

fn refusal(error: RpcError) -> WireError {
    let supported = error.data.as_ref().and_then(|data| data.get("supported")).map(|versions| {
        let versions = versions.value().items().filter_map(Value::as_text);
        versions.take(10).map(|version| excerpt(version.decode().as_bytes(), 40)).collect::<Vec<String>>()
    });
    WireError::InitializeFailed {
        modern: modern::proves(&error),
        code: excerpt(error.code.as_bytes(), 40),
        message: excerpt(error.message.as_bytes(), 500),
        supported: supported.unwrap_or_default(),
    }
}
