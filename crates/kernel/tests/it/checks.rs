//! Checks and mates that a count on sets could confuse: each position comes with its numbers, which follow from its
//! comment.

use passant_count::{Column, Tally};
use passant_kernel::{Batches, Kernel, Root, tally_in};
use passant_rules::Position;

/// A position, and its direct checks that are not mate, its direct mates and its stalemates.
type Case = (&'static str, [u64; 3]);

const CASES: [Case; 22] = [
    // The knight guards h7 and could block on g8, but it is pinned.
    ("7k/4Q3/5n2/8/8/3B4/1B6/K7 w - - 0 1", [5, 2, 3]),
    // The knight could capture on d8, but it is pinned.
    ("6k1/5npp/8/8/8/1B6/8/K2R4 w - - 0 1", [1, 1, 0]),
    // The rook could block on f8, but it is pinned.
    ("6k1/5rpp/8/8/8/1B6/8/K2R4 w - - 0 1", [1, 1, 0]),
    // The rook can block on e8.
    ("6k1/5ppp/4r3/8/8/8/8/K2R4 w - - 0 1", [1, 0, 0]),
    // The knight leaves the file, and the queen that guards d6 and f6 is pinned then.
    ("3rkr2/3pqp2/8/8/4N3/8/8/4R1K1 w - - 0 1", [0, 2, 0]),
    // The knight leaves f5, and the rook attacks both squares that the king could enter before.
    ("6kr/6pp/8/5N2/8/8/8/K4R2 w - - 0 1", [1, 1, 0]),
    // Only d7d5 answers Ra5; without that pawn it is mate.
    ("8/3p4/1R6/7k/8/5PP1/8/R5K1 w - - 0 1", [4, 0, 0]),
    ("8/8/1R6/7k/8/5PP1/8/R5K1 w - - 0 1", [3, 1, 0]),
    // Only h4xg3 en passant answers g2g4; with a rook on h1 that pawn is pinned.
    ("8/8/4NR2/7k/7p/4N3/6P1/K7 w - - 0 1", [5, 0, 0]),
    ("8/8/4NR2/7k/7p/4N3/6P1/K6R w - - 0 1", [5, 1, 1]),
    // The rook gives check after castling; it is mate if the king has no square.
    ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", [3, 0, 0]),
    ("4rkr1/4p1p1/8/8/8/8/8/4K2R w K - 0 1", [0, 2, 0]),
    // The king sees the promotion square only when the pawn has left e7.
    ("8/4P3/8/8/4k3/8/8/K7 w - - 0 1", [2, 0, 0]),
    // A queen or rook on a8 is mate, and so is one on b8 that has captured the rook there.
    ("6k1/P4ppp/8/8/8/8/8/K7 w - - 0 1", [0, 2, 0]),
    ("1r4k1/P4ppp/8/8/8/8/8/K7 w - - 0 1", [0, 2, 0]),
    ("8/P7/8/8/8/8/8/k1K5 w - - 0 1", [0, 2, 0]),
    // A queen or rook on c8 is mate; Kb6 leaves no move.
    ("k7/2P5/K7/8/8/8/8/8 w - - 0 1", [0, 2, 1]),
    // Promotions that capture the rook beside the king.
    ("kr6/p1P5/8/1N6/8/8/8/K7 w - - 0 1", [2, 0, 0]),
    // Queens next to the king, protected or not.
    ("8/8/8/3k4/8/8/1K2Q3/8 w - - 0 1", [11, 0, 0]),
    ("5rk1/5ppp/8/7Q/8/3B4/8/K7 w - - 0 1", [2, 1, 0]),
    // A rook pinned on a diagonal and a bishop pinned on a file cannot move.
    ("7k/4N1rb/8/8/8/8/1B6/K6R w - - 0 1", [3, 0, 10]),
    // A bishop pinned on a diagonal and a rook pinned on a file can.
    ("7k/4N1br/8/8/8/8/1B6/K6R w - - 0 1", [3, 0, 0]),
];

/// The same position with the colors swapped.
fn flipped(fen: &str) -> String {
    let mut fields = fen.split(' ');
    let mut next = || fields.next().expect("a whole FEN");
    let ranks: Vec<&str> = next().split('/').rev().collect();
    let swapped: String = format!("{} {}", ranks.join("/"), {
        next();
        next()
    })
    .chars()
    .map(|letter| {
        if letter.is_ascii_uppercase() {
            letter.to_ascii_lowercase()
        } else {
            letter.to_ascii_uppercase()
        }
    })
    .collect();
    let (board, castling) = swapped.split_once(' ').expect("two fields");
    format!("{board} b {castling} - 0 1")
}

/// Counts the positions in one call, so that they share the lanes of a register.
fn check(fens: &[String], columns: impl Fn(&Tally) -> [u64; 3]) {
    let positions: Vec<Position> = fens
        .iter()
        .map(|fen| Position::from_fen(fen).expect("a valid position"))
        .collect();
    for kernel in Kernel::available() {
        let tallies = tally_in(&mut Batches::default(), &Root::all(&positions), 1, kernel);
        for ((fen, (_, expected)), tally) in fens.iter().zip(CASES).zip(tallies) {
            assert_eq!(columns(&tally), expected, "{kernel}: {fen}");
        }
    }
}

#[test]
fn tells_mate_from_checks_that_have_an_answer() {
    let columns = |tally: &Tally| {
        [
            Column::DirectChecks,
            Column::DirectMates,
            Column::Stalemates,
        ]
        .map(|column| tally[column])
    };
    let white: Vec<String> = CASES.iter().map(|(fen, _)| (*fen).to_owned()).collect();
    let black: Vec<String> = white.iter().map(|fen| flipped(fen)).collect();
    check(&white, columns);
    check(&black, columns);
}
