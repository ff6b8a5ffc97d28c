//! `JUnit` XML: one suite per item, one case per entry; what denies fails, warnings are output of a passing case.
//!
//! A surface without changes is one passing case, so that a report is never empty.

use mcpledge_contract::finding::Level;
use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use super::super::escape::escaped;
use super::{DiffReport, subject_name, unexplained_lines};

pub(super) fn render(report: &DiffReport) -> String {
    let mut junit = Report::new("mcpledge diff");
    for (subject, entries) in report.groups() {
        let mut suite = TestSuite::new(escaped(&subject_name(subject)));
        for entry in entries {
            let told = escaped(&format!("{}: {}", entry.finding.place, entry.finding.message));
            let mut status = TestCaseStatus::success();
            if entry.finding.level == Level::Deny {
                status = TestCaseStatus::non_success(NonSuccessKind::Failure);
                status.set_message(told.clone()).set_type(entry.finding.rule.as_ref());
                if let Some(witness) = &entry.witness {
                    status.set_description(format!("witness: {}", escaped(witness)));
                }
            }
            let mut case = TestCase::new(format!("{} {}", entry.finding.rule, escaped(&entry.finding.place)), status);
            if entry.finding.level == Level::Warn {
                case.set_system_out(told);
            }
            suite.add_test_case(case);
        }
        junit.add_test_suite(suite);
    }
    if report.comparison.entries.is_empty() {
        let mut suite = TestSuite::new("surface");
        let told = escaped(&unexplained_lines(report).join("; "));
        let mut case = TestCase::new(if told.is_empty() { "unchanged" } else { "changed" }, TestCaseStatus::success());
        if !told.is_empty() {
            case.set_system_out(told);
        }
        suite.add_test_case(case);
        junit.add_test_suite(suite);
    }
    // Writing to memory fails only for text that is no XML, and `escaped` leaves none.
    junit.to_string().map(|text| text.trim_end().to_owned() + "\n").unwrap_or_default()
}
