//! The cost of a program in C on a chip.

use std::fmt::Write;
use std::path::Path;

use anyhow::{Context, Result};

use super::processors::{Chip, Sizes};
use crate::firmware::image::Image;

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
