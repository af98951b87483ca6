//! The openings as the files that runners read.

use passant_rules::Setup;
use passant_suite::RefereeCase;

/// Returns the openings as lines of FEN with six fields, which readers of EPD take too.
#[must_use]
pub fn epd(cases: &[&RefereeCase]) -> String {
    let fens = cases.iter().map(|case| case.line.setup.fen().to_string());
    fens.flat_map(|fen| [fen, "\n".to_owned()]).collect()
}

/// Returns the openings as games without moves.
#[must_use]
pub fn pgn(cases: &[&RefereeCase]) -> String {
    let game = |case: &&RefereeCase| tags(&case.address, &case.line.setup);
    cases.iter().map(game).collect()
}

fn tags(event: &str, setup: &Setup) -> String {
    format!(
        "[Event \"{event}\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n\
         [Result \"*\"]\n[SetUp \"1\"]\n[FEN \"{}\"]\n\n*\n\n",
        setup.fen()
    )
}
