//! Which move an engine means by a text.

use passant_rules::{Move, Position};

/// A move as an engine has it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Meant {
    /// A legal move.
    Legal(Move),
    /// No legal move: the text in UCI notation where it names two squares, as it stands otherwise.
    Extra(String),
}

/// The legal move that a text means, in any notation engines print.
///
/// ```
/// use passant_engine::dialect::notation::{Meant, meant};
/// use passant_rules::Position;
///
/// let position = Position::from_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")?;
/// let castles = position.parse_uci("e1g1").unwrap();
/// for text in ["e1g1", "e1h1", "O-O", "0-0", "Ke1-g1"] {
///     assert_eq!(meant(&position, text), Meant::Legal(castles), "{text}");
/// }
/// assert_eq!(meant(&position, "Ke1-e3"), Meant::Extra("e1e3".to_owned()));
/// # Ok::<(), passant_rules::FenError>(())
/// ```
#[must_use]
pub fn meant(position: &Position, text: &str) -> Meant {
    let squares = squares(text);
    let uci = squares.as_deref().map(|uci| position.parse_uci(uci));
    if let Some(Ok(mv)) = uci {
        return Meant::Legal(mv);
    }
    // Promotions are written `e8=Q`, `e8/Q` and `e8(Q)`.
    let letters = text.replace('0', "O").replace('/', "=");
    let letters = letters.replace(['(', ')'], "");
    if squares.is_none()
        && let Ok(mv) = position.parse_san(&letters)
    {
        return Meant::Legal(mv);
    }
    Meant::Extra(squares.unwrap_or_else(|| text.to_owned()))
}

/// Whether this is a move, and not what engines print that have none.
pub fn is_move(text: &str) -> bool {
    !["(none)", "none", "0000", "NULL"].contains(&text)
}

/// All moves of a divide. Promotions that are printed without their letter, four times the same, are given the letter
/// by their nodes: the largest count of the engine belongs to the move with the largest expected count.
#[must_use]
pub fn meant_by_all(
    position: &Position,
    printed: &[(String, u64)],
    expected: &[(Move, u64)],
) -> Vec<(Meant, u64)> {
    let mut all: Vec<_> = printed
        .iter()
        .map(|(text, nodes)| (meant(position, text), *nodes))
        .collect();
    let mut wanted: Vec<_> = expected
        .iter()
        .filter(|(mv, _)| mv.promotion().is_some())
        .collect();
    wanted.sort_by_key(|(_, nodes)| std::cmp::Reverse(*nodes));
    let letterless = |mv: &Move| mv.uci()[..4].to_owned();
    for (mv, _) in &wanted {
        let text = letterless(mv);
        let largest = all
            .iter_mut()
            .filter(|(found, _)| *found == Meant::Extra(text.clone()))
            .max_by_key(|(_, nodes)| *nodes);
        if let Some((found, _)) = largest {
            *found = Meant::Legal(*mv);
        }
    }
    all
}

/// Two squares and perhaps a promotion in UCI notation: `Pe7xd8=Q` and `e7d8(Q)` are `e7d8q`.
fn squares(text: &str) -> Option<String> {
    let text = text.trim_end_matches(['+', '#']);
    let text = text
        .strip_prefix(['K', 'Q', 'R', 'B', 'N', 'P'])
        .unwrap_or(text);
    let is_square = |text: &str| passant_rules::Square::from_name(text).is_some();
    let from = text.get(..2).filter(|square| is_square(square))?;
    let rest = text[2..]
        .strip_prefix(['-', 'x', ':'])
        .unwrap_or(&text[2..]);
    let to = rest.get(..2).filter(|square| is_square(square))?;
    let promotion = rest[2..].trim_matches(['=', '/', '(', ')']);
    let promotion = promotion.to_ascii_lowercase();
    matches!(&promotion[..], "" | "q" | "r" | "b" | "n").then(|| format!("{from}{to}{promotion}"))
}

#[cfg(test)]
mod tests {
    use passant_rules::Position;

    use super::{Meant, meant, meant_by_all};

    /// The position of the web page of Roce, which prints promotions without letters.
    const PROMOTIONS: &str = "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1";

    #[test]
    fn notations_of_the_catalogue_mean_the_same() {
        let position = Position::from_fen(PROMOTIONS).unwrap();
        let promotes = Meant::Legal(position.parse_uci("g2h1q").unwrap());
        for text in [
            "g2h1q", "g2h1Q", "g2xh1=Q", "Pg2xh1Q", "gxh1=Q", "g2h1(Q)", "g2-h1/Q", "gxh1(Q)",
            "gxh1/Q",
        ] {
            assert_eq!(meant(&position, text), promotes, "{text}");
        }
        assert_eq!(meant(&position, "g2h1k"), Meant::Extra("g2h1k".to_owned()));
        assert_eq!(meant(&position, "Zz"), Meant::Extra("Zz".to_owned()));
    }

    #[test]
    fn promotions_without_letters_are_told_apart_by_their_nodes() {
        let position = Position::from_fen(PROMOTIONS).unwrap();
        let mv = |text| position.parse_uci(text).unwrap();
        // Perft 3 of the position, counted by Stockfish 15.1.
        let expected = [
            ("g2g1q", 424),
            ("g2g1r", 424),
            ("g2g1b", 424),
            ("g2g1n", 415),
        ];
        let expected: Vec<_> = expected.map(|(text, nodes)| (mv(text), nodes)).into();
        let printed: Vec<_> = [415, 424, 424, 424]
            .map(|nodes| ("g2g1".to_owned(), nodes))
            .into();
        let mut found = meant_by_all(&position, &printed, &expected);
        found.sort();
        let mut wanted: Vec<_> = expected
            .iter()
            .map(|&(mv, nodes)| (Meant::Legal(mv), nodes))
            .collect();
        wanted.sort();
        assert_eq!(found, wanted);
        // A fifth line is a move too much.
        let five = [&printed[..], &[("g2g1".to_owned(), 1)]].concat();
        let found = meant_by_all(&position, &five, &expected);
        assert!(found.contains(&(Meant::Extra("g2g1".to_owned()), 1)));
    }
}
