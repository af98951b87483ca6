//! UCI engines: what they print when they are asked to show the position, and how they score a repetition.
//!
//! UCI itself has no words for any of this. Most engines print FEN and key for a word of their own. A search that is
//! restricted to one move shows whether the position after it is taken for a draw: the score is then that of a draw,
//! though one side is far ahead, and without the game before it the same search says so.

use std::iter;
use std::sync::LazyLock;
use std::time::Duration;

use passant_query::{
    Abilities, Answer, Channel, EngineError, Feature, Line, Occurrences, Query, Step, Subject,
};
use passant_rules::{EnPassantMode, Setup};
use regex::Regex;

use super::probed::Probed;
use crate::calibrate::known_line;
use crate::counting::Counter;
use crate::dialect::{self, Reading};
use crate::held;
use crate::keeper::Keeper;
use crate::process::Deadline;
use crate::starter::Starter;
use crate::uci::Uci;

/// The words for which engines print their position, the most common first.
const SHOW: [&str; 4] = ["d", "fen", "eval", "print"];

/// A position by which it is seen whether a word does anything: no engine holds it by itself.
const PROBE: &str = "4k3/8/8/2N5/8/5b2/8/4K3 w - - 0 1";

/// A game without en passant in which Black is far behind and repeats positions: the start after plies 4 and 8, that
/// after ply 2 after plies 6 and 10.
const SHUFFLE: &str = "4k3/8/8/8/8/8/QR6/4K3 w - - 0 1 \
    moves e1d1 e8f8 d1e1 f8e8 e1d1 e8f8 d1e1 f8e8 e1d1 e8f8";

/// By how many centipawns a side must be ahead, so that its score is surely none of a draw.
const FAR: i32 = 200;

/// From this halfmove clock on keys that are shown are not compared.
const CLOCK: u16 = 10;

/// How long a search of one half-move may take.
const SEARCH: Duration = Duration::from_secs(3);

/// The largest score that is taken for that of a draw.
const DRAW: i32 = 20;

#[expect(
    clippy::expect_used,
    reason = "the pattern is constant; every test compiles it"
)]
static KEY: LazyLock<Regex> = LazyLock::new(|| {
    let pattern = r"(?i)\b(?:key|hash|zobrist)\b\W{0,4}(?:0x)?([0-9a-f]{8,16})\b";
    Regex::new(pattern).expect("the pattern is well-formed")
});

/// A UCI engine that is asked about a game.
pub(crate) struct UciGame {
    keeper: Keeper<Uci>,
    reply: Duration,
    /// The word for which it prints its position.
    show: Probed<&'static str>,
    /// How often a position must have occurred to be scored as a draw.
    draws: Probed<Bound>,
}

/// When a search takes a repetition for a draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Bound {
    /// How often the position must have occurred.
    times: usize,
    /// Whether the position that was told by its FEN counts.
    counts_start: bool,
}

impl UciGame {
    /// Starts the engine when it is asked first.
    #[must_use]
    pub(crate) fn new(starter: Starter) -> Self {
        Self {
            reply: starter.limits.reply,
            keeper: Keeper::new(starter, Uci::start),
            show: Probed::NotYet,
            draws: Probed::NotYet,
        }
    }

    /// What the engine prints for the word that makes it print its position.
    fn shown(&mut self, line: &Line) -> Result<Vec<String>, EngineError> {
        if self.show == Probed::NotYet {
            self.show = self.find_word()?.into();
        }
        let word = self.show.of("fen and key")?;
        self.print(word, line)
    }

    /// The first word that makes the engine print the position it was told.
    fn find_word(&mut self) -> Result<Option<&'static str>, EngineError> {
        let line = known_line(PROBE);
        let men = PROBE.split(' ').next();
        for word in SHOW {
            let lines = self.print(word, &line)?;
            if held::fen(&lines, &line).is_some_and(|fen| fen.split(' ').next() == men) {
                return Ok(Some(word));
            }
        }
        Ok(None)
    }

    fn print(&mut self, word: &str, line: &Line) -> Result<Vec<String>, EngineError> {
        self.keeper.ask(|uci| {
            uci.position(line)?;
            uci.process().send(word)?;
            let deadline = uci.process().reply_deadline();
            uci.ready(deadline)
        })
    }

    /// The score of the last move of a place, found in a search of nothing else; `None` if another move is played.
    fn score(&mut self, line: &Line) -> Result<Option<i32>, EngineError> {
        let Some((before, last)) = line.split_last() else {
            return Ok(None);
        };
        let last = last.to_string();
        let deadline = Deadline::after(self.reply.min(SEARCH));
        let searched = self.keeper.ask(|uci| {
            // What was searched before must not be remembered: the same moves have another past now.
            uci.process().send("ucinewgame")?;
            uci.ready(deadline)?;
            uci.position(&before)?;
            uci.search(&format!("go depth 1 searchmoves {last}"), deadline)
        });
        let lines = match searched {
            // To search so little for so long is no answer, and nothing that could be held against anybody.
            Err(EngineError::TimedOut(_)) => return Ok(None),
            searched => searched?,
        };
        let is_obeyed = lines
            .iter()
            .any(|line| matches!(dialect::read(line), Reading::BestMove(mv) if mv == last));
        let last = lines.iter().rev().find_map(|line| score(line));
        Ok(last.filter(|_| is_obeyed))
    }

    /// How often a position must have occurred to be scored as a draw, seen in a game without en passant.
    fn find_bound(&mut self) -> Result<Option<Bound>, EngineError> {
        let shuffle = known_line(SHUFFLE);
        let mut scores = Vec::new();
        for plies in [2, 4, 6, 8, 10] {
            match self.score(&shuffle.take(plies))? {
                Some(score) => scores.push(score),
                None => return Ok(None),
            }
        }
        let [once, start_twice, twice, start_thrice, thrice] = scores[..] else {
            return Ok(None);
        };
        let bound = |times, start| Bound {
            times,
            counts_start: is_draw(start),
        };
        Ok(if !is_far(once) {
            None
        } else if is_draw(twice) {
            Some(bound(2, start_twice))
        } else if is_far(twice) && is_draw(thrice) {
            Some(bound(3, start_thrice))
        } else {
            None
        })
    }
}

impl UciGame {
    fn fen(&mut self, line: &Line) -> Result<String, EngineError> {
        let shown = self.shown(line)?;
        held::fen(&shown, line).ok_or_else(|| EngineError::Garbled("it shows no FEN".to_owned()))
    }

    fn key(&mut self, line: &Line) -> Result<String, EngineError> {
        // A key that is shown is that of a hash table, and there the clock counts when it runs out.
        let clock = line.position().map_or(0, |end| end.halfmove_clock());
        if CLOCK <= clock {
            return Err(EngineError::unsupported("key late on the clock"));
        }
        let shown = self.shown(line)?;
        // Most engines say nothing of a move that they do not make: the key is that of the position before.
        let stopped = held::fen(&shown, line).and_then(|held| stopped_before(line, &held));
        if let Some(step) = stopped {
            return Err(EngineError::illegal(step));
        }
        let mut keys = shown.iter().filter_map(|line| KEY.captures(line));
        let key = keys.next().map(|found| found[1].to_owned());
        key.ok_or_else(|| EngineError::unsupported("key"))
    }

    fn occurrences(&mut self, line: &Line) -> Result<Occurrences, EngineError> {
        if self.draws == Probed::NotYet {
            self.draws = self.find_bound()?.into();
        }
        let bound = self.draws.of("occurrences")?;
        let unclear = || EngineError::unsupported("occurrences, for scores do not tell here");
        if !bound.counts_start && is_back_at_start(line) {
            return Err(unclear());
        }
        let alone = without_past(line).ok_or_else(unclear)?;
        let alone = self.score(&alone)?.ok_or_else(unclear)?;
        let now = self.score(line)?.ok_or_else(unclear)?;
        // Who is behind likes a draw. The score of one who is ahead may be that of a draw that the other side finds.
        if is_far(alone) && alone < 0 && is_draw(now) {
            return Ok(Occurrences::AtLeast(bound.times));
        }
        if !is_far(alone) || !is_far(now) || alone.signum() != now.signum() {
            return Err(unclear());
        }
        // That it is no draw says something only if it is one where the same moves repeat without doubt.
        let repeated = without_doubt(line, bound).ok_or_else(unclear)?;
        match self.score(&repeated)? {
            // No rule makes a search see a draw before the third occurrence, whatever it does elsewhere.
            Some(score) if is_draw(score) => Ok(Occurrences::FewerThan(3)),
            _ => Err(unclear()),
        }
    }
}

impl Subject for UciGame {
    fn can(&self) -> Abilities {
        Abilities::of(Channel::BestMove)
    }

    fn supports(&mut self, feature: Feature) -> Result<bool, EngineError> {
        match feature {
            Feature::Chess960 => self
                .keeper
                .ask(|uci| Ok(uci.option("UCI_Chess960").is_some())),
            Feature::NullMoves | Feature::PolyglotKeys => Ok(false),
        }
    }

    fn ask(&mut self, line: &Line, query: &Query) -> Result<Answer, EngineError> {
        if line.taken_back() != 0 {
            return Err(EngineError::unsupported("undo"));
        }
        match query {
            Query::Fen => self.fen(line).map(Answer::Fen),
            Query::Key => self.key(line).map(Answer::Key),
            Query::Occurrences => self.occurrences(line).map(Answer::Occurrences),
            other => Err(EngineError::unsupported(other.word())),
        }
    }

    fn restart(&mut self) {
        self.keeper.restart();
    }
}

fn is_far(score: i32) -> bool {
    FAR <= score.abs()
}

fn is_draw(score: i32) -> bool {
    score.abs() <= DRAW
}

/// The step of a line that an engine has not made, by the FEN that it holds.
fn stopped_before(line: &Line, held: &str) -> Option<Step> {
    let mut played = 0..line.steps.len();
    let steps = iter::from_fn(|| {
        let number = played.next()?;
        Some((line.steps[number], line.take(number).position()?))
    });
    passant_query::stopped_before(steps, &line.position()?, held)
}

/// Whether the men stand as they did at the start.
fn is_back_at_start(line: &Line) -> bool {
    line.position()
        .is_some_and(|end| line.setup.board == end.board())
}

/// A game in which the last four moves, if they lead back to where they began, are played until the position has
/// occurred often enough, without a right at any time.
fn without_doubt(line: &Line, bound: Bound) -> Option<Line> {
    let before = line.steps.len().checked_sub(4)?;
    let cycle = &line.steps[before..];
    let (start, now) = (line.take(before).position()?, line.position()?);
    let setup = Setup {
        en_passant: None,
        halfmove_clock: 0,
        ..start.setup(EnPassantMode::Legal)
    };
    let cycles = bound.times - usize::from(bound.counts_start);
    let is_cycle = start.board() == now.board() && start.side_to_move() == now.side_to_move();
    is_cycle.then(|| Line {
        setup,
        steps: iter::repeat_n(cycle, cycles).flatten().copied().collect(),
        is_chess960: line.is_chess960,
    })
}

/// The last move of a line, and the position before it without the game that led there.
fn without_past(line: &Line) -> Option<Line> {
    let (before, last) = line.split_last()?;
    let root = Line {
        is_chess960: line.is_chess960,
        ..Line::at(&before.position()?)
    };
    Some(root.then(last))
}

/// `info … score cp 12 …` in centipawns; a mate is worth more than anything.
fn score(line: &str) -> Option<i32> {
    let line = dialect::clean(line);
    let mut words = line
        .strip_prefix("info ")?
        .split_whitespace()
        .skip_while(|&word| word != "score")
        .skip(1);
    let kind = words.next()?;
    let number: i32 = words.next()?.parse().ok()?;
    match kind {
        "cp" => Some(number),
        "mate" if number <= 0 => Some(-100_000),
        "mate" => Some(100_000),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{Bound, KEY, SHUFFLE, Step, known_line, score, without_doubt};

    #[test]
    fn the_games_that_engines_are_tried_with_are_legal() {
        let shuffle = known_line(SHUFFLE);
        assert_eq!(shuffle.take(2).position(), shuffle.position());
        // d7d5 gives a right that the rook on h5 makes worthless; the game without it begins after the push.
        let game = "3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1 \
            moves d7d5 a5a4 d8c8 a4a5 c8d8 a5a4 d8c8 a4a5 c8d8";
        let line = known_line(game);
        let bound = Bound {
            times: 3,
            counts_start: true,
        };
        let repeated = without_doubt(&line, bound).unwrap();
        assert_eq!(repeated.steps.len(), 8);
        assert_eq!(
            repeated.position().unwrap().board(),
            line.position().unwrap().board()
        );
        let other = line.take(8).then("c8b8".parse::<Step>().unwrap());
        assert_eq!(without_doubt(&other, bound), None);
    }

    #[test]
    fn keys_and_scores_are_found() {
        for line in ["Key: 00F3C2B1A0998877", "hash key = 0x00F3C2B1A0998877"] {
            assert_eq!(&KEY.captures(line).unwrap()[1], "00F3C2B1A0998877");
        }
        assert!(KEY.captures("info string Key is empty").is_none());
        assert_eq!(
            score("info depth 1 score cp -12 nodes 3 pv e2e4"),
            Some(-12)
        );
        assert_eq!(score("info depth 1 score mate -3 pv e2e4"), Some(-100_000));
        assert_eq!(score("info string score cp"), None);
    }
}
