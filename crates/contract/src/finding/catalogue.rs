//! The list of rules. Each has a page `pages/<id>.md`, which `mcpledge explain` prints and the docs show.
//!
//! To add one: write the page, add one line here in alphabetical order, report it from one place.

use super::{Level, Rule};
use crate::breaks::BREAK_RULES;

macro_rules! rules {
    ($($id:literal $level:ident $title:literal $help:literal)*) => {
        /// Every rule, sorted by id.
        pub static RULES: &[Rule] = &[$(
            Rule {
                id: $id,
                level: Level::$level,
                title: $title,
                help: $help,
                page: include_str!(concat!("pages/", $id, ".md")),
            },
        )*];
    };
}

rules! {
    "answer-id-type" Warn
        "an answer's id has another JSON type than the request's"
        "send the id back exactly as it came: a number stays a number, a string stays a string"
    "answer-id-unknown" Warn
        "an answer carries the id of no open request"
        "answer each request once, with its own id"
    "answer-shape" Warn
        "an answer is no valid JSON-RPC 2.0 response"
        "send `jsonrpc` \"2.0\", the request's id, and exactly one of `result` and `error`"
    "bidirectional-character" Warn
        "a text holds bidirectional control characters"
        "remove them: they make the text read differently to a person than to a model"
    "byte-order-mark" Warn
        "a byte-order mark stands before a message"
        "write UTF-8 without a byte-order mark"
    "content-type" Warn
        "an HTTP answer has a missing or unexpected content type"
        "send `application/json` or `text/event-stream`"
    "cursor-empty" Warn
        "`nextCursor` is an empty string"
        "leave `nextCursor` out on the last page: the eras disagree about an empty one"
    "cursor-not-string" Warn
        "`nextCursor` is neither a string nor absent"
        "send a string, or leave `nextCursor` out on the last page"
    "cursor-repeated" Deny
        "a list gives a cursor it has given before"
        "make every page's cursor advance; clients that follow it never end"
    "discover-incomplete" Warn
        "the `server/discover` result lacks required fields"
        "send `supportedVersions`, `capabilities`, `resultType`, `ttlMs` and `cacheScope`"
    "era-broken" Warn
        "the server speaks one protocol era and breaks off in the other"
        "answer the other era's first request with a JSON-RPC error: clients of that era wait or fail otherwise"
    "event-not-message" Warn
        "an event of a stream is no message"
        "send messages only in events of type `message`, one JSON-RPC message each"
    "event-unterminated" Warn
        "a stream's last event has no blank line behind it"
        "end every event with a blank line: most clients drop one that is cut off"
    "form-version" Deny
        "the surface was taken with another protocol version than the form asks for"
        "leave `--protocol-version` out to get a surface that can be locked"
    "header-annotation" Warn
        "an `x-mcp-header` annotation breaks the rules for it"
        "clients over HTTP drop the whole tool: mend the annotation or remove it"
    "hidden-character" Warn
        "a text holds characters that no one can see"
        "remove them: a model reads what a reviewer cannot"
    "http-status" Warn
        "an answer came with an unexpected HTTP status"
        "send results and ordinary errors with status 200"
    "initialize-refused" Warn
        "`initialize` is refused, and lists are served all the same"
        "answer `initialize`: clients end the conversation when it fails"
    "input-schema" Warn
        "a tool's `inputSchema` is missing or no object schema"
        "give every tool an `inputSchema` with `type` \"object\""
    "item-key-missing" Warn
        "a list item has no name or uri, or one that is no string"
        "give every tool and prompt a `name`, every resource a `uri`, every template a `uriTemplate`"
    "key-duplicate" Warn
        "an object has the same key twice"
        "send each key once: readers differ in which one they take"
    "line-unterminated" Warn
        "the last message on stdout has no newline behind it"
        "end every message with a newline and flush it: most clients wait for it"
    "list-declared-not-served" Warn
        "a declared capability's list is not served"
        "answer the list, if only with an empty array, or do not declare the capability"
    "list-incomplete" Deny
        "a list broke off before its end"
        "run the capture again; if it stays, mend the page it names"
    "list-undeclared-served" Warn
        "a list is served although its capability is not declared"
        "declare the capability: clients do not ask for the list otherwise"
    "lone-surrogate" Warn
        "a text holds half of a surrogate pair"
        "send whole characters: many readers refuse such a text"
    "message-not-utf8" Warn
        "a message is not valid UTF-8"
        "encode messages as UTF-8"
    "name-duplicate" Warn
        "two items of a list have the same name"
        "give each item its own name: a client reaches only one of them"
    "name-odd" Warn
        "a tool's name has characters or a length that the protocol advises against"
        "use 1 to 128 letters, digits, `_`, `-` and `.`"
    "notification-params" Warn
        "a notification's `params` is no object"
        "send an object, or leave `params` out"
    "notification-status" Warn
        "a notification was not answered with 202 and an empty body"
        "answer accepted notifications with status 202 and no body"
    "number-overflow" Warn
        "a number is beyond the range of a double"
        "use a number a double can hold: the form writes null for this one"
    "number-precision" Warn
        "a number loses digits in the form"
        "use numbers that a double holds exactly, or a string: the fingerprint cannot tell this one from its neighbours"
    "page-limit" Deny
        "a list has more pages than the limit"
        "serve larger pages, or check that the last page has no `nextCursor`"
    "redirected" Warn
        "the endpoint redirects to another address"
        "publish the final address"
    "schema-dialect" Warn
        "a schema names a dialect that clients may not know"
        "use JSON Schema 2020-12 or draft-07"
    "schema-invalid" Warn
        "a schema is no valid JSON Schema"
        "mend the keyword: clients refuse the tool or the whole list"
    "schema-ref" Warn
        "a schema's reference points nowhere"
        "point it at a schema inside the same document, counted from the root of that schema"
    "schema-ref-cycle" Warn
        "a schema's reference leads back to itself without an end"
        "put a keyword other than the reference somewhere on the way"
    "schema-ref-remote" Warn
        "a schema's reference points to another document"
        "inline it: clients must not fetch it"
    "server-request" Warn
        "the server asked for something the client did not offer"
        "ask only for what the client's capabilities declare"
    "session-required" Warn
        "the server insists on a session"
        "a strictly stateless reader would see no lists; publishers should serve them without a session"
    "stdout-text" Warn
        "text that is no message stands on stdout"
        "write logs to stderr: stdout carries only messages"
    "stream-resumed" Allow
        "a stream ended before its answer and had to be resumed"
        "keep the stream open until the answer was sent"
    "surface-local" Warn
        "a text of the surface holds the working directory"
        "remove the folder from the surface: on another machine, or in another folder, it is another surface"
    "surface-order-unstable" Warn
        "two captures differ in the order of array items"
        "list `required`, `enum` and `type` in a fixed order: the form keeps their order"
    "surface-unstable" Deny
        "two captures in a row differ"
        "remove what changes by itself (time, counters, process ids, folders) from the surface"
}

/// The rule of that id, break rules included.
#[must_use]
pub fn find_rule(id: &str) -> Option<&'static Rule> {
    let of_captures = RULES.binary_search_by(|rule| rule.id.cmp(id)).ok().map(|at| &RULES[at]);
    of_captures
        .or_else(|| BREAK_RULES.binary_search_by(|rule| rule.rule.id.cmp(id)).ok().map(|at| &BREAK_RULES[at].rule))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_sorted_and_unique() {
        assert!(RULES.windows(2).all(|pair| pair[0].id < pair[1].id));
    }

    #[test]
    fn every_page_is_listed() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/finding/pages");
        for entry in std::fs::read_dir(folder).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            let id = name.strip_suffix(".md").unwrap();
            assert!(find_rule(id).is_some(), "{name} has no line in the catalogue");
        }
    }

    #[test]
    fn every_page_has_its_id_its_title_and_three_filled_sections() {
        for rule in RULES {
            assert_eq!(faults_of_page(rule.page, rule), Vec::<String>::new(), "{}", rule.id);
        }
    }

    #[test]
    fn an_empty_or_missing_section_is_noticed() {
        let rule = RULES.first().expect("there are rules");
        let (before, after) = rule.page.split_once("## Why it matters").expect("there is such a section");
        let (_, rest) = after.split_once("## What to do").expect("there is such a section");
        let empty = format!("{before}## Why it matters\n\n \n## What to do{rest}");
        assert_eq!(faults_of_page(&empty, rule), ["`## Why it matters` is empty"]);
        assert_eq!(faults_of_page(&format!("{before}## What to do{rest}"), rule), ["no `## Why it matters`"]);
        assert_eq!(
            faults_of_page(rule.page.split_once("## What to do").expect("there").0, rule),
            ["no `## What to do`"]
        );
    }

    /// What a page lacks.
    fn faults_of_page(page: &str, rule: &Rule) -> Vec<String> {
        let mut faults = Vec::new();
        let mut lines = page.lines();
        if lines.next() != Some(&format!("# {}", rule.id)) {
            faults.push("the first line is not its id".to_owned());
        }
        let title = lines.find(|line| !line.is_empty()).unwrap_or_default();
        if !title.strip_suffix('.').is_some_and(|title| title.eq_ignore_ascii_case(rule.title)) {
            faults.push(format!("the title is {title:?}"));
        }
        for section in ["## What was seen", "## Why it matters", "## What to do"] {
            let mut body = page.lines().skip_while(|line| *line != section);
            if body.next().is_none() {
                faults.push(format!("no `{section}`"));
            } else if body.take_while(|line| !line.starts_with("## ")).all(|line| line.trim().is_empty()) {
                faults.push(format!("`{section}` is empty"));
            }
        }
        faults
    }
}
