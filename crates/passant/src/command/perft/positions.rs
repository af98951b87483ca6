//! The positions to verify, one after another: those of suites, then those of EPD files.

use std::collections::VecDeque;
use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;

use passant_report::fen_error;
use passant_suite::Diagnostics;
use passant_suite::epd::{self, EpdCase, Reader};

use crate::verifier::ExpectedCounts;
use crate::{CliError, diagnostic, report};

/// Reads the next position when it is asked for. Prints what is wrong with a file at once; the positions that can be read
/// are verified anyway.
pub(super) struct Positions {
    suites: std::vec::IntoIter<ExpectedCounts>,
    /// The EPD files that are not open yet.
    files: VecDeque<PathBuf>,
    /// The file that is being read, and its name.
    open: Option<(String, Reader<BufReader<File>>)>,
    /// The number of errors in EPD files.
    unreadable: usize,
}

impl Positions {
    pub(super) fn new(suites: Vec<ExpectedCounts>, files: VecDeque<PathBuf>) -> Self {
        Self {
            suites: suites.into_iter(),
            files,
            open: None,
            unreadable: 0,
        }
    }

    /// The error with which the command ends if an EPD file has errors.
    pub(super) fn unread(&self) -> Option<CliError> {
        let message = match self.unreadable {
            0 => return None,
            1 => "1 error in EPD files, see above".to_owned(),
            number => format!("{number} errors in EPD files, see above"),
        };
        Some(CliError::bad_input(&message))
    }

    fn refuse(&mut self, diagnostics: &Diagnostics) {
        report::warn(&(diagnostic::render_all(diagnostics) + "\n"));
        self.unreadable += diagnostics.len();
    }
}

impl Iterator for Positions {
    type Item = ExpectedCounts;

    fn next(&mut self) -> Option<ExpectedCounts> {
        if let Some(counts) = self.suites.next() {
            return Some(counts);
        }
        loop {
            let Some((file, reader)) = &mut self.open else {
                let path = self.files.pop_front()?;
                match epd::open(&path) {
                    Ok(reader) => self.open = Some((path.display().to_string(), reader)),
                    Err(error) => self.refuse(&error.into()),
                }
                continue;
            };
            match reader.next() {
                Some(Ok(case)) => {
                    report::warn(&repairs(file, &case));
                    return Some(ExpectedCounts::of_line(file, case));
                }
                Some(Err(diagnostics)) => self.refuse(&diagnostics),
                None => self.open = None,
            }
        }
    }
}

/// The repairs of one line of a file. Each takes only one line, because a file may have thousands.
fn repairs(file: &str, case: &EpdCase) -> String {
    let warning = |fault: &passant_rules::SetupFault| {
        format!(
            "warning: {file}:{}: {fault} ({})\n",
            case.line,
            fen_error::remedy(*fault)
        )
    };
    case.repairs.iter().map(warning).collect()
}
