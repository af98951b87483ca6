//! The keys of a `[[case]]` below `referee/`.

use passant_query::Line;
use passant_rules::{Position, UciMove};

use super::check;
use super::keys::{About, illegal, line};
use super::state_keys::check_line_variant;
use crate::folder::SuiteFile;
use crate::table::Table;
use crate::{Reach, RefereeCase, RefereeEnding, Variant};

/// Reads a game that shows whether a match runner knows en passant.
pub(crate) fn read_referee_case(
    file: &SuiteFile,
    address: Option<String>,
    table: &mut Table<'_>,
) -> Option<RefereeCase> {
    let line = line(table);
    let end = line.as_ref().and_then(Line::position);
    let tried = tried(table, end.as_ref());
    let ending = table.choice("ending", &RefereeEnding::ALL, None);
    let ply = line.as_ref().and_then(|line| ply(table, line));
    let control = table
        .optional_text("control")
        .map(|name| format!("{}/{}", file.suite, name.value));
    let pv = table
        .optional_text("pv")
        .map(|text| table.check(|source| check::readable(source, &text)));
    let variant = table.choice("variant", &Variant::ALL, Some(Variant::Standard));
    let about = About::read(table, Some(Reach::Reachable))?;
    check_line_variant(table, variant?, line.as_ref()?.is_chess960)?;
    Some(RefereeCase {
        address: address?,
        line: line?,
        illegal: tried.ok()?,
        ending: ending?,
        ply: ply?,
        control,
        pv: pv.map_or(Some(None), |pv| pv.map(Some))?,
        class: file.suite.trim_start_matches("referee/").to_owned(),
        variant: variant?,
        why: about.why,
        source: about.source,
        confirmed: about.confirmed,
    })
}

/// A value that is wrong and has been reported.
struct Reported;

/// Reads the capture after the moves, which may be missing, but must not be legal.
fn tried(table: &mut Table<'_>, end: Option<&Position>) -> Result<Option<UciMove>, Reported> {
    let Some(text) = table.optional_text("illegal") else {
        return Ok(None);
    };
    let end = end.ok_or(Reported)?;
    let read = table.check(|source| illegal(source, &text, end));
    read.map(Some).ok_or(Reported)
}

/// Reads the number of plies, at most that of the moves.
fn ply(table: &mut Table<'_>, line: &Line) -> Option<usize> {
    let most = u32::try_from(line.steps.len()).ok()?;
    let ply = table.number_within("ply", "a number of plies", &(1..=most))?;
    usize::try_from(ply).ok()
}
