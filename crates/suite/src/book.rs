//! A Polyglot book whose moves show by which rule a reader makes keys.
//!
//! The format ([Polyglot book format](https://www.chessprogramming.org/PolyGlot), `book_format.html`) counts the file of a double push
//! if a pawn of the side to move stands beside the pushed pawn, pinned or not. For each position the book has one move under this key
//! and another move under the key of a reader that decides otherwise. The keys and moves are those that python-chess 1.11.2 finds.

use std::fmt::Write as _;

use passant_rules::{Move, Position, Square};

/// A position of the book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookCase {
    /// Its name, for example `edge/a-file-white`.
    pub name: &'static str,
    /// The position, as a FEN with the square after every double push.
    pub fen: &'static str,
    /// The move under the key of the format, in UCI notation.
    pub correct: &'static str,
    /// The move under the other key. That key counts the file if the key of the format does not. `None` for positions without a right,
    /// which show whether the book is read at all.
    pub wrong: Option<&'static str>,
}

/// The classes of [`BookCase`]s, each with what a reader does that plays the wrong move.
const MISTAKES: [(&str, &str); 7] = [
    ("control", "does not read the book"),
    ("no-capturer", "counts the file of every double push"),
    ("real-right", "does not count the file"),
    (
        "pinned-capturer",
        "counts the file only if a capture is legal",
    ),
    ("edge", "finds a capturer around the edge of the board"),
    (
        "piece-beside",
        "takes a piece beside the pawn for a capturer",
    ),
    (
        "own-pawn-beside",
        "takes a pawn of the same color for a capturer",
    ),
];

/// The positions of the book, the controls first.
#[rustfmt::skip]
pub const BOOK_CASES: [BookCase; 18] = [
    case(["control/start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "g1h3"], None),
    case(["control/one-ply", "rnbqkbnr/pppppppp/8/8/8/N7/PPPPPPPP/R1BQKBNR b KQkq - 1 1", "g8h6"], None),
    case(["control/two-plies", "rnbqkbnr/1ppppppp/p7/8/2P5/8/PP1PPPPP/RNBQKBNR w KQkq - 0 2", "g1h3"], None),
    case(["control/three-plies", "rnbqkbnr/pppp1ppp/8/4p3/8/N6N/PPPPPPPP/R1BQKB1R b KQkq - 1 2", "g8h6"], None),
    case(["no-capturer/e3", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", "g8h6"], Some("b8a6")),
    case(["no-capturer/d6", "rnbqkbnr/ppp1pppp/8/3p4/8/P7/1PPPPPPP/RNBQKBNR w KQkq d6 0 2", "g1h3"], Some("b1c3")),
    case(["real-right/d6", "rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3", "g1h3"], Some("b1a3")),
    case(["real-right/e3", "rnbqkbnr/ppp1pppp/8/8/3pP3/P6P/1PPP1PP1/RNBQKBNR b KQkq e3 0 3", "g8h6"], Some("b8a6")),
    case(["pinned-capturer/d6", "4r1k1/p6p/8/3pP3/8/8/P6P/4K3 w - d6 0 1", "a2a3"], Some("h2h3")),
    case(["pinned-capturer/d3", "4k3/p6p/8/8/3Pp3/8/P6P/4R1K1 b - d3 0 1", "a7a6"], Some("h7h6")),
    case(["edge/a3", "4k3/6p1/8/8/P7/7p/8/4K3 b - a3 0 1", "g7g6"], Some("e8d8")),
    case(["edge/a6", "4k3/8/8/p7/7P/8/6P1/4K3 w - a6 0 1", "g2g3"], Some("e1d1")),
    case(["edge/h3", "4k3/1p6/8/p7/7P/8/8/4K3 b - h3 0 1", "b7b6"], Some("e8d8")),
    case(["edge/h6", "4k3/8/P7/7p/8/8/1P6/4K3 w - h6 0 1", "b2b3"], Some("e1d1")),
    case(["piece-beside/d6", "4k3/p6p/8/3pN3/8/8/P6P/4K3 w - d6 0 1", "a2a3"], Some("h2h3")),
    case(["piece-beside/d3", "4k3/p6p/8/8/3Pn3/8/P6P/4K3 b - d3 0 1", "a7a6"], Some("h7h6")),
    case(["own-pawn-beside/d6", "4k3/p6p/8/3pp3/8/8/P6P/4K3 w - d6 0 1", "a2a3"], Some("h2h3")),
    case(["own-pawn-beside/d3", "4k3/p6p/8/8/3PP3/8/P6P/4K3 b - d3 0 1", "a7a6"], Some("h7h6")),
];

const fn case([name, fen, correct]: [&'static str; 3], wrong: Option<&'static str>) -> BookCase {
    BookCase {
        name,
        fen,
        correct,
        wrong,
    }
}

/// Says what a reader does that plays the wrong moves of a class; nothing for an unknown class.
#[must_use]
pub fn mistake_of(class: &str) -> &'static str {
    let mut mistakes = MISTAKES.iter();
    let found = mistakes.find(|(name, _)| *name == class);
    found.map_or("", |(_, mistake)| mistake)
}

/// Returns the book: records of 16 bytes, sorted by their keys.
#[must_use]
pub fn book() -> Vec<u8> {
    let records = BOOK_CASES.iter().flat_map(BookCase::records);
    let mut records: Vec<_> = records.collect();
    records.sort_unstable();
    let bytes = records.into_iter().flat_map(|(key, mv)| {
        let (weight, learned) = (1_u16, 0_u32);
        let mut record = key.to_be_bytes().to_vec();
        record.extend(mv.to_be_bytes());
        record.extend(weight.to_be_bytes());
        record.extend(learned.to_be_bytes());
        record
    });
    bytes.collect()
}

/// Returns the positions, a line each: the FEN, the correct move, the wrong move or `-`, and what a reader does that plays the wrong
/// move, separated by tabs.
#[must_use]
pub fn book_table() -> String {
    let mut text = String::new();
    for case in &BOOK_CASES {
        let wrong = case.wrong.unwrap_or("-");
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{}\t{}\t{wrong}\t{}",
            case.fen,
            case.correct,
            case.mistake()
        );
    }
    text
}

impl BookCase {
    /// The position.
    #[must_use]
    pub fn position(&self) -> Position {
        // A test reads every FEN.
        Position::from_fen(self.fen).unwrap_or_default()
    }

    /// The class, for example `edge`.
    #[must_use]
    pub fn class(&self) -> &'static str {
        self.name
            .split_once('/')
            .map_or(self.name, |(class, _)| class)
    }

    /// Says what a reader does that plays the wrong move.
    #[must_use]
    pub fn mistake(&self) -> &'static str {
        mistake_of(self.class())
    }

    /// The class of a more general mistake that leads to the same wrong move.
    #[must_use]
    pub fn more_general_class(&self) -> Option<&'static str> {
        match self.class() {
            "edge" | "piece-beside" | "own-pawn-beside" => Some("no-capturer"),
            "pinned-capturer" => Some("real-right"),
            _ => None,
        }
    }

    /// The key and the move of each record.
    fn records(&self) -> Vec<(u64, u16)> {
        let position = self.position();
        let key = position.polyglot_key();
        let record = |key, mv| Some((key, packed(position.parse_uci(mv).ok()?)));
        let wrong = self.wrong.and_then(|mv| {
            let file = position.en_passant()?.target().file();
            record(key ^ file.polyglot_number(), mv)
        });
        [record(key, self.correct), wrong]
            .into_iter()
            .flatten()
            .collect()
    }
}

/// A move that is no promotion, as the format writes it: three bits each for the rank and the file of the square of departure, then of
/// the square of arrival.
fn packed(mv: Move) -> u16 {
    let bits = |square: Square| u16::from(square.index());
    bits(mv.from()) << 6 | bits(mv.to())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{BOOK_CASES, book};

    /// No position and no move is dropped, no two records have the same key, and every mistake has a sentence.
    #[test]
    fn every_position_has_its_moves() {
        let mut keys = BTreeSet::new();
        for case in &BOOK_CASES {
            let records = case.records();
            assert_eq!(
                records.len(),
                1 + usize::from(case.wrong.is_some()),
                "{case:?}"
            );
            assert!(!case.mistake().is_empty(), "{case:?}");
            keys.extend(records.into_iter().map(|(key, _)| key));
        }
        assert_eq!(16 * keys.len(), book().len());
    }

    /// The keys of the format for the first positions, by python-chess 1.11.2 (`chess.polyglot.zobrist_hash`).
    #[test]
    fn records_follow_the_format() {
        let records = book();
        let has = |key: u64, mv: u16| {
            let record = [&key.to_be_bytes()[..], &mv.to_be_bytes()].concat();
            records.chunks(16).any(|it| it[..10] == record)
        };
        // no-capturer/e3
        assert!(has(0x823C_9B50_FD11_4196, 0x0faf));
        // real-right/d6
        assert!(has(0xA841_8099_BE43_41A9, 0x0197));
        // pinned-capturer/d6
        assert!(has(0x2469_E65E_89E8_6E96, 0x0210));
        // edge/h6
        assert!(has(0xFDEF_3615_7CF3_D578, 0x0251));
    }
}
