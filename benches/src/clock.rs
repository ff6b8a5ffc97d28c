//! Measuring: alternatives take turns, and what counts is the median of each.
//!
//! Called by every table. These machines are noisy: neighbours come and go within a run, so a ratio is only worth
//! something between things that were measured in turns.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// Median times of alternatives that take turns.
pub(crate) fn in_turns<const N: usize>(
    rounds: usize,
    mut alternatives: [&mut dyn FnMut() -> Duration; N],
) -> [Duration; N] {
    let mut samples = [const { Vec::new() }; N];
    for round in 0..=rounds {
        for (samples, alternative) in samples.iter_mut().zip(&mut alternatives) {
            let time = alternative();
            // The first round warms caches up.
            if round > 0 {
                samples.push(time);
            }
        }
    }
    samples.map(median)
}

/// How long one call takes.
pub(crate) fn timed<T>(work: impl FnOnce() -> T) -> Duration {
    let begun = Instant::now();
    let result = black_box(work());
    let time = begun.elapsed();
    drop(result);
    time
}

fn median(mut samples: Vec<Duration>) -> Duration {
    samples.sort_unstable();
    samples.get(samples.len() / 2).copied().unwrap_or_default()
}
