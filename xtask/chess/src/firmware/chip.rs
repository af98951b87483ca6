//! The chips, with a budget for the rules on each.

/// A microcontroller, and the QEMU machine that emulates it.
pub(crate) struct Chip {
    /// The name of the QEMU machine.
    pub(crate) name: &'static str,
    /// The name of the processor.
    pub(crate) processor: &'static str,
    /// The compiler target.
    pub(crate) target: &'static str,
    /// The emulator.
    pub(crate) emulator: &'static str,
    /// The Debian package of the emulator.
    pub(crate) package: &'static str,
    /// What the compiler and the linker need besides the target if `core` is built from source.
    pub(crate) toolchain: Toolchain,
    /// The maximum number of leaves that the image `perft` counts at one depth, if the chip is too small for the usual
    /// number. Such a chip does not tally, and has no images `state` and `board`.
    pub(crate) most_leaves: Option<u64>,
    /// The maximum cost of the image `measure`.
    pub(crate) budget: Budget,
}

/// How images for a family of processors are linked and started.
pub(crate) struct Toolchain {
    /// The linker.
    pub(crate) linker: &'static str,
    /// The Debian packages that it needs.
    pub(crate) packages: &'static str,
    /// Compiler options.
    pub(crate) options: &'static str,
    /// The file extension of an image.
    pub(crate) suffix: &'static str,
    /// Where the chip prints, and how it reports the end.
    pub(crate) console: Console,
}

/// How a program communicates with the emulator.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Console {
    /// Semihosting, which can also end the emulation.
    Debugger,
    /// Semihosting, but the serial line for the image `board`.
    DebuggerAndSerial,
    /// Only the serial line. The last line is `end ok` or `end wrong`.
    Serial,
}

pub(crate) const ARM_OR_RISCV: Toolchain = Toolchain {
    linker: "ld.lld",
    packages: "lld",
    options: "-Z emit-stack-sizes",
    suffix: "",
    console: Console::Debugger,
};

/// For a chip whose serial line has a driver.
const WITH_SERIAL: Toolchain = Toolchain {
    console: Console::DebuggerAndSerial,
    ..ARM_OR_RISCV
};

pub(crate) const AVR: Toolchain = Toolchain {
    linker: "avr-gcc",
    packages: "gcc-avr avr-libc",
    options: "-C target-cpu=atmega328p",
    suffix: ".elf",
    console: Console::Serial,
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
    name: "lm3s6965evb",
    processor: "Cortex-M3",
    target: "thumbv7m-none-eabi",
    emulator: "qemu-system-arm",
    package: "qemu-system-arm",
    toolchain: WITH_SERIAL,
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
        name: "microbit",
        processor: "Cortex-M0",
        target: "thumbv6m-none-eabi",
        emulator: "qemu-system-arm",
        package: "qemu-system-arm",
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
        name: "stm32vldiscovery",
        ..LM3S6965
    },
    Chip {
        name: "sifive_e",
        processor: "RV32IMAC",
        target: "riscv32imac-unknown-none-elf",
        emulator: "qemu-system-riscv32",
        package: "qemu-system-misc",
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
        name: "uno",
        processor: "ATmega328P",
        target: "avr-none",
        emulator: "qemu-system-avr",
        package: "qemu-system-misc",
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
