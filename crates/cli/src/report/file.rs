//! Writing files: whole or not at all.
//!
//! Called by every command that writes one.

use std::io::Write as _;
use std::path::Path;

use crate::failure::Failure;

/// Puts `text` in the place of `path`: a reader sees the old file or the new one, never a part.
pub(crate) fn replace_file(path: &Path, text: &[u8]) -> Result<(), Failure> {
    let failed = |error: &std::io::Error| match error.raw_os_error() {
        Some(_) => Failure::file("write", path, error),
        // The text of such an error names the temporary file, which nobody asked for.
        None => Failure::file("write", path, &std::io::Error::from(error.kind())),
    };
    // A link stays a link: what it points to is replaced.
    let path = &path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let metadata = std::fs::metadata(path).ok();
    if metadata.as_ref().is_some_and(|metadata| !metadata.is_file() && !metadata.is_dir()) {
        // A pipe or a device (`-o /dev/stdout`) cannot be replaced, only written to.
        return std::fs::write(path, text).map_err(|error| failed(&error));
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    std::fs::metadata(folder).map_err(|error| failed(&error))?;
    let mut builder = tempfile::Builder::new();
    builder.prefix(".mcpledge-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        // A new file gets what the umask leaves.
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    let mut file = builder.tempfile_in(folder).map_err(|error| failed(&error))?;
    let written = file.write_all(text).and_then(|()| file.as_file().sync_all());
    written.map_err(|error| failed(&error))?;
    if let Some(metadata) = metadata {
        // An existing file keeps its mode.
        std::fs::set_permissions(file.path(), metadata.permissions()).map_err(|error| failed(&error))?;
    }
    file.persist(path).map_err(|error| failed(&error.error))?;
    // The name is durable once the folder is; where a folder cannot be synced, that is all there is.
    let _ = std::fs::File::open(folder).and_then(|folder| folder.sync_all());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_write_leaves_the_old_file_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.json");
        replace_file(&path, b"one").unwrap();
        replace_file(&path, b"two").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"two");
        assert!(replace_file(folder.path(), b"x").is_err());
        assert!(replace_file(&folder.path().join("none/a.json"), b"x").is_err());
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn mode_and_links_are_kept() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.json");
        std::fs::write(&path, "one").unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o640)).unwrap();
        let link = folder.path().join("link");
        std::os::unix::fs::symlink(&path, &link).unwrap();
        replace_file(&link, b"two").unwrap();
        assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(std::fs::read(&path).unwrap(), b"two");
        assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
    }
}
