//! A board as SVG.

use std::fmt::Write;

use passant_rules::{Color, File, PieceType, Rank, Setup, Square};

/// The width of a square.
const SIDE: usize = 30;

/// The room for the coordinates.
const MARGIN: usize = 16;

/// Draws the board of a FEN from White's side, with the target marked; `None` if it is no FEN.
pub(super) fn board(fen: &str) -> Option<String> {
    let setup = Setup::from_fen(fen).ok()?;
    let size = 8 * SIDE + MARGIN;
    let mut svg = format!(
        r#"<svg viewBox="0 0 {size} {size}" width="{size}" height="{size}" role="img" aria-label="{fen}">"#
    );
    for rank in Rank::ALL {
        for file in File::ALL {
            square(&mut svg, &setup, Square::new(file, rank));
        }
    }
    for file in File::ALL {
        let x = MARGIN + usize::from(file.index()) * SIDE + SIDE / 2;
        text(
            &mut svg,
            "coordinate",
            x,
            size - 4,
            &file.letter().to_string(),
        );
    }
    for rank in Rank::ALL {
        let y = (7 - usize::from(rank.index())) * SIDE + SIDE / 2 + 4;
        text(&mut svg, "coordinate", 7, y, &rank.digit().to_string());
    }
    Some(svg + "</svg>")
}

fn square(svg: &mut String, setup: &Setup, square: Square) {
    let x = MARGIN + usize::from(square.file().index()) * SIDE;
    let y = (7 - usize::from(square.rank().index())) * SIDE;
    let shade = if square.is_light() { "light" } else { "dark" };
    // Writing to a string cannot fail.
    let _ = write!(
        svg,
        r#"<rect class="{shade}" x="{x}" y="{y}" width="{SIDE}" height="{SIDE}"/>"#
    );
    if setup.en_passant == Some(square) {
        let (x, y) = (x + SIDE / 2, y + SIDE / 2);
        let _ = write!(svg, r#"<circle class="target" cx="{x}" cy="{y}" r="9"/>"#);
    }
    if let Some(man) = setup.board.get(square) {
        text(
            svg,
            "man",
            x + SIDE / 2,
            y + SIDE - 7,
            figurine(man.color(), man.piece_type()),
        );
    }
}

fn text(svg: &mut String, class: &str, x: usize, y: usize, text: &str) {
    let _ = write!(
        svg,
        r#"<text class="{class}" x="{x}" y="{y}">{text}</text>"#
    );
}

/// The chess symbol, as text rather than as an emoji.
fn figurine(color: Color, kind: PieceType) -> &'static str {
    match (color, kind) {
        (Color::White, PieceType::King) => "♔\u{fe0e}",
        (Color::White, PieceType::Queen) => "♕\u{fe0e}",
        (Color::White, PieceType::Rook) => "♖\u{fe0e}",
        (Color::White, PieceType::Bishop) => "♗\u{fe0e}",
        (Color::White, PieceType::Knight) => "♘\u{fe0e}",
        (Color::White, PieceType::Pawn) => "♙\u{fe0e}",
        (Color::Black, PieceType::King) => "♚\u{fe0e}",
        (Color::Black, PieceType::Queen) => "♛\u{fe0e}",
        (Color::Black, PieceType::Rook) => "♜\u{fe0e}",
        (Color::Black, PieceType::Bishop) => "♝\u{fe0e}",
        (Color::Black, PieceType::Knight) => "♞\u{fe0e}",
        (Color::Black, PieceType::Pawn) => "♟\u{fe0e}",
    }
}

#[cfg(test)]
mod tests {
    use super::board;

    #[test]
    fn men_and_target_are_drawn() {
        let svg = board("3k4/8/8/K1Pp3r/8/8/8/8 w - d6 0 1").unwrap();
        assert_eq!(svg.matches("class=\"man\"").count(), 5);
        assert_eq!(svg.matches("class=\"target\"").count(), 1);
        assert_eq!(svg.matches("<rect").count(), 64);
        // d6: the fourth file, the third rank from above.
        assert!(
            svg.contains(r#"<circle class="target" cx="121" cy="75""#),
            "{svg}"
        );
        assert!(board("<script>").is_none());
    }
}
