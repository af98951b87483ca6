//! The requests that show that an engine has processed all earlier commands: `ping`, or an echo.

use crate::dialect;

/// A request that the engine answers after all earlier commands.
///
/// `ping` is optional in the protocol. An engine without it must repeat a word that it does not know, or a move that no
/// piece can make, in its answer.
#[derive(Debug)]
pub(super) enum Barrier {
    Ping(Pongs),
    Echo(Echo),
}

/// Something that no engine understands, and the line in which the engine repeats it.
///
/// Each request has another text, so that a late answer to an earlier one is recognized.
#[derive(Debug)]
pub(super) struct Echo {
    probe: Probe,
    /// The text that the engine prints before and after the probe.
    before: String,
    after: String,
    /// The number of the last request.
    asked: u32,
}

/// A word or a move that no engine understands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Probe {
    /// A word of no protocol, which starts with no letter of a piece or file: `zzz7`.
    Word,
    /// A move that no piece can make: three ranks ahead on the next file.
    Move,
}

/// The start of a word of no protocol.
const WORD: &str = "zzz";

/// The number of different moves that no piece can make, of those from the first to the fourth rank.
const MOVES: u32 = 7;

impl Barrier {
    /// Returns the next request.
    pub(super) fn request(&mut self, has_usermove: bool) -> String {
        match self {
            Self::Ping(pongs) => format!("ping {}", pongs.ask()),
            Self::Echo(echo) => {
                echo.asked += 1;
                echo.probe.command(echo.asked, has_usermove)
            }
        }
    }

    /// Tells whether a line is the last answer to the last request.
    pub(super) fn is_last(&mut self, line: &str) -> bool {
        match self {
            Self::Ping(pongs) => pongs.is_last(line),
            Self::Echo(echo) => echo.repeats(line, &echo.probe.text(echo.asked)),
        }
    }

    /// Tells whether a line is a late answer to a request that was answered before. A `pong` has a number, so that a
    /// late one does no harm.
    pub(super) fn is_late(&self, line: &str) -> bool {
        match self {
            Self::Ping(_) => false,
            Self::Echo(echo) => echo.repeats_another(line),
        }
    }

    /// Tells whether an error about a move has to contain the move: the engine is known to repeat what it does not
    /// understand.
    pub(super) fn repeats_moves(&self) -> bool {
        matches!(self, Self::Echo(_))
    }
}

impl Echo {
    /// Reads a line that repeats the probe with this number; `None` if the line does not.
    pub(super) fn of(probe: Probe, number: u32, line: &str) -> Option<Self> {
        let line = dialect::clean(line);
        let (before, after) = line.trim_end().split_once(&probe.text(number))?;
        Some(Self {
            probe,
            before: before.to_owned(),
            after: after.to_owned(),
            asked: number,
        })
    }

    fn repeats(&self, line: &str, text: &str) -> bool {
        self.find_repetition(&dialect::clean(line))
            .is_some_and(|repeated| repeated == text)
    }

    fn repeats_another(&self, line: &str) -> bool {
        let line = dialect::clean(line);
        let repeated = self.find_repetition(&line);
        repeated.is_some_and(|text| self.probe.is_text(text) && text != self.probe.text(self.asked))
    }

    /// Finds the text that the engine repeats in a line.
    fn find_repetition<'l>(&self, line: &'l str) -> Option<&'l str> {
        let rest = line.trim_end().strip_prefix(&self.before)?;
        rest.strip_suffix(&self.after)
    }
}

impl Probe {
    /// Returns the command to send.
    pub(super) fn command(self, number: u32, has_usermove: bool) -> String {
        match self {
            Self::Move if has_usermove => format!("usermove {}", self.text(number)),
            _ => self.text(number),
        }
    }

    /// Returns the text that the engine has to repeat.
    fn text(self, number: u32) -> String {
        match self {
            Self::Word => format!("{WORD}{number}"),
            Self::Move => {
                let files = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
                let file = (number % MOVES) as usize;
                format!("{}1{}4", files[file], files[file + 1])
            }
        }
    }

    /// Tells whether a text is that of some probe.
    fn is_text(self, text: &str) -> bool {
        match self {
            Self::Word => text.starts_with(WORD),
            Self::Move => (0..MOVES).any(|number| self.text(number) == text),
        }
    }
}

/// Counts the answers to each `ping`.
///
/// GNU Chess answers each `ping` twice, because it consists of two programs. The one that judges the game answers last,
/// when the other has already received the next move.
#[derive(Debug)]
pub(super) struct Pongs {
    /// The number of the last `ping`.
    asked: u32,
    /// The number of answers to it so far.
    came: u32,
    /// The number of answers to each `ping`, as far as is known.
    usual: u32,
    /// The number of the last `ping` that was answered.
    answered: u32,
}

impl Default for Pongs {
    fn default() -> Self {
        Self {
            asked: 0,
            came: 0,
            usual: 1,
            answered: 0,
        }
    }
}

impl Pongs {
    /// Returns the number of the next `ping`.
    pub(super) fn ask(&mut self) -> u32 {
        self.asked += 1;
        self.came = 0;
        self.asked
    }

    /// Tells whether a line is the last answer to the last `ping`.
    pub(super) fn is_last(&mut self, line: &str) -> bool {
        let line = dialect::clean(line);
        let number = line.trim_end().rsplit_once("pong ");
        match number.and_then(|(_, number)| number.parse::<u32>().ok()) {
            Some(number) if number == self.asked => {
                self.came += 1;
                self.answered = number;
            }
            Some(number) if number <= self.answered => self.usual = 2,
            _ => {}
        }
        self.usual <= self.came
    }
}

#[cfg(test)]
mod tests {
    use passant_rules::UciMove;

    use super::{Barrier, Echo, MOVES, Pongs, Probe};

    fn barrier(probe: Probe, line: &str) -> Barrier {
        Barrier::Echo(Echo::of(probe, 1, line).unwrap())
    }

    #[test]
    fn only_the_answer_to_the_last_request_is_awaited() {
        for (probe, first, answer) in [
            (
                Probe::Word,
                "Error (unknown command): zzz1",
                [
                    "Error (unknown command): zzz2",
                    "Error (unknown command): zzz3",
                ],
            ),
            (
                Probe::Word,
                "# command: zzz1",
                ["# command: zzz2", "# command: zzz3"],
            ),
            (
                Probe::Move,
                "Illegal move:b1c4 ",
                ["Illegal move:c1d4", "Illegal move:d1e4"],
            ),
        ] {
            let mut barrier = barrier(probe, first);
            barrier.request(false);
            assert!(barrier.is_last(answer[0]) && !barrier.is_late(answer[0]));
            barrier.request(false);
            assert!(!barrier.is_last(answer[0]) && barrier.is_late(answer[0]));
            assert!(barrier.is_last(answer[1]));
            assert!(
                !barrier.is_last("Illegal move: e5d6") && !barrier.is_late("Illegal move: e5d6")
            );
        }
    }

    #[test]
    fn an_answer_that_does_not_repeat_the_request_is_no_barrier() {
        assert!(Echo::of(Probe::Move, 1, "Illegal move").is_none());
        assert!(Echo::of(Probe::Word, 1, "Unknown command").is_none());
    }

    #[test]
    fn moves_are_sent_as_the_engine_expects_them() {
        let mut barrier = barrier(Probe::Move, "Illegal move: b1c4");
        assert_eq!(barrier.request(true), "usermove c1d4");
        assert_eq!(barrier.request(false), "d1e4");
    }

    /// Kings and knights move at most two squares, and the other pieces along lines and diagonals.
    #[test]
    fn no_piece_can_make_the_moves() {
        for number in 0..MOVES {
            let mv: UciMove = Probe::Move.text(number).parse().unwrap();
            let files = mv.to().file().index() - mv.from().file().index();
            let ranks = mv.to().rank().index() - mv.from().rank().index();
            assert_eq!((files, ranks), (1, 3), "{mv}");
        }
    }

    /// The lines that complete an answer; `>` stands for another `ping`.
    fn ends(lines: &[&'static str]) -> Vec<&'static str> {
        let mut pongs = Pongs::default();
        let mut ends = Vec::new();
        for &line in lines {
            if line == ">" {
                pongs.ask();
            } else if pongs.is_last(line) {
                ends.push(line);
            }
        }
        ends
    }

    #[test]
    fn one_answer_is_enough_for_an_engine_that_answers_once() {
        let lines = [
            ">",
            "pong 1",
            ">",
            "e2e4",
            "White (1) : pong 2",
            ">",
            "pong 3",
        ];
        assert_eq!(ends(&lines), ["pong 1", "White (1) : pong 2", "pong 3"]);
        // An answer to an earlier `ping` that comes late is not a second answer.
        assert_eq!(ends(&[">", ">", "pong 1", "pong 2"]), ["pong 2"]);
    }

    #[test]
    fn the_second_answer_is_awaited_for_an_engine_that_answers_twice() {
        let claim = "1/2-1/2 {Draw by repetition}";
        let lines = [
            ">", "pong 1", ">", "pong 1", "pong 2", "pong 2", ">", "pong 3", claim, "pong 3",
        ];
        assert_eq!(ends(&lines), ["pong 1", "pong 2", "pong 3"]);
        assert_eq!(ends(&lines[..8]), ["pong 1", "pong 2"]);
    }
}
