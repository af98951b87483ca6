//! The words for things in reports.

/// Gives each variant of an enumeration its word, a row for each, in their order.
macro_rules! words {
    ($type:ident: $($variant:ident $word:literal),+ $(,)?) => {
        impl $type {
            /// All of them, in their order.
            pub const ALL: [Self; [$($word),+].len()] = [$(Self::$variant),+];

            /// The word for it in reports.
            #[must_use]
            pub fn word(self) -> &'static str {
                match self {
                    $(Self::$variant => $word),+
                }
            }
        }
    };
}

/// Writes a type as the word of a value, and reads that. The type has `word()`; `all` goes over its values.
macro_rules! written_as_words {
    ($type:ty, $all:expr) => {
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.word())
            }
        }

        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let word = String::deserialize(deserializer)?;
                let found = $all.find(|it| it.word() == word);
                found.ok_or_else(|| serde::de::Error::custom(format!("{word:?} is unknown")))
            }
        }
    };
}

pub(super) use {words, written_as_words};
