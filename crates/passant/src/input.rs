//! Reads files of others, which may be of any length.

use std::io::{self, Read};

/// Reads everything, at most so many bytes; `None` if there are more.
pub(crate) fn read_at_most(most: u64, reader: impl Read) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    reader.take(most + 1).read_to_end(&mut bytes)?;
    Ok((bytes.len() as u64 <= most).then_some(bytes))
}
