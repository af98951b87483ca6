//! Moves as text, and the victim of a move.

use passant_rules::{CastlingSide, File, Move, MoveKind, PieceType, Rank, Square};

use super::position::EnginePosition;
use crate::EngineFault;
use crate::state::king_attackers;

impl EnginePosition {
    /// A move in UCI notation; in Chess960 castling is king takes rook.
    pub(super) fn uci(&self, mv: Move) -> String {
        let castling = self.state.setup().castling;
        let rook = mv
            .kind()
            .castling_side()
            .and_then(|side| castling.rook_square(self.us(), side))
            .filter(|_| self.is_chess960);
        rook.map_or_else(
            || mv.uci().to_string(),
            |rook| format!("{}{rook}", mv.from()),
        )
    }

    /// The move that a text in UCI notation means.
    pub(super) fn read_uci(&self, text: &str) -> Option<Move> {
        let from: Square = text.get(..2)?.parse().ok()?;
        let is_meant = |mv: Move| mv.from() == from && self.uci(mv) == text;
        let found = self.moves_among(&is_meant).into_iter().next()?;
        let is_piece = !self.state.has(self.us(), PieceType::Pawn, found.from());
        let is_to_target = is_piece && self.right == Some(found.to());
        if is_to_target && self.has(EngineFault::MoveToTargetRefused) {
            return None;
        }
        Some(self.misread(found, EngineFault::MovesParserLeavesVictim))
    }

    /// The move that a text in SAN means: the one that is written like it, signs and suffix aside.
    pub(super) fn read_san(&self, text: &str) -> Option<Move> {
        let without_signs = |text: &str| text.trim_end_matches(['+', '#', '!', '?']).to_owned();
        let (body, says_en_passant) = match without_signs(text).strip_suffix("e.p.") {
            Some(body) => (without_signs(body.trim_end()), true),
            None => (without_signs(text), false),
        };
        if says_en_passant && self.has(EngineFault::SuffixRefused) {
            return None;
        }
        let names_target =
            |mv: Move| mv.kind().castling_side().is_some() || body.contains(&mv.to().to_string());
        // A capture that is written with the origin is still read without it.
        let reader = Self {
            faults: self
                .faults
                .without(EngineFault::SanWithOrigin)
                .without(EngineFault::SanWithEp),
            ..self.clone()
        };
        let found = self.moves_among(&names_target).into_iter().find(|&mv| {
            without_signs(&reader.san(mv)) == body && (mv.is_en_passant() || !says_en_passant)
        })?;
        let is_refused = found.is_en_passant()
            && (self.has(EngineFault::SanCaptureRefused)
                || !says_en_passant && self.has(EngineFault::SanNeedsSuffix));
        // An engine that is told no flag cannot tell the capture from a quiet move.
        let read = self.misread(found, EngineFault::EnPassantFlagOnPush);
        (!is_refused).then(|| self.misread(read, EngineFault::SanReadAsQuiet))
    }

    /// A move in SAN (PGN standard 8.2.3).
    pub(super) fn san(&self, mv: Move) -> String {
        let body = match mv.kind().castling_side() {
            Some(CastlingSide::King) => "O-O".to_owned(),
            Some(CastlingSide::Queen) => "O-O-O".to_owned(),
            None => self.san_body(mv),
        };
        let has_suffix = mv.is_en_passant() && self.has(EngineFault::SanWithEp);
        body + if has_suffix { "ep" } else { "" } + self.sign(mv)
    }

    /// The square of the captured piece that the engine names.
    pub(super) fn name_victim(&self, mv: Move) -> Option<Square> {
        if !mv.is_en_passant() {
            return mv.is_capture().then_some(mv.to());
        }
        if self.has(EngineFault::CaptureNotKnown) {
            None
        } else if self.has(EngineFault::VictimOnTarget) {
            Some(mv.to())
        } else {
            self.state.victim(mv.to())
        }
    }

    /// Tells whether the flag of a move says that it gives check.
    pub(super) fn reports_check(&self, mv: Move) -> bool {
        let is_overlooked = mv.is_en_passant()
            && self.has(EngineFault::CheckFlagWithoutDiscovery)
            && !self.play(mv).state.checkers().contains(mv.to());
        self.gives_check(mv) && !is_overlooked
    }

    /// Tells whether a move gives check on the board of the engine, as the flag and SAN both see it.
    fn gives_check(&self, mv: Move) -> bool {
        self.state_after(mv).is_check()
            || (mv.is_en_passant()
                && self.has(EngineFault::CheckOnClosedLine)
                && self.checks_without_capturer(mv))
    }

    /// Returns whether the side to move has no move, where the last move may have been a double push.
    fn seems_mated(&self, is_pushed: bool) -> bool {
        if is_pushed && self.has(EngineFault::SanMateWithoutCapture) {
            self.ordinary_moves_among(&|_| true).is_empty()
        } else if is_pushed && self.has(EngineFault::SanMateDenied) {
            self.moves().is_empty() && self.pseudo_captures().is_empty()
        } else {
            self.moves().is_empty()
        }
    }

    /// Returns whether the enemy king is in check after a capture as long as the capturer has not landed.
    fn checks_without_capturer(&self, mv: Move) -> bool {
        let mut board = self.state.make(mv).board().clone();
        board.set(mv.to(), None);
        !king_attackers(&board, !self.us()).is_empty()
    }

    fn misread(&self, mv: Move, fault: EngineFault) -> Move {
        if mv.is_en_passant() && self.has(fault) {
            Move::new(mv.from(), mv.to(), MoveKind::Quiet)
        } else {
            mv
        }
    }

    fn san_body(&self, mv: Move) -> String {
        let piece = self.state.board().get(mv.from());
        let kind = piece.map_or(PieceType::Pawn, passant_rules::Piece::piece_type);
        let is_push = mv.is_en_passant() && self.has(EngineFault::SanAsPush);
        let takes = mv.is_capture() && !is_push;
        let is_fileless = mv.is_en_passant() && self.has(EngineFault::SanWithoutFile);
        let has_origin = mv.is_en_passant() && self.has(EngineFault::SanWithOrigin);
        let mover = match kind {
            PieceType::Pawn if takes && has_origin => mv.from().to_string(),
            PieceType::Pawn if takes && !is_fileless => mv.from().file().to_string(),
            PieceType::Pawn => String::new(),
            _ => format!("{}{}", kind.letter(), self.distinction(mv, kind)),
        };
        let promotion = mv.promotion().map(|kind| format!("={}", kind.letter()));
        format!(
            "{mover}{}{}{}",
            if takes { "x" } else { "" },
            mv.to(),
            promotion.unwrap_or_default()
        )
    }

    /// Returns what distinguishes a piece from others of its type that may go to the same square: its file, else its
    /// rank, else both.
    fn distinction(&self, mv: Move, kind: PieceType) -> String {
        let is_rival = |other: Move| {
            other.to() == mv.to()
                && other.from() != mv.from()
                && self.state.has(self.us(), kind, other.from())
        };
        let rivals: Vec<Square> = self
            .moves_among(&is_rival)
            .into_iter()
            .map(Move::from)
            .collect();
        let (file, rank): (File, Rank) = (mv.from().file(), mv.from().rank());
        if rivals.is_empty() {
            String::new()
        } else if rivals.iter().all(|rival| rival.file() != file) {
            file.to_string()
        } else if rivals.iter().all(|rival| rival.rank() != rank) {
            rank.to_string()
        } else {
            mv.from().to_string()
        }
    }

    /// Tells whether a move is flagged as an en passant capture.
    pub(super) fn is_flagged(&self, mv: Move) -> bool {
        if self.has(EngineFault::EnPassantFlagOnPush) {
            mv.kind() == MoveKind::DoublePush
        } else {
            mv.is_en_passant()
        }
    }

    /// Returns `+` for check, `#` for mate.
    fn sign(&self, mv: Move) -> &'static str {
        let after = self.play(mv);
        let is_overlooked = mv.is_en_passant()
            && self.has(EngineFault::SanWithoutCheck)
            && !after.state.checkers().contains(mv.to());
        let is_push = mv.kind() == MoveKind::DoublePush;
        let is_omitted = is_push && self.has(EngineFault::SanPushWithoutCheck);
        if !self.gives_check(mv) || is_overlooked || is_omitted {
            ""
        } else if after.seems_mated(is_push) {
            "#"
        } else {
            "+"
        }
    }
}
