//! Draws boards as SVG. The squares and coordinates are drawn once, and every board refers to them.

use std::collections::BTreeSet;
use std::fmt::Write;

use passant_report::judged_captures::JudgedCapture;
use passant_rules::{Color, File, PieceType, Rank, Square};

use super::board::Picture;

/// The width of a square.
const SIDE: usize = 30;

/// The space for the coordinates.
const MARGIN: usize = 16;

/// The width and height of a board.
const SIZE: usize = 8 * SIDE + MARGIN;

/// The id of the drawing of the squares.
const SQUARES: &str = "squares";

/// Returns an invisible drawing of the squares and coordinates. The page needs it once.
pub(crate) fn squares() -> String {
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

/// Draws a picture from White's side: an arrow for each en passant capture, and from each piece that forbids one an arrow to
/// the king. The page needs [`squares`] once.
pub(super) fn draw(picture: &Picture) -> String {
    let fen = picture.setup.fen();
    let mut svg = format!(
        r##"<svg viewBox="0 0 {SIZE} {SIZE}" width="{SIZE}" height="{SIZE}" role="img" aria-label="{fen}"><use href="#{SQUARES}"/>"##
    );
    for square in picture.marked {
        let (x, y) = corner(square);
        let (x, y, side) = (x + 1, y + 1, SIDE - 2);
        // Writing to a string cannot fail.
        let _ = write!(
            svg,
            r#"<path class="marked" d="M{x} {y}h{side}v{side}h-{side}z"/>"#
        );
    }
    if let Some(target) = picture.setup.en_passant {
        svg += &ring("target", target, 9);
    }
    for square in Square::ALL {
        if let Some(piece) = picture.setup.board.get(square) {
            let (x, y) = corner(square);
            let (x, y) = (x + SIDE / 2, y + SIDE - 7);
            let color = match piece.color() {
                Color::White => "white",
                Color::Black => "black",
            };
            let figurine = figurine(piece.piece_type());
            let _ = write!(
                svg,
                r#"<text class="piece {color}" x="{x}" y="{y}">{figurine}</text>"#
            );
        }
    }
    let captures = picture.captures();
    svg += &attacks(&captures);
    for it in &captures {
        svg += &arrow(it.word(), it.capturer, it.capture.to(), 9.0);
    }
    svg + "</svg>"
}

/// Draws the attacks that forbid captures, each of them once.
fn attacks(captures: &[JudgedCapture]) -> String {
    let attacks = || captures.iter().flat_map(|it| &it.attacks);
    let leaving: BTreeSet<_> = attacks()
        .flat_map(|it| it.leaving.iter().copied())
        .collect();
    let lines: BTreeSet<_> = attacks().map(|it| (it.from, it.king)).collect();
    let rings = leaving.into_iter().map(|it| ring("leaving", it, 13));
    let lines = lines
        .into_iter()
        .map(|(from, king)| ring("attacker", from, 13) + &arrow("attack", from, king, 13.0));
    rings.chain(lines).collect()
}

fn ring(class: &str, square: Square, radius: usize) -> String {
    let (x, y) = corner(square);
    let (x, y) = (x + SIDE / 2, y + SIDE / 2);
    format!(r#"<circle class="{class}" cx="{x}" cy="{y}" r="{radius}"/>"#)
}

/// Draws an arrow between two squares, which leaves a gap around the center of each.
fn arrow(class: &str, from: Square, to: Square, gap: f64) -> String {
    /// The length of the head, and half its width.
    const HEAD: (f64, f64) = (7.0, 4.5);
    let [(x1, y1), (x2, y2)] = [from, to].map(center);
    let length = (x2 - x1).hypot(y2 - y1);
    let (dx, dy) = ((x2 - x1) / length, (y2 - y1) / length);
    let at = |along: f64, aside: f64| {
        let (x, y) = (x1 + dx * along - dy * aside, y1 + dy * along + dx * aside);
        format!("{x:.1} {y:.1}")
    };
    let tip = length - gap;
    let (start, neck) = (at(gap, 0.0), at(tip - HEAD.0, 0.0));
    let [left, right] = [HEAD.1, -HEAD.1].map(|aside| at(tip - HEAD.0, aside));
    let tip = at(tip, 0.0);
    format!(
        r#"<g class="arrow {class}"><path class="shaft" d="M{start}L{neck}"/><path d="M{tip}L{left}L{right}z"/></g>"#
    )
}

/// Returns the center of a square.
fn center(square: Square) -> (f64, f64) {
    let middle = |corner: usize| f64::from(u16::try_from(corner + SIDE / 2).unwrap_or_default());
    let (x, y) = corner(square);
    (middle(x), middle(y))
}

/// Returns the upper left corner of a square.
fn corner(square: Square) -> (usize, usize) {
    let x = MARGIN + usize::from(square.file().index()) * SIDE;
    let y = (7 - usize::from(square.rank().index())) * SIDE;
    (x, y)
}

/// Returns the chess symbol, as text rather than as an emoji. The style sheet has the colors.
fn figurine(kind: PieceType) -> &'static str {
    match kind {
        PieceType::King => "♚&#xfe0e;",
        PieceType::Queen => "♛&#xfe0e;",
        PieceType::Rook => "♜&#xfe0e;",
        PieceType::Bishop => "♝&#xfe0e;",
        PieceType::Knight => "♞&#xfe0e;",
        PieceType::Pawn => "♟&#xfe0e;",
    }
}

#[cfg(test)]
mod tests {
    use super::{draw, squares};
    use crate::report::board::Picture;

    #[test]
    fn draws_pieces_target_and_the_line_that_forbids() {
        let svg = draw(&Picture::of_fen("3k4/8/8/K1Pp3r/8/8/8/8 w - d6 0 1").unwrap());
        assert_eq!(svg.matches("class=\"piece ").count(), 5);
        assert_eq!(svg.matches("class=\"target\"").count(), 1);
        // d6 is on the fourth file, on the third rank from the top.
        assert!(
            svg.contains(r#"<circle class="target" cx="121" cy="75""#),
            "{svg}"
        );
        // From the rook on h5 to the king on a5, on the same height.
        let line = r#"<g class="arrow attack"><path class="shaft" d="M228.0 105.0L51.0 105.0"/>"#;
        assert!(svg.contains(line), "{svg}");
        // Both pawns leave the rank, and the capture is drawn once.
        assert_eq!(svg.matches("class=\"leaving\"").count(), 2, "{svg}");
        assert_eq!(svg.matches("arrow illegal").count(), 1, "{svg}");
        assert!(Picture::of_fen("<script>").is_none());
    }

    #[test]
    fn a_legal_capture_has_no_line() {
        let svg = draw(&Picture::of_fen("3k4/8/8/K1Pp4/8/8/8/8 w - d6 0 1").unwrap());
        assert_eq!(svg.matches("arrow legal").count(), 1, "{svg}");
        assert!(!svg.contains("attack"), "{svg}");
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
