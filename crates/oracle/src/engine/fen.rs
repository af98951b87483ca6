//! The en passant field of a FEN, in and out.

use passant_rules::{Color, File, Piece, PieceType, Rank, Setup, Square};

use super::position::EnginePosition;
use crate::{EngineFault, FaultSet, State};

impl EnginePosition {
    /// Reads what a FEN says. A right that the board contradicts is dropped.
    pub(super) fn read(setup: &Setup, faults: FaultSet) -> Self {
        let mut position = Self {
            faults,
            state: State {
                setup: Setup {
                    en_passant: None,
                    ..setup.clone()
                },
            },
            is_chess960: is_chess960(setup),
            fen_field: setup.en_passant,
            right: None,
            expired: [None; 2],
            hidden: None,
            captured_on: None,
            key: 0,
        };
        position.right = position
            .right_read(setup)
            .filter(|&target| position.can_store(target));
        position.key = if position.has(EngineFault::RereadChangesKey) {
            position.placement_key()
        } else {
            position.fresh_key() ^ position.unused_field_key()
        };
        position
    }

    /// Returns the contents of the FEN that is printed.
    pub(super) fn print_setup(&self) -> Setup {
        let mut setup = self.state.setup().clone();
        let victim = |target: Square| target.offset(0, -self.us().forward()).unwrap_or(target);
        setup.en_passant = self.right.map(|target| {
            if self.has(EngineFault::FenPrintsVictim) || self.has(EngineFault::StoresVictimSquare) {
                victim(target)
            } else if self.has(EngineFault::FenPrintsOtherRank) {
                target.flip()
            } else {
                target
            }
        });
        let is_lost = self.fen_field.is_some() && self.has(EngineFault::FenLosesRight);
        if is_lost || self.has(EngineFault::FenPrintsDash) {
            setup.en_passant = None;
        }
        if self.has(EngineFault::FenPrintsAfterCapture) && self.captured_on.is_some() {
            setup.en_passant = self.captured_on;
        }
        if self.misreads_for_black() {
            setup.en_passant = self.fen_field.and_then(|field| field.offset(0, -2));
        }
        setup
    }

    /// Tells whether this is a position that was read with a field, and misread.
    fn misreads_for_black(&self) -> bool {
        self.has(EngineFault::FenBlackMisread)
            && self.us() == Color::Black
            && self.fen_field.is_some()
    }

    /// The target that the field gives.
    fn right_read(&self, setup: &Setup) -> Option<Square> {
        let field = setup.en_passant?;
        let believed = |target: Square| {
            let with_target = Setup {
                en_passant: Some(target),
                ..setup.clone()
            };
            State { setup: with_target }.target()
        };
        let sixth = Rank::Sixth.relative_to(self.us());
        let is_ignored = self.has(EngineFault::FenFieldIgnored)
            || (self.has(EngineFault::FenAFileIgnored) && field.file() == File::A);
        if is_ignored || self.misreads_for_black() {
            None
        } else if self.has(EngineFault::FenFieldTrusted) {
            Some(field).filter(|&target| self.state.is_empty(target))
        } else if self.has(EngineFault::StoresVictimSquare) {
            field.offset(0, self.us().forward()).and_then(believed)
        } else if self.has(EngineFault::FenRankIgnored) {
            believed(Square::new(field.file(), sixth))
        } else if self.has(EngineFault::FenRanksSwapped) {
            believed(field.flip())
        } else {
            believed(field)
        }
    }
}

/// Tells whether a castling right is not one of standard chess.
fn is_chess960(setup: &Setup) -> bool {
    setup.castling.iter().any(|(color, side, rook)| {
        let king = Square::new(File::E, color.home_rank());
        rook != side.standard_rook_file()
            || setup.board.get(king) != Some(Piece::new(color, PieceType::King))
    })
}
