//! Builds images, and measures their size.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use object::{Object, ObjectSection, ObjectSymbol, SectionFlags, elf};
use serde::Serialize;
use xtask::Step;

use super::chip::Chip;
use crate::compiler::{ChipCompiler, artifacts};

/// The goal of optimization for the code of this repository. Dependencies are always optimized for size.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Build {
    Small,
    Fast,
}

/// Builds images.
pub(crate) struct Builder {
    root: PathBuf,
    most_leaves: Option<u64>,
}

/// A linked program for a chip.
pub(crate) struct Image {
    pub(crate) path: PathBuf,
    bytes: Vec<u8>,
}

/// The sizes of an image, in bytes.
#[derive(Clone, Copy, Default, Serialize)]
pub(crate) struct Sizes {
    /// Everything in flash.
    pub(crate) flash: u64,
    /// Vectors and instructions, in flash.
    pub(crate) code: u64,
    /// Constants, in flash.
    pub(crate) tables: u64,
    /// Variables, in RAM; those with an initial value are also in flash.
    pub(crate) static_ram: u64,
}

impl Builder {
    /// Builds below a root. `most_leaves` is the maximum number of leaves that the image `perft` counts at one depth,
    /// if it differs from the default of the chip.
    pub(crate) fn new(root: &Path, most_leaves: Option<u64>) -> Self {
        Self {
            root: root.to_owned(),
            most_leaves,
        }
    }

    /// Builds a program for a chip.
    pub(crate) fn image(&self, chip: &Chip, program: &str, build: Build) -> Result<Image> {
        let compiler = ChipCompiler::find(chip.target).context("no compiler for this chip")?;
        let arguments = arguments(program, build);
        let name = chip.machine.name;
        let title = format!("{program} for {name} ({})", chip.processor);
        let step = compiler
            .step(&title, &[chip.target], &arguments)
            .env("PASSANT_CHIP", name);
        let mut step = chip.toolchain.prepare(step, chip.target, &compiler);
        if let Some(most) = self.most_leaves.or(chip.most_leaves) {
            step = step.env("PASSANT_MAX_NODES", most.to_string());
        }
        step.run()?;
        let file = format!("{program}{}", chip.toolchain.suffix);
        Image::read(&artifacts(&self.root, chip.target).join(file))
    }

    /// Builds the plugin for an emulator that counts instructions, and returns its path.
    pub(crate) fn plugin(&self, emulator: &str) -> Result<PathBuf> {
        let version = plugin_version(emulator)?;
        let arguments = "build --quiet -p passant-instruction-counter";
        Step::cargo("instruction counter", arguments)
            .env("PASSANT_QEMU_PLUGIN_VERSION", version.to_string())
            .run()?;
        let folder = std::env::var_os("CARGO_TARGET_DIR")
            .map_or_else(|| self.root.join("target"), PathBuf::from);
        Ok(folder.join("debug/libpassant_instruction_counter.so"))
    }
}

/// Builds one program for the targets of all chips whose tools are installed. Everything that the other programs need is built
/// with it, by one command that keeps all cores busy.
pub(super) fn build_ahead(chips: &[&Chip]) -> Result<()> {
    let chips = chips
        .iter()
        .filter(|chip| chip.missing_compiler().is_none());
    let mut chips: Vec<_> = chips.collect();
    chips.dedup_by_key(|chip| chip.target);
    let targets: Vec<_> = chips.iter().map(|chip| chip.target).collect();
    let Some(compiler) = targets.first().and_then(|it| ChipCompiler::find(it)) else {
        return Ok(());
    };
    let arguments = arguments("perft", Build::Small);
    let step = compiler.step("perft for all chips", &targets, &arguments);
    let prepare = |step, chip: &&&Chip| chip.toolchain.prepare(step, chip.target, &compiler);
    chips.iter().fold(step, prepare).run()
}

/// Returns the arguments of cargo for a program.
fn arguments(program: &str, build: Build) -> String {
    let level = match build {
        Build::Small => "\"s\"",
        Build::Fast => "3",
    };
    let mut arguments = format!("-p passant-firmware --bin {program}");
    for package in ["rules", "count", "firmware"] {
        let _ = write!(
            arguments,
            " --config profile.release.package.passant-{package}.opt-level={level}"
        );
    }
    arguments
}

impl Image {
    /// Reads an image from its file.
    pub(crate) fn read(path: &Path) -> Result<Self> {
        let bytes =
            std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        Ok(Self {
            path: path.to_owned(),
            bytes,
        })
    }

    /// Returns the sizes of the image.
    pub(crate) fn sizes(&self) -> Result<Sizes> {
        let mut sizes = Sizes::default();
        for section in object::File::parse(&*self.bytes)?.sections() {
            let SectionFlags::Elf { sh_flags, .. } = section.flags() else {
                bail!("{} is not an ELF file", self.path.display());
            };
            let has = |flag: elf::SectionFlags| sh_flags.0 & flag.0 != 0;
            let size = section.size();
            // On RISC-V the start-up code has a section for the stack: all the RAM that is left.
            if !has(elf::SHF_ALLOC) || size == 0 || section.name() == Ok(".stack") {
                continue;
            }
            let is_empty = matches!(section.kind(), object::SectionKind::UninitializedData);
            if !is_empty {
                sizes.flash += size;
            }
            if has(elf::SHF_WRITE) {
                sizes.static_ram += size;
            } else if has(elf::SHF_EXECINSTR) || section.name() == Ok(".vector_table") {
                sizes.code += size;
            } else {
                sizes.tables += size;
            }
        }
        Ok(sizes)
    }

    /// Returns the address of a function, without the bit that marks Thumb code.
    pub(crate) fn function(&self, name: &str) -> Result<u64> {
        let file = object::File::parse(&*self.bytes)?;
        let symbol = file
            .symbols()
            .find(|symbol| symbol.name() == Ok(name))
            .with_context(|| format!("{} has no function {name}", self.path.display()))?;
        Ok(symbol.address() & !1)
    }

    /// Returns the stack frame of each function in bytes, by name; empty if the compiler did not emit stack sizes.
    ///
    /// Each record is the address of a function and a number in
    /// [LEB128](https://llvm.org/docs/CodeGenerator.html#emitting-function-stack-size-information).
    pub(crate) fn frames(&self) -> Result<BTreeMap<String, u64>> {
        let file = object::File::parse(&*self.bytes)?;
        let Some(section) = file.section_by_name(".stack_sizes") else {
            return Ok(BTreeMap::new());
        };
        let names: BTreeMap<u64, &str> = file
            .symbols()
            .filter(|symbol| symbol.kind() == object::SymbolKind::Text)
            .filter_map(|symbol| Some((symbol.address() & !1, symbol.name().ok()?)))
            .collect();
        let mut frames = BTreeMap::new();
        let mut data = section.data()?;
        while let Some((address, rest)) = data.split_first_chunk::<4>() {
            let (size, rest) = leb128(rest);
            data = rest;
            let address = u64::from(u32::from_le_bytes(*address)) & !1;
            if let Some(name) = names.get(&address) {
                frames.insert((*name).to_owned(), size);
            }
        }
        Ok(frames)
    }
}

/// Returns the plugin interface that an emulator has: version 1 up to QEMU 8, version 2 from QEMU 9 on.
fn plugin_version(emulator: &str) -> Result<u32> {
    let output = Command::new(emulator)
        .arg("--version")
        .output()
        .with_context(|| format!("cannot start {emulator}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let major = text
        .split_once("version ")
        .and_then(|(_, rest)| rest.split('.').next()?.parse::<u32>().ok())
        .with_context(|| format!("{emulator} --version prints {text}"))?;
    Ok(if major < 9 { 1 } else { 2 })
}

fn leb128(bytes: &[u8]) -> (u64, &[u8]) {
    let mut number = 0;
    for (index, &byte) in bytes.iter().enumerate().take(9) {
        number |= u64::from(byte & 0x7F) << (7 * index);
        if byte & 0x80 == 0 {
            return (number, &bytes[index + 1..]);
        }
    }
    (number, &[])
}

#[cfg(test)]
mod tests {
    use super::leb128;

    #[test]
    fn reads_numbers_in_leb128() {
        // The example of the DWARF standard, 7.6: 12857 is 0x39 + 0x80, 100.
        assert_eq!(leb128(&[0xB9, 100, 7]), (12857, &[7][..]));
        assert_eq!(leb128(&[2]), (2, &[][..]));
        assert_eq!(leb128(&[0x80]), (0, &[][..]));
    }
}
