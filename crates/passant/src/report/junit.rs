//! The report as `JUnit` XML: a test suite for each engine, a test case for each case.

use std::io;
use std::time::Duration;

use passant_judge::check::{CaseResult, Verdict};
use passant_query::{Syntax, escape};
use passant_report::{EngineResult, describe_retries};
use passant_suite::Suites;
use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use super::parts::{conventions, diagnosis, finding_lines, findings, name};
use crate::report::no_channel;

/// Returns the whole file.
pub(crate) fn text(results: &[EngineResult]) -> io::Result<String> {
    let mut report = Report::new("passant check");
    for result in results {
        let mut suite = TestSuite::new(escape_log(name(result)));
        if result.calibration.is_none() {
            let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
            status
                .set_message(result.without_channel())
                .set_description(escape_log(&format!(
                    "{}\n{}",
                    result.tried.join("\n"),
                    no_channel::conversations(&result.handshakes)
                )));
            suite.add_test_case(TestCase::new("calibration", status));
        }
        suite.add_property(("suites", Suites::BUILTIN_VERSION));
        suite.add_property(("suites-sha256", Suites::BUILTIN_SHA256));
        if let Some(conventions) = conventions(result) {
            suite.add_property(("conventions", &*escape_log(&conventions)));
        }
        if let Some(retries) = &result.retries {
            suite.add_property(("unstable", &*escape_log(&describe_retries(retries))));
        }
        suite.add_test_cases(result.cases.iter().map(case));
        if let Some(diagnosis) = diagnosis(result) {
            suite.set_system_out(escape_log(&format!("diagnosis: {diagnosis}")));
        }
        suite.set_time(Duration::from_millis(result.milliseconds));
        report.add_test_suite(suite);
    }
    report.to_string().map_err(io::Error::other)
}

fn case(result: &CaseResult) -> TestCase {
    let kind = match result.verdict {
        Verdict::Pass | Verdict::Nonstrict => None,
        Verdict::Fail | Verdict::Refused | Verdict::Xpass => Some(NonSuccessKind::Failure),
        _ => Some(NonSuccessKind::Error),
    };
    let mut status = match (result.verdict, kind) {
        (Verdict::Unsupported | Verdict::Xfail, _) => TestCaseStatus::skipped(),
        (_, None) => TestCaseStatus::success(),
        (_, Some(kind)) => TestCaseStatus::non_success(kind),
    };
    if result.verdict != Verdict::Pass {
        let first = findings(result).next();
        let message = first.map_or(result.verdict.word(), |(_, finding)| &finding.text);
        status.set_message(escape_log(message));
        if result.verdict.is_bad() || result.verdict == Verdict::Unknown {
            status.set_type(result.verdict.word());
            let found = format!("{}\n{}", result.fen, finding_lines(result));
            status.set_description(escape_log(&found));
        }
    }
    let mut case = TestCase::new(escape_log(&result.address), status);
    case.set_classname(escape_log(&result.class));
    case.set_time(Duration::from_millis(result.milliseconds));
    case
}

/// Escapes characters that XML cannot hold, which the library would leave out.
fn escape_log(text: &str) -> String {
    escape(text, Syntax::Log)
}
