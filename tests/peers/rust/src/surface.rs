//! What the peer serves. Every answer is a function of the request, and the tools come two to a page.

use rmcp::{
    ErrorData, Json, RoleServer, ServerHandler,
    handler::server::{
        router::{prompt::PromptRouter, tool::ToolRouter},
        wrapper::Parameters,
    },
    model::{
        Annotations, CallToolResult, ContentBlock, Icon, Implementation, ListResourceTemplatesResult,
        ListResourcesResult, ListToolsResult, MetaObject, PaginatedRequestParams, PromptMessage,
        ReadResourceRequestParams, ReadResourceResponse, ReadResourceResult, Resource, ResourceContents,
        ResourceTemplate, Role, ServerCapabilities, ServerConfig,
    },
    prompt, prompt_handler, prompt_router, schemars,
    service::RequestContext,
    tool, tool_handler, tool_router,
};
use serde::{Deserialize, Serialize};

const PAGE: usize = 2;
const NOTES: [(&str, &str); 2] = [("alpha", "The first note."), ("beta", "A segunda nota: ação, coração.")];

fn note(id: &str) -> Option<&'static str> {
    NOTES.iter().find(|(known, _)| *known == id).map(|(_, text)| *text)
}

#[derive(Deserialize, schemars::JsonSchema)]
struct Terms {
    /// The first one
    a: i32,
    /// The second one
    b: i32,
}

#[derive(Serialize, schemars::JsonSchema)]
struct Sum {
    sum: i64,
}

#[derive(Clone, Copy, Deserialize, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Unit {
    Celsius,
    Kelvin,
}

#[derive(Deserialize, Serialize, schemars::JsonSchema)]
struct Temperature {
    value: f64,
    unit: Unit,
}

#[derive(Deserialize, schemars::JsonSchema)]
struct Conversion {
    from: Temperature,
    to: Option<Unit>,
}

/// How a note is picked: each alternative is a schema of its own.
#[derive(Deserialize, schemars::JsonSchema)]
#[serde(tag = "by", rename_all = "snake_case", deny_unknown_fields)]
enum Choice {
    Id { id: String },
    Position { position: u8 },
}

#[derive(Deserialize, schemars::JsonSchema)]
struct Deletion {
    choice: Choice,
    #[schemars(length(max = 80))]
    reason: Option<String>,
}

#[derive(Deserialize, schemars::JsonSchema)]
struct Words {
    /// Every one of these must be in the note
    #[schemars(length(min = 1, max = 8))]
    words: Vec<String>,
    #[serde(default = "ten")]
    #[schemars(range(min = 1, max = 50))]
    limit: u32,
}

fn ten() -> u32 {
    10
}

#[derive(Serialize, schemars::JsonSchema)]
struct Hits {
    ids: Vec<String>,
    next: Option<String>,
}

#[derive(Deserialize, schemars::JsonSchema)]
struct Summary {
    /// The id of the note
    id: String,
    /// Língua da resposta
    language: Option<String>,
}

#[derive(Clone)]
pub struct Peer {
    tools: ToolRouter<Self>,
    prompts: PromptRouter<Self>,
}

fn costly() -> MetaObject {
    let mut meta = MetaObject::new();
    meta.insert("example.org/cost".into(), 3.into());
    meta
}

#[tool_router]
impl Peer {
    pub fn new() -> Self {
        Self { tools: Self::tool_router(), prompts: Self::prompt_router() }
    }

    #[tool(
        title = "Add",
        description = "Adds two integers.",
        annotations(read_only_hint = true, idempotent_hint = true, open_world_hint = false)
    )]
    fn add(&self, Parameters(Terms { a, b }): Parameters<Terms>) -> Json<Sum> {
        Json(Sum { sum: i64::from(a) + i64::from(b) })
    }

    #[tool(
        title = "Converter temperatura",
        description = "Converte uma temperatura — em °C ou K — para outra unidade. 温度を変換します 🌡️",
        annotations(title = "Temperatura", read_only_hint = true),
        icons = vec![Icon::new("data:image/svg+xml;base64,PHN2Zy8+").with_mime_type("image/svg+xml").with_sizes(vec!["any".into()])]
    )]
    fn convert_temperature(&self, Parameters(Conversion { from, to }): Parameters<Conversion>) -> Json<Temperature> {
        let unit = to.unwrap_or(Unit::Celsius);
        let shift = |unit| if matches!(unit, Unit::Celsius) { 273.15 } else { 0.0 };
        Json(Temperature { value: from.value + shift(from.unit) - shift(unit), unit })
    }

    #[tool(
        description = "Deletes a note.",
        annotations(read_only_hint = false, destructive_hint = true),
        meta = costly()
    )]
    fn delete_note(&self, Parameters(Deletion { choice, reason }): Parameters<Deletion>) -> CallToolResult {
        let found = match &choice {
            Choice::Id { id } => note(id),
            Choice::Position { position } => NOTES.get(usize::from(*position)).map(|(_, text)| *text),
        };
        let text = match found {
            Some(text) => format!("{text} deleted: {}", reason.as_deref().unwrap_or("no reason")),
            None => return CallToolResult::error(vec![ContentBlock::text("there is no such note")]),
        };
        CallToolResult::success(vec![ContentBlock::text(text)])
    }

    #[tool(name = "Search_notes", description = "Finds the notes that hold every given word.")]
    fn search_notes(&self, Parameters(Words { words, limit }): Parameters<Words>) -> Json<Hits> {
        let holds_all = |(_, text): &&(&str, &str)| words.iter().all(|word| text.contains(word.as_str()));
        let ids = NOTES.iter().filter(holds_all).take(limit as usize).map(|(id, _)| (*id).to_owned()).collect();
        Json(Hits { ids, next: None })
    }

    #[tool(description = "The time at which this peer stands still.")]
    fn now(&self) -> String {
        "2026-07-28T00:00:00Z".to_owned()
    }
}

#[prompt_router]
impl Peer {
    #[prompt(title = "Summarise a note", description = "Asks for a summary in a given language.")]
    async fn summarise(&self, Parameters(Summary { id, language }): Parameters<Summary>) -> Vec<PromptMessage> {
        let language = language.as_deref().unwrap_or("English");
        let text = note(&id).unwrap_or_default();
        vec![PromptMessage::new_text(Role::User, format!("Summarise in {language}: {text}"))]
    }

    #[prompt(description = "A greeting.")]
    async fn greet(&self) -> Vec<PromptMessage> {
        vec![PromptMessage::new_text(Role::User, "Olá!")]
    }
}

#[tool_handler(router = self.tools)]
#[prompt_handler(router = self.prompts)]
impl ServerHandler for Peer {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder().enable_tools().enable_prompts().enable_resources().build();
        ServerConfig::new(capabilities)
            .with_server_info(
                Implementation::new("rmcp-peer", env!("CARGO_PKG_VERSION"))
                    .with_title("rmcp peer")
                    .with_website_url("https://example.org/"),
            )
            .with_instructions("Ask for a note by its id. As respostas são sempre iguais.")
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let tools = self.tools.list_all();
        let start = match request.and_then(|params| params.cursor) {
            None => 0,
            Some(cursor) => cursor
                .strip_prefix("tools-from-")
                .and_then(|position| position.parse().ok())
                .filter(|position| *position < tools.len())
                .ok_or_else(|| ErrorData::invalid_params("there is no such page", None))?,
        };
        let end = tools.len().min(start + PAGE);
        let mut page = ListToolsResult::with_all_items(tools[start..end].to_vec());
        page.next_cursor = (end < tools.len()).then(|| format!("tools-from-{end}"));
        Ok(page)
    }

    async fn list_resources(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let notes = NOTES.iter().map(|(id, text)| {
            Resource::new(format!("note:///{id}"), format!("note-{id}"))
                .with_title(format!("Note {id}"))
                .with_description(*text)
                .with_mime_type("text/plain")
                .with_size(text.len() as u64)
                .with_annotations(Annotations::default().with_audience(vec![Role::User]).with_priority(0.5))
        });
        Ok(ListResourcesResult::with_all_items(notes.collect()))
    }

    async fn list_resource_templates(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        let template = ResourceTemplate::new("note:///{id}", "note")
            .with_title("A note")
            .with_description("Any note, by its id.")
            .with_mime_type("text/plain");
        Ok(ListResourceTemplatesResult::with_all_items(vec![template]))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        match request.uri.strip_prefix("note:///").and_then(note) {
            Some(text) => Ok(ReadResourceResult::new(vec![ResourceContents::text(text, request.uri)]).into()),
            None => Err(ErrorData::resource_not_found(format!("there is no {}", request.uri), None)),
        }
    }
}
