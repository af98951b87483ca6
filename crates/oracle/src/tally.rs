//! Leaf moves by kind, classified from the definitions and from nothing else.

use passant_rules::{Move, MoveKind, Square};

use crate::{EnPassant, Reason, State};

/// Declares the columns once: as fields, and as the list of names with their values.
macro_rules! columns {
    ($($(#[$doc:meta])+ $name:ident),+ $(,)?) => {
        /// The number of leaf moves of each kind, and of en passant captures that were refused before them.
        ///
        /// Leaf moves are those of the last ply. C: the pieces giving check after the move. M: the destination of the
        /// moved piece (castling: of the rook; promotion: of the new piece; en passant: of the capturer). Refused
        /// captures are counted at every position before the last ply, under the first reason that applies.
        #[derive(Clone, PartialEq, Eq, Debug, Default)]
        pub struct Tally { $($(#[$doc])+ pub $name: u64),+ }

        impl Tally {
            /// Returns all columns by name, in the order of the fields.
            pub fn columns(&self) -> impl Iterator<Item = (&'static str, u64)> {
                [$((stringify!($name), self.$name)),+].into_iter()
            }

            /// Adds another tally, column by column.
            fn add(&mut self, other: &Self) {
                $(self.$name += other.$name;)+
            }
        }
    };
}

columns! {
    /// All leaf moves.
    nodes,
    /// The move captures, en passant and capturing promotions included.
    captures,
    /// The move captures en passant.
    en_passant,
    /// The move castles.
    castles,
    /// The move promotes; each piece is a move of its own.
    promotions,
    /// A pawn moves two squares.
    double_pushes,
    /// C = {M}, not mate.
    direct_checks,
    /// C = {M}, mate.
    direct_mates,
    /// C has one member, and it is not M; not mate.
    discovered_checks,
    /// C has one member, and it is not M; mate.
    discovered_mates,
    /// C has two members, one is M; not mate.
    direct_discovered_checks,
    /// C has two members, one is M; mate.
    direct_discovered_mates,
    /// C has two members, neither is M; not mate.
    double_discovered_checks,
    /// C has two members, neither is M; mate.
    double_discovered_mates,
    /// The opponent has no move and is not in check.
    stalemates,
    /// En passant, and `direct_checks`.
    en_passant_direct_checks,
    /// En passant, and `direct_mates`.
    en_passant_direct_mates,
    /// En passant, and `discovered_checks`.
    en_passant_discovered_checks,
    /// En passant, and `discovered_mates`.
    en_passant_discovered_mates,
    /// En passant, and `direct_discovered_checks`.
    en_passant_direct_discovered_checks,
    /// En passant, and `direct_discovered_mates`.
    en_passant_direct_discovered_mates,
    /// En passant, and `double_discovered_checks`.
    en_passant_double_discovered_checks,
    /// En passant, and `double_discovered_mates`.
    en_passant_double_discovered_mates,
    /// En passant that answers a check.
    evasions,
    /// En passant along the line on which the capturer is pinned.
    pinned_legal,
    /// En passant of a victim that shields the king on a file; the capturer replaces it as the blocker.
    reblocked,
    /// Refused: capturer and victim would leave the rank together and uncover a rook or queen.
    rejected_rank,
    /// Refused: the capturer is pinned on its file.
    rejected_file,
    /// Refused: the capturer is pinned on a diagonal and would leave it.
    rejected_diagonal,
    /// Refused: removing the victim would uncover a diagonal.
    rejected_victim,
    /// Refused: the side to move is in check, and the capture does not answer it.
    rejected_check,
}

impl State {
    /// Tallies the sequences of `depth` legal moves by the kind of the last one. At depth 0 there is one node and no
    /// move.
    #[must_use]
    pub fn tally(&self, depth: u32) -> Tally {
        let mut total = Tally::default();
        match depth {
            0 => total.nodes = 1,
            1 => {
                for mv in self.moves() {
                    self.count(mv, &mut total);
                }
                if let Some(right) = self.en_passant() {
                    self.count_refused(right, &mut total);
                }
            }
            _ => {
                for mv in self.moves() {
                    total.add(&self.make(mv).tally(depth - 1));
                }
            }
        }
        total
    }

    /// Counts a legal move.
    fn count(&self, mv: Move, total: &mut Tally) {
        let after = self.make(mv);
        total.nodes += 1;
        total.captures += u64::from(mv.is_capture());
        total.en_passant += u64::from(mv.is_en_passant());
        total.castles += u64::from(mv.kind().castling_side().is_some());
        total.promotions += u64::from(mv.promotion().is_some());
        total.double_pushes += u64::from(mv.kind() == MoveKind::DoublePush);
        if after.is_check() {
            count_check(mv, &after, total);
        } else {
            total.stalemates += u64::from(!after.has_move());
        }
        if mv.is_en_passant() {
            total.evasions += u64::from(self.is_check());
            total.pinned_legal += u64::from(self.is_pinned(mv));
            total.reblocked += u64::from(self.is_reblocked(mv));
        }
    }

    /// Counts the illegal en passant captures, each under its reason.
    fn count_refused(&self, right: EnPassant, total: &mut Tally) {
        for capturer in right.capturers - right.legal {
            let column = match self.why_illegal(capturer) {
                Some(Reason::Rank) => &mut total.rejected_rank,
                Some(Reason::File) => &mut total.rejected_file,
                Some(Reason::Diagonal) => &mut total.rejected_diagonal,
                Some(Reason::Victim) => &mut total.rejected_victim,
                Some(Reason::Check) => &mut total.rejected_check,
                None => continue,
            };
            *column += 1;
        }
    }
}

/// Counts a move that gives check, in one of the eight columns, and if it is en passant in one of the other eight.
fn count_check(mv: Move, after: &State, total: &mut Tally) {
    let checkers = after.checkers();
    let is_direct = checkers.contains(arrival(mv));
    let is_mate = !after.has_move();
    let (all, en_passant) = match (is_direct, checkers.len(), is_mate) {
        (true, 1, false) => (
            &mut total.direct_checks,
            &mut total.en_passant_direct_checks,
        ),
        (true, 1, true) => (&mut total.direct_mates, &mut total.en_passant_direct_mates),
        (false, 1, false) => (
            &mut total.discovered_checks,
            &mut total.en_passant_discovered_checks,
        ),
        (false, 1, true) => (
            &mut total.discovered_mates,
            &mut total.en_passant_discovered_mates,
        ),
        (true, _, false) => (
            &mut total.direct_discovered_checks,
            &mut total.en_passant_direct_discovered_checks,
        ),
        (true, _, true) => (
            &mut total.direct_discovered_mates,
            &mut total.en_passant_direct_discovered_mates,
        ),
        (false, _, false) => (
            &mut total.double_discovered_checks,
            &mut total.en_passant_double_discovered_checks,
        ),
        (false, _, true) => (
            &mut total.double_discovered_mates,
            &mut total.en_passant_double_discovered_mates,
        ),
    };
    *all += 1;
    *en_passant += u64::from(mv.is_en_passant());
}

/// The square from which a direct check is given: that of the rook in castling, otherwise of the piece that moved.
fn arrival(mv: Move) -> Square {
    match mv.kind().castling_side() {
        Some(side) => Square::new(side.rook_file(), mv.to().rank()),
        None => mv.to(),
    }
}

impl State {
    /// The number of sequences of `depth` legal moves ([perft](https://www.chessprogramming.org/Perft)); 1 for
    /// depth 0.
    #[must_use]
    pub fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.moves().len() as u64,
            _ => self.divide(depth).into_iter().map(|(_, nodes)| nodes).sum(),
        }
    }

    /// Returns [`State::perft`] for each legal move: the number of sequences of `depth` moves that begin with it. Empty
    /// for depth 0.
    #[must_use]
    pub fn divide(&self, depth: u32) -> Vec<(Move, u64)> {
        let Some(rest) = depth.checked_sub(1) else {
            return Vec::new();
        };
        self.moves()
            .into_iter()
            .map(|mv| (mv, self.make(mv).perft(rest)))
            .collect()
    }
}
