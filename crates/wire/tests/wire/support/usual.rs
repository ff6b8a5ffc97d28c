//! A usual server over HTTP, odd in one respect.

use mcpledge_contract::surface::Capture;

use crate::peer::{Peer, Step};

use super::server::{Reply, Request, Server, accepted, json, response};
use super::{fingerprint, rules, usual_fingerprint};

/// What a usual server says to a request; `None` for a notification.
pub(crate) fn usual(request: &Request) -> Option<String> {
    let answer = Peer::new(["usual"]).hear(&request.body);
    answer.into_iter().find_map(|step| match step {
        Step::Send(message) => Some(message),
        _ => None,
    })
}

/// A usual server that answers with bodies, but for what `odd` wants otherwise.
pub(crate) async fn server(odd: impl Fn(&Request) -> Option<Reply> + Send + Sync + 'static) -> Server {
    Server::start(move |request| odd(request).unwrap_or_else(|| plainly(request))).await
}

/// The body of a usual server.
pub(crate) fn plainly(request: &Request) -> Reply {
    match usual(request) {
        _ if request.method != "POST" => response("405 Method Not Allowed", &[("Allow", "POST")], ""),
        Some(answer) => json(&answer),
        None => accepted(),
    }
}

/// Checks that a capture is that of a usual server, with findings of these rules and no others.
pub(crate) async fn assert_usual(capture: &Capture, expected: &[&str]) {
    let expected = expected.iter().map(|rule| (*rule).to_owned()).collect();
    assert_eq!((fingerprint(capture), rules(capture)), (usual_fingerprint().await, expected));
}
