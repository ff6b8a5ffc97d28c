//! The lock on disk: read, and guarded against a second run while it is rewritten.
//!
//! Called by `lock` and `check`.

use std::fs::File;
use std::path::Path;

use mcpledge_contract::lock::LockFile;

use crate::failure::Failure;

/// Reads the lock; `None` when there is none.
pub(crate) fn read_lock(path: &Path) -> Result<Option<LockFile>, Failure> {
    let bytes = match std::fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(Failure::file("read", path, &error)),
    };
    LockFile::read(bytes)
        .map(Some)
        .map_err(|error| Failure::with_hint(format!("`{}`: {error}", path.display()), error.hint()))
}

/// Keeps other runs of `lock` on the same folder waiting until it is dropped.
///
/// The folder itself is locked: the lock file is replaced, so a lock on it would guard a file that is gone.
pub(crate) struct Guard {
    _folder: Option<File>,
}

impl Guard {
    /// Waits for its turn. Where a folder cannot be locked, writing is still atomic.
    pub(crate) fn take(path: &Path) -> Self {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let folder = File::open(folder).ok().filter(|folder| folder.lock().is_ok());
        Self { _folder: folder }
    }
}
