//! The keys under which a journal keeps results.

use passant_engine::{Calibration, EngineHasher, EngineSpec, KeyText};
use passant_judge::check::plan::Choice;
use passant_judge::check::questions::{Convention, Conventions, Tolerance};

/// Returns the key for everything that the answers of an engine depend on: its bytes, how it is queried, the depths,
/// and the version of `passant`.
#[must_use]
pub(crate) fn key(
    spec: &EngineSpec,
    calibration: &Calibration,
    conventions: Conventions,
    choice: &Choice,
) -> String {
    let engine = EngineHasher::for_user().hash(&spec.command);
    let mut text = programs(env!("CARGO_PKG_VERSION"), engine);
    add_depths(&mut text, choice);
    text.add_overrides(&spec.overrides);
    text.add_limits(spec.limits);
    text.add("retries", [spec.retries]);
    text.add_calibration(calibration);
    add_conventions(&mut text, conventions);
    hash_text(&text)
}

/// Returns the version of `passant` and the hash of an engine, if there is one.
fn programs(version: &str, engine: Option<u64>) -> KeyText {
    let mut text = KeyText::default();
    text.add("passant", [version]);
    text.add("engine", engine.map(|bytes| format!("{bytes:016x}")));
    text
}

/// Adds how deep is counted. The other choices select cases, whose results do not depend on them.
fn add_depths(text: &mut KeyText, choice: &Choice) {
    text.add("depth", choice.depth);
    text.add("max-nodes", [choice.max_nodes]);
}

/// Adds the conventions that the engine was observed to follow, and those demanded of it, in the words of reports.
fn add_conventions(text: &mut KeyText, conventions: Conventions) {
    let Conventions {
        fen,
        key,
        suffix,
        without_file,
        // Games in PGN are read by a check of their own, without a journal.
        marks: _,
        halfmove_clock,
        fullmove_number,
        demanded,
    } = conventions;
    text.add("convention-fen", fen.map(Convention::word));
    text.add("convention-key", key.map(Convention::word));
    text.add("convention-suffix", suffix.map(Tolerance::word));
    text.add("convention-without-file", without_file.map(Tolerance::word));
    text.add("convention-halfmove-clock", halfmove_clock);
    text.add("convention-fullmove-number", fullmove_number);
    for (name, word) in demanded.iter() {
        text.add(&format!("demanded-{name}"), [word]);
    }
}

/// Returns the key for a text.
fn hash_text(text: &KeyText) -> String {
    format!("{:016x}", text.hash())
}

#[cfg(test)]
mod tests {
    use passant_judge::check::questions::Demands;

    use super::{
        Choice, Convention, Conventions, Tolerance, add_conventions, add_depths, hash_text,
        programs,
    };

    /// Files of users hold keys of these words: a name in the source may change, and the words stay. The lines about
    /// the engine have a test in `passant-engine`. The key is that of an implementation of FNV-1a in Python.
    #[test]
    fn keys_stay_when_names_in_the_source_change() {
        let mut text = programs("1.2.3", Some(0x0123_4567_89ab_cdef));
        let choice = Choice {
            depth: Some(3),
            max_nodes: 5000,
            ..Choice::default()
        };
        add_depths(&mut text, &choice);
        let conventions = Conventions {
            fen: Some(Convention::PseudoLegal),
            key: Some(Convention::Polyglot),
            suffix: Some(Tolerance::Refused),
            without_file: Some(Tolerance::Mixed),
            marks: None,
            halfmove_clock: Some(true),
            fullmove_number: None,
            demanded: Demands {
                fen: Some(Convention::Legal),
                ..Demands::default()
            },
        };
        add_conventions(&mut text, conventions);
        let expected = "passant 1.2.3
engine 0123456789abcdef
depth 3
max-nodes 5000
convention-fen pseudo-legal
convention-key polyglot
convention-suffix refused
convention-without-file mixed
convention-halfmove-clock true
demanded-fen legal
";
        assert_eq!(text.to_string(), expected);
        assert_eq!(hash_text(&text), "8820881466ad7383");
    }
}
