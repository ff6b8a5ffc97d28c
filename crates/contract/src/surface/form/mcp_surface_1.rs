//! Form `mcp-surface/1`: sections 2 and 3 of `docs/concepts/fingerprint.md`.
//!
//! Called by [`write_form`](super::write_form). Other implementations give the same bytes: no change here, ever.

use crate::json::Sink;

use super::super::capture::Capture;
use super::list::write_lists;
use super::serverinfo::write_server_info;
use super::{Loss, write_member};

pub(super) fn write<'c>(capture: &'c Capture, out: &mut impl Sink, losses: &mut Vec<Loss<'c>>) {
    let initialize = capture.opening_value();
    out.put(b"{\"initialize\":{\"capabilities\":");
    write_member(initialize, "capabilities", out, losses);
    out.put(b",\"instructions\":");
    write_member(initialize, "instructions", out, losses);
    out.put(b",\"protocolVersion\":");
    write_member(initialize, "protocolVersion", out, losses);
    out.put(b",\"serverInfo\":");
    write_server_info(initialize.and_then(|result| result.get("serverInfo")), out, losses);
    out.put(b"}");
    write_lists(capture, out, losses);
    out.put(b"}");
}
