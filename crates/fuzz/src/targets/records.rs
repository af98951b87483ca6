//! Files that this program writes and reads again.
//!
//! A checksum protects most of them against damage. Bytes that have none get a correct one, so that the reader behind the
//! checksum is reached.

use std::borrow::Cow;

use passant::readers;
use passant_engine::{Calibration, Command, EngineSpec};
use passant_files::record;
use passant_perft::rewritten_checkpoint;
use passant_query::{Line, Query};

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
