//! The reports of `passant perft split`, `shard` and `join`.

use std::fmt::Write;
use std::path::Path;
use std::time::Duration;

use passant_perft::{Counter, Joined, Shard, SplitSummary};
use passant_report::{number_of, pretty_json};
use serde_json::{Map, Value, json};

use super::numbers::{json_number, nodes_per_second};

/// What was divided, and what to do next.
pub(crate) fn split(summary: &SplitSummary, folder: &Path) -> String {
    let SplitSummary {
        split,
        positions,
        lines,
    } = summary;
    let folder = folder.display();
    format!(
        "{} of ply {} in {}, for depth {}; {lines} lines lead to them\n\
         next: passant perft shard {folder}/shard-00001.positions, and so on, on as many machines as there are;\n\
         at last: passant perft join {folder}\n",
        number_of(*positions as usize, "position"),
        split.ply,
        number_of(split.shards as usize, "shard"),
        split.depth,
    )
}

/// What was counted of a shard.
pub(crate) fn shard(shard: &Shard, counter: Counter, nodes: u128, time: Duration) -> String {
    format!(
        "shard {} of {}: {}, {counter}: {:.2} s, {:.0} million nodes per second\n",
        shard.number(),
        shard.split().shards,
        number_of(shard.positions() as usize, "position"),
        time.as_secs_f64(),
        nodes_per_second(nodes, time) / 1e6,
    )
}

/// The sum over all shards.
pub(crate) fn sum(joined: &Joined) -> String {
    let mut text = String::new();
    for (name, count) in &joined.columns {
        let _ = writeln!(text, "{name:<36} {count:>20}");
    }
    let kernels: Vec<String> = joined
        .kernels
        .iter()
        .map(|(kernel, shards)| format!("{kernel} {}", number_of(*shards as usize, "shard")))
        .collect();
    let split = &joined.summary.split;
    let _ = writeln!(
        text,
        "\n{} at depth {}, {} of ply {}; {}; {:.1} s in all",
        split.fen,
        split.depth,
        number_of(joined.summary.positions as usize, "position"),
        split.ply,
        kernels.join(", "),
        joined.time.as_secs_f64()
    );
    for again in &joined.started_again {
        let _ = writeln!(
            text,
            "shard {} was started {} times ({})",
            again.shard, again.starts, again.kernel
        );
    }
    text
}

/// The sum over all shards as a JSON object.
pub(crate) fn json(joined: &Joined) -> std::io::Result<String> {
    let summary = &joined.summary;
    let counts = joined.columns.iter();
    let counts: Map<String, Value> = counts
        .map(|(name, count)| ((*name).to_owned(), json_number(*count)))
        .collect();
    let started_again = joined.started_again.iter();
    let started_again: Vec<Value> = started_again
        .map(
            |again| json!({ "shard": again.shard, "kernel": again.kernel, "starts": again.starts }),
        )
        .collect();
    pretty_json(&json!({
        "fen": summary.split.fen,
        "depth": summary.split.depth,
        "counted": summary.split.counted,
        "ply": summary.split.ply,
        "shards": summary.split.shards,
        "positions": summary.positions,
        "lines": json_number(summary.lines),
        "counts": counts,
        "seconds": joined.time.as_secs_f64(),
        "kernels": joined.kernels,
        "started_again": started_again,
    }))
}
