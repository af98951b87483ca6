//! Following a game over a pipe.

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

use crate::run::{passant, run_on};

const STARTPOS: &[&str] = &["explain", "--watch"];

/// Follows a game from a position; what is printed must be this, and nothing may go wrong.
fn check(arguments: &[&str], input: &str, want: &str) {
    let run = run_on(&[STARTPOS, arguments].concat(), input.as_bytes());
    assert_eq!(run.stdout, want);
    assert_eq!((run.code, &run.stderr[..]), (Some(0), ""));
}

#[test]
fn rights_arise_are_used_and_expire() {
    check(
        &[],
        "e4 a6\n\n1. e5\nd7d5 exd6 e.p.\r\nb5 2. a4 bxa4 b4",
        "\
1. e4            e3 passed over, no black pawn beside e4
1... a6          right on e3 expires unused
2. e5
2... d5          right for White on d6: e5xd6 is legal: nothing attacks the king on e1 after it
3. exd6 e.p.     en passant: the pawn on d5 vanishes
3... b5          b6 passed over, no white pawn beside b5
4. a4            right on b6 expires unused; a3 passed over, no black pawn beside a4
4... bxa4        right on a3 expires unused
5. b4            right for Black on b3: a4xb3 is legal: nothing attacks the king on e8 after it
",
    );
}

/// The position is from the tests of cutechess.
#[test]
fn what_forbids_a_capture_is_said() {
    check(
        &["b6k/3Rp3/8/r2P3K/8/8/8/NR6 b - - 0 1"],
        "e7e5",
        "\
1... e5          right for White on e6: d5xe6 is illegal: both pawns leave the fifth rank at once and uncover \
         the rook on a5, which attacks the king on h5
",
    );
}

#[test]
fn a_game_goes_on_from_a_right_and_ends_with_its_outcome() {
    check(
        &["5Q2/7k/8/5KpP/8/8/8/8 w - g6 0 1"],
        "hxg6\n",
        "\
start            right for White on g6: h5xg6 is legal: nothing attacks the king on f5 after it
1. hxg6 e.p.#    en passant: the pawn on g5 vanishes; checkmate, White wins
",
    );
}

#[test]
fn moves_can_be_taken_back_and_the_position_shown() {
    check(
        &["startpos", "e4", "a6", "e5", "d5"],
        "exd6\nfen\nundo\nfen\nboard\nundo\n",
        "\
start            right for White on d6: e5xd6 is legal: nothing attacks the king on e1 after it
3. exd6 e.p.     en passant: the pawn on d5 vanishes
rnbqkbnr/1pp1pppp/p2P4/8/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 3
undo 3. exd6 e.p.  right for White on d6: e5xd6 is legal: nothing attacks the king on e1 after it
rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3
8  r n b q k b n r
7  . p p . p p p p
6  p . . * . . . .
5  . . . p P . . .
4  . . . . . . . .
3  . . . . . . . .
2  P P P P . P P P
1  R N B Q K B N R
   a b c d e f g h
undo 2... d5
",
    );
}

#[test]
fn bad_lines_are_reported_and_the_game_goes_on() {
    let long = "x".repeat(4096);
    let input = [b"undo\ne4 e5 Ke3 d4\n", long.as_bytes(), b"\n\xff\nKe2"].concat();
    let run = run_on(STARTPOS, &input);
    let moves: Vec<_> = run
        .stdout
        .lines()
        .filter_map(|line| line.get(..8))
        .collect();
    assert_eq!(moves, ["1. e4   ", "1... e5 ", "2. Ke2  "]);
    let errors = "\
error: there is no move to take back
error: the king on e1 cannot go to e3
 |
 | e4 e5 Ke3 d4
 |       ^^^ ply 3, White's move 2
 |
 = note: position rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2
 = help: legal moves of the king on e1: Ke2
error: a line has more than 4095 characters; the line is ignored
error: a line is not UTF-8 text; the line is ignored
";
    assert_eq!((run.code, &run.stderr[..]), (Some(2), errors));
}

/// Somebody who plays move by move waits for each line: nothing may stay in a buffer.
#[test]
fn every_move_is_answered_at_once() {
    let mut command = passant(STARTPOS);
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().expect("the binary runs");
    let mut input = child.stdin.take().expect("a pipe");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    for (mv, answer) in [
        ("d4", "1. d4"),
        ("Nf6", "1... Nf6"),
        ("d5", "2. d5"),
        ("e5", "2... e5"),
    ] {
        writeln!(input, "{mv}").expect("the binary listens");
        let line = lines.next().expect("an answer").expect("UTF-8");
        assert!(line.starts_with(answer), "{line}");
    }
    drop(input);
    assert!(child.wait().expect("the binary ends").success());
}
