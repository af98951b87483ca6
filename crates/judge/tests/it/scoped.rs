//! Engines that break a rule for one color, or towards one edge of the board, alone.

use passant_judge::diagnosis::naming::Naming;
use passant_judge::diagnosis::predictions::predict;
use passant_judge::diagnosis::queries::{PositionQuery, queries_about};
use passant_judge::diagnosis::variants::twins;
use passant_oracle::{EngineFault, FaultSet, Scope};

use crate::diagnosis::ROWS;
use crate::subjects;

fn naming(faults: FaultSet) -> Naming {
    let more = faults.iter().flat_map(about_example);
    let questions = [ROWS.clone(), predict(more.collect())].concat();
    subjects::naming_by(&questions, move |_, _| faults)
}

/// Questions about the example of a fault, for both colors and in both directions. The second ply tells whether moves that are
/// played in a search set rights, too.
fn about_example(fault: EngineFault) -> Vec<PositionQuery> {
    let twins = twins(&fault.example().line.setup);
    twins
        .iter()
        .flat_map(|it| queries_about(it, [1, 2]))
        .collect()
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

/// Captures are refused with the suffix `e.p.`, which no engine has to read.
#[test]
fn a_fault_of_one_color_is_named_beside_a_convention() {
    let white = Scope::from_name("white").unwrap();
    let missed = FaultSet::from(EngineFault::WestCapturerMissed).only(white);
    match naming(missed.union(EngineFault::SuffixRefused.into())) {
        Naming::Named(evidence) => assert_eq!(evidence.faults, missed),
        other => panic!("{other:?}"),
    }
}
