//! How a run was divided near the root, and what it took.

use std::fmt::Write;

use bytesize::ByteSize;
use passant_perft::FrontierSummary;
use serde_json::{Value, json};

use super::numbers::json_number;

/// A table with a line for each ply, and the time to count below the last.
pub(crate) fn text(layout: &FrontierSummary) -> String {
    let mut text = format!(
        "{:>3} {:>14} {:>20} {:>9} {:>9} {:>9}\n",
        "ply", "positions", "lines", "merged", "seconds", "merging"
    );
    for ply in &layout.plies {
        let _ = writeln!(
            text,
            "{:>3} {:>14} {:>20} {:>8.1}x {:>9.2} {:>9.2}",
            ply.ply,
            ply.positions,
            ply.lines,
            ply.lines_for_each_position(),
            ply.time.as_secs_f64(),
            ply.merging.as_secs_f64()
        );
    }
    let _ = writeln!(
        text,
        "laid out in {:.2} s, counted in {:.2} s; merging is part of laying out, summed over threads",
        layout.laying_out().as_secs_f64(),
        layout.counting.as_secs_f64()
    );
    if layout.bytes_in_files != 0 {
        let _ = writeln!(text, "{} in files", ByteSize(layout.bytes_in_files));
    }
    text
}

pub(crate) fn json(layout: &FrontierSummary) -> Value {
    let plies = layout.plies.iter().map(|ply| {
        json!({
            "ply": ply.ply,
            "positions": ply.positions,
            "lines": json_number(ply.lines),
            "seconds": ply.time.as_secs_f64(),
            "merging_seconds": ply.merging.as_secs_f64(),
        })
    });
    json!({
        "plies": plies.collect::<Vec<_>>(),
        "counting_seconds": layout.counting.as_secs_f64(),
        "bytes_in_files": layout.bytes_in_files,
    })
}
