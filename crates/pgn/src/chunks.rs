//! Parts of a stream that hold whole games.

use std::io::{self, Read};

use crate::boundary::{last_boundary, next_boundary};
use crate::game::PgnGame;
use crate::reader::PgnReader;

/// The length of the longest game that is read, in bytes: 16 MiB. The longest game that the rules of chess allow has about 6000
/// moves, and takes 100 KiB without comments.
pub const LONGEST_GAME: usize = 16 << 20;

/// The length of a usual part, in bytes. It fits into the cache of a core.
const USUAL: usize = 1 << 18;

/// The bytes that are kept of a game that is too long: enough for its tags.
const KEPT: usize = 4096;

/// Reads a stream in parts that hold whole games, each of at most 16 MiB.
///
/// A part ends where [`PgnReader`] ends a game in any case, so that the games of the parts are those of the stream.
///
/// ```
/// use passant_pgn::{PgnChunks, PgnGame, PgnReader};
///
/// let mut chunks = PgnChunks::new(&b"1. e4 e5 1-0\n\n1. d4 *\n"[..]);
/// let (mut moves, mut game) = (0, PgnGame::default());
/// while let Some(chunk) = chunks.read_next()? {
///     let mut reader = PgnReader::new(&chunk.bytes);
///     while reader.read_next(&mut game) {
///         moves += game.moves.len();
///     }
/// }
/// assert_eq!(moves, 3);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct PgnChunks<R> {
    input: R,
    /// The bytes that were read and are not part of a chunk yet.
    buffer: Vec<u8>,
    is_at_end: bool,
    usual: usize,
    longest: usize,
}

/// A part of a stream.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PgnChunk {
    /// The games; the beginning of one game if that is too long.
    pub bytes: Vec<u8>,
    /// The bytes that were left out after these, because the game is longer than [`LONGEST_GAME`].
    pub left_out: u64,
    /// The number of ends of lines in the bytes that were left out.
    pub lines_left_out: u64,
}

impl<R: Read> PgnChunks<R> {
    /// Reads from a stream, which needs no buffer of its own.
    pub fn new(input: R) -> Self {
        Self::with_lengths(input, USUAL, LONGEST_GAME)
    }

    /// Reads from a stream, in parts of another length, with another limit for a game. Both are in bytes; the games that are found
    /// do not depend on the first.
    pub fn with_lengths(input: R, usual: usize, longest: usize) -> Self {
        Self {
            input,
            buffer: Vec::new(),
            is_at_end: false,
            usual: usual.max(1),
            longest: longest.max(usual),
        }
    }

    /// Returns the next part; `None` at the end of the stream.
    pub fn read_next(&mut self) -> io::Result<Option<PgnChunk>> {
        let mut wanted = self.usual;
        loop {
            self.fill(wanted)?;
            if self.is_at_end {
                let bytes = std::mem::take(&mut self.buffer);
                return Ok((!bytes.is_empty()).then(|| PgnChunk {
                    bytes,
                    ..PgnChunk::default()
                }));
            }
            if let Some(end) = last_boundary(&self.buffer).filter(|end| *end != 0) {
                return Ok(Some(self.take(end)));
            }
            if wanted < self.longest {
                wanted = (wanted * 2).min(self.longest);
                continue;
            }
            return match start_of_last_game(&self.buffer) {
                0 => self.leave_out().map(Some),
                end => Ok(Some(self.take(end))),
            };
        }
    }

    /// Reads until so many bytes are there, or the stream ends.
    fn fill(&mut self, wanted: usize) -> io::Result<()> {
        let missing = wanted.saturating_sub(self.buffer.len());
        if missing == 0 || self.is_at_end {
            return Ok(());
        }
        let mut part = self.input.by_ref().take(missing as u64);
        self.is_at_end = part.read_to_end(&mut self.buffer)? < missing;
        Ok(())
    }

    /// Takes the first bytes of the buffer.
    fn take(&mut self, end: usize) -> PgnChunk {
        let rest = self.buffer.split_off(end);
        PgnChunk {
            bytes: std::mem::replace(&mut self.buffer, rest),
            ..PgnChunk::default()
        }
    }

    /// Leaves out the rest of a game that is too long, up to the next place where a game begins in any case.
    fn leave_out(&mut self) -> io::Result<PgnChunk> {
        let mut chunk = self.take(KEPT.min(self.buffer.len()));
        let mut end = None;
        while end.is_none() && !(self.is_at_end && self.buffer.is_empty()) {
            end = next_boundary(&self.buffer, 0);
            // The beginning of a game may be cut at the end of the buffer.
            let cut = if self.is_at_end { 0 } else { 16 };
            let passed = end.unwrap_or(self.buffer.len().saturating_sub(cut));
            let lines = self.buffer[..passed].iter().filter(|it| **it == b'\n');
            chunk.lines_left_out += lines.count() as u64;
            chunk.left_out += passed as u64;
            self.buffer.drain(..passed);
            if end.is_none() {
                self.fill(self.usual.max(64))?;
            }
        }
        Ok(chunk)
    }
}

/// Returns the start of the last game of a text, which may go on after it; 0 if there is one game.
fn start_of_last_game(text: &[u8]) -> usize {
    let (mut reader, mut game) = (PgnReader::new(text), PgnGame::default());
    let mut start = 0;
    while reader.read_next(&mut game) {
        start = game.span.start;
    }
    start
}
