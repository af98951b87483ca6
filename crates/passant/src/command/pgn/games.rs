//! Examines files part by part, in several threads. The report does not depend on their number.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use passant_pgn::{Audit, AuditCounts, AuditFinding, FindingKind, PgnChunk, PgnChunks, fix_games};
use passant_query::Interrupt;
use passant_report::pgn_report::{PgnFileRecord, PgnFindingRecord};
use passant_rules::EnPassantMode;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::expectations::NotedFindings;
use crate::CliError;
use crate::progress_bar::Bar;

/// The bytes that each thread is given at a time.
const BATCH: usize = 8 << 20;

/// An examination of files.
pub(super) struct Examination {
    threads: usize,
    /// `None` for one thread.
    pool: Option<ThreadPool>,
    most_listed: usize,
    interrupt: Interrupt,
}

/// A new file with the games in a convention. It is removed unless it is finished.
pub(super) struct NewFile {
    path: PathBuf,
    file: Option<File>,
    convention: EnPassantMode,
    places: u64,
}

/// The result for a part of a file.
struct Part {
    counts: AuditCounts,
    /// The kind and the number of the game of each finding.
    kinds: Vec<(FindingKind, u64)>,
    /// The first findings.
    findings: Vec<AuditFinding>,
    fixed: Option<(Vec<u8>, u64)>,
}

impl Examination {
    pub(super) fn new(
        threads: NonZeroUsize,
        most_listed: usize,
        interrupt: Interrupt,
    ) -> Result<Self, CliError> {
        let threads = threads.get();
        let builder = ThreadPoolBuilder::new().num_threads(threads);
        let pool = (1 < threads).then(|| builder.build()).transpose();
        Ok(Self {
            threads,
            pool: pool.map_err(|error| CliError::NoThread(error.to_string()))?,
            most_listed,
            interrupt,
        })
    }

    /// Examines a file, and writes its games to a new one.
    pub(super) fn examine(
        &mut self,
        path: &Path,
        mut new_file: Option<NewFile>,
        expectations: &mut NotedFindings,
    ) -> Result<PgnFileRecord, CliError> {
        let shown = path.display().to_string();
        let input: Box<dyn Read + Send> = if shown == "-" {
            Box::new(io::stdin())
        } else {
            Box::new(File::open(path).map_err(CliError::reading(&shown))?)
        };
        let total = path.metadata().map_or(0, |about| about.len());
        let bar = Bar::new(&shown);
        let (mut chunks, mut done) = (PgnChunks::new(input), 0);
        let mut sum = FileSum::new(&shown, self.most_listed);
        let mut batch = self
            .read_batch(&mut chunks)
            .map_err(CliError::reading(&shown))?;
        while !batch.is_empty() {
            let convention = new_file.as_ref().map(|it| it.convention);
            if convention.is_some() && batch.iter().any(|chunk| chunk.left_out != 0) {
                let message =
                    format!("{shown} has a game of more than 16 MiB, which --fix cannot write");
                return Err(CliError::bad_input(message));
            }
            let (parts, next) = self.examine_and_read(&batch, convention, &mut chunks);
            for part in parts {
                if let (Some(new_file), Some((bytes, places))) = (&mut new_file, &part.fixed) {
                    new_file.write(bytes, *places)?;
                }
                sum.add(part, expectations);
            }
            if self.interrupt.is_raised() {
                return Err(CliError::interruption());
            }
            done += batch
                .iter()
                .map(|it| it.bytes.len() as u64 + it.left_out)
                .sum::<u64>();
            if total != 0 {
                bar.show(done, total);
            }
            batch = next.map_err(CliError::reading(&shown))?;
        }
        let mut record = sum.finish();
        record.fixed = new_file.map(NewFile::finish);
        Ok(record)
    }

    fn read_batch<R: Read>(&self, chunks: &mut PgnChunks<R>) -> io::Result<Vec<PgnChunk>> {
        let (mut batch, mut length) = (Vec::new(), 0);
        while length < self.threads * BATCH {
            let Some(chunk) = chunks.read_next()? else {
                break;
            };
            length += chunk.bytes.len();
            batch.push(chunk);
        }
        Ok(batch)
    }

    /// Examines a batch, and reads the next one meanwhile.
    fn examine_and_read<R: Read + Send>(
        &self,
        batch: &[PgnChunk],
        convention: Option<EnPassantMode>,
        chunks: &mut PgnChunks<R>,
    ) -> (Vec<Part>, io::Result<Vec<PgnChunk>>) {
        let examine = |audit: &mut Audit, chunk: &PgnChunk| {
            Part::new(audit, chunk, self.most_listed, convention)
        };
        match &self.pool {
            None => {
                let mut audit = Audit::default();
                let parts = batch.iter().map(|chunk| examine(&mut audit, chunk));
                (parts.collect(), self.read_batch(chunks))
            }
            Some(pool) => pool.join(
                || {
                    let parts = batch.par_iter().map_init(Audit::default, examine);
                    parts.collect()
                },
                || self.read_batch(chunks),
            ),
        }
    }
}

impl Part {
    fn new(
        audit: &mut Audit,
        chunk: &PgnChunk,
        most_listed: usize,
        convention: Option<EnPassantMode>,
    ) -> Self {
        let mut counts = AuditCounts::default();
        let (mut kinds, mut findings) = (Vec::new(), Vec::new());
        audit.examine_chunk(chunk, &mut counts, &mut |finding| {
            kinds.push((finding.kind, finding.game));
            if findings.len() < most_listed {
                findings.push(finding);
            }
        });
        Self {
            counts,
            kinds,
            findings,
            fixed: convention.map(|convention| fix_games(&chunk.bytes, convention)),
        }
    }
}

/// The sum of the parts of a file.
struct FileSum<'a> {
    file: &'a str,
    most_listed: usize,
    counts: AuditCounts,
    expected: [u64; FindingKind::ALL.len()],
    listed: Vec<PgnFindingRecord>,
    not_listed: u64,
}

impl<'a> FileSum<'a> {
    fn new(file: &'a str, most_listed: usize) -> Self {
        Self {
            file,
            most_listed,
            counts: AuditCounts::default(),
            expected: [0; FindingKind::ALL.len()],
            listed: Vec::new(),
            not_listed: 0,
        }
    }

    /// Adds the next part of the file.
    fn add(&mut self, part: Part, expectations: &mut NotedFindings) {
        let mut findings = part.findings.iter();
        for (kind, game) in part.kinds {
            let reason = expectations.note(kind, self.file, self.counts.games + game);
            self.expected[kind as usize] += u64::from(reason.is_some());
            match findings.next() {
                Some(finding) if self.listed.len() < self.most_listed => {
                    let expected = reason.map(str::to_owned);
                    let record =
                        PgnFindingRecord::new(finding, self.counts.games, self.counts.lines);
                    self.listed.push(PgnFindingRecord { expected, ..record });
                }
                _ => self.not_listed += 1,
            }
        }
        self.counts.add(&part.counts);
    }

    fn finish(self) -> PgnFileRecord {
        let mut record = PgnFileRecord::new(self.file, &self.counts, &self.expected);
        record.findings = self.listed;
        record.not_listed = self.not_listed;
        record
    }
}

impl NewFile {
    /// Creates the file, which must not exist.
    pub(super) fn create(path: &Path, convention: EnPassantMode) -> Result<Self, CliError> {
        let file = OpenOptions::new().write(true).create_new(true).open(path);
        let file = file.map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => CliError::bad_input(format!(
                "{} exists; --fix writes a new file",
                path.display()
            )),
            _ => CliError::Writing(path.to_owned(), error),
        })?;
        Ok(Self {
            path: path.to_owned(),
            file: Some(file),
            convention,
            places: 0,
        })
    }

    fn write(&mut self, bytes: &[u8], places: u64) -> Result<(), CliError> {
        self.places += places;
        let mut file = self.file.iter();
        file.try_for_each(|mut file| file.write_all(bytes))
            .map_err(CliError::writing(&self.path))
    }

    /// Keeps the file. Returns the number of places that differ.
    fn finish(mut self) -> u64 {
        self.file = None;
        self.places
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        if self.file.take().is_some() {
            // An error here would hide the one that ends the command.
            let _ = fs::remove_file(&self.path);
        }
    }
}
