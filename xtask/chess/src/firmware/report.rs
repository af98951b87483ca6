//! The table of costs, as text and as JSON.

use std::fmt::Write;

use anyhow::Result;
use serde_json::{Value, json};

use super::cost::{Cost, Measured};

/// Two lines for each chip: the build for size, the build for speed.
pub(crate) fn table(costs: &[Cost]) -> String {
    let mut text = String::from(
        "chip              processor   build   flash    code  tables  static RAM   stack  per ply     FEN   naive    bulk\n",
    );
    for cost in costs {
        for (build, measured) in [("small", &cost.small), ("fast", &cost.fast)] {
            let sizes = measured.sizes;
            let per_ply = measured
                .stack_per_ply
                .map_or("-".to_owned(), |bytes| bytes.to_string());
            let _ = writeln!(
                text,
                "{:<17} {:<11} {:<6} {:>6} {:>7} {:>7} {:>11} {:>7} {:>8} {:>7} {:>7} {:>7}",
                cost.chip.name,
                cost.chip.processor,
                build,
                sizes.flash,
                sizes.code,
                sizes.tables,
                sizes.static_ram,
                measured.stack,
                per_ply,
                measured.fen,
                measured.naive,
                measured.bulk,
            );
        }
    }
    text += "Flash, code, tables, static RAM and stack (of a perft to depth 6, everything included; per ply) in bytes;\n\
             FEN in instructions; naive (every leaf made) and bulk in instructions per leaf of kiwipete to depth 3.\n";
    text
}

/// The same as JSON.
pub(crate) fn json(costs: &[Cost]) -> Result<String> {
    let chips: Vec<Value> = costs
        .iter()
        .map(|cost| {
            json!({
                "chip": cost.chip.name,
                "processor": cost.chip.processor,
                "target": cost.chip.target,
                "small": measured(&cost.small),
                "fast": measured(&cost.fast),
            })
        })
        .collect();
    Ok(serde_json::to_string_pretty(&chips)?)
}

fn measured(measured: &Measured) -> Value {
    json!({
        "flash": measured.sizes.flash,
        "code": measured.sizes.code,
        "tables": measured.sizes.tables,
        "static_ram": measured.sizes.static_ram,
        "stack": measured.stack,
        "stack_per_ply": measured.stack_per_ply,
        "fen_instructions": measured.fen,
        "naive_tenths_of_instructions_per_leaf": measured.naive.tenths(),
        "bulk_tenths_of_instructions_per_leaf": measured.bulk.tenths(),
    })
}
