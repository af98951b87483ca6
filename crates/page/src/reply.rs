//! The parts of a reply.

use serde::{Serialize, Serializer};

/// The entries of an object, in their order. No key is there twice.
pub(crate) struct Entries<T>(pub(crate) Vec<(String, T)>);

impl<T: Serialize> Serialize for Entries<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, value)| (key, value)))
    }
}

/// A reply as JSON.
pub(crate) fn json(reply: &impl Serialize) -> String {
    // No reply refuses to be written, and every key is a text.
    serde_json::to_string(reply).unwrap_or_default()
}
