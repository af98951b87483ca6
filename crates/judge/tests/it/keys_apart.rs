//! Engines that take their keys from other code than their lists of moves: faults of the lists are named all the same.

use std::time::{Duration, Instant};

use passant_judge::Connections;
use passant_judge::diagnosis::EnginePool;
use passant_judge::diagnosis::naming::Naming;
use passant_judge::diagnosis::questioning::{Questioned, question};
use passant_judge::minimize::Bounds;
use passant_oracle::{EngineFault, Family, FaultSet, Oracle};
use passant_query::{Abilities, Answer, EngineError, Feature, Line, Query, Subject};

use crate::diagnosis::ROWS;

/// Longer than any diagnosis takes.
const UNLIMITED: Duration = Duration::from_secs(86_400);

/// An engine with faults in its lists of moves, whose key changes with every double push.
#[derive(Clone, Copy)]
struct KeysApart(FaultSet);

impl Subject for KeysApart {
    fn can(&self) -> Abilities {
        Oracle::correct().can()
    }

    fn supports(&mut self, feature: Feature) -> Result<bool, EngineError> {
        Oracle::correct().supports(feature)
    }

    fn ask(&mut self, line: &Line, query: &Query) -> Result<Answer, EngineError> {
        let faults = match query {
            Query::Key | Query::SameKey(_) => EngineFault::KeyWithoutCapturer.into(),
            Query::Same(_) | Query::Occurrences => FaultSet::NONE,
            _ => self.0,
        };
        Oracle::with(faults).ask(line, query)
    }
}

fn naming(faults: FaultSet) -> Naming {
    let engine = KeysApart(faults);
    let pool = EnginePool::new(move || Connections {
        counts: Box::new(engine),
        game: Some(Box::new(engine)),
        cross_check: None,
        search: None,
    });
    let end = Instant::now() + UNLIMITED;
    let Questioned { naming, .. } = question(&pool, &ROWS, &Bounds::default(), end);
    naming
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
