//! Counting tests in what their runners print.
//!
//! Called by `test`. A runner that fails without a failed test (it did not compile, it crashed) counts as one failure:
//! nothing that went wrong may end in "0 failed".

use std::fmt;

/// How many tests passed and failed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) passed: usize,
    pub(crate) failed: usize,
    /// Tests that did not run although they should have.
    pub(crate) skipped: usize,
}

impl Tally {
    /// One check that passed or failed.
    pub(crate) fn one(passed: bool) -> Self {
        Self { passed: usize::from(passed), failed: usize::from(!passed), skipped: 0 }
    }

    pub(crate) fn add(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.skipped += other.skipped;
    }

    /// What counts in the end: the runner's success, a test that ran, and none that was left out.
    pub(crate) fn judged(mut self, success: bool) -> Self {
        self.failed += self.skipped;
        self.skipped = 0;
        if (!success && self.failed == 0) || (success && self.passed == 0) {
            self.failed += 1;
        }
        self
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} passed, {} failed", self.passed, self.failed)
    }
}

/// `Summary [ 1.2s] 9 tests run: 7 passed (1 slow), 1 failed, 1 timed out, 2 skipped` of nextest.
pub(crate) fn of_nextest(output: &str) -> Tally {
    let Some(summary) = output.lines().rfind(|line| line.trim_start().starts_with("Summary [")) else {
        return Tally::default();
    };
    let (_, counts) = summary.split_once(" run: ").unwrap_or_default();
    let mut tally = Tally::default();
    let mut depth = 0;
    let outside: String = counts
        .chars()
        .filter(|character| {
            depth += i32::from(*character == '(');
            let keep = depth == 0;
            depth -= i32::from(*character == ')');
            keep
        })
        .collect();
    for part in outside.split(',') {
        let Some((count, what)) = part.trim().split_once(' ') else { continue };
        let Ok(count) = count.parse::<usize>() else { continue };
        match what.trim() {
            "passed" => tally.passed += count,
            "skipped" => tally.skipped += count,
            _ => tally.failed += count,
        }
    }
    tally
}

/// Every `test result: ok. 3 passed; 0 failed; 1 ignored; …` of the test harness of Rust.
pub(crate) fn of_libtest(output: &str) -> Tally {
    let mut tally = Tally::default();
    for line in output.lines().filter_map(|line| line.strip_prefix("test result: ")) {
        let (_, counts) = line.split_once(". ").unwrap_or_default();
        for part in counts.split(';') {
            let Some((count, what)) = part.trim().split_once(' ') else { continue };
            let Ok(count) = count.parse::<usize>() else { continue };
            match what {
                "passed" => tally.passed += count,
                "failed" => tally.failed += count,
                "ignored" => tally.skipped += count,
                _ => {}
            }
        }
    }
    tally
}

/// `# pass 12`, `# fail 0`, `# cancelled 0`, `# skipped 0` of the test runner of Node.
pub(crate) fn of_node(output: &str) -> Tally {
    let count = |what: &str| -> usize {
        output
            .lines()
            .filter_map(|line| line.strip_prefix("# ")?.strip_prefix(what)?.trim().parse::<usize>().ok())
            .next_back()
            .unwrap_or_default()
    };
    Tally {
        passed: count("pass "),
        failed: count("fail ") + count("cancelled "),
        skipped: count("skipped ") + count("todo "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nextest_is_counted_and_what_is_no_pass_fails() {
        let output = "x\n     Summary [   1.234s] 9 tests run: 6 passed (1 slow, 2 leaky), 2 failed, 1 timed out, 3 skipped\nerror: test run failed\n";
        assert_eq!(of_nextest(output), Tally { passed: 6, failed: 3, skipped: 3 });
        assert_eq!(of_nextest("error: could not compile"), Tally::default());
    }

    #[test]
    fn the_harness_of_rust_is_summed() {
        let output = "test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.1s\n\
                      test result: FAILED. 1 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.1s\n";
        assert_eq!(of_libtest(output), Tally { passed: 4, failed: 2, skipped: 1 });
    }

    #[test]
    fn the_runner_of_node_is_counted() {
        let output = "ok 1 - x\n# tests 5\n# suites 0\n# pass 3\n# fail 1\n# cancelled 1\n# skipped 2\n# todo 0\n";
        assert_eq!(of_node(output), Tally { passed: 3, failed: 2, skipped: 2 });
    }

    #[test]
    fn a_runner_that_ran_nothing_or_broke_counts_as_a_failure() {
        let some = Tally { passed: 2, failed: 0, skipped: 0 };
        assert_eq!(some.judged(true).failed, 0);
        assert_eq!(some.judged(false).failed, 1);
        assert_eq!(Tally::default().judged(true).failed, 1);
        assert_eq!(Tally { passed: 2, failed: 0, skipped: 1 }.judged(true).failed, 1);
        assert_eq!(Tally { passed: 2, failed: 3, skipped: 0 }.judged(false).failed, 3);
    }
}
