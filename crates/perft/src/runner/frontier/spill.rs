//! The moves to one part of a ply, in a file while the moves to several parts are generated in one pass.

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Write};
use std::mem;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use super::entries::{Buckets, Expanded};
use super::entry::{Entry, sort};
use super::piece::{PieceReader, PieceWriter};
use crate::runner::error::{FileCause, FrontierError, RunError};
use crate::runner::lock::lock;

/// This many entries are sorted, merged and written together: 128 KiB for each part.
const AT_A_TIME: usize = 1 << 12;

/// This many entries are read before all threads merge them.
const AT_A_TIME_IN: usize = 1 << 16;

/// The moves to one part.
pub(super) struct Spill {
    path: PathBuf,
    merge: bool,
    contents: Mutex<Contents>,
}

#[derive(Default)]
struct Contents {
    new: Vec<Entry>,
    moves: u64,
    file: Option<Pieces>,
}

struct Pieces {
    file: BufWriter<File>,
    pieces: PieceWriter,
}

impl Spill {
    /// Prepares the file of a part. A file that an earlier run has left is overwritten.
    pub(super) fn new(path: PathBuf, merge: bool) -> Self {
        Self {
            path,
            merge,
            contents: Mutex::default(),
        }
    }

    /// Takes over the entries of a thread.
    pub(super) fn add(&self, list: &mut Vec<Entry>) -> Result<(), RunError> {
        if list.is_empty() {
            return Ok(());
        }
        let mut contents = lock(&self.contents);
        contents.moves += list.len() as u64;
        contents.new.append(list);
        if AT_A_TIME <= contents.new.len() {
            let mut new = mem::take(&mut contents.new);
            sort(&mut new, self.merge).ok_or(RunError::TooMany)?;
            self.write(&mut contents, &new)
                .map_err(|error| self.error(FileCause::Write(error)))?;
            new.clear();
            contents.new = new;
        }
        Ok(())
    }

    fn write(&self, contents: &mut Contents, entries: &[Entry]) -> io::Result<()> {
        let Pieces { file, pieces } = match &mut contents.file {
            Some(open) => open,
            none => none.insert(Pieces {
                file: BufWriter::new(File::create(&self.path)?),
                pieces: PieceWriter::default(),
            }),
        };
        entries
            .iter()
            .try_for_each(|entry| pieces.push(entry, file))
    }

    /// Merges all that was added, and removes the file.
    pub(super) fn finish(self, stop: &AtomicBool) -> Result<Expanded, RunError> {
        let mut contents = lock(&self.contents);
        let Contents { new, moves, file } = mem::take(&mut *contents);
        let buckets = Buckets::new(self.merge);
        add(&buckets, &new)?;
        if let Some(Pieces { mut file, pieces }) = file {
            let written = pieces.end(&mut file).and_then(|()| file.flush());
            written.map_err(|error| self.error(FileCause::Write(error)))?;
            drop(file);
            self.read(&buckets, stop)?;
            // A file that cannot be removed now is removed at the end of the run.
            let _ = fs::remove_file(&self.path);
        }
        let (entries, merging) = buckets.finish()?;
        Ok(Expanded {
            entries,
            moves,
            merging,
        })
    }

    fn read(&self, buckets: &Buckets, stop: &AtomicBool) -> Result<(), RunError> {
        let file = File::open(&self.path).map_err(|error| self.error(FileCause::Read(error)))?;
        let mut pieces = PieceReader::new(BufReader::with_capacity(1 << 20, file));
        let mut some = Vec::with_capacity(AT_A_TIME_IN);
        loop {
            let next = pieces.next().map_err(|cause| self.error(cause))?;
            some.extend(next);
            if next.is_none() || some.len() == AT_A_TIME_IN {
                add(buckets, &some)?;
                some.clear();
            }
            if next.is_none() {
                return Ok(());
            }
            if some.is_empty() && stop.load(Ordering::Relaxed) {
                return Err(RunError::Interrupted);
            }
        }
    }

    fn error(&self, cause: FileCause) -> RunError {
        RunError::Frontier(FrontierError::new(&self.path, cause))
    }
}

/// Puts entries into their buckets.
fn add(buckets: &Buckets, entries: &[Entry]) -> Result<(), RunError> {
    let chunks = entries.par_chunks(AT_A_TIME);
    chunks.try_for_each_init(Buckets::lists, |lists, chunk| {
        for entry in chunk {
            lists[Buckets::index(entry.position.place())].push(*entry);
        }
        buckets.add(lists)
    })
}
