//! Positions in a file, with the number of lines that lead to each.
//!
//! The first line is a [record](passant_files::record), which says what the file holds. Then come pieces of at most 2,048
//! entries: their number and the CRC-32 of their bytes, four bytes each, then 32 bytes for each entry; a piece without entries
//! is the last. All numbers are little-endian. A reader gets every byte checked, in memory for one piece.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::Path;

use passant_files::{Links, record, replace_with};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::entries::{Entries, Entry};
use crate::runner::error::FileCause;

/// The entries of a piece: 64 KiB.
const PIECE: usize = 1 << 11;

/// The longest first line, in bytes.
const LONGEST_HEADER: u64 = 1 << 12;

/// The bytes before the entries of a piece.
const PIECE_HEADER: usize = 8;

/// Writes a file as a whole: it is there and complete, or not there.
pub(in crate::runner) fn write<'a>(
    path: &Path,
    header: &impl Serialize,
    entries: impl Iterator<Item = &'a Entry>,
) -> io::Result<()> {
    let header = record::to_line(header)?;
    replace_with(path, Links::Followed, |file| {
        let mut file = BufWriter::with_capacity(1 << 20, file);
        file.write_all(header.as_bytes())?;
        let mut piece = Vec::with_capacity(PIECE * Entry::BYTES);
        for entry in entries {
            piece.extend_from_slice(&entry.to_bytes());
            if piece.len() == PIECE * Entry::BYTES {
                write_piece(&mut file, &piece)?;
                piece.clear();
            }
        }
        if !piece.is_empty() {
            write_piece(&mut file, &piece)?;
        }
        write_piece(&mut file, &[])?;
        file.flush()
    })
}

fn write_piece(file: &mut impl Write, piece: &[u8]) -> io::Result<()> {
    let entries = (piece.len() / Entry::BYTES) as u32;
    file.write_all(&entries.to_le_bytes())?;
    file.write_all(&crc32fast::hash(piece).to_le_bytes())?;
    file.write_all(piece)
}

/// Reads what a file holds; `None` if it does not exist.
pub(in crate::runner) fn header<H: DeserializeOwned>(path: &Path) -> Result<Option<H>, FileCause> {
    Ok(open(path)?.map(|(header, _)| header))
}

/// Reads a file; `None` if it does not exist.
pub(in crate::runner) fn read<H: DeserializeOwned>(
    path: &Path,
) -> Result<Option<(H, Entries)>, FileCause> {
    let Some((header, mut file)) = open(path)? else {
        return Ok(None);
    };
    let mut entries = Entries::default();
    let mut pieces = 0;
    loop {
        let piece = read_piece(&mut file).map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => FileCause::Damaged("it ends too early".to_owned()),
            _ => FileCause::Read(error),
        })?;
        pieces += 1;
        let Some(piece) = piece else {
            return Err(FileCause::Damaged(format!(
                "the checksum of its piece {pieces} does not fit"
            )));
        };
        if piece.is_empty() {
            return Ok(Some((header, entries)));
        }
        for entry in piece {
            if !entry.position.is_position() {
                return Err(FileCause::Damaged(format!(
                    "an entry of its piece {pieces} is no position"
                )));
            }
            entries.push(entry);
        }
    }
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
    let header =
        record::of_file(&line).map_err(|error| FileCause::Damaged(format!("line 1: {error}")))?;
    Ok(Some((header, file)))
}

/// The entries of the next piece; `None` if they are damaged.
fn read_piece(file: &mut impl Read) -> io::Result<Option<Vec<Entry>>> {
    let mut header = [0; PIECE_HEADER];
    file.read_exact(&mut header)?;
    let [number, checksum] = *header.as_chunks::<4>().0 else {
        return Ok(None);
    };
    let number = u32::from_le_bytes(number) as usize;
    if PIECE < number {
        return Ok(None);
    }
    let mut bytes = vec![0; number * Entry::BYTES];
    file.read_exact(&mut bytes)?;
    if crc32fast::hash(&bytes) != u32::from_le_bytes(checksum) {
        return Ok(None);
    }
    let entries = bytes.as_chunks().0.iter();
    Ok(Some(
        entries.map(|bytes| Entry::from_bytes(*bytes)).collect(),
    ))
}
