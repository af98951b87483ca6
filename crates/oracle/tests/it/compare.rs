//! A comparison of everything that both the rules and the oracle know about a position.

use passant_oracle::{Engine, FaultSet, Reason, State};
use passant_rules::{Bitboard, EnPassantMode, EnPassantSuffix, Move, Position, Square, Verdict};
use proptest::prelude::ProptestConfig;
use proptest::test_runner::TestCaseError;
use proptest::{prop_assert, prop_assert_eq};

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

/// [`compare`], and again after every legal move.
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

/// Fails unless an engine without faults keeps the same position, with an updated key equal to the computed one.
pub(crate) fn compare_engine(
    position: &Position,
    state: &State,
    engine: &Engine,
) -> Result<(), TestCaseError> {
    prop_assert_eq!(&engine.setup(), state.setup());
    prop_assert_eq!(
        sorted(engine.moves()),
        sorted(state.moves()),
        "moves of {}",
        position
    );
    let fresh = Engine::new(state.setup(), FaultSet::NONE);
    prop_assert_eq!(engine.key(), fresh.key(), "key of {}", position);
    let mut taken_back = engine.clone();
    for mv in state.moves().into_iter().take(3) {
        taken_back.play(mv);
        prop_assert!(taken_back.undo());
        prop_assert_eq!(&taken_back.setup(), state.setup(), "{:?} undone", mv);
        prop_assert_eq!(taken_back.key(), engine.key(), "{:?} undone", mv);
    }
    Ok(())
}

/// Fails unless rules and engine write a move in the same way, and the engine reads what the rules write.
pub(crate) fn compare_texts(
    position: &Position,
    engine: &Engine,
    mv: Move,
) -> Result<(), TestCaseError> {
    let (uci, san) = (position.uci(mv), position.san(mv, EnPassantSuffix::Without));
    prop_assert_eq!(&engine.uci(mv), &uci[..], "UCI in {}", position);
    prop_assert_eq!(&engine.san(mv), &san[..], "SAN in {}", position);
    prop_assert_eq!(engine.read_uci(&uci), Some(mv), "{} in {}", uci, position);
    prop_assert_eq!(engine.read_san(&san), Some(mv), "{} in {}", san, position);
    let suffixed = position.san(mv, EnPassantSuffix::With);
    prop_assert_eq!(engine.read_san(&suffixed), Some(mv), "{}", suffixed);
    prop_assert_eq!(
        engine.victim(mv),
        mv.victim_square(),
        "{} in {}",
        uci,
        position
    );
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
