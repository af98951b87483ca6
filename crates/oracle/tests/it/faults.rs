//! Each fault changes the answer to its example, and none where en passant plays no part. Without a fault an engine gives
//! the answers of the oracle and of the rules.

use std::collections::BTreeSet;

use passant_oracle::{Engine, EngineFault, Family, FaultSet, Oracle, State};
use passant_query::{
    Answer, EngineError, EngineMove, Line, MoveQuery, Occurrences, ParsedMove, Query, Question,
    Subject,
};
use passant_rules::{EnPassantMode, EnPassantSuffix, Move, Position, Setup, UciMove};

/// Positions without a double push, a right, or a pawn about to promote, where no fault can show.
const WITHOUT_EN_PASSANT: [&str; 6] = [
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
    "2b1kb2/8/3q4/8/8/4N3/8/R3K3 w Q - 3 9",
    "8/8/1b6/8/8/1n2k3/8/4K2R w K - 12 40",
    "8/2R5/4k3/8/5K2/r7/8/8 b - - 2 35",
    "3n4/8/k7/1r6/8/5Q2/6K1/8 b - - 0 1",
];

/// The questions about each of them, also after a move and after the move was taken back.
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
        format!("{fen}: search 3 after {fen}"),
    ];
    asks.iter().map(|text| text.parse().unwrap()).collect()
}

#[test]
fn faults_have_names_sentences_and_advice_of_their_own() {
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
        let (expected, got) = (
            answer(&question, FaultSet::NONE),
            answer(&question, fault.into()),
        );
        assert_ne!(expected, got, "{fault}: {question}");
        assert_eq!(question.to_string().parse(), Ok(question));
    }
}

#[test]
fn no_fault_shows_where_en_passant_plays_no_part() {
    for question in WITHOUT_EN_PASSANT.into_iter().flat_map(control_questions) {
        let expected = answer(&question, FaultSet::NONE);
        // An engine that ignores moves is wrong wherever there are some.
        let ignores = |fault: &EngineFault| {
            *fault == EngineFault::MovesIgnored && !question.line.steps.is_empty()
        };
        for &fault in EngineFault::ALL.iter().filter(|it| !ignores(it)) {
            assert_eq!(
                answer(&question, fault.into()),
                expected,
                "{fault}: {question}"
            );
        }
    }
}

/// Asks an engine with some faults.
fn answer(question: &Question, faults: FaultSet) -> Result<Answer, EngineError> {
    let answer = Oracle::with(faults).ask(&question.line, &question.query);
    answer.map(Answer::comparable)
}

/// The rules share no code with the oracle.
#[test]
fn expected_answers_are_those_of_the_rules() {
    for &fault in EngineFault::ALL {
        let question = fault.example();
        let Some(expected) = answer_of_rules(&question) else {
            continue;
        };
        assert_eq!(
            answer(&question, FaultSet::NONE),
            Ok(expected),
            "{fault}: {question}"
        );
    }
}

/// `None` for counts and searches.
fn answer_of_rules(question: &Question) -> Option<Answer> {
    let (position, history) = played(&question.line);
    let find = |mv: &UciMove| position.find(*mv).unwrap();
    let uci = |mv: Move| EngineMove::Uci(position.uci_move(mv));
    let answer = match &question.query {
        Query::Moves => Answer::Moves(position.legal_moves().into_iter().map(uci).collect()),
        Query::Count(_) | Query::Search(_) => return None,
        Query::Fen => Answer::Fen(position.fen(EnPassantMode::Always).to_string()),
        Query::SameKey(other) | Query::Same(other) => {
            Answer::Is(position.key() == played(other).0.key())
        }
        Query::Occurrences => {
            let occurrences = Occurrences::Exactly(position.occurrences(&history));
            Answer::Occurrences(occurrences)
        }
        Query::About(MoveQuery::San, mv) => {
            let san = position.san(find(mv), EnPassantSuffix::Without);
            Answer::San(san.to_string())
        }
        Query::Parse(san) => {
            let mv = position.parse_san(san).unwrap();
            Answer::Parsed(Some(ParsedMove {
                mv: uci(mv),
                is_en_passant: Some(mv.is_en_passant()),
            }))
        }
        Query::About(MoveQuery::Victim, mv) => Answer::Square(find(mv).victim_square()),
        Query::About(MoveQuery::EnPassant, mv) => Answer::Is(find(mv).is_en_passant()),
        Query::About(MoveQuery::Check, mv) => Answer::Is(position.after(find(mv)).is_check()),
        other => panic!("no example asks for {other}"),
    };
    Some(answer.comparable())
}

fn played(line: &Line) -> (Position, Vec<passant_rules::Key>) {
    let (start, _) = line.setup.repair().unwrap();
    let (end, before) = line.play(start).unwrap();
    (end, before.iter().map(Position::key).collect())
}

/// A fault of the search is one that no count, no list of moves and nothing else about a position shows.
#[test]
fn faults_of_the_search_show_in_searches_alone() {
    let is_of_search = |fault: &&EngineFault| fault.family() == Family::Search;
    let faults: Vec<_> = EngineFault::ALL.iter().filter(is_of_search).collect();
    let examples = faults.iter().map(|fault| fault.example());
    let lines: Vec<Line> = examples
        .flat_map(|example| {
            let Query::Search(request) = example.query else {
                panic!("{example} is no search");
            };
            [Some(example.line), request.after]
        })
        .flatten()
        .collect();
    for line in &lines {
        for asks in ["moves", "count 3", "fen", "key", "occurrences"] {
            let question = Question {
                line: line.clone(),
                query: asks.parse().unwrap(),
            };
            let expected = answer(&question, FaultSet::NONE);
            for &&fault in &faults {
                assert_eq!(
                    answer(&question, fault.into()),
                    expected,
                    "{fault}: {question}"
                );
            }
        }
    }
}

/// With any two faults nothing panics, and games can be played and taken back.
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

#[test]
fn a_set_holds_the_faults_that_were_put_in() {
    assert_eq!(FaultSet::NONE.iter().next(), None);
    for (number, &fault) in EngineFault::ALL.iter().enumerate() {
        assert!(FaultSet::from(fault).iter().eq([fault]), "{fault:?}");
        let before = &EngineFault::ALL[..number];
        let set: FaultSet = before.iter().copied().collect();
        assert!(!set.contains(fault), "{fault:?}");
        assert!(
            set.with(fault)
                .iter()
                .eq(before.iter().copied().chain([fault]))
        );
        assert_eq!(set.with(fault).without(fault), set);
    }
}
