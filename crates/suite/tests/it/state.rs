//! The rules give the answers of the suites below `state/`, in every convention, for moves played and taken back.

use passant_rules::{EnPassantMode, EnPassantSuffix, History, Key, Move, MoveTextError, Position};
use passant_suite::{
    AfterMoves, Game, Line, Notation, Ply, Queries, Question, Repetition, Rule, SamePosition,
    StateCase, Suites,
};

/// Every case and every twin.
fn cases() -> Vec<StateCase> {
    let suites = Suites::load("../../suites").unwrap_or_else(|diagnostics| panic!("{diagnostics}"));
    let cases = suites.state_cases();
    cases
        .flat_map(|case| std::iter::once(case.clone()).chain(case.twins()))
        .collect()
}

/// Compares all cases and twins of one kind with the rules; there must be at least so many.
fn check_all<T>(pick: fn(&Question) -> Option<&T>, least: usize, check: fn(&StateCase, &T)) {
    let cases = cases();
    let picked: Vec<_> = cases
        .iter()
        .filter_map(|case| Some((case, pick(&case.question)?)))
        .collect();
    assert!(least <= picked.len(), "only {} cases", picked.len());
    for (case, question) in picked {
        check(case, question);
    }
}

/// The questions of one kind.
macro_rules! kind {
    ($name:ident, $variant:ident, $type:ty) => {
        fn $name(question: &Question) -> Option<&$type> {
            match question {
                Question::$variant(asked) => Some(asked),
                _ => None,
            }
        }
    };
}

kind!(after_moves, AfterMoves, AfterMoves);
kind!(same_position, SamePosition, SamePosition);
kind!(repetition, Repetition, Repetition);
kind!(notation, Text, Notation);
kind!(queries, Queries, Queries);
kind!(game, Game, Game);

#[test]
fn fens_after_moves() {
    check_all(after_moves, 200, |case, asked| {
        let positions: Vec<_> = asked.line.positions().collect();
        for after in &asked.after {
            for mode in EnPassantMode::ALL {
                let printed = positions[after.ply].fen(mode);
                assert_eq!(
                    printed,
                    after.fen(mode),
                    "{} ply {} {mode:?}",
                    case.address,
                    after.ply
                );
            }
        }
        assert_taken_back(case, &asked.line, &positions);
    });
}

/// Plays the moves of a line on one board and takes them back: each position returns, FEN and key.
fn assert_taken_back(case: &StateCase, line: &Line, positions: &[Position]) {
    let mut position = line.start().clone();
    let mut done = Vec::new();
    for mv in line.moves() {
        done.push((mv, position.make(mv)));
    }
    while let Some((mv, undo)) = done.pop() {
        position.unmake(mv, undo);
        let expected = &positions[done.len()];
        assert_eq!(
            position.fen(EnPassantMode::Always),
            expected.fen(EnPassantMode::Always),
            "{}",
            case.address
        );
        assert_eq!(position.key(), expected.key(), "{}", case.address);
    }
}

#[test]
fn same_positions() {
    check_all(same_position, 200, |case, pair| {
        let [one, other] = [&pair.one, &pair.other].map(Line::end);
        assert_eq!(one == other, pair.is_same(), "{}", case.address);
        assert_eq!(one.key() == other.key(), pair.is_same(), "{}", case.address);
        if let Some(keys) = pair.polyglot {
            assert_eq!(
                [one.polyglot_key(), other.polyglot_key()],
                keys,
                "{}",
                case.address
            );
        }
        // A FEN of any convention leads to the same position.
        for position in [one, other] {
            for mode in EnPassantMode::ALL {
                let read = Position::from_fen(&position.fen(mode)).unwrap();
                assert_eq!(read.key(), position.key(), "{} {mode:?}", case.address);
                assert_eq!(read, position, "{} {mode:?}", case.address);
            }
        }
    });
}

#[test]
fn repetitions() {
    check_all(repetition, 160, |case, script| {
        let found = |occurrences: &[usize], times| occurrences.iter().position(|&now| now == times);
        let with_keys = occurrences(&script.line);
        let with_history = bounded_occurrences(&script.line);
        for occurrences in [with_keys, with_history] {
            assert_eq!(found(&occurrences, 2), script.second, "{}", case.address);
            assert_eq!(found(&occurrences, 3), script.third, "{}", case.address);
            assert_eq!(found(&occurrences, 5), script.fifth, "{}", case.address);
        }
    });
}

/// The number of occurrences of the position on the board, after each ply.
fn occurrences(line: &Line) -> Vec<usize> {
    let mut history: Vec<Key> = Vec::new();
    line.positions()
        .map(|position| {
            let now = position.occurrences(&history);
            history.push(position.key());
            now
        })
        .collect()
}

/// The same with a record of bounded size, as on a microcontroller.
fn bounded_occurrences(line: &Line) -> Vec<usize> {
    let mut history = History::<100>::new();
    line.positions()
        .map(|position| {
            let now = history.occurrences(&position);
            history.record(&position);
            now
        })
        .collect()
}

#[test]
fn notations() {
    check_all(notation, 130, |case, asked| {
        let position = asked.line.end();
        for written in &asked.written {
            let mv = written.mv;
            assert_eq!(position.uci(mv).as_str(), written.uci, "{}", case.address);
            let san = position.san(mv, EnPassantSuffix::Without);
            assert_eq!(san.as_str(), written.san, "{}", case.address);
            assert_eq!(position.parse_uci(&written.uci), Ok(mv), "{}", case.address);
            assert_eq!(position.parse_san(&written.san), Ok(mv), "{}", case.address);
            for text in &written.tolerated {
                assert_means(case, &position, text, mv);
            }
        }
        for text in &asked.refused {
            let read = position.parse_move(text);
            assert!(
                read.is_err(),
                "{}: {text} is read as {read:?}",
                case.address
            );
        }
    });
}

/// A text that may be refused means this move if it is accepted.
fn assert_means(case: &StateCase, position: &Position, text: &str, mv: Move) {
    match position.parse_move(text) {
        Ok(read) => assert_eq!(read, mv, "{}: {text}", case.address),
        Err(error) => assert_ne!(error, MoveTextError::Ambiguous, "{}: {text}", case.address),
    }
}

#[test]
fn answers_about_moves() {
    check_all(queries, 140, |case, asked| {
        let position = asked.line.end();
        for query in &asked.asked {
            let read = position.parse_uci(&query.uci).ok();
            let expected = query.legal.as_ref().map(|effect| effect.mv);
            assert_eq!(read, expected, "{}: {}", case.address, query.uci);
            let Some(effect) = &query.legal else { continue };
            let takes = effect.mv.victim_square().map(|square| {
                let piece = position.piece_at(square).expect("a piece is captured");
                (piece.piece_type(), square)
            });
            assert_eq!(takes, effect.takes, "{}: {}", case.address, query.uci);
            let mut after = position.clone();
            let _ = after.make(effect.mv);
            assert_eq!(
                after.is_check(),
                effect.gives_check,
                "{}: {}",
                case.address,
                query.uci
            );
        }
    });
}

#[test]
fn games() {
    check_all(game, 10, |case, game| {
        let mut captures = Vec::new();
        let moves = game.line.positions().zip(game.line.plies()).zip(game.san());
        for (ply, ((position, played), san)) in (1..).zip(moves) {
            let Ply::Move(mv) = *played else {
                panic!("{}: a game has no null moves", case.address)
            };
            assert_eq!(
                position.san(mv, EnPassantSuffix::Without).as_str(),
                san,
                "{}",
                case.address
            );
            assert_eq!(position.parse_san(san), Ok(mv), "{}", case.address);
            if mv.is_en_passant() {
                captures.push(ply);
            }
        }
        assert_eq!(captures, game.en_passant, "{}", case.address);
        for mode in EnPassantMode::ALL {
            let printed = game.line.end().fen(mode);
            assert_eq!(printed, game.end.fen(mode), "{} {mode:?}", case.address);
        }
    });
}

/// A program that compares en passant fields, or that forgets the right, gives a wrong answer to some of the scripts.
#[test]
fn scripts_reveal_wrong_programs() {
    let second = |line: &Line, same: fn(&Position) -> String| {
        let seen: Vec<_> = line.positions().map(|position| same(&position)).collect();
        (0..seen.len()).find(|&now| seen[..now].contains(&seen[now]))
    };
    // What a program compares, and the least number of scripts that must reveal it.
    let compares_always: fn(&Position) -> String =
        |position| fields_of(position, EnPassantMode::Always, 4);
    let compares_beside: fn(&Position) -> String =
        |position| fields_of(position, EnPassantMode::PseudoLegal, 4);
    let forgets_right: fn(&Position) -> String =
        |position| fields_of(position, EnPassantMode::Always, 3);
    let forgets_castling: fn(&Position) -> String =
        |position| fields_of(position, EnPassantMode::Legal, 2);
    for (same, least) in [
        (compares_always, 100),
        (compares_beside, 60),
        (forgets_right, 50),
        (forgets_castling, 5),
    ] {
        let wrong = cases()
            .iter()
            .filter_map(|case| repetition(&case.question))
            .filter(|script| second(&script.line, same) != script.second)
            .count();
        assert!(least <= wrong, "{wrong} scripts");
    }
}

/// The first fields of a FEN.
fn fields_of(position: &Position, mode: EnPassantMode, fields: usize) -> String {
    let fen = position.fen(mode);
    fen.split(' ').take(fields).collect::<Vec<_>>().join(" ")
}

#[test]
fn rules_are_explained() {
    let page = std::fs::read_to_string("../../suites/state/README.md").unwrap();
    for (word, rule) in Rule::ALL {
        assert!(
            page.contains(&format!("`{word}`")),
            "{word} is not explained"
        );
        assert!(page.contains(&rule.to_string()), "{rule} is not cited");
    }
}
