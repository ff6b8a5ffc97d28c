//! What both HTTP transports share: the client, headers, redirects, bodies within limits.
//!
//! Redirects stay on the origin and keep method and body (RFC 9110 section 15.4 lets a client change them; an MCP
//! endpoint that moved wants the same POST). Credentials never go to another origin.

use std::sync::{Arc, Once};

use reqwest::header::{
    ACCEPT, ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue, LOCATION,
    WWW_AUTHENTICATE,
};
use reqwest::{Client, Method, Response, StatusCode};
use url::Url;

use crate::error::{Challenge, WireError};
use crate::limits::Limits;
use crate::observer::{Observer, excerpt};
use crate::target::Endpoint;

/// A client for one endpoint.
#[derive(Clone)]
pub(crate) struct HttpClient {
    client: Client,
    /// Where requests go; moves with redirects.
    pub(super) url: Url,
    given: HeaderMap,
    pub(super) limits: Limits,
}

impl HttpClient {
    pub(super) fn new(endpoint: &Endpoint, limits: &Limits) -> Result<Self, WireError> {
        if !matches!(endpoint.url.scheme(), "http" | "https") {
            return Err(WireError::Setup(format!("{} is no http or https address", shown(&endpoint.url))));
        }
        let mut given = HeaderMap::new();
        given.insert(ACCEPT_ENCODING, HeaderValue::from_static("identity"));
        for (name, value) in &endpoint.headers {
            let header = HeaderName::from_bytes(name.as_bytes())
                .map_err(|_| WireError::Setup(format!("`{}` is no header name", name.escape_debug())))?;
            let mut value = HeaderValue::from_str(value.reveal()).map_err(|_| {
                WireError::Setup(format!("the value of header `{name}` holds characters that no header may hold"))
            })?;
            value.set_sensitive(true);
            given.append(header, value);
        }
        Ok(Self { client: client(&endpoint.url)?, url: endpoint.url.clone(), given, limits: limits.clone() })
    }

    /// Sends a POST and follows redirects on the same origin.
    pub(super) async fn post(
        &mut self,
        body: Vec<u8>,
        headers: HeaderMap,
        observer: &mut Observer,
    ) -> Result<Response, WireError> {
        self.follow(Method::POST, headers, Some(&body), observer).await
    }

    /// Opens an event stream with a GET; follows redirects likewise.
    pub(super) async fn get_stream(
        &mut self,
        mut headers: HeaderMap,
        observer: &mut Observer,
    ) -> Result<Response, WireError> {
        headers.insert(ACCEPT, HeaderValue::from_static("text/event-stream"));
        self.follow(Method::GET, headers, None, observer).await
    }

    /// Sends a DELETE; the answer does not matter.
    pub(super) async fn delete(&self, headers: HeaderMap, observer: &mut Observer) {
        let _ = self.send(Method::DELETE, headers, None, observer).await;
    }

    async fn follow(
        &mut self,
        method: Method,
        headers: HeaderMap,
        body: Option<&[u8]>,
        observer: &mut Observer,
    ) -> Result<Response, WireError> {
        let mut followed = 0;
        loop {
            let response = self.send(method.clone(), headers.clone(), body, observer).await?;
            let status = response.status();
            if !status.is_redirection() || status == StatusCode::NOT_MODIFIED {
                return Ok(response);
            }
            let next = self.next_address(&response, followed)?;
            followed += 1;
            observer.saw("redirected", "endpoint", || format!("HTTP {} to {}", status.as_u16(), shown(&next)));
            self.url = next;
        }
    }

    async fn send(
        &self,
        method: Method,
        headers: HeaderMap,
        body: Option<&[u8]>,
        observer: &mut Observer,
    ) -> Result<Response, WireError> {
        let mut request =
            self.client.request(method.clone(), self.url.clone()).headers(self.given.clone()).headers(headers);
        if let Some(body) = body {
            observer.sent(body);
            request = request.body(body.to_vec());
        }
        match request.send().await {
            Ok(response) => {
                observer.note(|| {
                    let kind = content_type(&response).unwrap_or_else(|| "no content type".to_owned());
                    format!("{method} {}: HTTP {}, {kind}", shown(&self.url), response.status().as_u16())
                });
                Ok(response)
            }
            Err(error) if error.is_connect() => Err(WireError::Connect {
                url: shown(&self.url),
                reason: innermost(&error),
                addresses: addresses(&self.url).await,
            }),
            Err(error) => Err(WireError::Broken { url: shown(&self.url), reason: innermost(&error) }),
        }
    }

    fn next_address(&self, response: &Response, followed: usize) -> Result<Url, WireError> {
        let status = response.status();
        let location = response.headers().get(LOCATION).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let next = self.url.join(location).ok();
        let refuse = |reason| WireError::Redirect {
            url: shown(&self.url),
            status: status.as_u16(),
            location: next.as_ref().map_or_else(|| format!("{location:?}"), shown),
            reason,
        };
        match &next {
            None => Err(refuse("that is no address")),
            Some(_) if location.is_empty() => Err(refuse("it names no address")),
            // 302 and 303 are how sites send people to a sign-in page; a POST that follows them arrives nowhere.
            Some(_) if !matches!(status.as_u16(), 301 | 307 | 308) => {
                Err(refuse("a request may not follow such a redirect with its body; often it leads to a sign-in page"))
            }
            Some(next) if next.origin() != self.url.origin() => Err(refuse("that is another origin")),
            Some(_) if followed >= self.limits.redirects => Err(refuse("redirected too often")),
            Some(next) => Ok(next.clone()),
        }
    }

    /// The whole body, within the limit of a message.
    pub(super) async fn body(&self, mut response: Response) -> Result<Vec<u8>, WireError> {
        let limit = self.limits.message_bytes;
        let announced = response.content_length().and_then(|length| usize::try_from(length).ok()).unwrap_or_default();
        let mut body = Vec::with_capacity(announced.min(limit).min(ANNOUNCED));
        loop {
            match response.chunk().await {
                Ok(Some(chunk)) => {
                    if body.len() + chunk.len() > limit {
                        return Err(WireError::MessageTooLong { limit });
                    }
                    body.extend_from_slice(&chunk);
                }
                Ok(None) => return Ok(body),
                Err(error) => return Err(WireError::Broken { url: shown(&self.url), reason: innermost(&error) }),
            }
        }
    }

    /// The error for a status and body that are no JSON-RPC answer.
    pub(super) fn unusable(&self, status: u16, method: &str, content_type: Option<String>, body: &[u8]) -> WireError {
        WireError::NotJsonRpc {
            status,
            method: method.to_owned(),
            content_type,
            excerpt: excerpt(body.trim_ascii(), 200),
        }
    }
}

/// Bytes that are made room for because a server announces them.
const ANNOUNCED: usize = 16 << 20;

/// Refuses a body in a coding that was not asked for: requests say `Accept-Encoding: identity`.
pub(super) fn expect_plain(response: &Response, method: &str) -> Result<(), WireError> {
    let codings = response.headers().get_all(CONTENT_ENCODING).iter();
    let coded = codings
        .map(|value| String::from_utf8_lossy(value.as_bytes()).trim().to_owned())
        .find(|coding| !coding.is_empty() && !coding.eq_ignore_ascii_case("identity"));
    match coded {
        Some(encoding) => {
            Err(WireError::Encoded { status: response.status().as_u16(), method: method.to_owned(), encoding })
        }
        None => Ok(()),
    }
}

/// The error for a 401 or 403.
pub(super) fn refused(response: &Response, method: &str) -> WireError {
    let header = response.headers().get(WWW_AUTHENTICATE).and_then(|value| value.to_str().ok()).map(str::to_owned);
    WireError::Refused {
        status: response.status().as_u16(),
        method: method.to_owned(),
        challenge: Challenge { header },
    }
}

/// The content type as sent.
pub(super) fn content_type(response: &Response) -> Option<String> {
    response.headers().get(CONTENT_TYPE).map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned())
}

/// The media type without parameters, in lower case (RFC 9110 section 8.3.1).
pub(super) fn essence(content_type: &str) -> String {
    content_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
}

/// An address for messages: no query, no user information.
pub(super) fn shown(url: &Url) -> String {
    let mut url = url.clone();
    // These fail only for addresses without a host, which have neither.
    let _ = url.set_username("");
    let _ = url.set_password(None);
    if url.query().is_some() {
        url.set_query(Some("…"));
    }
    url.set_fragment(None);
    url.to_string().replace("%E2%80%A6", "…")
}

fn client(url: &Url) -> Result<Client, WireError> {
    static PROVIDER: Once = Once::new();
    PROVIDER.call_once(|| {
        // Fails only when a program that uses this crate chose a provider before: then that one is used.
        let _ = rustls::crypto::ring::default_provider().install_default();
    });
    let mut builder = Client::builder()
        .user_agent(concat!("mcpledge/", env!("CARGO_PKG_VERSION")))
        .redirect(reqwest::redirect::Policy::none());
    if url.scheme() == "http" {
        // No certificate store is read where none is needed: minimal images have none.
        let tls = rustls::ClientConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(|error| WireError::Setup(error.to_string()))?
            .with_root_certificates(rustls::RootCertStore::empty())
            .with_no_client_auth();
        builder = builder.tls_backend_preconfigured(tls);
    }
    if is_loopback(url) {
        // A proxy of the environment cannot reach our own loopback.
        builder = builder.no_proxy();
    }
    builder.build().map_err(|error| WireError::Setup(format!("could not make an HTTP client: {}", innermost(&error))))
}

fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(url::Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        Some(url::Host::Ipv4(address)) => address.is_loopback(),
        Some(url::Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}

/// What the host's name resolves to, for a message.
async fn addresses(url: &Url) -> Vec<String> {
    let (Some(host), Some(port)) = (url.host_str(), url.port_or_known_default()) else { return Vec::new() };
    let host = host.trim_start_matches('[').trim_end_matches(']');
    match tokio::net::lookup_host((host, port)).await {
        Ok(found) => found.map(|address| address.to_string()).collect(),
        Err(_) => Vec::new(),
    }
}

/// The last cause of an error: the outer ones only repeat "error sending request".
fn innermost(error: &dyn std::error::Error) -> String {
    let mut cause = error;
    while let Some(source) = cause.source() {
        cause = source;
    }
    cause.to_string()
}
