//! Engines that break a rule in some positions only: a color or a direction has a name, and anything else has none.

use passant_judge::diagnosis::naming::Naming;
use passant_oracle::{EngineFault, FaultSet};
use passant_query::{Line, Query};
use passant_rules::{Color, EnPassantMode, File, PieceType, Setup};

use crate::subjects;

/// The name of an engine that has faults in some games only: a condition on the first position that has a right.
fn naming(faults: FaultSet, applies: Condition) -> Naming {
    subjects::naming(move |line: &Line, _: &Query| {
        let positions = line.positions().into_iter().flatten();
        let setups = positions.map(|it| it.setup(EnPassantMode::Always));
        let mut all = std::iter::once(line.setup.clone()).chain(setups);
        let first = all.find(|it| it.en_passant.is_some());
        if applies(first.as_ref().unwrap_or(&line.setup)) {
            faults
        } else {
            FaultSet::NONE
        }
    })
}

fn white_moves(setup: &Setup) -> bool {
    setup.side_to_move == Color::White
}

fn is_on_kingside(setup: &Setup) -> bool {
    setup
        .en_passant
        .is_some_and(|target| File::D < target.file())
}

/// Tells whether a capturer stands on the a-file side of the victim.
fn has_west_capturer(setup: &Setup) -> bool {
    let us = setup.side_to_move;
    let beside = setup
        .en_passant
        .and_then(|target| target.offset(-1, -us.forward()));
    let piece = beside.and_then(|at| setup.board.get(at));
    piece.is_some_and(|it| it.color() == us && it.piece_type() == PieceType::Pawn)
}

fn has_queen(setup: &Setup) -> bool {
    setup
        .board
        .iter()
        .any(|(_, piece)| piece.piece_type() == PieceType::Queen)
}

/// A test of a position.
type Condition = fn(&Setup) -> bool;

#[test]
fn names_colors_and_directions_alone_where_a_rule_is_broken_in_some_positions() {
    use EngineFault::*;
    let conditions: [(&str, Condition); 4] = [
        ("white moves", white_moves),
        ("kingside", is_on_kingside),
        ("west capturer", has_west_capturer),
        ("a queen", has_queen),
    ];
    let mut named = Vec::new();
    for fault in [
        RankPinIgnored,
        FilePinIgnored,
        DiagonalPinIgnored,
        CheckIgnored,
        VictimStays,
        KeptAfterQuiet,
        KeyRightNotAdded,
        RepetitionBlind,
        SanWithoutCheck,
    ] {
        for (words, applies) in conditions {
            let naming = naming(fault.into(), applies);
            println!("{fault}, {words}: {}", summary(&naming));
            if matches!(naming, Naming::Named(_) | Naming::OneOf(_)) {
                named.push(format!("{fault}, {words}: {}", summary(&naming)));
            }
        }
    }
    let expected = [
        "rank-pin-ignored, white moves: rank-pin-ignored (white only)",
        // The capturer on the a-file side moves towards the h-file.
        "rank-pin-ignored, west capturer: rank-pin-ignored (h-file only)",
        "diagonal-pin-ignored, white moves: diagonal-pin-ignored (white only)",
        "check-ignored, white moves: check-ignored (white only)",
        "repetition-blind, white moves: repetition-blind (white only)",
        "san-without-check, white moves: san-without-check (white only)",
    ];
    assert_eq!(named, expected);
}

/// The names without their evidence.
fn summary(naming: &Naming) -> String {
    match naming {
        Naming::Sound => "sound".to_owned(),
        Naming::Named(it) => it.faults.to_string(),
        Naming::OneOf(all) => {
            let names: Vec<_> = all.iter().map(|it| it.faults.to_string()).collect();
            format!("one of {}", names.join(", "))
        }
        Naming::InPart(all) => {
            let fits = all
                .iter()
                .map(|it| format!("{} ({} of {})", it.faults, it.explains, it.wrong));
            format!("partly {}", fits.collect::<Vec<_>>().join(", "))
        }
        Naming::Unknown => "unknown".to_owned(),
    }
}
