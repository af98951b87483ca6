//! Files that outlive a crash, a full disk and a flipped bit.
//!
//! [`replace`] writes a file that is the old one or the new one, whatever happens in between. A [`record`] is a line with
//! a checksum, so that a damaged line is noticed and not believed. Checkpoints, journals and the cache of calibrations are
//! written and read here, and reports are written.
//!
//! ```
//! use passant_files::{Links, read, record, replace};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let folder = tempfile::tempdir()?;
//! # let path = folder.path().join("depths");
//! let depths = std::collections::BTreeMap::from([("startpos", 9)]);
//! replace(&path, Links::Followed, record::to_line(&depths)?.as_bytes())?;
//!
//! let file = read(&path, Links::Followed)?.expect("it was written");
//! assert_eq!(file, b"{\"crc32\":\"a15ca14d\",\"startpos\":9}\n");
//! let damaged = String::from_utf8(file.clone())?.replace('9', "8");
//! assert_eq!(record::of_file::<std::collections::BTreeMap<String, u32>>(&file)?["startpos"], 9);
//! assert!(record::of_file::<std::collections::BTreeMap<String, u32>>(damaged.as_bytes()).is_err());
//! # Ok(())
//! # }
//! ```

#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod record;
mod replace;

pub use replace::{Links, open_already, read, replace, replace_with};
