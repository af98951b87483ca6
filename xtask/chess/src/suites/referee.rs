//! The games for match runners, played by the rules and by the oracle.

use passant_judge::RulesSubject;
use passant_oracle::Oracle;
use passant_query::{EngineError, EngineMove, Occurrences, Subject};
use passant_suite::{RefereeCase, RefereeEnding};

/// A game as a program plays it, or its error.
pub(super) type Played = Result<Course, EngineError>;

/// The course of a game, as a program sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Course {
    /// Every move is legal.
    is_legal: bool,
    /// The first ply after which a position has occurred three times.
    third: Option<usize>,
    /// The position at the end has a legal move.
    goes_on: bool,
    /// The move that is tried at the end is legal.
    allows_tried: bool,
}

/// Plays a case with the rules and the oracle. Returns the program, what is expected, and what it says, where that differs.
pub(super) fn find_differences(case: &RefereeCase) -> Vec<(&'static str, Course, Played)> {
    let is_repetition = case.ending == RefereeEnding::Threefold;
    let ends = [RefereeEnding::Checkmate, RefereeEnding::Stalemate].contains(&case.ending);
    let expected = Course {
        is_legal: true,
        third: is_repetition.then_some(case.ply),
        goes_on: !ends,
        allows_tried: false,
    };
    let rules = course(&mut RulesSubject::default(), case);
    let oracle = course(&mut Oracle::correct(), case);
    let played = [("rules", rules), ("oracle", oracle)];
    let differs = |(_, played): &(_, Played)| played.as_ref() != Ok(&expected);
    let different = played.into_iter().filter(differs);
    different
        .map(|(who, played)| (who, expected.clone(), played))
        .collect()
}

fn course(subject: &mut dyn Subject, case: &RefereeCase) -> Played {
    let moves = case.moves();
    let (mut is_legal, mut third) = (true, None);
    for (ply, &mv) in moves.iter().enumerate() {
        let before = subject.moves(&case.line.take(ply))?;
        is_legal &= before.contains(&EngineMove::Uci(mv));
        let occurrences = subject.occurrences(&case.line.take(ply + 1))?;
        if third.is_none() && occurrences == Occurrences::Exactly(3) {
            third = Some(ply + 1);
        }
    }
    let end = subject.moves(&case.line)?;
    let tried = case.illegal.map(EngineMove::Uci);
    Ok(Course {
        is_legal,
        third,
        goes_on: !end.is_empty(),
        allows_tried: tried.is_some_and(|mv| end.contains(&mv)),
    })
}
