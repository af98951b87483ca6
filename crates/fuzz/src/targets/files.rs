//! Files of positions and files about engines.

use std::borrow::Cow;
use std::sync::LazyLock;

use passant::CliError;
use passant::readers::{self, render};
use passant_engine::{Calibration, Command, EngineSpec};
use passant_files::record;
use passant_perft::rewritten_checkpoint;
use passant_query::{Line, Query};
use passant_suite::epd::{self, EpdCase};
use passant_suite::expected::Expectations;
use passant_suite::{Case, Diagnostic, Diagnostics, Suites, perft_file as files};

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
    match readers::engines(&text, &SUITES) {
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

/// Reads a list of expected findings in games. Each entry is about something.
pub fn expected_findings(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    match readers::expected_findings(&text) {
        Ok(number) => assert!(number <= text.matches("kind").count()),
        Err(diagnostics) => check_diagnostics(text.as_bytes(), &diagnostics),
    }
}

/// Reads settings, as each kind of file. What is accepted is a list of options, without those that read other settings.
pub fn settings(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for read in readers::settings(&text) {
        match read {
            Ok(words) => {
                let words = words.iter().filter_map(|word| word.to_str());
                let mut options = words.filter(|word| word.starts_with("--"));
                assert!(options.all(|it| !it.starts_with("--config")));
            }
            Err(CliError::BadInput(text)) => assert!(!text.is_empty()),
            Err(error) => panic!("{error:?}"),
        }
    }
}

/// Reads the conventions that are demanded of an engine. They are written and read again.
pub fn demands(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    match readers::rewrite_demands(&text) {
        Ok(written) => assert_eq!(readers::rewrite_demands(&written).as_ref(), Ok(&written)),
        Err(error) => assert!(!error.is_empty()),
    }
}

/// The line with a checksum in front, if it is an object without one.
fn record_of(line: &[u8]) -> Cow<'_, [u8]> {
    let json = std::str::from_utf8(line).unwrap_or_default();
    match record::with_checksum(json) {
        Ok(line) if !json.starts_with("{\"crc32\":") => {
            Cow::Owned(line.trim_end_matches('\n').as_bytes().to_vec())
        }
        _ => Cow::Borrowed(line),
    }
}

/// Reads a checkpoint. One that is accepted is written and read again, and says the same.
pub fn checkpoint(bytes: &[u8]) {
    match rewritten_checkpoint(&record_of(bytes)) {
        Ok(written) => {
            let again = rewritten_checkpoint(written.as_bytes());
            assert_eq!(again.expect("it was written"), written);
        }
        Err(error) => assert!(!error.is_input_output() && !error.to_string().is_empty()),
    }
}

/// Reads a journal. Each line is used, replaced by a later one, or counted as unused.
pub fn journal(bytes: &[u8]) {
    let lines = bytes.split(|byte| *byte == b'\n');
    let records: Vec<_> = lines.map(record_of).collect();
    let number = records.iter().filter(|line| !line.is_empty()).count();
    let file = records.join(&b'\n');
    let (written, unused) = readers::rewrite_journal(&file).expect("a result can be written");
    assert!(written.lines().count() + unused <= number);
    let again = readers::rewrite_journal(written.as_bytes());
    assert_eq!(again.expect("it was written"), (written, 0));
}

/// Reads a file of the cache. What is read is written and read again, and an engine can be asked in this way.
pub fn calibration(bytes: &[u8]) {
    let Ok(calibration) = record::of_file::<Calibration>(&record_of(bytes)) else {
        return;
    };
    let line = record::to_line(&calibration).expect("a calibration can be written");
    let again = record::of_file::<Calibration>(line.as_bytes());
    assert_eq!(again.expect("it was written"), calibration);
    let spec = EngineSpec::new(Command::from_recording(*b"Nodes searched: 20\n"));
    let line = Line::from_fen("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2").expect("it is a FEN");
    let _ = calibration.open(&spec).ask(&line, &Query::Count(1));
}

/// Reads a report. One that is accepted is written and read again, and makes a page without foreign elements.
pub fn report(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let Ok(written) = readers::rewrite_report(&text) else {
        assert!(readers::matrix_page(&text).is_err());
        return;
    };
    let again = readers::rewrite_report(&written);
    assert_eq!(again.as_ref(), Ok(&written));
    let page = readers::matrix_page(&text).expect("the report was read");
    assert_eq!(
        page.matches("<script").count(),
        page.matches("</script>").count()
    );
    assert!(
        !page.contains("<fuzz"),
        "an element of the report is one of the page"
    );
}

/// The number of diagnostics that are drawn.
const DRAWN: usize = 2;

/// Each diagnostic points into the text, and can be drawn.
fn check_diagnostics(text: &[u8], diagnostics: &Diagnostics) {
    assert!(!diagnostics.is_empty(), "refused without a reason");
    let lines = 1 + text
        .iter()
        .filter(|byte| matches!(byte, b'\n' | b'\r'))
        .count();
    for diagnostic in diagnostics.iter() {
        check_place(lines, diagnostic);
        assert!(!diagnostic.message.is_empty());
        assert!(!diagnostic.to_string().is_empty());
    }
    // Drawing takes longer than reading.
    let first: Diagnostics = diagnostics.iter().take(DRAWN).cloned().collect();
    assert!(!render(&first).is_empty());
}

fn check_place(lines: usize, diagnostic: &Diagnostic) {
    let Some(place) = &diagnostic.place else {
        return;
    };
    assert!((1..=lines).contains(&place.line), "{diagnostic:?}");
    assert!(diagnostic.column().is_some(), "{diagnostic:?}");
    assert!(diagnostic.excerpt().is_some(), "{diagnostic:?}");
}
