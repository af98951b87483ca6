//! Values that JSON holds as words.

/// Writes a type as the word of a value, and reads that. The type has `all()` and `word()`.
macro_rules! written_as_words {
    ($type:ty) => {
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.word())
            }
        }

        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let word = String::deserialize(deserializer)?;
                let found = Self::all().find(|it| it.word() == word);
                found.ok_or_else(|| serde::de::Error::custom(format!("{word:?} is unknown")))
            }
        }
    };
}

pub(super) use written_as_words;
