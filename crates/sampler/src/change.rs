//! Changes of positions that somebody wrote down: shifted, mirrored, with a piece more, less or elsewhere.

use passant_rules::{
    Board, CastlingRights, EnPassantMode, MoveKind, Piece, PieceType, Position, Rank, Setup, Square,
};
use passant_suite::{flip_setup, mirror_setup};

use crate::board::DIRECTIONS;
use crate::push::{Push, Source, push_on};
use crate::random::Random;

/// Changes a position in which a double push was just made; `None` if what came out is no position of a game.
pub(crate) fn change(seed: &Push, random: &mut Random) -> Option<Push> {
    let mut setup = seed.before.setup(EnPassantMode::Always);
    let mut file = seed.mv.to().file();
    if random.is_one_in(2) {
        setup = flip_setup(&setup);
    }
    if random.is_one_in(2) && setup.castling.is_empty() {
        setup = mirror_setup(&setup);
        file = Square::new(file, Rank::First).mirror().file();
    }
    for _ in 0..random.below(4) {
        if random.is_one_in(4) {
            let step = random.pick(&[-1, 1])?;
            file = Square::new(file, Rank::First).offset(step, 0)?.file();
            setup = shift(&setup, step)?;
        } else {
            let push = push_on(setup.side_to_move, file);
            change_piece(&mut setup, [push.from(), push.to()], random)?;
        }
    }
    setup.en_passant = None;
    Push::over(setup.validate().ok()?, Source::Change, file)
}

/// Moves all pieces by a file; `None` if one would leave the board.
fn shift(setup: &Setup, step: i8) -> Option<Setup> {
    let mut board = Board::EMPTY;
    for (square, piece) in setup.board.iter() {
        board.set(square.offset(step, 0)?, Some(piece));
    }
    Some(Setup {
        board,
        castling: CastlingRights::NONE,
        ..setup.clone()
    })
}

/// Adds, removes, replaces or moves a piece, but not the pawn that will move two squares.
fn change_piece(setup: &mut Setup, push: [Square; 2], random: &mut Random) -> Option<()> {
    let square = random.pick(&Square::ALL)?;
    if push.contains(&square) {
        return Some(());
    }
    let color = random.pick(&passant_rules::Color::ALL)?;
    let kind = random.pick(&[
        PieceType::Pawn,
        PieceType::Knight,
        PieceType::Bishop,
        PieceType::Rook,
        PieceType::Queen,
    ])?;
    let (at, found) = next_piece(setup, square)?;
    match random.below(5) {
        0 | 1 if setup.board.get(square).is_none() => {
            setup.board.set(square, Some(Piece::new(color, kind)));
        }
        2 if found.piece_type() != PieceType::King && !push.contains(&at) => {
            setup.board.set(at, None);
        }
        3 if found.piece_type() != PieceType::King && !push.contains(&at) => {
            setup.board.set(at, Some(Piece::new(found.color(), kind)));
        }
        _ => {
            let (files, ranks) = random.pick(&DIRECTIONS)?;
            let to = at.offset(files, ranks)?;
            if setup.board.get(to).is_none() && !push.contains(&at) {
                setup.board.set(at, None);
                setup.board.set(to, Some(found));
            }
        }
    }
    drop_lost_castling(setup);
    Some(())
}

/// Returns the first piece at a square or after it.
fn next_piece(setup: &Setup, square: Square) -> Option<(Square, Piece)> {
    let mut pieces = setup.board.iter();
    pieces
        .find(|(at, _)| square <= *at)
        .or_else(|| setup.board.iter().next())
}

/// Drops the castling rights if a king or rook has moved away.
fn drop_lost_castling(setup: &mut Setup) {
    for (color, side, file) in setup.castling.clone().iter() {
        let home = color.home_rank();
        let king = setup.board.get(Square::new(passant_rules::File::E, home));
        let rook = setup.board.get(Square::new(file, home));
        if king != Some(Piece::new(color, PieceType::King))
            || rook != Some(Piece::new(color, PieceType::Rook))
        {
            setup.castling.set(color, side, None);
        }
    }
}

/// Returns the double push that a position comes from; `None` if there is none, or if it has no position before it.
pub(crate) fn take_back(after: &Position) -> Option<Push> {
    let right = after.en_passant()?;
    let mut setup = after.setup(EnPassantMode::Always);
    let pawn = setup.board.get(right.victim());
    setup.board.set(right.victim(), None);
    setup.board.set(right.origin(), pawn);
    setup.side_to_move = !after.side_to_move();
    setup.en_passant = None;
    let push = Push::over(
        setup.validate().ok()?,
        Source::Change,
        right.target().file(),
    )?;
    (push.mv.kind() == MoveKind::DoublePush).then_some(push)
}
