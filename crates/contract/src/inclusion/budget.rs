//! How much work a question may cost, counted in steps so that an answer is the same on every machine.
//!
//! Called by every loop of this module that hostile input could lengthen (design.md, limits: schema work is
//! bounded by steps, not by time).

/// Steps that are left.
#[derive(Clone, Debug)]
pub(super) struct Budget {
    limit: u64,
    left: u64,
}

impl Budget {
    pub(super) fn new(limit: u64) -> Self {
        Self { limit, left: limit }
    }

    /// Takes `steps`; `None` when they are not there, and from then on always.
    pub(super) fn take(&mut self, steps: u64) -> Option<()> {
        match self.left.checked_sub(steps) {
            Some(left) => {
                self.left = left;
                Some(())
            }
            None => {
                self.left = 0;
                None
            }
        }
    }

    /// Steps taken so far.
    pub(super) fn used(&self) -> u64 {
        self.limit - self.left
    }
}
