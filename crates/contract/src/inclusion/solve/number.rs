//! Numbers: bounds, steps, steps that are not wanted, excluded values. Exact, and complete but for numbers out
//! of reach.
//!
//! Called for a goal's leaf when whole or broken numbers are still possible.

use std::rc::Rc;

use super::super::accept::is_plain;
use super::super::decimal::Decimal;
use super::super::graph::{Node, Types};
use super::super::sample::Sample;
use super::super::verdict::Reason;
use super::{Answer, Gap, Solver, Term};

/// Neighbours that are looked at around the preferred one.
const TRIES: i128 = 512;

#[derive(Default)]
struct Range {
    /// The bound, and whether it is itself left out.
    low: Option<(Decimal, bool)>,
    high: Option<(Decimal, bool)>,
    step: Option<Decimal>,
    /// Steps of which the number must be no multiple.
    unwanted: Vec<Decimal>,
    allowed: Option<Vec<Decimal>>,
    excluded: Vec<Decimal>,
}

impl Solver<'_> {
    /// A number, whole or broken as asked.
    pub(super) fn number(&self, parts: &[Term], whole: bool) -> Answer {
        let range = self.range(parts, whole);
        match range.and_then(|range| range.find(whole)) {
            Some(Some(number)) => Answer::Found(Sample::Number(number)),
            Some(None) => Answer::Empty,
            None => Answer::Open(Rc::new(Gap { reason: Reason::Number, origin: self.origin(parts) })),
        }
    }

    /// `None` where a step is out of reach.
    fn range(&self, parts: &[Term], whole: bool) -> Option<Range> {
        let mut range = Range::default();
        if whole {
            range.step = Some(Decimal::ONE);
        } else {
            range.unwanted.push(Decimal::ONE);
        }
        for part in parts {
            let negated = part.lit().is_negated();
            match self.graph.node(part.lit()) {
                &Node::Least { bound, exclusive } if negated => range.at_most(bound, !exclusive),
                &Node::Least { bound, exclusive } => range.at_least(bound, exclusive),
                &Node::Most { bound, exclusive } if negated => range.at_least(bound, !exclusive),
                &Node::Most { bound, exclusive } => range.at_most(bound, exclusive),
                &Node::Multiple(step) if negated => range.unwanted.push(step),
                &Node::Multiple(step) => {
                    range.step = Some(match range.step {
                        Some(known) => known.common_multiple(step)?,
                        None => step,
                    });
                }
                Node::Numbers(numbers) if negated => range.excluded.extend(numbers.iter()),
                Node::Numbers(numbers) => match &mut range.allowed {
                    Some(allowed) => allowed.retain(|number| numbers.binary_search(number).is_ok()),
                    None => range.allowed = Some(numbers.to_vec()),
                },
                _ => {}
            }
        }
        Some(range)
    }
}

impl Range {
    fn at_least(&mut self, bound: Decimal, exclusive: bool) {
        if self.low.is_none_or(|low| (bound, exclusive) > low) {
            self.low = Some((bound, exclusive));
        }
    }

    fn at_most(&mut self, bound: Decimal, exclusive: bool) {
        if self.high.is_none_or(|high| bound < high.0 || (bound == high.0 && exclusive)) {
            self.high = Some((bound, exclusive));
        }
    }

    fn within(&self, number: Decimal) -> bool {
        self.low.is_none_or(|(low, exclusive)| number > low || (!exclusive && number == low))
            && self.high.is_none_or(|(high, exclusive)| number < high || (!exclusive && number == high))
    }

    fn steps_well(&self, number: Decimal) -> Option<bool> {
        for &step in &self.unwanted {
            if number.is_multiple_of(step)? {
                return Some(false);
            }
        }
        self.step.map_or(Some(true), |step| number.is_multiple_of(step))
    }

    /// A number; `Some(None)` for "there is none".
    #[expect(clippy::option_option, reason = "outer: decided at all; inner: a number")]
    fn find(&self, whole: bool) -> Option<Option<Decimal>> {
        if let Some(allowed) = &self.allowed {
            let mut best: Option<Decimal> = None;
            for &number in allowed {
                let fits = Types::of_number(number).meets(if whole { Types::INTEGER } else { Types::FRACTION })
                    && self.within(number)
                    && !self.excluded.contains(&number)
                    && self.steps_well(number)?;
                if fits && best.is_none_or(|best| !is_plain(best) && is_plain(number)) {
                    best = Some(number);
                }
            }
            return Some(best);
        }
        if let (Some((low, open)), Some((high, closed))) = (self.low, self.high)
            && (low > high || (low == high && (open || closed)))
        {
            return Some(None);
        }
        match self.step {
            Some(step) => self.on_grid(step),
            None => self.between(),
        }
    }

    /// Multiples of `step`, from the one nearest to nought outwards.
    #[expect(clippy::option_option, reason = "outer: decided at all; inner: a number")]
    fn on_grid(&self, step: Decimal) -> Option<Option<Decimal>> {
        let first = match self.low {
            Some((low, exclusive)) => {
                let below = low.steps_below(step)?;
                let on = step.times(below)? == low;
                Some(if on && !exclusive { below } else { below.checked_add(1)? })
            }
            None => None,
        };
        let last = match self.high {
            Some((high, exclusive)) => {
                let below = high.steps_below(step)?;
                let on = step.times(below)? == high;
                Some(if on && exclusive { below.checked_sub(1)? } else { below })
            }
            None => None,
        };
        if let (Some(first), Some(last)) = (first, last)
            && first > last
        {
            return Some(None);
        }
        if self.unwanted.iter().any(|&unwanted| step.is_multiple_of(unwanted) == Some(true)) {
            return Some(None);
        }
        let middle = 0.max(first.unwrap_or(0)).min(last.unwrap_or(i128::MAX));
        let tries = TRIES + 2 * i128::try_from(self.excluded.len()).ok()?;
        let mut killed_by_steps = 0;
        for offset in 0..tries {
            // 0, 1, -1, 2, -2, …
            let distance = if offset % 2 == 1 { (offset + 1) / 2 } else { -(offset / 2) };
            let count = middle.checked_add(distance)?;
            if first.is_some_and(|first| count < first) || last.is_some_and(|last| count > last) {
                continue;
            }
            let number = step.times(count)?;
            if !self.steps_well(number)? {
                killed_by_steps += 1;
            } else if !self.excluded.contains(&number) {
                if number.is_validatable() {
                    return Some(Some(number));
                }
                return self.far_out(step, middle);
            }
        }
        let reach = tries / 2;
        let all_seen =
            first.is_some_and(|first| middle - first < reach) && last.is_some_and(|last| last - middle < reach);
        if all_seen {
            return Some(None);
        }
        // What steps kill repeats with their common multiple.
        let mut period = step;
        for &unwanted in &self.unwanted {
            period = period.common_multiple(unwanted)?;
        }
        let period = period.steps_below(step)?;
        (killed_by_steps >= period.checked_mul(2)? && period < reach).then_some(None)
    }

    /// Far out the validator tells only some numbers apart: round multiples of the step. `None` where there is a
    /// number, but none that it would confirm.
    #[expect(clippy::option_option, reason = "outer: decided at all; inner: a number")]
    fn far_out(&self, step: Decimal, middle: i128) -> Option<Option<Decimal>> {
        let digits = middle.unsigned_abs().max(1).ilog10();
        for places in digits..digits + 4 {
            for lead in [1, 2, 5] {
                let count = 10_i128.checked_pow(places)?.checked_mul(lead * middle.signum())?;
                let number = step.times(count)?;
                if self.within(number)
                    && number.is_validatable()
                    && !self.excluded.contains(&number)
                    && self.steps_well(number)?
                {
                    return Some(Some(number));
                }
            }
        }
        None
    }

    /// Broken numbers between bounds: one with more decimal places than any step that is not wanted.
    #[expect(clippy::option_option, reason = "outer: decided at all; inner: a number")]
    fn between(&self) -> Option<Option<Decimal>> {
        if let (Some((low, _)), Some((high, _))) = (self.low, self.high)
            && low == high
        {
            let fits = !low.is_integer() && !self.excluded.contains(&low) && self.steps_well(low)?;
            return Some(fits.then_some(low));
        }
        let one = Decimal::ONE;
        let (base, mut grain) = match (self.low, self.high) {
            (Some((low, _)), Some((high, _))) => (low, low.grain(high)?),
            (Some((low, _)), None) => (one.times(low.steps_below(one)?)?, one),
            (None, Some((high, _))) => (one.times(high.steps_below(one)?.checked_sub(2)?)?, one),
            (None, None) => (Decimal::ZERO, one),
        };
        let tries = 20 + i128::try_from(self.excluded.len()).ok()?;
        for _ in 0..40 {
            grain = Decimal::ZERO.middle(grain)?; // halves end in a 5 at ever later places
            for count in 0..tries {
                let number = base.plus(grain.times(2 * count + 1)?)?;
                if !number.is_integer()
                    && number.is_validatable()
                    && self.within(number)
                    && !self.excluded.contains(&number)
                    && self.steps_well(number)?
                {
                    return Some(Some(number));
                }
            }
        }
        None
    }
}
