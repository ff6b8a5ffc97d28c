//! An HTTP server that may say anything: one handler, and raw bytes back.

use std::net::IpAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use mcpledge_wire::{Endpoint, Secret, Target};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::task::{JoinHandle, JoinSet};
use url::Url;

/// A request as it came.
#[derive(Clone, Debug)]
pub(crate) struct Request {
    pub(crate) method: String,
    pub(crate) path: String,
    headers: Vec<(String, String)>,
    pub(crate) body: String,
}

impl Request {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }

    /// The JSON-RPC method in the body.
    pub(crate) fn rpc(&self) -> &str {
        self.body.split("\"method\":\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap_or_default()
    }

    /// The JSON-RPC id in the body.
    pub(crate) fn id(&self) -> &str {
        self.body.split("\"id\":").nth(1).and_then(|rest| rest.split([',', '}']).next()).unwrap_or("null")
    }
}

/// A piece of what is sent back.
#[derive(Clone, Debug)]
pub(crate) enum Part {
    Bytes(Vec<u8>),
    Sleep(u64),
    /// Says nothing more and keeps the connection.
    Hang,
}

/// What is sent back; the connection is closed behind it.
pub(crate) enum Reply {
    Parts(Vec<Part>),
    Stream(Vec<u8>, UnboundedReceiver<Part>),
}

impl From<String> for Reply {
    fn from(text: String) -> Self {
        Reply::Parts(vec![Part::Bytes(text.into_bytes())])
    }
}

/// A whole response.
pub(crate) fn response(status: &str, headers: &[(&str, &str)], body: &str) -> Reply {
    let length = body.len().to_string();
    let headers: Vec<_> = headers.iter().copied().chain([("Content-Length", length.as_str())]).collect();
    (head(status, &headers) + body).into()
}

/// The head of a response; without a `Content-Length` its body ends with the connection.
pub(crate) fn head(status: &str, headers: &[(&str, &str)]) -> String {
    let fields: String = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
    format!("HTTP/1.1 {status}\r\nConnection: close\r\n{fields}\r\n")
}

pub(crate) fn json(body: &str) -> Reply {
    response("200 OK", &[("Content-Type", "application/json")], body)
}

pub(crate) fn accepted() -> Reply {
    response("202 Accepted", &[], "")
}

/// A response whose body is an event stream.
pub(crate) fn events(parts: impl IntoIterator<Item = Part>) -> Reply {
    let head = bytes(&head("200 OK", &[("Content-Type", "text/event-stream")]));
    Reply::Parts(std::iter::once(head).chain(parts).collect())
}

pub(crate) fn bytes(text: &str) -> Part {
    Part::Bytes(text.as_bytes().to_vec())
}

/// A running server; dropping it closes everything.
pub(crate) struct Server {
    pub(crate) url: Url,
    log: Arc<Mutex<Vec<Request>>>,
    task: JoinHandle<()>,
}

impl Server {
    pub(crate) async fn start(handler: impl Fn(&Request) -> Reply + Send + Sync + 'static) -> Self {
        Self::start_on("127.0.0.1".parse().unwrap(), handler).await.unwrap()
    }

    pub(crate) async fn start_on(
        address: IpAddr,
        handler: impl Fn(&Request) -> Reply + Send + Sync + 'static,
    ) -> std::io::Result<Self> {
        let listener = TcpListener::bind((address, 0)).await?;
        let url = Url::parse(&format!("http://{}/mcp", listener.local_addr()?)).unwrap();
        let log = Arc::new(Mutex::new(Vec::new()));
        let (handler, kept) = (Arc::new(handler), Arc::clone(&log));
        let task = tokio::spawn(async move {
            let mut connections = JoinSet::new();
            while let Ok((stream, _)) = listener.accept().await {
                let (handler, log) = (Arc::clone(&handler), Arc::clone(&kept));
                connections.spawn(async move {
                    let _ = serve(stream, &*handler, &log).await;
                });
            }
        });
        Ok(Self { url, log, task })
    }

    pub(crate) fn target(&self) -> Target {
        self.at("/mcp")
    }

    pub(crate) fn at(&self, path: &str) -> Target {
        target(self.url.join(path).unwrap())
    }

    /// Every request so far.
    pub(crate) fn requests(&self) -> Vec<Request> {
        self.log.lock().unwrap().clone()
    }

    /// The JSON-RPC methods of all POSTs so far.
    pub(crate) fn rpcs(&self) -> Vec<String> {
        self.requests()
            .iter()
            .filter(|request| request.method == "POST")
            .map(|request| request.rpc().to_owned())
            .collect()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.task.abort();
    }
}

pub(crate) fn target(url: Url) -> Target {
    Target::Endpoint(Endpoint { url, headers: Vec::new() })
}

pub(crate) fn with_header(target: Target, name: &str, value: &str) -> Target {
    match target {
        Target::Endpoint(mut endpoint) => {
            endpoint.headers.push((name.to_owned(), Secret::new(value)));
            Target::Endpoint(endpoint)
        }
        other => other,
    }
}

async fn serve(
    mut stream: TcpStream,
    handler: &(impl Fn(&Request) -> Reply + ?Sized),
    log: &Mutex<Vec<Request>>,
) -> std::io::Result<()> {
    let Some(request) = read(&mut stream).await? else { return Ok(()) };
    log.lock().unwrap().push(request.clone());
    match handler(&request) {
        Reply::Parts(parts) => {
            for part in parts {
                write(&mut stream, part).await?;
            }
        }
        Reply::Stream(head, mut parts) => {
            stream.write_all(&head).await?;
            while let Some(part) = parts.recv().await {
                write(&mut stream, part).await?;
            }
        }
    }
    stream.shutdown().await
}

async fn write(stream: &mut TcpStream, part: Part) -> std::io::Result<()> {
    match part {
        Part::Bytes(bytes) => {
            stream.write_all(&bytes).await?;
            stream.flush().await
        }
        Part::Sleep(wait) => {
            tokio::time::sleep(Duration::from_millis(wait)).await;
            Ok(())
        }
        Part::Hang => std::future::pending().await,
    }
}

async fn read(stream: &mut TcpStream) -> std::io::Result<Option<Request>> {
    let mut bytes = Vec::new();
    let head_end = loop {
        if let Some(at) = bytes.windows(4).position(|window| window == b"\r\n\r\n") {
            break at;
        }
        if stream.read_buf(&mut bytes).await? == 0 {
            return Ok(None);
        }
    };
    let head = String::from_utf8_lossy(&bytes[..head_end]).into_owned();
    let mut lines = head.split("\r\n");
    let mut first = lines.next().unwrap_or_default().split(' ');
    let headers: Vec<(String, String)> = lines
        .filter_map(|line| line.split_once(':'))
        .map(|(name, value)| (name.to_ascii_lowercase(), value.trim().to_owned()))
        .collect();
    let length = headers.iter().find(|(name, _)| name == "content-length").and_then(|(_, value)| value.parse().ok());
    let mut body = bytes.split_off(head_end + 4);
    while body.len() < length.unwrap_or(0) {
        if stream.read_buf(&mut body).await? == 0 {
            return Ok(None);
        }
    }
    Ok(Some(Request {
        method: first.next().unwrap_or_default().to_owned(),
        path: first.next().unwrap_or_default().to_owned(),
        headers,
        body: String::from_utf8_lossy(&body).into_owned(),
    }))
}
