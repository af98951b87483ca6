//! The presentations of a position: how it is given to an engine.
//!
//! Each presentation alone misses faults. An engine may misread the FEN and play the double push correctly, or the other
//! way round, and its tables may be wrong for one color only.

use passant_rules::{Color, EnPassantMode, Position, Setup};
use passant_suite::{Case, Reach, Variant};
use serde::{Deserialize, Serialize};

use passant_query::Line;

/// How a position is given to an engine.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Presentation {
    /// As a FEN.
    Fen,
    /// As the FEN of the position before the double push, and the push.
    Moves,
    /// As a FEN with colors swapped.
    FlippedFen,
    /// As the FEN of the position before the double push, and the push, with colors swapped.
    FlippedMoves,
}

/// What an engine is given for one presentation of a case.
#[derive(Clone, Debug)]
pub struct Prompt {
    /// The presentation.
    pub presentation: Presentation,
    /// The FEN and the moves.
    pub line: Line,
    /// The position after the moves.
    pub position: Position,
}

impl Prompt {
    /// The moves that follow the FEN, in UCI notation.
    #[must_use]
    pub fn moves(&self) -> Vec<String> {
        self.line.steps.iter().map(ToString::to_string).collect()
    }
}

impl Presentation {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Fen, Self::Moves, Self::FlippedFen, Self::FlippedMoves];

    /// The word for it in reports.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Fen => "fen",
            Self::Moves => "moves",
            Self::FlippedFen => "flipped-fen",
            Self::FlippedMoves => "flipped-moves",
        }
    }

    /// Whether the engine plays the double push. If not, the right is in the FEN.
    #[must_use]
    pub fn is_played(self) -> bool {
        matches!(self, Self::Moves | Self::FlippedMoves)
    }

    /// Whether colors are swapped.
    #[must_use]
    pub fn is_flipped(self) -> bool {
        matches!(self, Self::FlippedFen | Self::FlippedMoves)
    }
}

/// All presentations of a case, its FEN first. Positions that are never scored are only given as a FEN.
#[must_use]
pub fn presentations(case: &Case) -> Vec<Prompt> {
    let mut presentations = vec![by_fen(case, Presentation::Fen)];
    if case.reach == Reach::Reachable {
        let flipped = case.flipped();
        presentations.extend(by_push(case, Presentation::Moves));
        presentations.push(by_fen(&flipped, Presentation::FlippedFen));
        presentations.extend(by_push(&flipped, Presentation::FlippedMoves));
    }
    presentations
}

/// What the failing presentations have in common, if some fail and some pass.
#[must_use]
pub fn pattern(
    failed: &[Presentation],
    passed: &[Presentation],
    side: Color,
    other: Color,
) -> Option<String> {
    let all = |presentations: &[Presentation], test: fn(Presentation) -> bool| {
        presentations.iter().all(|&presentation| test(presentation))
    };
    let not_played = |presentation: Presentation| !presentation.is_played();
    let not_flipped = |presentation: Presentation| !presentation.is_flipped();
    if failed.is_empty() || passed.is_empty() {
        return None;
    }
    Some(
        if all(failed, not_played) && all(passed, Presentation::is_played) {
            "wrong if the position is read from a FEN, correct if the double push is played"
                .to_owned()
        } else if all(failed, Presentation::is_played) && all(passed, not_played) {
            "wrong if the double push is played, correct if the position is read from a FEN"
                .to_owned()
        } else if all(failed, not_flipped) && all(passed, Presentation::is_flipped) {
            format!(
                "wrong for {side}, correct for {other} in the same position with colors swapped"
            )
        } else if all(failed, Presentation::is_flipped) && all(passed, not_flipped) {
            format!(
                "correct for {side}, wrong for {other} in the same position with colors swapped"
            )
        } else {
            let words = |presentations: &[Presentation]| {
                presentations
                    .iter()
                    .map(|presentation| presentation.word())
                    .collect::<Vec<_>>()
                    .join(", ")
            };
            format!(
                "wrong if given as {}, correct as {}",
                words(failed),
                words(passed)
            )
        },
    )
}

fn by_fen(case: &Case, presentation: Presentation) -> Prompt {
    let line = Line {
        setup: case.setup().clone(),
        steps: Vec::new(),
        is_chess960: case.variant == Variant::Chess960,
    };
    Prompt {
        presentation,
        line,
        position: case.position().clone(),
    }
}

/// The position before the last double push, and the push, if it is known and leads exactly to the case.
fn by_push(case: &Case, presentation: Presentation) -> Option<Prompt> {
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
    (position == *case.position()).then(|| Prompt {
        presentation,
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

    use super::{Color, Presentation, pattern, presentations};

    #[test]
    fn every_en_passant_case_has_four_presentations() {
        let suites = Suites::builtin().unwrap();
        let cases = suites.cases().filter(|case| {
            case.address.starts_with("en-passant/") && case.reach == Reach::Reachable
        });
        for case in cases {
            let prompt: Vec<_> = presentations(case)
                .into_iter()
                .map(|prompt| prompt.presentation)
                .collect();
            assert_eq!(prompt, Presentation::ALL, "{}", case.address);
        }
    }

    #[test]
    fn names_the_pattern_of_the_presentations() {
        use Presentation::{Fen, FlippedFen, FlippedMoves, Moves};
        let cases: [(&[Presentation], &[Presentation], Option<&str>); 4] = [
            (
                &[Fen, FlippedFen],
                &[Moves, FlippedMoves],
                Some("read from a FEN, correct"),
            ),
            (
                &[Moves],
                &[Fen, FlippedFen],
                Some("wrong if the double push is played"),
            ),
            (
                &[Fen, Moves],
                &[FlippedFen, FlippedMoves],
                Some("wrong for White, correct for Black"),
            ),
            (&Presentation::ALL, &[], None),
        ];
        for (failed, passed, part) in cases {
            let found = pattern(failed, passed, Color::White, Color::Black);
            assert_eq!(found.is_some(), part.is_some());
            assert!(part.is_none_or(|part| found.unwrap().contains(part)));
        }
    }
}
