//! Values as the text that chess programs write for them.
//!
//! ```
//! use passant_rules::{Position, Square, UciMove};
//!
//! let mv: UciMove = serde_json::from_str("\"e7e8q\"").unwrap();
//! assert_eq!(serde_json::to_string(&mv).unwrap(), "\"e7e8q\"");
//! assert_eq!(serde_json::to_string(&Square::E4).unwrap(), "\"e4\"");
//!
//! let fen = "\"4k3/8/8/2Pp4/8/8/8/4K3 w - d6 0 2\"";
//! let position: Position = serde_json::from_str(fen).unwrap();
//! assert_eq!(serde_json::to_string(&position).unwrap(), fen);
//! ```

use core::fmt;
use core::marker::PhantomData;
use core::str::FromStr;

use serde_core::de::{Deserialize, Deserializer, Error, Visitor};
use serde_core::ser::{Serialize, Serializer};

use crate::{Position, Setup, Square, UciMove};

/// Writes a type with its `Display` and reads it with its `FromStr`.
macro_rules! as_text {
    ($($type:ty, $expected:literal;)+) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserializer.deserialize_str(Text {
                    expected: $expected,
                    read: PhantomData,
                })
            }
        }
    )+};
}

as_text! {
    Position, "the FEN of a position";
    Setup, "a FEN";
    Square, "the name of a square, such as e4";
    UciMove, "a move in UCI notation, such as e2e4 or e7e8q";
}

struct Text<T> {
    expected: &'static str,
    read: PhantomData<T>,
}

impl<T: FromStr<Err: fmt::Display>> Visitor<'_> for Text<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.expected)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(E::custom)
    }
}
