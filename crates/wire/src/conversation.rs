//! An open conversation in whichever era the server speaks: requests, lists, calls.
//!
//! For whoever does more with a server than capture it. One request at a time; what every request of the modern era
//! must carry is put in here.

use mcpledge_contract::finding::Finding;
use mcpledge_contract::json::{Document, Owned, Value};
use mcpledge_contract::surface::{Era, ListKind};

use crate::answer::Answer;
use crate::call::{annotation_fault, parameter_headers};
use crate::capture::list::{Listed, list};
use crate::capture::{EraChoice, Options};
use crate::era::detect::{Legacy, Modern, Opened, Opener};
use crate::era::modern::Meta;
use crate::error::WireError;
use crate::message::quoted;
use crate::session::{Session, Wait};
use crate::target::Target;

/// A conversation with one server.
pub struct Conversation {
    session: Session,
    opening: Owned,
    /// What every request carries in the modern era.
    meta: Option<Meta>,
    /// Bytes of lists that were read.
    listed: usize,
}

impl Conversation {
    /// Opens a conversation: in the era that `options` asks for, else in the modern one where the server speaks it.
    ///
    /// # Errors
    /// The server could not be reached, or spoke no MCP of that era.
    pub async fn open(target: &Target, options: &Options) -> Result<Self, WireError> {
        let opener = Opener { target, options };
        let opened = match options.era {
            EraChoice::Auto => opener.any().await?,
            EraChoice::Legacy => Opened::Legacy(opener.legacy(Wait::Usual).await?),
            EraChoice::Modern => Opened::Modern(opener.modern(Wait::Usual).await?),
        };
        match opened {
            Opened::Modern(Modern { session, result, version, .. }) => {
                let meta = Some(Meta::new(&version, &options.client));
                Ok(Self { session, opening: result, meta, listed: 0 })
            }
            Opened::Legacy(Legacy::Open { session, result }) => {
                Ok(Self { session, opening: result, meta: None, listed: 0 })
            }
            Opened::Legacy(Legacy::Refused { session, error }) => {
                session.close().await;
                Err(error)
            }
        }
    }

    /// The era it is in.
    #[must_use]
    pub fn era(&self) -> Era {
        if self.meta.is_some() { Era::Modern } else { Era::Legacy }
    }

    /// The `initialize` or `server/discover` result.
    #[must_use]
    pub fn opening(&self) -> &Owned {
        &self.opening
    }

    /// Sends a request. `params` is the text of a JSON object; `_meta` is added to it where the era demands it.
    ///
    /// # Errors
    /// `params` is no JSON object, the transport fails, or a limit is passed. A JSON-RPC error is an answer.
    pub async fn request(&mut self, method: &str, params: &str) -> Result<Answer, WireError> {
        let params = object(params, "`params`")?;
        self.ask(method, params.root(), &[]).await
    }

    /// All items of a list, from all its pages.
    ///
    /// # Errors
    /// As [`request`](Self::request), and [`WireError::NotListed`] where the server does not serve the list to its end.
    pub async fn list(&mut self, kind: ListKind) -> Result<Vec<Owned>, WireError> {
        let meta = self.meta.as_ref().map(|meta| meta.member(None));
        let reason = match list(&mut self.session, kind, meta.as_deref(), &mut self.listed).await? {
            Listed::Served(items) => return Ok(items),
            Listed::NotServed(reason) => reason,
            Listed::Broken(finding) => finding.message,
        };
        Err(WireError::NotListed { method: kind.method(), reason })
    }

    /// Calls a tool. `tool` is its item in the list, which says what goes into headers; `arguments` is the text of a
    /// JSON object.
    ///
    /// # Errors
    /// As [`request`](Self::request), and [`WireError::ToolUnusable`] for a tool whose annotations for headers break a
    /// rule: clients over HTTP must not call it.
    pub async fn call_tool(&mut self, tool: Value<'_>, arguments: &str) -> Result<Answer, WireError> {
        let name = tool.get("name").and_then(Value::as_text).map(|name| name.decode().into_owned());
        let name = name.ok_or_else(|| WireError::Setup("a tool without a name cannot be called".to_owned()))?;
        let arguments = object(arguments, "the arguments")?;
        let mut headers = Vec::new();
        if let Some(schema) = tool.get("inputSchema").filter(|_| self.meta.is_some() && self.session.is_http()) {
            if let Some(reason) = annotation_fault(schema) {
                return Err(WireError::ToolUnusable { tool: name, reason });
            }
            headers = parameter_headers(schema, arguments.root());
        }
        let params = format!("{{\"name\":{},\"arguments\":{}}}", quoted(&name), arguments.root().raw());
        let params = object(&params, "the call")?;
        self.ask("tools/call", params.root(), &headers).await
    }

    async fn ask(
        &mut self,
        method: &str,
        params: Value<'_>,
        headers: &[(String, String)],
    ) -> Result<Answer, WireError> {
        let named = match method {
            "tools/call" | "prompts/get" => params.get("name"),
            "resources/read" => params.get("uri"),
            _ => None,
        };
        let text = self.with_meta(params);
        match named.and_then(Value::as_text).map(|name| name.decode().into_owned()) {
            Some(name) => self.session.request_named(method, &text, &name, headers).await,
            None => self.session.request(method, &text).await,
        }
    }

    /// The text of `params`, with `_meta` where the era demands it.
    fn with_meta(&self, params: Value<'_>) -> String {
        let Some(meta) = &self.meta else { return params.raw().to_owned() };
        let mut members = Vec::new();
        for (key, value) in params.entries() {
            if !key.equals("_meta") {
                members.push(format!("\"{}\":{}", key.raw(), value.raw()));
            }
        }
        members.push(meta.member(params.get("_meta")));
        format!("{{{}}}", members.join(","))
    }

    /// Ends the conversation, and the process if there is one. Gives what was odd about the server.
    pub async fn close(self) -> Vec<Finding> {
        self.session.close().await
    }
}

fn object(text: &str, what: &str) -> Result<Document, WireError> {
    let document = Document::parse(text, Default::default())
        .map_err(|rejected| WireError::Setup(format!("{what}: {}", rejected.error)))?;
    if document.root().is_object() {
        return Ok(document);
    }
    Err(WireError::Setup(format!("{what} must be an object, not {}", document.root().kind().name())))
}
