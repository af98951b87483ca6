//! Cases about the en passant square of a FEN, as text.

use passant_rules::EnPassantMode;
use passant_suite::FenCase;

/// A paragraph for each case.
pub(super) fn cases(cases: &[FenCase]) -> String {
    cases.iter().map(paragraph).collect()
}

fn paragraph(case: &FenCase) -> String {
    let moves: Vec<_> = case.moves.iter().map(|mv| mv.uci().to_string()).collect();
    let moves = match moves.join(" ") {
        moves if moves.is_empty() => moves,
        moves => format!(" moves {moves}"),
    };
    let [always, pseudo_legal, legal] = EnPassantMode::ALL.map(|mode| {
        let square = case.en_passant(mode);
        square.map_or_else(|| "-".to_owned(), |square| square.to_string())
    });
    format!(
        "{}\n  {}{moves}\n  {}\n  always {always}, pseudo-legal {pseudo_legal}, legal {legal}\n\n",
        case.address, case.fen, case.why,
    )
}
