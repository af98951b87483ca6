//! Games with plain captures and FEN tags in one convention.

use passant_pgn::fix_games;
use passant_rules::EnPassantMode::{self, Always, Legal, PseudoLegal};

use crate::CAPTURE;

fn fix(text: &str, convention: EnPassantMode) -> String {
    String::from_utf8(fix_games(text.as_bytes(), convention).0).unwrap()
}

#[test]
fn removes_every_mark() {
    let marked = [
        "exd6 e.p.",
        "exd6e.p.",
        "exd6 ep",
        "exd6ep",
        "exd6/ep",
        "exd6/e.p.",
        "ed6ep",
        "exd6 e.p",
        "exd6 ep.",
        "exd6\ne.p.",
    ];
    for capture in marked {
        let text = format!("{CAPTURE}{capture} {{!}} Nf6 *\n");
        assert_eq!(
            fix(&text, Legal),
            format!("{CAPTURE}exd6 {{!}} Nf6 *\n"),
            "{capture}"
        );
    }
    let text = "5. hxg6 e.p.# 1-0";
    let fen = "[FEN \"5Q2/7k/8/5KpP/8/8/8/8 w - g6 0 5\"]\n\n";
    assert_eq!(
        fix(&format!("{fen}{text}"), Legal),
        format!("{fen}5. hxg6# 1-0")
    );
    let variation = format!("{CAPTURE}Nf3 (3. exd6 e.p.+ (3. exd6ep) Nf6) Nc6 *");
    let plain = format!("{CAPTURE}Nf3 (3. exd6+ (3. exd6) Nf6) Nc6 *");
    assert_eq!(fix(&variation, Legal), plain);
    let prose = format!("{CAPTURE}Nf3 (to keep a step ahead, not 3. exd6 ep (deep)) Nf6 *");
    assert_eq!(fix(&prose, Legal), prose.replace("exd6 ep", "exd6"));
}

#[test]
fn changes_nothing_else() {
    let texts = [
        format!("{CAPTURE}exd6 {{e.p. ep}} ; exd6ep\n Nf6 $1 (3. Nf3 {{exd6 e.p.}}) *"),
        // It is illegal, so that nobody knows what was meant.
        "1. e4 e5 2. exd6 e.p. *".to_owned(),
        format!("{CAPTURE}Nf3 e.p. *"),
        "[Variant \"Atomic\"]\n\n1. exd6ep *".to_owned(),
    ];
    for text in texts {
        assert_eq!(fix(&text, Legal), text);
    }
    let bytes = b"[White \"J\xe4ger\"]\r\n\r\n1. e4 \x00 {\xff";
    assert_eq!(fix_games(bytes, Legal), (bytes.to_vec(), 0));
}

#[test]
fn writes_fen_tags_in_one_convention() {
    let cases = [
        // A capture is legal; a pawn stands beside; none does; no pawn has moved.
        ("4k3/8/8/2Pp4/8/8/8/4K3 w - d6 0 1", [true, true, true]),
        ("3k4/8/8/K1Pp3r/8/8/8/8 w - d6 0 1", [false, true, true]),
        ("4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1", [false, false, true]),
        ("4k3/8/8/8/8/8/8/4K3 w - d6 0 1", [false, false, false]),
        ("4k3/8/8/8/8/8/8/4K3  w - - 0 1", [true, true, true]),
    ];
    for (fen, stays) in cases {
        for (convention, stays) in [Legal, PseudoLegal, Always].into_iter().zip(stays) {
            let text = |fen: &str| format!("[FEN \"{fen}\"]\n\n*\n");
            let expected = if stays {
                fen.to_owned()
            } else {
                fen.replace("d6", "-")
            };
            assert_eq!(
                fix(&text(fen), convention),
                text(&expected),
                "{convention:?}"
            );
        }
    }
}
