//! Finds the legal move that SAN means, without listing the legal moves: the pieces that reach the destination are found in the piece
//! lists, and each is tested for whether it exposes its king.

use crate::geometry::{Address, address, square};
use crate::mailbox::{EMPTY, code_of, is_piece_of};
use crate::san::San;
use crate::{Move, MoveKind, MoveTextError, PieceType, Position, Rank, Square};

impl Position {
    /// Returns the legal move that SAN means, if it is not castling.
    pub(crate) fn find_meant(&self, san: &San) -> Result<Move, MoveTextError> {
        let to = san.to.ok_or(MoveTextError::Illegal)?;
        if san.kind == PieceType::Pawn {
            return self.find_pawn_move(san, to).ok_or(MoveTextError::Illegal);
        }
        let us = self.side_to_move();
        let there = self.mailbox.cell(address(to));
        let is_allowed = san.promotion.is_none()
            && !is_piece_of(us, there)
            && (there != EMPTY || !san.says_capture);
        if !is_allowed {
            return Err(MoveTextError::Illegal);
        }
        let code = code_of(san.kind);
        let mut found = None;
        for slot in self.mailbox.non_pawns(us) {
            if self.mailbox.code(slot) != code || !self.mailbox.reaches(slot, address(to)) {
                continue;
            }
            let from = self.mailbox.address_of(slot);
            if san.names(square(from))
                && self.is_safe(san.kind, [from, address(to)])
                && found.replace(from).is_some()
            {
                return Err(MoveTextError::Ambiguous);
            }
        }
        let kind = if there == EMPTY {
            MoveKind::Quiet
        } else {
            MoveKind::Capture
        };
        let from = found.ok_or(MoveTextError::Illegal)?;
        Ok(Move::new(square(from), to, kind))
    }

    /// Tells whether the own king is not attacked after a move of a piece, which reaches its destination.
    fn is_safe(&self, kind: PieceType, [from, to]: [Address; 2]) -> bool {
        let us = self.side_to_move();
        if kind == PieceType::King {
            !self.mailbox.attacks(!us, to, from)
        } else {
            !self.mailbox.exposes_king(us, [from, to])
        }
    }

    /// Returns the legal move of a pawn. A capture names the file of the pawn.
    fn find_pawn_move(&self, san: &San, to: Square) -> Option<Move> {
        let us = self.side_to_move();
        let there = self.mailbox.cell(address(to));
        let behind = to.offset(0, -us.forward())?;
        let (from, kind) = if san.says_capture {
            let file = san.file?;
            if file.index().abs_diff(to.file().index()) != 1 {
                return None;
            }
            let from = Square::new(file, behind.rank());
            let legal = self.en_passant().filter(|right| right.target() == to);
            match legal {
                Some(right) if there == EMPTY && right.legal().contains(from) => {
                    let capture = Move::new(from, to, MoveKind::EnPassant);
                    return (san.names(from) && san.promotion.is_none()).then_some(capture);
                }
                _ if is_piece_of(!us, there) => (from, MoveKind::Capture),
                _ => return None,
            }
        } else if there != EMPTY {
            return None;
        } else if self.mailbox.cell(address(behind)) != EMPTY {
            (behind, MoveKind::Quiet)
        } else if to.rank() == Rank::Fourth.relative_to(us) {
            (behind.offset(0, -us.forward())?, MoveKind::DoublePush)
        } else {
            return None;
        };
        let promotes = to.rank() == Rank::Eighth.relative_to(us);
        let kind = match san.promotion {
            Some(piece) if promotes => {
                let mut kinds = kind.promotions().into_iter();
                kinds.find(|kind| kind.promotion() == Some(piece))?
            }
            None if !promotes => kind,
            _ => return None,
        };
        let is_legal = san.names(from)
            && self.mailbox.has_pawn(us, address(from))
            && self.is_safe(PieceType::Pawn, [address(from), address(to)]);
        is_legal.then(|| Move::new(from, to, kind))
    }
}

impl San {
    /// Tells whether a piece on a square could be meant, by the file and the rank that are named.
    fn names(&self, from: Square) -> bool {
        self.file.is_none_or(|file| file == from.file())
            && self.rank.is_none_or(|rank| rank == from.rank())
    }
}
