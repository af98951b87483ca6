//! The text from which the keys of kept answers are made.
//!
//! Answers and calibrations that are kept in files are used again only if everything that they depend on is the same.
//! The text says it: a line for each fact, with a word and the values, which are quoted as in a shell.
//!
//! ```text
//! words ./engine --protocol uci
//! protocol uci
//! option Threads 1
//! found-channel divide
//! ```
//!
//! The words are part of the format of the files. They are written here, so that no name in the source changes a key.
//! An option that is not used has no line: a new option does not change the keys of users who do not use it.

use std::fmt;
use std::time::Duration;

use passant_query::Channel;

use crate::calibration::{Calibration, Protocol};
use crate::overrides::{Dialect, Overrides};
use crate::process::Limits;
use crate::recorded::fnv_1a;

/// Facts on which answers depend, a line for each.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct KeyText(String);

impl KeyText {
    /// Adds a fact with its values. Without a value there is no line.
    pub fn add<V: ToString>(&mut self, word: &str, values: impl IntoIterator<Item = V>) {
        let values: Vec<_> = values.into_iter().map(|it| it.to_string()).collect();
        if !values.is_empty() {
            self.0 += &[word, " ", &shell_words::join(values), "\n"].concat();
        }
    }

    /// Adds the settings of a user for an engine, in the words of the command line and of the file of `--engines`.
    pub fn add_overrides(&mut self, overrides: &Overrides) {
        let Overrides {
            words,
            name,
            protocol,
            channel,
            withdrawn,
            dialect,
            setup,
            options,
        } = overrides;
        self.add("words", words);
        self.add("name", name);
        self.add("protocol", protocol.map(Protocol::word));
        self.add("channel", channel.map(Channel::word));
        self.add("withdrawn", withdrawn.iter().map(|it| it.word()));
        if let Some(dialect) = dialect {
            self.add_dialect(dialect);
        }
        self.add("setup", setup);
        for (name, value) in options {
            self.add("option", [name, value]);
        }
    }

    fn add_dialect(&mut self, dialect: &Dialect) {
        let Dialect {
            name,
            command,
            patterns,
            least_depth,
        } = dialect;
        let [of_moves, of_total] = patterns.texts();
        self.add("dialect", [name]);
        self.add("perft-command", command);
        self.add("perft-move", of_moves);
        self.add("perft-total", of_total);
        self.add("perft-least-depth", [least_depth]);
    }

    /// Adds the limits of an engine.
    pub fn add_limits(&mut self, limits: Limits) {
        let Limits {
            start,
            reply,
            line,
            output,
            memory,
        } = limits;
        let milliseconds = |time: Duration| [time.as_millis()];
        self.add("start-milliseconds", milliseconds(start));
        self.add("reply-milliseconds", milliseconds(reply));
        self.add("line-bytes", [line]);
        self.add("output-bytes", [output]);
        self.add("memory-bytes", [memory]);
    }

    /// Adds the calibration of an engine, without notes and attempts, which may differ from run to run.
    pub fn add_calibration(&mut self, calibration: &Calibration) {
        let Calibration {
            name,
            protocol,
            channel,
            command,
            least_depth,
            is_buffered,
            has_stdbuf,
            shows_position,
            plays_moves,
            sets_up,
            plays_games,
            checks_moves,
            has_usermove,
            notes: _,
            tried: _,
        } = calibration;
        self.add("found-name", [name]);
        self.add("found-protocol", [protocol.word()]);
        self.add("found-channel", [channel.word()]);
        self.add("found-command", command);
        self.add("found-least-depth", [least_depth]);
        let traits = [
            ("buffered", is_buffered),
            ("stdbuf", has_stdbuf),
            ("shows-position", shows_position),
            ("plays-moves", plays_moves),
            ("sets-up", sets_up),
            ("plays-games", plays_games),
            ("checks-moves", checks_moves),
            ("usermove", has_usermove),
        ]
        .into_iter()
        .filter(|(_, has)| **has);
        self.add("found-traits", traits.map(|(word, _)| word));
    }

    /// Returns a number that stands for the text: FNV-1a over its bytes, which is the same in every build.
    #[must_use]
    pub fn hash(&self) -> u64 {
        fnv_1a(self.0.bytes())
    }
}

impl fmt::Display for KeyText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use passant_query::Channel;

    use super::KeyText;
    use crate::calibration::{Calibration, Protocol};
    use crate::overrides::{Dialect, Overrides};
    use crate::process::Limits;

    fn overrides() -> Overrides {
        let mut dialect = Dialect::of_command("divide {depth}");
        dialect
            .patterns
            .set_move(r"(?<move>\S+) (?<nodes>\d+)")
            .unwrap();
        dialect.patterns.set_total(r"all (?<nodes>\d+)").unwrap();
        Overrides {
            words: ["my engine", "--timeout", "5"].map(str::to_owned).into(),
            name: Some("It's mine".to_owned()),
            protocol: Some(Protocol::Uci),
            channel: Some(Channel::Divide),
            withdrawn: vec![Channel::SearchMoves, Channel::BestMove],
            dialect: Some(dialect),
            setup: ["debug off", "x"].map(str::to_owned).into(),
            options: vec![("Clear Hash".to_owned(), String::new())],
        }
    }

    /// Files of users hold keys of these words: a name in the source may change, and the words stay.
    #[test]
    fn overrides_have_words_that_stay() {
        let mut text = KeyText::default();
        text.add_overrides(&overrides());
        let expected = r"words 'my engine' --timeout 5
name 'It'\''s mine'
protocol uci
channel divide
withdrawn searchmoves bestmove
dialect ''
perft-command 'divide {depth}'
perft-move '(?<move>\S+) (?<nodes>\d+)'
perft-total 'all (?<nodes>\d+)'
perft-least-depth 1
setup 'debug off' x
option 'Clear Hash' ''
";
        assert_eq!(text.to_string(), expected);
    }

    #[test]
    fn an_option_that_is_not_used_leaves_no_word() {
        let mut text = KeyText::default();
        text.add_overrides(&Overrides::default());
        assert_eq!(text.to_string(), "");
    }

    #[test]
    fn limits_and_calibrations_have_words_that_stay() {
        let mut text = KeyText::default();
        text.add_limits(Limits::default());
        let mut calibration = Calibration::plain("Fish 1", Protocol::Xboard, Channel::IllegalMove);
        calibration.command = Some("perft {depth}".to_owned());
        text.add_calibration(&calibration);
        let expected = "start-milliseconds 10000
reply-milliseconds 20000
line-bytes 65536
output-bytes 4194304
memory-bytes 4294967296
found-name 'Fish 1'
found-protocol xboard
found-channel illegal-move
found-command 'perft {depth}'
found-least-depth 1
found-traits plays-moves sets-up checks-moves
";
        assert_eq!(text.to_string(), expected);
        let same = text.clone();
        calibration.notes.push("seen".to_owned());
        calibration.tried.push("UCI: timed out".to_owned());
        let mut again = KeyText::default();
        again.add_limits(Limits::default());
        again.add_calibration(&calibration);
        assert_eq!(again, same);
    }

    /// Values from <http://www.isthe.com/chongo/tech/comp/fnv/>.
    #[test]
    fn the_hash_is_fnv_1a() {
        let hash = |text: &str| KeyText(text.to_owned()).hash();
        assert_eq!(hash(""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(hash("a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(hash("foobar"), 0x8594_4171_f739_67e8);
    }
}
