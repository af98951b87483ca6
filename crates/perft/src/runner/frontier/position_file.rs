//! Positions in a file, with the number of lines that lead to each.
//!
//! The first line is a [record](passant_files::record): the number of this format, and what the file holds. Then come
//! [pieces](piece). A reader gets every byte checked, in memory for one piece.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::Path;

use passant_files::{Links, record, replace_with};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::entries::Entries;
use super::entry::Entry;
use super::piece::{PieceReader, PieceWriter};
use crate::runner::error::FileCause;

/// The number of this format. Files of format 1, which did not say so, had 32 bytes for each entry.
const FORMAT: u32 = 2;

/// The longest first line, in bytes.
const LONGEST_HEADER: u64 = 1 << 12;

/// The first line.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FirstLine<H> {
    format: u32,
    file: H,
}

/// The part of the first line that every format has, or 1.
#[derive(Deserialize)]
struct Format {
    #[serde(default = "first_format")]
    format: u32,
}

fn first_format() -> u32 {
    1
}

/// Writes a file as a whole: it is there and complete, or not there.
pub(in crate::runner) fn write(
    path: &Path,
    header: &impl Serialize,
    entries: impl Iterator<Item = Entry>,
) -> io::Result<()> {
    let header = record::to_line(&FirstLine {
        format: FORMAT,
        file: header,
    })?;
    replace_with(path, Links::Followed, |file| {
        let mut file = BufWriter::with_capacity(1 << 20, file);
        file.write_all(header.as_bytes())?;
        let mut pieces = PieceWriter::default();
        for entry in entries {
            pieces.push(&entry, &mut file)?;
        }
        pieces.end(&mut file)?;
        file.flush()
    })
}

/// Reads what a file holds; `None` if it does not exist.
pub(in crate::runner) fn header<H: DeserializeOwned>(path: &Path) -> Result<Option<H>, FileCause> {
    Ok(open(path)?.map(|(header, _)| header))
}

/// Reads a file; `None` if it does not exist.
pub(in crate::runner) fn read<H: DeserializeOwned>(
    path: &Path,
) -> Result<Option<(H, Entries)>, FileCause> {
    let Some((header, file)) = open(path)? else {
        return Ok(None);
    };
    let mut pieces = PieceReader::new(file);
    let mut error = None;
    let entries = std::iter::from_fn(|| match next_position(&mut pieces) {
        Ok(entry) => entry,
        Err(cause) => {
            error = Some(cause);
            None
        }
    });
    let entries = entries.collect();
    match error {
        None => Ok(Some((header, entries))),
        Some(cause) => Err(cause),
    }
}

/// The next entry of a file, after a look at whether it is one of a position.
fn next_position(pieces: &mut PieceReader<impl Read>) -> Result<Option<Entry>, FileCause> {
    let entry = pieces.next()?;
    if entry.is_some_and(|entry| !entry.position.is_position()) {
        return Err(FileCause::Damaged(format!(
            "an entry of its piece {} is no position",
            pieces.number()
        )));
    }
    Ok(entry)
}

fn open<H: DeserializeOwned>(path: &Path) -> Result<Option<(H, impl Read)>, FileCause> {
    match path.symlink_metadata() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(FileCause::Read(error)),
        Ok(_) => {}
    }
    if !path.metadata().map_err(FileCause::Read)?.is_file() {
        return Err(FileCause::Damaged("it is not a regular file".to_owned()));
    }
    let file = File::open(path).map_err(FileCause::Read)?;
    let mut file = BufReader::with_capacity(1 << 20, file);
    let mut line = Vec::new();
    let mut start = (&mut file).take(LONGEST_HEADER);
    start
        .read_until(b'\n', &mut line)
        .map_err(FileCause::Read)?;
    let damaged = |error| FileCause::Damaged(format!("line 1: {error}"));
    let Format { format } = record::of_file(&line).map_err(damaged)?;
    if format != FORMAT {
        return Err(FileCause::Format {
            found: format,
            expected: FORMAT,
        });
    }
    let line: FirstLine<H> = record::of_file(&line).map_err(damaged)?;
    Ok(Some((line.file, file)))
}
