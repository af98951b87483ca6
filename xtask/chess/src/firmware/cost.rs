//! The cost of the rules on a chip, and the table of costs as text and as JSON.

use std::fmt::{self, Write};

use anyhow::{Context, Result, bail, ensure};
use serde::Serialize;
use serde_json::json;

use super::chip::Chip;
use super::image::{Build, Builder, Image, Sizes};
use super::machine::{Run, TIMEOUT};

/// The leaves of kiwipete at depth 3, which `measure` counts.
const LEAVES: u64 = 97_862;

/// The cost of the image `measure`.
pub(crate) struct Cost {
    chip: &'static Chip,
    /// The cost of the build for size.
    small: Measured,
    /// The cost of the build for speed.
    fast: Measured,
}

/// Tenths of instructions per leaf, rounded up.
#[derive(Clone, Copy, Serialize)]
pub(crate) struct PerLeaf(u64);

impl PerLeaf {
    /// Divides the instructions of a count.
    fn of(instructions: u64) -> Self {
        Self((10 * instructions).div_ceil(LEAVES))
    }
}

impl fmt::Display for PerLeaf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}.{}", self.0 / 10, self.0 % 10))
    }
}

/// The cost of one build of `measure`.
#[derive(Serialize)]
pub(crate) struct Measured {
    #[serde(flatten)]
    sizes: Sizes,
    /// The maximum stack of a perft to depth 6, in bytes.
    stack: u64,
    /// The stack for each ply, according to the compiler; `None` if the compiler does not report it.
    stack_per_ply: Option<u64>,
    /// Instructions to read a FEN.
    #[serde(rename = "fen_instructions")]
    fen: u64,
    /// Instructions per leaf when every leaf is made.
    #[serde(rename = "naive_tenths_of_instructions_per_leaf")]
    naive: PerLeaf,
    /// Instructions per leaf in bulk.
    #[serde(rename = "bulk_tenths_of_instructions_per_leaf")]
    bulk: PerLeaf,
}

impl Cost {
    /// Measures a chip with a plugin that counts instructions.
    pub(crate) fn of(chip: &'static Chip, builder: &Builder) -> Result<Self> {
        let plugin = builder.plugin(chip.machine.emulator)?;
        let measure = |build| -> Result<Measured> {
            let image = builder.image(chip, "measure", build)?;
            let [from, to] =
                ["start_measurement", "end_measurement"].map(|name| image.function(name));
            let plugin = format!("{},from={:#x},to={:#x}", plugin.display(), from?, to?);
            let machine = &chip.machine;
            Measured::new(
                &image,
                &machine.run(&image.path, "", Some(&plugin), TIMEOUT)?,
            )
        };
        Ok(Self {
            chip,
            small: measure(Build::Small)?,
            fast: measure(Build::Fast)?,
        })
    }

    /// Describes the figures that exceed the budget.
    pub(crate) fn excesses(&self) -> Vec<String> {
        let budget = self.chip.budget;
        let (small, fast) = (&self.small, &self.fast);
        let sizes = [
            ("flash", small.sizes.flash, budget.flash),
            ("tables", small.sizes.tables, budget.tables),
            ("static RAM", small.sizes.static_ram, budget.static_ram),
            ("stack", small.stack, budget.stack),
        ]
        .map(|(what, cost, most)| (10 * cost, 10 * most, format!("{cost} bytes of {what}")));
        let instructions = [
            ("every leaf made", fast.naive, budget.naive),
            ("in bulk", fast.bulk, budget.bulk),
        ]
        .map(|(what, cost, most)| {
            let text = format!("{cost} instructions per leaf, {what}");
            (cost.0, 10 * most, text)
        });
        let figures = sizes.into_iter().chain(instructions);
        let excesses = figures.filter(|(cost, most, _)| most < cost);
        let name = self.chip.machine.name;
        excesses
            .map(|(_, most, text)| format!("{name}: {text}, more than {}", most / 10))
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
        let printed = |name: &str| {
            run.lines
                .iter()
                .find_map(|line| line.strip_prefix(name)?.trim().parse::<u64>().ok())
                .with_context(|| format!("{} does not print {name}", image.path.display()))
        };
        for name in ["naive", "bulk"] {
            let nodes = printed(name)?;
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
            stack: printed("stack")?,
            stack_per_ply,
            fen,
            naive: PerLeaf::of(naive),
            bulk: PerLeaf::of(bulk),
        })
    }
}

/// Returns two lines for each chip: the build for size, the build for speed.
pub(crate) fn table(costs: &[Cost]) -> String {
    let mut text = String::from(
        "chip              processor   build   flash    code  tables  static RAM   stack  per ply     FEN   naive    bulk\n",
    );
    for Cost { chip, small, fast } in costs {
        for (build, measured) in [("small", small), ("fast", fast)] {
            let (name, processor) = (chip.machine.name, chip.processor);
            let Measured {
                sizes:
                    Sizes {
                        flash,
                        code,
                        tables,
                        static_ram,
                    },
                stack,
                stack_per_ply,
                fen,
                naive,
                bulk,
            } = measured;
            let per_ply = stack_per_ply.map_or("-".to_owned(), |bytes| bytes.to_string());
            let _ = writeln!(
                text,
                "{name:<17} {processor:<11} {build:<6} {flash:>6} {code:>7} {tables:>7} {static_ram:>11} {stack:>7} \
                 {per_ply:>8} {fen:>7} {naive:>7} {bulk:>7}",
            );
        }
    }
    text += "Flash, code, tables, static RAM and stack (of a perft to depth 6, everything included; per ply) in bytes;\n\
             FEN in instructions; naive (every leaf made) and bulk in instructions per leaf of kiwipete to depth 3.\n";
    text
}

/// Returns the same as JSON.
pub(crate) fn json(costs: &[Cost]) -> Result<String> {
    let chips = costs.iter().map(|Cost { chip, small, fast }| {
        json!({
            "chip": chip.machine.name,
            "processor": chip.processor,
            "target": chip.target,
            "small": small,
            "fast": fast,
        })
    });
    let chips: Vec<_> = chips.collect();
    Ok(serde_json::to_string_pretty(&chips)?)
}
