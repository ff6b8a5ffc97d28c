//! Form `mcpledge/modern-1`: the surface of a server that answers `server/discover` (revision 2026-07-28).
//!
//! Called by [`write_form`](super::write_form). Fields that belong to one response (`resultType`, `ttlMs`,
//! `cacheScope`, `_meta`) are not part of the surface.

use crate::json::Sink;

use super::super::capture::{Capture, server_info};
use super::list::write_lists;
use super::serverinfo::write_server_info;
use super::{Loss, write_member};

pub(super) fn write<'c>(capture: &'c Capture, out: &mut impl Sink, losses: &mut Vec<Loss<'c>>) {
    let discover = capture.opening_value();
    out.put(b"{\"discover\":{\"capabilities\":");
    write_member(discover, "capabilities", out, losses);
    out.put(b",\"instructions\":");
    write_member(discover, "instructions", out, losses);
    out.put(b",\"serverInfo\":");
    write_server_info(server_info(capture), out, losses);
    out.put(b",\"supportedVersions\":");
    write_member(discover, "supportedVersions", out, losses);
    out.put(b"}");
    write_lists(capture, out, losses);
    out.put(b"}");
}
