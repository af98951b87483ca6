//! The layout of a run near the root, tables, large numbers, and speeds.

use std::fmt::Write;
use std::time::Duration;

use bytesize::ByteSize;
use comfy_table::{CellAlignment, Row, Table, presets};
use passant_perft::FrontierSummary;
use serde_json::{Value, json};

/// Returns a table with a line for each ply, and the time to count below the last.
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
    for ply in layout.plies.iter().filter(|ply| 1 < ply.passes) {
        text += &passes(ply.ply, ply.passes);
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

/// Says, in a line, that a ply took more than one pass.
pub(crate) fn passes(ply: u32, passes: u64) -> String {
    format!(
        "ply {ply} took {passes} passes over the ply before; with more --memory it takes fewer\n"
    )
}

pub(crate) fn json(layout: &FrontierSummary) -> Value {
    let plies = layout.plies.iter().map(|ply| {
        json!({
            "ply": ply.ply,
            "positions": ply.positions,
            "lines": json_number(ply.lines),
            "seconds": ply.time.as_secs_f64(),
            "merging_seconds": ply.merging.as_secs_f64(),
            "passes": ply.passes,
        })
    });
    json!({
        "plies": plies.collect::<Vec<_>>(),
        "counting_seconds": layout.counting.as_secs_f64(),
        "bytes_in_files": layout.bytes_in_files,
    })
}

/// Creates a table without borders: the first columns are aligned to the left, the others to the right.
pub(crate) fn table<R: Into<Row>>(
    header: impl Into<Row>,
    rows: impl IntoIterator<Item = R>,
    left: usize,
) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(header).add_rows(rows);
    for column in table.column_iter_mut().skip(left) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}

/// Returns a number, or, from 2^64 on, a string of its digits: most readers of JSON would round it.
pub(crate) fn json_number(number: u128) -> Value {
    u64::try_from(number).map_or_else(|_| number.to_string().into(), Value::from)
}

#[expect(clippy::cast_precision_loss, reason = "a speed, shown in millions")]
pub(crate) fn nodes_per_second(nodes: u128, time: Duration) -> f64 {
    let seconds = time.as_secs_f64();
    if seconds == 0.0 {
        0.0
    } else {
        nodes as f64 / seconds
    }
}
