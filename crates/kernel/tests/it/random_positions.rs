//! Random positions: random games from various starts, and random pieces on random squares.

use passant_rules::{
    Board, CastlingRights, CastlingSide, Color, File, Move, MoveKind, Piece, PieceType, Position,
    Rank, Setup, Square,
};
use proptest::prelude::*;

/// Starts: standard chess, endings, castling, promotion, en passant at once or soon, Chess960.
const STARTS: [&str; 20] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
    "2b1kb2/p1p1p1p1/8/P1P1P1P1/1p1p1p1p/8/1P1P1P1P/2B1KB2 w - - 0 1",
    "k7/b5b1/8/2PpP3/3K4/8/8/8 w - d6 0 1",
    "8/8/8/1k2Pp1Q/8/8/8/K7 w - f6 0 1",
    "8/PPP4k/8/8/8/8/4Kppp/8 w - - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    "8/8/8/8/8/8/6k1/4K2R w K - 0 1",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "1rkr4/pppppppp/8/8/8/8/PPPPPPPP/1RKR4 w DBdb - 0 1",
    "rkr5/pppppppp/8/8/8/8/PPPPPPPP/5RKR w HFca - 0 1",
    "4rkr1/8/8/8/8/8/8/4RKR1 w GEge - 0 1",
    "r1r1k1r1/pppp1ppp/8/8/8/8/PPPP1PPP/R1R1K1R1 w GCgc - 0 1",
    "qr4k1/8/8/8/8/8/8/QRK4R w HB - 0 1",
];

/// A position somewhere in a random game.
pub(crate) fn in_a_game() -> impl Strategy<Value = Position> {
    let starts = prop_oneof![
        3 => prop::sample::select(&STARTS[..]).prop_map(|fen| {
            Position::from_fen(fen).expect("every start is a position")
        }),
        1 => chess960(),
    ];
    let choices = prop::collection::vec(any::<u16>(), 0..=120);
    (starts, choices).prop_map(|(start, choices)| play(start, &choices))
}

/// A position with any pieces on any squares and with any rights, as long as `Setup::repair` accepts it. There may be
/// checks that no game leads to.
pub(crate) fn random_board() -> impl Strategy<Value = Position> {
    on_a_board(prop::collection::vec((0..10_usize, 0..64_u8), 0..26))
}

/// An ending without bishops and queens: few pieces, open lines, kings in the open, pawns that capture en passant.
pub(crate) fn endings() -> impl Strategy<Value = Position> {
    let pawns_and_knights = (0..4_usize, 0..64_u8);
    let rooks = (6..8_usize, 0..64_u8);
    let pawns_that_meet = (0..2_usize, 24..40_u8);
    let piece = prop_oneof![1 => pawns_and_knights, 1 => rooks, 2 => pawns_that_meet];
    on_a_board(prop::collection::vec(piece, 0..10))
}

/// A position in which many pawns of both sides can promote, with and without sliders around.
pub(crate) fn about_to_promote() -> impl Strategy<Value = Position> {
    let pawns = (0..2_usize, 0..8_u8).prop_map(|(color, file)| (color, [48, 8][color] + file));
    let others = (2..10_usize, 0..64_u8);
    let piece = prop_oneof![2 => pawns, 3 => others];
    on_a_board(prop::collection::vec(piece, 2..14))
}

/// A position in which sliders of both sides face each other on many lines.
pub(crate) fn facing_sliders() -> impl Strategy<Value = Position> {
    let pawns = (0..2_usize, 8..56_u8);
    let sliders = (4..10_usize, 0..64_u8);
    let piece = prop_oneof![2 => pawns, 3 => sliders];
    on_a_board(prop::collection::vec(piece, 6..20))
}

/// Two kings and hardly any other piece, so that stalemates are common.
pub(crate) fn bare() -> impl Strategy<Value = Position> {
    on_a_board(prop::collection::vec((0..10_usize, 0..64_u8), 0..5))
}

/// A position of a game in which some pieces were put elsewhere: nearly as many pieces and lines as in a game, and threats that
/// no game would allow.
pub(crate) fn rearranged() -> impl Strategy<Value = Position> {
    let changes = prop::collection::vec((any::<u8>(), 0..64_u8), 1..7);
    (in_a_game(), changes, any::<bool>()).prop_filter_map(
        "no position",
        |(position, changes, black)| {
            let mut board = position.board();
            for (choice, to) in changes {
                let pieces: Vec<_> = board.iter().collect();
                let (from, piece) = pieces[usize::from(choice) % pieces.len()];
                let to = Square::from_index(to)?;
                let captured = board.get(to).map(Piece::piece_type);
                if captured != Some(PieceType::King) {
                    board.set(from, None);
                    board.set(to, Some(piece));
                }
            }
            repaired(board, black, position.castling_rights())
        },
    )
}

/// A king with sliders of the other side on its lines, pieces of both sides between and beside, and pawns that can move, so that
/// stalemate is rare: pins, discovered checks, and checks of which few have an answer.
pub(crate) fn around_a_king() -> impl Strategy<Value = Position> {
    let sliders = prop::collection::vec((0..8_usize, 1..8_i8, 0..2_usize), 0..5);
    let pieces = prop::collection::vec((0..8_usize, 1..4_i8, 0..10_usize), 0..9);
    let others = prop::collection::vec((0..10_usize, 0..64_u8), 0..8);
    let pawns = prop::collection::vec((0..2_usize, 8..56_u8), 3..9);
    let kings = (0..64_u8, 0..64_u8);
    (sliders, pieces, others, pawns, kings, any::<[bool; 2]>()).prop_filter_map(
        "no position",
        |(sliders, pieces, others, pawns, (king, other), [black, first])| {
            let mut board = Board::EMPTY;
            for (piece, at) in pawns.into_iter().chain(others) {
                let piece = Piece::new(Color::ALL[piece % 2], PieceType::ALL[piece / 2]);
                board.set(Square::from_index(at)?, Some(piece));
            }
            let us = Color::ALL[usize::from(black)];
            for (direction, distance, queen) in sliders {
                let slider = [SLIDERS[direction / 4], PieceType::Queen][queen];
                put(
                    &mut board,
                    king,
                    direction,
                    distance,
                    Piece::new(!us, slider),
                );
            }
            for (direction, distance, piece) in pieces {
                let piece = Piece::new(Color::ALL[piece % 2], PieceType::ALL[piece / 2]);
                put(&mut board, king, direction, distance, piece);
            }
            for (at, color) in [(other, !us), (king, us)] {
                board.set(
                    Square::from_index(at)?,
                    Some(Piece::new(color, PieceType::King)),
                );
            }
            repaired(board, black == first, CastlingRights::NONE)
        },
    )
}

/// The sliders that move along the first four of [`DIRECTIONS`], and along the others.
const SLIDERS: [PieceType; 2] = [PieceType::Rook, PieceType::Bishop];

/// Steps along ranks and files, then along diagonals.
const DIRECTIONS: [(i8, i8); 8] = [
    (1, 0),
    (-1, 0),
    (0, 1),
    (0, -1),
    (1, 1),
    (-1, -1),
    (-1, 1),
    (1, -1),
];

/// Puts a piece some steps away from a square, if the board has such a square.
fn put(board: &mut Board, from: u8, direction: usize, distance: i8, piece: Piece) {
    let (east, north) = DIRECTIONS[direction];
    let file = (from % 8).checked_add_signed(east * distance);
    let rank = (from / 8).checked_add_signed(north * distance);
    if let (Some(file @ 0..8), Some(rank @ 0..8)) = (file, rank) {
        let at = Square::from_index(8 * rank + file).expect("a square of the board");
        board.set(at, Some(piece));
    }
}

/// A position with these pieces, if `Setup::repair` accepts it.
fn repaired(board: Board, black: bool, castling: CastlingRights) -> Option<Position> {
    let (position, _) = setup(board, black, castling).repair().ok()?;
    Some(position)
}

/// The setup of these pieces, without an en passant square.
fn setup(board: Board, black: bool, castling: CastlingRights) -> Setup {
    Setup {
        board,
        side_to_move: Color::ALL[usize::from(black)],
        castling,
        en_passant: None,
        halfmove_clock: 0,
        fullmove_number: 1,
    }
}

/// Two kings and these pieces, each given as a piece type and a color in one number, and a square.
fn on_a_board(pieces: impl Strategy<Value = Vec<(usize, u8)>>) -> impl Strategy<Value = Position> {
    (
        0..64_u8,
        0..64_u8,
        pieces,
        any::<bool>(),
        any::<u8>(),
        any::<[bool; 2]>(),
    )
        .prop_filter_map(
            "no position",
            |(king, other, pieces, black, target, castle)| {
                let mut board = Board::EMPTY;
                for (piece, at) in pieces {
                    let piece = Piece::new(Color::ALL[piece % 2], PieceType::ALL[piece / 2]);
                    board.set(Square::from_index(at)?, Some(piece));
                }
                let mut castling = CastlingRights::NONE;
                for (color, king) in [(Color::White, king), (Color::Black, other)] {
                    let mut at = Square::from_index(king)?;
                    if castle[color.index()] {
                        at = Square::new(at.file(), color.home_rank());
                    }
                    board.set(at, Some(Piece::new(color, PieceType::King)));
                    claim_rights(&board, &mut castling, color);
                }
                let mut setup = setup(board, black, castling);
                setup.en_passant = double_push(&setup, target);
                setup.repair().ok().map(|(position, _)| position)
            },
        )
}

/// Claims every possible right: on each side of the king, that of the outermost rook.
fn claim_rights(board: &Board, castling: &mut CastlingRights, color: Color) {
    let rooks = board.squares_of(Piece::new(color, PieceType::Rook));
    for rook in rooks
        .into_iter()
        .filter(|at| at.rank() == color.home_rank())
    {
        for side in CastlingSide::ALL {
            if castling.rook_file(color, side).is_none() || side == CastlingSide::King {
                castling.set(color, side, Some(rook.file()));
            }
        }
    }
}

/// A square that a pawn of the other side may have passed over, if there is one.
fn double_push(setup: &Setup, choice: u8) -> Option<Square> {
    let them = !setup.side_to_move;
    let on = |file, rank: Rank| Square::new(file, rank.relative_to(them));
    let files: Vec<File> = File::ALL
        .into_iter()
        .filter(|&file| {
            setup.board.get(on(file, Rank::Fourth)) == Some(Piece::new(them, PieceType::Pawn))
                && setup.board.get(on(file, Rank::Third)).is_none()
                && setup.board.get(on(file, Rank::Second)).is_none()
        })
        .collect();
    let file = files.get(usize::from(choice).checked_rem(files.len())?)?;
    Some(on(*file, Rank::Third))
}

/// One of the 960 initial positions, or one in which the two colors begin with different ranks.
fn chess960() -> impl Strategy<Value = Position> {
    let rank = Just([0, 1, 2, 3, 4, 5, 6, 7]).prop_shuffle();
    (rank.clone(), rank).prop_map(|(white, black)| {
        let mut board = Board::initial();
        let mut castling = CastlingRights::NONE;
        for (color, order) in [(Color::White, white), (Color::Black, black)] {
            use PieceType::{Bishop, King, Knight, Queen, Rook};
            let mut pieces = [Rook; 8];
            for (at, piece) in order
                .into_iter()
                .zip([Queen, Knight, Knight, Bishop, Bishop])
            {
                pieces[at] = piece;
            }
            // The king stands between the two rooks.
            let mut left: Vec<usize> = order[5..].to_vec();
            left.sort_unstable();
            pieces[left[1]] = King;
            for (file, piece) in File::ALL.into_iter().zip(pieces) {
                let at = Square::new(file, color.home_rank());
                board.set(at, Some(Piece::new(color, piece)));
            }
            castling.set(color, CastlingSide::Queen, Some(File::ALL[left[0]]));
            castling.set(color, CastlingSide::King, Some(File::ALL[left[2]]));
        }
        let setup = Setup {
            board,
            side_to_move: Color::White,
            castling,
            en_passant: None,
            halfmove_clock: 0,
            fullmove_number: 1,
        };
        setup.validate().expect("a position of Chess960")
    })
}

/// Plays random moves; one time in four a double push, a castling or an en passant capture, if there is any.
fn play(mut position: Position, choices: &[u16]) -> Position {
    for &choice in choices {
        let mut moves = position.legal_moves();
        let is_wanted = |mv: &Move| {
            matches!(
                mv.kind(),
                MoveKind::DoublePush
                    | MoveKind::EnPassant
                    | MoveKind::CastleKing
                    | MoveKind::CastleQueen
            )
        };
        if choice.is_multiple_of(4) && moves.iter().any(is_wanted) {
            moves.retain(|mv| is_wanted(mv));
        }
        let Some(number) = usize::from(choice / 4).checked_rem(moves.len()) else {
            break;
        };
        let _ = position.make(moves[number]);
    }
    position
}

/// The number of cases, or the fewer that `PROPTEST_CASES` asks for. Failures are printed and not stored in files.
pub(crate) fn cases(cases: u32) -> ProptestConfig {
    let default = ProptestConfig::default();
    let most = match std::env::var_os("PROPTEST_CASES") {
        // Miri is a thousand times slower than a processor.
        _ if cfg!(miri) => 1,
        Some(_) => default.cases,
        None => cases,
    };
    ProptestConfig {
        cases: cases.min(most),
        failure_persistence: None,
        ..default
    }
}
