//! The words in which questions are put.

use passant_query::{Abilities, Channel, Query, Question, is_distinguishing};
use passant_rules::{PieceType, UciMove};

/// The words in which the questions of a block are put.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Form {
    /// UCI: `position`, a command that counts, and `d`, which shows the position in many engines.
    Uci {
        /// The command that counts, with `{depth}` for the depth in plies.
        perft: String,
    },
    /// xboard: `setboard`, moves, and a command that counts.
    XboardPerft {
        /// The command that counts, with `{depth}` for the depth in plies.
        perft: String,
    },
    /// xboard: `setboard` and moves, of which the engine rejects those that are illegal.
    Xboard,
    /// One FEN in each line, for a program that prints the divide of each to depth 2.
    Fen,
}

impl Form {
    /// The depth in plies to which a program counts that is given FENs.
    pub const FEN_DEPTH: u32 = 2;

    /// Returns the word for it.
    #[must_use]
    pub fn word(&self) -> &'static str {
        match self {
            Self::Uci { .. } => "uci",
            Self::XboardPerft { .. } => "xboard-perft",
            Self::Xboard => "xboard",
            Self::Fen => "fen",
        }
    }

    /// Returns the abilities of these words. An engine that turns out to print only totals has the channel
    /// [`Channel::Total`].
    #[must_use]
    pub fn abilities(&self) -> Abilities {
        match self {
            Self::Uci { .. } | Self::XboardPerft { .. } => Abilities::of(Channel::Divide),
            Self::Xboard => Abilities::of(Channel::IllegalMove),
            Self::Fen => Abilities {
                least_depth: Self::FEN_DEPTH,
                plays_moves: false,
                ..Abilities::of(Channel::Divide)
            },
        }
    }

    /// Tells whether a question can be put in these words.
    #[must_use]
    pub fn can_ask(&self, question: &Question) -> bool {
        let Question { line, query } = question;
        let is_game = line.moves().is_some() && !line.has_null_move() && !line.is_chess960;
        is_game
            && match (self, query) {
                (Self::Uci { .. } | Self::XboardPerft { .. }, Query::Count(_))
                | (Self::Uci { .. }, Query::Fen) => true,
                (Self::Xboard, Query::Legal(_)) => witness(question).is_some(),
                (Self::Fen, Query::Count(depth)) => {
                    *depth == Self::FEN_DEPTH && line.steps.is_empty()
                }
                _ => false,
            }
    }
}

/// Returns the move that is played after the move in question, to see what became of it: a legal one of the same side.
/// It is illegal after a move that the engine accepts, and legal after a move that it rejects, so that the engine
/// complains about exactly one of both, and silence says nothing.
///
/// `None` if there is no such move that has nothing to do with the question.
pub(super) fn witness(question: &Question) -> Option<UciMove> {
    let Query::Legal(asked) = question.query else {
        return None;
    };
    let played = question.line.moves()?;
    let (start, _) = question.line.setup.repair().ok()?;
    let (position, _) = question.line.play(start)?;
    // The texts of the moves tell them apart.
    let is_other = |mv: UciMove| mv != asked && !played.contains(&mv);
    if played.contains(&asked) {
        return None;
    }
    let legal = position.legal_moves().into_iter().filter(|mv| {
        let is_castling = mv.kind().castling_side().is_some();
        !is_castling && !mv.is_en_passant() && mv.promotion().is_none()
    });
    let is_pawn = |from| {
        let piece = position.piece_at(from);
        piece.is_some_and(|piece| piece.piece_type() == PieceType::Pawn)
    };
    let moves = legal
        .map(|mv| (is_pawn(mv.from()), position.uci_move(mv)))
        .filter(|&(_, mv)| is_other(mv));
    // Faults are about pawns. A move that is legal in a position that engines keep shows less.
    let best = moves.min_by_key(|&(is_pawn, mv)| (!is_distinguishing(&position, mv), is_pawn));
    best.map(|(_, mv)| mv)
}
