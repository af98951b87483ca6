//! The options of the engine.

use std::fmt::Write;
use std::num::NonZeroUsize;

use passant_kernel::{Kernel, Mode};
use passant_perft::Counter;

use crate::threads;

/// The largest hash table, in MiB.
const MAX_HASH: u64 = 1 << 20;

/// The value of `Kernel` that chooses the fastest.
const AUTO: &str = "auto";

/// The names of the modes, the default first.
const MODES: [(&str, Mode); 2] = [("reuse", Mode::Reuse), ("make-all", Mode::MakeAll)];

/// The values of the UCI options.
#[derive(Clone)]
pub(super) struct Options {
    pub(super) threads: NonZeroUsize,
    /// The size of the hash table in MiB; 0 for no table.
    pub(super) hash: u64,
    pub(super) counter: Counter,
    /// True if transpositions near the root are counted once.
    pub(super) merges: bool,
    /// True if castling is always written as king takes rook.
    pub(super) is_chess960: bool,
    kernel: Option<String>,
    mode: Option<Mode>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            threads: NonZeroUsize::MIN,
            hash: 0,
            counter: Counter::default(),
            merges: true,
            is_chess960: false,
            kernel: None,
            mode: None,
        }
    }
}

impl Options {
    /// Returns the options as UCI declares them.
    pub(super) fn declarations() -> Vec<String> {
        let mut kernels = format!("Kernel type combo default {AUTO} var {AUTO}");
        for kernel in Kernel::available() {
            // Writing to a string cannot fail.
            let _ = write!(kernels, " var {}", kernel.name());
        }
        let modes = MODES.map(|(name, _)| format!(" var {name}")).concat();
        vec![
            format!(
                "Threads type spin default 1 min 1 max {}",
                threads::maximum()
            ),
            format!("Hash type spin default 0 min 0 max {MAX_HASH}"),
            format!("{kernels} var rules"),
            format!("Mode type combo default {}{modes}", MODES[0].0),
            "Merge type check default true".to_owned(),
            "UCI_Chess960 type check default false".to_owned(),
        ]
    }

    /// Returns the options with another value of one of them. The error says what would be right.
    pub(super) fn with(&self, name: &str, value: &str) -> Result<Self, String> {
        let mut options = self.clone();
        match &name.to_ascii_lowercase()[..] {
            "threads" => {
                let most = threads::maximum();
                let number = value.parse().ok().filter(|number| *number <= most);
                options.threads =
                    number.ok_or_else(|| value_error(name, &format!("1 to {most}"), value))?;
            }
            "hash" => {
                let number = value.parse().ok().filter(|number| *number <= MAX_HASH);
                let range = format!("0 to {MAX_HASH} (MiB)");
                options.hash = number.ok_or_else(|| value_error(name, &range, value))?;
            }
            "kernel" => options.kernel = (value != AUTO).then(|| value.to_owned()),
            "mode" => {
                let mode = MODES.into_iter().find(|(known, _)| *known == value);
                let (_, mode) =
                    mode.ok_or_else(|| value_error(name, "make-all or reuse", value))?;
                options.mode = Some(mode);
            }
            "merge" => options.merges = parse_switch(name, value)?,
            "uci_chess960" => options.is_chess960 = parse_switch(name, value)?,
            _ => {
                return Err(format!(
                    "there is no option {name:?}; expected Threads, Hash, Kernel, Mode, Merge or UCI_Chess960"
                ));
            }
        }
        options.counter = Counter::choose(options.kernel.as_deref(), options.mode)
            .map_err(|error| error.to_string())?;
        Ok(options)
    }

    /// Returns the size of the hash table in bytes; 0 for no table.
    pub(super) fn hash_bytes(&self) -> u64 {
        self.hash << 20
    }
}

fn parse_switch(name: &str, value: &str) -> Result<bool, String> {
    let is_on = value.to_ascii_lowercase().parse();
    is_on.map_err(|_| value_error(name, "true or false", value))
}

fn value_error(name: &str, values: &str, value: &str) -> String {
    format!("expected {values} for the option {name}, got {value:?}")
}

#[cfg(test)]
mod tests {
    use super::{Options, threads};

    #[test]
    fn a_value_that_cannot_be_used_is_refused_with_what_would_be_right() {
        let most = threads::maximum().to_string();
        for (name, value, part) in [
            ("Threads", "0", most.as_str()),
            ("threads", "18446744073709551616", "1 to"),
            ("Hash", "-1", "0 to 1048576"),
            ("Mode", "fast", "make-all or reuse"),
            ("Kernel", "gpu", "rules"),
            ("Merge", "perhaps", "true or false"),
            ("UCI_Chess960", "perhaps", "true or false"),
            ("Clear Hash", "", "UCI_Chess960"),
        ] {
            let error = Options::default().with(name, value).err().unwrap();
            assert!(error.contains(part), "{name}: {error}");
        }
    }

    #[test]
    fn names_are_the_same_in_lower_and_upper_case() {
        let options = Options::default()
            .with("mode", "make-all")
            .unwrap()
            .with("KERNEL", "scalar")
            .unwrap();
        assert_eq!(options.counter.name(), "scalar");
        assert_eq!(options.counter.mode(), Some("make-all"));
        assert!(!options.with("merge", "False").unwrap().merges);
        // The generator of the rules has no modes.
        assert!(options.with("Kernel", "rules").is_err());
    }
}
