//! A server of both eras on rmcp: stdio by default, Streamable HTTP on a free loopback port with `--http`.
//!
//! Over HTTP the legacy era insists on a session, as rmcp does by default; the modern era has none.

mod surface;

use std::error::Error;

use rmcp::{
    ServiceExt,
    transport::{
        stdio,
        streamable_http_server::{
            StreamableHttpServerConfig, StreamableHttpService, session::local::LocalSessionManager,
        },
    },
};
use surface::Peer;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    if std::env::args().any(|argument| argument == "--http") {
        return serve_http().await;
    }
    Peer::new().serve(stdio()).await?.waiting().await?;
    Ok(())
}

async fn serve_http() -> Result<(), Box<dyn Error>> {
    let config = StreamableHttpServerConfig::default().with_allowed_origins([
        "http://localhost:*",
        "http://127.0.0.1:*",
        "http://[::1]:*",
    ]);
    let service: StreamableHttpService<Peer, LocalSessionManager> =
        StreamableHttpService::new(|| Ok(Peer::new()), Default::default(), config);
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    println!("READY http://{}/mcp", listener.local_addr()?);
    axum::serve(listener, axum::Router::new().route_service("/mcp", service)).await?;
    Ok(())
}
