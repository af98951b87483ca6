//! The chips, and what the rules may cost on each.

/// A microcontroller and the machine of QEMU that has it.
pub(crate) struct Chip {
    /// The name of the machine.
    pub(crate) name: &'static str,
    /// Its processor, for people.
    pub(crate) processor: &'static str,
    /// The target of the compiler.
    pub(crate) target: &'static str,
    /// The program that emulates it.
    pub(crate) emulator: &'static str,
    /// The package of Debian with that program.
    pub(crate) package: &'static str,
    /// What the image `measure` may cost.
    pub(crate) budget: Budget,
}

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

/// The boards with this processor differ in their RAM alone.
const CORTEX_M3: Budget = Budget {
    flash: 15_200,
    tables: 1024,
    static_ram: 0,
    stack: 4200,
    naive: 275,
    bulk: 100,
};

pub(crate) const CHIPS: [Chip; 4] = [
    Chip {
        name: "microbit",
        processor: "Cortex-M0",
        target: "thumbv6m-none-eabi",
        emulator: "qemu-system-arm",
        package: "qemu-system-arm",
        budget: Budget {
            flash: 15_200,
            tables: 1024,
            static_ram: 0,
            stack: 4200,
            naive: 400,
            bulk: 130,
        },
    },
    Chip {
        name: "lm3s6965evb",
        processor: "Cortex-M3",
        target: "thumbv7m-none-eabi",
        emulator: "qemu-system-arm",
        package: "qemu-system-arm",
        budget: CORTEX_M3,
    },
    Chip {
        name: "stm32vldiscovery",
        processor: "Cortex-M3",
        target: "thumbv7m-none-eabi",
        emulator: "qemu-system-arm",
        package: "qemu-system-arm",
        budget: CORTEX_M3,
    },
    Chip {
        name: "sifive_e",
        processor: "RV32IMAC",
        target: "riscv32imac-unknown-none-elf",
        emulator: "qemu-system-riscv32",
        package: "qemu-system-misc",
        budget: Budget {
            flash: 18_000,
            tables: 1024,
            static_ram: 0,
            stack: 4200,
            naive: 340,
            bulk: 120,
        },
    },
];

impl Chip {
    /// The chip of this name; the error names all.
    pub(crate) fn named(name: &str) -> Result<&'static Self, String> {
        CHIPS.iter().find(|chip| chip.name == name).ok_or_else(|| {
            let names: Vec<_> = CHIPS.iter().map(|chip| chip.name).collect();
            format!("expected one of {}", names.join(", "))
        })
    }
}
