//! Asks a reader of PGN which moves the games of [`reader_games`] have.
//!
//! A reader may refuse a game that has a mark, because no mark is in the standard. It may not lose a move, or read another, without
//! saying so. Nothing is judged about marks unless the reader finds the moves of the games without any.

use std::fmt::Write as _;

use passant_pgn::{ReaderGame, reader_games};
use passant_query::{Channel, EngineError, EngineMove, Line, Subject};
use passant_rules::EnPassantMode;

use super::own_case::{OwnCase, ask_each, without_answers};
use super::questions::{Share, Tolerance};
use super::{CaseResult, Doubt, Finding, Presentation, PresentationResult, QuestionKind, Verdict};

/// Asks about every game. Returns the results, and what it does with games that have a mark, which is observed and not judged.
pub fn run(subject: &mut dyn Subject) -> (Vec<CaseResult>, Option<Tolerance>) {
    let mut marks = Share::default();
    let results = ask_each(&reader_games(), |game, result| {
        let is_read = ask(subject, game, result)?;
        if game.has_mark && result.verdict == Verdict::Pass {
            marks.count(is_read);
        }
        Ok(())
    });
    (results, marks.tolerance())
}

/// The results for a program that cannot be asked, for this reason.
#[must_use]
pub fn without_reader(why: &EngineError) -> Vec<CaseResult> {
    without_answers(&reader_games(), why)
}

/// Asks about a game. Tells whether the game is read, and not refused.
fn ask(
    subject: &mut dyn Subject,
    game: &ReaderGame,
    result: &mut PresentationResult,
) -> Result<bool, Doubt> {
    let expected: Vec<_> = game.moves.iter().copied().map(EngineMove::Uci).collect();
    let read = subject.read_game(&game.pgn)?;
    let may_be_refused = !game.is_standard;
    if read
        .as_ref()
        .map_or(may_be_refused, |read| *read == expected)
    {
        result.pass();
        return Ok(read.is_some());
    }
    subject.restart();
    if subject.read_game(&game.pgn)? != read {
        let what = "it reads the game otherwise when asked again".to_owned();
        return Err(Doubt::NotRepeated(what));
    }
    let what = match &read {
        None => "refuses a game without a mark".to_owned(),
        Some(read) => describe(read, &expected),
    };
    let text = format!("{what}: {}", game.movetext.replace('\n', " "));
    result.fail(Finding::text(QuestionKind::Parse, text));
    Ok(read.is_some())
}

/// Says where the moves that were read leave those of the game.
fn describe(read: &[EngineMove], expected: &[EngineMove]) -> String {
    let pairs = read.iter().zip(expected);
    let same = pairs
        .take_while(|(read, expected)| read == expected)
        .count();
    let ply = same + 1;
    let mut text = match (read.get(same), expected.get(same)) {
        (None, Some(lost)) => format!("stops without an error before ply {ply}, {lost}"),
        (Some(more), None) => format!("reads another move after the last one, {more}"),
        (Some(other), Some(lost)) => format!("reads {other} in place of {lost} at ply {ply}"),
        (None, None) => String::new(),
    };
    if read.get(same..) == expected.get(ply..) && same < read.len() {
        text = format!(
            "loses {} at ply {ply} without an error, so that every later move belongs to the other side",
            expected[same]
        );
    }
    let _ = write!(text, " ({} of {} moves)", read.len(), expected.len());
    text
}

impl OwnCase for ReaderGame {
    const QUESTION: QuestionKind = QuestionKind::Parse;
    const UNCONTROLLED: &'static str =
        "a game with a mark: it does not find the moves of every game without one";

    fn is_control(&self) -> bool {
        self.is_standard
    }

    fn before_answers(&self) -> PresentationResult {
        let line = Line::new(self.start.setup(EnPassantMode::Always));
        PresentationResult::without_answers(Presentation::Fen, Some(line))
    }

    fn summarize(&self, result: PresentationResult) -> CaseResult {
        let about = [&*self.address(), &*self.class(), &*self.name];
        CaseResult::of_case(about, &self.start, vec![result], Channel::Line)
    }
}

#[cfg(test)]
mod tests {
    use passant_pgn::reader_games;
    use passant_query::{Answer, EngineError, EngineMove, Line, Query, Subject};

    use super::{CaseResult, Tolerance, Verdict, run};

    /// A reader that knows the games by heart, but does something else with marks, or with everything.
    struct Reader {
        on_marks: fn(Vec<EngineMove>) -> Option<Vec<EngineMove>>,
        on_all: fn(Vec<EngineMove>) -> Option<Vec<EngineMove>>,
    }

    impl Subject for Reader {
        fn ask(&mut self, _: &Line, query: &Query) -> Result<Answer, EngineError> {
            Err(EngineError::unsupported(query.word()))
        }

        fn read_game(&mut self, pgn: &str) -> Result<Option<Vec<EngineMove>>, EngineError> {
            let mut games = reader_games().into_iter();
            let game = games.find(|game| game.pgn == pgn).unwrap();
            let moves = game.moves.into_iter().map(EngineMove::Uci).collect();
            Ok(if game.is_standard {
                (self.on_all)(moves)
            } else {
                (self.on_marks)(moves)
            })
        }
    }

    /// The number of games with this verdict, and the text of the first finding of the last game.
    fn outcome(mut reader: Reader, verdict: Verdict) -> (usize, Option<String>) {
        let (results, _) = run(&mut reader);
        let findings = |it: &CaseResult| {
            let mut findings = it.presentations.iter().flat_map(|it| &it.findings);
            findings.next().map(|it| it.text.clone())
        };
        let number = results.iter().filter(|it| it.verdict == verdict).count();
        (number, results.last().and_then(findings))
    }

    fn without(lost: usize, mut moves: Vec<EngineMove>) -> Vec<EngineMove> {
        if lost < moves.len() {
            moves.remove(lost);
        }
        moves
    }

    #[test]
    fn a_reader_of_every_mark_passes() {
        let reader = Reader {
            on_marks: Some,
            on_all: Some,
        };
        assert_eq!(outcome(reader, Verdict::Pass), (reader_games().len(), None));
    }

    #[test]
    fn a_mark_may_be_refused() {
        let mut reader = Reader {
            on_marks: |_| None,
            on_all: Some,
        };
        let (results, marks) = run(&mut reader);
        assert!(results.iter().all(|it| it.verdict == Verdict::Pass));
        assert_eq!(marks, Some(Tolerance::Refused));
        reader.on_marks = |moves| Some(moves).filter(|moves| moves.len() < 3);
        assert_eq!(run(&mut reader).1, Some(Tolerance::Mixed));
        reader.on_marks = Some;
        assert_eq!(run(&mut reader).1, Some(Tolerance::Read));
    }

    #[test]
    fn a_lost_move_is_named() {
        let marked = reader_games()
            .iter()
            .filter(|game| !game.is_standard)
            .count();
        let reader = Reader {
            on_marks: |moves| Some(without(4, moves)),
            on_all: Some,
        };
        // Two games end before the fifth move, in each of four kinds of mark.
        let (failed, text) = outcome(reader, Verdict::Fail);
        assert_eq!(failed, marked - 8);
        let text = text.unwrap();
        assert!(
            text.contains("loses e5d6 at ply 5 without an error"),
            "{text}"
        );
        let reader = Reader {
            on_marks: |moves| Some(moves[..moves.len() - 1].to_vec()),
            on_all: Some,
        };
        let text = outcome(reader, Verdict::Fail).1.unwrap();
        assert!(text.contains("stops without an error before ply"), "{text}");
    }

    /// Who does not read games without a mark is not accused of losing marks.
    #[test]
    fn games_without_a_mark_are_the_control() {
        let reader = Reader {
            on_marks: |_| Some(Vec::new()),
            on_all: |_| None,
        };
        let (failed, text) = outcome(reader, Verdict::Fail);
        let standard = reader_games()
            .iter()
            .filter(|game| game.is_standard)
            .count();
        assert_eq!(failed, standard);
        assert!(text.unwrap().contains("without one"));
    }
}
