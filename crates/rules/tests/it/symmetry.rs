//! The rules are the same for left and right, and for White and Black.

use passant_rules::{
    Board, CastlingRights, Color, EnPassantMode, Move, Piece, Position, Setup, SetupFault, Square,
};
use proptest::prelude::*;

use crate::play::{any_position, cases};

/// The setup seen from the other side, with colors exchanged.
fn flipped(setup: &Setup) -> Setup {
    let mut board = Board::EMPTY;
    for (at, piece) in setup.board.iter() {
        let exchanged = Piece::new(!piece.color(), piece.piece_type());
        board.set(at.flip(), Some(exchanged));
    }
    let mut castling = CastlingRights::NONE;
    for (color, side, file) in setup.castling.iter() {
        castling.set(!color, side, Some(file));
    }
    Setup {
        board,
        side_to_move: !setup.side_to_move,
        castling,
        en_passant: setup.en_passant.map(Square::flip),
        ..*setup
    }
}

/// The setup with left and right exchanged. Castling has no mirror image, because kings go to the g-file, never to the
/// b-file.
fn mirrored(setup: &Setup) -> Setup {
    let mut board = Board::EMPTY;
    for (at, piece) in setup.board.iter() {
        board.set(at.mirror(), Some(piece));
    }
    Setup {
        board,
        castling: CastlingRights::NONE,
        en_passant: setup.en_passant.map(Square::mirror),
        ..*setup
    }
}

fn validated(setup: &Setup) -> Result<Position, TestCaseError> {
    let explain =
        |faults: &[SetupFault]| TestCaseError::fail(format!("{}: {faults:?}", setup.fen()));
    setup.validate().map_err(|faults| explain(&faults))
}

/// The moves of a position, with every square replaced by its image.
fn moves_of(position: &Position, send: fn(Square) -> Square) -> Vec<Move> {
    let image = |mv: Move| Move::new(send(mv.from()), send(mv.to()), mv.kind());
    let mut moves: Vec<Move> = position.legal_moves().into_iter().map(image).collect();
    moves.sort_unstable();
    moves
}

/// Everything is the same, except that squares are replaced by their images.
fn are_images(
    position: &Position,
    image: &Position,
    send: fn(Square) -> Square,
) -> Result<(), TestCaseError> {
    prop_assert_eq!(
        moves_of(position, send),
        moves_of(image, |at| at),
        "{} and {}",
        position,
        image
    );
    prop_assert_eq!(position.is_check(), image.is_check());
    prop_assert!(
        position
            .checkers()
            .into_iter()
            .all(|at| image.checkers().contains(send(at)))
    );
    prop_assert!(
        position
            .pinned()
            .into_iter()
            .all(|at| image.pinned().contains(send(at)))
    );
    for square in Square::ALL {
        let verdicts = [
            position.judge_en_passant(square),
            image.judge_en_passant(send(square)),
        ];
        prop_assert_eq!(verdicts[0], verdicts[1], "{} in {}", square, position);
    }
    Ok(())
}

proptest! {
    #![proptest_config(cases(2_000))]

    #[test]
    fn rules_are_the_same_with_colors_exchanged(position in any_position()) {
        let setup = position.setup(EnPassantMode::Always);
        let image = validated(&flipped(&setup))?;
        are_images(&position, &image, Square::flip)?;
        prop_assert_eq!(validated(&flipped(&flipped(&setup)))?, position);
    }

    #[test]
    fn rules_are_the_same_with_files_mirrored(position in any_position()) {
        let mut setup = position.setup(EnPassantMode::Always);
        setup.castling = CastlingRights::NONE;
        let image = validated(&mirrored(&setup))?;
        are_images(&validated(&setup)?, &image, Square::mirror)?;
    }
}

/// Ranks are counted from the other end for Black.
#[test]
fn black_counts_ranks_from_the_other_end() {
    assert_eq!(!Color::White, Color::Black);
    assert_eq!(
        Color::White.home_rank().relative_to(Color::Black),
        Color::Black.home_rank().relative_to(Color::White)
    );
    assert_eq!(Color::White.forward(), -Color::Black.forward());
}
