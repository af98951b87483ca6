//! The answer of an engine to one question, beside the answers of engines with faults.

use std::borrow::Cow;
use std::collections::BTreeSet;

use passant_oracle::{EngineFault, Family, FaultSet};
use passant_query::{Answer, EngineMove, MoveQuery, Query, Topic};
use passant_rules::{EnPassantMode, Piece, PieceType, Position, UciMove};

use super::predictions::Predictions;
use super::reply::Reply;
use super::rules;

/// The reply of an engine to one question.
#[derive(Clone, Debug)]
pub struct Observation<'a> {
    /// The question, with the reply of every fault.
    pub predictions: &'a Predictions,
    /// The reply of the engine.
    pub reply: Reply,
}

impl Observation<'_> {
    /// Tells whether the question is about a position without a right, and no fault gives the answer.
    pub(super) fn is_wrong_without_right(&self) -> bool {
        let mut by_fault = self.predictions.by_fault().iter();
        self.predictions.root.en_passant.is_none()
            && by_fault.all(|(_, predicted)| !self.reply.fits(predicted))
    }

    /// Tells whether the answer is a list of moves in which castling alone is wrong. No fault of en passant shows there.
    pub(super) fn is_wrong_about_castling(&self) -> bool {
        let lists = (self.reply.as_moves(), self.predictions.expected.as_moves());
        let (Some(given), Some(expected)) = lists else {
            return false;
        };
        let Some(position) = rules::position_after(&self.predictions.question.line) else {
            return false;
        };
        let [given, expected] = [given, expected].map(|it| it.iter().collect::<BTreeSet<_>>());
        let mut different = given.symmetric_difference(&expected);
        let is_castling = |mv: UciMove| is_castling(&position, mv);
        given != expected && different.all(|mv| mv.uci().is_some_and(is_castling))
    }

    /// Returns the subject of the answer. Of a game with a move that the engine does not take, it is the moves.
    pub(super) fn topic(&self) -> Topic {
        let is_refused = matches!(self.reply, Reply::NotTaken(_));
        if is_refused && !matches!(self.predictions.question.query, Query::Parse(_)) {
            return Topic::Moves;
        }
        self.predictions.question.query.topic()
    }

    /// The answer of an engine with these faults. Its keys need not come from its list of moves or its board, and its signs of a
    /// check not from its board, so that they may be right where those are wrong.
    pub(super) fn predict_reply(&self, faults: FaultSet) -> Cow<'_, Reply> {
        let is_apart: Option<fn(EngineFault) -> bool> =
            match (self.topic(), &self.predictions.question.query) {
                (Topic::Key | Topic::Repetition, _) => Some(is_apart_from_keys),
                (_, Query::About(MoveQuery::San, _)) => {
                    Some(|fault| fault.family() == Family::Make)
                }
                (_, Query::About(asked, _)) if asked.flag().is_some() => Some(is_apart_from_flags),
                _ => None,
            };
        if let Some(is_apart) = is_apart {
            let kept = faults.iter().filter(|it| !is_apart(*it)).collect();
            let apart = self.predictions.reply_with(faults.intersection(kept));
            if self.reply.fits(&apart) {
                return apart;
            }
        }
        self.predictions.reply_with(faults)
    }

    /// Tells whether the answer is wrong.
    #[must_use]
    pub fn is_wrong(&self) -> bool {
        !self.predictions.is_correct(&self.reply)
    }

    /// Tells whether one of these faults alone changes the answer to the question.
    pub(super) fn is_changed_by(&self, faults: FaultSet) -> bool {
        let mut changed = self.predictions.by_fault().iter();
        changed.any(|(fault, _)| faults.contains(*fault))
    }

    /// Tells whether an engine with these faults can have given the answer.
    #[must_use]
    pub fn agrees(&self, faults: FaultSet) -> bool {
        let predicted = self.predict_reply(faults);
        self.reply.fits(&predicted)
            || !self.is_wrong()
                && (self.predictions.is_correct(&predicted) || self.omits_target(&predicted))
            || self
                .without_king_captures(&predicted)
                .is_some_and(|it| self.reply.fits(&it))
    }

    /// Tells whether the answer is a correct FEN without a target, where the prediction names a square and there is a right that
    /// some conventions do not show. It says nothing about how targets are written.
    fn omits_target(&self, predicted: &Reply) -> bool {
        let (Reply::Answer(Answer::Fen(given)), Reply::Answer(Answer::Fen(predicted))) =
            (&self.reply, predicted)
        else {
            return false;
        };
        let [given, predicted] = [given, predicted].map(|it| it.split(' ').collect::<Vec<_>>());
        let has_right = || {
            let position = rules::position_after(&self.predictions.question.line);
            position.is_some_and(|it| it.setup(EnPassantMode::Always).en_passant.is_some())
        };
        match (&given[..], &predicted[..]) {
            ([board, side, castling, "-", counters @ ..], [a, b, c, _, d @ ..]) => {
                (board, side, castling, counters) == (a, b, c, d) && has_right()
            }
            _ => false,
        }
    }

    /// A predicted list of moves without those that capture a king, which not every engine lists; `None` if there are none.
    fn without_king_captures(&self, predicted: &Reply) -> Option<Reply> {
        let moves = predicted.as_moves()?;
        let king = self.predictions.king_in_danger()?;
        let captures_king = |mv: &EngineMove| mv.uci().is_some_and(|mv| mv.to() == king);
        let others: Vec<_> = moves
            .iter()
            .filter(|mv| !captures_king(mv))
            .cloned()
            .collect();
        (others.len() < moves.len()).then(|| Reply::moves(others))
    }

    /// Tells whether the question is a count deeper than one ply. Engines differ in how they count below a position in which a
    /// king can be captured.
    pub(super) fn is_deep_count(&self) -> bool {
        matches!(self.predictions.question.query, Query::Count(depth) if 1 < depth)
    }

    /// Tells whether a text with the suffix `e.p.` is to be read, which no engine has to understand.
    pub(super) fn has_suffix(&self) -> bool {
        has_suffix(&self.predictions.question.query) == Some(true)
    }
}

/// Tells whether a text to be read has the suffix `e.p.`; `None` for any other question.
pub(super) fn has_suffix(query: &Query) -> Option<bool> {
    match query {
        Query::Parse(text) => Some(text.contains("e.p.")),
        _ => None,
    }
}

/// Tells whether a move, legal or not, is written like castling: the king moves two squares or more, or onto a rook of its own.
fn is_castling(position: &Position, mv: UciMove) -> bool {
    let us = position.side_to_move();
    let files = [mv.from(), mv.to()].map(|square| square.file().index());
    mv.from() == position.king(us)
        && mv.from().rank() == mv.to().rank()
        && (1 < files[0].abs_diff(files[1])
            || position.piece_at(mv.to()) == Some(Piece::new(us, PieceType::Rook)))
}

/// Tells whether a fault makes boards wrong, or moves that are read from text: an engine whose signs of a move come from its list
/// has them right.
fn is_apart_from_flags(fault: EngineFault) -> bool {
    fault.family() == Family::Make || fault == EngineFault::MovesParserLeavesVictim
}

/// Tells whether a fault makes lists of moves, boards or the stored right wrong, and nothing else of an engine whose keys take nothing
/// from these.
fn is_apart_from_keys(fault: EngineFault) -> bool {
    matches!(
        fault.family(),
        Family::Missing
            | Family::Illegal
            | Family::Geometry
            | Family::Make
            | Family::Unmake
            | Family::Right
    )
}

#[cfg(test)]
mod tests {
    use passant_oracle::EngineFault;
    use passant_query::{Answer, EngineMove, Query};

    use super::Observation;
    use crate::diagnosis::predictions::Predictions;
    use crate::diagnosis::queries::query_after_game;
    use crate::diagnosis::reply::Reply;

    /// A question for the legal moves after a line.
    fn moves_after(line: &str) -> Predictions {
        let query = query_after_game(line.parse().unwrap(), Query::Moves);
        Predictions::new(query.unwrap())
    }

    fn observation<'a>(predictions: &'a Predictions, moves: &[&str]) -> Observation<'a> {
        let moves = moves.iter().map(|mv| EngineMove::from_uci(mv));
        Observation {
            predictions,
            reply: Reply::moves(moves.collect()),
        }
    }

    /// The knight on b1 stands between king and rook, so that castling is illegal.
    #[test]
    fn wrong_castling_is_told_from_other_wrong_moves() {
        let predictions = moves_after("8/5k2/8/8/8/8/8/RN2K3 w Q - 0 1");
        let text = predictions.expected.to_string();
        let legal: Vec<_> = text.split(' ').collect();
        let is_about_castling =
            |moves: &[&str]| observation(&predictions, moves).is_wrong_about_castling();
        assert!(is_about_castling(&[&legal[..], &["e1c1"]].concat()));
        assert!(!is_about_castling(&legal));
        assert!(!is_about_castling(&legal[1..]));
        assert!(!is_about_castling(
            &[&legal[..], &["e1c1", "e1e3"]].concat()
        ));
    }

    /// The crate chess 3.2.0 names the square of the victim if a pawn stands beside it, and otherwise none.
    #[test]
    fn a_fen_without_a_target_says_nothing_about_how_targets_are_written() {
        let agrees = |fen: &str, given: &str, fault: EngineFault| {
            let predictions = query_after_game(fen.parse().unwrap(), Query::Fen);
            let predictions = Predictions::new(predictions.unwrap());
            let reply = Reply::Answer(Answer::Fen(given.to_owned()));
            Observation {
                predictions: &predictions,
                reply,
            }
            .agrees(fault.into())
        };
        let (victim, after) = (
            EngineFault::FenPrintsVictim,
            EngineFault::FenPrintsAfterCapture,
        );
        let unused = "4k3/8/8/p7/8/8/8/4K3 w - a6 0 1";
        assert!(agrees(unused, "4k3/8/8/p7/8/8/8/4K3 w - - 0 1", victim));
        assert!(agrees(unused, "4k3/8/8/p7/8/8/8/4K3 w - a5 0 1", victim));
        assert!(!agrees(unused, "4k3/8/8/p7/8/8/8/4K3 w - - 3 1", victim));
        let usable = "4k3/8/8/pP6/8/8/8/4K3 w - a6 0 1";
        assert!(!agrees(usable, "4k3/8/8/pP6/8/8/8/4K3 w - - 0 1", victim));
        // There is no right after the capture.
        let captured = "4k3/8/8/pP6/8/8/8/4K3 w - a6 0 1 moves b5a6";
        assert!(!agrees(captured, "4k3/8/P7/8/8/8/8/4K3 b - - 0 1", after));
    }

    /// The victim that stays on g5 attacks the king on f4.
    #[test]
    fn an_engine_need_not_list_the_capture_of_a_king() {
        let predictions = moves_after("8/8/8/5Pp1/5K2/8/8/2k5 w - g6 0 1 moves f5g6");
        let without = ["c1b1", "c1b2", "c1c2", "c1d1", "c1d2", "g5g4"];
        let agrees = |moves: &[&str]| {
            observation(&predictions, moves).agrees(EngineFault::VictimStays.into())
        };
        assert!(agrees(&without));
        assert!(agrees(&[&without[..], &["g5f4"]].concat()));
        assert!(!agrees(&without[1..]));
    }
}
