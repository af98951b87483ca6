//! The chips, with a budget for the rules on each.

use passant_test_tools::Missing;
use xtask::Step;

use super::machine::{Console, Machine, SIFIVE_E, arm, avr};
use crate::compiler::{ChipCompiler, is_program};

/// A microcontroller, and the QEMU machine that emulates it.
pub(crate) struct Chip {
    /// The QEMU machine.
    pub(crate) machine: Machine,
    /// The name of the processor.
    pub(crate) processor: &'static str,
    /// The compiler target.
    pub(crate) target: &'static str,
    /// Needs of the compiler and the linker besides the target.
    pub(crate) toolchain: Toolchain,
    /// The maximum number of leaves that the image `perft` counts at one depth, if the chip is too small for the usual
    /// number. Such a chip does not tally, and has no images `state` and `board`.
    pub(crate) most_leaves: Option<u64>,
    /// The maximum cost of the image `measure`.
    pub(crate) budget: Budget,
}

/// Needs of the compiler and the linker for a family of processors, if `core` is built from source.
pub(crate) struct Toolchain {
    /// The linker.
    pub(crate) linker: &'static str,
    /// The Debian packages that it needs.
    pub(crate) packages: &'static str,
    /// Compiler options.
    pub(crate) options: &'static str,
    /// The file extension of an image.
    pub(crate) suffix: &'static str,
}

pub(crate) const ARM_OR_RISCV: Toolchain = Toolchain {
    linker: "ld.lld",
    packages: "lld",
    options: "-Z emit-stack-sizes",
    suffix: "",
};

pub(crate) const AVR: Toolchain = Toolchain {
    linker: "avr-gcc",
    packages: "gcc-avr avr-libc",
    options: "-C target-cpu=atmega328p",
    suffix: ".elf",
};

/// Upper bounds. Sizes are in bytes and of the small build, instructions are per leaf and of the fast build.
#[derive(Clone, Copy)]
pub(crate) struct Budget {
    pub(crate) flash: u64,
    pub(crate) tables: u64,
    pub(crate) static_ram: u64,
    pub(crate) stack: u64,
    pub(crate) naive: u64,
    pub(crate) bulk: u64,
}

/// The other board with this processor differs only in its RAM.
const LM3S6965: Chip = Chip {
    // Its serial line has a driver.
    machine: Machine {
        console: Console::DebuggerAndSerial,
        ..arm("lm3s6965evb")
    },
    processor: "Cortex-M3",
    target: "thumbv7m-none-eabi",
    toolchain: ARM_OR_RISCV,
    most_leaves: None,
    budget: Budget {
        flash: 12 * 1024,
        tables: 1024,
        static_ram: 0,
        stack: 2560,
        naive: 260,
        bulk: 110,
    },
};

pub(crate) const CHIPS: [Chip; 5] = [
    Chip {
        machine: arm("microbit"),
        processor: "Cortex-M0",
        target: "thumbv6m-none-eabi",
        toolchain: ARM_OR_RISCV,
        most_leaves: None,
        budget: Budget {
            flash: 12 * 1024,
            tables: 1024,
            static_ram: 0,
            stack: 2560,
            naive: 400,
            bulk: 160,
        },
    },
    LM3S6965,
    Chip {
        machine: Machine {
            name: "stm32vldiscovery",
            ..LM3S6965.machine
        },
        ..LM3S6965
    },
    Chip {
        machine: SIFIVE_E,
        processor: "RV32IMAC",
        target: "riscv32imac-unknown-none-elf",
        toolchain: ARM_OR_RISCV,
        most_leaves: None,
        budget: Budget {
            flash: 16 * 1024,
            tables: 1024,
            static_ram: 0,
            stack: 2560,
            naive: 260,
            bulk: 110,
        },
    },
    Chip {
        machine: avr("uno"),
        processor: "ATmega328P",
        target: "avr-none",
        toolchain: AVR,
        most_leaves: Some(200_000),
        // Constants are copied to RAM: 2 KB must hold them and the stack.
        budget: Budget {
            flash: 32 * 1024,
            tables: 1024,
            static_ram: 640,
            stack: 1536,
            naive: 700,
            bulk: 200,
        },
    },
];

impl Chip {
    /// Returns the compiler or the linker, if it is not installed.
    pub(crate) fn missing_compiler(&self) -> Option<Missing> {
        let what = format!("firmware: {}", self.machine.name);
        let Toolchain {
            linker, packages, ..
        } = self.toolchain;
        match ChipCompiler::require(self.target, &what) {
            Err(missing) => Some(missing),
            Ok(ChipCompiler::FromSource { .. }) if !is_program(linker) => Some(Missing {
                tool: linker.to_owned(),
                install: format!("apt-get install {packages}"),
                what,
            }),
            Ok(_) => None,
        }
    }

    /// Returns the tools that are not installed.
    pub(crate) fn missing_tools(&self) -> impl Iterator<Item = Missing> {
        let emulator = format!("firmware: {}", self.machine.name);
        let emulator = self.machine.missing_tool(&emulator);
        self.missing_compiler().into_iter().chain(emulator)
    }
}

impl Toolchain {
    /// Adds the variables of the compiler and the linker to a step that builds for a target, if it builds `core` from source.
    /// Steps with the same toolchain share what they build.
    pub(crate) fn prepare(&self, step: Step, target: &str, compiler: &ChipCompiler) -> Step {
        if !compiler.takes_unstable() {
            return step;
        }
        let variable = target.to_uppercase().replace('-', "_");
        step.env(&format!("CARGO_TARGET_{variable}_LINKER"), self.linker)
            .env(&format!("CARGO_TARGET_{variable}_RUSTFLAGS"), self.options)
    }
}
