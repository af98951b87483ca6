//! Configures the linker for the chip, and leaves out counts that are too large for it. The suites lie packed in
//! `packed/`: reading TOML here would compile the readers twice.

use std::env;
use std::path::{Path, PathBuf};

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
    println!("cargo::rerun-if-changed=packed");
    let folder = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    tell_linker(&folder);
    for name in ["en-passant.bin", "state.bin"] {
        std::fs::copy(Path::new("packed").join(name), folder.join(name))
            .expect("OUT_DIR can be written");
    }
    let standard = std::fs::read("packed/standard.bin").expect("the suites are packed");
    std::fs::write(folder.join("standard.bin"), up_to_most(&standard))
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

/// The standard positions, in the format of `src/perft.rs`, without the counts that are too large.
fn up_to_most(packed: &[u8]) -> Vec<u8> {
    println!("cargo::rerun-if-env-changed=PASSANT_MAX_NODES");
    let most = env::var("PASSANT_MAX_NODES").map_or(MAX_NODES, |text| {
        text.parse().expect("PASSANT_MAX_NODES is a number")
    });
    let mut bytes = Vec::new();
    let mut rest = packed;
    while !rest.is_empty() {
        // The name and the FEN, each after its length.
        for _ in 0..2 {
            let (text, after) = rest.split_at(1 + usize::from(rest[0]));
            bytes.extend(text);
            rest = after;
        }
        let counts: Vec<&[u8]> = (0..rest[0])
            .scan(&rest[1..], |rest, _| Some(number(rest)))
            .collect();
        rest = &rest[1 + counts.concat().len()..];
        let kept = counts.iter().take_while(|count| value(count) <= most);
        let kept: Vec<_> = kept.copied().collect();
        bytes.push(kept.len() as u8);
        bytes.extend(kept.concat());
    }
    bytes
}

/// The bytes of the first number in LEB128, which are taken off.
fn number<'a>(rest: &mut &'a [u8]) -> &'a [u8] {
    let last = rest.iter().position(|byte| *byte < 0x80);
    let (number, after) = rest.split_at(1 + last.expect("a number ends"));
    *rest = after;
    number
}

/// The value of a number in LEB128.
fn value(number: &[u8]) -> u64 {
    let bytes = number.iter().rev();
    bytes.fold(0, |value, byte| value << 7 | u64::from(byte & 0x7F))
}
