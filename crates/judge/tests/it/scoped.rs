//! Engines that break a rule for one color, or towards one edge of the board, alone.

use std::time::{Duration, Instant};

use passant_judge::Connections;
use passant_judge::diagnosis::EnginePool;
use passant_judge::diagnosis::naming::Naming;
use passant_judge::diagnosis::predictions::predict;
use passant_judge::diagnosis::queries::{PositionQuery, queries_about};
use passant_judge::diagnosis::questioning::{Questioned, question};
use passant_judge::diagnosis::variants::twins;
use passant_judge::minimize::Bounds;
use passant_oracle::{EngineFault, FaultSet, Oracle, Scope};

use crate::diagnosis::ROWS;

/// Longer than any diagnosis takes.
const UNLIMITED: Duration = Duration::from_secs(86_400);

fn naming(faults: FaultSet) -> Naming {
    let pool = EnginePool::new(move || Connections {
        counts: Box::new(Oracle::with(faults)),
        game: Some(Box::new(Oracle::with(faults))),
        cross_check: None,
        search: None,
    });
    let end = Instant::now() + UNLIMITED;
    let more = faults.iter().flat_map(about_example);
    let questions = [ROWS.clone(), predict(more.collect())].concat();
    let Questioned { naming, .. } = question(&pool, &questions, &Bounds::default(), end);
    naming
}

/// Questions about the example of a fault, for both colors and in both directions.
fn about_example(fault: EngineFault) -> Vec<PositionQuery> {
    let twins = twins(&fault.example().line.setup);
    twins.iter().flat_map(|it| queries_about(it, [1])).collect()
}

#[test]
fn a_fault_of_one_color_or_direction_is_named_as_such() {
    let mut unnamed = Vec::new();
    for (scope, fault) in [
        ("white", EngineFault::RankPinIgnored),
        ("white", EngineFault::DiagonalPinIgnored),
        ("white", EngineFault::AlongPinRefused),
        ("white", EngineFault::EastCapturerMissed),
        ("white", EngineFault::AnyManCaptures),
        ("white", EngineFault::Cylinder),
        ("black", EngineFault::FilePinIgnored),
        ("black", EngineFault::EdgeVictimMissed),
        ("black", EngineFault::KeyVictimNotRemoved),
        ("black", EngineFault::OnlyFromFen),
        ("black", EngineFault::FenFieldIgnored),
        ("black", EngineFault::FenPrintsDash),
        ("black", EngineFault::KeyWithoutRight),
        ("a-file", EngineFault::RankPinIgnored),
        ("white-a-file", EngineFault::RankPinIgnored),
        ("black-h-file", EngineFault::DiagonalPinIgnored),
    ] {
        let scope = Scope::from_name(scope).unwrap();
        let faults = FaultSet::from(fault).only(scope);
        match naming(faults) {
            Naming::Named(evidence) if evidence.faults == faults => {}
            other => unnamed.push(format!("{fault} {}: {other:?}", scope.name())),
        }
    }
    assert!(unnamed.is_empty(), "{unnamed:#?}");
}
