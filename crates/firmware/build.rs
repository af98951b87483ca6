//! Tells the linker about the chip, and packs the suites for it.

use std::env;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use passant_suite::Suites;

/// For each chip its target and the arguments of the linker; the first of a target is the one it stands for when
/// `PASSANT_CHIP` names none.
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

/// The most leaves that the image `perft` counts at one depth of one position, unless `PASSANT_MAX_NODES` says so.
const MAX_NODES: u64 = 12_000_000;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let folder = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    tell_linker(&folder);
    let suites = Suites::builtin().unwrap_or_else(|problems| panic!("{problems}"));
    std::fs::write(folder.join("standard.rs"), standard(&suites)).expect("OUT_DIR can be written");
}

/// Start-up code and memory layout of the chip; nothing for a host, where the programs run for comparison.
fn tell_linker(folder: &Path) {
    println!("cargo::rerun-if-env-changed=PASSANT_CHIP");
    let target = env::var("TARGET").expect("cargo sets TARGET");
    let wanted = env::var("PASSANT_CHIP").ok();
    let chip = CHIPS
        .iter()
        .find(|(name, of, _)| *of == target && wanted.as_ref().is_none_or(|wanted| wanted == name));
    let Some((name, _, arguments)) = chip else {
        return;
    };
    for argument in *arguments {
        println!("cargo::rustc-link-arg-bins={argument}");
    }
    let layout = PathBuf::from("memory").join(name).with_extension("x");
    if layout.exists() {
        println!("cargo::rerun-if-changed={}", layout.display());
        std::fs::copy(&layout, folder.join("memory.x")).expect("OUT_DIR can be written");
        println!("cargo::rustc-link-search={}", folder.display());
    }
}

/// The standard positions with their counts, as Rust: `[("kiwipete", "r3k2r/…", &[48, 2039, …]), …]`.
fn standard(suites: &Suites) -> String {
    println!("cargo::rerun-if-env-changed=PASSANT_MAX_NODES");
    let most = env::var("PASSANT_MAX_NODES").map_or(MAX_NODES, |text| {
        text.parse().expect("PASSANT_MAX_NODES is a number")
    });
    let selection = suites
        .select(["perft/standard"])
        .expect("there are standard positions");
    let mut text = String::from("[\n");
    for case in &selection.cases {
        let counts = case.perft.iter().copied();
        let counts: Vec<u64> = counts.take_while(|&count| count <= most).collect();
        let _ = writeln!(
            text,
            "    ({:?}, {:?}, &{counts:?}),",
            case.name(),
            case.fen
        );
    }
    text + "]\n"
}
