//! The suites below `state/` agree with the rules, in every convention, taken back as well as played.

use std::collections::BTreeSet;

use passant_query::{Expected, Line, Query};
use passant_rules::{
    EnPassantMode, EnPassantSuffix, File, Key, MoveTextError, Played, Position, UciMove,
};
use passant_suite::{
    AfterMoves, Game, Notation, Queries, Repetition, Rule, SamePosition, StateCase, StateQuestion,
    Suites,
};

/// Every case and every twin.
fn cases() -> Vec<StateCase> {
    let suites = Suites::load("../../suites").unwrap_or_else(|problems| panic!("{problems}"));
    let cases = suites.state_cases();
    cases
        .flat_map(|case| std::iter::once(case.clone()).chain(case.twins()))
        .collect()
}

/// Holds all cases and twins of one kind against the rules; there are some.
fn check_all<T>(pick: fn(&StateQuestion) -> Option<&T>, least: usize, check: fn(&StateCase, &T)) {
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
        fn $name(question: &StateQuestion) -> Option<&$type> {
            match question {
                StateQuestion::$variant(asked) => Some(asked),
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
kind!(round_trip, RoundTrip, AfterMoves);

#[test]
fn fens_after_moves() {
    check_all(after_moves, 200, |case, asked| {
        let positions = asked.line.positions().unwrap();
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

/// Whatever the convention of a FEN, the game that goes on from it leads where the game itself leads.
#[test]
fn round_trips() {
    check_all(round_trip, 30, |case, asked| {
        let positions = asked.line.positions().unwrap();
        for (after, mode) in asked
            .after
            .iter()
            .flat_map(|it| EnPassantMode::ALL.map(|mode| (it, mode)))
        {
            let about = format!("{} ply {} {mode:?}", case.address, after.ply);
            let expected = &positions[after.ply];
            assert_eq!(expected.fen(mode), after.fen(mode), "{about}");
            let read = Position::from_fen(&expected.fen(mode)).unwrap();
            // Their order depends on how the position was reached.
            let moves = |position: &Position| -> BTreeSet<UciMove> {
                let legal = position.legal_moves();
                legal.iter().map(|mv| position.uci_move(*mv)).collect()
            };
            assert_eq!(moves(&read), moves(expected), "{about}");
            let rest = Line {
                steps: asked.line.steps[after.ply..].to_vec(),
                ..Line::at(&read)
            };
            let end = positions.last().unwrap();
            assert_eq!(rest.position().as_ref(), Some(end), "{about}");
        }
    });
}

/// A FEN may drop the game: repetition is then counted at least from there, and at most from the start.
#[test]
fn round_trips_say_how_often_a_position_may_have_occurred() {
    let suites = Suites::builtin().unwrap();
    let selection = suites
        .select(["state/round-trip/repeated/no-capturer"])
        .unwrap();
    let asked = selection.state_cases[0].questions().into_iter();
    let found: Vec<_> = asked
        .filter(|it| it.query == Query::Occurrences)
        .map(|it| (it.to_string(), it.expected))
        .collect();
    let times = |range| Expected::Occurrences(range);
    for (question, expected) in [
        ("occurrences after ply 5, copied", times(2..=2)),
        ("occurrences after ply 9, copied after ply 5", times(3..=3)),
        (
            "occurrences after ply 5, written as a FEN and read",
            times(1..=2),
        ),
        (
            "occurrences after ply 9, written as a FEN and read after ply 1",
            times(3..=3),
        ),
        (
            "occurrences after ply 9, written as a FEN and read after ply 5",
            times(2..=3),
        ),
    ] {
        assert!(
            found.contains(&(question.to_owned(), expected)),
            "{question}: {found:#?}"
        );
    }
}

/// Plays the moves of a line on one board and takes them back: each position comes again, FEN and key.
fn assert_taken_back(case: &StateCase, line: &Line, positions: &[Position]) {
    let mut game = play(line);
    for expected in positions.iter().rev() {
        let position = game.position();
        assert_eq!(
            position.fen(EnPassantMode::Always),
            expected.fen(EnPassantMode::Always),
            "{}",
            case.address
        );
        assert_eq!(position.key(), expected.key(), "{}", case.address);
        game.take_back();
    }
}

/// A game whose record is as long as a chip has room for.
fn play(line: &Line) -> passant_rules::Game {
    let mut game = passant_rules::Game::new(line.setup.validate().unwrap(), [Played::EMPTY; 100]);
    for mv in line.moves().unwrap() {
        step(&mut game, mv);
    }
    game
}

fn step(game: &mut passant_rules::Game, mv: UciMove) {
    if mv.is_null() {
        assert!(game.play_null());
    } else {
        game.play(game.position().find(mv).unwrap()).unwrap();
    }
}

#[test]
fn same_positions() {
    check_all(same_position, 200, |case, pair| {
        let [one, other] = [&pair.one, &pair.other].map(|line| line.position().unwrap());
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
        // Under every convention a FEN keeps what counts.
        for position in [one, other] {
            for mode in EnPassantMode::ALL {
                let read = Position::from_fen(&position.fen(mode)).unwrap();
                assert_eq!(read.key(), position.key(), "{} {mode:?}", case.address);
                assert_eq!(read, position, "{} {mode:?}", case.address);
            }
        }
    });
}

/// A library that ends the game there is not wrong: FIDE Laws of Chess 5.1, 5.2 and 9.6.
#[test]
fn no_line_goes_on_after_the_end_of_the_game() {
    for case in cases() {
        for line in case.lines() {
            let positions = line.positions().unwrap();
            let (last, before) = positions.split_last().unwrap();
            for position in before {
                let outcome = position.outcome();
                let is_over = outcome.is_some_and(|outcome| !outcome.needs_claim());
                assert!(!is_over, "{}: {position} {outcome:?}", case.address);
            }
            let fifth = occurrences(line).iter().position(|&now| now == 5);
            assert!(
                fifth.is_none_or(|ply| ply + 1 == positions.len()),
                "{}: {last} comes after a fivefold repetition",
                case.address
            );
        }
    }
}

/// Rights on two files, and a right and none, with the same pieces. On a5 and b5 only one pawn has a free neighbor for a
/// capturer, and on g5 and h5.
#[test]
fn rights_on_all_files_are_compared() {
    let mut compared = BTreeSet::new();
    for case in cases().iter().filter(|case| !case.address.contains('~')) {
        let Some(pair) = same_position(&case.question) else {
            continue;
        };
        let ends = [&pair.one, &pair.other].map(|line| line.position().unwrap());
        let [one, other] = ends.each_ref().map(usable_file);
        let pieces = ends.map(|end| fields_of(&end, EnPassantMode::Always, 2));
        if pieces[0] == pieces[1] && one != other {
            compared.extend([(one, other), (other, one)]);
        }
    }
    let apart = |one: File, other: File| one.index().abs_diff(other.index());
    let is_impossible = |one: File, other: File| {
        let is_edge = |file| matches!(file, File::A | File::H);
        apart(one, other) == 1 && (is_edge(one) || is_edge(other))
    };
    for one in File::ALL {
        assert!(compared.contains(&(Some(one), None)), "{one} and none");
        for other in File::ALL.into_iter().filter(|&it| one < it) {
            let is_compared = compared.contains(&(Some(one), Some(other)));
            assert_eq!(is_compared, !is_impossible(one, other), "{one} and {other}");
        }
    }
}

/// Returns the file of a right that can be used.
fn usable_file(position: &Position) -> Option<File> {
    let right = position.en_passant()?;
    (!right.legal().is_empty()).then(|| right.target().file())
}

#[test]
fn repetitions() {
    check_all(repetition, 160, |case, script| {
        let found = |occurrences: &[usize], times| occurrences.iter().position(|&now| now == times);
        let with_keys = occurrences(&script.line);
        let with_game = occurrences_in_game(&script.line);
        for occurrences in [with_keys, with_game] {
            assert_eq!(found(&occurrences, 2), script.second, "{}", case.address);
            assert_eq!(found(&occurrences, 3), script.third, "{}", case.address);
            assert_eq!(found(&occurrences, 5), script.fifth, "{}", case.address);
        }
    });
}

/// Returns the number of times that the position on the board has occurred, after each ply.
fn occurrences(line: &Line) -> Vec<usize> {
    let mut history: Vec<Key> = Vec::new();
    let positions = line.positions().unwrap().into_iter();
    positions
        .map(|position| {
            let now = position.occurrences(&history);
            history.push(position.key());
            now
        })
        .collect()
}

/// The same in a game.
fn occurrences_in_game(line: &Line) -> Vec<usize> {
    let mut game = play(&line.root());
    let mut occurrences = vec![game.occurrences()];
    for mv in line.moves().unwrap() {
        step(&mut game, mv);
        occurrences.push(game.occurrences());
    }
    occurrences
}

#[test]
fn notations() {
    check_all(notation, 130, |case, asked| {
        let position = asked.line.position().unwrap();
        for written in &asked.written {
            let mv = position.find(written.mv).unwrap();
            assert_eq!(position.uci_move(mv), written.mv, "{}", case.address);
            let san = position.san(mv, EnPassantSuffix::Without);
            assert_eq!(san.as_str(), written.san, "{}", case.address);
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

/// A text that may be refused means this move if it is read.
fn assert_means(case: &StateCase, position: &Position, text: &str, mv: passant_rules::Move) {
    match position.parse_move(text) {
        Ok(read) => assert_eq!(read, mv, "{}: {text}", case.address),
        Err(error) => assert_ne!(error, MoveTextError::Ambiguous, "{}: {text}", case.address),
    }
}

#[test]
fn answers_about_moves() {
    check_all(queries, 140, |case, asked| {
        let position = asked.line.position().unwrap();
        for query in &asked.asked {
            let found = position.find(query.mv).ok();
            let (address, uci) = (&case.address, query.mv);
            assert_eq!(found.is_some(), query.legal.is_some(), "{address}: {uci}");
            let Some((effect, mv)) = query.legal.as_ref().zip(found) else {
                continue;
            };
            let takes = mv.victim_square().map(|square| {
                let piece = position.piece_at(square).expect("a piece is captured");
                (piece.piece_type(), square)
            });
            assert_eq!(takes, effect.takes, "{address}: {uci}");
            let is_check = position.after(mv).is_check();
            assert_eq!(is_check, effect.gives_check, "{address}: {uci}");
        }
    });
}

#[test]
fn games() {
    check_all(game, 10, |case, game| {
        let mut captures = Vec::new();
        let positions = game.line.positions().unwrap();
        let moves = positions.iter().zip(game.line.moves().unwrap());
        for (ply, ((position, played), san)) in (1..).zip(moves.zip(game.san())) {
            let mv = position.find(played).unwrap();
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
            let printed = positions[positions.len() - 1].fen(mode);
            assert_eq!(printed, game.end.fen(mode), "{} {mode:?}", case.address);
        }
    });
}

/// Programs that compare fields, or that forget the right, are found by the scripts: each answers some of them wrongly.
#[test]
fn scripts_tell_wrong_programs_from_right_ones() {
    let second = |line: &Line, same: fn(&Position) -> String| {
        let seen: Vec<_> = line.positions().unwrap().iter().map(same).collect();
        (0..seen.len()).find(|&now| seen[..now].contains(&seen[now]))
    };
    // The text that a program compares, and the number of scripts in which it must be found out.
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
