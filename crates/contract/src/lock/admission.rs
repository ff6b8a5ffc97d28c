//! Whether a capture may be locked at all: it must be stable, and what is wrong with it accepted.
//!
//! Called by [`judge`](super::judge()), once per era, before anything is compared.

use thiserror::Error;

use crate::finding::{Finding, Level, find_rule};
use crate::surface::Capture;

use super::record::Accepted;

/// Two captures in a row that differ in more than order.
const UNSTABLE: &str = "surface-unstable";
/// Two captures in a row that differ in order alone.
const ORDER: &str = "surface-order-unstable";

/// What a user accepts: every finding of a rule, or the one at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Acceptance {
    /// The rule.
    pub rule: String,
    /// The place; `None` = all.
    pub place: Option<String>,
}

/// Why a finding cannot be accepted.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BadAcceptance {
    /// There is no such finding.
    #[error("there is no finding `{0}`")]
    Unknown(String),
    /// A lock of such a surface would not hold.
    #[error("`{0}` cannot be accepted: the lock would fail the next time it is checked")]
    Unstable(String),
}

impl Acceptance {
    /// Reads `RULE` or `RULE@PLACE`.
    ///
    /// # Errors
    /// There is no such rule, or accepting it means nothing.
    pub fn parse(text: &str) -> Result<Self, BadAcceptance> {
        let (rule, place) = match text.split_once('@') {
            Some((rule, place)) => (rule, Some(place.to_owned())),
            None => (text, None),
        };
        match find_rule(rule) {
            None => Err(BadAcceptance::Unknown(rule.to_owned())),
            Some(_) if rule == UNSTABLE || rule == ORDER => Err(BadAcceptance::Unstable(rule.to_owned())),
            Some(_) => Ok(Self { rule: rule.to_owned(), place }),
        }
    }

    fn covers(&self, finding: &Finding) -> bool {
        self.rule == finding.rule && self.place.as_ref().is_none_or(|place| *place == finding.place)
    }
}

/// Whether a capture may be locked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Admission {
    /// Places where two captures in a row differ.
    pub unstable: Vec<Finding>,
    /// Findings of level deny that nobody accepted.
    pub denied: Vec<Finding>,
    /// Findings of level deny that somebody did.
    pub accepted: Vec<Accepted>,
}

impl Admission {
    /// Looks at the findings of a capture. `known` were accepted before, `now` are with this run.
    #[must_use]
    pub fn of(capture: &Capture, known: &[Accepted], now: &[Acceptance]) -> Self {
        let mut admission = Self::default();
        for finding in &capture.findings {
            if finding.rule == UNSTABLE || finding.rule == ORDER {
                // Whatever level it has: no lock of it would hold.
                admission.unstable.push(finding.clone());
                continue;
            }
            if finding.level != Level::Deny {
                continue;
            }
            let before = known.iter().any(|known| known.rule == finding.rule && known.place == finding.place);
            if before || now.iter().any(|acceptance| acceptance.covers(finding)) {
                let accepted = Accepted { rule: finding.rule.to_string(), place: finding.place.clone() };
                admission.accepted.push(accepted);
            } else {
                admission.denied.push(finding.clone());
            }
        }
        admission.accepted.sort();
        admission.accepted.dedup();
        admission
    }

    /// Whether the captures differ, but in order alone.
    #[must_use]
    pub fn is_order_only(&self) -> bool {
        !self.unstable.is_empty() && self.unstable.iter().all(|finding| finding.rule == ORDER)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::surface::{How, Opening};

    fn capture(findings: Vec<Finding>) -> Capture {
        Capture { findings, ..Capture::new(Opening::Initialize(None), How::default()) }
    }

    #[test]
    fn findings_of_level_deny_are_refused_unless_accepted() {
        let capture = capture(vec![
            Finding::new("cursor-repeated", "tools", "x"),
            Finding::new("list-incomplete", "prompts", "x"),
            Finding::new("name-odd", "tools[a]", "x"),
        ]);
        let denied = |known: &[Accepted], now: &[&str]| -> Vec<String> {
            let now: Vec<Acceptance> = now.iter().map(|text| Acceptance::parse(text).unwrap()).collect();
            Admission::of(&capture, known, &now).denied.iter().map(|finding| finding.rule.to_string()).collect()
        };
        assert_eq!(denied(&[], &[]), ["cursor-repeated", "list-incomplete"]);
        assert_eq!(denied(&[], &["cursor-repeated", "list-incomplete@prompts"]), [""; 0]);
        assert_eq!(denied(&[], &["cursor-repeated@prompts"]).len(), 2, "another place");
        let before = Accepted { rule: "list-incomplete".into(), place: "prompts".into() };
        assert_eq!(denied(&[before], &[]), ["cursor-repeated"]);
        let elsewhere = Accepted { rule: "list-incomplete".into(), place: "tools".into() };
        assert_eq!(denied(&[elsewhere], &[]).len(), 2, "what was accepted was accepted there");
    }

    #[test]
    fn an_unstable_surface_is_refused_whatever_its_level() {
        let order = Finding { level: Level::Allow, ..Finding::new(ORDER, "tools[a].inputSchema.required", "x") };
        let admission = Admission::of(&capture(vec![order.clone()]), &[], &[]);
        assert!(admission.is_order_only());
        let content = Finding::new(UNSTABLE, "tools[a].description", "x");
        let admission = Admission::of(&capture(vec![order, content]), &[], &[]);
        assert_eq!((admission.unstable.len(), admission.is_order_only()), (2, false));
        assert!(!Admission::of(&capture(vec![]), &[], &[]).is_order_only());
    }

    #[test]
    fn what_cannot_be_accepted_says_why() {
        assert_eq!(Acceptance::parse("surface-unstable").unwrap_err(), BadAcceptance::Unstable(UNSTABLE.into()));
        assert_eq!(Acceptance::parse("cursor-repeatd@x").unwrap_err(), BadAcceptance::Unknown("cursor-repeatd".into()));
    }
}
