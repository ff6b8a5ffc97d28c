//! What a server declares: the capture of it, the forms that turn it into bytes, what is odd in it.
//!
//! Called by the wire (which fills a [`Capture`]), and by every command that reads a capture file.

mod capture;
mod capture_file;
mod difference;
pub mod form;
mod inspect;
mod list_kind;
mod place;
mod source;

pub use capture::{Capture, Client, Credential, Era, How, Opening, server_info};
pub use capture_file::{NotACapture, read_capture, write_capture};
pub use difference::{Change, Difference, differences};
pub use inspect::{Inspection, PER_RULE, hidden_characters, inspect};
pub use list_kind::ListKind;
pub(crate) use place::push_segment as place_segment;
pub use place::{item_place, place_under};
pub use source::{Shape, Surface, read_surface};

#[cfg(test)]
mod tests;
