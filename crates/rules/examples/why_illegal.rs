//! Tells why an en passant capture is illegal, for each pawn beside the one that has moved two squares.
//!
//! ```sh
//! cargo run -p passant-rules --example why_illegal -- '3k4/8/8/K1Pp3r/8/8/8/8 w - d6 0 1'
//! ```

use passant_rules::{EnPassantVerdict, FenError, IllegalReason, Position, Setup};

fn main() {
    let given = std::env::args().nth(1);
    let fen = given
        .as_deref()
        .unwrap_or("3k4/8/8/K1Pp3r/8/8/8/8 w - d6 0 1");
    let position = match Position::from_fen(fen) {
        Ok(position) => position,
        Err(error) => {
            show_error(fen, &error);
            std::process::exit(2);
        }
    };

    print!("{}", position.board());
    let Some(right) = position.en_passant() else {
        println!("No pawn has just moved two squares.");
        return;
    };
    if right.capturers().is_empty() {
        println!("No pawn stands beside {}.", right.victim());
    }
    for capturer in right.capturers() {
        let target = right.target();
        match position.judge_en_passant(capturer) {
            Some(EnPassantVerdict::Illegal(reason)) => {
                println!("{capturer}{target} is illegal: {}.", explain(reason));
            }
            _ => println!("{capturer}{target} is legal."),
        }
    }
}

fn explain(reason: IllegalReason) -> &'static str {
    match reason {
        IllegalReason::Check => "it does not answer the check",
        IllegalReason::File => "the capturer is pinned on its file",
        IllegalReason::Diagonal => "the capturer is pinned on a diagonal",
        IllegalReason::Rank => "both pawns leave the rank and expose the king",
        IllegalReason::Victim => "the captured pawn shields the king on a diagonal",
    }
}

/// Prints every error with the bytes of the FEN that are to blame.
fn show_error(fen: &str, error: &FenError) {
    eprintln!("{fen}");
    let marked = |span: std::ops::Range<usize>, message: &dyn std::fmt::Display| {
        let (before, width) = (fen[..span.start].chars().count(), fen[span].chars().count());
        eprintln!(
            "{}{} {message}",
            " ".repeat(before),
            "^".repeat(width.max(1))
        );
    };
    match error {
        FenError::Syntax(_) => {
            for error in Setup::syntax_errors(fen) {
                marked(error.span(), &error);
            }
        }
        FenError::Invalid(faults) => {
            for fault in faults {
                marked(fault.span(fen), fault);
            }
        }
    }
}
