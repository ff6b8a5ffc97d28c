//! Where requests over HTTP go: redirects, families of addresses, refused connections.

use mcpledge_contract::surface::Credential;
use mcpledge_wire::WireError;
use mcpledge_wire::capture::capture;
use url::Url;

use crate::support::server::{Server, response, target, with_header};
use crate::support::usual::{assert_usual, plainly, server};
use crate::support::{legacy, message, options};

#[tokio::test]
async fn redirects_on_the_same_origin_keep_the_post() {
    for (path, status) in [("/mcp", "307"), ("/moved", "308"), ("/old", "301")] {
        let moved = server(move |request| {
            (request.path == path).then(|| response(&format!("{status} Moved"), &[("Location", "/mcp/")], ""))
        })
        .await;
        let taken = legacy(&with_header(moved.at(path), "Authorization", "Bearer k-7f3a")).await.unwrap();
        assert_usual(&taken, &["redirected"]).await;
        let expected = format!("endpoint: HTTP {status} to {}/", moved.url.join("/mcp").unwrap());
        assert_eq!(message(&taken, "redirected"), expected);
        let requests = moved.requests();
        assert!(requests.iter().all(|request| request.method == "POST"));
        // Only the first one goes the long way.
        assert_eq!(requests.iter().filter(|request| request.path == path).count(), 1);
        assert!(requests.iter().all(|request| request.header("authorization") == Some("Bearer k-7f3a")));
        assert_eq!(taken.how.credentials, [Credential::Header("Authorization".to_owned())]);
    }
}

#[tokio::test]
async fn redirects_that_lead_astray_are_refused_with_their_reason() {
    let other = server(|_| None).await;
    let elsewhere = other.url.to_string();
    let cases = [
        ("307 Loop", "/loop".to_owned(), "redirected too often"),
        ("302 Found", "/sign-in".to_owned(), "sign-in page"),
        ("303 See Other", "/sign-in".to_owned(), "sign-in page"),
        ("307 Temporary Redirect", elsewhere, "another origin"),
        ("307 Temporary Redirect", String::new(), "it names no address"),
        ("307 Temporary Redirect", "http://[".to_owned(), "that is no address"),
    ];
    for (status, location, reason) in cases {
        let headers = location.clone();
        let astray = server(move |_| Some(response(status, &[("Location", &headers)], ""))).await;
        let target = with_header(astray.at("/loop"), "Authorization", "Bearer k-7f3a");
        let error = capture(&target, &options()).await.unwrap_err();
        assert!(error.to_string().contains(reason), "{location:?}: {error}");
        assert!(error.to_string().contains(&format!("HTTP {}", &status[..3])), "{error}");
        assert!(!error.hints().is_empty());
        assert!(astray.requests().iter().all(|request| request.method == "POST"));
    }
    assert_eq!(other.requests().len(), 0, "a credential went elsewhere");
}

#[tokio::test]
async fn localhost_and_both_families_of_addresses_are_reached() {
    let four = server(|_| None).await;
    let mut by_name = four.url.clone();
    by_name.set_host(Some("localhost")).unwrap();
    assert_usual(&capture(&target(by_name.clone()), &options()).await.unwrap(), &[]).await;
    let host = format!("localhost:{}", by_name.port().unwrap());
    assert!(four.requests().iter().all(|request| request.header("host") == Some(&host)));

    // Where the machine has the other family.
    if let Ok(six) = Server::start_on("::1".parse().unwrap(), plainly).await {
        assert_usual(&capture(&six.target(), &options()).await.unwrap(), &[]).await;
        let host = format!("[::1]:{}", six.url.port().unwrap());
        assert!(six.requests().iter().all(|request| request.header("host") == Some(&host)));
    }
}

#[tokio::test]
async fn a_refused_connection_is_told_with_the_addresses() {
    // Bound, so that nobody else gets the port, and not listening.
    let socket = tokio::net::TcpSocket::new_v4().unwrap();
    socket.bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let port = socket.local_addr().unwrap().port();
    let mut url = Url::parse(&format!("http://localhost:{port}/mcp")).unwrap();
    url.set_query(Some("key=k-7f3a"));
    let error = capture(&target(url), &options()).await.unwrap_err();
    let WireError::Connect { addresses, .. } = &error else { panic!("{error:?}") };
    assert!(addresses.iter().any(|address| address.starts_with("127.0.0.1:")), "{addresses:?}");
    let text = error.to_string();
    assert!(text.contains("refused") && text.contains("tried ") && !text.contains("k-7f3a"), "{text}");
}
