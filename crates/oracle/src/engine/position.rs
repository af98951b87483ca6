//! A position as an engine stores it.

use passant_rules::{Color, Move, MoveKind, PieceType, Square};

use crate::{EngineFault, FaultSet, Scope, State};

/// Board, side, castling rights and clocks as the oracle has them, and en passant as engines have it.
#[derive(Clone, Debug)]
pub(super) struct EnginePosition {
    pub(super) faults: FaultSet,
    /// Without an en passant square.
    pub(super) state: State,
    /// True if a castling right of the FEN is none of standard chess.
    pub(super) is_chess960: bool,
    /// The en passant field of the FEN from which this position was read, before any move.
    pub(super) fen_field: Option<Square>,
    /// The target that is stored with the position.
    pub(super) right: Option<Square>,
    /// The targets of the two positions before, the older one last.
    pub(super) expired: [Option<Square>; 2],
    /// A target that is hidden from the side to move.
    pub(super) hidden: Option<Square>,
    /// The square on which the move that led here captured en passant.
    pub(super) captured_on: Option<Square>,
    /// Updated by the game; counting does without it.
    pub(super) key: u64,
}

/// Tells whether capturers stand beside the victim, and all are pinned.
fn has_pinned_capturers(state: &State, victim: Square) -> bool {
    let beside = [victim.offset(-1, 0), victim.offset(1, 0)];
    let capturers = beside
        .into_iter()
        .flatten()
        .filter(|&at| state.has(state.us(), PieceType::Pawn, at));
    let mut pinned = capturers.map(|at| !state.attackers_without(at).is_empty());
    pinned
        .next()
        .is_some_and(|first| first && pinned.all(|it| it))
}

impl EnginePosition {
    /// Tells whether the engine has a fault that acts on all captures of the side to move.
    pub(super) fn has(&self, fault: EngineFault) -> bool {
        self.faults.consult(fault, Scope::of_color(self.us()))
    }

    /// Tells whether it has a fault that acts on this capture.
    pub(super) fn has_for(&self, mv: Move, fault: EngineFault) -> bool {
        self.faults.consult(fault, Scope::of_capture(self.us(), mv))
    }

    pub(super) fn us(&self) -> Color {
        self.state.us()
    }

    /// The moves that are believed to be legal, ordered by where they come from and go to.
    pub(super) fn moves(&self) -> Vec<Move> {
        self.moves_among(&|_| true)
    }

    /// The same among those that are asked about, which takes less time if those are few.
    pub(super) fn moves_among(&self, is_asked: &dyn Fn(Move) -> bool) -> Vec<Move> {
        let mut moves = self.list_moves_among(is_asked);
        moves.sort_unstable_by_key(|mv| (mv.from(), mv.to(), mv.kind()));
        moves
    }

    fn list_moves_among(&self, is_asked: &dyn Fn(Move) -> bool) -> Vec<Move> {
        let mut moves = self.ordinary_moves_among(is_asked);
        let misses_captures = self.has(EngineFault::OnlyMoveMissed)
            && self.ordinary_moves_among(&|_| true).is_empty();
        if !misses_captures {
            let captures = self.captures().into_iter();
            moves.extend(captures.filter(|&mv| is_asked(mv)));
        }
        moves
    }

    /// Tells whether there is a move among those that are asked about. The first legal one is enough, unless a fault
    /// hides it.
    pub(super) fn has_move_among(&self, is_asked: &dyn Fn(Move) -> bool) -> bool {
        let may_be_hidden = self.right.is_some() && self.has(EngineFault::MarkerBlocksLines);
        (!may_be_hidden && self.state.has_move_among(is_asked))
            || !self.moves_among(is_asked).is_empty()
    }

    pub(super) fn perft(&self, depth: u32) -> u64 {
        // It is never stopped.
        self.perft_until(depth, &|| false).unwrap_or_default()
    }

    pub(super) fn divide(&self, depth: u32) -> Vec<(Move, u64)> {
        self.divide_until(depth, &|| false).unwrap_or_default()
    }

    fn perft_until(&self, depth: u32, is_stopped: &dyn Fn() -> bool) -> Option<u64> {
        match depth {
            0 => Some(1),
            1 => {
                let lacks_captures = self.has(EngineFault::BulkCountLacksCaptures);
                let moves = self.list_moves_among(&|_| true).into_iter();
                let counted = moves.filter(|mv| !(lacks_captures && mv.is_en_passant()));
                Some(counted.count() as u64)
            }
            _ => {
                let counts = self.divide_until(depth, is_stopped)?;
                Some(counts.into_iter().map(|(_, nodes)| nodes).sum())
            }
        }
    }

    /// The nodes below each move; `None` if it is told to stop.
    pub(super) fn divide_until(
        &self,
        depth: u32,
        is_stopped: &dyn Fn() -> bool,
    ) -> Option<Vec<(Move, u64)>> {
        let Some(rest) = depth.checked_sub(1) else {
            return Some(Vec::new());
        };
        if is_stopped() {
            return None;
        }
        // A fact that taking a move back fails to restore is missing when the next one is made.
        let mut here = self.clone();
        let mut counts = Vec::new();
        for mv in self.moves() {
            if 0 < rest && here.has_lost(mv) {
                continue;
            }
            let after = here.play(mv);
            counts.push((mv, after.perft_until(rest, is_stopped)?));
            here = here.take_back(&after, Some(mv));
        }
        Some(counts)
    }

    /// Tells whether a capture of the list is gone because the right was not restored after another move.
    fn has_lost(&self, mv: Move) -> bool {
        mv.is_en_passant()
            && self.has(EngineFault::UnmakeLosesCapture)
            && !self.targets().any(|target| target == mv.to())
    }

    /// The position after a move.
    pub(super) fn play(&self, mv: Move) -> Self {
        let mut state = self.state_after(mv);
        let passed = state.setup.en_passant.take();
        let hides = self.has(EngineFault::HiddenForAPly) && is_special(mv);
        let right = self
            .right_after(mv, passed, &state)
            .or(self.hidden.filter(|_| hides));
        Self {
            hidden: self.right.filter(|_| hides),
            captured_on: mv.is_en_passant().then(|| mv.to()),
            ..self.successor(state, right)
        }
    }

    /// The position after a move that follows a position as text. Some engines make such moves with code of its own.
    pub(super) fn follow(&self, mv: Move) -> Self {
        let mut reader = self.clone();
        if self.has(EngineFault::MovesParserForgetsPush) {
            reader.faults.insert(EngineFault::OnlyFromFen);
        }
        if self.has(EngineFault::MovesParserDropsRightLate) {
            for kept in [
                EngineFault::KeptAfterQuiet,
                EngineFault::KeptAfterCapture,
                EngineFault::KeptAfterCastling,
                EngineFault::KeptAfterPromotion,
            ] {
                reader.faults.insert(kept);
            }
        }
        let mut next = Self {
            faults: self.faults,
            ..reader.play(mv)
        };
        if self.reads_corner_as_target(mv) {
            next.toggle_victim(mv.to());
        }
        next
    }

    /// The position as it is copied.
    pub(super) fn copy(&self) -> Self {
        let mut copy = self.clone();
        if self.has(EngineFault::CopyDropsRight) {
            copy.right = None;
        }
        copy
    }

    /// The position after a null move.
    pub(super) fn pass(&self) -> Self {
        let mut setup = self.state.setup().clone();
        setup.side_to_move = !self.us();
        setup.halfmove_clock = setup.halfmove_clock.saturating_add(1);
        setup.fullmove_number = setup
            .fullmove_number
            .saturating_add(u16::from(self.us() == Color::Black));
        let right = self
            .right
            .filter(|_| self.has(EngineFault::KeptAfterNullMove));
        self.successor(State { setup }, right)
    }

    fn successor(&self, state: State, right: Option<Square>) -> Self {
        Self {
            faults: self.faults,
            state,
            is_chess960: self.is_chess960,
            fen_field: None,
            hidden: None,
            captured_on: None,
            right: right.filter(|&target| self.can_store(target)),
            expired: [self.right, self.expired[0]],
            key: 0,
        }
    }

    /// Tells whether the engine can store this right.
    pub(super) fn can_store(&self, target: Square) -> bool {
        !self.has(EngineFault::AFileMeansNone) || target.file() != passant_rules::File::A
    }

    /// The target after a move that has passed over a square if it was a double push.
    fn right_after(&self, mv: Move, passed: Option<Square>, after: &State) -> Option<Square> {
        if passed.is_some() {
            return passed.filter(|_| !self.loses_right(mv, after));
        }
        let is_kept_by_kind = || match mv.kind() {
            MoveKind::Quiet => self.has(EngineFault::KeptAfterQuiet),
            MoveKind::Capture => self.has(EngineFault::KeptAfterCapture),
            MoveKind::CastleKing | MoveKind::CastleQueen => {
                self.has(EngineFault::KeptAfterCastling)
            }
            kind => kind.promotion().is_some() && self.has(EngineFault::KeptAfterPromotion),
        };
        let is_kept = self.has(EngineFault::NeverCleared) || is_kept_by_kind();
        self.invent_target(mv).or(self.right.filter(|_| is_kept))
    }

    /// Tells whether a double push sets no right.
    fn loses_right(&self, mv: Move, after: &State) -> bool {
        let has_beside = |files, color| {
            let beside = mv.to().offset(files, 0);
            beside.is_some_and(|at| after.has(color, PieceType::Pawn, at))
        };
        let (west, east) = (|| has_beside(-1, after.us()), || has_beside(1, after.us()));
        let has_own = || has_beside(-1, self.us()) || has_beside(1, self.us());
        self.has(EngineFault::OnlyFromFen)
            || (self.has(EngineFault::LostWithCheck) && after.is_check())
            || (self.has(EngineFault::LostBesidePinned) && has_pinned_capturers(after, mv.to()))
            || (self.has(EngineFault::SetForWestCapturerAlone) && !west())
            || (self.has(EngineFault::SetForEastCapturerAlone) && !east())
            || (self.has(EngineFault::LostForTwoCapturers) && west() && east())
            || (self.has(EngineFault::SetBesideOwnPawn) && !has_own())
    }

    /// The square behind a piece that has moved straight ahead, where that was not a double push.
    fn invent_target(&self, mv: Move) -> Option<Square> {
        let behind = mv.to().offset(0, -self.us().forward())?;
        if mv.kind() != MoveKind::Quiet || mv.from().file() != mv.to().file() {
            return None;
        }
        let is_pawn = self.state.has(self.us(), PieceType::Pawn, mv.from());
        let second = passant_rules::Rank::Second.relative_to(self.us());
        let is_two_steps =
            behind.offset(0, -self.us().forward()) == Some(mv.from()) && mv.from().rank() == second;
        let is_invented = (self.has(EngineFault::SetBySinglePush) && is_pawn)
            || (self.has(EngineFault::SetByAnyTwoSteps) && is_two_steps);
        is_invented.then_some(behind)
    }
}

/// Returns whether a move is an ordinary capture, castling or a promotion.
fn is_special(mv: Move) -> bool {
    !matches!(
        mv.kind(),
        MoveKind::Quiet | MoveKind::DoublePush | MoveKind::EnPassant
    )
}
