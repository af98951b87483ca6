//! Random positions, which need not occur in a game: a pawn that has just moved two squares, or a king that may castle,
//! among a few random pieces. Lines open and close here more often than in any game.

use passant_oracle::State;
use passant_rules::{
    Board, CastlingRights, CastlingSide, Color, File, Piece, PieceType, Position, Rank, Setup,
    Square,
};
use proptest::prelude::*;

use crate::compare::{cases, compare_with_successors, state_of};

const NON_PAWNS: [PieceType; 4] = [
    PieceType::Queen,
    PieceType::Rook,
    PieceType::Bishop,
    PieceType::Knight,
];

/// The pieces that may stand beside the pawn that has moved.
#[derive(Clone, Copy, Debug)]
enum Neighbors {
    West,
    East,
    Both,
}

impl Neighbors {
    /// The squares beside a victim on which these stand.
    fn beside(self, victim: Square) -> impl Iterator<Item = Square> {
        let [west, east] = [victim.offset(-1, 0), victim.offset(1, 0)];
        match self {
            Self::West => [west, None],
            Self::East => [None, east],
            Self::Both => [west, east],
        }
        .into_iter()
        .flatten()
    }
}

fn any_square() -> impl Strategy<Value = Square> {
    prop::sample::select(&Square::ALL[..])
}

fn any_file() -> impl Strategy<Value = File> {
    prop::sample::select(&File::ALL[..])
}

fn any_color() -> impl Strategy<Value = Color> {
    prop::sample::select(&Color::ALL[..])
}

fn any_neighbors() -> impl Strategy<Value = Neighbors> {
    prop::sample::select(&[Neighbors::West, Neighbors::East, Neighbors::Both][..])
}

/// Up to eight non-pawns of either side, on squares that may be occupied.
fn any_pieces() -> impl Strategy<Value = Vec<(Square, Piece)>> {
    let piece = (
        any_square(),
        any_color(),
        prop::sample::select(&NON_PAWNS[..]),
    );
    prop::collection::vec(
        piece.prop_map(|(at, color, kind)| (at, Piece::new(color, kind))),
        0..9,
    )
}

/// Puts a piece on a square that is empty and not reserved. Otherwise the piece is left out.
fn place(board: &mut Board, reserved: &[Square], at: Square, piece: Piece) {
    if board.get(at).is_none() && !reserved.contains(&at) {
        board.set(at, Some(piece));
    }
}

/// A king of the side that may capture and a queen of the other side, on two sides of a pawn on its rank, its file or
/// a diagonal.
#[derive(Clone, Copy, Debug)]
struct Line {
    /// The place of the pawn, in files from the victim.
    pawn: i8,
    direction: (i8, i8),
    king: i8,
    queen: i8,
}

fn any_line() -> impl Strategy<Value = Line> {
    (-1..=1_i8, (-1..=1_i8, -1..=1_i8), 1..7_i8, 1..7_i8).prop_map(
        |(pawn, direction, king, queen)| Line {
            pawn,
            direction,
            king,
            queen,
        },
    )
}

impl Line {
    fn place(self, board: &mut Board, reserved: &[Square], victim: Square, us: Color) {
        let (files, ranks) = self.direction;
        for (distance, piece) in [
            (self.king, Piece::new(us, PieceType::King)),
            (-self.queen, Piece::new(!us, PieceType::Queen)),
        ] {
            if let Some(at) = victim.offset(self.pawn + distance * files, distance * ranks) {
                place(board, reserved, at, piece);
            }
        }
    }
}

/// A double push, and what stands around it.
#[derive(Clone, Debug)]
struct Push {
    pusher: Color,
    file: File,
    neighbors: Neighbors,
    line: Option<Line>,
    kings: [Square; 2],
    pieces: Vec<(Square, Piece)>,
}

fn any_push() -> impl Strategy<Value = Push> {
    (
        any_color(),
        any_file(),
        any_neighbors(),
        prop::option::of(any_line()),
        [any_square(), any_square()],
        any_pieces(),
    )
        .prop_map(|(pusher, file, neighbors, line, kings, pieces)| Push {
            pusher,
            file,
            neighbors,
            line,
            kings,
            pieces,
        })
}

impl Push {
    /// The setup right after the push, with kings and pieces where there is room.
    fn setup(&self) -> Setup {
        let us = !self.pusher;
        let on = |rank: Rank| Square::new(self.file, rank.relative_to(self.pusher));
        let [origin, target, victim] = [Rank::Second, Rank::Third, Rank::Fourth].map(on);
        let mut board = Board::EMPTY;
        board.set(victim, Some(Piece::new(self.pusher, PieceType::Pawn)));
        for at in self.neighbors.beside(victim) {
            board.set(at, Some(Piece::new(us, PieceType::Pawn)));
        }
        let reserved = [origin, target];
        if let Some(line) = self.line {
            line.place(&mut board, &reserved, victim, us);
        }
        for (color, king) in Color::ALL.into_iter().zip(self.kings) {
            let piece = Piece::new(color, PieceType::King);
            if board.squares_of(piece).is_empty() {
                place(&mut board, &reserved, king, piece);
            }
        }
        for &(at, piece) in &self.pieces {
            place(&mut board, &reserved, at, piece);
        }
        Setup {
            board,
            side_to_move: us,
            castling: CastlingRights::NONE,
            en_passant: Some(target),
            halfmove_clock: 0,
            fullmove_number: 1,
        }
    }
}

/// Positions right after a double push, including those that only a lenient reader accepts.
fn pushed() -> impl Strategy<Value = Position> {
    any_push().prop_filter_map("the pieces contradict each other", |push| {
        let (position, _) = push.setup().repair().ok()?;
        position.en_passant().is_some().then_some(position)
    })
}

/// Positions with castling rights for rooks on any file, with a little room between the pieces.
fn castling() -> impl Strategy<Value = Position> {
    let home = || [any_file(), any_file(), any_file()];
    let parts = (any_color(), [home(), home()], any_pieces());
    parts.prop_filter_map("no right is left", |(side_to_move, home, pieces)| {
        let mut setup = Setup {
            board: Board::EMPTY,
            side_to_move,
            castling: CastlingRights::NONE,
            en_passant: None,
            halfmove_clock: 0,
            fullmove_number: 1,
        };
        for (color, [king, queenside, kingside]) in Color::ALL.into_iter().zip(home) {
            let mut put = |file, kind| {
                let at = Square::new(file, color.home_rank());
                place(&mut setup.board, &[], at, Piece::new(color, kind));
            };
            put(king, PieceType::King);
            put(queenside, PieceType::Rook);
            put(kingside, PieceType::Rook);
            setup
                .castling
                .set(color, CastlingSide::Queen, Some(queenside));
            setup
                .castling
                .set(color, CastlingSide::King, Some(kingside));
        }
        for (at, piece) in pieces {
            place(&mut setup.board, &[], at, piece);
        }
        let (position, _) = setup.repair().ok()?;
        (!position.castling_rights().is_empty()).then_some(position)
    })
}

proptest! {
    #![proptest_config(cases(10_000))]

    #[test]
    fn rules_and_oracle_agree_after_a_double_push(position in pushed()) {
        compare_with_successors(&position, &state_of(&position))?;
    }
}

proptest! {
    #![proptest_config(cases(2_500))]

    /// Most moves are known to be legal without being played. Here all are played, and there may be no king, or two.
    #[test]
    fn legal_moves_are_those_after_which_no_king_is_attacked(
        push in any_push(),
        second_king in prop::option::of(any_square()),
    ) {
        let mut setup = push.setup();
        if let Some(at) = second_king {
            let king = Piece::new(setup.side_to_move, PieceType::King);
            place(&mut setup.board, &[], at, king);
        }
        let state = State::new(&setup);
        let mut played = state.pseudo_legal_moves();
        played.retain(|&mv| {
            let mut after = state.make(mv).setup().clone();
            after.side_to_move = setup.side_to_move;
            !State::new(&after).is_check()
        });
        prop_assert_eq!(state.moves(), played, "in {:?}", setup);
    }

    #[test]
    fn rules_and_oracle_agree_about_castling(position in castling()) {
        compare_with_successors(&position, &state_of(&position))?;
    }
}
