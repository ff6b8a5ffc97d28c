//! The lock: which surface goes with which version of the package, and when it may change.
//!
//! A [`LockFile`] is read and edited without touching a byte that does not change; [`judge`] applies the rule of
//! section 5 of the fingerprint specification to it and to a capture. Called by `lock`, `check` and whoever tests a
//! server from within.

mod version;

pub use version::{Line, NotAVersion, Version};
