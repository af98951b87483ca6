//! The suites as the chips have them: the files of `packed/`.

use passant_rules::{CastlingSide, Color, Move, Piece, Square};
use passant_suite::{Case, Reach, Suites, Variant};
use passant_test_tools::assert_generated;

mod state;

#[test]
fn the_files_hold_the_suites() {
    let suites = Suites::builtin().unwrap();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/packed");
    let folder = std::path::absolute(folder).unwrap();
    for (name, packed) in [
        ("standard.bin", standard(&suites)),
        ("en-passant.bin", en_passant(&suites)),
        ("state.bin", state::state(&suites)),
    ] {
        assert_generated(&folder.join(name), packed);
    }
}

/// Packs the standard positions with their counts, as `src/perft.rs` describes.
fn standard(suites: &Suites) -> Vec<u8> {
    let selection = suites
        .select(["perft/standard"])
        .expect("there are standard positions");
    let mut bytes = Vec::new();
    for case in &selection.cases {
        text(case.name(), &mut bytes);
        text(&case.fen, &mut bytes);
        bytes.push(u8::try_from(case.perft.len()).expect("there are few depths"));
        for &count in &case.perft {
            leb128(count, &mut bytes);
        }
    }
    bytes
}

/// Packs all suites of `en-passant/`, as `src/suite.rs` describes.
fn en_passant(suites: &Suites) -> Vec<u8> {
    let mut bytes = Vec::new();
    for suite in suites.suites() {
        let Some(name) = suite.name.strip_prefix("en-passant/") else {
            continue;
        };
        text(name, &mut bytes);
        bytes.push(u8::try_from(suite.cases.len()).expect("a file has fewer than 256 cases"));
        suite.cases.iter().for_each(|case| pack(case, &mut bytes));
    }
    bytes
}

fn pack(case: &Case, bytes: &mut Vec<u8>) {
    let setup = case.setup();
    assert!(case.variant == Variant::Standard, "{}", case.address);
    let mut flags = 0;
    for (color, side, _) in setup.castling.iter() {
        flags |= 1 << (2 * u8::from(color == Color::Black) + u8::from(side == CastlingSide::Queen));
    }
    flags |= u8::from(setup.side_to_move == Color::Black) << 4;
    flags |= u8::from(case.reach != Reach::Reachable) << 5;
    bytes.push(flags);
    bytes.push(setup.en_passant.map_or(64, Square::index));
    bytes.push(sides(&case.legal) | sides(&case.illegal) << 2);
    let pieces: Vec<(Square, Piece)> = setup.board.iter().collect();
    let occupied = pieces
        .iter()
        .fold(0_u64, |set, (at, _)| set | 1 << at.index());
    bytes.extend(occupied.to_le_bytes());
    for two in pieces.chunks(2) {
        let number = |(_, piece): &(Square, Piece)| {
            piece.piece_type() as u8 | u8::from(piece.color() == Color::Black) << 3
        };
        bytes.push(two.first().map_or(0, number) | two.get(1).map_or(0, number) << 4);
    }
    for depth in 0..3 {
        leb128(case.perft.get(depth).copied().expect("three depths"), bytes);
    }
}

/// Packs a text, preceded by its length.
fn text(text: &str, bytes: &mut Vec<u8>) {
    bytes.push(u8::try_from(text.len()).expect("texts are short"));
    bytes.extend(text.as_bytes());
}

/// Sets bit 0 for a capture from the west, bit 1 for one from the east.
fn sides(captures: &[Move]) -> u8 {
    captures.iter().fold(0, |sides, mv| {
        sides
            | if mv.from().file() < mv.to().file() {
                1
            } else {
                2
            }
    })
}

fn leb128(mut number: u64, bytes: &mut Vec<u8>) {
    while 0x80 <= number {
        bytes.push(number as u8 & 0x7F | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}
