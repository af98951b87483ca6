//! FEN, UCI notation and SAN.

use passant_pgn::{self as pgn, PgnGame};
use passant_query::{Line, Question};
use passant_report::pasted;
use passant_rules::{EnPassantMode, EnPassantSuffix, FenError, Position, Setup};

/// Reads a text as a FEN, and the lines after the first as moves.
pub fn fen(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let (fen, moves) = text.split_once('\n').unwrap_or((&text, ""));
    match Setup::from_fen(fen) {
        Ok(setup) => assert_eq!(Setup::from_fen(&setup.fen()).as_ref(), Ok(&setup)),
        Err(error) => assert_eq!(Setup::syntax_errors(fen).first(), Some(&error)),
    }
    for error in Setup::syntax_errors(fen) {
        assert!(fen.get(error.span()).is_some());
    }
    match Position::from_fen(fen) {
        Ok(position) => check_position(position, moves),
        Err(FenError::Syntax(_)) => {}
        Err(FenError::Invalid(faults)) => {
            assert!(!faults.is_empty());
            assert!(
                faults
                    .iter()
                    .all(|fault| fen.get(fault.span(fen)).is_some())
            );
        }
    }
    if let Ok((position, _)) = Position::from_fen_lenient(fen) {
        check_position(position, moves);
    }
}

/// A position that was accepted can be written, read again, played on, and taken back.
fn check_position(mut position: Position, moves: &str) {
    let fen = position.fen(EnPassantMode::Always);
    let (again, _) = Position::from_fen_lenient(&fen).expect("a written FEN can be read");
    assert_eq!(again, position);
    let _ = position.outcome();
    check_moves(&mut position);
    for text in moves.split(' ').take(16) {
        if let Ok(mv) = position.parse_move(text) {
            let _ = position.make(mv);
            check_moves(&mut position);
        }
    }
}

/// Each legal move reads back from its text, and taking it back restores the position.
fn check_moves(position: &mut Position) {
    let before = position.fen(EnPassantMode::Always);
    let key = (position.key(), position.polyglot_key());
    let moves = position.legal_moves();
    assert_eq!(moves.len(), position.count_legal_moves() as usize);
    assert_eq!(!moves.is_empty(), position.has_legal_move());
    for mv in moves {
        assert_eq!(position.parse_uci(&position.uci(mv)), Ok(mv));
        assert_eq!(
            position.parse_san(&position.san(mv, EnPassantSuffix::With)),
            Ok(mv)
        );
        let undo = position.make(mv);
        position.unmake(mv, undo);
        assert_eq!(position.fen(EnPassantMode::Always), before);
    }
    assert_eq!((position.key(), position.polyglot_key()), key);
}

/// Reads the words after the first line as moves in SAN, one after the other, from the position of the first line. What
/// is read is legal, and both readers of moves take it for the same move.
pub fn san(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let (fen, moves) = text.split_once('\n').unwrap_or(("", &text));
    let mut position = match Position::from_fen_lenient(fen) {
        Ok((position, _)) => position,
        Err(_) => Position::initial(),
    };
    for word in moves.split([' ', '\n']).take(300) {
        let Ok(mv) = position.parse_san(word) else {
            continue;
        };
        assert!(position.legal_moves().contains(&mv), "{word:?}");
        let written = position.san(mv, EnPassantSuffix::Without);
        assert_eq!(position.parse_san(&written), Ok(mv), "{word:?}");
        // A text that is also UCI notation, such as `b1c3`, is the same move in both.
        if let Ok(other) = position.parse_uci(word) {
            assert_eq!(other, mv, "{word:?}");
        }
        assert!(position.parse_move(word).is_ok(), "{word:?}");
        let _ = position.make(mv);
    }
}

/// Reads a text as PGN and as whatever it is. The places are in the text and in order, what is read can be read again, and
/// an error points into the text.
pub fn pgn(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let mut end = 0;
    for game in pgn::read_games(&text).0 {
        for span in &game.moves {
            assert!(end <= span.start && span.start < span.end, "{span:?}");
            assert!(text.get(span.clone()).is_some(), "{span:?}");
            end = span.end;
        }
        let others = [game.fen, game.result, game.last_comment];
        for span in others.into_iter().flatten() {
            assert!(text.get(span.clone()).is_some(), "{span:?}");
        }
    }
    match PgnGame::read(&text) {
        Ok(game) => assert_eq!(
            pgn::read_games(&text)
                .0
                .first()
                .unwrap_or(&PgnGame::default())
                .moves,
            game.moves
        ),
        Err(error) => assert!(error.excerpt().is_some_and(|it| it.len() == 1), "{error}"),
    }
    match pasted::read(&text) {
        Ok(read) => {
            let again = format!(
                "position fen {} moves {}",
                read.reading.text,
                read.game.uci_moves().join(" ")
            );
            let again = pasted::read(&again).unwrap_or_else(|errors| panic!("{again}: {errors:?}"));
            assert_eq!(again.game.position(), read.game.position());
        }
        Err(errors) => {
            assert!(!errors.is_empty(), "refused without a reason");
            for error in errors {
                assert!(!error.message.is_empty());
                assert!(
                    error.place.is_none() || error.excerpt().is_some(),
                    "{error:?}"
                );
            }
        }
    }
}

/// Reads each line of a text as a question and as a line. What is read is written and read again.
pub fn question(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for text in text.split('\n').take(20) {
        if let Ok(question) = text.parse::<Question>() {
            assert_eq!(question.to_string().parse().as_ref(), Ok(&question));
        }
        if let Ok(line) = text.parse::<Line>() {
            check_line(&line);
        }
    }
}

fn check_line(line: &Line) {
    assert_eq!(line.to_string().parse().as_ref(), Ok(line));
    let Some(positions) = line.positions() else {
        assert_eq!(line.position(), None);
        return;
    };
    assert_eq!(line.position().as_ref(), positions.last());
    // Whatever moves were taken back, the line without its history ends in the same position.
    if let Some(short) = line.without_history() {
        assert_eq!(
            short.position().as_ref().map(Position::key),
            positions.last().map(Position::key)
        );
    }
}
