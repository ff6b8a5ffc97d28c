//! Finding every process that a server left behind.
//!
//! Used by the tests of the command line and of the peers. Whatever a server starts inherits the environment, so a
//! mark in it finds them all, sessions of their own and orphans included. Linux alone lets a test read it; elsewhere
//! nothing is found.

use std::time::{Duration, Instant};

/// A variable that nobody else's processes have.
pub(crate) struct Mark(String);

impl Mark {
    pub(crate) const NAME: &'static str = "MCPLEDGE_TEST_MARK";

    pub(crate) fn new(name: &str) -> Self {
        Self(format!("{name}-{}", std::process::id()))
    }

    pub(crate) fn value(&self) -> &str {
        &self.0
    }

    /// The command lines of all processes that carry the mark.
    pub(crate) fn carriers(&self) -> Vec<String> {
        let needle = format!("{}={}\0", Self::NAME, self.0);
        let mut found = Vec::new();
        for entry in std::fs::read_dir("/proc").into_iter().flatten().flatten() {
            let environment = std::fs::read(entry.path().join("environ")).unwrap_or_default();
            if environment.windows(needle.len()).any(|window| window == needle.as_bytes()) {
                let command = std::fs::read(entry.path().join("cmdline")).unwrap_or_default();
                found.push(String::from_utf8_lossy(&command).replace('\0', " "));
            }
        }
        found
    }
}

/// Fails when a process with the mark is there. A killed process may take a moment to leave.
pub(crate) fn assert_nothing_left(mark: &Mark) {
    let begun = Instant::now();
    loop {
        let left = mark.carriers();
        if left.is_empty() {
            return;
        }
        assert!(begun.elapsed() < Duration::from_secs(5), "left behind: {left:#?}");
        std::thread::sleep(Duration::from_millis(20));
    }
}
