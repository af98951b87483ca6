//! One comparison of everything that the rules and the oracle both know about a position.

use passant_oracle::{Reason, State};
use passant_rules::{Bitboard, EnPassantMode, Move, Position, Square, Verdict};
use proptest::prelude::ProptestConfig;
use proptest::prop_assert_eq;
use proptest::test_runner::TestCaseError;

/// The number of cases, and no files of failures: a failing case is printed with its FEN.
pub(crate) fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

/// The oracle's view of a position.
pub(crate) fn state_of(position: &Position) -> State {
    State::new(&position.setup(EnPassantMode::Always))
}

/// Fails unless both agree on the setup, the moves, the checkers, and everything about en passant.
pub(crate) fn compare(position: &Position, state: &State) -> Result<(), TestCaseError> {
    let setup = position.setup(EnPassantMode::Always);
    prop_assert_eq!(&setup, state.setup());
    prop_assert_eq!(
        sorted(position.legal_moves()),
        sorted(state.moves()),
        "moves of {}",
        position
    );
    prop_assert_eq!(
        position.checkers(),
        state.checkers(),
        "checkers in {}",
        position
    );
    compare_en_passant(position, state)
}

/// [`compare`], and once more after every legal move.
pub(crate) fn compare_with_successors(
    position: &Position,
    state: &State,
) -> Result<(), TestCaseError> {
    compare(position, state)?;
    for mv in state.moves() {
        let mut after = position.clone();
        let _ = after.make(mv);
        compare(&after, &state.make(mv))?;
    }
    Ok(())
}

fn compare_en_passant(position: &Position, state: &State) -> Result<(), TestCaseError> {
    let (Some(right), Some(expected)) = (position.en_passant(), state.en_passant()) else {
        let found = (
            position.en_passant().is_some(),
            state.en_passant().is_some(),
        );
        prop_assert_eq!(found, (false, false), "en passant right of {}", position);
        return Ok(());
    };
    let found: [Bitboard; 4] = [
        right.target().into(),
        right.victim().into(),
        right.capturers(),
        right.legal(),
    ];
    let expected = [
        expected.target.into(),
        expected.victim.into(),
        expected.capturers,
        expected.legal,
    ];
    prop_assert_eq!(
        found,
        expected,
        "target, victim, capturers, legal in {}",
        position
    );
    for square in Square::ALL {
        let expected = right
            .capturers()
            .contains(square)
            .then(|| verdict(state.why_illegal(square)));
        prop_assert_eq!(
            position.judge_en_passant(square),
            expected,
            "{} in {}",
            square,
            position
        );
    }
    Ok(())
}

fn verdict(reason: Option<Reason>) -> Verdict {
    use passant_rules::Reason as Rules;
    match reason {
        None => Verdict::Legal,
        Some(Reason::Check) => Verdict::Illegal(Rules::Check),
        Some(Reason::File) => Verdict::Illegal(Rules::File),
        Some(Reason::Diagonal) => Verdict::Illegal(Rules::Diagonal),
        Some(Reason::Rank) => Verdict::Illegal(Rules::Rank),
        Some(Reason::Victim) => Verdict::Illegal(Rules::Victim),
    }
}

fn sorted(moves: impl IntoIterator<Item = Move>) -> Vec<Move> {
    let mut moves: Vec<Move> = moves.into_iter().collect();
    moves.sort_unstable();
    moves
}
