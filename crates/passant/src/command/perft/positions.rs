//! The positions to verify, one after another: those of suites, then those of files.

use std::collections::VecDeque;
use std::fmt::Write;
use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;

use passant_query::Escaped;
use passant_report::{FenReading, fen_error, number_of};
use passant_suite::epd::EpdCase;
use passant_suite::perft_file::{self, Form, Reader};
use passant_suite::{Diagnostic, Diagnostics};

use crate::verifier::{ExpectedCounts, FileSummary};
use crate::{CliError, diagnostic, report};

/// Greatest number of errors of a file that are printed.
const SHOWN_ERRORS: usize = 10;

/// Reads the next position that has counts when it is asked for. Prints what is wrong with a file at once; the
/// positions that can be read are verified anyway.
pub(super) struct Positions {
    suites: std::vec::IntoIter<ExpectedCounts>,
    /// The files that are not open yet.
    files: VecDeque<PathBuf>,
    /// The file that is being read.
    open: Option<OpenFile>,
    /// The number of errors in files.
    unreadable: usize,
    /// The files that were read.
    pub(super) read: Vec<FileSummary>,
}

/// A file that is being read.
struct OpenFile {
    reader: Reader<BufReader<File>>,
    summary: FileSummary,
}

impl Positions {
    pub(super) fn new(suites: Vec<ExpectedCounts>, files: VecDeque<PathBuf>) -> Self {
        Self {
            suites: suites.into_iter(),
            files,
            open: None,
            unreadable: 0,
            read: Vec::new(),
        }
    }

    /// Returns the error with which the command ends if a file has errors.
    pub(super) fn error(&self) -> Option<CliError> {
        let message = match self.unreadable {
            0 => return None,
            1 => "1 error in files, see above".to_owned(),
            number => format!("{number} errors in files, see above"),
        };
        Some(CliError::bad_input(&message))
    }

    /// Opens the next file. Returns whether there was one.
    fn open_next(&mut self) -> bool {
        let Some(path) = self.files.pop_front() else {
            return false;
        };
        match perft_file::open(&path) {
            Ok(reader) => self.open = Some(OpenFile::new(path.display().to_string(), reader)),
            Err(error) => {
                self.unreadable += 1;
                warn_of(&error.into());
            }
        }
        true
    }

    /// Tells whether a file has positions, and no counts.
    pub(super) fn lacks_counts(&self) -> bool {
        self.read.iter().any(FileSummary::lacks_counts)
    }

    /// Says what was not yet said about a file, and keeps its numbers.
    fn close(&mut self, file: FileSummary) {
        self.unreadable += file.errors;
        let hidden = file.errors.saturating_sub(SHOWN_ERRORS);
        if hidden != 0 {
            let more = number_of(hidden, "more error");
            report::warn(&format!("error: {more} in {}\n", file.name));
        }
        if file.lacks_counts() {
            warn_of(&no_counts(&file.name).into());
        }
        self.read.push(file);
    }
}

impl OpenFile {
    fn new(name: String, reader: Reader<BufReader<File>>) -> Self {
        let form = reader
            .form()
            .map(|form| Escaped(&form.to_string()).to_string());
        // The form that --epd promises needs no word.
        if let (Some(form), false) = (&form, reader.form() == Some(&Form::Epd)) {
            report::warn(&format!("note: {name} is read as {form}\n"));
        }
        Self {
            reader,
            summary: FileSummary {
                name,
                form,
                with_counts: 0,
                without_counts: 0,
                errors: 0,
            },
        }
    }

    /// Returns the next position that has counts; `None` at the end of the file.
    fn next(&mut self) -> Option<ExpectedCounts> {
        loop {
            let file = &mut self.summary;
            match self.reader.next()? {
                Ok(case) if case.depths.is_empty() => file.without_counts += 1,
                Ok(case) => {
                    file.with_counts += 1;
                    let case = repair(&file.name, case);
                    return Some(ExpectedCounts::of_line(&file.name, case));
                }
                Err(diagnostics) => self.refuse(&diagnostics),
            }
        }
    }

    /// Prints the first errors of the file, and counts all of them.
    fn refuse(&mut self, diagnostics: &Diagnostics) {
        let room = SHOWN_ERRORS.saturating_sub(self.summary.errors);
        self.summary.errors += diagnostics.len();
        let shown: Diagnostics = diagnostics.iter().take(room).cloned().collect();
        if !shown.is_empty() {
            warn_of(&shown);
        }
    }
}

impl Iterator for Positions {
    type Item = ExpectedCounts;

    fn next(&mut self) -> Option<ExpectedCounts> {
        if let Some(counts) = self.suites.next() {
            return Some(counts);
        }
        loop {
            let Some(mut file) = self.open.take() else {
                if !self.open_next() {
                    return None;
                }
                continue;
            };
            if let Some(counts) = file.next() {
                self.open = Some(file);
                return Some(counts);
            }
            self.close(file.summary);
        }
    }
}

fn warn_of(diagnostics: &Diagnostics) {
    report::warn(&(diagnostic::render_all(diagnostics) + "\n"));
}

/// Returns the error about a file that has positions only.
fn no_counts(file: &str) -> Diagnostic {
    Diagnostic::error("there are no counts in this file")
        .in_file(file)
        .with_hint(
            "after each FEN write the number of leaf nodes at some depths, like ;D1 20 ;D2 400",
        )
}

/// Repairs the position of an entry as that of a FEN on the command line, and warns about it. Each warning takes only
/// one line, because a file may have thousands.
fn repair(file: &str, mut case: EpdCase) -> EpdCase {
    // Its faults were found to be repairable.
    if let Ok(reading) = FenReading::of_setup(case.fen.clone(), case.setup.clone()) {
        let place = format!("warning: {file}:{}", case.line);
        let mut warnings = String::new();
        for fault in &reading.repairs {
            let _ = writeln!(warnings, "{place}: {fault} ({})", fen_error::remedy(*fault));
        }
        if reading.is_guessed_chess960() {
            let _ = writeln!(warnings, "{place}: {}", fen_error::GUESSED_CHESS960);
        }
        report::warn(&warnings);
        case.position = reading.position;
    }
    case
}
