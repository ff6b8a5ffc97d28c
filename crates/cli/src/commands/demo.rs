//! `mcpledge demo`: the main job on an embedded example. No network, no other runtime.
//!
//! A stub in this process serves the example fixture; it is captured like any other server.

use std::sync::Arc;

use mcpledge_contract::surface::ListKind;
use mcpledge_stub::{Fixture, Stub, WEATHER, serve};
use mcpledge_wire::Target;
use mcpledge_wire::capture::{Options, capture};

use crate::exit;
use crate::failure::Failure;
use crate::plan::Subject;
use crate::report::{self, Printer, escaped};

pub(crate) async fn run(printer: &Printer) -> Result<u8, Failure> {
    let fixture = Fixture::read(WEATHER).map_err(|error| Failure::usage(format!("the embedded example: {error}")))?;
    let stub = Arc::new(Stub::new(fixture));
    let connect = move || {
        let (ours, theirs) = tokio::io::duplex(64 << 10);
        let stub = Arc::clone(&stub);
        tokio::spawn(async move {
            // The pipe closing is how a conversation ends.
            let _ = serve(&stub, theirs).await;
        });
        ours
    };
    let target = Target::InProcess(Arc::new(connect));
    let taken = capture(&target, &Options { twice: true, ..Options::default() }).await;
    let subject = Subject::Live(target);
    let capture = taken.map_err(|error| Failure::Peer {
        target: subject.shown(),
        error: Box::new(error),
        secrets: Vec::new(),
    })?;
    if printer.json {
        printer.data(report::capture_json(&capture).as_bytes())?;
        return Ok(exit::FINE);
    }
    let mut text = String::from(
        "An example MCP server runs inside this process; mcpledge captures it like any other,\n\
         twice, in both protocol eras.\n\n",
    );
    text.push_str(&report::capture_text(&capture));
    text.push_str("\nWhat clients of this server rely on:\n");
    for kind in ListKind::ALL {
        for (index, item) in capture.list(kind).unwrap_or_default().iter().enumerate() {
            let place = mcpledge_contract::surface::item_place(kind, index, item.value());
            text.push_str(&format!("  {}\n", escaped(&place)));
        }
    }
    text.push_str(
        "\nThe fingerprint changes when anything in that surface changes. Next, with your own server:\n\
         \n  mcpledge capture -o capture.json -- node server.js\n  mcpledge fingerprint https://example.com/mcp\n",
    );
    printer.text(&text)?;
    Ok(exit::FINE)
}
