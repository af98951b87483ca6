//! Files of positions and files about engines.

use std::sync::LazyLock;

use passant_suite::epd::EpdCase;
use passant_suite::expected::Expectations;
use passant_suite::{Case, Suites, epd, perft_file as files};

use crate::diagnostics::check_diagnostics;

/// Two of the suites: with all of them, a name that is none would be compared with thousands.
static SUITES: LazyLock<Suites> = LazyLock::new(|| {
    Suites::parse([
        (
            "en-passant/plain.toml",
            include_str!("../../../../suites/en-passant/plain.toml"),
        ),
        (
            "en-passant/rejected-rank.toml",
            include_str!("../../../../suites/en-passant/rejected-rank.toml"),
        ),
    ])
    .expect("the suites have no errors")
});

/// Reads an EPD file. Each position is written and read again, and no count is lost.
pub fn epd(bytes: &[u8]) {
    let cases = match epd::read("fuzz.epd", bytes) {
        Ok(cases) => cases,
        Err(diagnostics) => return check_diagnostics(bytes, &diagnostics),
    };
    let mut above = 0;
    for case in cases {
        assert!(above < case.line, "line {} after line {above}", case.line);
        above = case.line;
        check_epd(&case);
    }
}

/// The position and its counts survive EPD.
fn check_epd(case: &EpdCase) {
    let written = epd::line(&case.setup, case.depths.clone());
    let again = epd::read("fuzz.epd", written.as_bytes())
        .unwrap_or_else(|error| panic!("{error} in {written:?}"));
    assert_eq!(again.len(), 1, "{written:?}");
    assert_eq!(again[0].setup, case.setup);
    assert_eq!(again[0].depths, case.depths);
    assert_eq!(again[0].position, case.position);
}

/// Reads a file of positions and counts in any form. Each position can be written as EPD, and no count is lost.
pub fn perft_file(bytes: &[u8]) {
    match files::read("fuzz", bytes) {
        Ok((form, cases)) => {
            assert!(!form.to_string().is_empty());
            cases.iter().for_each(check_epd);
        }
        Err(diagnostics) => check_diagnostics(bytes, &diagnostics),
    }
}

/// Reads a file of a suite; the first line is its path. The counts of each case survive EPD.
pub fn suite(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let (path, text) = text.split_once('\n').unwrap_or(("perft/fuzz.toml", &text));
    match Suites::parse([(path, text)]) {
        Ok(suites) => {
            suites.cases().for_each(check_case);
            for case in suites.play_cases() {
                assert!(case.position().is_some(), "{}", case.address);
            }
        }
        Err(diagnostics) => check_diagnostics(text.as_bytes(), &diagnostics),
    }
}

fn check_case(case: &Case) {
    let line = case.epd();
    let again = epd::read("case.epd", line.as_bytes())
        .unwrap_or_else(|error| panic!("{error} in {line:?}"));
    assert_eq!(again.len(), 1, "{line:?}");
    assert_eq!(&again[0].position, case.position());
    assert!(
        again[0]
            .depths
            .iter()
            .map(|(&depth, &count)| (depth, count))
            .eq(case.depths())
    );
}

/// Reads descriptors of engines, as far as the command line reads them.
pub fn descriptors(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    match passant::readers::engines(&text, &SUITES) {
        Ok(number) => assert_ne!(number, 0),
        Err(diagnostics) => check_diagnostics(text.as_bytes(), &diagnostics),
    }
}

/// Reads a list of expected failures. What is about one engine is part of the list.
pub fn expected(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    match Expectations::parse("expected.toml", &text, &SUITES) {
        Ok(list) => {
            assert_eq!(Expectations::default().and(&list), list);
            let about = list.about(Some("mine"));
            assert_eq!(about.about(Some("mine")), about);
        }
        Err(diagnostics) => check_diagnostics(text.as_bytes(), &diagnostics),
    }
}
