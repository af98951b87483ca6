//! The rules do not know left from right, nor White from Black.

use passant_rules::{
    Board, CastlingRights, Color, EnPassantMode, Move, Piece, Position, Setup, SetupFault, Square,
};
use proptest::prelude::*;

use crate::play::{any_position, cases};

/// The board seen from the other side, the colours exchanged.
fn flipped(setup: &Setup) -> Setup {
    let mut board = Board::EMPTY;
    for (at, man) in setup.board.iter() {
        board.set(at.flip(), Some(Piece::new(!man.color(), man.piece_type())));
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

/// The board in a mirror beside it. Castling has no mirror image: kings go to the g-file, never to the b-file.
fn mirrored(setup: &Setup) -> Setup {
    let mut board = Board::EMPTY;
    for (at, man) in setup.board.iter() {
        board.set(at.mirror(), Some(man));
    }
    Setup {
        board,
        castling: CastlingRights::NONE,
        en_passant: setup.en_passant.map(Square::mirror),
        ..*setup
    }
}

fn believed(setup: &Setup) -> Result<Position, TestCaseError> {
    let explain =
        |faults: &[SetupFault]| TestCaseError::fail(format!("{}: {faults:?}", setup.fen()));
    setup.validate().map_err(|faults| explain(&faults))
}

/// The moves of a position with every square sent somewhere else.
fn moves_of(position: &Position, send: fn(Square) -> Square) -> Vec<Move> {
    let image = |mv: Move| Move::new(send(mv.from()), send(mv.to()), mv.kind());
    let mut moves: Vec<Move> = position.legal_moves().into_iter().map(image).collect();
    moves.sort_unstable();
    moves
}

/// Everything that does not name a square must be the same, and what names one must name its image.
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
    fn exchanged_colors(position in any_position()) {
        let setup = position.setup(EnPassantMode::Always);
        let image = believed(&flipped(&setup))?;
        are_images(&position, &image, Square::flip)?;
        prop_assert_eq!(believed(&flipped(&flipped(&setup)))?, position);
    }

    #[test]
    fn mirrored_files(position in any_position()) {
        let mut setup = position.setup(EnPassantMode::Always);
        setup.castling = CastlingRights::NONE;
        let image = believed(&mirrored(&setup))?;
        are_images(&believed(&setup)?, &image, Square::mirror)?;
    }
}

/// White and Black are each other's opposite in everything that is counted in ranks.
#[test]
fn colors() {
    assert_eq!(!Color::White, Color::Black);
    assert_eq!(
        Color::White.home_rank().relative_to(Color::Black),
        Color::Black.home_rank().relative_to(Color::White)
    );
    assert_eq!(Color::White.forward(), -Color::Black.forward());
}
