//! Breaks that somebody has approved, with a reason and perhaps an end.
//!
//! Read by the command line from `mcpledge.toml`, applied by [`judge`](super::judge()). An approval names the identity of
//! a finding, never its words.

use thiserror::Error;

use crate::breaks::Entry;
use crate::finding::Level;

/// An approved break.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Approval {
    /// The identity of the finding, or the first twelve or more of its digits.
    pub finding: String,
    /// Why it is fine.
    pub reason: String,
    /// The last day it counts, `YYYY-MM-DD`; without one it counts for good.
    pub until: Option<String>,
}

/// What is wrong with an approval.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BadApproval {
    /// The identity is none.
    #[error("12 to 64 lowercase hexadecimal digits expected: the identity of a finding")]
    Finding,
    /// There is no reason.
    #[error("a reason expected, for those who read it later")]
    Reason,
    /// The day is none.
    #[error("a day expected, written YYYY-MM-DD")]
    Until,
}

impl Approval {
    /// Checks the parts of an approval and puts them together.
    ///
    /// # Errors
    /// The part that is wrong.
    pub fn new(finding: &str, reason: &str, until: Option<&str>) -> Result<Self, BadApproval> {
        let digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        if !(12..=64).contains(&finding.len()) || !finding.bytes().all(digit) {
            return Err(BadApproval::Finding);
        }
        if reason.trim().is_empty() {
            return Err(BadApproval::Reason);
        }
        if until.is_some_and(|day| !is_day(day)) {
            return Err(BadApproval::Until);
        }
        Ok(Self { finding: finding.to_owned(), reason: reason.to_owned(), until: until.map(str::to_owned) })
    }

    /// Whether it has ended by `today` (`YYYY-MM-DD`).
    #[must_use]
    pub fn is_over(&self, today: &str) -> bool {
        // Days written like this sort as text.
        self.until.as_deref().is_some_and(|until| until < today)
    }
}

/// Whether `text` is a day of the calendar, `YYYY-MM-DD`.
#[must_use]
pub fn is_day(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let [year, month, day] = parts[..] else { return false };
    let number = |part: &str, length: usize| -> Option<u32> {
        (part.len() == length && part.bytes().all(|byte| byte.is_ascii_digit())).then(|| part.parse().ok())?
    };
    let (Some(year), Some(month), Some(day)) = (number(year, 4), number(month, 2), number(day, 2)) else {
        return false;
    };
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    };
    (1..=days).contains(&day)
}

/// How approvals stand to one entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Approved {
    /// None names it.
    No,
    /// The approval of that index does.
    By(usize),
    /// The approval of that index did, and is over.
    Over(usize),
}

/// For each entry how the approvals stand to it. Only breaks can be approved, and an approval whose digits fit two
/// breaks approves neither.
#[must_use]
pub fn apply_approvals(entries: &[Entry], approvals: &[Approval], today: &str) -> Vec<Approved> {
    let identities: Vec<Option<String>> = entries
        .iter()
        .map(|entry| (entry.finding.level == Level::Deny && !approvals.is_empty()).then(|| entry.identity.to_string()))
        .collect();
    let unique = |approval: &Approval| {
        let mut fitting: Vec<&String> =
            identities.iter().flatten().filter(|identity| identity.starts_with(&approval.finding)).collect();
        fitting.dedup();
        fitting.len() == 1
    };
    let usable: Vec<(usize, &Approval)> =
        approvals.iter().enumerate().filter(|(_, approval)| unique(approval)).collect();
    identities
        .iter()
        .map(|identity| {
            let Some(identity) = identity else { return Approved::No };
            let fits = |approval: &Approval| identity.starts_with(&approval.finding);
            let by = usable.iter().find(|(_, approval)| fits(approval) && !approval.is_over(today));
            match by.or_else(|| usable.iter().find(|(_, approval)| fits(approval))) {
                Some((index, approval)) if approval.is_over(today) => Approved::Over(*index),
                Some((index, _)) => Approved::By(*index),
                None => Approved::No,
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_approval_needs_an_identity_a_reason_and_a_day_that_exists() {
        let id = "0123456789ab";
        assert!(Approval::new(id, "agreed", Some("2028-02-29")).is_ok());
        assert!(Approval::new(&"a".repeat(64), "agreed", None).is_ok());
        for wrong in ["", "0123456789a", "0123456789AB", "0123456789ag", &"a".repeat(65)] {
            assert_eq!(Approval::new(wrong, "agreed", None), Err(BadApproval::Finding), "{wrong}");
        }
        assert_eq!(Approval::new(id, " ", None), Err(BadApproval::Reason));
        for wrong in ["2026-02-29", "2026-13-01", "2026-00-01", "2026-1-1", "tomorrow", "2026-04-31", "2026-04-30x", ""]
        {
            assert_eq!(Approval::new(id, "agreed", Some(wrong)), Err(BadApproval::Until), "{wrong}");
        }
    }

    #[test]
    fn it_counts_through_its_last_day() {
        let approval = Approval::new("0123456789ab", "agreed", Some("2026-08-31")).unwrap();
        assert!(!approval.is_over("2026-08-31"));
        assert!(approval.is_over("2026-09-01"));
        assert!(!Approval { until: None, ..approval }.is_over("9999-12-31"));
    }
}
