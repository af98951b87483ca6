//! Each fault changes the answers that it describes, and none where en passant plays no part. An engine without a fault
//! answers what the oracle and the rules answer.

use std::collections::BTreeSet;

use passant_oracle::{Ask, Engine, EngineFault, FaultSet, Question, State};
use passant_rules::{EnPassantMode, EnPassantSuffix, Position, Setup};

/// Positions without a double push, a right, or a pawn about to promote: no fault can show there.
const WITHOUT_EN_PASSANT: [&str; 6] = [
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
    "2b1kb2/8/3q4/8/8/4N3/8/R3K3 w Q - 3 9",
    "8/8/1b6/8/8/1n2k3/8/4K2R w K - 12 40",
    "8/2R5/4k3/8/5K2/r7/8/8 b - - 2 35",
    "3n4/8/k7/1r6/8/5Q2/6K1/8 b - - 0 1",
];

/// The questions about each of them: a king moves back and forth, so that rights and keys are updated.
fn control_questions(fen: &str) -> Vec<Question> {
    let setup = Setup::from_fen(fen).unwrap();
    let mv = State::new(&setup).moves().into_iter().min().unwrap();
    let uci = mv.uci();
    let asks = [
        format!("{fen}: moves"),
        format!("{fen}: count 2"),
        format!("{fen}: fen"),
        format!("{fen} moves {uci}: fen"),
        format!("{fen} moves {uci} undo: fen"),
        format!("{fen} moves 0000 0000: occurrences"),
        format!("{fen} moves {uci} undo: key like {fen}"),
        format!("{fen} moves {uci}: key like {fen}"),
        format!("{fen} moves {uci}: same as {fen}"),
        format!("{fen}: san {uci}"),
        format!("{fen}: victim {uci}"),
    ];
    asks.iter().map(|text| text.parse().unwrap()).collect()
}

#[test]
fn names_sentences_and_advice_exist_and_differ() {
    let names: BTreeSet<_> = EngineFault::ALL.iter().map(|fault| fault.name()).collect();
    let sentences: BTreeSet<_> = EngineFault::ALL
        .iter()
        .map(|fault| fault.sentence())
        .collect();
    assert_eq!(names.len(), EngineFault::ALL.len());
    assert_eq!(sentences.len(), EngineFault::ALL.len());
    for &fault in EngineFault::ALL {
        assert_eq!(EngineFault::from_name(fault.name()), Some(fault));
        assert!(fault.sentence().ends_with('.'), "{fault}");
        assert!(fault.advice().ends_with('.'), "{fault} has no advice");
    }
    assert!(EngineFault::ALL.is_sorted_by_key(|fault| fault.family()));
}

#[test]
fn every_fault_shows_in_its_example() {
    for &fault in EngineFault::ALL {
        let question = fault.example();
        let (right, wrong) = (
            question.answer(FaultSet::NONE),
            question.answer(fault.into()),
        );
        assert_ne!(right, wrong, "{fault}: {question}");
        assert_eq!(question.to_string().parse(), Ok(question));
    }
}

#[test]
fn no_fault_shows_where_en_passant_plays_no_part() {
    for question in WITHOUT_EN_PASSANT.into_iter().flat_map(control_questions) {
        let right = question.answer(FaultSet::NONE);
        for &fault in EngineFault::ALL {
            assert_eq!(question.answer(fault.into()), right, "{fault}: {question}");
        }
    }
}

/// The rules, which are independent of the oracle, answer the examples too.
#[test]
fn the_expected_answers_are_those_of_the_rules() {
    for &fault in EngineFault::ALL {
        let question = fault.example();
        let Some(expected) = answer_of_rules(&question) else {
            continue;
        };
        assert_eq!(
            question.answer(FaultSet::NONE),
            expected,
            "{fault}: {question}"
        );
    }
}

/// `None` for counts.
fn answer_of_rules(question: &Question) -> Option<String> {
    let (position, history) = played(&question.line.setup, &question.line.steps);
    let yes_or_no = |is_so: bool| if is_so { "yes" } else { "no" }.to_owned();
    Some(match &question.ask {
        Ask::Moves => {
            let mut moves: Vec<_> = position
                .legal_moves()
                .iter()
                .map(|mv| position.uci(*mv).to_string())
                .collect();
            moves.sort_unstable();
            moves.join(" ")
        }
        Ask::Count(_) => return None,
        Ask::Fen => position.fen(EnPassantMode::Always).to_string(),
        Ask::Key(other) | Ask::Same(other) => {
            let (other, _) = played(&other.setup, &other.steps);
            yes_or_no(position.key() == other.key())
        }
        Ask::Occurrences => position.occurrences(&history).to_string(),
        Ask::San(mv) => {
            let mv = position.parse_uci(mv).unwrap();
            position.san(mv, EnPassantSuffix::Without).to_string()
        }
        Ask::Read(san) => {
            let mut position = position;
            let mv = position.parse_san(san).unwrap();
            let _ = position.make(mv);
            position.fen(EnPassantMode::Always).to_string()
        }
        Ask::Victim(mv) => {
            let mv = position.parse_uci(mv).unwrap();
            mv.victim_square().unwrap().to_string()
        }
    })
}

fn played(setup: &Setup, steps: &[String]) -> (Position, Vec<passant_rules::Key>) {
    let (mut position, _) = setup.repair().unwrap();
    let mut history = Vec::new();
    let mut undos = Vec::new();
    for step in steps {
        if step == "undo" {
            match undos.pop().unwrap() {
                (Some(mv), undo) => position.unmake(mv, undo),
                (None, undo) => position.unmake_null(undo),
            }
            history.pop();
            continue;
        }
        history.push(position.key());
        undos.push(if step == "0000" {
            (None, position.make_null().unwrap())
        } else {
            let mv = position.parse_uci(step).unwrap();
            (Some(mv), position.make(mv))
        });
    }
    (position, history)
}

/// With any two faults together nothing panics, and games can be played and taken back.
#[test]
fn any_two_faults_can_be_combined() {
    let fens = [
        "r3k2r/1p1p1p1p/8/1P1P1P1P/p1p1p1p1/8/P1P1P1P1/R3K2R w KQkq - 0 1",
        "r3k2r/8/8/pPpP4/1p6/8/P7/R3K2R w KQkq c6 0 1",
    ];
    for fen in fens {
        let setup = Setup::from_fen(fen).unwrap();
        for &one in EngineFault::ALL {
            for &other in EngineFault::ALL {
                let mut engine = Engine::new(&setup, [one, other].into_iter().collect());
                for choice in [0, 7, 3] {
                    let moves = engine.moves();
                    let Some(&mv) = moves.get(choice % moves.len().max(1)) else {
                        break;
                    };
                    let _ = engine.san(mv);
                    engine.play(mv);
                }
                while engine.undo() {}
                let _ = engine.perft(1);
            }
        }
    }
}
