//! Asks about single moves: whether an engine accepts the legal moves and no others.

use passant_query::{EngineError, EngineMove, is_distinguishing};
use passant_rules::{EnPassant, Move, PieceType, Position, Square, UciMove};

use super::control::{CONTROL_MOVES, Control, ordinary};
use super::fallback_position::{FallbackPosition, fallback_position};
use super::hearing::Hearing;
use super::presentation::Prompt;
use super::{Difference, Doubt, Finding, QuestionKind, Verdict};

impl Hearing<'_> {
    /// Asks about every move that has to do with the right, or with the capture that was just played.
    pub(super) fn ask_legality(&mut self) -> Result<(), Doubt> {
        if let Control::Ignored(how) = self.ask_control()? {
            let finding = Finding::text(QuestionKind::Control, how);
            self.result.add(Verdict::Unknown, finding);
            return Ok(());
        }
        let position = &self.prompt.position;
        let right = position.en_passant().or(self.prompt.right_that_expired());
        let (moves, question) = match (self.prompt.captured_pawn(), right) {
            (Some(victim), _) => (after_capture(position, victim), QuestionKind::After),
            (None, Some(right)) => (around(position, right), QuestionKind::Legal),
            (None, None) => (ordinary(position, |_| true), QuestionKind::Legal),
        };
        if moves.is_empty() && question == QuestionKind::Legal {
            let what = "a position in which no move has to do with the right";
            return Err(Doubt::unsupported(what));
        }
        let wrong = self.ask_about(&moves)?;
        if wrong.is_empty() {
            if !moves.iter().any(|&mv| is_distinguishing(position, mv)) {
                self.ask_control_move()?;
            }
            self.result.pass();
            return Ok(());
        }
        self.confirm_legality(&wrong, question)
    }

    /// Asks again about moves about which the engine is wrong, and confirms that it judges moves of the position.
    fn confirm_legality(&mut self, wrong: &[UciMove], question: QuestionKind) -> Result<(), Doubt> {
        let position = &self.prompt.position;
        let rejects_legal = wrong.iter().any(|&mv| is_legal(position, mv));
        if rejects_legal && self.ask_control()? != Control::Held {
            let what =
                "a position in which no control move shows that it considers only what it is told";
            return Err(Doubt::unsupported(what));
        }
        self.subject.restart();
        if self.ask_about(wrong)? != wrong {
            let what = "its answers are different when asked again".to_owned();
            return Err(Doubt::NotRepeated(what));
        }
        self.confirm_by_control_moves()?;
        let difference = name_moves(position, wrong);
        let text = match (difference.missing.is_empty(), difference.extra.is_empty()) {
            (false, true) => "rejects a legal move",
            (true, _) => "accepts an illegal move",
            (false, false) => "accepts an illegal move and rejects a legal one",
        };
        let finding = Finding::text(question, text);
        self.result.fail(finding.with(difference));
        Ok(())
    }

    /// Asks about moves, and returns those about which the engine is wrong.
    fn ask_about(&mut self, moves: &[UciMove]) -> Result<Vec<UciMove>, Doubt> {
        let mut wrong = Vec::new();
        for &mv in moves {
            let is_accepted = self.ask(|subject, line| subject.accepts(line, mv))?;
            if is_accepted != is_legal(&self.prompt.position, mv) {
                wrong.push(mv);
            }
        }
        Ok(wrong)
    }

    /// Confirms with one control move that an engine without a wrong answer holds the position. It is not asked about
    /// illegal moves, because some engines quit after each of them. If only a fallback position could confirm it and does
    /// not, the case counts as not testable.
    fn ask_control_move(&mut self) -> Result<(), Doubt> {
        match control_moves(self.prompt).first() {
            Some(&mv) => self.expect_correct(mv),
            None => self.confirm_by_fallback().map_err(|doubt| match doubt {
                Doubt::OtherPosition(_) => Doubt::unsupported(doubt),
                other => other,
            }),
        }
    }

    /// Confirms that the engine holds the position: it accepts control moves, and rejects a move from an empty square and
    /// a move of the other side. If there are no control moves, it has to accept those of a fallback position.
    fn confirm_by_control_moves(&mut self) -> Result<(), Doubt> {
        let position = &self.prompt.position;
        let legal = control_moves(self.prompt);
        if legal.is_empty() {
            return self.confirm_by_fallback();
        }
        let free = || (!position.occupied()).into_iter();
        let theirs = position.occupied_by(!position.side_to_move()).into_iter();
        let foreign = theirs.zip(free()).take(1);
        let empty = free().zip(free().skip(1)).take(1);
        let illegal = foreign
            .chain(empty)
            .map(|(from, to)| UciMove::new(from, to));
        for mv in legal.into_iter().chain(illegal) {
            self.expect_correct(mv)?;
        }
        Ok(())
    }

    /// Asks about a move and requires the correct answer.
    fn expect_correct(&mut self, mv: UciMove) -> Result<(), Doubt> {
        let is_accepted = self.ask(|subject, line| subject.accepts(line, mv))?;
        if is_accepted == is_legal(&self.prompt.position, mv) {
            return Ok(());
        }
        let verb = if is_accepted { "accepts" } else { "rejects" };
        Err(Doubt::OtherPosition(format!("it {verb} {mv}")))
    }

    /// Confirms that the engine holds the position: it reports the position, or accepts moves that are legal only in a
    /// fallback position.
    fn confirm_by_fallback(&mut self) -> Result<(), Doubt> {
        if let Some(proof) = self.confirm_by_fen() {
            return proof;
        }
        let Some(FallbackPosition { prompt, mut more }) = fallback_position(self.prompt) else {
            let why = "no control move shows that it holds this position";
            return Err(Doubt::OtherPosition(why.to_owned()));
        };
        more.retain(|&mv| shows(&prompt, mv));
        more.truncate(CONTROL_MOVES);
        if more.is_empty() {
            let why = "no control move of the fallback position shows that it holds it";
            return Err(Doubt::OtherPosition(why.to_owned()));
        }
        for &mv in &more {
            // A crash in the fallback position is not held against the engine.
            let why = match self.subject.is_legal(&prompt.line, mv) {
                Ok(true) => continue,
                Ok(false) => format!("it rejects {mv} in fen {}", prompt.line),
                Err(EngineError::Interrupted) => return Err(EngineError::Interrupted.into()),
                Err(error) => format!("{mv} in fen {}: {error}", prompt.line),
            };
            return Err(Doubt::OtherPosition(why));
        }
        Ok(())
    }
}

/// Legal moves that show whether the engine holds the position.
fn control_moves(prompt: &Prompt) -> Vec<UciMove> {
    ordinary(&prompt.position, |mv| shows(prompt, mv))
}

/// Tells whether an engine accepts a move only if it holds the position, even if it has not removed a captured pawn.
fn shows(prompt: &Prompt, mv: UciMove) -> bool {
    let meets = |removed| meets([mv.from(), mv.to()], removed);
    is_distinguishing(&prompt.position, mv) && !prompt.captured_pawn().is_some_and(meets)
}

/// Tells whether a legal move from one square to another goes to a third or across it.
fn meets([from, to]: [Square; 2], at: Square) -> bool {
    let way = |to: Square| {
        let files = to.file().index().cast_signed() - from.file().index().cast_signed();
        let ranks = to.rank().index().cast_signed() - from.rank().index().cast_signed();
        (files, ranks, files.abs().max(ranks.abs()))
    };
    let ((files, ranks, length), (files_there, ranks_there, part)) = (way(to), way(at));
    // The same direction, and no farther.
    (1..=length).contains(&part)
        && (files * part, ranks * part) == (files_there * length, ranks_there * length)
}

/// The captures themselves, legal or not; the same move by pawns that might be taken for capturers; and the moves of
/// other pieces to and across the target and the square of the victim.
fn around(position: &Position, right: EnPassant) -> Vec<UciMove> {
    let mut moves = Vec::new();
    let us = position.side_to_move();
    for from in position.occupied_by(us) {
        let is_pawn = position
            .piece_at(from)
            .is_some_and(|piece| piece.piece_type() == PieceType::Pawn);
        // Beside the victim, also for code that wraps around the edge of the board.
        let beside = from.rank() == right.victim().rank() || is_across_the_edge(from, right);
        if is_pawn && beside {
            moves.push(UciMove::new(from, right.target()));
        }
    }
    let is_other = |mv: &Move| !mv.is_en_passant();
    moves.extend(moves_to(
        position,
        &[right.target(), right.victim()],
        is_other,
    ));
    moves.sort_by_cached_key(ToString::to_string);
    moves.dedup();
    moves
}

/// The moves that show whether the victim is gone: its own push, and the moves of other pieces to and across its square.
fn after_capture(position: &Position, victim: Square) -> Vec<UciMove> {
    let push = victim
        .offset(0, position.side_to_move().forward())
        .map(|to| UciMove::new(victim, to))
        .into_iter();
    push.chain(moves_to(position, &[victim], |_| true))
        .collect()
}

/// The legal moves that go to one of some squares or across it, if they are suitable.
fn moves_to(
    position: &Position,
    squares: &[Square],
    is_suitable: impl Fn(&Move) -> bool,
) -> Vec<UciMove> {
    let moves = position.legal_moves().into_iter().filter(is_suitable);
    let is_near = |mv: &Move| squares.iter().any(|&at| meets([mv.from(), mv.to()], at));
    let moves = moves.filter(is_near);
    moves.map(|mv| position.uci_move(mv)).collect()
}

/// Tells whether a pawn stands beside the victim if the board wraps around at its edge.
fn is_across_the_edge(from: Square, right: EnPassant) -> bool {
    let (victim, is_edge) = (right.victim(), |square: Square| {
        matches!(square.file().index(), 0 | 7)
    });
    is_edge(from)
        && is_edge(victim)
        && from.file() != victim.file()
        && from.rank().index().abs_diff(victim.rank().index()) <= 1
}

fn is_legal(position: &Position, mv: UciMove) -> bool {
    position.find(mv).is_ok()
}

/// The legal moves among some wrong ones as missing, the others as extra.
pub(super) fn name_moves(position: &Position, wrong: &[UciMove]) -> Difference {
    let missing = wrong.iter().filter_map(|&mv| position.find(mv).ok());
    let extra: Vec<_> = wrong
        .iter()
        .filter(|&&mv| !is_legal(position, mv))
        .copied()
        .map(EngineMove::Uci)
        .collect();
    Difference::at(position, missing, &extra)
}

#[cfg(test)]
mod tests {
    use passant_rules::{Position, Square, UciMove};

    use passant_query::{Answer, EngineError, Line, Query, Subject};

    use super::{Doubt, Hearing, after_capture, around, meets};
    use crate::check::pace::Pace;
    use crate::check::presentation::{Presentation, Prompt};

    /// A mate: nothing is legal.
    const MATE: &str = "5r1r/p7/3b2k1/P5pp/3P2K1/N1p1p2P/1P3P1P/4R1R1 w - h6 0 31";

    /// A library that is correct about the mate, and refuses all other positions.
    struct OneMate;

    impl Subject for OneMate {
        fn ask(&mut self, line: &Line, query: &Query) -> Result<Answer, EngineError> {
            match query {
                _ if line.to_string() != MATE => Err(EngineError::Refused("broken".to_owned())),
                Query::Legal(_) => Ok(Answer::Is(false)),
                other => Err(EngineError::unsupported(other)),
            }
        }
    }

    #[test]
    fn a_move_meets_the_squares_on_its_way_and_its_last_one() {
        for (mv, met) in [
            ("e2e4", "e3e4"),
            ("d8a5", "a5b6c7"),
            ("h1h4", "h2h3h4"),
            ("g1f3", "f3"),
            ("e1c1", "c1d1"),
        ] {
            let mv: UciMove = mv.parse().unwrap();
            let mut squares: Vec<_> = Square::ALL
                .into_iter()
                .filter(|&at| meets([mv.from(), mv.to()], at))
                .map(|at| at.to_string())
                .collect();
            squares.sort_unstable();
            assert_eq!(squares.concat(), met, "{mv}");
        }
    }

    #[test]
    fn an_error_in_the_fallback_position_is_not_held_against_the_engine() {
        let prompt = Prompt::at(Presentation::Fen, &MATE.parse().unwrap()).unwrap();
        let (mut engine, mut pace) = (OneMate, Pace::without_clock());
        let outcome = Hearing::new(&mut engine, &mut pace, &prompt).ask_legality();
        assert!(
            matches!(&outcome, Err(Doubt::NoAnswer(EngineError::Unsupported(why))) if why.contains("broken")),
            "{outcome:?}"
        );
    }

    #[test]
    fn finds_the_moves_that_have_to_do_with_the_right() {
        // Wrapped around the edge, the a-pawn would be a capturer. The queen crosses d6 and reaches d5; the knight goes
        // to d6.
        let fen = "7k/8/2Q5/P2pP3/2N5/8/8/K7 w - d6 0 1";
        let position = Position::from_fen(fen).unwrap();
        let right = position.en_passant().unwrap();
        let expected = [
            "a5d6", "c4d6", "c6d5", "c6d6", "c6e6", "c6f6", "c6g6", "c6h6", "e5d6",
        ];
        let texts = |moves: Vec<UciMove>| -> Vec<String> {
            moves.iter().map(ToString::to_string).collect()
        };
        assert_eq!(texts(around(&position, right)), expected);
        let mut after = position.clone();
        let _ = after.make(position.parse_uci("e5d6").unwrap());
        assert_eq!(texts(after_capture(&after, right.victim())), ["d5d4"]);
    }
}
