//! En passant: every verdict, every way to write the square, and positions that other projects got wrong.

use passant_rules::{
    EnPassant, EnPassantMode, EnPassantVerdict, IllegalReason, Move, Position, Repair, Square,
};

/// Positions after a double push that games can reach, and the verdict on each pawn beside the victim.
///
/// From the test suites and bug reports of python-chess, shakmaty, Stockfish, surge, dragontoothmg, rampart and others.
/// python-chess 1.11.2 agrees about which captures are legal.
const REACHABLE: &str = "\
8/8/3p4/KPp4r/1R3pPk/8/4P3/8 w - c6 0 1                                | b5:rank
8/8/8/r2Pp2K/8/8/4k3/8 w - e6 0 1                                      | d5:rank
6k1/8/8/8/1Pp5/8/B7/6K1 b - b3 0 1                                     | c4:legal
8/8/8/1k6/2Pp4/8/8/4K3 b - c3 0 1                                      | d4:legal
8/8/4k3/8/2pPp3/8/B7/7K b - d3 0 1                                     | c4:diagonal e4:legal
7k/b7/8/2PpP3/8/4K3/8/8 w - d6 0 1                                     | c5:diagonal e5:legal
8/5K2/8/3k4/3pP3/8/8/3R4 b - e3 0 1                                    | d4:file
4k3/8/8/8/3Pp3/8/8/3KR3 b - d3 0 1                                     | e4:file
8/8/8/2k5/2pP4/8/B7/4K3 b - d3 0 3                                     | c4:legal
8/8/8/2k5/2pP4/8/4K3/8 b - d3 0 1                                      | c4:legal
8/8/8/2k1K3/2pP4/8/8/8 b - d3 0 1                                      | c4:legal
8/p2p1N2/8/4p2k/1p2P1Pp/1P1b3K/P6P/n7 b - g3 0 32                      | h4:legal
8/8/8/8/k1Pp3Q/8/8/2K5 b - c3 0 1                                      | d4:rank
6bk/7b/8/3pP3/8/8/8/Q3K3 w - d6 0 2                                    | e5:legal
8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1                                    | c4:legal
8/5k2/8/2Pp4/2B5/1K6/8/8 w - d6 0 1                                    | c5:legal
rnbqkb1r/ppppp1pp/7n/4Pp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3          | e5:legal
8/6N1/3R4/6k1/5Pp1/1K2P3/8/4B1R1 b - f3 0 1                            | g4:file
4b1r1/8/1k2p3/5pP1/6K1/3r4/6n1/8 w - f6 0 1                            | g5:file
8/8/R7/4k3/4Pp2/2P2P2/7B/1K6 b - e3 0 1                                | f4:diagonal
1k6/7b/2p2p2/4pP2/4K3/r7/8/8 w - e6 0 1                                | f5:diagonal
7k/8/8/8/pPp5/8/8/7K b - b3 0 1                                        | a4:legal c4:legal
7k/8/8/PpP5/8/8/8/7K w - b6 0 1                                        | a5:legal c5:legal
2r3k1/1q1nbppp/r3p3/3pP3/pPpP4/P1Q2N2/2RN1PPP/2R4K b - b3 0 23         | a4:legal c4:legal
4k3/8/8/8/4pPp1/8/8/4K3 b - f3 0 1                                     | e4:legal g4:legal
r3k2r/1bp2pP1/5n2/1P1Q4/1pPq4/5N2/1B1P2p1/R3K2R b KQkq c3 0 1          | b4:legal
rnbqkbnr/p3pppp/2p5/1pPp4/3P4/8/PP2PPPP/RNBQKBNR w KQkq b6 0 4         | c5:legal
rnbqkbnr/pppp1pp1/8/3Pp2p/3Q4/8/PPP1PPPP/RNB1KBNR w KQkq e6 0 1        | d5:legal
2b1r2r/8/5P1k/2p1pP2/5R1P/6PK/4q3/4R3 w - e6 0 1                       | f5:legal
rnk2bnr/8/b4p2/p1p2Pp1/P1P5/7p/3N3P/R1BK1B1R w - g6 0 27               | f5:legal
rk2r3/pn1p1p1p/1p4NB/2pP1K2/4p2N/qP4P1/P1P3PP/R1RB4 w - c6 0 30        | d5:legal
1kB5/3K4/8/pP6/8/8/8/8 w - a6 0 1                                      | b5:legal
4k3/8/8/p1K1Pp1r/Pp5p/6pP/6P1/8 w - f6 0 1                             | e5:rank
8/6p1/6Pp/pP5P/P1k1pP1R/8/8/4K3 b - f3 0 1                             | e4:rank
8/8/8/p7/PR1Ppk1p/6pP/6P1/2K5 b - d3 0 1                               | e4:rank
2k5/6p1/6Pp/pr1pPK1P/P7/8/8/8 w - d6 0 1                               | e5:rank
3k4/8/8/K2p4/8/8/8/8 w - d6 0 1                                        |
3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1                                       | c5:legal
3k4/8/8/K1Pp3r/8/8/8/8 w - d6 0 1                                      | c5:rank
3k4/8/2r5/2Pp4/8/2K5/8/8 w - d6 0 1                                    | c5:file
8/8/4k3/8/2pP4/8/B5K1/8 b - d3 0 1                                     | c4:diagonal
3k4/K6r/8/2Pp4/8/8/8/8 w - d6 0 1                                      | c5:check
3k4/8/8/2Pp4/2K5/8/8/8 w - d6 0 1                                      | c5:legal
3Q4/8/4p1pp/4P2k/2R2pP1/7P/8/6K1 b - g3 0 1                            | f4:legal
2b1r2r/8/5P1k/4pP2/2p2R1P/6PK/4R3/8 w - e6 0 1                         | f5:legal
8/8/4k1p1/4PpP1/5P1p/R4K1P/2r5/8 w - f6 0 1                            | e5:legal g5:legal
4r2k/1b6/p2p2p1/3NPpPp/1P3P2/4K3/PP6/3R4 w - f6 0 1                    | e5:file g5:legal
k7/b5b1/8/2PpP3/3K4/8/8/8 w - d6 0 1                                   | c5:diagonal e5:diagonal
8/8/8/8/3pPk2/8/3K4/8 b - e3 0 1                                       | d4:legal
5k2/8/8/4KPp1/b3pR2/3q2P1/8/1N6 w - g6 0 1                             | f5:legal
8/ppk5/2P3pp/1P1pp3/3rpPK1/6P1/P1R5/8 b - f3 0 1                       | e4:legal
8/5k2/8/4KPp1/b3pR2/3q2Pn/8/1N6 w - g6 0 1                             | f5:legal
r3k2r/p1pb1pp1/2p5/4q3/Q1PNpPPp/2N1n2K/PB1P4/R4R2 b kq g3 0 1          | h4:legal
2qnrb1r/p1p1k2p/2B1bp1n/1pPpp1N1/P7/BP4P1/3PPP1P/RNQ1K2R w K b6 0 1    | c5:legal
8/8/8/p1p5/P1P1pP2/7p/7P/5k1K b - f3 0 1                               | e4:legal
5Q2/7k/8/5KpP/8/8/8/8 w - g6 0 1                                       | h5:legal
4r3/7k/8/4Pp2/8/8/8/4K3 w - f6 0 29                                    | e5:file";

/// The same for positions that no game can reach; a lenient reader accepts them.
const UNREACHABLE: &str = "\
8/8/8/8/1kPp4/8/8/2K1B3 b - c3 0 1                                     | d4:legal
4k3/2b5/8/3Pp3/8/6K1/8/8 w - e6 0 1                                    | d5:victim
1b6/8/8/3Pp3/8/8/4k2K/8 w - e6 0 1                                     | d5:victim
q6k/8/8/3pP3/8/8/8/7K w - d6 0 1                                       | e5:victim
8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 0 1                                     | e4:legal
8/8/8/1k6/3Pp3/8/8/K4Q2 b - d3 0 1                                     | e4:legal
8/8/8/5k2/4Pp2/8/2B5/4K3 b - e3 0 1                                    | f4:victim
8/8/8/7B/6Pp/8/4k2K/3r4 b - g3 0 1                                     | h4:victim
rnbqk1nr/bb3p1p/1q2r3/2pPp3/3P4/7P/1PP1NpPP/R1BQKBNR w KQkq c6 0 1     | d5:check
1b1k4/8/8/1rPpK3/8/8/8/8 w - d6 0 1                                    | c5:rank
8/5bk1/8/2Pp4/8/1K6/8/8 w - d6 0 1                                     | c5:victim
k7/8/8/3pP3/8/7n/5K2/8 w - d6 0 1                                      | e5:check";

/// Double pushes, and the square that a FEN shows afterwards under each convention: always, pseudo-legal, legal.
///
/// From the tests of `cutechess` (`tst_board.cpp`) and `Stockfish` (commit 94175524b); the values under all conventions are
/// those of python-chess 1.11.2.
const PUSHES: &str = "\
3b3k/3Rp3/8/r2P4/7K/8/8/NR6 b - - 0 1                             | e7e5 | e6 e6 -
b6k/3Rp3/8/r2P3K/8/8/8/NR6 b - - 0 1                              | e7e5 | e6 e6 -
b6k/3Rp3/8/r2P4/8/8/8/NR5K b - - 0 1                              | e7e5 | e6 e6 -
b3r2k/3Rp3/8/3P4/8/8/8/NR2K3 b - - 0 1                            | e7e5 | e6 e6 e6
8/8/6k1/8/4p3/8/2QP4/3K4 w - - 0 1                                | d2d4 | d3 d3 d3
8/8/8/4k3/4p3/8/2QP4/3K4 w - - 0 1                                | d2d4 | d3 d3 d3
rr6/2q2p1k/2P1b1pp/bB2P1n1/R2B2PN/p4P1P/P1Q4K/1R6 b - - 2 38      | f7f5 | f6 f6 -
8/p2r1pK1/6p1/1kp1P1P1/2p5/2P5/8/4R3 b - - 0 43                   | f7f5 | f6 f6 -
4k3/4p3/2b3b1/3P1P2/4K3/8/8/8 b - - 0 1                           | e7e5 | e6 e6 -
1nbqkbnr/2pppppp/1p6/pr3P1K/8/8/PPPPP1PP/RNBQ1BNR b k - 0 1       | e7e5 | e6 e6 -
8/2R2p1p/4k1p1/6P1/5PKP/r7/8/8 b - - 2 35                         | h7h5 | h6 h6 h6
2r5/1K6/P1B5/8/4p1pp/8/3R1PkP/8 w - - 0 1                         | f2f4 | f3 f3 -
3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1                                 | d7d5 | d6 d6 -
8/8/4k3/8/2p5/8/B2P2K1/8 w - - 0 1                                | d2d4 | d3 d3 -
8/8/8/5k2/3p4/8/4P3/4K3 w - - 0 1                                 | e2e4 | e3 e3 e3
4k3/3p1p2/8/4P3/4K3/8/8/8 b - - 0 1                               | d7d5 | d6 d6 d6
4k3/3p1p2/8/4P3/4K3/8/8/8 b - - 0 1                               | f7f5 | f6 f6 f6
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1          | e2e4 | e3 - -";

fn verdict(name: &str) -> EnPassantVerdict {
    match name {
        "legal" => EnPassantVerdict::Legal,
        "check" => EnPassantVerdict::Illegal(IllegalReason::Check),
        "file" => EnPassantVerdict::Illegal(IllegalReason::File),
        "diagonal" => EnPassantVerdict::Illegal(IllegalReason::Diagonal),
        "rank" => EnPassantVerdict::Illegal(IllegalReason::Rank),
        "victim" => EnPassantVerdict::Illegal(IllegalReason::Victim),
        other => panic!("{other:?} is no verdict"),
    }
}

/// The second column of a row: `c5:legal e5:rank`.
fn verdicts(column: &str) -> Vec<(Square, EnPassantVerdict)> {
    let read = |word: &str| {
        let (square, name) = word.split_once(':').unwrap();
        (Square::from_name(square).unwrap(), verdict(name))
    };
    column.split_whitespace().map(read).collect()
}

/// Compares the verdicts with every function that depends on them.
fn check_verdicts(position: &Position, expected: &[(Square, EnPassantVerdict)]) {
    let right = position.en_passant().unwrap();
    let capturers: Vec<Square> = expected.iter().map(|&(square, _)| square).collect();
    let legal: Vec<Square> = expected
        .iter()
        .filter(|&&(_, verdict)| verdict == EnPassantVerdict::Legal)
        .map(|&(square, _)| square)
        .collect();
    assert!(
        right.capturers().into_iter().eq(capturers.iter().copied()),
        "{position}"
    );
    assert!(
        right.legal().into_iter().eq(legal.iter().copied()),
        "{position}"
    );
    for square in Square::ALL {
        let found = position.judge_en_passant(square);
        let entry = expected.iter().find(|&&(at, _)| at == square);
        assert_eq!(
            found,
            entry.map(|&(_, verdict)| verdict),
            "{square} in {position}"
        );
    }
    let mut played: Vec<Square> = position
        .legal_moves()
        .into_iter()
        .filter(|mv| mv.is_en_passant())
        .inspect(|mv| assert_eq!(mv.to(), right.target(), "{position}"))
        .inspect(|mv| assert_eq!(mv.victim_square(), Some(right.victim()), "{position}"))
        .map(Move::from)
        .collect();
    played.sort_unstable();
    assert_eq!(played, legal, "{position}");
}

/// The verdicts decide under which conventions the square is written. It counts for equality and keys exactly if a
/// capture is legal.
fn check_conventions(position: &Position, expected: &[(Square, EnPassantVerdict)]) {
    let target = position.en_passant().map(EnPassant::target);
    let any_legal = expected
        .iter()
        .any(|&(_, verdict)| verdict == EnPassantVerdict::Legal);
    for (mode, is_shown) in [
        (EnPassantMode::Always, true),
        (EnPassantMode::PseudoLegal, !expected.is_empty()),
        (EnPassantMode::Legal, any_legal),
    ] {
        let shown = target.filter(|_| is_shown);
        assert_eq!(
            position.setup(mode).en_passant,
            shown,
            "{mode:?} in {position}"
        );
        let field = shown.map_or("-".to_owned(), |square| square.to_string());
        assert_eq!(
            position.fen(mode).split(' ').nth(3),
            Some(&field[..]),
            "{mode:?} in {position}"
        );
    }
    let mut without = position.setup(EnPassantMode::Always);
    without.en_passant = None;
    let (without, _) = without.repair().unwrap();
    assert_eq!(without != *position, any_legal, "{position}");
    assert_eq!(without.key() != position.key(), any_legal, "{position}");
}

#[test]
fn verdicts_in_reachable_positions() {
    for row in REACHABLE.lines() {
        let (fen, column) = row.split_once('|').unwrap();
        let position = Position::from_fen(fen).unwrap();
        check_verdicts(&position, &verdicts(column));
        check_conventions(&position, &verdicts(column));
    }
}

#[test]
fn verdicts_in_unreachable_positions() {
    for row in UNREACHABLE.lines() {
        let (fen, column) = row.split_once('|').unwrap();
        assert!(Position::from_fen(fen).is_err(), "{fen}");
        let (position, reports) = Position::from_fen_lenient(fen).unwrap();
        assert!(
            reports.iter().all(|fault| fault.repair() == Repair::Accept),
            "{fen}"
        );
        check_verdicts(&position, &verdicts(column));
        check_conventions(&position, &verdicts(column));
    }
}

#[test]
fn a_double_push_is_shown_by_convention() {
    for row in PUSHES.lines() {
        let [fen, push, fields] = row.split('|').map(str::trim).collect::<Vec<_>>()[..] else {
            panic!("{row:?} has not three columns");
        };
        let mut position = Position::from_fen(fen).unwrap();
        let mv = position.parse_uci(push).unwrap();
        let _ = position.make(mv);
        let found = [
            EnPassantMode::Always,
            EnPassantMode::PseudoLegal,
            EnPassantMode::Legal,
        ]
        .map(|mode| {
            position
                .fen(mode)
                .split(' ')
                .nth(3)
                .unwrap_or_default()
                .to_owned()
        });
        assert_eq!(found.join(" "), fields, "{push} in {fen}");
    }
}

/// The third rule: the next move, of any kind, ends the right. Taking the move back restores the right.
#[test]
fn the_right_expires_with_the_next_move() {
    let mut position = Position::from_fen("r3k2r/1P6/8/2Pp4/8/8/6P1/R3K2R w KQkq d6 0 1").unwrap();
    let right = position.en_passant();
    assert!(right.is_some());
    for mv in position.legal_moves() {
        let undo = position.make(mv);
        let is_push = mv.from() == Square::G2 && mv.to() == Square::G4;
        let target = position.en_passant().map(EnPassant::target);
        assert_eq!(target, is_push.then_some(Square::G3), "{mv:?}");
        position.unmake(mv, undo);
        assert_eq!(position.en_passant(), right, "{mv:?}");
    }
}

/// Pawns on the a- and h-files have no neighbors across the edge of the board.
#[test]
fn the_board_does_not_wrap() {
    for fen in [
        "4k3/8/8/7P/p7/8/8/4K3 w - - 0 1",
        "4k3/8/8/p7/7P/8/8/4K3 b - h3 0 1",
        "4k3/8/8/p6P/8/8/8/4K3 w - a6 0 1",
        "4k3/8/7P/p7/8/8/8/4K3 w - a6 0 1",
        "4k3/8/8/P6p/8/8/8/4K3 w - h6 0 1",
        "4k3/8/8/7p/P7/8/8/4K3 w - h6 0 1",
        "4k3/8/8/8/P6p/8/8/4K3 b - a3 0 1",
        "4k3/8/8/8/p6P/8/8/4K3 b - h3 0 1",
    ] {
        let position = Position::from_fen(fen).unwrap();
        let is_en_passant = |mv: &Move| mv.is_en_passant();
        assert!(!position.legal_moves().iter().any(is_en_passant), "{fen}");
        assert!(
            position
                .en_passant()
                .is_none_or(|right| right.capturers().is_empty()),
            "{fen}"
        );
    }
}

/// Only pawns of the side to move that stand beside the victim can capture: no non-pawns, no other pawns.
#[test]
fn only_pawns_beside_the_victim_capture() {
    for fen in [
        "4k3/8/8/2NpB3/8/8/8/4K3 w - d6 0 1",
        "4k3/8/8/2pp4/8/8/8/4K3 w - d6 0 1",
        "4k3/8/2P5/3p4/4P3/8/8/4K3 w - d6 0 1",
        "4k3/8/8/1P1p1P2/8/8/8/4K3 w - d6 0 1",
        "4k3/8/8/3p4/2PPP3/8/8/4K3 w - d6 0 1",
    ] {
        let position = Position::from_fen(fen).unwrap();
        let right = position.en_passant().unwrap();
        assert!(right.capturers().is_empty(), "{fen}");
        assert_eq!(right.shown(EnPassantMode::PseudoLegal), None, "{fen}");
    }
}

/// A pawn that is pushed to the target, or a non-pawn that goes there, does not take the victim.
#[test]
fn other_moves_to_the_target_take_nothing() {
    let position = Position::from_fen("4k3/8/8/2Pp4/8/B7/8/3RK3 w - d6 0 1").unwrap();
    for mv in position
        .legal_moves()
        .into_iter()
        .filter(|mv| mv.to() == Square::D6)
    {
        let mut after = position.clone();
        let _ = after.make(mv);
        assert_eq!(
            after.piece_at(Square::D5).is_none(),
            mv.is_en_passant(),
            "{mv:?}"
        );
        assert_eq!(mv.is_en_passant(), mv.from() == Square::C5, "{mv:?}");
    }
}
