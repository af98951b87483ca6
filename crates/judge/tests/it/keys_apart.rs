//! Engines that take keys or signs from other code than their moves: faults of the moves are named all the same.

use passant_judge::diagnosis::naming::Naming;
use passant_oracle::{EngineFault, Family, FaultSet};
use passant_query::{Line, MoveQuery, Query};

use crate::subjects;

/// The name of an engine with faults in its lists of moves, whose key changes with every double push.
fn naming(of_lists: FaultSet) -> Naming {
    subjects::naming(move |_: &Line, query: &Query| match query {
        Query::Key | Query::SameKey(_) => EngineFault::KeyWithoutCapturer.into(),
        Query::Same(_) | Query::Occurrences => FaultSet::NONE,
        _ => of_lists,
    })
}

/// Only positions that no game reaches show these.
const BEYOND_GAMES: [EngineFault; 2] =
    [EngineFault::BlockMissed, EngineFault::VictimDiagonalIgnored];

#[test]
fn faults_of_lists_are_named_where_keys_change_with_every_double_push() {
    assert_eq!(naming(FaultSet::NONE), Naming::Sound);
    let is_of_lists = |fault: &EngineFault| {
        matches!(
            fault.family(),
            Family::Missing | Family::Illegal | Family::Geometry
        )
    };
    let mut unnamed = Vec::new();
    for fault in EngineFault::ALL.iter().copied().filter(is_of_lists) {
        match naming(fault.into()) {
            Naming::Named(evidence) if evidence.faults == fault.into() => {}
            Naming::Sound if BEYOND_GAMES.contains(&fault) => {}
            other => unnamed.push(format!("{fault}: {other:?}")),
        }
    }
    assert!(unnamed.is_empty(), "{unnamed:#?}");
}

/// The stored right outlives its move, and the keys are made without it.
#[test]
fn a_right_that_is_kept_is_named_where_keys_are_right() {
    for kept in [
        EngineFault::KeptAfterCastling,
        EngineFault::KeptAfterPromotion,
        EngineFault::NeverCleared,
    ] {
        match naming(kept.into()) {
            Naming::Named(evidence) => assert_eq!(evidence.faults, kept.into()),
            other => panic!("{kept}: {other:?}"),
        }
    }
}

/// The parser of moves loses the victim, while keys and the signs of a capture come from code that is correct.
#[test]
fn a_fault_of_the_parser_is_named_where_signs_come_from_the_list() {
    let parser = EngineFault::MovesParserLeavesVictim;
    let naming = subjects::naming(move |_: &Line, query: &Query| match query {
        Query::About(MoveQuery::EnPassant | MoveQuery::Capture | MoveQuery::Check, _) => {
            FaultSet::NONE
        }
        _ => parser.into(),
    });
    match naming {
        Naming::Named(evidence) => assert_eq!(evidence.faults, parser.into()),
        other => panic!("{other:?}"),
    }
}
