//! A line of JSON with a checksum.
//!
//! ```text
//! {"crc32":"a15ca14d","startpos":9}
//! ```
//!
//! The checksum is over the bytes after its comma. CRC-32 notices every flipped bit, every two, and every damage within
//! 32 bits; other damage is missed once in four billion times. It protects against damage, not against somebody who
//! computes it.

use std::fmt;
use std::io;

use serde::Serialize;
use serde::de::DeserializeOwned;

/// The beginning of each record.
const START: &[u8] = b"{\"crc32\":\"";

/// The number of digits of a checksum.
const DIGITS: usize = 8;

/// The text after the checksum.
const SEPARATOR: &[u8] = b"\",";

/// The error in a line.
#[derive(Debug)]
pub enum RecordError {
    /// The line does not begin with a checksum.
    NoChecksum,
    /// The checksum does not fit the contents.
    Damaged,
    /// The line is undamaged, but does not have the expected contents.
    Contents(serde_json::Error),
}

/// A value as a line, with a line feed at its end.
///
/// # Errors
///
/// If the value is not an object with at least one key, or cannot be written as JSON.
pub fn to_line(value: &impl Serialize) -> io::Result<String> {
    with_checksum(&serde_json::to_string(value)?)
}

/// The same for a value that is JSON already.
///
/// # Errors
///
/// If it is not an object with at least one key.
pub fn with_checksum(json: &str) -> io::Result<String> {
    let contents = json
        .strip_prefix('{')
        .filter(|contents| *contents != "}")
        .ok_or_else(|| {
            io::Error::new(
                io::ErrorKind::InvalidData,
                "a record is an object with at least one key",
            )
        })?;
    let checksum = checksum(contents.as_bytes());
    Ok(format!("{{\"crc32\":\"{checksum}\",{contents}\n"))
}

/// The value in a line, without its line feed.
///
/// # Errors
///
/// If the line is damaged, or has other contents.
pub fn of_line<T: DeserializeOwned>(line: &[u8]) -> Result<T, RecordError> {
    let after = line.strip_prefix(START).ok_or(RecordError::NoChecksum)?;
    let (found, after) = after.split_at_checked(DIGITS).ok_or(RecordError::Damaged)?;
    let contents = after.strip_prefix(SEPARATOR).ok_or(RecordError::Damaged)?;
    if checksum(contents).as_bytes() != found {
        return Err(RecordError::Damaged);
    }
    serde_json::from_slice(&[b"{", contents].concat()).map_err(RecordError::Contents)
}

/// The value in a file that consists of one record.
///
/// # Errors
///
/// If the file is damaged, or has other contents.
pub fn of_file<T: DeserializeOwned>(file: &[u8]) -> Result<T, RecordError> {
    of_line(file.strip_suffix(b"\n").unwrap_or(file))
}

/// Tells whether a line begins like a record with this first key. The rest of it may be damaged.
#[must_use]
pub fn begins_with(line: &[u8], key: &str) -> bool {
    is_beginning(line, key) && header(key).count() <= line.len()
}

/// Tells whether a line is the beginning of a record with this first key, however short.
#[must_use]
pub fn is_beginning(line: &[u8], key: &str) -> bool {
    let mut bytes = line.iter().zip(header(key));
    bytes.all(|(byte, expected)| expected.is_none_or(|expected| *byte == expected))
}

/// The bytes of a record up to the end of its first key. The checksum may be any.
fn header(key: &str) -> impl Iterator<Item = Option<u8>> {
    let fixed = |bytes: &'static [u8]| bytes.iter().copied().map(Some);
    let name = key.bytes().map(Some);
    let before = fixed(START).chain([None; DIGITS]).chain(fixed(SEPARATOR));
    before.chain([Some(b'"')]).chain(name).chain([Some(b'"')])
}

fn checksum(contents: &[u8]) -> String {
    format!("{:08x}", crc32fast::hash(contents))
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoChecksum => f.write_str("it does not begin with a checksum"),
            Self::Damaged => f.write_str("its checksum does not fit its contents"),
            Self::Contents(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for RecordError {}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use passant_test_tools::bit_flips;

    use super::{RecordError, begins_with, is_beginning, of_file, of_line, to_line};

    type Depths = BTreeMap<String, u32>;

    fn depths() -> Depths {
        BTreeMap::from([("kiwipete".to_owned(), 6), ("startpos".to_owned(), 9)])
    }

    /// The checksum is that of `zlib.crc32` in Python.
    #[test]
    fn a_record_is_an_object_that_begins_with_its_checksum() {
        let line = to_line(&depths()).unwrap();
        assert_eq!(
            line,
            "{\"crc32\":\"d6ee69ba\",\"kiwipete\":6,\"startpos\":9}\n"
        );
        assert_eq!(of_file::<Depths>(line.as_bytes()).unwrap(), depths());
        assert_eq!(
            of_line::<Depths>(line.trim_end().as_bytes()).unwrap(),
            depths()
        );
        for none in [serde_json::json!({}), serde_json::json!([1]), 5.into()] {
            assert!(to_line(&none).is_err(), "{none}");
        }
    }

    #[test]
    fn no_flipped_bit_is_missed() {
        let line = to_line(&depths()).unwrap();
        for (place, damaged) in bit_flips(line.as_bytes(), 1000) {
            assert!(of_file::<Depths>(&damaged).is_err(), "byte {place}");
        }
        for end in 0..line.len() - 1 {
            assert!(of_file::<Depths>(&line.as_bytes()[..end]).is_err(), "{end}");
        }
        let twice = line.repeat(2);
        let error = of_file::<Depths>(twice.as_bytes());
        assert!(matches!(error, Err(RecordError::Damaged)));
    }

    #[test]
    fn tells_damage_from_other_contents() {
        let other = to_line(&serde_json::json!({"depth": "deep"})).unwrap();
        let error = of_file::<Depths>(other.as_bytes());
        assert!(matches!(error, Err(RecordError::Contents(_))), "{error:?}");
        let error = of_file::<Depths>(b"{\"startpos\":9}\n");
        assert!(matches!(error, Err(RecordError::NoChecksum)), "{error:?}");
    }

    #[test]
    fn a_beginning_is_known_by_its_first_key() {
        let line = to_line(&depths()).unwrap();
        let header = "{\"crc32\":\"damaged!\",\"kiwipete\"".len();
        for end in 0..=line.len() {
            let start = &line.as_bytes()[..end];
            assert!(is_beginning(start, "kiwipete"), "{end}");
            assert_eq!(begins_with(start, "kiwipete"), header <= end, "{end}");
        }
        assert!(begins_with(
            b"{\"crc32\":\"damaged!\",\"kiwipete\":",
            "kiwipete"
        ));
        assert!(!is_beginning(line.as_bytes(), "startpos"));
        for other in ["{\"kiwipete\":6}", "my notes"] {
            assert!(!is_beginning(other.as_bytes(), "kiwipete"), "{other}");
        }
    }
}
