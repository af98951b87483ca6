//! Entries in pieces with checksums, as files hold them.
//!
//! ```text
//! 4 bytes   the number of entries, at most 4,096; a piece without entries is the last
//! 4 bytes   the number of bytes of these entries
//! 4 bytes   the CRC-32 of those eight bytes and of the entries
//! n bytes   the entries, as a list encodes them; the first of a piece has none before it
//! ```
//!
//! All numbers are little-endian.

use std::io::{self, Read, Write};

use super::entry::Entry;
use super::list::{Decoder, Encoder, LONGEST};
use crate::runner::error::FileCause;

/// The most entries of a piece: about 48 KiB.
const PIECE: u32 = 1 << 12;

/// The bytes before the entries of a piece.
const HEADER: usize = 12;

/// Writes entries in pieces.
#[derive(Default)]
pub(super) struct PieceWriter {
    encoder: Encoder,
    entries: u32,
    bytes: Vec<u8>,
}

impl PieceWriter {
    pub(super) fn push(&mut self, entry: &Entry, file: &mut impl Write) -> io::Result<()> {
        let mut bytes = [0; LONGEST];
        let end = self.encoder.encode(entry, &mut bytes);
        self.bytes.extend_from_slice(&bytes[..end]);
        self.entries += 1;
        if self.entries == PIECE {
            self.write_piece(file)?;
        }
        Ok(())
    }

    /// Writes the entries that are left, and the last piece, which has none.
    pub(super) fn end(mut self, file: &mut impl Write) -> io::Result<()> {
        if self.entries != 0 {
            self.write_piece(file)?;
        }
        self.write_piece(file)
    }

    /// Writes a piece of the entries so far.
    fn write_piece(&mut self, file: &mut impl Write) -> io::Result<()> {
        let numbers = [self.entries, self.bytes.len() as u32];
        for number in [numbers[0], numbers[1], checksum(numbers, &self.bytes)] {
            file.write_all(&number.to_le_bytes())?;
        }
        file.write_all(&self.bytes)?;
        self.encoder = Encoder::default();
        self.entries = 0;
        self.bytes.clear();
        Ok(())
    }
}

fn checksum(numbers: [u32; 2], entries: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    for number in numbers {
        hasher.update(&number.to_le_bytes());
    }
    hasher.update(entries);
    hasher.finalize()
}

/// Reads entries in pieces.
pub(super) struct PieceReader<R> {
    file: R,
    decoder: Decoder,
    /// The entries of the piece that are still to come.
    left: u32,
    bytes: Vec<u8>,
    number: u64,
}

impl<R: Read> PieceReader<R> {
    pub(super) fn new(file: R) -> Self {
        Self {
            file,
            decoder: Decoder::default(),
            left: 0,
            bytes: Vec::new(),
            number: 0,
        }
    }

    /// The number of the piece that is read, from 1.
    pub(super) fn number(&self) -> u64 {
        self.number
    }

    /// The next entry; `None` after the last.
    pub(super) fn next(&mut self) -> Result<Option<Entry>, FileCause> {
        if self.left == 0 {
            self.next_piece()?;
            if self.left == 0 {
                return Ok(None);
            }
        }
        self.left -= 1;
        match self.decoder.decode(&self.bytes).copied() {
            Some(entry) if 0 < self.left || self.decoder.is_at_end(&self.bytes) => Ok(Some(entry)),
            _ => Err(self.damaged("cannot be decoded")),
        }
    }

    fn next_piece(&mut self) -> Result<(), FileCause> {
        self.number += 1;
        let mut header = [0; HEADER];
        self.read(Some(&mut header))?;
        let mut numbers = header
            .as_chunks()
            .0
            .iter()
            .map(|bytes| u32::from_le_bytes(*bytes));
        let mut next = || numbers.next().unwrap_or_default();
        let (entries, bytes, expected) = (next(), next(), next());
        if PIECE < entries || LONGEST * (entries as usize) < bytes as usize {
            return Err(self.damaged("has more entries or bytes than a piece can have"));
        }
        self.bytes.resize(bytes as usize, 0);
        self.read(None)?;
        if checksum([entries, bytes], &self.bytes) != expected {
            return Err(self.damaged("has another checksum than it says"));
        }
        self.left = entries;
        self.decoder = Decoder::default();
        Ok(())
    }

    /// Fills the header of a piece, or its bytes.
    fn read(&mut self, header: Option<&mut [u8]>) -> Result<(), FileCause> {
        let place = header.unwrap_or(&mut self.bytes);
        let result = self.file.read_exact(place);
        result.map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => {
                FileCause::Damaged(format!("it ends too early, in its piece {}", self.number))
            }
            _ => FileCause::Read(error),
        })
    }

    fn damaged(&self, what: &str) -> FileCause {
        FileCause::Damaged(format!("its piece {} {what}", self.number))
    }
}
