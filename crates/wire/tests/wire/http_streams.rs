//! Event streams over Streamable HTTP: their shapes, their ends, their resumption.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use mcpledge_wire::capture::capture;
use mcpledge_wire::{Limits, WireError};

use crate::support::server::{Part, Server, accepted, bytes, events};
use crate::support::usual::{assert_usual, server, usual};
use crate::support::{Recorder, legacy, options, recorded};

#[tokio::test]
async fn an_event_stream_may_have_any_shape() {
    let turn = AtomicUsize::new(0);
    let server = server(move |request| {
        let answer = usual(request)?;
        let cut = answer.find(',')? + 1;
        let at_once = |text: String| events([bytes(&text)]);
        Some(match turn.fetch_add(1, Ordering::Relaxed) % 9 {
            0 => at_once(format!("data:{answer}\n\n")),
            1 => at_once(format!("event: message\r\ndata: {answer}\r\n\r\n")),
            2 => at_once(format!("event: message\rdata: {answer}\r\r")),
            3 => at_once(format!("data: {}\ndata: {}\n\n", &answer[..cut], &answer[cut..])),
            4 => events([bytes(": hello\n\n:\n"), Part::Sleep(30), bytes(&format!("data: {answer}\n:\n\n:\n\n"))]),
            5 => at_once(format!("retry: 50\nid: 1\ndata:\n\nid: 2\ndata: {answer}\n\n")),
            6 => {
                at_once(format!("event: ping\ndata: 12:00\n\nevent: note\ndata\n\nevent: message\ndata: {answer}\n\n"))
            }
            7 => at_once(format!("\u{feff}data: {answer}\n\n")),
            _ => {
                let stream = format!("event: message\r\ndata: {answer}\r\n\r\n");
                events(stream.into_bytes().into_iter().map(|byte| Part::Bytes(vec![byte])))
            }
        })
    })
    .await;
    for _ in 0..9 {
        // Five or six answers each, so that every shape meets every question.
        assert_usual(&legacy(&server.target()).await.unwrap(), &[]).await;
        assert_usual(&capture(&server.target(), &options()).await.unwrap(), &[]).await;
    }
}

#[tokio::test]
async fn a_stream_without_its_last_blank_line_is_taken_where_the_message_is_whole() {
    let odd = server(|request| Some(events([bytes(&format!("data: {}\n", usual(request)?))]))).await;
    assert_usual(&legacy(&odd.target()).await.unwrap(), &["event-unterminated"]).await;
}

#[tokio::test]
async fn a_stream_that_ends_without_the_answer_is_an_error_at_once() {
    let note = r#"{"jsonrpc":"2.0","method":"notifications/message","params":{"data":"bye"}}"#;
    for body in [format!("data: {note}\n\n"), format!("data: {note}\n\ndata: {{\"jsonrpc\":"), String::new()] {
        let odd = server(move |request| (request.rpc() == "tools/list").then(|| events([bytes(&body)]))).await;
        let error = capture(&odd.target(), &options()).await.unwrap_err();
        assert_eq!(error.to_string(), "the event stream ended before it answered `tools/list`");
    }
}

#[tokio::test]
async fn a_stream_is_resumed_where_the_server_says_how() {
    let kept = Mutex::new(None::<String>);
    let resuming = server(move |request| {
        let mut kept = kept.lock().unwrap();
        if request.method == "GET" {
            return match request.header("last-event-id") {
                // Once more without the answer, under a new id and without another `retry`.
                Some("caf\u{e9} 1") => Some(events([bytes("id: second\ndata:\n\n")])),
                Some("second") => Some(events([bytes(&format!("id: x\ndata: {}\n\n", kept.take()?))])),
                _ => None,
            };
        }
        (request.rpc() == "tools/list").then(|| {
            *kept = usual(request);
            events([bytes("id: caf\u{e9} 1\nretry: 20\ndata:\n\n")])
        })
    })
    .await;
    let (options, recorder) = recorded(options());
    let resumed = capture(&resuming.target(), &options).await.unwrap();
    assert_usual(&resumed, &["stream-resumed"]).await;
    assert!(resumed.modern.is_none());
    let gets = resuming.requests().iter().filter(|request| request.method == "GET").count();
    assert_eq!(gets, 2);
    // The first wait is the server's, and so is the second, whose stream does not repeat it.
    assert_eq!(waits(&recorder), ["the stream ended: resuming it in 20 ms"; 2]);
}

#[tokio::test]
async fn a_stream_that_is_never_finished_is_not_resumed_for_ever() {
    let endless = server(|request| {
        let wanted = request.rpc() == "tools/list" || request.method == "GET";
        wanted.then(|| events([bytes("id: 1\nretry: 1\ndata:\n\n")]))
    })
    .await;
    let error = legacy(&endless.target()).await.unwrap_err();
    assert!(matches!(error, WireError::StreamEnded { .. }), "{error:?}");
    let gets = endless.requests().iter().filter(|request| request.method == "GET").count();
    assert_eq!(gets, Limits::default().resumptions);
}

#[tokio::test]
async fn a_request_of_the_server_on_a_stream_is_answered_by_a_post() {
    let answered = Arc::new(Mutex::new(Vec::new()));
    let kept = Arc::clone(&answered);
    let asking = Server::start(move |request| {
        if request.rpc().is_empty() {
            kept.lock().unwrap().push(request.body.clone());
            return accepted();
        }
        match usual(request) {
            Some(answer) => {
                let ping = r#"{"jsonrpc":"2.0","id":"p1","method":"ping"}"#;
                events([bytes(&format!("data: {ping}\n\n")), Part::Sleep(20), bytes(&format!("data: {answer}\n\n"))])
            }
            None => accepted(),
        }
    })
    .await;
    assert_usual(&legacy(&asking.target()).await.unwrap(), &[]).await;
    let answered = answered.lock().unwrap();
    assert_eq!(answered.len(), 5);
    assert!(answered.iter().all(|body| body == r#"{"jsonrpc":"2.0","id":"p1","result":{}}"#), "{answered:?}");
}

fn waits(recorder: &Recorder) -> Vec<String> {
    recorder.marked('*').into_iter().filter(|note| note.starts_with("the stream ended")).collect()
}
