//! UCI engines: the position that they show, and how they score a repetition.
//!
//! UCI has no commands for this. Most engines have a command of their own that prints FEN and key. A search that is
//! restricted to one move shows whether the engine takes the position after it for a draw: the score is that of a draw,
//! although one side is far ahead, and the same search without the game before it gives another score.

use std::iter;
use std::sync::LazyLock;
use std::time::Duration;

use passant_query::{
    Abilities, Answer, Channel, EngineError, Feature, Line, Occurrences, Query, SearchScore, Step,
    Subject,
};
use passant_rules::{EnPassantMode, Setup};

use super::search::SearchInfo;
use crate::connection::{Connection, EngineSpec, Probed, Session};
use crate::dialect::{self, Reading, Regex};
use crate::position_command::constant_line;
use crate::process::Deadline;
use crate::reported_position::find_reported_fen;
use crate::uci::Uci;

/// The commands that make engines print their position, the most common first.
const SHOW_COMMANDS: [&str; 4] = ["d", "fen", "eval", "print"];

/// A position that shows whether a command works, because no engine holds it by default.
const PROBE: &str = "4k3/8/8/2N5/8/5b2/8/4K3 w - - 0 1";

/// A game without en passant in which Black is far behind and repeats positions. The starting position occurs again
/// after plies 4 and 8, the position after ply 2 occurs again after plies 6 and 10.
const SHUFFLE: &str = "4k3/8/8/8/8/8/QR6/4K3 w - - 0 1 \
    moves e1d1 e8f8 d1e1 f8e8 e1d1 e8f8 d1e1 f8e8 e1d1 e8f8";

/// From this advantage on, in centipawns, a score is certainly not that of a draw.
const FAR_AHEAD: i32 = 200;

/// From this halfmove clock on, keys are not compared.
const LATE_CLOCK: u16 = 10;

/// The timeout of a search of one ply.
const SEARCH_TIME: Duration = Duration::from_secs(3);

/// The largest score of a draw, in centipawns.
const DRAW: i32 = 20;

static KEY: LazyLock<Regex> = LazyLock::new(|| {
    let pattern = r"(?i)\b(?:key|hash|zobrist)\b\W{0,4}(?:0x)?([0-9a-f]{8,16})\b";
    dialect::compile_constant(pattern)
});

/// A UCI engine that answers questions about a game.
pub(super) struct UciGame {
    session: Session<Uci>,
    reply: Duration,
    /// The command that prints the position.
    show_command: Probed<&'static str>,
    /// The rule by which a repeated position is scored as a draw.
    draws: Probed<DrawRule>,
}

/// The rule by which a search scores a repetition as a draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct DrawRule {
    /// The number of occurrences that make a draw.
    times: usize,
    /// True if the position that was sent as a FEN counts.
    counts_start: bool,
}

impl UciGame {
    /// Creates the subject. The engine is started with the first question.
    #[must_use]
    pub(super) fn new(spec: EngineSpec) -> Self {
        Self {
            reply: spec.limits.reply,
            session: Session::new(spec, Uci::start),
            show_command: Probed::NotYet,
            draws: Probed::NotYet,
        }
    }

    /// Asks the engine to show its position, and returns the lines.
    fn show_position(&mut self, line: &Line) -> Result<Vec<String>, EngineError> {
        if self.show_command == Probed::NotYet {
            self.show_command = self.find_show_command()?.into();
        }
        let command = self.show_command.of("fen and key")?;
        self.print(command, line)
    }

    /// Returns the first command that makes the engine print the position that it was sent.
    fn find_show_command(&mut self) -> Result<Option<&'static str>, EngineError> {
        let line = constant_line(PROBE);
        let placement = PROBE.split(' ').next();
        for command in SHOW_COMMANDS {
            let lines = self.print(command, &line)?;
            if find_reported_fen(&lines, &line)
                .is_some_and(|fen| fen.split(' ').next() == placement)
            {
                return Ok(Some(command));
            }
        }
        Ok(None)
    }

    fn print(&mut self, command: &str, line: &Line) -> Result<Vec<String>, EngineError> {
        self.session.ask(|uci| {
            uci.position(line)?;
            uci.process().send(command)?;
            let deadline = uci.process().reply_deadline();
            uci.ready(deadline)
        })
    }

    /// Returns the score of the last move of a line, from a search that is restricted to this move. `None` if the
    /// engine plays another move, or does not finish in time.
    fn score(&mut self, line: &Line) -> Result<Option<i32>, EngineError> {
        let Some((before, last)) = line.split_last() else {
            return Ok(None);
        };
        let last_move = last.to_string();
        let deadline = Deadline::after(self.reply.min(SEARCH_TIME));
        let searched = self.session.ask(|uci| {
            // The engine must forget earlier searches, because the same moves now follow another game.
            uci.process().send("ucinewgame")?;
            uci.ready(deadline)?;
            uci.position(&before)?;
            uci.search(&format!("go depth 1 searchmoves {last_move}"), deadline)
        });
        let lines = match searched {
            // A timeout of such a short search says nothing about repetitions.
            Err(EngineError::TimedOut(_)) => return Ok(None),
            searched => searched?,
        };
        let is_obeyed = lines
            .iter()
            .any(|line| matches!(dialect::read(line), Reading::BestMove(mv) if mv == last_move));
        let last_move = lines.iter().rev().find_map(|line| score(line));
        Ok(last_move.filter(|_| is_obeyed))
    }

    /// Finds the rule by which a repeated position is scored as a draw, in a game without en passant.
    fn find_draw_rule(&mut self) -> Result<Option<DrawRule>, EngineError> {
        let shuffle = constant_line(SHUFFLE);
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
        let rule = |times, start| DrawRule {
            times,
            counts_start: is_draw(start),
        };
        Ok(if !is_far(once) {
            None
        } else if is_draw(twice) {
            Some(rule(2, start_twice))
        } else if is_far(twice) && is_draw(thrice) {
            Some(rule(3, start_thrice))
        } else {
            None
        })
    }
}

impl UciGame {
    fn fen(&mut self, line: &Line) -> Result<String, EngineError> {
        let shown = self.show_position(line)?;
        find_reported_fen(&shown, line)
            .ok_or_else(|| EngineError::Garbled("it shows no FEN".to_owned()))
    }

    /// Replaces the part of a line up to the last `reread` by the FEN that the engine shows there.
    fn reread(&mut self, line: &Line) -> Result<Line, EngineError> {
        let Some((before, after)) = line.split_reread() else {
            return Ok(line.clone());
        };
        let before = self.reread(&before)?;
        let fen = self.fen(&before)?;
        let setup = Setup::from_fen(&fen)
            .map_err(|error| EngineError::Garbled(format!("{fen:?}: {error}")))?;
        Ok(Line {
            setup,
            steps: after.to_vec(),
            is_chess960: line.is_chess960,
        })
    }

    fn key(&mut self, line: &Line) -> Result<String, EngineError> {
        // Engines that show the key of their hash table include the halfmove clock when it is nearly exhausted.
        let clock = line.position().map_or(0, |end| end.halfmove_clock());
        if LATE_CLOCK <= clock {
            return Err(EngineError::unsupported("key with a late halfmove clock"));
        }
        let shown = self.show_position(line)?;
        // Most engines ignore a refused move without a message. The key is then that of the position before the move.
        let stopped = find_reported_fen(&shown, line)
            .and_then(|reported| find_unplayed_step(line, &reported));
        if let Some(step) = stopped {
            return Err(EngineError::illegal(step));
        }
        let mut keys = shown.iter().filter_map(|line| KEY.captures(line));
        let key = keys.next().map(|found| found[1].to_owned());
        key.ok_or_else(|| EngineError::unsupported("key"))
    }

    fn occurrences(&mut self, line: &Line) -> Result<Occurrences, EngineError> {
        if self.draws == Probed::NotYet {
            self.draws = self.find_draw_rule()?.into();
        }
        let rule = self.draws.of("occurrences")?;
        let unclear = || EngineError::unsupported("occurrences, because the scores are unclear");
        if !rule.counts_start && is_back_at_start(line) {
            return Err(unclear());
        }
        let alone = last_move_alone(line).ok_or_else(unclear)?;
        let alone = self.score(&alone)?.ok_or_else(unclear)?;
        let now = self.score(line)?.ok_or_else(unclear)?;
        // A side that is behind wants the draw. The score of a side that is ahead may be that of a draw which the other
        // side can force later.
        if is_far(alone) && alone < 0 && is_draw(now) {
            return Ok(Occurrences::AtLeast(rule.times));
        }
        if !is_far(alone) || !is_far(now) || alone.signum() != now.signum() {
            return Err(unclear());
        }
        // A score that is not a draw means something only if the engine scores an undisputed repetition of the same
        // moves as a draw.
        let repeated = clear_repetition(line, rule).ok_or_else(unclear)?;
        match self.score(&repeated)? {
            // Whatever the engine does inside its search, a draw follows from the rules only at the third occurrence.
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
                .session
                .ask(|uci| Ok(uci.option("UCI_Chess960").is_some())),
            Feature::NullMoves | Feature::PolyglotKeys | Feature::SeveralLines => Ok(false),
        }
    }

    fn ask(&mut self, line: &Line, query: &Query) -> Result<Answer, EngineError> {
        if line.taken_back() != 0 {
            return Err(EngineError::unsupported("undo"));
        }
        let line = self.reread(line)?;
        match query {
            Query::Fen => self.fen(&line).map(Answer::Fen),
            Query::Key => self.key(&line).map(Answer::Key),
            Query::Occurrences => self.occurrences(&line).map(Answer::Occurrences),
            other => Err(EngineError::unsupported(other.word())),
        }
    }

    fn restart(&mut self) {
        self.session.restart();
    }
}

fn is_far(score: i32) -> bool {
    FAR_AHEAD <= score.abs()
}

fn is_draw(score: i32) -> bool {
    score.abs() <= DRAW
}

/// Returns the step of a line that an engine has not played, according to the FEN that it reports.
fn find_unplayed_step(line: &Line, reported: &str) -> Option<Step> {
    let start = line.setup.validate().ok()?;
    passant_query::stopped_before(line, start, reported)
}

/// Tells whether the pieces stand as they did at the start.
fn is_back_at_start(line: &Line) -> bool {
    line.position()
        .is_some_and(|end| line.setup.board == end.board())
}

/// Returns a game that repeats the last four moves until the position has occurred often enough, without an en passant
/// right at any time. `None` if the four moves do not lead back to the position before them.
fn clear_repetition(line: &Line, rule: DrawRule) -> Option<Line> {
    let before = line.steps.len().checked_sub(4)?;
    let cycle = &line.steps[before..];
    let (start, now) = (line.take(before).position()?, line.position()?);
    let setup = Setup {
        en_passant: None,
        halfmove_clock: 0,
        ..start.setup(EnPassantMode::Legal)
    };
    let cycles = rule.times - usize::from(rule.counts_start);
    let is_cycle = start.board() == now.board() && start.side_to_move() == now.side_to_move();
    is_cycle.then(|| Line {
        setup,
        steps: iter::repeat_n(cycle, cycles).flatten().copied().collect(),
        is_chess960: line.is_chess960,
    })
}

/// Returns the last move of a line, and the position before it without the game that led there.
fn last_move_alone(line: &Line) -> Option<Line> {
    let (before, last) = line.split_last()?;
    Some(before.without_history()?.then(last))
}

/// Returns the score of a line of a search in centipawns. A mate is worth more than any other score.
fn score(line: &str) -> Option<i32> {
    Some(match SearchInfo::read(line)?.score? {
        SearchScore::Centipawns(score) => score,
        SearchScore::Mate(moves) if moves <= 0 => -100_000,
        SearchScore::Mate(_) => 100_000,
    })
}

#[cfg(test)]
mod tests {
    use super::{DrawRule, KEY, SHUFFLE, Step, clear_repetition, constant_line, score};

    #[test]
    fn the_games_that_probe_engines_are_legal() {
        let shuffle = constant_line(SHUFFLE);
        assert_eq!(shuffle.take(2).position(), shuffle.position());
        // After d7d5 the en passant capture would expose the king to the rook on h5. The other game begins after the
        // push.
        let game = "3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1 \
            moves d7d5 a5a4 d8c8 a4a5 c8d8 a5a4 d8c8 a4a5 c8d8";
        let line = constant_line(game);
        let rule = DrawRule {
            times: 3,
            counts_start: true,
        };
        let repeated = clear_repetition(&line, rule).unwrap();
        assert_eq!(repeated.steps.len(), 8);
        assert_eq!(
            repeated.position().unwrap().board(),
            line.position().unwrap().board()
        );
        let other = line.take(8).then("c8b8".parse::<Step>().unwrap());
        assert_eq!(clear_repetition(&other, rule), None);
    }

    #[test]
    fn keys_and_scores_are_read() {
        for line in ["Key: 00F3C2B1A0998877", "hash key = 0x00F3C2B1A0998877"] {
            assert_eq!(&KEY.captures(line).unwrap()[1], "00F3C2B1A0998877");
        }
        assert!(KEY.captures("info string Key is empty").is_none());
        assert_eq!(
            score("info depth 1 score cp -12 nodes 3 pv e2e4"),
            Some(-12)
        );
        assert_eq!(score("info depth 1 score mate -3 pv e2e4"), Some(-100_000));
        assert_eq!(score("info string score cp 12"), None);
    }
}
