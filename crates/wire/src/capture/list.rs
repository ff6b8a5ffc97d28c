//! Walking one list to its end: pages, cursors, and what counts as not served.
//!
//! Called once per list of a capture. The rules are those of the form (section 1 of the fingerprint specification);
//! the modern era differs in that an empty cursor is a cursor (MCP 2026-07-28, server/utilities/pagination).

use std::collections::HashSet;

use mcpledge_contract::finding::Finding;
use mcpledge_contract::json::{Kind, Owned, Value};
use mcpledge_contract::surface::{Capture, ListKind};

use crate::answer::{Answer, RpcError};
use crate::error::WireError;
use crate::message::quoted;
use crate::observer::excerpt;
use crate::session::Session;

/// Fills all four lists. `meta` is what the modern era puts into every `params`; `None` in the legacy era.
///
/// Without a handshake there may be nobody who answers: then the first list that breaks off is the last one.
pub(super) async fn take_all(
    session: &mut Session,
    capture: &mut Capture,
    meta: Option<&str>,
) -> Result<(), WireError> {
    let mut bytes = 0;
    for kind in ListKind::ALL {
        match list(session, kind, meta, &mut bytes).await? {
            Listed::Served(items) => capture.set_list(kind, Some(items)),
            Listed::NotServed(reason) => capture.refusals[kind as usize] = Some(reason),
            Listed::Broken(finding) => {
                capture.findings.push(finding);
                if capture.opening_value().is_none() {
                    break;
                }
            }
        }
    }
    Ok(())
}

/// What became of a list.
pub(crate) enum Listed {
    /// The whole list is there.
    Served(Vec<Owned>),
    /// The server does not serve it, and why.
    NotServed(String),
    /// It broke off: not served by the form, and a finding that commands refuse.
    Broken(Finding),
}

/// Walks one list. `bytes` counts what is kept in memory over all of them.
pub(crate) async fn list(
    session: &mut Session,
    kind: ListKind,
    meta: Option<&str>,
    bytes: &mut usize,
) -> Result<Listed, WireError> {
    Walk { kind, meta, seen: HashSet::new(), pages: 0 }.run(session, bytes).await
}

struct Walk<'a> {
    kind: ListKind,
    meta: Option<&'a str>,
    /// Cursors that were followed.
    seen: HashSet<String>,
    pages: usize,
}

impl Walk<'_> {
    async fn run(&mut self, session: &mut Session, bytes: &mut usize) -> Result<Listed, WireError> {
        let most = if self.meta.is_some() { session.limits().modern_pages } else { session.limits().pages };
        let mut items = Vec::new();
        let mut cursor: Option<String> = None;
        loop {
            self.pages += 1;
            let answer = match session.request(self.kind.method(), &self.params(cursor.as_deref())).await {
                Ok(answer) => answer,
                Err(error) => return self.failed(error),
            };
            let result = match &answer.outcome {
                Ok(result) => result,
                Err(error) if lost_session(session, &answer, error) => {
                    let message = format!("HTTP 404: the server does not know the session it gave ({error})");
                    return Ok(Listed::Broken(self.incomplete(&message)));
                }
                Err(error) => return Ok(self.refused(error.to_string())),
            };
            *bytes = bytes.saturating_add(answer.message.bytes());
            if *bytes > session.limits().surface_bytes() {
                return Err(WireError::SurfaceTooLarge { limit: session.limits().surface_bytes() });
            }
            if let Some(reason) = self.unusable(result) {
                return Ok(self.refused(reason));
            }
            if let Some(list) = result.get(self.kind.key()) {
                items.append(&mut list.items());
            }
            let Some(next) = self.next_cursor(session, result) else { return Ok(Listed::Served(items)) };
            if !self.seen.insert(next.clone()) {
                let message = format!("the cursor {:?} came back on page {}", excerpt(next.as_bytes(), 80), self.pages);
                return Ok(Listed::Broken(Finding::new("cursor-repeated", self.kind.method(), message)));
            }
            if self.pages >= most {
                let message = format!("page {most} still has a cursor; a list has at most {most} pages");
                return Ok(Listed::Broken(Finding::new("page-limit", self.kind.method(), message)));
            }
            cursor = Some(next);
        }
    }

    fn params(&self, cursor: Option<&str>) -> String {
        let members: Vec<String> = cursor
            .map(|cursor| format!("\"cursor\":{}", quoted(cursor)))
            .into_iter()
            .chain(self.meta.map(str::to_owned))
            .collect();
        format!("{{{}}}", members.join(","))
    }

    /// Why a result holds no page of this list.
    fn unusable(&self, result: &Owned) -> Option<String> {
        let value = result.value();
        let kind = value.get("resultType").and_then(Value::as_text).map(|text| text.decode().into_owned());
        if let Some(kind) = kind.filter(|kind| self.meta.is_some() && kind != "complete") {
            return Some(format!("the result is of type {:?}", excerpt(kind.as_bytes(), 80)));
        }
        match value.get(self.kind.key()) {
            Some(list) if list.is_array() => None,
            Some(list) => Some(format!("`{}` in the result is {}, no array", self.kind.key(), list.kind().name())),
            None => Some(format!("the result has no `{}`", self.kind.key())),
        }
    }

    /// The cursor to follow; the end of the list otherwise, with a finding where the server said so in an odd way.
    fn next_cursor(&self, session: &mut Session, result: &Owned) -> Option<String> {
        let next = result.value().get("nextCursor")?;
        let place = format!("{} page {}", self.kind.method(), self.pages);
        match next.as_text() {
            Some(text) => {
                let text = text.decode().into_owned();
                if text.is_empty() {
                    session.observer().saw("cursor-empty", place, || "`nextCursor` is \"\"".to_owned());
                }
                // The form ends the list at an empty cursor; the modern era follows it.
                (!text.is_empty() || self.meta.is_some()).then_some(text)
            }
            None => {
                let raw = || excerpt(next.raw().as_bytes(), 80);
                session.observer().saw("cursor-not-string", place, || match next.kind() {
                    Kind::Null => "`nextCursor` is null: it must be a string or absent".to_owned(),
                    kind => format!("`nextCursor` is {} ({}): it must be a string or absent", kind.name(), raw()),
                });
                None
            }
        }
    }

    /// The first page refused is a list that is not served; a later one is half an answer.
    fn refused(&self, reason: String) -> Listed {
        if self.pages == 1 { Listed::NotServed(reason) } else { Listed::Broken(self.incomplete(&reason)) }
    }

    fn incomplete(&self, reason: &str) -> Finding {
        Finding::new("list-incomplete", self.kind.method(), format!("page {}: {reason}", self.pages))
    }

    /// A request that failed below JSON-RPC: one list's trouble, or the end of the whole capture.
    fn failed(&self, error: WireError) -> Result<Listed, WireError> {
        match error {
            WireError::Refused { status, .. } => Ok(self.refused(format!("HTTP {status}"))),
            WireError::NotJsonRpc { status, .. } if (400..500).contains(&status) && status != 429 => {
                Ok(self.refused(format!("HTTP {status}")))
            }
            WireError::NotJsonRpc { status, .. } => Ok(Listed::Broken(self.incomplete(&format!("HTTP {status}")))),
            WireError::Timeout { flag: "--request-timeout", limit, .. } => {
                Ok(Listed::Broken(self.incomplete(&format!("no answer within {} ms", limit.as_millis()))))
            }
            error => Err(error),
        }
    }
}

/// Whether the server forgot the session it gave (MCP 2025-11-25, "Session Management"): then its lists are unknown,
/// not absent. Seen where several instances stand behind one address.
fn lost_session(session: &Session, answer: &Answer, error: &RpcError) -> bool {
    session.has_session() && answer.message.http_status == Some(404) && error.code != "-32601"
}
