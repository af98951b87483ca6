//! `passant perft` with files of other projects: forms, files without counts, castling rights, material.

use crate::perft_counts::verify;
use crate::run::run_with;

/// A book, best moves, and analysis counts: the files have positions, and nothing that could be verified.
#[test]
fn a_file_without_counts_is_not_verified() {
    let initial = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    for (name, text) in [
        ("book.epd", format!("{initial} 0 1\n{initial} 1 2\n")),
        ("best.epd", format!("{initial} bm e4; id \"first\";\n")),
        ("analysis.epd", format!("{initial} acd 3; acn 2812;\n")),
    ] {
        let run = verify(name, &text, &[]).exits_with(4);
        let message = "error: there are no counts in this file";
        assert!(run.stderr.contains(message), "{}", run.stderr);
        assert_eq!(run.stdout, "", "{name}");
    }
    let mixed = format!("{initial} 0 1 ;D1 20\n{initial} bm e4;\n");
    let run = verify("mixed.epd", &mixed, &[]).exits_with(0);
    let verdict = "1 position, 1 count: all as expected, 1 other position without counts\n";
    assert!(run.stdout.contains(verdict), "{}", run.stdout);
}

#[test]
fn a_file_shows_ten_errors_and_then_their_number() {
    let run = verify("text.epd", &"not a position\n".repeat(4000), &[]).exits_with(2);
    assert_eq!(run.stderr.matches("not a position").count(), 10);
    let end = "error: 3990 more errors in ";
    assert!(run.stderr.contains(end), "{}", run.stderr);
    assert!(run.stderr.contains("4000 errors in files"));
}

/// Position 3 of the chess programming wiki, "Perft Results". The form is detected, and said.
#[test]
fn reads_counts_in_any_usual_form() {
    let fen = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -";
    for (name, text, form) in [
        (
            "columns.txt",
            format!("{fen} 4 43238\n"),
            "lines of FEN depth nodes",
        ),
        (
            "table.csv",
            format!("fen,depth,nodes\n{fen},4,43238\n"),
            "a table with the columns fen, depth, nodes",
        ),
        (
            "lines.jsonl",
            format!("{{\"fen\": \"{fen}\", \"perft\": {{\"4\": 43238}}}}\n"),
            "JSON Lines",
        ),
    ] {
        let run = verify(name, &text, &["--json"]).exits_with(0);
        assert!(
            run.stderr.ends_with(&format!("{name} is read as {form}\n")),
            "{}",
            run.stderr
        );
        let json = run.json();
        assert_eq!(json["files"][0]["form"], form);
        assert_eq!(json["positions"][0]["nodes"], 43238);
        verify(name, &text.replace("43238", "43239"), &[]).exits_with(1);
    }
}

/// A list of legal moves, as generators of tests write it: 48,001 lines without any count.
#[test]
fn a_long_file_of_json_is_read_as_what_it_is() {
    let entry = "{\"start\": {\"fen\": \"8/8/8/8/8/8/8/K1k5 w - - 0 1\"}}";
    let text = format!("[\n{}\n{entry}]\n", format!("{entry},\n").repeat(48_000));
    let run = verify("moves.json", &text, &[]).exits_with(4);
    assert!(run.stderr.len() < 1000, "{}", run.stderr.len());
    assert!(run.stderr.contains("there are no counts in this file"));
}

/// A right that is left over from standard chess: python-chess 1.11.2 counts 17 legal moves, and 18 in Chess960.
#[test]
fn rights_that_are_left_over_make_no_chess960() {
    let fen = "2k5/8/8/8/8/8/8/R5K1 w KQkq - 0 1";
    let run = run_with(&["perft", "--fen", fen, "--depth", "1"]).exits_with(0);
    assert!(run.stdout.starts_with("Nodes searched: 17\n"));
    let dropped = "White may not castle queenside: its king is not at home beside that rook";
    assert!(run.stderr.contains(dropped), "{}", run.stderr);
    let run = verify("stale.epd", &format!("{fen} ;D1 17\n"), &[]).exits_with(0);
    let dropped = format!(":1: {dropped} (dropped)\n");
    assert!(run.stderr.contains(&dropped), "{}", run.stderr);

    // Its only right fits Chess960.
    let guessed = "warning: castling is read as Chess960, because king or rook";
    let queenside = fen.replace("KQkq", "Q");
    let run = run_with(&["perft", "--fen", &queenside, "--depth", "1"]).exits_with(0);
    assert!(run.stdout.starts_with("Nodes searched: 18\n"));
    assert!(run.stderr.contains(guessed), "{}", run.stderr);
    let queenside = queenside.replace('Q', "A");
    let run = run_with(&["perft", "--fen", &queenside, "--depth", "1"]).exits_with(0);
    assert!(run.stdout.starts_with("Nodes searched: 18\n"));
    assert_eq!(run.stderr, "");
}

/// No game has eleven rooks. python-chess 1.11.2 counts 56, 2448 and 104160.
#[test]
fn material_that_no_game_has_is_counted() {
    let fen = "rrrrrrrr/PPPPPPPP/8/8/8/rr6/B7/KBr4k w - - 0 1";
    let text = format!("{fen} ;D1 56 ;D2 2448 ;D3 104160\n");
    for kernel in ["portable", "rules"] {
        let run = verify("rooks.epd", &text, &["--kernel", kernel]).exits_with(0);
        assert!(run.stderr.contains("(accepted)"), "{}", run.stderr);
    }
}
