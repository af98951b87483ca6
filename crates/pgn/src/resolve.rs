//! The move that a word of a game means.

use passant_rules::{File, Move, MoveTextError, Piece, PieceType, Position, Rank, Square};

use crate::mark::EnPassantMark;

/// Returns the legal move that a word means: in SAN or UCI notation, with any mark, and in the forms of SAN that other programs write:
/// `ed6` for `exd6`, `e2-e4` for `e4`, `e8=q` for `e8=Q`.
pub(crate) fn resolve(position: &Position, written: &[u8]) -> Result<Move, MoveTextError> {
    let Ok(text) = std::str::from_utf8(written) else {
        return Err(MoveTextError::Syntax { at: 0 });
    };
    position
        .parse_san(text)
        .or_else(|error| position.parse_uci(text).map_err(|_| error))
        .or_else(|error| resolve_leniently(position, text, error))
}

#[cold]
fn resolve_leniently(
    position: &Position,
    text: &str,
    error: MoveTextError,
) -> Result<Move, MoveTextError> {
    if error == MoveTextError::Ambiguous || 32 < text.len() {
        return Err(error);
    }
    let Ok(mv) = position.parse_move(&plain(text)) else {
        return Err(error);
    };
    let is_marked = EnPassantMark::find(text.as_bytes()).is_some();
    if is_marked && !mv.is_en_passant() {
        return Err(MoveTextError::NotEnPassant);
    }
    Ok(mv)
}

/// Returns a word without its marks, in the usual form of SAN.
pub(crate) fn plain(text: &str) -> String {
    let mut plain = text.to_owned();
    while let Some((_, mark)) = EnPassantMark::find(plain.as_bytes()) {
        plain.replace_range(mark, "");
    }
    let is_castling = plain.starts_with(['O', '0']);
    if !is_castling {
        plain = plain.replace('-', "");
    }
    if let Some(at) = plain.find('=') {
        plain = plain[..at].to_owned() + &plain[at..].to_ascii_uppercase();
    }
    if is_short_capture(&plain) {
        plain.insert(1, 'x');
    }
    plain
}

/// Tells whether a word begins like `ed6`: a file and a square beside it.
fn is_short_capture(text: &str) -> bool {
    let bytes = text.as_bytes();
    let is_file = |at: usize| bytes.get(at).is_some_and(|it| (b'a'..=b'h').contains(it));
    let is_rank = bytes.get(2).is_some_and(|it| (b'1'..=b'8').contains(it));
    is_file(0) && is_file(1) && is_rank && bytes[0].abs_diff(bytes[1]) == 1
}

/// Returns the squares of a pawn of the side to move and of the empty square beside it to which a word lets it go: what can only be
/// meant as an en passant capture.
pub(crate) fn find_intended_capture(
    position: &Position,
    written: &[u8],
) -> Option<(Square, Square)> {
    let (file, to) = read_pawn_capture(written)?;
    let us = position.side_to_move();
    let behind = to.offset(0, -us.forward())?;
    let from = Square::new(file, behind.rank());
    let is_beside = file.index().abs_diff(to.file().index()) == 1;
    let is_pawn = position.piece_at(from) == Some(Piece::new(us, PieceType::Pawn));
    let is_target = to.rank() == Rank::Sixth.relative_to(us) && position.piece_at(to).is_none();
    (is_beside && is_pawn && is_target).then_some((from, to))
}

/// Reads a word that begins like a capture by a pawn: its file, and the square to which it goes.
pub(crate) fn read_pawn_capture(written: &[u8]) -> Option<(File, Square)> {
    let text = plain(std::str::from_utf8(written).ok()?);
    let mut letters = text.trim_start_matches('P').chars().peekable();
    // B is a bishop.
    let file = File::from_letter(letters.next_if(char::is_ascii_lowercase)?)?;
    letters.next_if(char::is_ascii_digit);
    letters.next_if(|letter| matches!(letter, 'x' | ':'));
    let to = Square::new(
        File::from_letter(letters.next()?)?,
        Rank::from_digit(letters.next()?)?,
    );
    Some((file, to))
}
