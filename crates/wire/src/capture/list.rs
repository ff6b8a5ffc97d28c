//! Walking one list to its end: pages, cursors, and what counts as not served.
//!
//! Called once per list of a capture. The rules are those of the form (section 1 of the fingerprint specification);
//! the modern era differs in that an empty cursor is a cursor (MCP 2026-07-28, server/utilities/pagination).

use std::collections::HashSet;

use mcpledge_contract::finding::Finding;
use mcpledge_contract::json::{Kind, Owned, Value};
use mcpledge_contract::surface::{Capture, ListKind};

use crate::error::WireError;
use crate::message::quoted;
use crate::session::Session;

/// Fills all four lists. `meta` is what the modern era puts into every `params`; `None` in the legacy era.
pub(super) async fn take_all(
    session: &mut Session,
    capture: &mut Capture,
    meta: Option<&str>,
) -> Result<(), WireError> {
    for kind in ListKind::ALL {
        let mut walk = Walk { kind, meta, seen: HashSet::new(), items: Vec::new(), pages: 0 };
        match walk.run(session).await? {
            End::Served => capture.set_list(kind, Some(walk.items)),
            End::NotServed(reason) => capture.refusals[kind as usize] = Some(reason),
            End::Broken(finding) => capture.findings.push(finding),
        }
    }
    Ok(())
}

struct Walk<'a> {
    kind: ListKind,
    meta: Option<&'a str>,
    /// Cursors that were followed.
    seen: HashSet<String>,
    items: Vec<Owned>,
    pages: usize,
}

enum End {
    /// The whole list is there.
    Served,
    /// The server does not serve it, and why.
    NotServed(String),
    /// It broke off: not served by the form, and a finding that commands refuse.
    Broken(Finding),
}

impl Walk<'_> {
    async fn run(&mut self, session: &mut Session) -> Result<End, WireError> {
        let most = if self.meta.is_some() { session.limits().modern_pages } else { session.limits().pages };
        let mut cursor: Option<String> = None;
        loop {
            self.pages += 1;
            let answer = match session.request(self.kind.method(), &self.params(cursor.as_deref())).await {
                Ok(answer) => answer,
                Err(error) => return self.failed(error),
            };
            let result = match answer.outcome {
                Ok(result) => result,
                Err(error) => return Ok(self.refused(error.to_string())),
            };
            if let Some(reason) = self.unusable(&result) {
                return Ok(self.refused(reason));
            }
            if let Some(list) = result.get(self.kind.key()) {
                self.items.append(&mut list.items());
            }
            let Some(next) = self.next_cursor(session, &result) else { return Ok(End::Served) };
            if !self.seen.insert(next.clone()) {
                let message = format!("the cursor {next:?} came back on page {}", self.pages);
                return Ok(End::Broken(Finding::new("cursor-repeated", self.kind.method(), message)));
            }
            if self.pages >= most {
                let message = format!("page {most} still has a cursor; a list has at most {most} pages");
                return Ok(End::Broken(Finding::new("page-limit", self.kind.method(), message)));
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
            return Some(format!("the result is of type {kind:?}"));
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
                session.observer().saw("cursor-not-string", place, || match next.kind() {
                    Kind::Null => "`nextCursor` is null: it must be a string or absent".to_owned(),
                    kind => format!("`nextCursor` is {} ({}): it must be a string or absent", kind.name(), next.raw()),
                });
                None
            }
        }
    }

    /// The first page refused is a list that is not served; a later one is half an answer.
    fn refused(&self, reason: String) -> End {
        if self.pages == 1 { End::NotServed(reason) } else { End::Broken(self.incomplete(&reason)) }
    }

    fn incomplete(&self, reason: &str) -> Finding {
        Finding::new("list-incomplete", self.kind.method(), format!("page {}: {reason}", self.pages))
    }

    /// A request that failed below JSON-RPC: one list's trouble, or the end of the whole capture.
    fn failed(&self, error: WireError) -> Result<End, WireError> {
        match error {
            WireError::Refused { status, .. } => Ok(self.refused(format!("HTTP {status}"))),
            WireError::NotJsonRpc { status, .. } if (400..500).contains(&status) && status != 429 => {
                Ok(self.refused(format!("HTTP {status}")))
            }
            WireError::NotJsonRpc { status, .. } => Ok(End::Broken(self.incomplete(&format!("HTTP {status}")))),
            WireError::Timeout { flag: "--request-timeout", limit, .. } => {
                Ok(End::Broken(self.incomplete(&format!("no answer within {} ms", limit.as_millis()))))
            }
            error => Err(error),
        }
    }
}
