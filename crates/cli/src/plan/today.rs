//! The day it is, for approvals that end.
//!
//! Called once per judgement. `MCPLEDGE_TODAY` stands in for the clock, so that tests and reruns of old builds give
//! the same answer on any day.

use std::time::{SystemTime, UNIX_EPOCH};

use mcpledge_contract::lock::is_day;

use crate::failure::Failure;

/// Today in UTC, `YYYY-MM-DD`.
pub(super) fn today() -> Result<String, Failure> {
    match std::env::var("MCPLEDGE_TODAY") {
        Ok(day) if is_day(&day) => Ok(day),
        Ok(day) if !day.is_empty() => Err(Failure::usage(format!("`MCPLEDGE_TODAY` is {day:?}, no day as YYYY-MM-DD"))),
        _ => {
            let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
            Ok(day_of(since.as_secs() / 86_400))
        }
    }
}

/// The date that many days after 1970-01-01 in the Gregorian calendar.
fn day_of(days: u64) -> String {
    // Years begin in March here, so that the leap day is the last of its year; 146,097 days are 400 years.
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, carry) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    format!("{:04}-{month:02}-{day:02}", era * 400 + year + carry)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_their_dates() {
        for (days, date) in [
            (0, "1970-01-01"),
            (58, "1970-02-28"),
            (59, "1970-03-01"),
            (11_016, "2000-02-29"),
            (11_017, "2000-03-01"),
            (20_453, "2025-12-31"),
            (20_454, "2026-01-01"),
            (47_540, "2100-02-28"),
            (47_541, "2100-03-01"),
        ] {
            assert_eq!(day_of(days), date);
            assert!(is_day(date));
        }
    }
}
