//! The ways in which a position is told to an engine.
//!
//! Each way alone misses faults: who reads the FEN wrongly may play the double push rightly, and the other way round,
//! and tables may be wrong for one colour only.

use passant_rules::{EnPassantMode, Position, Setup};
use passant_suite::{Case, Reach, Variant};
use serde::{Deserialize, Serialize};

use passant_query::Line;

/// How a position is told.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Way {
    /// By its FEN.
    Fen,
    /// By the FEN of the position before the double push, and the push.
    Played,
    /// By the FEN of its twin with the colours swapped.
    FlippedFen,
    /// By the position before the double push in that twin, and the push.
    FlippedPlayed,
}

/// A case as it is told in one way.
#[derive(Clone, Debug)]
pub struct Told {
    /// How.
    pub way: Way,
    /// What the engine is told.
    pub line: Line,
    /// The position that this is.
    pub position: Position,
}

impl Told {
    /// The moves that follow the FEN, in UCI notation.
    #[must_use]
    pub fn moves(&self) -> Vec<String> {
        self.line.steps.iter().map(ToString::to_string).collect()
    }
}

impl Way {
    /// All of them.
    pub const ALL: [Self; 4] = [
        Self::Fen,
        Self::Played,
        Self::FlippedFen,
        Self::FlippedPlayed,
    ];

    /// The word for it in reports.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Fen => "fen",
            Self::Played => "played",
            Self::FlippedFen => "flipped-fen",
            Self::FlippedPlayed => "flipped-played",
        }
    }

    /// Whether the right arises on the engine's board, not in a FEN.
    #[must_use]
    pub fn is_played(self) -> bool {
        matches!(self, Self::Played | Self::FlippedPlayed)
    }

    /// Whether the colours are swapped.
    #[must_use]
    pub fn is_flipped(self) -> bool {
        matches!(self, Self::FlippedFen | Self::FlippedPlayed)
    }
}

/// All ways in which a case can be told, its FEN first. Positions that are never scored are told by their FEN alone.
#[must_use]
pub fn presentations(case: &Case) -> Vec<Told> {
    let mut ways = vec![by_fen(case, Way::Fen)];
    if case.reach == Reach::Reachable {
        let flipped = case.flipped();
        ways.extend(by_push(case, Way::Played));
        ways.push(by_fen(&flipped, Way::FlippedFen));
        ways.extend(by_push(&flipped, Way::FlippedPlayed));
    }
    ways
}

/// What the difference between the ways says, if some fail and some pass.
#[must_use]
pub fn pattern(failed: &[Way], passed: &[Way], side: &str, other: &str) -> Option<String> {
    let all = |ways: &[Way], test: fn(Way) -> bool| ways.iter().all(|&way| test(way));
    let not_played = |way: Way| !way.is_played();
    let not_flipped = |way: Way| !way.is_flipped();
    if failed.is_empty() || passed.is_empty() {
        return None;
    }
    Some(if all(failed, not_played) && all(passed, Way::is_played) {
        "wrong when the position is read from a FEN, right when the double push is played"
            .to_owned()
    } else if all(failed, Way::is_played) && all(passed, not_played) {
        "wrong when the double push is played, right when the position is read from a FEN"
            .to_owned()
    } else if all(failed, not_flipped) && all(passed, Way::is_flipped) {
        format!("wrong for {side}, right for {other} in the same position with colours swapped")
    } else if all(failed, Way::is_flipped) && all(passed, not_flipped) {
        format!("right for {side}, wrong for {other} in the same position with colours swapped")
    } else {
        let words = |ways: &[Way]| {
            ways.iter()
                .map(|way| way.word())
                .collect::<Vec<_>>()
                .join(", ")
        };
        format!(
            "wrong when told by {}, right by {}",
            words(failed),
            words(passed)
        )
    })
}

fn by_fen(case: &Case, way: Way) -> Told {
    let line = Line {
        setup: case.setup().clone(),
        steps: Vec::new(),
        is_chess960: case.variant == Variant::Chess960,
    };
    Told {
        way,
        line,
        position: case.position().clone(),
    }
}

/// The position before the last double push and the push, where that is known and leads exactly to the case.
fn by_push(case: &Case, way: Way) -> Option<Told> {
    let last = case.last?;
    let setup = case.setup();
    let pawn = setup.board.get(last.to())?;
    let mut before = Setup {
        side_to_move: !setup.side_to_move,
        en_passant: None,
        halfmove_clock: 0,
        ..setup.clone()
    };
    before.board.set(last.to(), None);
    before.board.set(last.from(), Some(pawn));
    let root = before.validate().ok()?;
    let mut position = root.clone();
    let _ = position.try_make(last).ok()?;
    (position == *case.position()).then(|| Told {
        way,
        line: Line {
            setup: root.setup(EnPassantMode::Always),
            steps: vec![root.uci_move(last).into()],
            is_chess960: case.variant == Variant::Chess960,
        },
        position,
    })
}

#[cfg(test)]
mod tests {
    use passant_suite::{Reach, Suites};

    use super::{Way, pattern, presentations};

    #[test]
    fn every_en_passant_case_is_told_in_four_ways() {
        let suites = Suites::builtin().unwrap();
        let cases = suites.cases().filter(|case| {
            case.address.starts_with("en-passant/") && case.reach == Reach::Reachable
        });
        for case in cases {
            let told: Vec<_> = presentations(case)
                .into_iter()
                .map(|told| told.way)
                .collect();
            assert_eq!(told, Way::ALL, "{}", case.address);
        }
    }

    #[test]
    fn the_pattern_of_the_ways_is_named() {
        use Way::{Fen, FlippedFen, FlippedPlayed, Played};
        let cases: [(&[Way], &[Way], Option<&str>); 4] = [
            (
                &[Fen, FlippedFen],
                &[Played, FlippedPlayed],
                Some("read from a FEN, right"),
            ),
            (
                &[Played],
                &[Fen, FlippedFen],
                Some("wrong when the double push is played"),
            ),
            (
                &[Fen, Played],
                &[FlippedFen, FlippedPlayed],
                Some("wrong for White, right for Black"),
            ),
            (&Way::ALL, &[], None),
        ];
        for (failed, passed, part) in cases {
            let found = pattern(failed, passed, "White", "Black");
            assert_eq!(found.is_some(), part.is_some());
            assert!(part.is_none_or(|part| found.unwrap().contains(part)));
        }
    }
}
