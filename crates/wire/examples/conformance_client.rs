//! The client that the public MCP conformance suite drives (`@modelcontextprotocol/conformance`, client mode).
//!
//! The suite starts a server, puts its URL behind the command line, names the scenario in the environment, and judges
//! what the server sees. `tests/peers/README.md` says how the suite runs; this program needs nothing but this crate.

use std::env;
use std::error::Error;

use mcpledge_contract::json::{Document, Owned, Value};
use mcpledge_contract::surface::ListKind;
use mcpledge_wire::capture::{EraChoice, Options};
use mcpledge_wire::{Conversation, Endpoint, Target, WireError};

type Outcome = Result<(), Box<dyn Error>>;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Outcome {
    let url = env::args().next_back().ok_or("the address of the server is missing")?.parse()?;
    let target = Target::Endpoint(Endpoint { url, headers: Vec::new() });
    let scenario = env::var("MCP_CONFORMANCE_SCENARIO")?;
    let version = env::var("MCP_CONFORMANCE_PROTOCOL_VERSION").unwrap_or_default();
    let era = if version.as_str() >= "2026-07-28" { EraChoice::Modern } else { EraChoice::Legacy };
    let protocol_version = Some(version).filter(|version| !version.is_empty() && era == EraChoice::Legacy);
    let options = Options { era, protocol_version, ..Options::default() };
    let mut conversation = Conversation::open(&target, &options).await?;
    let outcome = play(&scenario, &mut conversation).await;
    conversation.close().await;
    outcome
}

async fn play(scenario: &str, server: &mut Conversation) -> Outcome {
    match scenario {
        "initialize" => Ok(()),
        "tools_call" => call(server, "add_numbers", r#"{"a":5,"b":3}"#).await,
        "sse-retry" => call(server, "test_reconnection", "{}").await,
        "request-metadata" | "json-schema-ref-no-deref" => {
            server.list(ListKind::Tools).await.map(drop).map_err(Into::into)
        }
        "json-schema-2020-12-preservation" => echo_schema(server).await,
        "http-standard-headers" => use_one_of_each(server).await,
        "http-custom-headers" => call_as_told(server).await,
        "http-invalid-tool-headers" => call_what_may_be_called(server).await,
        other => Err(format!("the scenario `{other}` is not known").into()),
    }
}

async fn call(server: &mut Conversation, name: &str, arguments: &str) -> Outcome {
    let tools = server.list(ListKind::Tools).await?;
    expect_result(server, named(&tools, name)?, arguments).await
}

async fn expect_result(server: &mut Conversation, tool: Value<'_>, arguments: &str) -> Outcome {
    server.call_tool(tool, arguments).await?.outcome.map(drop).map_err(|error| error.to_string().into())
}

fn named<'t>(tools: &'t [Owned], name: &str) -> Result<Value<'t>, String> {
    let mut tools = tools.iter().map(Owned::value);
    let found = tools.find(|tool| tool.get("name").is_some_and(|own| own.is_text(name)));
    found.ok_or_else(|| format!("the server has no tool `{name}`"))
}

/// Sends the schema of one tool back to the server, byte for byte as it came.
async fn echo_schema(server: &mut Conversation) -> Outcome {
    let tools = server.list(ListKind::Tools).await?;
    let schema =
        named(&tools, "json_schema_2020_12_tool")?.get("inputSchema").ok_or("the tool has no `inputSchema`")?;
    expect_result(server, named(&tools, "json_schema_echo")?, &format!("{{\"schema\":{}}}", schema.raw())).await
}

/// One request of each kind that names something.
async fn use_one_of_each(server: &mut Conversation) -> Outcome {
    for (kind, method) in
        [(ListKind::Tools, "tools/call"), (ListKind::Resources, "resources/read"), (ListKind::Prompts, "prompts/get")]
    {
        let items = match server.list(kind).await {
            Ok(items) => items,
            // What is not served need not be used.
            Err(WireError::NotListed { .. }) => continue,
            Err(error) => return Err(error.into()),
        };
        let Some(item) = items.first().map(Owned::value) else { continue };
        if kind == ListKind::Tools {
            server.call_tool(item, "{}").await?;
        } else {
            let name = item.get(kind.item_key()).ok_or("an item without a name")?;
            server.request(method, &format!("{{\"{}\":{}}}", kind.item_key(), name.raw())).await?;
        }
    }
    Ok(())
}

/// Makes the calls that the suite's context lists.
async fn call_as_told(server: &mut Conversation) -> Outcome {
    let context = Document::parse(env::var("MCP_CONFORMANCE_CONTEXT")?, Default::default())?;
    let tools = server.list(ListKind::Tools).await?;
    for told in context.root().get("toolCalls").into_iter().flat_map(Value::items) {
        let name = told.get("name").and_then(Value::as_text).ok_or("a call without a name")?;
        let arguments = told.get("arguments").map_or("{}", Value::raw);
        expect_result(server, named(&tools, &name.decode())?, arguments).await?;
    }
    Ok(())
}

/// Tries every tool; those with broken annotations must not get through to the server.
async fn call_what_may_be_called(server: &mut Conversation) -> Outcome {
    for tool in server.list(ListKind::Tools).await? {
        match server.call_tool(tool.value(), r#"{"region":"us-west1"}"#).await {
            Ok(_) | Err(WireError::ToolUnusable { .. }) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}
