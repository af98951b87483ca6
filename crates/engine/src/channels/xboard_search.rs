//! xboard engines: the lines and scores that a search prints.

use std::time::Duration;

use passant_query::{
    Abilities, Answer, Channel, EngineError, Line, Query, SearchLimit, SearchRequest, SearchScore,
    Searched, SearchedLine, Subject,
};
use passant_rules::Position;

use super::line_search::PATIENCE;
use super::search::read_moves;
use crate::connection::{Connection, EngineSpec, Session};
use crate::position_command::constant_line;
use crate::process::Deadline;
use crate::xboard::Xboard;
use crate::xboard_messages::read_played_move;

/// Positions with a mate in one move, in two moves, and in one by the other side, and a depth at which programs find
/// them.
const MATES: [&str; 3] = [
    "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1",
    "7k/8/8/8/8/8/R7/1R2K3 w - - 0 1",
    "7k/R7/8/8/8/8/8/1R2K3 b - - 0 1",
];
const MATES_DEPTH: u32 = 4;

/// An xboard engine that is asked to search.
pub(super) struct XboardSearch {
    session: Session<Xboard>,
    reply: Duration,
    /// The scores with which it announces mates; `None` before it was asked.
    mates: Option<MateScores>,
    /// True if it moves after the end of a game only after `new`, as Sjeng does. `new` may clear its hash table.
    needs_new: bool,
}

impl XboardSearch {
    /// Creates the subject. The engine is started with the first question.
    pub(super) fn new(spec: EngineSpec) -> Self {
        Self {
            reply: spec.limits.reply,
            session: Session::new(spec, Xboard::start),
            mates: None,
            needs_new: false,
        }
    }

    fn search(&mut self, line: &Line, request: &SearchRequest) -> Result<Searched, EngineError> {
        let mates = self.mates()?;
        let mut searched = self.raw_search(line, request)?;
        for line in &mut searched.lines {
            line.score = line.score.map(|score| mates.read(score));
        }
        Ok(searched)
    }

    /// Returns the scores with which it announces mates.
    fn mates(&mut self) -> Result<MateScores, EngineError> {
        if let Some(known) = self.mates {
            return Ok(known);
        }
        let mut scores = [None; 3];
        for (fen, score) in MATES.iter().zip(&mut scores) {
            let request = SearchRequest::to_depth(MATES_DEPTH);
            let searched = self.raw_search(&constant_line(fen), &request)?;
            *score = searched.lines.iter().rev().find_map(|line| line.score);
        }
        let mates = MateScores::of(scores);
        self.mates = Some(mates);
        Ok(mates)
    }

    /// Searches, and returns all scores in hundredths of a pawn.
    fn raw_search(
        &mut self,
        line: &Line,
        request: &SearchRequest,
    ) -> Result<Searched, EngineError> {
        let (SearchLimit::Depth(depth), SearchLimit::Depth(deeper)) =
            (request.limit, request.limit.deeper())
        else {
            return Err(EngineError::unsupported("a search by nodes"));
        };
        let printed = self.run_search(line, request.after.as_ref(), [depth, deeper])?;
        read_search(line.position().as_ref(), &printed)
            .ok_or_else(|| EngineError::Garbled("a move that cannot be read".to_owned()))
    }

    /// Searches to a depth, after a deeper search of another line, and returns the lines.
    fn run_search(
        &mut self,
        line: &Line,
        before: Option<&Line>,
        [depth, deeper]: [u32; 2],
    ) -> Result<Vec<String>, EngineError> {
        let end = Duration::min(self.reply, PATIENCE);
        let needs_new = self.needs_new;
        let mut is_over = false;
        let printed = self.session.ask(|xboard| {
            xboard.forget()?;
            if let Some(before) = before {
                xboard.position(before)?;
                is_over = xboard.search(deeper, Deadline::after(end))?.is_over;
                if is_over && needs_new {
                    xboard.forget()?;
                }
            }
            xboard.position(line)?;
            xboard.search(depth, Deadline::after(end))
        });
        match printed {
            Err(EngineError::TimedOut(_)) if is_over && !needs_new => {
                self.needs_new = true;
                self.run_search(line, before, [depth, deeper])
            }
            printed => Ok(printed?.lines),
        }
    }
}

impl Subject for XboardSearch {
    fn can(&self) -> Abilities {
        Abilities::of(Channel::BestMove)
    }

    fn ask(&mut self, line: &Line, query: &Query) -> Result<Answer, EngineError> {
        match query {
            Query::Search(request) => self.search(line, request).map(Answer::Searched),
            other => Err(EngineError::unsupported(other.word())),
        }
    }

    fn restart(&mut self) {
        self.session.restart();
    }
}

/// Reads the lines of thought and the move of a search; `None` if there is no move.
fn read_search(position: Option<&Position>, printed: &[String]) -> Option<Searched> {
    let played = read_played_move(printed.last()?)?;
    let lines = printed.iter().filter_map(|line| line_of(position, line));
    Some(Searched {
        best: read_moves(position, &[played]).into_iter().next()?,
        lines: lines.collect(),
        ponder: None,
    })
}

/// Returns a line of thought: depth, score, time and nodes, and then moves.
fn line_of(position: Option<&Position>, line: &str) -> Option<SearchedLine> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [depth, score, time, nodes, rest @ ..] = &words[..] else {
        return None;
    };
    let depth = depth.parse().ok()?;
    let score: i32 = score.parse().ok()?;
    let _: (u64, u64) = (time.parse().ok()?, nodes.parse().ok()?);
    // Some engines print more numbers.
    let is_number = |word: &&&str| word.parse::<u64>().is_ok();
    let more = rest.iter().take_while(is_number).count();
    let is_bound = rest.iter().any(|word| BOUNDS.contains(word));
    let texts: Vec<&str> = rest[more..]
        .iter()
        .filter(|word| !BOUNDS.contains(word))
        .map(|word| without_number(word))
        .filter(|word| !word.is_empty())
        .collect();
    let moves = read_moves(position, &texts);
    moves.first()?.uci()?;
    Some(SearchedLine {
        depth: Some(depth),
        score: (!is_bound).then_some(SearchScore::Centipawns(score)),
        moves,
    })
}

/// The marks of a move that is better or worse than expected.
const BOUNDS: [&str; 6] = ["(+)", "(-)", "!", "?", "!!", "??"];

/// Returns a word without the number of the move: nothing is left of `2.` and `...`, and `Kc2` of `2.Kc2`.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let after_dots = rest.trim_start_matches('.');
    if after_dots.len() < rest.len() {
        after_dots
    } else {
        word
    }
}

/// The scores of mates in one move, and the difference for each further move.
///
/// The protocol says 100001 for a mate in one, 100002 for a mate in two, and -100001 if the other side mates in one.
/// Older engines count down from a number of their own, by moves or by plies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct MateScores {
    in_one: i32,
    /// The score of a mate in one by the other side, without its sign.
    of_other: i32,
    step: i32,
}

/// Steps that are known: the protocol's, one for each move, one for each ply.
const MATE_STEPS: [i32; 3] = [1, -1, -2];

/// The least score of a mate. No other score is as large.
const LEAST_MATE: i32 = 5000;

/// The longest mate that is read, in moves.
const LONGEST_MATE: i32 = 50;

/// The allowed difference between the scores of a mate by either side: a move, or a ply.
const MATE_DIFFERENCE: u32 = 1;

impl MateScores {
    /// No score announces a mate.
    const NONE: Self = Self {
        in_one: 0,
        of_other: 0,
        step: 0,
    };

    /// Returns the scores of a mate in one move, of a mate in two, and of a mate in one by the other side, if the
    /// engine prints them in a way that is known.
    fn of(scores: [Option<SearchScore>; 3]) -> Self {
        let number = |score: Option<SearchScore>| match score {
            Some(SearchScore::Centipawns(number)) => number,
            _ => 0,
        };
        let [in_one, in_two, by_other] = scores.map(number);
        let of_other = by_other.saturating_neg();
        let step = in_two.saturating_sub(in_one);
        let is_known = LEAST_MATE <= in_one
            && MATE_STEPS.contains(&step)
            && in_one.abs_diff(of_other) <= MATE_DIFFERENCE;
        if is_known {
            Self {
                in_one,
                of_other,
                step,
            }
        } else {
            Self::NONE
        }
    }

    /// Returns the mate that a score announces, or the score.
    fn read(self, score: SearchScore) -> SearchScore {
        let SearchScore::Centipawns(number) = score else {
            return score;
        };
        let (in_one, sign) = if number < 0 {
            (self.of_other, -1)
        } else {
            (self.in_one, 1)
        };
        let is_it = |further: &i32| sign * (in_one + further * self.step) == number;
        match (0..LONGEST_MATE).find(is_it).filter(|_| self != Self::NONE) {
            Some(further) => SearchScore::Mate(sign * (further + 1)),
            None => score,
        }
    }
}

#[cfg(test)]
mod tests {
    use passant_query::SearchScore::{Centipawns, Mate};
    use passant_rules::Position;

    use super::{MateScores, read_search};

    /// The lines are those of `HoiChess` 0.22.0, Phalanx XXV, Sjeng 11.2, GNU Chess 6.2.7 and Sjaak II 1.4.1,
    /// shortened, and of other engines.
    #[test]
    fn reads_lines_of_thought_in_the_notations_of_engines() {
        let position = Position::from_fen("3k4/8/8/3pP3/8/8/8/3K4 w - d6 0 2").unwrap();
        let cases = [
            (
                "3 134 0 93 (-) 2. exd6 Kd7 3. Ke2 Kxd6",
                "depth 3 pv e5d6 d8d7 d1e2 d7d6",
            ),
            (
                "  3     33     0      102  Kd1-d2  Kd8-e7  Kd2-d3  ",
                "depth 3 score cp 33 pv d1d2 d8e7 d2d3",
            ),
            (" 2     481     0       60  Kd2 ??", "depth 2 pv d1d2"),
            (
                "4 +10 0 371 2.exd6 Kd7 3...Kd2",
                "depth 4 score cp 10 pv e5d6 d8d7 d1d2",
            ),
            (
                "4 10 0 371 7 900 0\te5d6 d8d7",
                "depth 4 score cp 10 pv e5d6 d8d7",
            ),
            (
                "5 10 0 371 exd6 <HT> Kd7",
                "depth 5 score cp 10 pv e5d6 <HT>",
            ),
            // The pawn is gone after the first move, and another one has not moved two steps.
            (
                "5 10 0 371 Ke2 Ke8 exd6",
                "depth 5 score cp 10 pv d1e2 d8e8 e5d6",
            ),
        ];
        for (line, expected) in cases {
            let printed = [line, "move d1c2"].map(str::to_owned);
            let found = read_search(Some(&position), &printed).unwrap();
            assert_eq!(found.lines[0].to_string(), expected, "{line}");
            assert_eq!(found.best.to_string(), "d1c2");
        }
    }

    #[test]
    fn other_lines_are_no_lines_of_thought() {
        let printed = [
            "Time for move : 650",
            "tellics whisper d4 -5.01 c6 d4+ Kb4 n: 122",
            "2 30 0.5 60 Kd2",
            "12 5 3",
            "0 0 0 0 (Ng8-f6 , book)",
            "My move is : Kd2",
        ];
        let position = Position::from_fen("3k4/8/8/3pP3/8/8/8/3K4 w - d6 0 2").unwrap();
        let found = read_search(Some(&position), &printed.map(str::to_owned)).unwrap();
        assert_eq!(
            (found.lines.len(), found.best.to_string()),
            (0, "d1d2".to_owned())
        );
        assert!(read_search(Some(&position), &["1-0 {resigns}".to_owned()]).is_none());
    }

    /// The scores of the protocol, of `HoiChess` 0.22.0, which counts plies, and of an engine that counts moves.
    #[test]
    fn a_mate_is_read_as_the_engine_writes_it() {
        for (in_one, in_two, by_other, in_three, by_other_in_two) in [
            (100_001, 100_002, -100_001, 100_003, -100_002),
            (99_999, 99_997, -99_998, 99_995, -99_996),
            (32_000, 31_999, -32_000, 31_998, -31_999),
        ] {
            let mates = MateScores::of([in_one, in_two, by_other].map(|it| Some(Centipawns(it))));
            for (score, mate) in [
                (in_one, 1),
                (in_two, 2),
                (in_three, 3),
                (by_other, -1),
                (by_other_in_two, -2),
            ] {
                assert_eq!(mates.read(Centipawns(score)), Mate(mate), "{score}");
            }
            for score in [0, 1000, in_one - 4 * (in_two - in_one)] {
                assert_eq!(mates.read(Centipawns(score)), Centipawns(score));
            }
        }
    }

    /// Sjeng 11.2 finds no mate in two at depth 4, and other engines announce none.
    #[test]
    fn no_mate_is_read_if_the_scores_fit_nothing_that_is_known() {
        for scores in [
            [Some(999_998), Some(1436), Some(-999_997)],
            [Some(1000), Some(998), Some(-999)],
            [Some(99_999), None, Some(-99_998)],
            [Some(99_999), Some(99_997), Some(-600)],
            [None; 3],
        ] {
            let mates = MateScores::of(scores.map(|it| it.map(Centipawns)));
            for score in scores.into_iter().chain([Some(0)]).flatten() {
                assert_eq!(mates.read(Centipawns(score)), Centipawns(score));
            }
        }
    }
}
