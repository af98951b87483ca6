//! The chips on which programs in C are run, and the cost of a program there.

use std::fmt::Write;
use std::path::Path;

use anyhow::{Context, Result};
use passant_test_tools::Missing;

use crate::compiler::is_program;
use crate::firmware::image::Image;
use crate::firmware::machine::{Machine, SIFIVE_E, arm, avr};

/// A chip, its C compiler, and the cost of the program `measure` in Rust.
pub(crate) struct Chip {
    pub(crate) machine: Machine,
    /// The name of the archive.
    pub(crate) archive: &'static str,
    pub(crate) gcc: &'static Gcc,
    /// Options that select the processor.
    pub(crate) options: &'static [&'static str],
    /// The file with the memory, below the root.
    pub(crate) memory: Option<&'static str>,
    /// `true` for a chip that is too small for all questions.
    pub(crate) is_small: bool,
    /// `true` for a chip with 6 KB of memory for the record of a game.
    pub(crate) has_room_for_games: bool,
    /// The sizes of the same program in Rust, from `crates/firmware/README.md`, if there is one: in C it may cost a tenth
    /// more.
    pub(crate) in_rust: Option<Sizes>,
}

/// A C compiler for a family of chips.
pub(crate) struct Gcc {
    pub(crate) c: &'static str,
    pub(crate) cpp: &'static str,
    package: &'static str,
    /// Options for every chip.
    pub(crate) options: &'static [&'static str],
    /// Options for linking, after those of a chip.
    pub(crate) link_options: &'static [&'static str],
    /// The start of a program and the console, below `crates/c/tests/c`.
    pub(crate) start: &'static str,
}

/// Bytes.
#[derive(Clone, Copy)]
pub(crate) struct Sizes {
    pub(crate) flash: u64,
    pub(crate) static_ram: u64,
    pub(crate) stack: u64,
}

const ARM: Gcc = Gcc {
    c: "arm-none-eabi-gcc",
    cpp: "arm-none-eabi-g++",
    package: "gcc-arm-none-eabi",
    options: &["-ffreestanding"],
    link_options: &[
        "-nostdlib",
        "-Wl,--no-warn-execstack",
        "-Tcrates/c/tests/c/chip/sections.ld",
    ],
    start: "chip/semihosted.c",
};

const RISCV: Gcc = Gcc {
    c: "riscv64-unknown-elf-gcc",
    cpp: "riscv64-unknown-elf-g++",
    package: "gcc-riscv64-unknown-elf",
    ..ARM
};

const AVR: Gcc = Gcc {
    c: "avr-gcc",
    cpp: "avr-g++",
    package: "gcc-avr avr-libc",
    options: &[],
    link_options: &[],
    start: "chip/uno.c",
};

const MPS2: Chip = Chip {
    machine: arm("mps2-an386"),
    archive: "cortex-m4",
    gcc: &ARM,
    options: &["-mthumb", "-mcpu=cortex-m4", "-mfloat-abi=soft"],
    memory: Some("crates/c/tests/c/chip/mps2-an386.x"),
    is_small: false,
    has_room_for_games: true,
    in_rust: None,
};

const SIFIVE: Chip = Chip {
    machine: SIFIVE_E,
    archive: "rv32imc",
    gcc: &RISCV,
    options: &["-march=rv32imc", "-mabi=ilp32"],
    memory: Some("crates/firmware/memory/sifive_e.x"),
    is_small: false,
    has_room_for_games: true,
    in_rust: Some(Sizes {
        flash: 14_566,
        static_ram: 0,
        stack: 1_824,
    }),
};

pub(crate) const CHIPS: &[Chip] = &[
    Chip {
        machine: arm("microbit"),
        archive: "cortex-m0plus",
        options: &["-mthumb", "-mcpu=cortex-m0"],
        memory: Some("crates/firmware/memory/microbit.x"),
        in_rust: Some(Sizes {
            flash: 12_068,
            static_ram: 0,
            stack: 1_860,
        }),
        ..MPS2
    },
    Chip {
        machine: arm("lm3s6965evb"),
        archive: "cortex-m3",
        options: &["-mthumb", "-mcpu=cortex-m3"],
        memory: Some("crates/firmware/memory/lm3s6965evb.x"),
        in_rust: Some(Sizes {
            flash: 12_128,
            static_ram: 0,
            stack: 1_844,
        }),
        ..MPS2
    },
    MPS2,
    Chip {
        archive: "cortex-m4f",
        options: &["-mthumb", "-mcpu=cortex-m4", "-mfloat-abi=hard"],
        ..MPS2
    },
    SIFIVE,
    Chip {
        archive: "rv32imac",
        options: &["-march=rv32imac", "-mabi=ilp32"],
        ..SIFIVE
    },
    Chip {
        machine: avr("uno"),
        archive: "atmega328p",
        gcc: &AVR,
        options: &["-mmcu=atmega328p"],
        memory: None,
        is_small: true,
        has_room_for_games: false,
        in_rust: Some(Sizes {
            flash: 21_914,
            static_ram: 582,
            stack: 1_273,
        }),
    },
    Chip {
        machine: avr("mega2560"),
        archive: "atmega2560",
        gcc: &AVR,
        options: &["-mmcu=atmega2560"],
        memory: None,
        is_small: false,
        has_room_for_games: false,
        in_rust: None,
    },
];

impl Chip {
    /// Returns the compilers and the emulator that are not installed.
    pub(crate) fn missing_tools(&self) -> Vec<Missing> {
        let what = format!("C on {}", self.machine.name);
        let compilers = [self.gcc.c, self.gcc.cpp].into_iter();
        compilers
            .filter(|compiler| !is_program(compiler))
            .map(|compiler| Missing {
                tool: compiler.to_owned(),
                install: format!("apt-get install {}", self.gcc.package),
                what: what.clone(),
            })
            .chain(self.machine.missing_tool(&what))
            .collect()
    }
}

/// The cost of the program `measure`.
pub(crate) struct Cost {
    chip: &'static Chip,
    sizes: Sizes,
}

impl Cost {
    /// Measures an image that has printed these lines.
    pub(crate) fn of(chip: &'static Chip, image: &Path, lines: &[String]) -> Result<Self> {
        let sizes = Image::read(image)?.sizes()?;
        let stack = lines.iter().find_map(|line| line.strip_prefix("stack "));
        let stack =
            stack.with_context(|| format!("{} does not print its stack", image.display()))?;
        Ok(Self {
            chip,
            sizes: Sizes {
                flash: sizes.flash,
                static_ram: sizes.static_ram,
                stack: stack.parse()?,
            },
        })
    }

    /// Describes the figures that are more than a tenth above those of the same program in Rust.
    pub(crate) fn excesses(&self) -> Vec<String> {
        let Some(in_rust) = self.chip.in_rust else {
            return Vec::new();
        };
        // The program has a variable of its own.
        let own = 4;
        [
            ("flash", self.sizes.flash, in_rust.flash),
            (
                "static RAM",
                self.sizes.static_ram,
                in_rust.static_ram + own,
            ),
            ("stack", self.sizes.stack, in_rust.stack),
        ]
        .into_iter()
        .filter(|(_, cost, in_rust)| in_rust + in_rust / 10 < *cost)
        .map(|(what, cost, in_rust)| {
            let (name, archive) = (self.chip.machine.name, self.chip.archive);
            format!("{name} ({archive}): {cost} bytes of {what} in C, {in_rust} in Rust")
        })
        .collect()
    }
}

/// Returns a line for each chip, with the cost of the same program in Rust in parentheses.
pub(crate) fn table(costs: &[Cost]) -> String {
    let mut text = String::from(
        "archive        chip                  flash      static RAM           stack\n",
    );
    for Cost { chip, sizes } in costs {
        let figure = |in_c: u64, of: fn(&Sizes) -> u64| match &chip.in_rust {
            Some(sizes) => format!("{in_c} ({})", of(sizes)),
            None => format!("{in_c} (-)"),
        };
        let _ = writeln!(
            text,
            "{:<14} {:<12} {:>14}  {:>14}  {:>14}",
            chip.archive,
            chip.machine.name,
            figure(sizes.flash, |it| it.flash),
            figure(sizes.static_ram, |it| it.static_ram),
            figure(sizes.stack, |it| it.stack),
        );
    }
    text + "Bytes of the program `measure`, optimized for size; in parentheses those of the program in Rust.\n"
}
