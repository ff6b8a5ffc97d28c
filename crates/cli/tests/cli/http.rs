//! A small HTTP server for tests: one answer a connection, made by a function.
//!
//! Used where a server must answer in a certain way, wrong ways included.

use std::collections::HashMap;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};

/// A request as it came.
#[derive(Clone, Debug)]
pub(crate) struct Request {
    pub(crate) path: String,
    headers: HashMap<String, String>,
    pub(crate) body: String,
}

impl Request {
    /// A header, by its name in lower case.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(String::as_str)
    }
}

/// An answer as it goes out.
pub(crate) struct Answer {
    status: u16,
    headers: Vec<(String, String)>,
    body: String,
}

impl Answer {
    pub(crate) fn new(status: u16, content_type: &str, body: impl Into<String>) -> Self {
        Self { status, headers: vec![("Content-Type".to_owned(), content_type.to_owned())], body: body.into() }
    }

    pub(crate) fn json(status: u16, body: impl Into<String>) -> Self {
        Self::new(status, "application/json", body)
    }

    pub(crate) fn with(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }
}

/// A server on a free port of the loopback interface, until the test process ends.
pub(crate) struct HttpServer {
    address: SocketAddr,
    requests: Arc<Mutex<Vec<Request>>>,
}

impl HttpServer {
    pub(crate) fn start(answer: impl Fn(&Request) -> Answer + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let requests = Arc::new(Mutex::new(Vec::new()));
        let seen = Arc::clone(&requests);
        let answer = Arc::new(answer);
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (seen, answer) = (Arc::clone(&seen), Arc::clone(&answer));
                std::thread::spawn(move || serve(&stream, &seen, &*answer));
            }
        });
        Self { address, requests }
    }

    /// Answers as `scripted-server` does with that script, without sessions.
    pub(crate) fn of_script(script: &str) -> Self {
        let script: Value = serde_json::from_str(script).unwrap();
        Self::start(move |request| {
            let Ok(message) = serde_json::from_str::<Value>(&request.body) else { return Answer::json(405, "") };
            let Some(id) = message.get("id") else { return Answer::json(202, "") };
            let method = message["method"].as_str().unwrap_or_default();
            let page = message["params"]["cursor"].as_str().map_or(0, |_| 1);
            let result = script["results"][method].as_array().and_then(|results| results.get(page));
            let answer = match result {
                Some(result) => json!({"jsonrpc": "2.0", "id": id, "result": result}),
                None => json!({"jsonrpc": "2.0", "id": id, "error": {"code": -32601, "message": "Method not found"}}),
            };
            Answer::json(200, answer.to_string())
        })
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// Everything that was asked so far.
    pub(crate) fn requests(&self) -> Vec<Request> {
        self.requests.lock().unwrap().clone()
    }
}

fn serve(stream: &TcpStream, seen: &Mutex<Vec<Request>>, answer: &(dyn Fn(&Request) -> Answer + Sync)) -> Option<()> {
    let mut input = BufReader::new(stream);
    let mut line = String::new();
    input.read_line(&mut line).ok()?;
    let path = line.split_whitespace().nth(1)?.to_owned();
    let mut headers = HashMap::new();
    loop {
        let mut line = String::new();
        input.read_line(&mut line).ok()?;
        let Some((name, value)) = line.split_once(':') else { break };
        headers.insert(name.to_ascii_lowercase(), value.trim().to_owned());
    }
    let length: u64 = headers.get("content-length").and_then(|length| length.parse().ok()).unwrap_or_default();
    let mut body = String::new();
    input.take(length).read_to_string(&mut body).ok()?;
    let request = Request { path, headers, body };
    seen.lock().unwrap().push(request.clone());
    let Answer { status, headers, body } = answer(&request);
    let headers: String = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
    let head = format!("HTTP/1.1 {status} X\r\n{headers}Content-Length: {}\r\nConnection: close\r\n\r\n", body.len());
    let mut stream = stream;
    stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body.as_bytes())).ok()
}
