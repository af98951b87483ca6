//! Cases in a form that needs no reader of TOML, for programs that must be small.

use passant_rules::{Move, MoveKind, Position, Setup, UciMove};
use serde::{Deserialize, Serialize};

use crate::{Case, Reach, Suite, Suites, Variant};

/// A case with counts, as texts and numbers.
///
/// ```
/// use passant_suite::{StoredCase, Suites};
///
/// let suites = Suites::builtin()?;
/// let case = suites.cases().next().unwrap();
/// assert_eq!(StoredCase::from(case).case().as_ref(), Some(case));
/// # Ok::<(), passant_suite::Diagnostics>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StoredCase {
    address: String,
    fen: String,
    class: String,
    legal: Vec<String>,
    illegal: Vec<String>,
    perft: Vec<u64>,
    why: String,
    source: String,
    confirmed: Vec<String>,
    reach: Reach,
    last: Option<String>,
    proof: Vec<String>,
    variant: Variant,
}

impl From<&Case> for StoredCase {
    fn from(case: &Case) -> Self {
        let texts = |moves: &[Move]| moves.iter().map(|it| it.uci().to_string()).collect();
        Self {
            address: case.address.clone(),
            fen: case.fen.clone(),
            class: case.class.clone(),
            legal: texts(&case.legal),
            illegal: texts(&case.illegal),
            perft: case.perft.clone(),
            why: case.why.clone(),
            source: case.source.clone(),
            confirmed: case.confirmed.clone(),
            reach: case.reach,
            last: case.last.map(|it| it.uci().to_string()),
            proof: texts(&case.proof),
            variant: case.variant,
        }
    }
}

impl StoredCase {
    /// The case; `None` if the texts are not those of a case.
    #[must_use]
    pub fn case(self) -> Option<Case> {
        let setup = Setup::from_fen(&self.fen).ok()?;
        let (position, _) = setup.repair().ok()?;
        let mut game = Position::initial();
        let played = self.proof.iter().map(|text| {
            let mv = game.parse_uci(text).ok()?;
            let _ = game.make(mv);
            Some(mv)
        });
        let proof = played.collect::<Option<_>>()?;
        let last = match &self.last {
            Some(text) => Some(with_kind(text, MoveKind::DoublePush)?),
            None => None,
        };
        let captures = |texts: &[String]| {
            let moves = texts.iter();
            let moves = moves.map(|text| with_kind(text, MoveKind::EnPassant));
            moves.collect::<Option<_>>()
        };
        Some(Case {
            legal: captures(&self.legal)?,
            illegal: captures(&self.illegal)?,
            address: self.address,
            fen: self.fen,
            class: self.class,
            perft: self.perft,
            why: self.why,
            source: self.source,
            confirmed: self.confirmed,
            reach: self.reach,
            last,
            proof,
            variant: self.variant,
            setup,
            position,
        })
    }
}

impl Suites {
    /// Suites with these cases, which are in the order of their suites, and nothing else. `None` if one is no case.
    #[must_use]
    pub fn stored(cases: impl IntoIterator<Item = StoredCase>) -> Option<Self> {
        let mut suites: Vec<Suite> = Vec::new();
        for stored in cases {
            let case = stored.case()?;
            let (name, _) = case.address.rsplit_once('/')?;
            match suites.last_mut() {
                Some(suite) if suite.name == name => suite.cases.push(case),
                _ => suites.push(Suite {
                    name: name.to_owned(),
                    cases: vec![case],
                }),
            }
        }
        Some(Self::of_counts(suites))
    }
}

fn with_kind(text: &str, kind: MoveKind) -> Option<Move> {
    let mv: UciMove = text.parse().ok()?;
    Some(Move::new(mv.from(), mv.to(), kind))
}
