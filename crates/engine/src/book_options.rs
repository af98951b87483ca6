//! The options by which an engine reads a book in the Polyglot format.

use passant_query::EngineError;

use crate::calibration::Protocol;
use crate::connection::{Connection, EngineSpec};
use crate::uci::Uci;
use crate::xboard::Xboard;

/// The options by which an engine reads a book in the Polyglot format.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BookOptions {
    /// The option that names the file.
    file: String,
    /// The options that switch the book on.
    switches: Vec<String>,
    /// The values of a switch: off and on.
    values: [&'static str; 2],
}

impl BookOptions {
    /// Finds the options by which an engine reads a book; `None` if none names a file. The names vary: `BookFile`, `Book File`,
    /// `Book1 File`, `Polyglot BookFile`, and `OwnBook`, `Use Book`, `Polyglot Book`.
    ///
    /// # Errors
    ///
    /// If the engine cannot be started, or does not speak the protocol. [`EngineError::Unsupported`] if the protocol has no options.
    pub fn find(spec: &EngineSpec, protocol: Protocol) -> Result<Option<Self>, EngineError> {
        match protocol {
            Protocol::Uci => {
                let options = Uci::start(spec)?.options;
                let options = options.iter().map(|(name, about)| {
                    let kind = about.strip_prefix("type ").unwrap_or(about);
                    (&**name, kind)
                });
                Ok(Self::choose(options, ["false", "true"]))
            }
            Protocol::Xboard => {
                let features = Xboard::start(spec)?.features;
                Ok(Self::choose(options_of_features(&features), ["0", "1"]))
            }
            Protocol::Line | Protocol::Script => {
                let what = "a book: only UCI and xboard have options that name one";
                Err(EngineError::unsupported(what))
            }
        }
    }

    /// Returns the options with their values for a book.
    #[must_use]
    pub fn with_book(&self, path: &str) -> Vec<(String, String)> {
        let mut options = self.switched(self.values[1]);
        options.push((self.file.clone(), path.to_owned()));
        options
    }

    /// Returns the options with their values for no book.
    #[must_use]
    pub fn without_book(&self) -> Vec<(String, String)> {
        self.switched(self.values[0])
    }

    fn switched(&self, value: &str) -> Vec<(String, String)> {
        let switches = self.switches.iter();
        switches
            .map(|name| (name.clone(), value.to_owned()))
            .collect()
    }

    /// Chooses among options with their names, and their types and defaults.
    fn choose<'o>(
        options: impl Iterator<Item = (&'o str, &'o str)> + Clone,
        values: [&'static str; 2],
    ) -> Option<Self> {
        let plain = |name: &str| -> String {
            let letters = name.chars().filter(char::is_ascii_alphabetic);
            letters.map(|it| it.to_ascii_lowercase()).collect()
        };
        let names_file = |(name, about): &(&str, &str)| {
            let name = plain(name);
            let is_text = about.starts_with("string") || about.starts_with("file");
            is_text && name.contains("book") && !name.contains("learn")
        };
        let (file, _) = options.clone().find(names_file)?;
        let switches_on = |(name, about): &(&str, &str)| {
            let name = plain(name);
            let name = name.strip_prefix("polyglot").unwrap_or(&name);
            let is_name = ["ownbook", "usebook", "useownbook", "book", "bookon"].contains(&name);
            is_name && about.starts_with("check")
        };
        let switches = options.filter(switches_on);
        Some(Self {
            file: file.to_owned(),
            switches: switches.map(|(name, _)| name.to_owned()).collect(),
            values,
        })
    }
}

/// The options among the features of an xboard engine, such as `option="Polyglot BookFile -file book.bin"`.
fn options_of_features(features: &str) -> impl Iterator<Item = (&str, &str)> + Clone {
    let rests = features.split("option=\"").skip(1);
    rests.filter_map(|rest| rest.split('"').next()?.split_once(" -"))
}

#[cfg(test)]
mod tests {
    use super::{BookOptions, options_of_features};

    fn shown(options: Option<BookOptions>) -> Option<String> {
        let options = options?.with_book("a b.bin");
        let options = options
            .iter()
            .map(|(name, value)| format!("{name}={value}"));
        Some(options.collect::<Vec<_>>().join(", "))
    }

    /// Options as Toga II 3.0 and GNU Chess 6.2.7, Glaurung 2.2, and Stockfish 15.1 print them.
    #[test]
    fn finds_the_options_of_a_uci_engine() {
        let chosen = |options: &[(&'static str, &'static str)]| {
            shown(BookOptions::choose(
                options.iter().copied(),
                ["false", "true"],
            ))
        };
        let toga = [
            ("OwnBook", "check default true"),
            ("BookFile", "string default performance.bin"),
        ];
        let glaurung = [
            ("Book File", "string default book.bin"),
            ("OwnBook", "check default true"),
        ];
        let stockfish = [
            ("Debug Log File", "string default"),
            ("Hash", "spin default 16 min 1 max 9"),
        ];
        assert_eq!(chosen(&toga).unwrap(), "OwnBook=true, BookFile=a b.bin");
        assert_eq!(
            chosen(&glaurung).unwrap(),
            "OwnBook=true, Book File=a b.bin"
        );
        assert_eq!(chosen(&stockfish), None);
    }

    /// Features as Polyglot 2.0.4 and Phalanx XXV print them.
    #[test]
    fn finds_the_options_of_an_xboard_engine() {
        let chosen = |features| {
            shown(BookOptions::choose(
                options_of_features(features),
                ["0", "1"],
            ))
        };
        let polyglot = "feature option=\"Polyglot LogFile -file polyglot.log\"\nfeature option=\"Polyglot Book -check 0\"\n\
                        feature option=\"Polyglot BookFile -file book.bin\"\nfeature option=\"Polyglot BookRandom -check 1\"";
        assert_eq!(
            chosen(polyglot).unwrap(),
            "Polyglot Book=1, Polyglot BookFile=a b.bin"
        );
        assert_eq!(
            chosen("draw=0 option=\"Randomizer (0-50) -slider 0 0 50\" ping=1"),
            None
        );
    }
}
