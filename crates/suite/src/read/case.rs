//! What a `[[case]]` of each kind of file consists of.

use passant_rules::{Move, Position, Setup};

use super::check;
use super::fields::Fields;
use crate::fen_case::Shown;
use crate::folder::{Kind, SuiteFile};
use crate::source::Text;
use crate::{Case, FenCase, Reach, Variant};

/// Reads a case with counts.
pub(super) fn case(file: &SuiteFile, fields: &mut Fields<'_>) -> Option<Case> {
    let start = Start::read(file, fields);
    let setup = start.setup.as_ref();
    let class = fields.kebab("class");
    let [legal, illegal] = match file.kind {
        Kind::EnPassant => ["legal", "illegal"].map(|key| captures(fields, key, setup)),
        _ => [Some(Vec::new()), Some(Vec::new())],
    };
    let perft = fields.counts("perft");
    let about = About::read(fields, start.reach);
    let last = fields.optional_text("last").zip(setup);
    let last = last.and_then(|(last, setup)| fields.check(|s| check::last(s, setup, &last)));
    let proof = fields.optional_text("proof").zip(setup);
    let proof = proof.and_then(|(proof, setup)| fields.check(|s| check::proof(s, setup, &proof)));
    let variant = variant(fields, &start);
    let about = about?;
    Some(Case {
        address: file.address(fields.name()?.value),
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
pub(super) fn fen_case(file: &SuiteFile, fields: &mut Fields<'_>) -> Option<FenCase> {
    let start = Start::read(file, fields);
    let moves = match file.kind {
        Kind::AfterPush => moves(fields, start.position.as_ref()),
        _ => Some(Vec::new()),
    };
    let shown = shown(fields);
    let about = About::read(fields, start.reach)?;
    Some(FenCase {
        address: file.address(fields.name()?.value),
        fen: start.fen?.value.to_owned(),
        moves: moves?,
        why: about.why,
        source: about.source,
        confirmed: about.confirmed,
        reach: start.reach?,
        shown: shown?,
        setup: start.setup?,
        position: start.position?,
    })
}

/// A FEN and what it is said to be, as far as nothing is wrong with it.
struct Start<'a> {
    fen: Option<Text<'a>>,
    setup: Option<Setup>,
    reach: Option<Reach>,
    position: Option<Position>,
}

impl<'a> Start<'a> {
    fn read(file: &SuiteFile, fields: &mut Fields<'a>) -> Self {
        let fen = fields.text("fen");
        let setup = fen
            .as_ref()
            .and_then(|fen| fields.check(|source| check::setup(source, fen)));
        let absent = match file.kind {
            Kind::Perft | Kind::AfterPush | Kind::State(_) => Some(Reach::Reachable),
            Kind::EnPassant | Kind::Fields => None,
        };
        let reach = fields.choice("reach", &Reach::ALL, absent);
        let position = match (&fen, &setup, reach) {
            (Some(fen), Some(setup), Some(reach)) => {
                fields.check(|source| check::position(source, fen, setup, reach))
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

/// Why a case exists, where it is from, and who says so.
pub(super) struct About {
    pub(super) why: String,
    pub(super) source: String,
    pub(super) confirmed: Vec<String>,
}

impl About {
    pub(super) fn read(fields: &mut Fields<'_>, reach: Option<Reach>) -> Option<Self> {
        let why = fields.text("why");
        let source = fields.text("source");
        let confirmed = fields.texts("confirmed");
        if let (Some(confirmed), Some(reach)) = (&confirmed, reach)
            && let Err(message) = check::confirmed(confirmed, reach)
        {
            let problem = fields.problem_with("confirmed", message);
            fields.keep(Err::<(), _>(problem));
        }
        let confirmed = confirmed?.into_iter().map(|by| by.value.to_owned());
        Some(Self {
            why: why?.value.to_owned(),
            source: source?.value.to_owned(),
            confirmed: confirmed.collect(),
        })
    }
}

/// The variant, which must not be standard chess where the castling rights are not.
fn variant(fields: &mut Fields<'_>, start: &Start<'_>) -> Option<Variant> {
    let variant = fields.choice("variant", &Variant::ALL, Some(Variant::Standard))?;
    if let (Some(fen), Some(position)) = (&start.fen, &start.position) {
        fields.check(|source| check::variant(source, fen, position, variant))?;
    }
    Some(variant)
}

/// A list of en passant captures of a setup.
fn captures(
    fields: &mut Fields<'_>,
    key: &'static str,
    setup: Option<&Setup>,
) -> Option<Vec<Move>> {
    let (texts, setup) = fields.texts(key).zip(setup)?;
    // Every capture is read before the first wrong one makes the list worthless.
    let read: Vec<_> = texts
        .iter()
        .map(|text| fields.check(|source| check::capture(source, setup, text)))
        .collect();
    read.into_iter().collect()
}

/// The moves to play from a position.
fn moves(fields: &mut Fields<'_>, position: Option<&Position>) -> Option<Vec<Move>> {
    let (texts, position) = fields.texts("moves").zip(position)?;
    let mut position = position.clone();
    fields.check(|source| check::play(source, &mut position, texts))
}

/// The three en passant fields.
fn shown(fields: &mut Fields<'_>) -> Option<Shown> {
    let [always, pseudo_legal, legal] = ["always", "pseudo-legal", "legal"].map(|key| {
        let text = fields.text(key)?;
        fields.check(|source| check::square(source, &text))
    });
    Some(Shown {
        always: always?,
        pseudo_legal: pseudo_legal?,
        legal: legal?,
    })
}
