//! Where things are: the repository, its build folder, the peers.
//!
//! Called by every task.

use std::path::{Path, PathBuf};

/// The root of the repository.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new(".")).to_owned()
}

/// The build folder, wherever the configuration puts it: this program runs out of `<target>/debug`.
pub(crate) fn target() -> PathBuf {
    let own = std::env::current_exe().ok();
    own.as_deref().and_then(Path::parent).and_then(Path::parent).map_or_else(|| root().join("target"), Path::to_owned)
}

/// The sources of the peers.
pub(crate) fn peers() -> PathBuf {
    root().join("tests/peers")
}
