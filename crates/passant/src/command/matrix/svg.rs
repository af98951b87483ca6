//! Draws boards as SVG. The squares and coordinates are drawn once, and every board refers to them.

use std::fmt::Write;

use passant_rules::{Color, File, PieceType, Rank, Setup, Square};

/// The width of a square.
const SIDE: usize = 30;

/// The space for the coordinates.
const MARGIN: usize = 16;

/// The width and height of a board.
const SIZE: usize = 8 * SIDE + MARGIN;

/// The id of the drawing of the squares.
const SQUARES: &str = "squares";

/// Returns an invisible drawing of the squares and coordinates. The page needs it once.
pub(super) fn squares() -> String {
    let mut svg = format!(
        r#"<svg width="0" height="0" aria-hidden="true" class="hidden"><symbol id="{SQUARES}" viewBox="0 0 {SIZE} {SIZE}">"#
    );
    for (shade, is_light) in [("light", true), ("dark", false)] {
        // Writing to a string cannot fail.
        let _ = write!(svg, r#"<path class="{shade}" d=""#);
        for square in Square::ALL {
            if square.is_light() == is_light {
                let (x, y) = corner(square);
                let _ = write!(svg, "M{x} {y}h{SIDE}v{SIDE}h-{SIDE}z");
            }
        }
        svg += "\"/>";
    }
    for file in File::ALL {
        let x = MARGIN + usize::from(file.index()) * SIDE + SIDE / 2;
        let letter = file.letter();
        let _ = write!(
            svg,
            r#"<text class="coordinate" x="{x}" y="{}">{letter}</text>"#,
            SIZE - 4
        );
    }
    for rank in Rank::ALL {
        let y = (7 - usize::from(rank.index())) * SIDE + SIDE / 2 + 4;
        let _ = write!(
            svg,
            r#"<text class="coordinate" x="7" y="{y}">{}</text>"#,
            rank.digit()
        );
    }
    svg + "</symbol></svg>"
}

/// Draws the board of a FEN from White's side, with the target marked; `None` if the text is not a FEN.
pub(super) fn board(fen: &str) -> Option<String> {
    let setup = Setup::from_fen(fen).ok()?;
    let mut svg = format!(
        r##"<svg viewBox="0 0 {SIZE} {SIZE}" width="{SIZE}" height="{SIZE}" role="img" aria-label="{fen}"><use href="#{SQUARES}"/>"##
    );
    if let Some(target) = setup.en_passant {
        let (x, y) = corner(target);
        let (x, y) = (x + SIDE / 2, y + SIDE / 2);
        let _ = write!(svg, r#"<circle class="target" cx="{x}" cy="{y}" r="9"/>"#);
    }
    for square in Square::ALL {
        if let Some(piece) = setup.board.get(square) {
            let (x, y) = corner(square);
            let (x, y) = (x + SIDE / 2, y + SIDE - 7);
            let figurine = figurine(piece.color(), piece.piece_type());
            let _ = write!(
                svg,
                r#"<text class="piece" x="{x}" y="{y}">{figurine}</text>"#
            );
        }
    }
    Some(svg + "</svg>")
}

/// Returns the upper left corner of a square.
fn corner(square: Square) -> (usize, usize) {
    let x = MARGIN + usize::from(square.file().index()) * SIDE;
    let y = (7 - usize::from(square.rank().index())) * SIDE;
    (x, y)
}

/// Returns the chess symbol, as text rather than as an emoji.
fn figurine(color: Color, kind: PieceType) -> &'static str {
    match (color, kind) {
        (Color::White, PieceType::King) => "♔&#xfe0e;",
        (Color::White, PieceType::Queen) => "♕&#xfe0e;",
        (Color::White, PieceType::Rook) => "♖&#xfe0e;",
        (Color::White, PieceType::Bishop) => "♗&#xfe0e;",
        (Color::White, PieceType::Knight) => "♘&#xfe0e;",
        (Color::White, PieceType::Pawn) => "♙&#xfe0e;",
        (Color::Black, PieceType::King) => "♚&#xfe0e;",
        (Color::Black, PieceType::Queen) => "♛&#xfe0e;",
        (Color::Black, PieceType::Rook) => "♜&#xfe0e;",
        (Color::Black, PieceType::Bishop) => "♝&#xfe0e;",
        (Color::Black, PieceType::Knight) => "♞&#xfe0e;",
        (Color::Black, PieceType::Pawn) => "♟&#xfe0e;",
    }
}

#[cfg(test)]
mod tests {
    use super::{board, squares};

    #[test]
    fn draws_pieces_and_target() {
        let svg = board("3k4/8/8/K1Pp3r/8/8/8/8 w - d6 0 1").unwrap();
        assert_eq!(svg.matches("class=\"piece\"").count(), 5);
        assert_eq!(svg.matches("class=\"target\"").count(), 1);
        // d6 is on the fourth file, on the third rank from the top.
        assert!(
            svg.contains(r#"<circle class="target" cx="121" cy="75""#),
            "{svg}"
        );
        assert!(board("<script>").is_none());
    }

    #[test]
    fn draws_every_square_once() {
        let svg = squares();
        assert_eq!(svg.matches('M').count(), 64, "{svg}");
        // a1 is dark.
        let dark = svg.split_once("class=\"dark\"").unwrap().1;
        assert!(dark.contains("M16 210h"), "{dark}");
    }
}
