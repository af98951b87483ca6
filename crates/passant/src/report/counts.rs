//! The reports of `passant perft`, as text and as JSON.

use std::fmt::Write;
use std::time::Duration;

use bytesize::ByteSize;
use comfy_table::Row;
use passant_count::{Column, Tally};
use passant_perft::{Counter, FrontierSummary};
use passant_report::{command_line, number_of, pretty_json};
use passant_rules::{EnPassantMode, Move, Position};
use serde_json::{Map, Value, json};

use super::layout::{json_number, nodes_per_second, table};
use crate::verifier::{CheckedCount, FileSummary, Nodes, Summary, TALLY_NODES, Verified};

/// The counts of one position.
pub(crate) struct PerftResult {
    pub(crate) position: Position,
    pub(crate) depth: u32,
    pub(crate) nodes: u128,
    /// The nodes below each move, if requested.
    pub(crate) divide: Option<Vec<(Move, u128)>>,
    /// The leaf moves by type, if requested.
    pub(crate) tally: Option<Tally<u128>>,
    /// The columns to show; all if none is named.
    pub(crate) columns: Vec<Column>,
    pub(crate) method: Method,
    /// True if the report says how the tree was divided.
    pub(crate) is_verbose: bool,
}

/// The method that counted the nodes.
pub(crate) struct Method {
    pub(crate) counter: Counter,
    pub(crate) threads: usize,
    /// The ply at which the tree was divided; `None` if it was counted as a whole.
    pub(crate) layout: Option<FrontierSummary>,
    /// The size of the hash table, if there was one.
    pub(crate) hash: Option<ByteSize>,
    /// The number of positions of the layout whose counts came from a checkpoint.
    pub(crate) resumed: u64,
    pub(crate) time: Duration,
}

impl PerftResult {
    /// Returns the columns to show.
    fn visible_columns(&self, tally: &Tally<u128>) -> impl Iterator<Item = (Column, u128)> {
        let is_shown = |column: &Column| self.columns.is_empty() || self.columns.contains(column);
        tally.columns().filter(move |(column, _)| is_shown(column))
    }

    fn verbose_layout(&self) -> Option<&FrontierSummary> {
        self.method.layout.as_ref().filter(|_| self.is_verbose)
    }
}

/// Returns the report on one position: a divide in the form that most engines print, the total, the tally.
pub(crate) fn text(counted: &PerftResult) -> String {
    let mut text = String::new();
    for (mv, nodes) in divide(counted) {
        let _ = writeln!(text, "{mv}: {nodes}");
    }
    if counted.divide.is_some() {
        text.push('\n');
    }
    let _ = writeln!(text, "Nodes searched: {}", counted.nodes);
    if let Some(tally) = &counted.tally {
        text.push('\n');
        if counted.columns.is_empty() {
            text += &tally_text(tally);
        } else {
            text += &column_lines(counted.visible_columns(tally));
            text.push('\n');
        }
    }
    if let Some(layout) = counted.verbose_layout() {
        let _ = writeln!(text, "{}", super::layout::text(layout));
    }
    text + &method_text(&counted.method, counted.nodes)
}

/// Returns the speed, with everything that it depends on, in one line.
fn method_text(method: &Method, nodes: u128) -> String {
    let layout = match &method.layout {
        None => String::new(),
        Some(layout) if layout.ply() == 0 => ", nothing merged".to_owned(),
        Some(layout) => {
            let how = if layout.merged {
                "transpositions merged"
            } else {
                "nothing merged"
            };
            format!(
                ", {how} at ply {} ({})",
                layout.ply(),
                number_of(layout.positions() as usize, "position")
            )
        }
    };
    let hash = method
        .hash
        .map_or("no hash".to_owned(), |size| format!("hash {size}"));
    let resumed = match method.resumed {
        0 => String::new(),
        resumed => format!(", {resumed} of them from a checkpoint"),
    };
    format!(
        "{}, {}{layout}{resumed}, {hash}: {:.2} s, {:.0} million nodes per second\n",
        method.counter,
        number_of(method.threads, "thread"),
        method.time.as_secs_f64(),
        nodes_per_second(nodes, method.time) / 1e6,
    )
}

fn method_json(method: &Method, nodes: u128) -> Value {
    let layout = method.layout.as_ref();
    json!({
        "kernel": method.counter.name(),
        "mode": method.counter.mode(),
        "threads": method.threads,
        "ply": layout.map(FrontierSummary::ply),
        "positions": layout.map(FrontierSummary::positions),
        "merged": layout.map(|layout| layout.merged),
        "hash_bytes": method.hash.map(|size| size.as_u64()),
        "resumed": method.resumed,
        "seconds": method.time.as_secs_f64(),
        "nodes_per_second": nodes_per_second(nodes, method.time),
    })
}

/// Returns the report on one position as a JSON object.
pub(crate) fn json(counted: &PerftResult) -> Result<String, std::io::Error> {
    let mut object = Map::new();
    object.insert(
        "fen".into(),
        counted.position.fen(EnPassantMode::Always).as_str().into(),
    );
    object.insert("depth".into(), counted.depth.into());
    object.insert("nodes".into(), json_number(counted.nodes));
    if counted.divide.is_some() {
        let moves = divide(counted)
            .into_iter()
            .map(|(mv, nodes)| (mv, json_number(nodes)));
        object.insert("divide".into(), Value::Object(moves.collect()));
    }
    if let Some(tally) = &counted.tally {
        object.insert("tally".into(), columns_json(counted.visible_columns(tally)));
    }
    if let Some(tally) = counted
        .tally
        .as_ref()
        .filter(|_| counted.columns.is_empty())
    {
        let fields = tally
            .grand_chess_tree()
            .fields()
            .map(|(name, count)| (name.to_owned(), json_number(count)));
        let fields = Value::Object(fields.into_iter().collect());
        object.insert("grand_chess_tree".into(), fields);
    }
    object.insert("method".into(), method_json(&counted.method, counted.nodes));
    if let Some(layout) = counted.verbose_layout() {
        object.insert("layout".into(), super::layout::json(layout));
    }
    pretty_json(&Value::Object(object))
}

/// Returns the nodes below each move, sorted by move so that two outputs can be compared.
fn divide(counted: &PerftResult) -> Vec<(String, u128)> {
    let moves = counted.divide.iter().flatten();
    let mut named: Vec<_> = moves
        .map(|(mv, nodes)| (counted.position.uci(*mv).to_string(), *nodes))
        .collect();
    named.sort();
    named
}

/// Returns the line of one verified position.
pub(crate) fn line(finding: &Verified, width: usize) -> String {
    let name = &finding.name;
    match finding.count {
        None => format!("{name:<width$}  unchecked: every count is above --max-nodes\n"),
        Some(CheckedCount {
            depth,
            expected,
            got: Nodes::Exactly(nodes),
        }) => {
            let verdict = if expected == nodes { "ok" } else { "DIFFERENT" };
            format!(
                "{name:<width$}  depth {depth:<2}  expected {expected:>11}  got {nodes:>11}  {verdict}\n"
            )
        }
        Some(CheckedCount {
            depth,
            expected,
            got: Nodes::MoreThan(most),
        }) => format!(
            "{name:<width$}  depth {depth:<2}  expected {expected:>11}  got more than {most}  DIFFERENT\n"
        ),
    }
}

/// Returns the text after the lines of some verified positions: tallies, and commands that show more.
pub(crate) fn page(findings: &[Verified]) -> String {
    let mut text = String::from("\n");
    let tallied: Vec<_> = findings
        .iter()
        .filter_map(|finding| finding.tally.as_ref().map(|tally| (finding, tally)))
        .collect();
    if !tallied.is_empty() {
        let _ = writeln!(text, "{}\n", tallies(&tallied));
    }
    let is_different = |count: &CheckedCount| !count.is_as_expected();
    let before = text.len();
    for finding in findings {
        if let Some(count) = finding.count.filter(is_different) {
            let fen = finding.position.fen(EnPassantMode::Always);
            let (fen, depth) = (fen.to_string(), count.depth.to_string());
            let words = [
                "passant", "perft", "--fen", &fen, "--depth", &depth, "--divide",
            ];
            let _ = writeln!(text, "for details: {}", command_line(words));
        }
    }
    if text.len() != before {
        text.push('\n');
    }
    text
}

/// Returns the end of the report on verified positions: totals by move type, and a summary.
pub(crate) fn end(summary: &Summary) -> String {
    format!(
        "leaf moves by type, each position at its deepest depth of at most {TALLY_NODES} nodes\n{}\n{}",
        tally_text(&summary.tally),
        summary_text(summary)
    )
}

fn summary_text(summary: &Summary) -> String {
    let verdict = match (summary.different, summary.unchecked) {
        (0, unchecked) if unchecked != 0 && summary.counts == 0 => "all unchecked".to_owned(),
        (0, 0) => "all as expected".to_owned(),
        (0, unchecked) => format!("{unchecked} unchecked, the others as expected"),
        (different, 0) => format!("{different} DIFFERENT"),
        (different, unchecked) => format!("{different} DIFFERENT, {unchecked} unchecked"),
    };
    let without_counts = match without_counts(summary) {
        0 => String::new(),
        number => format!(", {} without counts", number_of(number, "other position")),
    };
    format!(
        "{}, {}: {verdict}{without_counts}\n{} nodes in {:.1} s, {:.0} million nodes per second, {}, {}\n",
        number_of(summary.positions, "position"),
        number_of(summary.counts, "count"),
        summary.nodes,
        summary.time.as_secs_f64(),
        nodes_per_second(summary.nodes.into(), summary.time) / 1e6,
        summary.counter,
        number_of(summary.threads, "thread"),
    )
}

/// Returns the beginning of a JSON object with verified positions, or more of them. [`json_end`] completes it.
pub(crate) fn json_page(findings: &[Verified], is_first: bool) -> Result<String, std::io::Error> {
    let mut text = String::new();
    for (index, finding) in findings.iter().enumerate() {
        text += match (index, is_first) {
            (0, true) => "{\n  \"positions\": [\n",
            _ => ",\n",
        };
        let object = pretty_json(&finding_json(finding))?;
        text += "    ";
        text += &object.trim_end().replace('\n', "\n    ");
    }
    Ok(text)
}

/// Returns the end of the JSON object that [`json_page`] begins.
pub(crate) fn json_end(summary: &Summary) -> Result<String, std::io::Error> {
    let rest = pretty_json(&json!({
        "summary": {
            "positions": summary.positions,
            "checked": summary.positions - summary.unchecked,
            "different": summary.different,
            "unchecked": summary.unchecked,
            "without_counts": without_counts(summary),
            "counts": summary.counts,
            "nodes": summary.nodes,
            "seconds": summary.time.as_secs_f64(),
            "nodes_per_second": nodes_per_second(summary.nodes.into(), summary.time),
            "kernel": summary.counter.name(),
            "mode": summary.counter.mode(),
            "threads": summary.threads,
        },
        "kinds": { "max_nodes": TALLY_NODES, "tally": tally_json(&summary.tally) },
        "files": summary.files.iter().map(file_json).collect::<Vec<_>>(),
    }))?;
    Ok(format!("\n  ],{}", rest.trim_start_matches('{')))
}

fn file_json(file: &FileSummary) -> Value {
    json!({
        "file": file.name,
        "form": file.form,
        "positions": file.with_counts,
        "without_counts": file.without_counts,
        "errors": file.errors,
    })
}

fn without_counts(summary: &Summary) -> usize {
    summary.files.iter().map(|file| file.without_counts).sum()
}

fn finding_json(finding: &Verified) -> Value {
    let verdict = match finding.count {
        None => "unchecked",
        Some(count) if count.is_as_expected() => "ok",
        Some(_) => "different",
    };
    let mut object = json!({
        "name": finding.name,
        "fen": finding.position.fen(EnPassantMode::Always).as_str(),
        "depth": finding.count.map(|count| count.depth),
        "expected": finding.count.map(|count| count.expected),
        "nodes": finding.count.and_then(|count| match count.got {
            Nodes::Exactly(nodes) => Some(nodes),
            Nodes::MoreThan(_) => None,
        }),
        "verdict": verdict,
    });
    if let (Some(Nodes::MoreThan(most)), Some(object)) =
        (finding.count.map(|count| count.got), object.as_object_mut())
    {
        object.insert("more_than".into(), most.into());
    }
    if let (Some(tally), Some(object)) = (&finding.tally, object.as_object_mut()) {
        object.insert("tally".into(), tally_json(tally));
    }
    object
}

/// Returns all columns, one per line, then the two published views.
fn tally_text(tally: &Tally<u128>) -> String {
    let text = column_lines(tally.columns());
    let wiki = row_table(&tally.wiki().columns());
    let tree = row_table(&tally.grand_chess_tree().columns());
    text + &format!(
        "\nin the columns of the chess programming wiki\n{wiki}\n\nin the columns of The Grand Chess Tree\n{tree}\n"
    )
}

fn column_lines(columns: impl Iterator<Item = (Column, u128)>) -> String {
    let mut text = String::new();
    for (column, count) in columns {
        let _ = writeln!(text, "{column:<36} {count:>14}");
    }
    text
}

/// Returns a table of all positions with the columns of the wiki, and one with the types of en passant captures.
fn tallies(tallied: &[(&Verified, &Tally<u128>)]) -> String {
    let wiki = tallied
        .iter()
        .map(|(finding, tally)| (finding, tally.wiki().columns().to_vec()));
    let en_passant = tallied
        .iter()
        .map(|(finding, tally)| (finding, en_passant_columns(tally)));
    format!(
        "in the columns of the chess programming wiki\n{}\n\nen passant captures\n{}",
        position_table(wiki),
        position_table(en_passant)
    )
}

fn en_passant_columns(tally: &Tally<u128>) -> Vec<(&'static str, u128)> {
    let mates = tally[Column::EnPassantDirectMates]
        + tally[Column::EnPassantDiscoveredMates]
        + tally[Column::EnPassantDirectDiscoveredMates]
        + tally[Column::EnPassantDoubleDiscoveredMates];
    vec![
        ("legal", tally[Column::EnPassant]),
        ("direct", tally[Column::EnPassantDirectChecks]),
        ("disc", tally[Column::EnPassantDiscoveredChecks]),
        ("dir+disc", tally[Column::EnPassantDirectDiscoveredChecks]),
        ("dbl-disc", tally[Column::EnPassantDoubleDiscoveredChecks]),
        ("mates", mates),
        ("evasions", tally[Column::Evasions]),
        ("pinned", tally[Column::PinnedLegal]),
        ("reblocked", tally[Column::Reblocked]),
        ("not:rank", tally[Column::RejectedRank]),
        ("not:file", tally[Column::RejectedFile]),
        ("not:diagonal", tally[Column::RejectedDiagonal]),
        ("not:victim", tally[Column::RejectedVictim]),
        ("not:check", tally[Column::RejectedCheck]),
    ]
}

fn position_table<'a>(
    rows: impl Iterator<Item = (&'a &'a Verified, Vec<(&'static str, u128)>)>,
) -> String {
    let mut header = vec!["position".to_owned()];
    let mut lines = Vec::new();
    for (finding, columns) in rows {
        header.truncate(1);
        header.extend(columns.iter().map(|(title, _)| (*title).to_owned()));
        let cells = columns.iter().map(|(_, count)| count.to_string());
        lines.push(Row::from([finding.name.clone()].into_iter().chain(cells)));
    }
    table(header, lines, 1).trim_fmt()
}

fn row_table(columns: &[(&'static str, u128)]) -> String {
    let titles = columns.iter().map(|(title, _)| *title);
    let counts = columns.iter().map(|(_, count)| count.to_string());
    table(Row::from(titles), [Row::from(counts)], 0).trim_fmt()
}

fn tally_json(tally: &Tally<u128>) -> Value {
    columns_json(tally.columns())
}

fn columns_json(columns: impl Iterator<Item = (Column, u128)>) -> Value {
    columns
        .map(|(column, count)| (column.name().to_owned(), json_number(count)))
        .collect::<Map<_, _>>()
        .into()
}
