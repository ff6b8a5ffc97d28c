//! The legacy era: `initialize`, then `notifications/initialized` (MCP up to 2025-11-25, basic/lifecycle).
//!
//! Called by capture.

use mcpledge_contract::json::{Owned, Value};
use mcpledge_contract::surface::Client;

use crate::error::WireError;
use crate::message::quoted;
use crate::session::{Session, Wait};
use crate::transport::Protocol;

/// The version the form `mcp-surface/1` asks for: the capabilities a server answers depend on it.
pub(crate) const FORM_VERSION: &str = "2025-06-18";

/// Opens the conversation; gives the `initialize` result.
///
/// Over HTTP an endpoint that refuses the POST outright is tried as one of the old HTTP+SSE transport
/// (MCP 2025-11-25, basic/transports, "Backwards Compatibility").
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
    if let Err(WireError::NotJsonRpc { status: 400 | 404 | 405, .. }) = &asked
        && session.fall_back_to_sse().await.is_ok()
    {
        asked = session.ask("initialize", &params, None, &[], wait).await;
    }
    let result = asked?.outcome.map_err(|error| WireError::InitializeFailed {
        code: error.code,
        message: error.message,
        modern: false,
    })?;
    if !result.value().is_object() {
        let found = result.value().kind().name();
        return Err(WireError::ResultShape { method: "initialize".to_owned(), found });
    }
    let answered = result.value().get("protocolVersion").and_then(Value::as_text);
    let answered = answered.map_or_else(|| version.to_owned(), |text| text.decode().into_owned());
    session.speak(Protocol::Legacy(answered));
    match session.notify("notifications/initialized").await {
        Ok(()) => {}
        // How an endpoint takes a notification does not change its surface.
        Err(WireError::Refused { status, .. }) => {
            session
                .observer()
                .saw("notification-status", "POST notifications/initialized", || format!("HTTP {status}"));
        }
        Err(error) => return Err(error),
    }
    Ok(result)
}
