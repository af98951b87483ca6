//! Explains why a text is not a legal move, and suggests similar moves.

use std::ops::Range;

use passant_rules::{
    EnPassantMode, EnPassantSuffix, File, Move, MoveTextError, Piece, PieceType, Position, Rank,
    Square,
};
use passant_suite::Diagnostic;

use crate::game_record::GameRecord;
use crate::judged_captures::{JudgedCapture, judged_captures, piece_on};

/// The maximum number of moves in a list.
const LISTED: usize = 12;

/// The error at its place in the line, with similar legal moves.
#[must_use]
pub fn diagnostic(
    game: &GameRecord,
    line: &str,
    span: Range<usize>,
    error: MoveTextError,
) -> Diagnostic {
    let position = game.position();
    let intended = IntendedMove::read(position, &line[span.clone()]);
    let us = position.side_to_move();
    let (ply, number) = (game.plies().len() + 1, position.fullmove_number());
    let title = refusal_title(position, &intended, error);
    let refused = Diagnostic::error(title)
        .in_text(line, place(line, span, error))
        .with_label(format!("ply {ply}, {us}'s move {number}"))
        .with_note(format!("position {}", position.fen(EnPassantMode::Always)));
    match similar_moves(position, &intended) {
        Some(moves) => refused.with_hint(moves),
        None => refused,
    }
}

/// The error in one sentence, with similar legal moves.
#[must_use]
pub fn sentence(position: &Position, text: &str, error: MoveTextError) -> String {
    let intended = IntendedMove::read(position, text);
    let why = refusal_title(position, &intended, error);
    match similar_moves(position, &intended) {
        Some(moves) => format!("{why} ({moves})"),
        None => why,
    }
}

/// The bytes of the move, or of the first character in it that cannot be read.
fn place(line: &str, span: Range<usize>, error: MoveTextError) -> Range<usize> {
    let MoveTextError::Syntax { at } = error else {
        return span;
    };
    let start = (span.start + at).min(span.end);
    let unread = line[start..span.end].chars().next();
    start..start + unread.map_or(0, char::len_utf8)
}

/// The legal moves that are most similar to the intended move: those that differ only in notation, else those of the
/// same piece, else those to the same square, else all. `None` if there is no legal move.
fn similar_moves(position: &Position, intended: &IntendedMove) -> Option<String> {
    let legal = position.legal_moves();
    let is_by_piece = |mv: &Move| intended.pieces.contains(&mv.from());
    let is_to_target = |mv: &Move| intended.to == Some(mv.to());
    let choose = |is_similar: &dyn Fn(&Move) -> bool| -> Vec<Move> {
        legal.iter().copied().filter(is_similar).collect()
    };
    let by_pieces = match intended.pieces.as_slice() {
        [piece] => format!("legal moves of {}", piece_on(&position.board(), *piece)),
        _ => format!(
            "legal moves of {}'s {}s",
            position.side_to_move(),
            intended.kind
        ),
    };
    let to_target = intended.to.map(|to| format!("legal moves to {to}"));
    let (heading, moves) = [
        (
            "expected".to_owned(),
            choose(&|mv| is_by_piece(mv) && is_to_target(mv)),
        ),
        (by_pieces, choose(&is_by_piece)),
        (to_target.unwrap_or_default(), choose(&is_to_target)),
        ("legal moves".to_owned(), legal.to_vec()),
    ]
    .into_iter()
    .find(|(_, moves)| !moves.is_empty())?;
    Some(format!("{heading}: {}", list(position, intended, &moves)))
}

/// The moves, in the notation of the text.
fn list(position: &Position, intended: &IntendedMove, moves: &[Move]) -> String {
    let write = |mv: &Move| match intended.from {
        Some(_) => position.uci(*mv).to_string(),
        None => position.san(*mv, EnPassantSuffix::With).to_string(),
    };
    let mut words: Vec<_> = moves.iter().map(write).collect();
    words.sort_unstable();
    if LISTED < words.len() {
        let more = words.split_off(LISTED).len();
        words.push(format!("and {more} more"));
    }
    words.join(", ")
}

/// The sentence.
pub(super) fn refusal_title(
    position: &Position,
    intended: &IntendedMove,
    error: MoveTextError,
) -> String {
    match error {
        MoveTextError::Illegal => illegal(position, intended),
        MoveTextError::Syntax { .. } => {
            "not a move; expected one such as exd6, Nf3 or e2e4".to_owned()
        }
        MoveTextError::Ambiguous | MoveTextError::NotEnPassant => error.to_string(),
    }
}

fn illegal(position: &Position, intended: &IntendedMove) -> String {
    let us = position.side_to_move();
    if position.count_legal_moves() == 0 {
        let outcome = position.outcome().map(|outcome| outcome.to_string());
        return format!("the game is over: {}", outcome.unwrap_or_default());
    }
    match (intended.from, intended.to) {
        (Some(from), _) if intended.pieces.is_empty() => {
            let name = |piece: Piece| format!("the {} on {from} is {}'s", piece.piece_type(), !us);
            let theirs = position.piece_at(from).map(name);
            theirs.map_or_else(
                || format!("there is no piece on {from}"),
                |theirs| format!("{theirs}, but it is {us}'s turn"),
            )
        }
        (_, None) => format!("{us} cannot castle to this side here"),
        (_, Some(to)) => explain_no_piece(position, intended, to),
    }
}

/// Why none of the pieces that could be meant can move to a square.
fn explain_no_piece(position: &Position, intended: &IntendedMove, to: Square) -> String {
    let us = position.side_to_move();
    let kind = intended.kind;
    let mut plausible = intended.pieces.clone();
    plausible.retain(|from| is_plausible(position, *from, to));
    match (intended.pieces.as_slice(), plausible.as_slice()) {
        ([], _) => format!("{us} has no {kind} that could be meant"),
        ([from], _) | (_, [from]) => explain_refusal(position, *from, to),
        _ => format!("none of {us}'s {kind}s can move to {to}"),
    }
}

/// Why a piece of the side to move cannot move from one square to another.
fn explain_refusal(position: &Position, from: Square, to: Square) -> String {
    let piece = piece_on(&position.board(), from);
    let attackers = attackers_after(position, from, to);
    if is_legal(position, from, to) {
        format!("{piece} can move to {to}, but the notation is wrong")
    } else if is_en_passant_shape(position, from, to) {
        en_passant_refused(position, from, to)
    } else if !reaches(position, from, to) || attackers.is_empty() {
        format!("{piece} cannot move to {to}")
    } else {
        let attackers = attackers.join(" and ");
        format!("{piece} cannot move to {to}, because the king would be in check from {attackers}")
    }
}

fn en_passant_refused(position: &Position, from: Square, to: Square) -> String {
    let judged_captures = judged_captures(position);
    let is_meant = |candidate: &&JudgedCapture| {
        (candidate.capture.from(), candidate.capture.to()) == (from, to)
    };
    judged_captures.iter().find(is_meant).map_or_else(
        || format!("{to} is empty, and no pawn has just passed over it"),
        JudgedCapture::sentence,
    )
}

/// Tells whether a piece could be meant by a move to a square: only check or the notation rules it out.
fn is_plausible(position: &Position, from: Square, to: Square) -> bool {
    is_legal(position, from, to)
        || is_en_passant_shape(position, from, to)
        || reaches(position, from, to)
}

fn is_legal(position: &Position, from: Square, to: Square) -> bool {
    let moves = position.legal_moves();
    moves.iter().any(|mv| (mv.from(), mv.to()) == (from, to))
}

/// Tells whether the move is a diagonal step of an own pawn to an empty square.
fn is_en_passant_shape(position: &Position, from: Square, to: Square) -> bool {
    let us = position.side_to_move();
    let sides = [-1, 1].map(|side| from.offset(side, us.forward()));
    is_own_pawn(position, from) && sides.contains(&Some(to)) && position.piece_at(to).is_none()
}

/// Tells whether a piece of the side to move could move to a square if its king could be left in check.
fn reaches(position: &Position, from: Square, to: Square) -> bool {
    let us = position.side_to_move();
    if is_own_pawn(position, from) && from.file() == to.file() {
        let is_start = from.rank() == Rank::Second.relative_to(us);
        let steps = [1, 2].map(|steps| from.offset(0, steps * us.forward()));
        let is_free = |at: Square| position.piece_at(at).is_none();
        let is_single = steps[0] == Some(to);
        let is_double = is_start && steps[0].is_some_and(is_free) && steps[1] == Some(to);
        return (is_single || is_double) && is_free(to);
    }
    position.attackers(us, to).contains(from) && !position.occupied_by(us).contains(to)
}

fn is_own_pawn(position: &Position, at: Square) -> bool {
    position.piece_at(at) == Some(Piece::new(position.side_to_move(), PieceType::Pawn))
}

/// The pieces that attack the king of the side to move after a move from one square to another.
fn attackers_after(position: &Position, from: Square, to: Square) -> Vec<String> {
    let us = position.side_to_move();
    let mut board = position.board();
    board.set(to, board.get(from));
    board.set(from, None);
    let king = position.king(us);
    let king = if from == king { to } else { king };
    let attackers = passant_oracle::attackers(&board, !us, king).into_iter();
    attackers.map(|at| piece_on(&board, at)).collect()
}

/// The parts of a move that a text contains.
pub(super) struct IntendedMove {
    /// The square from which the piece moves, if the text is in UCI notation.
    pub(super) from: Option<Square>,
    /// The square to which it moves; `None` for castling.
    pub(super) to: Option<Square>,
    /// The type of the piece.
    pub(super) kind: PieceType,
    /// The squares of the matching pieces of the side to move; empty if the text contains too little.
    pub(super) pieces: Vec<Square>,
}

impl IntendedMove {
    /// Reads the parts that can be recognized.
    pub(super) fn read(position: &Position, text: &str) -> Self {
        let (from, to) = (square_at(text, 0), square_at(text, 2));
        match (from, to) {
            (Some(from), Some(_)) => Self::by_squares(position, from, to),
            _ => Self::by_name(position, text),
        }
    }

    fn by_squares(position: &Position, from: Square, to: Option<Square>) -> Self {
        let piece = position.piece_at(from);
        let ours = piece.filter(|piece| piece.color() == position.side_to_move());
        Self {
            from: Some(from),
            to,
            kind: piece.map_or(PieceType::Pawn, Piece::piece_type),
            pieces: ours.map(|_| from).into_iter().collect(),
        }
    }

    fn by_name(position: &Position, text: &str) -> Self {
        let first = text.chars().next().unwrap_or_default();
        let is_castling = matches!(first, 'O' | '0');
        let named = PieceType::from_letter(first).filter(|_| first.is_ascii_uppercase());
        let kind = if is_castling {
            Some(PieceType::King)
        } else {
            named
        };
        let kind = kind.unwrap_or(PieceType::Pawn);
        let to = (0..text.len()).rev().find_map(|at| square_at(text, at));
        // `cxd6` is a capture by a pawn on the c-file.
        let file = File::from_letter(first).filter(|_| text.get(1..2) == Some("x"));
        let us = position.side_to_move();
        let fits = |from: &Square| {
            position.piece_at(*from) == Some(Piece::new(us, kind))
                && (to.is_some() || is_castling)
                && file.is_none_or(|file| from.file() == file || kind != PieceType::Pawn)
        };
        Self {
            from: None,
            to,
            kind,
            pieces: position.occupied_by(us).into_iter().filter(fits).collect(),
        }
    }
}

/// The square that a text names at a byte offset.
fn square_at(text: &str, at: usize) -> Option<Square> {
    text.get(at..at + 2).and_then(Square::from_name)
}
