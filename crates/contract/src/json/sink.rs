//! Where canonical bytes go: into memory, or straight into the hash.
//!
//! Called by the writers of this module and by the forms.

use std::fmt;

use sha2::{Digest, Sha256};

/// Takes bytes in order. Never fails: a sink is memory or a hash.
pub trait Sink {
    /// Appends `bytes`.
    fn put(&mut self, bytes: &[u8]);
}

impl Sink for Vec<u8> {
    fn put(&mut self, bytes: &[u8]) {
        self.extend_from_slice(bytes);
    }
}

/// The sha256 of what was put in.
#[derive(Default)]
pub struct Hasher {
    hash: Sha256,
    /// Small pieces are gathered: the hash has a fixed cost per call.
    pending: Vec<u8>,
}

const GATHER: usize = 8 << 10;

impl Hasher {
    /// An empty hash.
    #[must_use]
    pub fn new() -> Self {
        Self { hash: Sha256::new(), pending: Vec::with_capacity(GATHER) }
    }

    /// Ends the hash.
    #[must_use]
    pub fn finish(mut self) -> Fingerprint {
        self.hash.update(&self.pending);
        Fingerprint(self.hash.finalize().into())
    }
}

impl Sink for Hasher {
    fn put(&mut self, bytes: &[u8]) {
        if self.pending.len() + bytes.len() > GATHER {
            self.hash.update(&self.pending);
            self.pending.clear();
            if bytes.len() > GATHER / 2 {
                self.hash.update(bytes);
                return;
            }
        }
        self.pending.extend_from_slice(bytes);
    }
}

/// A sha256, shown as 64 lowercase hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Fingerprint(pub [u8; 32]);

impl Fingerprint {
    /// The sha256 of `bytes`.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Self {
        Self(Sha256::digest(bytes).into())
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
