//! What is explained, as text.
//!
//! The positions are from the test suites of other programs, named beside each; which captures are legal is what
//! those suites say. The attackers were found by looking.

use crate::run::run_with;

/// A position, moves to play, and what must be said of each capture.
struct Case {
    source: &'static str,
    fen: &'static str,
    moves: &'static str,
    sentences: &'static [&'static str],
}

const CASES: &[Case] = &[
    Case {
        source: "python-chess issue 70: the two pawns leave the rank",
        fen: "8/8/8/r2Pp2K/8/8/4k3/8 w - e6 0 1",
        moves: "",
        sentences: &[
            "d5xe6 illegal: both pawns leave the fifth rank at once and uncover the rook on a5, which attacks the king on h5",
        ],
    },
    Case {
        source: "dragontoothmg: the same with Black to move and a queen",
        fen: "8/8/8/8/k1Pp3Q/8/8/2K5 b - c3 0 1",
        moves: "",
        sentences: &[
            "d4xc3 illegal: both pawns leave the fourth rank at once and uncover the queen on h4, which attacks the king on a4",
        ],
    },
    Case {
        source: "cutechess tst_board.cpp: the same after a move",
        fen: "b6k/3Rp3/8/r2P3K/8/8/8/NR6 b - - 0 1",
        moves: "e7e5",
        sentences: &[
            "d5xe6 illegal: both pawns leave the fifth rank at once and uncover the rook on a5, which attacks the king on h5",
        ],
    },
    Case {
        source: "shakmaty: the capturer is pinned on its file",
        fen: "4k3/8/8/8/3Pp3/8/8/3KR3 b - d3 0 1",
        moves: "",
        sentences: &[
            "e4xd3 illegal: the pawn on e4 is pinned on the e-file; once it leaves, the rook on e1 attacks the king on e8",
        ],
    },
    Case {
        source: "rampart: two capturers, one of them pinned on a diagonal",
        fen: "8/8/4k3/8/2pPp3/8/B7/7K b - d3 0 1",
        moves: "",
        sentences: &[
            "c4xd3 illegal: the pawn on c4 is pinned on the diagonal a2-e6; once it leaves, the bishop on a2 attacks the king on e6",
            "e4xd3 legal: nothing attacks the king on e6 after it",
        ],
    },
    Case {
        source: "Stockfish: two capturers, both pinned",
        fen: "k7/b5b1/8/2PpP3/3K4/8/8/8 w - d6 0 1",
        moves: "",
        sentences: &[
            "c5xd6 illegal: the pawn on c5 is pinned on the diagonal a7-d4; once it leaves, the bishop on a7 attacks the king on d4",
            "e5xd6 illegal: the pawn on e5 is pinned on the diagonal g7-d4; once it leaves, the bishop on g7 attacks the king on d4",
        ],
    },
    Case {
        source: "python-chess issue 70: the victim shields the king, which no game leads to",
        fen: "1b6/8/8/3Pp3/8/8/4k2K/8 w - e6 0 1",
        moves: "",
        sentences: &[
            "d5xe6 illegal: the pawn on e5 shields the king on h2; once it vanishes, the bishop on b8 attacks along the diagonal b8-h2 (no legal game leads here)",
        ],
    },
    Case {
        source: "lila issue 19199: check by a knight",
        fen: "k7/8/8/3pP3/8/7n/5K2/8 w - d6 0 1",
        moves: "",
        sentences: &[
            "e5xd6 illegal: the king on f2 is in check from the knight on h3, and the capture does not answer that",
        ],
    },
    Case {
        source: "cutechess tst_board.cpp: the push uncovers a check",
        fen: "3b3k/3Rp3/8/r2P4/7K/8/8/NR6 b - - 0 1",
        moves: "e7e5",
        sentences: &[
            "d5xe6 illegal: the king on h4 is in check from the bishop on d8, and the capture does not answer that",
        ],
    },
    Case {
        source: "PEJ: the victim gives check",
        fen: "8/8/8/2k5/2pP4/8/B7/4K3 b - d3 0 3",
        moves: "",
        sentences: &["c4xd3 legal: it takes the pawn on d4, which gives check"],
    },
    Case {
        source: "shakmaty align-ep: the capturer answers a check from elsewhere, which no game leads to",
        fen: "8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 0 1",
        moves: "",
        sentences: &[
            "e4xd3 legal: d3 lies between the king on b5 and the queen on f1, which gives check",
        ],
    },
    Case {
        source: "surge issue 6: the capturer stays on the line of its pin",
        fen: "6k1/8/8/8/1Pp5/8/B7/6K1 b - b3 0 1",
        moves: "",
        sentences: &[
            "c4xb3 legal: the bishop on a2 pins the pawn on c4, but b3 lies on the same line to the king on g8",
        ],
    },
    Case {
        source: "cutechess tst_board.cpp: the capturer takes over from the victim on the file",
        fen: "b3r2k/3Rp3/8/3P4/8/8/8/NR2K3 b - - 0 1",
        moves: "e7e5",
        sentences: &[
            "d5xe6 legal: on e6 the pawn shields the king on e1 from the rook on e8, as the one on e5 did",
        ],
    },
    Case {
        source: "rampart: two capturers, both legal",
        fen: "7k/8/8/PpP5/8/8/8/7K w - b6 0 1",
        moves: "",
        sentences: &[
            "a5xb6 legal: nothing attacks the king on h1 after it",
            "c5xb6 legal: nothing attacks the king on h1 after it",
        ],
    },
    Case {
        source: "python-chess: a right that nobody can use",
        fen: "3k4/8/8/K2p4/8/8/8/8 w - d6 0 1",
        moves: "",
        sentences: &["captures none: no white pawn stands beside d5"],
    },
    Case {
        source: "no double push was played",
        fen: "startpos",
        moves: "1. e4 e5 2. Nf3",
        sentences: &["right none: the last move, 2. Nf3, was no double push"],
    },
    Case {
        source: "the FEN knows of no double push",
        fen: "startpos",
        moves: "",
        sentences: &["right none: the en passant field of the FEN is -"],
    },
    Case {
        source: "Stockfish commit de269ee18: no pawn on e5",
        fen: "rnbqkb1r/ppp3pp/3p1n2/3P4/8/2P5/PP3PPP/RNBQKB1R w KQkq e6 0 1",
        moves: "",
        sentences: &[
            "dropped no pawn of the other side stands on e5; the en passant square should be -",
            "right none: the FEN claims e6, which cannot be and was dropped",
        ],
    },
    Case {
        source: "python-chess: the capture mates",
        fen: "6bk/7b/8/3pP3/8/8/8/Q3K3 w - d6 0 2",
        moves: "exd6 e.p.#",
        sentences: &["outcome checkmate, White wins"],
    },
    Case {
        source: "Stockfish issue 6563: an illegal capture does not make a position another one",
        fen: "5kbq/3Q2n1/6p1/r3PpKn/2n5/8/8/q7 w - f6 7 4",
        moves: "d7c8 f8f7 c8d7 f7f8 d7c8 f8f7 c8d7 f7f8",
        sentences: &["outcome draw on claim: this position has occurred 3 times"],
    },
];

#[test]
fn every_case_is_explained() {
    for case in CASES {
        let run = run_with(&["explain", case.fen, case.moves]);
        assert_eq!(run.code, Some(0), "{}: {}", case.source, run.stderr);
        // Lines are broken and indented; sentences are compared without that.
        let said = run.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
        for sentence in case.sentences {
            assert!(
                said.contains(sentence),
                "{}\n{sentence}\n{}",
                case.source,
                run.stdout
            );
        }
    }
}

#[test]
fn the_whole_text_is_a_board_and_a_list() {
    let run = run_with(&["explain", "startpos", "1.", "e4", "a6", "2.", "e5", "d5"]);
    let want = "\
game      1. e4 a6 2. e5 d5
captured  by White: nothing; by Black: nothing

8  r n b q k b n r
7  . p p . p p p p
6  p . . * . . . .
5  . . . p P . . .
4  . . . . . . . .
3  . . . . . . . .
2  P P P P . P P P
1  R N B Q K B N R
   a b c d e f g h

to move   White
right     White's: a black pawn has just moved from d7 to d5
target    d6, marked *: that pawn has passed over it; a capturer lands here
victim    d5: a capture takes the pawn off this square
e5xd6     legal: nothing attacks the king on e1 after it
          SAN exd6 or exd6 e.p., UCI e5d6
FEN       always        rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3
          pseudo-legal  rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3
          legal         rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3
";
    assert_eq!(
        (run.code, &run.stdout[..], &run.stderr[..]),
        (Some(0), want, "")
    );
}

#[test]
fn conventions_that_differ_are_told_apart() {
    let run = run_with(&["explain", "3k4/8/8/K1Pp3r/8/8/8/8 w - d6 0 1"]);
    let want = "\
FEN       always        3k4/8/8/K1Pp3r/8/8/8/8 w - d6 0 1
          pseudo-legal  3k4/8/8/K1Pp3r/8/8/8/8 w - d6 0 1
          legal         3k4/8/8/K1Pp3r/8/8/8/8 w - - 0 1
          always: after every double push; pseudo-legal: if a pawn stands beside
          the victim; legal: if it may be captured
";
    assert!(run.stdout.ends_with(want), "{}", run.stdout);
}

/// Both notations, numbers, suffixes and quotes are a matter of taste.
#[test]
fn moves_can_be_written_in_many_ways() {
    let mut texts = Vec::new();
    for arguments in [
        &[
            "startpos", "1.", "e4", "a6", "2.", "e5", "d5", "3.", "exd6", "e.p.",
        ][..],
        &["startpos", "1.e4 a6 2.e5 d5 3.exd6"],
        &["startpos", "e2e4", "a7a6", "e4e5", "d7d5", "e5d6"],
        &["startpos moves e2e4 a7a6 e4e5 d7d5 e5d6"],
        &["startpos", "moves", "e2e4", "a6", "e4e5", "d5", "e5xd6"],
        &[
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
            "w",
            "KQkq",
            "-",
            "0",
            "1",
            "e4",
            "a6",
            "e5",
            "d5",
            "exd6",
        ],
    ] {
        let run = run_with(&[&["explain"], arguments].concat());
        assert_eq!((run.code, &run.stderr[..]), (Some(0), ""), "{arguments:?}");
        assert!(
            run.stdout
                .contains("game      1. e4 a6 2. e5 d5 3. exd6 e.p.\n"),
            "{}",
            run.stdout
        );
        assert!(
            run.stdout
                .contains("captured  by White: pawn; by Black: nothing\n")
        );
        texts.push(run.stdout);
    }
    texts.dedup();
    assert_eq!(texts.len(), 1);
}
