//! The findings in games. The positions are those of `suites/`, whose verdicts two programs have confirmed; the repetitions are
//! counted by hand and compared with python-chess in `python_chess.rs`.

use passant_pgn::FindingKind::{self, *};
use passant_pgn::{Audit, AuditCounts, AuditFinding, Convention, FenConvention, FindingDetail};

use crate::CAPTURE;

fn examine(text: &[u8]) -> (Vec<AuditFinding>, AuditCounts) {
    let (mut findings, mut counts) = (Vec::new(), AuditCounts::default());
    Audit::default().examine(text, &mut counts, &mut |finding| findings.push(finding));
    (findings, counts)
}

/// The kind and the characters of each finding.
fn list(text: &str) -> Vec<(FindingKind, String)> {
    let (findings, _) = examine(text.as_bytes());
    findings
        .into_iter()
        .map(|it| (it.kind, it.written))
        .collect()
}

fn game_from(fen: &str, moves: &str) -> String {
    format!("[FEN \"{fen}\"]\n\n{moves}")
}

#[test]
fn finds_what_is_wrong_with_a_game() {
    let rank = "3k4/8/8/K1Pp3r/8/8/8/8 w - d6 0 1";
    let cases = [
        (format!("{CAPTURE}exd6 *"), None),
        (format!("{CAPTURE}ed6 cd6 *"), None),
        (format!("{CAPTURE}exd6 e.p. *"), Some((Mark, "exd6 e.p."))),
        (
            format!("{CAPTURE}Nf3 (3. exd6ep) Nf6 *"),
            Some((Mark, "exd6ep")),
        ),
        (
            format!("{CAPTURE}Nf3 h6 4. exd6 *"),
            Some((IllegalEnPassant, "exd6")),
        ),
        (format!("{CAPTURE}exf6 *"), Some((IllegalEnPassant, "exf6"))),
        (format!("{CAPTURE}exe6 *"), Some((IllegalMove, "exe6"))),
        (
            format!("{CAPTURE}Nf3 e.p. *"),
            Some((NotEnPassant, "Nf3 e.p.")),
        ),
        (format!("{CAPTURE}Zf3 *"), Some((UnreadableMove, "Zf3"))),
        (
            game_from(rank, "1. cxd6 *"),
            Some((IllegalEnPassant, "cxd6")),
        ),
        (game_from(rank, "1. c6 *"), None),
        // A bishop is no pawn of the b-file.
        (
            "1. b4 a6 2. b5 h6 3. Bxc6 *".to_owned(),
            Some((IllegalMove, "Bxc6")),
        ),
        (
            game_from("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "1. Ke2 *"),
            Some((ImpossibleSquare, "4k3/8/8/8/8/8/8/4K3 w - e6 0 1")),
        ),
        (
            game_from("4k3/8/8/8/8/8/8/9 w - - 0 1", "1. Ke2 *"),
            Some((BadFen, "4k3/8/8/8/8/8/8/9 w - - 0 1")),
        ),
        ("1. e4 {never".to_owned(), Some((BrokenText, "{"))),
        ("[Variant \"Atomic\"]\n\n1. Qh8 *".to_owned(), None),
        (
            "[Variant \"Chess960\"]\n\n1. Qh8 *".to_owned(),
            Some((IllegalMove, "Qh8")),
        ),
    ];
    for (text, expected) in cases {
        let expected = expected.map(|(kind, written)| (kind, written.to_owned()));
        assert_eq!(list(&text), Vec::from_iter(expected), "{text}");
    }
}

#[test]
fn compares_results_with_the_last_position() {
    let mate = "1. f3 e5 2. g4 Qh4#";
    let stalemate = "k7/8/1K6/8/8/8/8/2Q5 w - - 0 1";
    // en-passant/only-move/only-f4g3: the capture of the pawn that gives check is the only move.
    let parried = "3Q4/8/4p1pp/4P2k/2R2p2/7P/6P1/6K1 w - - 0 1";
    let cases = [
        (format!("{mate} 0-1"), None),
        (format!("{mate} 1-0"), Some(WrongResult)),
        (format!("[Result \"1/2-1/2\"]\n\n{mate}"), Some(WrongResult)),
        (game_from(stalemate, "1. Qc7 1/2-1/2"), None),
        (game_from(stalemate, "1. Qc7 1-0"), Some(WrongResult)),
        (
            game_from(stalemate, "1. Qc6+ {Draw by stalemate} 1/2-1/2"),
            Some(NoStalemate),
        ),
        (game_from(parried, "1. g4# 1-0"), Some(NoMate)),
        (game_from(parried, "1. g4 {White mates} 1-0"), Some(NoMate)),
        (
            game_from(parried, "1. g4 {White wins on time, no mate} 1-0"),
            None,
        ),
        ("1. e4 {threatens checkmate} e5 *".to_owned(), None),
    ];
    for (text, expected) in cases {
        let kinds: Vec<_> = list(&text).into_iter().map(|it| it.0).collect();
        assert_eq!(kinds, Vec::from_iter(expected), "{text}");
    }
}

/// After 2... d5, exd6 is legal, so that the position is another one when it comes back.
const REAL: &str = "1. e4 e6 2. e5 d5 3. Nc3 Nc6 4. Nb1 Nb8 5. Nc3 Nc6 6. Nb1 Nb8";

/// After 1. e4 no pawn can capture.
const UNREAL: &str = "1. e4 Nf6 2. Nf3 Ng8 3. Ng1 Nf6 4. Nf3 Ng8 5. Ng1";

#[test]
fn judges_draws_by_repetition() {
    let claim = "{Draw by 3-fold repetition} 1/2-1/2";
    let cases = [
        (format!("{REAL} {claim}"), Some(EarlyRepetition)),
        (format!("{REAL} 7. Nc3 {claim}"), Some(OtherConvention)),
        (format!("{REAL} 1-0"), Some(OtherConvention)),
        (format!("{UNREAL} {claim}"), Some(OtherConvention)),
        (format!("{UNREAL} Nf6 {claim}"), Some(LateRepetition)),
        (
            format!("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 {claim}"),
            None,
        ),
        // The next move would repeat the position: the side to move claims.
        (
            format!("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 {claim}"),
            None,
        ),
        (format!("1. Nf3 Nf6 2. Ng1 {claim}"), Some(EarlyRepetition)),
        (
            format!("[Termination \"repetition\"]\n\n{REAL} 1/2-1/2"),
            Some(EarlyRepetition),
        ),
    ];
    for (text, expected) in cases {
        let kinds: Vec<_> = list(&text).into_iter().map(|it| it.0).collect();
        assert_eq!(kinds, Vec::from_iter(expected), "{text}");
    }
}

#[test]
fn counts_repetitions_by_each_convention() {
    let (findings, _) = examine(UNREAL.as_bytes());
    let FindingDetail::Repetition { thirds, .. } = &findings[0].detail else {
        panic!("{findings:?}");
    };
    let of = |convention: Convention| thirds[convention as usize];
    assert_eq!(of(Convention::Legal), Some(9));
    assert_eq!(of(Convention::PseudoLegal), Some(9));
    assert_eq!(of(Convention::Never), Some(9));
    assert_eq!(of(Convention::Always), None);
}

#[test]
fn says_where_a_finding_stands() {
    let text = b"1. e4 *\n\n[Event \"x\"]\r\n[White \"J\xe4ger\"]\r\n\r\n1. e4 e5\r\n2. Ke3 *\n";
    let (findings, counts) = examine(text);
    let finding = &findings[0];
    assert_eq!(finding.kind, IllegalMove);
    assert_eq!((finding.game, finding.game_lines_before), (2, 2));
    assert_eq!((finding.lines_before, finding.plies), (6, Some(2)));
    assert_eq!(finding.players, ["J\u{fffd}ger", ""]);
    assert_eq!((counts.games, counts.plies, counts.lines), (2, 3, 7));
}

#[test]
fn names_the_convention_of_each_square() {
    let cases = [
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", FenConvention::NoSquare),
        ("4k3/8/8/2Pp4/8/8/8/4K3 w - d6 0 1", FenConvention::Any),
        (
            "3k4/8/8/K1Pp3r/8/8/8/8 w - d6 0 1",
            FenConvention::PseudoLegal,
        ),
        ("4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1", FenConvention::Always),
        ("4k3/8/8/8/8/8/8/4K3 w - d6 0 1", FenConvention::Impossible),
    ];
    for (fen, convention) in cases {
        let (_, counts) = examine(game_from(fen, "*").as_bytes());
        assert_eq!(counts.fens[convention as usize], 1, "{fen}");
        assert_eq!(counts.fens.iter().sum::<u64>(), 1, "{fen}");
    }
}

/// The kind, the number of plies before it, the line and the characters of each finding in a variation.
fn list_in_variations(text: &str) -> Vec<(FindingKind, Option<usize>, usize, String)> {
    let (findings, _) = examine(text.as_bytes());
    let findings = findings.into_iter().filter(|it| it.is_in_variation);
    findings
        .map(|it| (it.kind, it.plies, it.lines_before + 1, it.written))
        .collect()
}

#[test]
fn judges_captures_and_marks_of_variations() {
    let rank = "3k4/8/8/K1Pp3r/8/8/8/8 w - d6 0 1";
    let cases = [
        (format!("{CAPTURE}Nf3 (3. exd6 cxd6) Nf6 *"), vec![]),
        (
            format!("{CAPTURE}Nf3\n(3. exd6 e.p.) Nf6 *"),
            vec![(Mark, Some(4), 2, "exd6 e.p.")],
        ),
        (
            format!("{CAPTURE}Nf3 h6 (3... Nf6\n4. exd6 Qxd6) 4. d4 *"),
            vec![(IllegalEnPassant, Some(6), 2, "exd6")],
        ),
        (
            format!("{CAPTURE}Nf3 (3. d4 Nf6 (3... f6 4. exd6ep) 4. Bg5 e.p. exf6 ep) *"),
            vec![
                (Mark, Some(6), 1, "exd6ep"),
                (IllegalEnPassant, Some(6), 1, "exd6ep"),
                (NotEnPassant, Some(6), 1, "Bg5 e.p."),
                (Mark, None, 1, "exf6 ep"),
            ],
        ),
        (
            game_from(rank, "1. c6 (1. cxd6) *"),
            vec![(IllegalEnPassant, Some(0), 3, "cxd6")],
        ),
        // Other moves that cannot be played, and words, are skipped, and the marks after them are found.
        (
            format!("{CAPTURE}Nf3 (3. Ke3 f5 4. exf6 (or keep 4. exd6 ep)) Nf6 *"),
            vec![(Mark, None, 1, "exd6 ep")],
        ),
        // The position before it is not known.
        (
            "(1. exd6ep) 1. e4 (((1... exd6)) ((1... e5))) *".to_owned(),
            vec![(Mark, None, 1, "exd6ep")],
        ),
        (
            format!("{CAPTURE}Nf6 (3. exd6 e.p. cxd6) Nf6 (3... exd6ep) *"),
            vec![(Mark, Some(4), 1, "exd6 e.p."), (Mark, None, 1, "exd6ep")],
        ),
        (
            "[Variant \"Atomic\"]\n\n1. e4 (1. exd6ep) *".to_owned(),
            vec![],
        ),
    ];
    for (text, expected) in cases {
        let expected = expected.into_iter();
        let expected: Vec<_> = expected
            .map(|(kind, plies, line, written)| (kind, plies, line, written.to_owned()))
            .collect();
        assert_eq!(list_in_variations(&text), expected, "{text}");
    }
}

#[test]
fn a_broken_variation_does_not_break_the_game() {
    let mate = "1. f3 e5 2. g4 Qh4#";
    let broken = [
        "(1. Ke3 e5 (1... d5) 2. Qh8)",
        "(1. exd6 (",
        "(nonsense (and more))",
        "(1. d4 1-0 0-1 d5)",
        "(1. d4 {",
    ];
    for variation in broken {
        let text = format!("1. f3 {variation} e5 2. g4 Qh4# 1-0");
        let (findings, counts) = examine(text.as_bytes());
        if variation.matches('(').count() == variation.matches(')').count() {
            assert_eq!(findings.last().unwrap().kind, WrongResult, "{text}");
            assert_eq!(counts.plies, 4, "{text}");
        } else {
            assert_eq!(counts.plies, 1, "{text}");
        }
    }
    let (_, counts) = examine(format!("{mate} (2... Qf6 3. Ke3 Qg5 (3... d5) 4. d4) *").as_bytes());
    let variations = counts.variations;
    assert_eq!((counts.plies, counts.en_passant), (4, 0));
    assert_eq!((variations.plies, variations.skipped), (1, 4));
}

#[test]
fn variations_deeper_than_64_are_skipped() {
    // 1. e4 is replaced, and each move of a variation by the one in it.
    let depth = 70;
    let text = format!("1. e4 {}{} *", "(1. d4 ".repeat(depth), ")".repeat(depth));
    let (findings, counts) = examine(text.as_bytes());
    assert!(findings.is_empty(), "{findings:?}");
    assert_eq!(counts.plies, 1);
    assert_eq!(
        (counts.variations.plies, counts.variations.skipped),
        (64, 6)
    );
    // However deep they are, reading ends.
    let text = format!("1. e4 {} e5 *", "((a".repeat(100_000));
    let (_, counts) = examine(text.as_bytes());
    assert_eq!((counts.plies, counts.variations.skipped), (1, 100_001));
}
