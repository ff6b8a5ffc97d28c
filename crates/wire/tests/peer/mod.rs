//! A scripted MCP server: what it answers, and how it misbehaves. No transport: it turns a message into steps.
//!
//! Shared by the stdio server of these tests and by the tests' own servers over HTTP and in memory, so that every
//! transport meets the same peer. The first word is the mode, further words are its operands.

use mcpledge_contract::json::{Document, Value};

/// One thing the peer does. Not every transport can do everything.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    /// Sends a message.
    Send(String),
    /// Sends a message, one byte per write.
    Bytes(String),
    /// Sends the first half of a message, then is gone.
    Half(String),
    /// Sends a message after so many milliseconds, and does other things meanwhile.
    Later(u64, String),
    /// Sends a message again and again until nobody listens.
    Flood(String),
    /// Writes to the stream whatever it is; only where messages are lines.
    Raw(Vec<u8>),
    /// Writes to standard error.
    Stderr(Vec<u8>),
    /// Waits so many milliseconds.
    Sleep(u64),
    /// Ends with that exit code.
    Exit(i32),
}

use Step::{Bytes, Exit, Flood, Half, Later, Raw, Send, Sleep, Stderr};

/// The lists of a usual server.
pub(crate) const TOOLS: &str = r#"[
{"name":"tide","description":"Tells the next high tide. Gr\u00fc\u00dfe — 读取 📁 👩‍🚀","inputSchema":{"type":"object","properties":{"port":{"type":"string"}},"required":["port"]}},
{"name":"depth","description":"Depth at a place.","inputSchema":{"type":"object","properties":{"x":{"type":"number"},"y":{"type":"number"}},"required":["x","y"]}}]"#;

/// The server.
#[derive(Debug)]
pub(crate) struct Peer {
    words: Vec<String>,
    turn: usize,
    ready: bool,
    discovered: bool,
    open: Vec<u32>,
    held: Vec<String>,
    client: String,
}

impl Peer {
    pub(crate) fn new<S: Into<String>>(words: impl IntoIterator<Item = S>) -> Self {
        let words = words.into_iter().map(Into::into).collect();
        Self {
            words,
            turn: 0,
            ready: false,
            discovered: false,
            open: vec![1, 2, 3],
            held: Vec::new(),
            client: String::new(),
        }
    }

    fn word(&self, at: usize) -> &str {
        self.words.get(at).map_or("", String::as_str)
    }

    fn number(&self, at: usize) -> usize {
        self.word(at).parse().unwrap_or_default()
    }

    /// What it does before it listens.
    pub(crate) fn start(&mut self) -> Vec<Step> {
        match self.word(0) {
            "noisy" => vec![
                raw("tide-server is starting ...\n"),
                raw("\u{1f30a} ready on stdio\n"),
                raw("{\"level\":\"info\",\"msg\":\"config loaded\",\"id\":1}\n"),
                raw("{\"level\":\"error\",\"error\":{\"code\":7}}\n"),
                raw("{\"method\":\"GET\",\"path\":\"/\",\"id\":2}\n"),
            ],
            "slow" => {
                let pieces = (self.number(1) / 50).max(1);
                (0..pieces)
                    .flat_map(|piece| [stderr(&format!("fetching {piece} of {pieces}\r\n")), Sleep(50)])
                    .collect()
            }
            "exits" => vec![stderr("no harbour is configured\n"), Exit(2)],
            "needs" if std::env::var_os(self.word(1)).is_none() => {
                vec![stderr(&format!("{} is not set\n", self.word(1))), Exit(2)]
            }
            "half" => vec![stderr("thinking\n"), raw("{\"jsonrpc\":\"2.0\",\"id\":1,")],
            "chat" => vec![raw("listening on port 3000\n"), raw("GET / 200\n")],
            "pours" => vec![Stderr(b"w".repeat(self.number(1) << 10)), Stderr(b"\n".to_vec()), Exit(1)],
            _ => Vec::new(),
        }
    }

    /// What it does when it hears a message.
    pub(crate) fn hear(&mut self, line: &str) -> Vec<Step> {
        let Ok(document) = Document::parse(line, Default::default()) else { return Vec::new() };
        let message = document.root();
        let text = |value: Option<Value<'_>>| value.and_then(Value::as_text).map(|text| text.decode().into_owned());
        let method = text(message.get("method")).unwrap_or_default();
        let params = message.get("params");
        let Some(id) = message.get("id").map(|id| id.raw().to_owned()) else {
            return if self.word(0) == "asks" { self.ask() } else { Vec::new() };
        };
        if method == "initialize" {
            self.ready = true;
            let client = params.and_then(|params| params.get("clientInfo")).and_then(|client| client.get("name"));
            self.client = text(client).unwrap_or_default();
        }
        let answer = |outcome: &str| format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},{outcome}}}");
        let cursor = text(params.and_then(|params| params.get("cursor")));
        let usual = answer(&self.usual(&method, cursor.as_deref()));
        let is_probe = !self.ready && method != "ping";
        let lists_tools = method == "tools/list";
        match self.word(0) {
            "noisy" => vec![raw(&format!("[debug] got {method}\n")), Send(usual), raw("\"done\"\n")],
            "bytes" => vec![Bytes(usual)],
            "crlf" => {
                self.turn += 1;
                let mark = if self.turn == 1 { "\u{feff}" } else { "\r\n" };
                vec![raw(&format!("{mark}{usual}\r\n   \r\n"))]
            }
            "long" if lists_tools => vec![Send(exactly(self.number(1), &answer))],
            "stderr" => {
                let flood = vec![b'w'; self.number(1) << 10];
                vec![
                    Stderr(flood.clone()),
                    Stderr(b"\n".to_vec()),
                    Stderr(flood),
                    stderr("\nlast words\n"),
                    Send(usual),
                ]
            }
            "ids" => vec![Send(match self.word(1) {
                "string" => usual.replacen(&format!("\"id\":{id},"), &format!("\"id\":\"{id}\","), 1),
                "float" => usual.replacen(&format!("\"id\":{id},"), &format!("\"id\":{id}.0,"), 1),
                "other" => usual.replacen(&format!("\"id\":{id},"), "\"id\":900,", 1),
                _ => usual,
            })],
            "asks" if method.is_empty() => self.reply(&id, message),
            "asks" if self.ready && method != "initialize" && !self.open.is_empty() => {
                self.held.push(usual);
                self.ask()
            }
            "notifies" => vec![
                Send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}".to_owned()),
                Send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"data\":1}}".to_owned()),
                Send("{\"jsonrpc\":\"2.0\",\"method\":\"x-vendor/pulse\",\"params\":[]}".to_owned()),
                Send("{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"notifications/progress\"}".to_owned()),
                Send(usual),
            ],
            "order" if lists_tools => {
                let note = |at| format!("{{\"jsonrpc\":\"2.0\",\"method\":\"note\",\"params\":{{\"at\":{at}}}}}");
                (0..50).map(note).chain([usual]).map(Send).collect()
            }
            "dies" if lists_tools => vec![Half(usual)],
            "silent" if lists_tools => Vec::new(),
            "floods" if lists_tools => vec![Flood("{\"jsonrpc\":\"2.0\",\"method\":\"note\"}".to_owned())],
            "ends" if lists_tools => vec![raw(&usual), Exit(0)],
            "probe" if is_probe && method != "initialize" => self.odd_probe(&answer, self.word(1)),
            "probe" if self.word(1) == "late-null" && method == "initialize" => {
                self.odd_probe(&answer, "null").into_iter().chain([Sleep(50), Send(usual)]).collect()
            }
            "refuses" if method == "initialize" => {
                vec![Send(answer(
                    "\"error\":{\"code\":-32602,\"message\":\"no\",\"data\":{\"supported\":[\"2024-11-05\"]}}",
                ))]
            }
            "modern" | "both" | "either" | "refusing" | "hesitant" => self.modern(&method, &answer, usual, params),
            "volatile" if lists_tools => vec![Send(answer(&volatile()))],
            "shuffled" if lists_tools => vec![Send(answer(shuffled(self.number(1))))],
            "script" => self.scripted(&method, &answer),
            "mute" | "half" | "chat" => Vec::new(),
            "quits" => vec![stderr(&format!("what is {method}?\n")), Exit(3)],
            _ => vec![Send(usual)],
        }
    }

    /// The member `result` or `error` of a usual server of the legacy era.
    fn usual(&self, method: &str, cursor: Option<&str>) -> String {
        match method {
            "initialize" => {
                let capabilities = if self.word(0) == "undeclared" { "{}" } else { "{\"tools\":{}}" };
                format!(
                    "\"result\":{{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{capabilities},\
                     \"serverInfo\":{{\"name\":\"tide-server\",\"version\":\"1.0.0\"}}}}"
                )
            }
            "ping" => "\"result\":{}".to_owned(),
            "tools/list" => match self.word(0) {
                "cursor" => self.page(cursor),
                "client" if self.client.starts_with("claude") => {
                    "\"result\":{\"tools\":[{\"name\":\"host_only\",\"inputSchema\":{\"type\":\"object\"}}]}".to_owned()
                }
                "needs" => {
                    let seen = ["PATH", "HOME", self.word(1), "PARENT_ONLY"];
                    let seen: Vec<&str> = seen.into_iter().filter(|name| std::env::var_os(name).is_some()).collect();
                    format!(
                        "\"result\":{{\"tools\":[{{\"name\":\"env\",\"inputSchema\":{{\"type\":\"object\",\"enum\":{seen:?}}}}}]}}"
                    )
                }
                _ => format!("\"result\":{{\"tools\":{}}}", TOOLS.replace('\n', " ")),
            },
            _ => "\"error\":{\"code\":-32601,\"message\":\"Method not found\"}".to_owned(),
        }
    }

    /// Pages that never come to an end, or end in an odd way.
    fn page(&self, cursor: Option<&str>) -> String {
        let next = match (self.word(1), cursor) {
            ("same", _) => "\"p1\"",
            ("cycle", None | Some("b")) => "\"a\"",
            ("cycle", _) => "\"b\"",
            ("null", _) => "null",
            ("empty", _) => "\"\"",
            ("endless", Some(cursor)) => {
                return format!("\"result\":{{\"tools\":[],\"nextCursor\":\"{cursor}x\"}}");
            }
            ("endless", None) => "\"x\"",
            _ => return format!("\"result\":{{\"tools\":{}}}", TOOLS.replace('\n', " ")),
        };
        format!("\"result\":{{\"tools\":{},\"nextCursor\":{next}}}", TOOLS.replace('\n', " "))
    }

    /// Three requests of its own, once.
    fn ask(&mut self) -> Vec<Step> {
        if std::mem::replace(&mut self.turn, 1) == 1 {
            return Vec::new();
        }
        ["ping", "roots/list", "sampling/createMessage"]
            .iter()
            .enumerate()
            .map(|(at, method)| Send(format!("{{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"{method}\"}}", at + 1)))
            .collect()
    }

    /// Takes the client's answer to one of them; goes on when all are answered.
    fn reply(&mut self, id: &str, message: Value<'_>) -> Vec<Step> {
        self.open.retain(|open| open.to_string() != id);
        let outcome = message.get("result").or(message.get("error")).map(Value::raw).unwrap_or_default();
        let mut steps = vec![stderr(&format!("client answered {id}: {outcome}\n"))];
        if self.open.is_empty() {
            steps.extend(self.held.drain(..).map(Send));
        }
        steps
    }

    /// How servers of the legacy era take the question of the modern one.
    fn odd_probe(&self, answer: &dyn Fn(&str) -> String, how: &str) -> Vec<Step> {
        let refusal = answer("\"error\":{\"code\":-32601,\"message\":\"Method not found\"}");
        match how {
            "exit" => vec![stderr("fatal: expected initialize\n"), Exit(1)],
            "silent" | "late-null" => Vec::new(),
            "null" => vec![Send(
                "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32600,\"message\":\"Invalid Request\"}}"
                    .to_owned(),
            )],
            "text" => vec![raw("error: bad request\n"), Send(refusal)],
            "object" => vec![Send(answer("\"result\":{}"))],
            "late" => vec![Later(500, refusal)],
            "late-exit" => vec![Sleep(500), Exit(1)],
            "answer-exit" => vec![Send(refusal), Exit(1)],
            code => vec![Send(answer(&format!("\"error\":{{\"code\":{code},\"message\":\"not initialized\"}}")))],
        }
    }

    /// Servers that know the modern era: `modern` knows no other, `both` knows both, `either` whichever came first,
    /// `refusing` refuses the question itself, `hesitant` only the first time.
    fn modern(
        &mut self,
        method: &str,
        answer: &dyn Fn(&str) -> String,
        usual: String,
        params: Option<Value<'_>>,
    ) -> Vec<Step> {
        let key = "io.modelcontextprotocol/protocolVersion";
        let version = params.and_then(|params| params.get("_meta")).and_then(|meta| meta.get(key));
        let (mode, operand) = (self.word(0).to_owned(), self.word(1).to_owned());
        let unsupported = |supported: &str| {
            let data = format!("{{\"supported\":{supported},\"requested\":\"2026-07-28\"}}");
            format!("\"error\":{{\"code\":-32022,\"message\":\"Unsupported protocol version\",\"data\":{data}}}")
        };
        let spoken = if operand.starts_with("20") { operand.as_str() } else { "2026-07-28" };
        let outcome = match (version, method) {
            (None, "initialize") if mode == "modern" && operand == "exits" => return vec![Exit(1)],
            (None, "initialize") if mode == "modern" || mode == "either" && self.discovered => {
                unsupported("[\"2026-07-28\"]")
            }
            (None, _) if mode == "modern" => "\"error\":{\"code\":-32602,\"message\":\"no _meta\"}".to_owned(),
            (None, _) => return vec![Send(usual)],
            (Some(_), "server/discover") if mode == "hesitant" && !std::mem::replace(&mut self.discovered, true) => {
                unsupported("[\"2026-07-28\"]")
            }
            (Some(_), _) if mode == "refusing" => match operand.as_str() {
                "capability" => "\"error\":{\"code\":-32021,\"message\":\"sampling is needed\"}".to_owned(),
                supported => unsupported(supported),
            },
            (Some(version), _) if !version.is_text(spoken) => unsupported(&format!("[\"2025-11-25\",\"{spoken}\"]")),
            (Some(_), "server/discover") => {
                self.discovered = true;
                format!(
                    "\"result\":{{\"resultType\":\"complete\",\"supportedVersions\":[\"2025-11-25\",\"{spoken}\"],\
                     \"capabilities\":{{\"tools\":{{}}}},\"ttlMs\":0,\"cacheScope\":\"public\",\
                     \"_meta\":{{\"io.modelcontextprotocol/serverInfo\":{{\"name\":\"tide-server\",\"version\":\"2\"}}}}}}"
                )
            }
            (Some(_), "tools/list") => {
                let tools = TOOLS.replace('\n', " ");
                format!(
                    "\"result\":{{\"resultType\":\"complete\",\"ttlMs\":0,\"cacheScope\":\"public\",\"tools\":{tools}}}"
                )
            }
            (Some(_), "tools/call") => "\"result\":{\"resultType\":\"complete\",\"content\":[]}".to_owned(),
            _ => "\"error\":{\"code\":-32601,\"message\":\"Method not found\"}".to_owned(),
        };
        let answer = Send(answer(&outcome));
        match (operand.as_str(), method) {
            ("slow", "server/discover") => vec![Sleep(600), answer],
            _ => vec![answer],
        }
    }

    /// The answers of a table `{method: [answer, …]}`: a result, an object with `error`, or `"timeout"`. What is not
    /// in it is no method.
    fn scripted(&mut self, method: &str, answer: &dyn Fn(&str) -> String) -> Vec<Step> {
        let table = Document::parse(self.word(1).to_owned(), Default::default()).expect("the script is JSON");
        let key = format!("\"{method}\"");
        let before = self.held.iter().filter(|old| **old == key).count();
        self.held.push(key);
        let planned = table.root().get(method).and_then(|answers| answers.items().nth(before));
        match planned {
            None => vec![Send(answer("\"error\":{\"code\":-32601,\"message\":\"Method not found\"}"))],
            Some(planned) if planned.is_text("timeout") => Vec::new(),
            Some(planned) => match planned.get("error") {
                Some(error) => vec![Send(answer(&format!("\"error\":{}", error.raw())))],
                None => vec![Send(answer(&format!("\"result\":{}", planned.raw())))],
            },
        }
    }
}

fn raw(text: &str) -> Step {
    Raw(text.as_bytes().to_vec())
}

fn stderr(text: &str) -> Step {
    Stderr(text.as_bytes().to_vec())
}

/// An answer to `tools/list` of exactly `bytes` bytes.
fn exactly(bytes: usize, answer: &dyn Fn(&str) -> String) -> String {
    let with = |text: &str| {
        answer(&format!(
            "\"result\":{{\"tools\":[{{\"name\":\"long\",\"description\":\"{text}\",\"inputSchema\":{{\"type\":\"object\"}}}}]}}"
        ))
    };
    let bare = with("").len();
    with(&"x".repeat(bytes.saturating_sub(bare)))
}

/// A surface that holds the moment, the process and the folder.
fn volatile() -> String {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0, |time| time.as_secs());
    let folder = std::env::current_dir().unwrap_or_default();
    let (process, folder) = (std::process::id(), folder.to_string_lossy());
    format!(
        "\"result\":{{\"tools\":[{{\"name\":\"steady\",\"inputSchema\":{{\"type\":\"object\"}}}},\
         {{\"name\":\"clock\",\"description\":\"It is {now}.\",\"inputSchema\":{{\"type\":\"object\"}}}},\
         {{\"name\":\"attach\",\"inputSchema\":{{\"type\":\"object\",\"properties\":{{\"pid\":{{\"default\":{process}}},\
         \"root\":{{\"enum\":[{folder:?}]}}}}}}}}]}}"
    )
}

/// The same tools in one of two orders.
fn shuffled(turn: usize) -> &'static str {
    if turn.is_multiple_of(2) {
        "\"result\":{\"tools\":[{\"name\":\"b\",\"inputSchema\":{\"type\":\"object\",\"required\":[\"x\",\"y\"]}},{\"name\":\"a\"}]}"
    } else {
        "\"result\":{\"tools\":[{\"name\":\"a\"},{\"inputSchema\":{\"required\":[\"y\",\"x\"],\"type\":\"object\"},\"name\":\"b\"}]}"
    }
}
