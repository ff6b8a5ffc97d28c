//! The scripted peer behind every transport of this process: in memory, Streamable HTTP, HTTP+SSE.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use mcpledge_wire::Target;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream};
use tokio::sync::mpsc::UnboundedSender;

use crate::peer::{Peer, Step};

use super::server::{Part, Reply, Server, accepted, bytes, events, head, response};

/// What peers heard (`<`) and said (`>`), in order.
pub(crate) type Log = Arc<Mutex<Vec<(char, String)>>>;

/// A peer, with its target and its log.
pub(crate) struct Peers {
    pub(crate) target: Target,
    log: Log,
    /// The log of a peer that is a process.
    file: Option<tempfile::NamedTempFile>,
    /// Keeps the server alive.
    pub(crate) server: Option<Server>,
}

impl Peers {
    /// What the peer heard (`<`) and said (`>`).
    pub(crate) fn traffic(&self) -> Vec<(char, String)> {
        let Some(file) = &self.file else { return self.log.lock().unwrap().clone() };
        let text = std::fs::read_to_string(file.path()).unwrap();
        text.lines().filter_map(|line| Some((line.chars().next()?, line.get(2..)?.to_owned()))).collect()
    }
}

/// The peer as a process.
pub(crate) fn process(words: &[&str]) -> Peers {
    let file = tempfile::NamedTempFile::new().unwrap();
    let mut command = super::command(words);
    let path = file.path().to_str().unwrap();
    command.environment.push(("MCPLEDGE_TEST_LOG".to_owned(), mcpledge_wire::Secret::new(path)));
    Peers { target: Target::Command(command), log: Log::default(), file: Some(file), server: None }
}

pub(crate) fn in_process(words: &[&str]) -> Target {
    in_process_each(|_| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>()).target
}

/// The same where each connection, counted from 0, may meet another peer.
pub(crate) fn in_process_each<W: IntoIterator<Item = String>>(words: impl Fn(usize) -> W) -> Peers {
    let log = Log::default();
    let words: Vec<Vec<String>> = (0..4).map(|number| words(number).into_iter().collect()).collect();
    let (kept, started) = (Arc::clone(&log), Mutex::new(0));
    let connect = move || {
        let (ours, theirs) = tokio::io::duplex(16 << 10);
        let mut started = started.lock().unwrap();
        let peer = Peer::new(words[*started % words.len()].clone());
        *started += 1;
        tokio::spawn(serve_lines(peer, theirs, Arc::clone(&kept)));
        ours
    };
    Peers { target: Target::InProcess(Arc::new(connect)), log, file: None, server: None }
}

async fn serve_lines(mut peer: Peer, stream: DuplexStream, log: Log) {
    let (input, mut output) = tokio::io::split(stream);
    let mut lines = BufReader::new(input).lines();
    let mut steps = peer.start();
    loop {
        for step in steps {
            let sent = match step {
                Step::Send(message) | Step::Later(_, message) => {
                    note(&log, '>', &message);
                    output.write_all(format!("{message}\n").as_bytes()).await
                }
                Step::Bytes(message) => {
                    note(&log, '>', &message);
                    let mut sent = Ok(());
                    for byte in message.bytes().chain([b'\n']) {
                        sent = output.write_all(&[byte]).await;
                        tokio::task::yield_now().await;
                    }
                    sent
                }
                Step::Flood(message) => loop {
                    if output.write_all(format!("{message}\n").as_bytes()).await.is_err() {
                        return;
                    }
                },
                Step::Raw(text) => output.write_all(&text).await,
                Step::Half(message) => {
                    let _ = output.write_all(&message.as_bytes()[..message.len() / 2]).await;
                    return;
                }
                Step::Sleep(wait) => {
                    tokio::time::sleep(Duration::from_millis(wait)).await;
                    Ok(())
                }
                Step::Stderr(_) => Ok(()),
                Step::Exit(_) => return,
            };
            if sent.is_err() {
                return;
            }
        }
        let Ok(Some(line)) = lines.next_line().await else { return };
        note(&log, '<', &line);
        steps = peer.hear(&line);
    }
}

fn note(log: &Log, mark: char, message: &str) {
    log.lock().unwrap().push((mark, message.to_owned()));
}

/// How answers travel over Streamable HTTP.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Body {
    Json,
    Events,
}

/// The peer behind Streamable HTTP, without a session.
pub(crate) async fn http(words: &[&str], body: Body) -> Peers {
    let log = Log::default();
    let (kept, peer) = (Arc::clone(&log), Mutex::new(Peer::new(words.iter().copied())));
    let server = Server::start(move |request| {
        if request.method != "POST" {
            return response("405 Method Not Allowed", &[("Allow", "POST")], "");
        }
        note(&kept, '<', &request.body);
        let steps = peer.lock().unwrap().hear(&request.body);
        match body {
            _ if request.id() == "null" => accepted(),
            Body::Json => in_one_body(steps, &kept),
            Body::Events if steps.is_empty() => events([Part::Hang]),
            Body::Events => events(steps.into_iter().flat_map(|step| event(step, &kept))),
        }
    })
    .await;
    Peers { target: server.target(), log, file: None, server: Some(server) }
}

/// A JSON body holds one message: notifications before it have no place and are dropped.
fn in_one_body(steps: Vec<Step>, log: &Log) -> Reply {
    let head = |message: &str| {
        let length = message.len().to_string();
        bytes(&head("200 OK", &[("Content-Type", "application/json"), ("Content-Length", &length)]))
    };
    for step in steps {
        match step {
            Step::Send(message) if message.contains("\"method\":") => {}
            Step::Send(message) => {
                note(log, '>', &message);
                return Reply::Parts(vec![head(&message), bytes(&message)]);
            }
            Step::Bytes(message) => {
                note(log, '>', &message);
                let split = message.bytes().map(|byte| Part::Bytes(vec![byte]));
                return Reply::Parts(std::iter::once(head(&message)).chain(split).collect());
            }
            Step::Half(message) => {
                let half = Part::Bytes(message.as_bytes()[..message.len() / 2].to_vec());
                return Reply::Parts(vec![head(&message), half]);
            }
            _ => {}
        }
    }
    Reply::Parts(vec![Part::Hang])
}

fn event(step: Step, log: &Log) -> Vec<Part> {
    match step {
        Step::Send(message) => {
            note(log, '>', &message);
            vec![bytes(&format!("event: message\ndata: {message}\n\n"))]
        }
        Step::Bytes(message) => {
            note(log, '>', &message);
            format!("data: {message}\n\n").into_bytes().into_iter().map(|byte| Part::Bytes(vec![byte])).collect()
        }
        Step::Half(message) => vec![Part::Bytes(format!("data: {message}").as_bytes()[..message.len() / 2].to_vec())],
        Step::Sleep(wait) => vec![Part::Sleep(wait)],
        _ => Vec::new(),
    }
}

/// The peer behind the old HTTP+SSE transport.
pub(crate) async fn http_sse(words: &[&str]) -> Peers {
    let log = Log::default();
    let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
    let (kept, open) = (Arc::clone(&log), Mutex::new(None::<(Peer, UnboundedSender<Part>)>));
    let server = Server::start(move |request| match (request.method.as_str(), request.path.as_str()) {
        ("GET", "/mcp") => {
            let (events, receiver) = tokio::sync::mpsc::unbounded_channel();
            let _ = events.send(bytes("event: endpoint\ndata: /messages?session=7\n\n"));
            *open.lock().unwrap() = Some((Peer::new(words.clone()), events));
            Reply::Stream(head("200 OK", &[("Content-Type", "text/event-stream")]).into_bytes(), receiver)
        }
        ("POST", "/messages?session=7") => {
            note(&kept, '<', &request.body);
            let mut open = open.lock().unwrap();
            if let Some((peer, stream)) = open.as_mut() {
                let steps = peer.hear(&request.body);
                let ends = steps.iter().any(|step| matches!(step, Step::Half(_) | Step::Exit(_)));
                for part in steps.into_iter().flat_map(|step| event(step, &kept)) {
                    let _ = stream.send(part);
                }
                if ends {
                    *open = None;
                }
            }
            response("202 Accepted", &[], "Accepted")
        }
        ("POST", _) => response("404 Not Found", &[("Content-Type", "text/html")], "<pre>Cannot POST /mcp</pre>"),
        _ => response("404 Not Found", &[], ""),
    })
    .await;
    Peers { target: server.target(), log, file: None, server: Some(server) }
}
