//! The cost of the rules on a chip.

use std::fmt;

use anyhow::{Context, Result, bail, ensure};

use super::chip::Chip;
use super::emulator::{CountInstructions, Emulator, Run};
use super::image::{Build, Builder, Image, Sizes};

/// The leaves of kiwipete at depth 3, which `measure` counts.
const LEAVES: u64 = 97_862;

/// The cost of the image `measure`.
pub(crate) struct Cost {
    pub(crate) chip: &'static Chip,
    /// Of the build for size.
    pub(crate) small: Measured,
    /// Of the build for speed.
    pub(crate) fast: Measured,
}

/// Instructions of a count; shown per leaf.
#[derive(Clone, Copy)]
pub(crate) struct PerLeaf(u64);

impl PerLeaf {
    /// Tenths of instructions per leaf, rounded up.
    pub(crate) fn tenths(self) -> u64 {
        (10 * self.0).div_ceil(LEAVES)
    }
}

impl fmt::Display for PerLeaf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tenths = self.tenths();
        f.pad(&format!("{}.{}", tenths / 10, tenths % 10))
    }
}

/// The cost of one build of `measure`.
pub(crate) struct Measured {
    pub(crate) sizes: Sizes,
    /// The maximum stack of a perft to depth 6, in bytes.
    pub(crate) stack: u64,
    /// The stack for each ply, according to the compiler; `None` if the compiler does not report it.
    pub(crate) stack_per_ply: Option<u64>,
    /// Instructions to read a FEN.
    pub(crate) fen: u64,
    /// Instructions per leaf when every leaf is made.
    pub(crate) naive: PerLeaf,
    /// Instructions per leaf in bulk.
    pub(crate) bulk: PerLeaf,
}

impl Cost {
    pub(crate) fn of(
        chip: &'static Chip,
        builder: &Builder,
        emulator: &Emulator<'_>,
    ) -> Result<Self> {
        let measure = |build| -> Result<Measured> {
            let image = builder.image(chip, "measure", build)?;
            let run = emulator.run(&image, "", CountInstructions::Yes)?;
            Measured::new(&image, &run)
        };
        Ok(Self {
            chip,
            small: measure(Build::Small)?,
            fast: measure(Build::Fast)?,
        })
    }

    /// The figures that exceed the budget.
    pub(crate) fn excesses(&self) -> Vec<String> {
        let budget = self.chip.budget;
        let (small, fast) = (&self.small, &self.fast);
        let sizes = [
            ("bytes of flash", small.sizes.flash, budget.flash),
            ("bytes of tables", small.sizes.tables, budget.tables),
            (
                "bytes of static RAM",
                small.sizes.static_ram,
                budget.static_ram,
            ),
            ("bytes of stack", small.stack, budget.stack),
        ];
        let instructions = [
            (
                "instructions per leaf, every leaf made",
                fast.naive,
                budget.naive,
            ),
            ("instructions per leaf, in bulk", fast.bulk, budget.bulk),
        ];
        let sizes = sizes
            .into_iter()
            .filter(|(_, cost, most)| most < cost)
            .map(|(what, cost, most)| format!("{cost} {what}, more than {most}"));
        let instructions = instructions
            .into_iter()
            .filter(|(_, cost, most)| 10 * most < cost.tenths())
            .map(|(what, cost, most)| format!("{cost} {what}, more than {most}"));
        sizes
            .chain(instructions)
            .map(|text| format!("{}: {text}", self.chip.name))
            .collect()
    }
}

impl Measured {
    fn new(image: &Image, run: &Run) -> Result<Self> {
        let [fen, naive, bulk] = run.instructions[..] else {
            bail!(
                "{} made {} measurements, not 3",
                image.path.display(),
                run.instructions.len()
            );
        };
        let said = |name: &str| {
            run.lines
                .iter()
                .find_map(|line| line.strip_prefix(name)?.trim().parse::<u64>().ok())
                .with_context(|| format!("{} does not print {name}", image.path.display()))
        };
        for name in ["naive", "bulk"] {
            let nodes = said(name)?;
            ensure!(
                nodes == LEAVES,
                "{name} counts {nodes} leaves, not {LEAVES}"
            );
        }
        let stack_per_ply = image
            .frames()?
            .into_iter()
            .find_map(|(name, size)| name.contains("walk_naive").then_some(size));
        Ok(Self {
            sizes: image.sizes()?,
            stack: said("stack")?,
            stack_per_ply,
            fen,
            naive: PerLeaf(naive),
            bulk: PerLeaf(bulk),
        })
    }
}
