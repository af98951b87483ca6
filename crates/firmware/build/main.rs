//! Configures the linker for the chip, and packs the suites.

use std::env;
use std::path::{Path, PathBuf};

use passant_rules::{CastlingSide, Color, Move, Piece, Square};
use passant_suite::{Case, Reach, Suites, Variant};

mod state;

/// For each chip its target and the arguments of the linker. If `PASSANT_CHIP` is not set, the first chip of a target
/// is used.
const CHIPS: [(&str, &str, &[&str]); 5] = [
    ("microbit", "thumbv6m-none-eabi", &["-Tlink.x"]),
    ("lm3s6965evb", "thumbv7m-none-eabi", &["-Tlink.x"]),
    ("stm32vldiscovery", "thumbv7m-none-eabi", &["-Tlink.x"]),
    (
        "sifive_e",
        "riscv32imac-unknown-none-elf",
        &["-Tmemory.x", "-Tlink.x"],
    ),
    ("uno", "avr-none", &["-mmcu=atmega328p"]),
];

/// The largest count that the image `perft` makes at one depth of one position, unless `PASSANT_MAX_NODES` is set.
const MAX_NODES: u64 = 12_000_000;

fn main() {
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-changed=src/state/op.rs");
    let folder = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    tell_linker(&folder);
    let suites = Suites::builtin().unwrap_or_else(|problems| panic!("{problems}"));
    std::fs::write(folder.join("standard.bin"), standard(&suites)).expect("OUT_DIR can be written");
    std::fs::write(folder.join("en-passant.bin"), en_passant(&suites))
        .expect("OUT_DIR can be written");
    std::fs::write(folder.join("state.bin"), state::state(&suites))
        .expect("OUT_DIR can be written");
}

/// Sets the start-up code and the memory layout of the chip. On a host, where the programs run for comparison, does
/// nothing.
fn tell_linker(folder: &Path) {
    println!("cargo::rerun-if-env-changed=PASSANT_CHIP");
    let names = CHIPS.map(|(name, _, _)| format!("\"{name}\"")).join(", ");
    println!("cargo::rustc-check-cfg=cfg(chip, values({names}))");
    let target = env::var("TARGET").expect("cargo sets TARGET");
    let requested = env::var("PASSANT_CHIP").ok();
    let chip = CHIPS.iter().find(|(name, of, _)| {
        *of == target && requested.as_ref().is_none_or(|requested| requested == name)
    });
    let Some((name, _, arguments)) = chip else {
        return;
    };
    println!("cargo::rustc-cfg=chip=\"{name}\"");
    for argument in *arguments {
        println!("cargo::rustc-link-arg-bins={argument}");
    }
    let layout = PathBuf::from("memory").join(name).with_extension("x");
    if layout.exists() {
        println!("cargo::rerun-if-changed={}", layout.display());
        std::fs::copy(&layout, folder.join("memory.x")).expect("OUT_DIR can be written");
        // The file would name the interrupts of the chip, but the programs use none.
        std::fs::write(folder.join("device.x"), "").expect("OUT_DIR can be written");
        println!("cargo::rustc-link-search={}", folder.display());
    }
}

/// Packs the standard positions with their counts, as `src/perft.rs` describes.
fn standard(suites: &Suites) -> Vec<u8> {
    println!("cargo::rerun-if-env-changed=PASSANT_MAX_NODES");
    let most = env::var("PASSANT_MAX_NODES").map_or(MAX_NODES, |text| {
        text.parse().expect("PASSANT_MAX_NODES is a number")
    });
    let selection = suites
        .select(["perft/standard"])
        .expect("there are standard positions");
    let mut bytes = Vec::new();
    for case in &selection.cases {
        text(case.name(), &mut bytes);
        text(&case.fen, &mut bytes);
        let counts = case.perft.iter().copied();
        let counts: Vec<u64> = counts.take_while(|&count| count <= most).collect();
        bytes.push(u8::try_from(counts.len()).expect("there are few depths"));
        for count in counts {
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
