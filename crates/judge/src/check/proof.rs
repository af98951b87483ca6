//! Proves that an engine holds the position that it was given.
//!
//! An engine that silently keeps another position gives wrong answers to every question although its move generator may
//! be correct, so it must not fail. The engine has just been restarted when the proof is made. It can only have kept the
//! initial position, the [decoy](passant_query::decoy) that engines are given before any other position, or the position
//! before the moves.

use passant_count::bulk;
use passant_oracle::State;
use passant_query::{EngineError, EngineMove, Line, stale_positions};
use passant_rules::{EnPassantMode, Move, Position, Setup, UciMove};

use super::comparison::{compare_moves, with_nodes};
use super::fallback_position::{FallbackPosition, fallback_position};
use super::hearing::Hearing;
use super::listing::moves_by_counts;
use super::presentation::Prompt;
use super::{Doubt, NamedMove};

/// The proof that an engine holds the position: [`Doubt::OtherPosition`] if it may hold another one.
type Proof = Result<(), Doubt>;

impl Hearing<'_> {
    /// Asks an engine that counts or lists moves: for the position that it reports, then for its moves, then for its moves
    /// in a fallback position if the moves here prove nothing.
    pub(super) fn confirm_position(&mut self) -> Proof {
        if let Some(proof) = self.confirm_by_fen() {
            return proof;
        }
        let prompt = self.prompt;
        let depth = self.subject.can().least_depth;
        let (moves, proof) = match self.subject.count(&prompt.line, depth) {
            Ok(counts) if counts.moves.is_empty() && counts.total != 0 => {
                (Vec::new(), self.confirm_by_totals(counts.total, depth))
            }
            counts => {
                let moves = match counts {
                    Ok(counts) => with_nodes(&counts),
                    Err(EngineError::Unsupported(_)) => self.subject.moves(&prompt.line)?,
                    Err(error) => return Err(error.into()),
                };
                let proof = by_moves(&moves, prompt);
                (moves, proof)
            }
        };
        let has_impossible_move = || possible(&prompt.position, &moves).len() < moves.len();
        if !matches!(proof, Err(Doubt::OtherPosition(_))) || has_impossible_move() {
            return proof;
        }
        match fallback_position(prompt) {
            Some(fallback) if self.knows_fallback(&fallback)? => Ok(()),
            _ => proof,
        }
    }

    /// The proof by the position that the engine reports; `None` if it reports none.
    pub(super) fn confirm_by_fen(&mut self) -> Option<Proof> {
        let fen = self.subject.fen(&self.prompt.line).ok()?;
        by_reported_fen(&fen, self.prompt)
    }

    /// The proof by the position that the engine reports, otherwise by the move that it played: the piece has to be there,
    /// and the move must not be legal in a position that the engine may have kept. An engine that reports no move is not in
    /// such a position, because all of them have moves. Illegal moves that are expected of an engine with a fault may move
    /// a piece that only the fault takes for its own.
    pub(super) fn confirm_by_move(&mut self, played: &EngineMove, expected: &[UciMove]) -> Proof {
        if let Some(proof) = self.confirm_by_fen() {
            return proof;
        }
        match played.uci().filter(|mv| expected.contains(mv)) {
            Some(mv) if !is_stale(&self.prompt.line, mv) => Ok(()),
            _ => by_played(played, self.prompt),
        }
    }

    /// Tells whether the engine lists most moves that only the fallback position has and few illegal ones; or counts about
    /// as many nodes there, if it lists no moves.
    fn knows_fallback(&mut self, fallback: &FallbackPosition) -> Result<bool, Doubt> {
        let FallbackPosition { prompt, more } = fallback;
        let listed = match self.subject.moves(&prompt.line) {
            Err(EngineError::Unsupported(_)) => {
                moves_by_counts(self.subject, &prompt.line, &prompt.position)?
            }
            listed => Some(listed?),
        };
        let Some(listed) = listed else {
            let depth = self.subject.can().least_depth;
            let total = self.subject.count(&prompt.line, depth)?.total;
            return match self.about(prompt).confirm_by_totals(total, depth) {
                Err(Doubt::OtherPosition(_)) => Ok(false),
                proof => proof.map(|()| true),
            };
        };
        let difference = compare_moves(&prompt.position, &listed);
        let is_new = |it: &&NamedMove| it.mv.uci().is_some_and(|mv| more.contains(&mv));
        let missing = difference.missing.iter().filter(is_new).count();
        let there = more.len() - missing;
        Ok(missing + difference.extra.len() <= there)
    }

    /// The proof by a count, or by a count one ply deeper if the first is also that of a position that the engine may have
    /// kept. Two positions often have the same number of moves, but rarely the same number of replies.
    fn confirm_by_totals(&mut self, total: u64, depth: u32) -> Proof {
        let first = by_total(total, depth, self.prompt);
        if first.is_ok() || !is_near(total, depth, self.prompt) {
            return first;
        }
        let deeper = self.subject.count(&self.prompt.line, depth + 1)?.total;
        by_total(deeper, depth + 1, self.prompt).or(first)
    }
}

/// Tells whether a move is legal in a position that the engine may have kept.
fn is_stale(line: &Line, mv: UciMove) -> bool {
    stale_positions_of(line).any(|kept| kept.find(mv).is_ok())
}

/// The positions that an engine may have kept: the [usual ones](stale_positions), and the one before the moves.
fn stale_positions_of(line: &Line) -> impl Iterator<Item = Position> {
    let root = Some(line.root()).filter(|_| !line.steps.is_empty());
    let root = root.and_then(|root| root.position());
    stale_positions().into_iter().chain(root)
}

/// The positions before the end of a line: an engine may have left out moves.
fn positions_before(line: &Line) -> Vec<Position> {
    let mut positions = line.positions().unwrap_or_default();
    positions.pop();
    positions
}

/// A doubt about the position, for this reason.
fn doubtful(why: String) -> Proof {
    Err(Doubt::OtherPosition(why))
}

fn by_played(played: &EngineMove, prompt: &Prompt) -> Proof {
    let position = &prompt.position;
    let Some(mv) = played.uci().filter(|_| played.is_move()) else {
        return Ok(());
    };
    let piece = position.piece_at(mv.from());
    if prompt.captured_pawn() == Some(mv.from()) {
        // It has not taken the pawn off the board. That is a fault, and it holds the position before.
        Ok(())
    } else if piece.is_none_or(|piece| piece.color() != position.side_to_move()) {
        doubtful(format!("it plays {played}, but has no piece there"))
    } else if is_stale(&prompt.line, mv) {
        doubtful(format!(
            "it plays {played}, as in a position that it was given before"
        ))
    } else {
        Ok(())
    }
}

/// The FEN that an engine reports must have the same board and the same side to move. What is meant to show in the moves
/// is not compared: the en passant field, for which there are three conventions, and the square of a pawn that was just
/// captured en passant. `None` if it is not a FEN.
fn by_reported_fen(fen: &str, prompt: &Prompt) -> Option<Proof> {
    let mut setup = Setup::from_fen(fen).ok()?;
    let position = &prompt.position;
    if let Some(captured) = prompt.captured_pawn() {
        setup.board.set(captured, None);
    }
    let is_same = setup.board == position.board() && setup.side_to_move == position.side_to_move();
    Some(if is_same {
        Ok(())
    } else {
        doubtful(format!("it reports {fen}"))
    })
}

/// Compares the listed moves with the position. An engine holds the position if it lists most of the legal moves and few
/// others, and if the list fits no position before the end of the line better. An engine that overlooks checks may list most of
/// the pseudo-legal moves, but no others.
fn by_moves(listed: &[EngineMove], prompt: &Prompt) -> Proof {
    let position = &prompt.position;
    let difference = compare_moves(position, listed);
    let (missing, extra) = (difference.missing.len(), difference.extra.len());
    let legal = position.legal_moves().len();
    let correct = legal - missing;
    let possible = possible(position, listed);
    let is_legal_in =
        |kept: &Position, mv: &EngineMove| mv.uci().is_some_and(|mv| kept.find(mv).is_ok());
    let has_all = |kept: Position| possible.iter().all(|mv| is_legal_in(&kept, mv));
    let is_stale = || stale_positions_of(&prompt.line).any(has_all);
    let overlooks_check = || {
        let most = 2 * possible.len();
        possible.len() == listed.len() && pseudo_legal(position).len() <= most && !is_stale()
    };
    let fits_better = |before: Position| {
        let difference = compare_moves(&before, listed);
        difference.missing.len() + difference.extra.len() < missing + extra
    };
    let is_earlier = || positions_before(&prompt.line).into_iter().any(fits_better);
    if missing + extra <= correct && !is_earlier() || overlooks_check() {
        Ok(())
    } else {
        doubtful(format!(
            "it has {correct} of {legal} legal moves, and {extra} others"
        ))
    }
}

/// The legal and pseudo-legal moves of a list.
fn possible<'a>(position: &Position, listed: &'a [EngineMove]) -> Vec<&'a EngineMove> {
    let pseudo_legal = pseudo_legal(position);
    let is_possible = |mv: UciMove| position.find(mv).is_ok() || pseudo_legal.contains(&mv);
    let possible = listed.iter().filter(|mv| mv.uci().is_some_and(is_possible));
    possible.collect()
}

/// The moves that are legal if checks do not matter.
fn pseudo_legal(position: &Position) -> Vec<UciMove> {
    let state = State::new(&position.setup(EnPassantMode::Always));
    let moves = state.pseudo_legal_moves().into_iter();
    moves.map(Move::uci_move).collect()
}

/// Tells whether a count is between half and one and a half times the correct one.
fn is_near(total: u64, depth: u32, prompt: &Prompt) -> bool {
    let legal = bulk(&mut prompt.position.clone(), depth);
    total.abs_diff(legal) <= legal / 2
}

/// The proof by a count: it is near the correct one, and not that of a position that the engine may have kept.
fn by_total(total: u64, depth: u32, prompt: &Prompt) -> Proof {
    let legal = bulk(&mut prompt.position.clone(), depth);
    let is_stale =
        || stale_positions_of(&prompt.line).any(|mut kept| total == bulk(&mut kept, depth));
    if total == legal || is_near(total, depth, prompt) && !is_stale() {
        Ok(())
    } else {
        doubtful(format!(
            "it counts {total} nodes at depth {depth}, expected {legal}"
        ))
    }
}

#[cfg(test)]
mod tests {
    use passant_oracle::State;
    use passant_query::{Answer, Counts, EngineError, EngineMove, Line, Query, Subject};
    use passant_rules::{EnPassantMode, Move, Position, Setup};

    use super::{Hearing, by_moves, by_played, by_reported_fen, by_total};
    use crate::check::pace::Pace;
    use crate::check::presentation::{Presentation, Prompt};

    const FEN: &str = "k7/8/8/3pP3/8/8/8/K7 w - d6 0 1";

    #[test]
    fn proves_a_position_by_fen_moves_and_counts() {
        let prompt = prompt(FEN);
        for same in [FEN, "k7/8/8/3pP3/8/8/8/K7 w - - 0 1"] {
            assert_eq!(by_reported_fen(same, &prompt), Some(Ok(())));
        }
        for other in [
            "k7/8/8/3pP3/8/8/8/K7 b - - 0 1",
            "k7/8/8/3pP3/8/8/7P/K7 w - - 0 1",
        ] {
            let proof = by_reported_fen(other, &prompt);
            assert!(matches!(proof, Some(Err(_))), "{other}");
        }
        assert_eq!(by_reported_fen("none", &prompt), None);
        // Without the capture an engine has no legal move, plays an illegal one, or another position.
        let only = self::prompt("8/6bb/8/8/R1pP2k1/4P3/P7/K7 b - d3 0 1");
        for (played, is_proved) in [
            ("(none)", true),
            ("0000", true),
            ("a1a1", true),
            ("c4b3", true),
            ("e2e4", false),
            ("g8f6", false),
            ("a4a5", false),
        ] {
            assert_eq!(
                by_played(&EngineMove::from_uci(played), &only).is_ok(),
                is_proved,
                "{played}"
            );
        }
        let listed = ["e5e6", "a1a2", "a1b1", "a1b2"].map(EngineMove::from_uci);
        assert_eq!(by_moves(&listed, &prompt), Ok(()));
        let stale = ["e2e4", "d2d4", "g1f3"].map(EngineMove::from_uci);
        assert!(by_moves(&stale, &prompt).is_err());
        assert_eq!(by_total(4, 1, &prompt), Ok(()));
        assert!(by_total(20, 1, &prompt).is_err());
    }

    #[test]
    fn recognizes_an_engine_that_ignores_the_moves() {
        let line: Line = "k7/3p4/8/4P3/8/8/8/K7 b - - 0 1 moves d7d5"
            .parse()
            .unwrap();
        let prompt = Prompt::at(Presentation::Moves, &line).unwrap();
        assert_eq!(prompt.position, Position::from_fen(FEN).unwrap());
        // Stockfish counts 5 and 19 nodes there, 5 and 22 before the push.
        for (total, depth, is_proved) in
            [(4, 1, true), (19, 2, true), (21, 2, true), (22, 2, false)]
        {
            assert_eq!(
                by_total(total, depth, &prompt).is_ok(),
                is_proved,
                "{total}"
            );
        }
    }

    fn prompt(fen: &str) -> Prompt {
        Prompt::at(Presentation::Fen, &fen.parse().unwrap()).unwrap()
    }

    /// A library that lists moves and reports no position.
    struct Library {
        /// The position that it holds instead of the one that it is given.
        hold: fn(&Setup) -> Setup,
        /// The moves that it lists.
        list: fn(&State) -> Vec<Move>,
    }

    impl Subject for Library {
        fn ask(&mut self, line: &Line, query: &Query) -> Result<Answer, EngineError> {
            assert!(line.steps.is_empty());
            let Query::Count(1) = query else {
                return Err(EngineError::unsupported(query));
            };
            let moves = (self.list)(&State::new(&(self.hold)(&line.setup)));
            let moves = moves
                .into_iter()
                .map(|mv| (EngineMove::Uci(mv.uci_move()), 1));
            let moves: Vec<_> = moves.collect();
            let total = moves.len() as u64;
            Ok(Answer::Counts(Counts { moves, total }))
        }
    }

    /// Tells whether a library is proved to hold the position of a FEN.
    fn is_proved(fen: &str, hold: fn(&Setup) -> Setup, list: fn(&State) -> Vec<Move>) -> bool {
        let (mut library, mut pace) = (Library { hold, list }, Pace::without_clock());
        let prompt = prompt(fen);
        let mut hearing = Hearing::new(&mut library, &mut pace, &prompt);
        hearing.confirm_position().is_ok()
    }

    /// The capture is the only legal move, without check and in check by the pushed pawn; and a mate.
    const HARD: [&str; 3] = [
        "8/4B3/8/8/2pP4/2B5/k1K5/8 b - d3 0 1",
        "rnb3n1/ppp5/3p2Q1/N3kpN1/PPKPp2r/b1P1P3/1B3PPP/1R3B1R b - d3 0 34",
        "5r1r/p7/3b2k1/P5pp/3P2K1/N1p1p2P/1P3P1P/4R1R1 w - h6 0 31",
    ];

    fn without_capture(state: &State) -> Vec<Move> {
        let mut moves = state.moves();
        moves.retain(|mv| !mv.is_en_passant());
        moves
    }

    #[test]
    fn an_engine_may_hold_a_position_and_be_wrong_about_all_its_moves() {
        for fen in HARD {
            assert!(is_proved(fen, Setup::clone, without_capture), "{fen}");
            assert!(
                is_proved(fen, Setup::clone, State::pseudo_legal_moves),
                "{fen}"
            );
        }
    }

    #[test]
    fn an_engine_that_holds_another_position_is_recognized() {
        let initial = |_: &Setup| Position::initial().setup(EnPassantMode::Legal);
        let nothing = |_: &Setup| Setup::from_fen("8/8/8/8/8/8/8/8 w - - 0 1").unwrap();
        let other_side = |setup: &Setup| Setup {
            side_to_move: !setup.side_to_move,
            en_passant: None,
            ..setup.clone()
        };
        for list in [without_capture, State::moves, State::pseudo_legal_moves] {
            for fen in HARD {
                assert!(!is_proved(fen, initial, list), "{fen}");
                assert!(!is_proved(fen, other_side, list), "{fen}");
            }
            // In a mate, an empty move list is correct.
            for fen in &HARD[..2] {
                assert!(!is_proved(fen, nothing, list), "{fen}");
            }
        }
    }
}
