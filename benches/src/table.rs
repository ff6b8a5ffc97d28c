//! The table: one line a ratio, with its target.
//!
//! Filled by the measurements, printed as they come.

use std::time::Duration;

/// What a ratio must be.
#[derive(Clone, Copy)]
pub(crate) enum Target {
    AtMost(f64),
    AtLeast(f64),
    /// Worth knowing, not promised.
    None,
}

/// Prints lines and remembers what was missed.
#[derive(Default)]
pub(crate) struct Table {
    missed: usize,
}

impl Table {
    pub(crate) fn heading(&self, text: &str) {
        println!("\n{text}");
    }

    /// `ours` beside `other`: the ratio is ours to theirs, or theirs to ours for "times faster".
    pub(crate) fn times(&mut self, what: &str, ours: Duration, other: Duration, target: Target) {
        let (mine, theirs) = (ours.as_secs_f64(), other.as_secs_f64());
        let ratio = if let Target::AtLeast(_) = target { theirs / mine } else { mine / theirs };
        let times = format!("{} / {}", shown(ours), shown(other));
        self.line(what, &times, ratio, "x", target);
    }

    pub(crate) fn line(&mut self, what: &str, detail: &str, value: f64, unit: &str, target: Target) {
        let (wanted, met) = match target {
            Target::AtMost(most) => (format!("at most {most}{unit}"), value <= most),
            Target::AtLeast(least) => (format!("at least {least}{unit}"), value >= least),
            Target::None => (String::new(), true),
        };
        let verdict = match target {
            Target::None => "",
            _ if met => "ok",
            _ => "MISSED",
        };
        self.missed += usize::from(!met);
        println!("  {what:58} {detail:>23} {value:8.2}{unit:2}  {wanted:15} {verdict}");
    }

    /// How many targets were missed.
    pub(crate) fn missed(&self) -> usize {
        self.missed
    }
}

fn shown(time: Duration) -> String {
    format!("{:.3} ms", time.as_secs_f64() * 1e3)
}
