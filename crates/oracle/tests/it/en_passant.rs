//! En passant positions that other projects have published, most of them from bug reports.

use passant_oracle::{Reason, State};
use passant_rules::{Setup, Square};

/// A FEN, and its perft at depths 1 to 3. Counts by an independent program and, where the position is one of a game,
/// by python-chess 1.11.2.
const PERFT: &str = "\
8/8/8/8/k1p4R/8/3P4/3K4 w - - 0 1                                       | 18 92 1670
3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1                                       | 18 92 1670
8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1                               | 14 191 2812
8/8/3p4/KPp4r/1R3pPk/8/4P3/8 w - c6 0 1                                 | 16 219 3338
8/8/8/r2Pp2K/8/8/4k3/8 w - e6 0 1                                       | 6 113 761
8/2R2p1p/4k1p1/6P1/5PKP/r7/8/8 b - - 2 35                               | 20 265 4304
6k1/8/8/8/1Pp5/8/B7/6K1 b - b3 0 1                                      | 6 52 324
8/8/8/1k6/2Pp4/8/8/4K3 b - c3 0 1                                       | 9 50 332
8/8/8/8/1kPp4/8/8/2K1B3 b - c3 0 1                                      | 6 68 361
8/8/4k3/8/2p5/8/B2P2K1/8 w - - 0 1                                      | 13 102 1266
8/b2p2k1/8/2P5/8/4K3/8/8 b - - 0 1                                      | 13 102 1266
4k3/2b5/8/3Pp3/8/6K1/8/8 w - e6 0 1                                     | 8 87 618
1b6/8/8/3Pp3/8/8/4k2K/8 w - e6 0 1                                      | 6 65 336
q6k/8/8/3pP3/8/8/8/7K w - d6 0 1                                        | 4 76 414
8/8/4k3/8/2pPp3/8/B7/7K b - d3 0 1                                      | 9 61 503
7k/b7/8/2PpP3/8/4K3/8/8 w - d6 0 1                                      | 9 61 503
8/5K2/8/3k4/3pP3/8/8/3R4 b - e3 0 1                                     | 6 108 656
4k3/8/8/8/3Pp3/8/8/3KR3 b - d3 0 1                                      | 6 64 438
8/8/8/2k5/2pP4/8/B7/4K3 b - d3 0 3                                      | 8 72 492
8/8/8/2k5/2pP4/8/4K3/8 b - d3 0 1                                       | 8 61 444
8/8/8/5k2/3p4/8/4P3/4K3 w - - 0 1                                       | 6 54 343
8/8/8/2k1K3/2pP4/8/8/8 b - d3 0 1                                       | 5 35 255
8/p2p1N2/8/4p2k/1p2P1Pp/1P1b3K/P6P/n7 b - g3 0 32                       | 2 22 370
8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 0 1                                      | 6 121 711
8/8/8/1k6/3Pp3/8/8/K4Q2 b - d3 0 1                                      | 6 140 802
8/8/8/8/k1Pp3Q/8/8/2K5 b - c3 0 1                                       | 5 116 624
8/8/8/5k2/4Pp2/8/2B5/4K3 b - e3 0 1                                     | 6 65 437
8/8/8/7B/6Pp/8/4k2K/3r4 b - g3 0 1                                      | 22 141 2491
rnbqk1nr/bb3p1p/1q2r3/2pPp3/3P4/7P/1PP1NpPP/R1BQKBNR w KQkq c6 0 1      | 2 92 2528
2r5/1K6/P1B5/8/4p1pp/8/3R1PkP/8 w - - 0 1                               | 24 386 8464
1b1k4/8/8/1rPpK3/8/8/8/8 w - d6 0 1                                     | 5 100 555
6bk/7b/8/3pP3/8/8/8/Q3K3 w - d6 0 2                                     | 20 177 4006
8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1                                     | 15 126 1928
8/5k2/8/2Pp4/2B5/1K6/8/8 w - d6 0 1                                     | 15 126 1928
8/5bk1/8/2Pp4/8/1K6/8/8 w - d6 0 1                                      | 8 104 736
rnbqkb1r/ppppp1pp/7n/4Pp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3           | 31 570 17546
8/6N1/3R4/6k1/5Pp1/1K2P3/8/4B1R1 b - f3 0 1                             | 0 0 0
4b1r1/8/1k2p3/5pP1/6K1/3r4/6n1/8 w - f6 0 1                             | 0 0 0
8/8/R7/4k3/4Pp2/2P2P2/7B/1K6 b - e3 0 1                                 | 0 0 0
1k6/7b/2p2p2/4pP2/4K3/r7/8/8 w - e6 0 1                                 | 0 0 0
7k/8/8/8/pPp5/8/8/7K b - b3 0 1                                         | 7 26 166
7k/8/8/PpP5/8/8/8/7K w - b6 0 1                                         | 7 26 166
2r3k1/1q1nbppp/r3p3/3pP3/pPpP4/P1Q2N2/2RN1PPP/2R4K b - b3 0 23          | 46 1356 56661
4k3/8/8/8/4pPp1/8/8/4K3 b - f3 0 1                                      | 9 47 376
1r6/8/8/pP6/8/8/8/1K6 w - a6 0 1                                        | 6 65 391
r3k2r/1bp2pP1/5n2/1P1Q4/1pPq4/5N2/1B1P2p1/R3K2R b KQkq c3 0 1           | 60 2608 113742
rnbqkbnr/p3pppp/2p5/1pPp4/3P4/8/PP2PPPP/RNBQKBNR w KQkq b6 0 4          | 29 811 23509
rnbqkbnr/pppp1pp1/8/3Pp2p/3Q4/8/PPP1PPPP/RNB1KBNR w KQkq e6 0 1         | 44 1307 51845
4k3/3p1p2/8/4P3/4K3/8/8/8 b - - 0 1                                     | 7 58 426
2b1r2r/8/5P1k/2p1pP2/5R1P/6PK/4q3/4R3 w - e6 0 1                        | 21 743 14692
rnk2bnr/8/b4p2/p1p2Pp1/P1P5/7p/3N3P/R1BK1B1R w - g6 0 27                | 18 378 7893
rk2r3/pn1p1p1p/1p4NB/2pP1K2/4p2N/qP4P1/P1P3PP/R1RB4 w - c6 0 30         | 29 849 22710
1kB5/3K4/8/pP6/8/8/8/8 w - a6 0 1                                       | 10 36 417
4k3/8/8/p1K1Pp1r/Pp5p/6pP/6P1/8 w - f6 0 1                              | 8 83 570
8/6p1/6Pp/pP5P/P1k1pP1R/8/8/4K3 b - f3 0 1                              | 8 83 570
8/8/8/p7/PR1Ppk1p/6pP/6P1/2K5 b - d3 0 1                                | 5 61 333
2k5/6p1/6Pp/pr1pPK1P/P7/8/8/8 w - d6 0 1                                | 5 61 333
1b1b4/8/b1P5/2kP4/8/2b4K/8/8 w - c6 0 1                                 | 4 146 1173
5K2/8/2pp2Pp/2PP4/P5Pp/2pP1Ppp/P6p/7k b - g3 0 1                        | 7 92 865
8/7k/8/7p/8/8/8/K7 w - h6 0 1                                           | 3 18 108
rnbqkb1r/ppp3pp/3p1n2/3P4/8/2P5/PP3PPP/RNBQKB1R w KQkq e6 0 1           | 36 1013 35805
8/8/8/pP6/8/8/8/8 w - a6 0 1                                            | 2 1 1
rnbqkbnr/ppp2ppp/3p4/8/3pP3/5N2/PPP2PPP/RNBQKB1R w KQkq d3 1 3          | 37 1187 44530
4k3/8/8/8/8/8/8/4K3 w - e3 0 1                                          | 5 25 170
k7/8/8/3pP3/8/7n/5K2/8 w - d6 0 1                                       | 7 56 350
3k4/8/8/K2p4/8/8/8/8 w - d6 0 1                                         | 5 29 174
3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1                                        | 7 38 261
3k4/8/8/K1Pp3r/8/8/8/8 w - d6 0 1                                       | 6 94 578
3k4/8/2r5/2Pp4/8/2K5/8/8 w - d6 0 1                                     | 7 111 792
8/8/4k3/8/2pP4/8/B5K1/8 b - d3 0 1                                      | 7 83 620
3k4/K6r/8/2Pp4/8/8/8/8 w - d6 0 1                                       | 4 77 317
3k4/8/8/2Pp4/2K5/8/8/8 w - d6 0 1                                       | 8 43 309
3Q4/8/4p1pp/4P2k/2R2pP1/7P/8/6K1 b - g3 0 1                             | 1 39 87
2b1r2r/8/5P1k/4pP2/2p2R1P/6PK/4R3/8 w - e6 0 1                          | 25 438 9874
8/8/4k1p1/4PpP1/5P1p/R4K1P/2r5/8 w - f6 0 1                             | 14 230 2956
4r2k/1b6/p2p2p1/3NPpPp/1P3P2/4K3/PP6/3R4 w - f6 0 1                     | 27 532 13342
k7/b5b1/8/2PpP3/3K4/8/8/8 w - d6 0 1                                    | 4 43 324
8/8/8/8/3pPk2/8/3K4/8 b - e3 0 1                                        | 8 51 381
5k2/8/8/4KPp1/b3pR2/3q2P1/8/1N6 w - g6 0 1                              | 14 443 5661
8/ppk5/2P3pp/1P1pp3/3rpPK1/6P1/P1R5/8 b - f3 0 1                        | 20 329 5940
8/5k2/8/4KPp1/b3pR2/3q2Pn/8/1N6 w - g6 0 1                              | 12 412 4785
r3k2r/p1pb1pp1/2p5/4q3/Q1PNpPPp/2N1n2K/PB1P4/R4R2 b kq g3 0 1           | 46 1950 82003
2qnrb1r/p1p1k2p/2B1bp1n/1pPpp1N1/P7/BP4P1/3PPP1P/RNQ1K2R w K b6 0 1     | 39 1065 40019
8/8/8/p1p5/P1P1pP2/7p/7P/5k1K b - f3 0 1                                | 5 6 36
5Q2/7k/8/5KpP/8/8/8/8 w - g6 0 1                                        | 24 52 1348
";

/// One position for each reason why a capture is illegal: the pawn that would capture, and the reason.
const REASONS: [(&str, Square, Reason); 6] = [
    (
        "3k4/K6r/8/2Pp4/8/8/8/8 w - d6 0 1",
        Square::C5,
        Reason::Check,
    ),
    (
        "3k4/8/2r5/2Pp4/8/2K5/8/8 w - d6 0 1",
        Square::C5,
        Reason::File,
    ),
    (
        "8/8/4k3/8/2pP4/8/B5K1/8 b - d3 0 1",
        Square::C4,
        Reason::Diagonal,
    ),
    (
        "3k4/8/8/K1Pp3r/8/8/8/8 w - d6 0 1",
        Square::C5,
        Reason::Rank,
    ),
    (
        "8/6b1/8/3pP3/3K4/8/8/3k4 w - d6 0 1",
        Square::E5,
        Reason::Diagonal,
    ),
    (
        "4k3/2b5/8/3Pp3/8/6K1/8/8 w - e6 0 1",
        Square::D5,
        Reason::Victim,
    ),
];

fn state(fen: &str) -> State {
    State::new(&Setup::from_fen(fen).unwrap())
}

#[test]
fn perft() {
    for row in PERFT.lines() {
        let (fen, counts) = row.split_once('|').unwrap();
        let state = state(fen);
        for (depth, count) in (1..).zip(counts.split_whitespace()) {
            assert_eq!(
                state.perft(depth).to_string(),
                count,
                "{fen} at depth {depth}"
            );
        }
    }
}

#[test]
fn reasons() {
    for (fen, capturer, reason) in REASONS {
        assert_eq!(state(fen).why_illegal(capturer), Some(reason), "{fen}");
    }
}

/// The columns that no other table has, each in a position constructed for it.
#[test]
fn columns_of_legal_captures() {
    let evasion = state("3k4/8/8/2Pp4/2K5/8/8/8 w - d6 0 1").tally(1);
    assert_eq!((evasion.en_passant, evasion.evasions), (1, 1));

    let along_the_pin = state("6k1/8/8/8/1Pp5/8/B7/6K1 b - b3 0 1").tally(1);
    assert_eq!(
        (along_the_pin.en_passant, along_the_pin.pinned_legal),
        (1, 1)
    );

    let takes_over = state("4r2k/8/8/3Pp3/8/8/8/4K3 w - e6 0 1").tally(1);
    assert_eq!((takes_over.en_passant, takes_over.reblocked), (1, 1));

    let stalemate = state("8/8/8/p1p5/P1P1pP2/7p/7P/5k1K b - f3 0 1").tally(1);
    assert_eq!((stalemate.en_passant, stalemate.stalemates), (1, 1));
}

#[test]
fn columns_of_checks() {
    let direct = state("8/8/8/8/3pPk2/8/3K4/8 b - e3 0 1").tally(1);
    assert_eq!(direct.en_passant_direct_checks, 1);

    let direct_mate = state("5Q2/7k/8/5KpP/8/8/8/8 w - g6 0 1").tally(1);
    assert_eq!(direct_mate.en_passant_direct_mates, 1);

    let discovered = state("8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1").tally(1);
    assert_eq!(discovered.en_passant_discovered_checks, 1);

    let discovered_mate = state("6bk/7b/8/3pP3/8/8/8/Q3K3 w - d6 0 2").tally(1);
    assert_eq!(discovered_mate.en_passant_discovered_mates, 1);

    let both = state("8/5k2/8/4KPp1/b3pR2/3q2Pn/8/1N6 w - g6 0 1").tally(1);
    assert_eq!(both.en_passant_direct_discovered_checks, 1);

    let double = state("r3k2r/p1pb1pp1/2p5/4q3/Q1PNpPPp/2N1n2K/PB1P4/R4R2 b kq g3 0 1").tally(1);
    assert_eq!(double.en_passant_double_discovered_checks, 1);
}

#[test]
fn columns_of_refused_captures() {
    let refused = |fen| {
        let tally = state(fen).tally(1);
        assert_eq!(tally.en_passant, 0, "{fen}");
        tally
    };
    assert_eq!(refused(REASONS[0].0).rejected_check, 1);
    assert_eq!(refused(REASONS[1].0).rejected_file, 1);
    assert_eq!(
        refused("k7/b5b1/8/2PpP3/3K4/8/8/8 w - d6 0 1").rejected_diagonal,
        2
    );
    assert_eq!(refused(REASONS[3].0).rejected_rank, 1);
    assert_eq!(refused(REASONS[5].0).rejected_victim, 1);
}

/// A target that no pawn has passed over gives no capture, whatever pieces are around it.
#[test]
fn bogus_targets() {
    for fen in [
        "4k3/8/8/3P4/8/8/8/4K3 w - e6 0 1",
        "4k3/4p3/8/3Pp3/8/8/8/4K3 w - e6 0 1",
        "4k3/8/4n3/3Pp3/8/8/8/4K3 w - e6 0 1",
        "4k3/8/8/3Pp3/8/8/8/4K3 w - e3 0 1",
        "4k3/8/8/3Pp3/8/8/8/4K3 w - e8 0 1",
        "4k3/8/8/3Pp3/8/8/8/4K3 b - e6 0 1",
    ] {
        assert_eq!(state(fen).en_passant(), None, "{fen}");
    }
}
