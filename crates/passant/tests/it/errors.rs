//! What is said about input that cannot be used, to the letter.

use crate::run::run_with;

/// Runs the arguments, which must be refused with exactly this message.
fn check(arguments: &[&str], message: &str) {
    let run = run_with(&[&["explain"], arguments].concat());
    assert_eq!(run.stderr, message, "{arguments:?}");
    assert_eq!((run.code, &run.stdout[..]), (Some(2), ""), "{arguments:?}");
}

#[test]
fn a_fen_that_cannot_be_read_is_shown_with_a_caret_under_each_mistake() {
    check(
        &["rnbqkbnx/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkz e9 0 1"],
        "\
error: 'x' means nothing in the placement field; expected one of PNBRQKpnbrqk, a digit from 1 to 8, or /
 |
 | rnbqkbnx/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkz e9 0 1
 |        ^

error: 'z' means nothing in the castling field; expected -, letters of KQkq, or the files of the rooks (A-H, a-h)
 |
 | rnbqkbnx/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkz e9 0 1
 |                                                  ^

error: not a square; expected - or a name like e3 or d6
 |
 | rnbqkbnx/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkz e9 0 1
 |                                                    ^^
",
    );
}

#[test]
fn a_fen_that_is_no_position_is_shown_with_all_its_faults() {
    check(
        &["4k3/8/8/8/8/8/8/P7 w K e6 0 1"],
        "\
error: White has no king; each side needs exactly one
 |
 | 4k3/8/8/8/8/8/8/P7 w K e6 0 1
 | ^^^^^^^^^^^^^^^^^^

error: a pawn stands on the first or last rank; pawns stand on ranks 2 to 7
 |
 | 4k3/8/8/8/8/8/8/P7 w K e6 0 1
 |                 ^

error: White may not castle kingside: it has no rook on h1
 |
 | 4k3/8/8/8/8/8/8/P7 w K e6 0 1
 |                      ^

error: no pawn of the other side stands on e5; the en passant square should be -
 |
 | 4k3/8/8/8/8/8/8/P7 w K e6 0 1
 |                        ^^
",
    );
}

#[test]
fn a_fen_that_ends_too_early_is_shown_what_a_fen_is() {
    check(
        &["8/8/8/8/8/8/8/8 w"],
        "\
error: the castling field is missing
 |
 | 8/8/8/8/8/8/8/8 w
 |                  ^
 |
 = help: a FEN has a placement, the side to move, castling, en passant, and two clocks, as in
         rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1
",
    );
}

#[test]
fn an_illegal_move_is_named_with_its_ply_and_the_moves_of_that_man() {
    check(
        &["startpos", "1.", "e4", "e5", "2.", "Ke3"],
        "\
error: the king on e1 cannot go to e3
 |
 | 1. e4 e5 2. Ke3
 |             ^^^ ply 3, White's move 2
 |
 = note: position rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2
 = help: legal moves of the king on e1: Ke2
",
    );
}

#[test]
fn an_illegal_capture_en_passant_is_explained() {
    check(
        &["3k4/8/8/K1Pp3r/8/8/8/8 w - d6 0 1", "cxd6", "e.p."],
        "\
error: c5xd6 is illegal: both pawns leave the fifth rank at once and uncover the rook on h5, which attacks the king on a5
 |
 | cxd6 e.p.
 | ^^^^^^^^^ ply 1, White's move 1
 |
 = note: position 3k4/8/8/K1Pp3r/8/8/8/8 w - d6 0 1
 = help: legal moves of the pawn on c5: c6
",
    );
}

/// The rook checks the king.
const CHECK: &str = "3k4/8/8/8/8/8/4r3/4K2R w K - 0 1";

/// The pawn is about to promote.
const PROMOTION: &str = "3k4/P7/8/8/8/8/8/4K3 w - - 0 1";

/// Position, moves of which the last is wrong, title and help of the message.
const WRONG_MOVES: &[[&str; 4]] = &[
    [
        "3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1",
        "Kb4 Kc7 c5d6",
        "nothing stands on d6, and no pawn has just passed over it",
        "legal moves of the pawn on c5: c5c6",
    ],
    [
        "startpos",
        "e7e5",
        "the pawn on e7 is Black's, and it is White's turn",
        "legal moves: a2a3, a2a4, b1a3, b1c3, b2b3, b2b4, c2c3, c2c4, d2d3, d2d4, e2e3, e2e4, and 8 more",
    ],
    [
        "startpos",
        "e3e4",
        "nothing stands on e3",
        "legal moves to e4: e2e4",
    ],
    [
        CHECK,
        "Rh5",
        "the rook on h1 may not go to h5: the king would be in check from the rook on e2",
        "legal moves: Kd1, Kf1, Kxe2",
    ],
    [
        CHECK,
        "Qd1",
        "White has no queen that could be meant",
        "legal moves to d1: Kd1",
    ],
    [
        CHECK,
        "O-O",
        "White may not castle to that side here",
        "legal moves of the king on e1: Kd1, Kf1, Kxe2",
    ],
    [
        PROMOTION,
        "a8",
        "the pawn on a7 may go to a8, but the move is written otherwise",
        "written: a8=B, a8=N, a8=Q+, a8=R+",
    ],
    [
        PROMOTION,
        "a7a8",
        "the pawn on a7 may go to a8, but the move is written otherwise",
        "written: a7a8b, a7a8n, a7a8q, a7a8r",
    ],
    [
        "startpos",
        "Nb3",
        "no knight of White's can go to b3",
        "legal moves of White's knights: Na3, Nc3, Nf3, Nh3",
    ],
    [
        "startpos",
        "Nf3 Nf6 Nc3 Nc6 Nd4 Nd5 Nb5",
        "more than one legal move could be meant; name the square it comes from",
        "written: Ncb5, Ndb5",
    ],
    [
        "startpos",
        "e4 d5 exd5 e.p.",
        "this move does not capture en passant",
        "written: exd5",
    ],
    [
        "startpos",
        "Zs9x",
        "no move can be read here; expected one like exd6, Nf3 or e2e4",
        "legal moves: Na3, Nc3, Nf3, Nh3, a3, a4, b3, b4, c3, c4, d3, d4, and 8 more",
    ],
];

#[test]
fn every_kind_of_wrong_move_is_told_from_the_others() {
    for [fen, moves, title, help] in WRONG_MOVES {
        let run = run_with(&["explain", fen, moves]);
        assert_eq!(run.code, Some(2), "{moves}");
        let first = run.stderr.lines().next();
        assert_eq!(first, Some(&format!("error: {title}")[..]));
        let last = run.stderr.lines().last();
        assert_eq!(last, Some(&format!(" = help: {help}")[..]));
    }
}

#[test]
fn a_game_that_is_over_has_no_moves_to_offer() {
    check(
        &["startpos", "f3 e5 g4 Qh4# a3"],
        "\
error: the game is over: checkmate, Black wins
 |
 | f3 e5 g4 Qh4# a3
 |               ^^ ply 5, White's move 3
 |
 = note: position rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3
",
    );
}

#[test]
fn a_repair_is_a_warning_and_the_position_is_explained() {
    let run = run_with(&["explain", "4k3/8/8/8/8/8/8/R3K3 w Q e6 0 1"]);
    let warning = "\
warning: no pawn of the other side stands on e5; the en passant square should be -
 |
 | 4k3/8/8/8/8/8/8/R3K3 w Q e6 0 1
 |                          ^^
 |
 = note: the en passant square is dropped
";
    assert_eq!((run.code, &run.stderr[..]), (Some(0), warning));
    assert!(
        run.stdout
            .contains("right     none: the FEN claims e6, which cannot be and was dropped\n")
    );
}

#[test]
fn usage_errors_are_bad_input() {
    for arguments in [
        &[][..],
        &["explain"],
        &["explain", "--watch", "--json"],
        &["expalin"],
        &["explain", "--jsno", "startpos"],
    ] {
        let run = run_with(arguments);
        assert_eq!((run.code, &run.stdout[..]), (Some(2), ""), "{arguments:?}");
        assert!(
            run.stderr.contains("Usage: passant"),
            "{arguments:?}: {}",
            run.stderr
        );
    }
}

/// A time that no clock can hold is refused before anything is started.
#[test]
fn times_are_bounded() {
    let fen = "3k4/8/8/K1Pp3r/8/8/8/8 w - d6 0 1";
    for verb in [&["diagnose", "true"][..], &["minimise", "true", fen]] {
        for time in ["0", "86401", "18446744073709551615"] {
            let run = run_with(&[verb, &["--time", time]].concat());
            let told = format!("{verb:?} {time}: {}", run.stderr);
            assert_eq!(run.code, Some(2), "{told}");
            assert!(run.stderr.contains("1..=86400"), "{told}");
        }
    }
}
