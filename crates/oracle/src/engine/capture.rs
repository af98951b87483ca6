//! En passant captures: the pseudo-legal ones, and those that the engine believes to be legal.

use passant_rules::{Color, File, Move, MoveKind, PieceType, Rank, Square};

use super::position::EnginePosition;
use crate::state::king_attackers;
use crate::{EngineFault, Reason};

impl EnginePosition {
    /// The en passant captures that are believed to be legal.
    pub(super) fn captures(&self) -> Vec<Move> {
        let all = self.pseudo_captures();
        let mut captures: Vec<_> = (0..all.len())
            .filter(|&number| self.may_capture(&all, number))
            .filter_map(|number| all.get(number).copied())
            .collect();
        if self.has(EngineFault::SecondCapturerMissed) {
            captures.truncate(1);
        }
        if self.has(EngineFault::FirstCapturerMissed) {
            captures.drain(..captures.len().saturating_sub(1));
        }
        if self.has(EngineFault::LandsOnVictim) {
            for mv in &mut captures {
                let to = self.state.victim(mv.to()).unwrap_or(mv.to());
                *mv = Move::new(mv.from(), to, MoveKind::EnPassant);
            }
        }
        captures
    }

    /// The pseudo-legal captures.
    pub(super) fn pseudo_captures(&self) -> Vec<Move> {
        self.targets()
            .flat_map(|target| {
                let capturers = self.capturers(target);
                capturers
                    .into_iter()
                    .map(move |from| Move::new(from, target, MoveKind::EnPassant))
            })
            .collect()
    }

    /// The empty squares on which a capturer may land.
    pub(super) fn targets(&self) -> impl Iterator<Item = Square> {
        let phantom = match self.us() {
            Color::White if self.has(EngineFault::A8MeansNone) => Some(Square::A8),
            Color::Black if self.has(EngineFault::A1MeansNone) => Some(Square::A1),
            _ => None,
        };
        let expired = self.expired[1].filter(|&target| {
            let victim = self.state.victim(target);
            self.has(EngineFault::KeptTwoMoves)
                && self.right != Some(target)
                && victim.is_some_and(|at| self.state.has(!self.us(), PieceType::Pawn, at))
        });
        let now = self.right.or(phantom);
        let is_empty = |target: &Square| self.state.is_empty(*target);
        let targets = now.into_iter().chain(expired);
        targets.chain(self.imagined_targets()).filter(is_empty)
    }

    /// The squares on which an engine captures that finds every square equal to no target: those before which no piece of
    /// its own and no king stands.
    fn imagined_targets(&self) -> impl Iterator<Item = Square> {
        let has_none = self.right.is_none() && self.has(EngineFault::CapturesWithoutRight);
        let sixth = Rank::Sixth.relative_to(self.us());
        let squares = File::ALL
            .into_iter()
            .map(move |file| Square::new(file, sixth));
        squares.filter(move |&target| {
            let victim = self
                .state
                .victim(target)
                .and_then(|at| self.state.board().get(at));
            let may_vanish = victim.is_none_or(|piece| {
                piece.color() != self.us() && piece.piece_type() != PieceType::King
            });
            has_none && may_vanish
        })
    }

    /// The squares of the pseudo-legal capturers, the a-file first.
    fn capturers(&self, target: Square) -> Vec<Square> {
        let us = self.us();
        let is_missed = self.has(EngineFault::CaptureMissed)
            || (self.has(EngineFault::WhiteCaptureMissed) && us == Color::White)
            || (self.has(EngineFault::BlackCaptureMissed) && us == Color::Black)
            || (self.has(EngineFault::EdgeVictimMissed) && is_edge(target));
        let Some(victim) = self.state.victim(target).filter(|_| !is_missed) else {
            return Vec::new();
        };
        let pawn = |at: &Square| self.state.has(us, PieceType::Pawn, *at);
        let mut found: Vec<_> = [victim.offset(-1, 0), victim.offset(1, 0)]
            .into_iter()
            .flatten()
            .filter(|&beside| {
                self.captures_from(Move::new(beside, target, MoveKind::EnPassant), victim)
            })
            .collect();
        found.extend(self.far_squares(victim).into_iter().flatten().filter(pawn));
        if self.has(EngineFault::CapturesBackwards) {
            let ahead = |files| target.offset(files, us.forward());
            found.extend([ahead(-1), ahead(1)].into_iter().flatten().filter(pawn));
        }
        found
    }

    /// Tells whether the piece that would capture from beside the victim counts as a capturer.
    fn captures_from(&self, mv: Move, victim: Square) -> bool {
        let beside = mv.from();
        let Some(piece) = self.state.board().get(beside) else {
            return false;
        };
        let is_west = beside.file() < victim.file();
        let is_missed = (self.has(EngineFault::WestCapturerMissed) && is_west)
            || (self.has(EngineFault::EastCapturerMissed) && !is_west)
            || (self.has_for(mv, EngineFault::EdgeCapturerMissed) && is_edge(beside));
        let is_ours = piece.color() == self.us() || self.has_for(mv, EngineFault::AnyColorCaptures);
        let is_pawn =
            piece.piece_type() == PieceType::Pawn || self.has_for(mv, EngineFault::AnyManCaptures);
        is_ours && is_pawn && !is_missed
    }

    /// The squares at the other edge of the board that are mistaken for neighbors of a victim on an edge file.
    fn far_squares(&self, victim: Square) -> [Option<Square>; 2] {
        let wraps = match victim.file() {
            File::A => EngineFault::WrapsToHFile,
            File::H => EngineFault::WrapsToAFile,
            _ => return [None; 2],
        };
        [
            across_edge(victim).filter(|_| self.has(wraps)),
            Some(victim.mirror()).filter(|_| self.has(EngineFault::Cylinder)),
        ]
    }

    /// Tells whether the capture with this number among all is believed to be legal.
    fn may_capture(&self, all: &[Move], number: usize) -> bool {
        if self.has(EngineFault::NeverJudged) {
            return true;
        }
        if self.has(EngineFault::AllOrNothing) {
            return all.iter().all(|&mv| self.is_believed_legal(mv));
        }
        let judged = if self.has(EngineFault::FirstJudgedForBoth) {
            all.first()
        } else if self.has(EngineFault::SecondJudgedForBoth) {
            all.last()
        } else {
            all.get(number)
        };
        judged.is_some_and(|&mv| self.is_believed_legal(mv))
    }

    fn is_believed_legal(&self, mv: Move) -> bool {
        let attackers = self.attackers_after(mv);
        let is_safe = attackers
            .into_iter()
            .all(|(attacker, reason)| self.overlooks(mv, attacker, reason));
        is_safe && !self.is_refused(mv)
    }

    /// The true reasons why a capture is illegal; none if it is legal.
    pub(super) fn refusals(&self, mv: Move) -> Vec<Reason> {
        let attackers = self.attackers_after(mv);
        attackers.into_iter().map(|(_, reason)| reason).collect()
    }

    /// The pieces that attack the capturing side's king after a capture, each with the reason why it does.
    fn attackers_after(&self, mv: Move) -> Vec<(Square, Reason)> {
        let victim = self.state.victim(mv.to()).unwrap_or(mv.to());
        let after = self.state.make(mv);
        king_attackers(after.board(), self.us())
            .into_iter()
            .map(|attacker| (attacker, self.state.blame(attacker, mv.from(), victim)))
            .collect()
    }

    /// Tells whether a piece that will attack the king is overlooked.
    fn overlooks(&self, mv: Move, attacker: Square, reason: Reason) -> bool {
        match reason {
            Reason::Rank => {
                let is_capturer_nearer =
                    (attacker.file() < mv.from().file()) == (mv.to().file() < mv.from().file());
                let is = |kind| self.state.has(!self.us(), kind, attacker);
                self.has_for(mv, EngineFault::RankPinIgnored)
                    || (self.has_for(mv, EngineFault::RankQueenIgnored) && is(PieceType::Queen))
                    || (self.has_for(mv, EngineFault::RankRookIgnored) && is(PieceType::Rook))
                    || (self.has_for(mv, EngineFault::RankBehindVictimIgnored)
                        && !is_capturer_nearer)
                    || (self.has_for(mv, EngineFault::RankBehindCapturerIgnored)
                        && is_capturer_nearer)
            }
            Reason::File => self.has_for(mv, EngineFault::FilePinIgnored),
            Reason::Diagonal => self.has_for(mv, EngineFault::DiagonalPinIgnored),
            Reason::Victim => self.has_for(mv, EngineFault::VictimDiagonalIgnored),
            Reason::Check => {
                self.has_for(mv, EngineFault::CheckIgnored)
                    || (self.has_for(mv, EngineFault::PushCheckIgnored)
                        && self.is_uncovered_by_push(mv, attacker))
            }
        }
    }

    /// Tells whether a checker gave no check while the victim was on its origin.
    fn is_uncovered_by_push(&self, mv: Move, attacker: Square) -> bool {
        let forward = self.us().forward();
        let (Some(victim), Some(origin)) = (self.state.victim(mv.to()), mv.to().offset(0, forward))
        else {
            return false;
        };
        let mut before = self.state.board().clone();
        before.set(origin, before.get(victim));
        before.set(victim, None);
        !king_attackers(&before, self.us()).contains(attacker)
    }

    /// Tells whether a legal capture is refused.
    fn is_refused(&self, mv: Move) -> bool {
        let victim = self.state.victim(mv.to()).unwrap_or(mv.to());
        let checkers = self.state.checkers();
        let is_evasion = checkers.contains(victim);
        (self.has_for(mv, EngineFault::AlongPinRefused) && self.state.is_pinned(mv))
            || (self.has_for(mv, EngineFault::EvasionMissed) && is_evasion)
            || (self.has_for(mv, EngineFault::CheckingCaptureMissed)
                && self.state.make(mv).is_check())
            || (self.has_for(mv, EngineFault::BlockMissed) && !checkers.is_empty() && !is_evasion)
            || (self.has_for(mv, EngineFault::ReblockRefused) && self.state.is_reblocked(mv))
            || (self.has_for(mv, EngineFault::RankBlockerOverlooked)
                && self.seems_pinned_on_rank(mv))
            || (self.has_for(mv, EngineFault::AnyPiecePinsOnRank)
                && self.uncovers_any_piece(mv, victim))
    }

    /// Tells whether the first piece beyond capturer and victim, as the king sees them on its rank, belongs to the other side.
    fn uncovers_any_piece(&self, mv: Move, victim: Square) -> bool {
        let (us, board) = (self.us(), self.state.board());
        let king = passant_rules::Piece::new(us, PieceType::King);
        let king = board.squares_of(king).first();
        let Some(king) = king.filter(|king| king.rank() == victim.rank()) else {
            return false;
        };
        let step = if king.file() < victim.file() { 1 } else { -1 };
        let beyond = std::iter::successors(king.offset(step, 0), |at| at.offset(step, 0));
        let is_left = |at: &Square| *at != mv.from() && *at != victim;
        let mut pieces = beyond.filter(is_left).filter_map(|at| board.get(at));
        pieces.next().is_some_and(|piece| piece.color() != us)
    }

    /// Tells whether king, capturer, victim and a rook or queen stand on one rank in that order, whatever stands
    /// between.
    fn seems_pinned_on_rank(&self, mv: Move) -> bool {
        let us = self.us();
        let rank = mv.from().rank();
        let on_rank = |square: &Square| square.rank() == rank;
        let pieces: Vec<_> = self
            .state
            .board()
            .iter()
            .filter(|(at, _)| on_rank(at))
            .collect();
        let king = pieces
            .iter()
            .find(|(_, piece)| piece.color() == us && piece.piece_type() == PieceType::King);
        king.is_some_and(|&(king, _)| {
            pieces.iter().any(|&(at, piece)| {
                piece.color() != us
                    && matches!(piece.piece_type(), PieceType::Rook | PieceType::Queen)
                    && (at.file() < mv.from().file()) == (mv.from().file() < king.file())
            })
        })
    }
}

/// The square at the other edge that comes before or after one on an edge file if squares are counted from 0 to 63: h4
/// before a5, and a5 after h4.
pub(super) fn across_edge(square: Square) -> Option<Square> {
    match square.file() {
        File::A => square.mirror().offset(0, -1),
        File::H => square.mirror().offset(0, 1),
        _ => None,
    }
}

pub(super) fn is_edge(square: Square) -> bool {
    matches!(square.file(), File::A | File::H)
}

impl EnginePosition {
    /// Returns all moves but en passant captures, among those that are asked about.
    pub(super) fn ordinary_moves_among(&self, is_asked: &dyn Fn(Move) -> bool) -> Vec<Move> {
        let mut moves = self.state.moves_among(is_asked);
        let overlooking = self.moves_that_overlook_the_push().into_iter();
        moves.extend(overlooking.filter(|&mv| is_asked(mv)));
        if self.has(EngineFault::MarkerBlocksLines)
            && let Some(marker) = self.right
        {
            moves.retain(|mv| !is_between(mv.from(), marker, mv.to()));
        }
        moves
    }

    /// The moves of unpinned pieces other than the king that leave it in check by the pawn that has moved two squares, in
    /// a position read from a FEN.
    fn moves_that_overlook_the_push(&self) -> Vec<Move> {
        let is_overlooked = self.fen_field.is_some() && self.has(EngineFault::PushCheckOverlooked);
        let right = self.right.filter(|_| is_overlooked);
        let Some(victim) = right.and_then(|target| self.state.victim(target)) else {
            return Vec::new();
        };
        let mut moves = self.state.pseudo_legal_moves();
        moves.retain(|&mv| {
            let is_of_king = self.state.has(self.us(), PieceType::King, mv.from());
            let attackers = king_attackers(self.state.make(mv).board(), self.us());
            let is_free = self.state.attackers_without(mv.from()).is_empty();
            let is_check = !attackers.is_empty() && attackers.into_iter().all(|it| it == victim);
            is_check && is_free && !is_of_king
        });
        moves
    }
}

/// Tells whether a square lies between two others on a rank, file or diagonal.
fn is_between(from: Square, at: Square, to: Square) -> bool {
    let way = |one: Square, other: Square| {
        let steps = |one: u8, other: u8| i16::from(other) - i16::from(one);
        (
            steps(one.file().index(), other.file().index()),
            steps(one.rank().index(), other.rank().index()),
        )
    };
    let (files, ranks) = way(from, to);
    let is_line = files == 0 || ranks == 0 || files.abs() == ranks.abs();
    let length = files.abs().max(ranks.abs());
    let (to_files, to_ranks) = way(from, at);
    let distance = to_files.abs().max(to_ranks.abs());
    is_line
        && 0 < distance
        && distance < length
        && to_files * length == files * distance
        && to_ranks * length == ranks * distance
}
