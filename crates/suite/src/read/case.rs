//! The keys of a `[[case]]` in each kind of file.

use std::iter::once;

use passant_rules::{Move, Position, Setup};

use super::check;
use crate::epd::MAX_DEPTH;
use crate::fen_case::EnPassantSquares;
use crate::folder::{Kind, SuiteFile};
use crate::leaf_nodes::impossible;
use crate::source::Text;
use crate::table::Table;
use crate::{Case, FenCase, Reach, Variant};

/// Reads a case with counts.
pub(super) fn case(
    file: &SuiteFile,
    name: Option<Text<'_>>,
    table: &mut Table<'_>,
) -> Option<Case> {
    let start = Start::read(file, table);
    let setup = start.setup.as_ref();
    let class = table.kebab("class");
    let [legal, illegal] = match file.kind {
        Kind::EnPassant => ["legal", "illegal"].map(|key| captures(table, key, setup)),
        _ => [Some(Vec::new()), Some(Vec::new())],
    };
    let perft = counts(table);
    let about = About::read(table, start.reach);
    let last = table
        .optional_text("last")
        .zip(setup)
        .and_then(|(text, setup)| table.check(|s| check::last(s, setup, &text)));
    let proof = table
        .optional_text("proof")
        .zip(setup)
        .and_then(|(text, setup)| table.check(|s| check::proof(s, setup, &text)));
    let variant = variant(table, &start);
    let about = about?;
    Some(Case {
        address: file.address(name?.value),
        fen: start.fen?.value.to_owned(),
        class: class?.value.to_owned(),
        legal: legal?,
        illegal: illegal?,
        perft: perft?,
        why: about.why,
        source: about.source,
        confirmed: about.confirmed,
        reach: start.reach?,
        last,
        proof: proof.unwrap_or_default(),
        variant: variant?,
        setup: start.setup?,
        position: start.position?,
    })
}

/// Reads a case with en passant squares.
pub(super) fn fen_case(
    file: &SuiteFile,
    name: Option<Text<'_>>,
    table: &mut Table<'_>,
) -> Option<FenCase> {
    let start = Start::read(file, table);
    let moves = match file.kind {
        Kind::AfterPush => moves(table, start.position.as_ref()),
        _ => Some(Vec::new()),
    };
    let en_passant = en_passant_squares(table);
    let about = About::read(table, start.reach)?;
    Some(FenCase {
        address: file.address(name?.value),
        fen: start.fen?.value.to_owned(),
        moves: moves?,
        why: about.why,
        source: about.source,
        confirmed: about.confirmed,
        reach: start.reach?,
        en_passant: en_passant?,
        setup: start.setup?,
        position: start.position?,
    })
}

/// A FEN and its `reach`; `None` for what is wrong.
struct Start<'a> {
    fen: Option<Text<'a>>,
    setup: Option<Setup>,
    reach: Option<Reach>,
    position: Option<Position>,
}

impl<'a> Start<'a> {
    fn read(file: &SuiteFile, table: &mut Table<'a>) -> Self {
        let fen = table.text("fen");
        let setup = fen
            .as_ref()
            .and_then(|fen| table.check(|source| check::setup(source, fen)));
        let absent = match file.kind {
            Kind::Perft | Kind::AfterPush | Kind::State(_) | Kind::Play | Kind::Search => {
                Some(Reach::Reachable)
            }
            Kind::EnPassant | Kind::Fields => None,
        };
        let reach = table.choice("reach", &Reach::ALL, absent);
        let position = match (&fen, &setup, reach) {
            (Some(fen), Some(setup), Some(reach)) => {
                table.check(|source| check::position(source, fen, setup, reach))
            }
            _ => None,
        };
        Self {
            fen,
            setup,
            reach,
            position,
        }
    }
}

/// Notes about a case: why it exists, where it is from, and which programs confirmed it.
pub(super) struct About {
    pub(super) why: String,
    pub(super) source: String,
    pub(super) confirmed: Vec<String>,
}

impl About {
    pub(super) fn read(table: &mut Table<'_>, reach: Option<Reach>) -> Option<Self> {
        let why = table.text("why");
        let source = table.text("source");
        let confirmed = table.texts("confirmed");
        if let (Some(confirmed), Some(reach)) = (&confirmed, reach)
            && let Err(message) = check::require_confirmation(confirmed, reach)
        {
            table.report(table.error_at("confirmed", message));
        }
        let programs = confirmed?.into_iter().map(|by| by.value.to_owned());
        Some(Self {
            why: why?.value.to_owned(),
            source: source?.value.to_owned(),
            confirmed: programs.collect(),
        })
    }
}

/// The variant, which must be Chess960 where the castling rights exist only there.
fn variant(table: &mut Table<'_>, start: &Start<'_>) -> Option<Variant> {
    let variant = table.choice("variant", &Variant::ALL, Some(Variant::Standard))?;
    if let (Some(fen), Some(position)) = (&start.fen, &start.position) {
        table.check(|source| check::variant(source, fen, position, variant))?;
    }
    Some(variant)
}

/// A list of en passant captures of a setup.
fn captures(table: &mut Table<'_>, key: &'static str, setup: Option<&Setup>) -> Option<Vec<Move>> {
    let (texts, setup) = table.texts(key).zip(setup)?;
    // Every capture is read before the first wrong one makes the list worthless.
    let read: Vec<_> = texts
        .iter()
        .map(|text| table.check(|source| check::capture(source, setup, text)))
        .collect();
    read.into_iter().collect()
}

/// The numbers of leaf nodes at depth 1, 2, …, at least one.
fn counts(table: &mut Table<'_>) -> Option<Vec<u64>> {
    let counts = table.numbers("perft")?;
    if counts.is_empty() {
        let error = table.error_at("perft", "there is no count");
        return table.refuse(error.with_hint("write the number of leaf nodes at depth 1, 2, …"));
    }
    if MAX_DEPTH < counts.len() as u32 {
        let message = format!("depths are at most {MAX_DEPTH}");
        return table.refuse(table.error_at("perft", message));
    }
    let depths = once((0, 1)).chain((1..).zip(counts.iter().copied()));
    let pairs = depths.clone().zip(depths.skip(1));
    for why in pairs.filter_map(|(above, below)| impossible(above, below)) {
        table.report(table.error_at("perft", why));
    }
    Some(counts)
}

/// The moves to play from a position.
fn moves(table: &mut Table<'_>, position: Option<&Position>) -> Option<Vec<Move>> {
    let (texts, position) = table.texts("moves").zip(position)?;
    let mut after = position.clone();
    table.check(|source| check::play(source, &mut after, texts))
}

/// The three en passant fields.
fn en_passant_squares(table: &mut Table<'_>) -> Option<EnPassantSquares> {
    let [always, pseudo_legal, legal] = ["always", "pseudo-legal", "legal"].map(|key| {
        let text = table.text(key)?;
        table.check(|source| check::square(source, &text))
    });
    Some(EnPassantSquares {
        always: always?,
        pseudo_legal: pseudo_legal?,
        legal: legal?,
    })
}
