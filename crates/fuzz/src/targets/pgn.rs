//! Texts that a person pastes: PGN, moves, FENs.

use passant_report::pasted;
use passant_report::pgn::PgnGame;

/// Reads a text as PGN and as whatever it is. The places are in the text and in order, what is read can be read again, and
/// an error points into the text.
pub fn pgn(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    match PgnGame::read(&text) {
        Ok(game) => {
            let mut end = 0;
            for span in &game.moves {
                assert!(end <= span.start && span.start < span.end, "{span:?}");
                assert!(text.get(span.clone()).is_some(), "{span:?}");
                end = span.end;
            }
            let fen = game.fen.map(|span| text.get(span.clone()).map(str::len));
            assert_ne!(fen, Some(None));
        }
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
