//! Reads what a person pastes: a FEN, a game in PGN, moves, or a `position` command of UCI.

use std::ops::Range;

use passant_pgn::{PgnGame, find_moves, movetext};
use passant_rules::{FenError, Position};
use passant_suite::Diagnostic;

use crate::fen_error;
use crate::fen_error::{FenReading, STARTPOS};
use crate::game_record::GameRecord;
use crate::move_list;

/// The longest text that is read, in bytes.
pub const LONGEST_TEXT: usize = 1 << 20;

/// The longest game that is read, in plies.
pub const MOST_PLIES: usize = 2_000;

/// A position and a game from there.
pub struct Pasted {
    /// The reading of the FEN.
    pub reading: FenReading,
    /// The game.
    pub game: GameRecord,
}

/// The place of a FEN in a text, and the places of the moves that follow it.
struct Parts {
    /// `None` for the initial position.
    fen: Option<Range<usize>>,
    moves: Vec<Range<usize>>,
}

/// Reads a text. The places in errors are bytes of the whole text, as if it were one line.
///
/// # Errors
///
/// Everything that is wrong with the FEN, or the first move that cannot be played.
pub fn read(text: &str) -> Result<Pasted, Vec<Diagnostic>> {
    if LONGEST_TEXT < text.len() {
        return Err(vec![too_long()]);
    }
    let parts = parts(text).map_err(|error| vec![error])?;
    let reading = match parts.fen {
        Some(span) => read_fen(text, span)?,
        None => FenReading::new(STARTPOS).map_err(|error| fen_error::diagnostics("", &error))?,
    };
    let game = play(reading.position.clone(), text, parts.moves).map_err(|error| vec![error])?;
    Ok(Pasted { reading, game })
}

/// Plays moves of a text, if there are no more than [`MOST_PLIES`].
///
/// # Errors
///
/// The first move that cannot be played, or that is one too many, at its place in the text.
pub fn play(
    position: Position,
    text: &str,
    moves: Vec<Range<usize>>,
) -> Result<GameRecord, Diagnostic> {
    if let Some(span) = moves.get(MOST_PLIES) {
        let message = format!("the game has more than {MOST_PLIES} plies");
        return Err(Diagnostic::error(message)
            .in_text(text, span.clone())
            .with_hint("remove this move and all that follow"));
    }
    let mut game = GameRecord::new(position);
    move_list::play(&mut game, text, moves)?;
    Ok(game)
}

/// A text that is too long.
#[must_use]
pub fn too_long() -> Diagnostic {
    let most = LONGEST_TEXT >> 20;
    Diagnostic::error(format!("the text is longer than {most} MiB"))
        .with_hint("paste one game or one position")
}

fn read_fen(text: &str, span: Range<usize>) -> Result<FenReading, Vec<Diagnostic>> {
    let fen = &text[span.clone()];
    let in_whole_text = |diagnostic: Diagnostic| match &diagnostic.place {
        Some(place) => {
            let bytes = span.start + place.span.start..span.start + place.span.end;
            diagnostic.in_text(text, bytes)
        }
        None => diagnostic,
    };
    FenReading::new(fen).map_err(|error: FenError| {
        let diagnostics = fen_error::diagnostics(fen, &error);
        diagnostics.into_iter().map(in_whole_text).collect()
    })
}

fn parts(text: &str) -> Result<Parts, Diagnostic> {
    let words: Vec<_> = movetext::words(text).collect();
    let word = |number: usize| words.get(number).map_or("", |span| &text[span.clone()]);
    let skipped = ["position", "fen"]
        .iter()
        .fold(0, |at, keyword| at + usize::from(word(at) == *keyword));
    let first = word(skipped);
    if first.is_empty() {
        return Err(Diagnostic::error("the text is empty")
            .with_hint("paste a FEN, a game in PGN, or moves such as 1. e4 d5 2. e5 f5"));
    }
    if first == STARTPOS {
        let start = words[skipped].end;
        return Ok(Parts {
            fen: None,
            moves: moves_from(text, start)?,
        });
    }
    if skipped != 0 || is_placement(first) {
        return fen_and_moves(text, &words[skipped..]);
    }
    let game = PgnGame::read(text)?;
    Ok(Parts {
        fen: game.fen,
        moves: game.moves,
    })
}

/// Tells whether a word has ranks. A result such as `1/2-1/2` has none, nor has a tag or a comment.
fn is_placement(word: &str) -> bool {
    word.contains('/') && !word.contains('-') && !word.starts_with(['[', '{', '(', ';', '%'])
}

/// A FEN has four fields and up to two numbers; the word `moves` may end it.
fn fen_and_moves(text: &str, words: &[Range<usize>]) -> Result<Parts, Diagnostic> {
    let word = |number: usize| words.get(number).map_or("", |span| &text[span.clone()]);
    let is_number = |word: &str| !word.is_empty() && word.bytes().all(|it| it.is_ascii_digit());
    let keyword = (0..words.len()).find(|number| word(*number) == "moves");
    let has_side = ["w", "b"].contains(&word(1));
    let fields = match keyword {
        Some(number) => number,
        None if has_side => {
            let clocks = (4..6).take_while(|number| is_number(word(*number)));
            (4 + clocks.count()).min(words.len())
        }
        None => words.len(),
    };
    let end = fields.checked_sub(1).and_then(|last| words.get(last));
    let start = words.first().map_or(text.len(), |first| first.start);
    let end = end.map_or(start, |last| last.end);
    Ok(Parts {
        fen: Some(start..end),
        moves: moves_from(text, end)?,
    })
}

fn moves_from(text: &str, start: usize) -> Result<Vec<Range<usize>>, Diagnostic> {
    let in_whole_text = |span: Range<usize>| start + span.start..start + span.end;
    match find_moves(&text[start..]) {
        Ok(moves) => Ok(moves.into_iter().map(in_whole_text).collect()),
        Err(error) => {
            let span = error
                .place
                .as_ref()
                .map_or(0..0, |place| place.span.clone());
            Err(error.in_text(text, in_whole_text(span)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::read;

    const FEN: &str = "4k3/3p4/8/2P5/8/8/8/4K3 b - - 0 1";

    fn movetext(text: &str) -> String {
        match read(text) {
            Ok(pasted) => pasted.game.movetext(),
            Err(errors) => panic!("{text:?}: {errors:?}"),
        }
    }

    #[test]
    fn reads_every_form() {
        let cases = [
            (FEN.to_owned(), ""),
            (format!("  {FEN}\r\n"), ""),
            (format!("{FEN} d7d5 cxd6"), "1... d5 2. cxd6 e.p."),
            (format!("position fen {FEN} moves d7d5"), "1... d5"),
            (format!("fen {FEN}"), ""),
            ("4k3/3p4/8/2P5/8/8/8/4K3 b - - 1. d5".to_owned(), "1... d5"),
            ("startpos".to_owned(), ""),
            ("startpos moves e2e4 e7e5".to_owned(), "1. e4 e5"),
            ("position startpos moves e2e4".to_owned(), "1. e4"),
            ("e2e4 e7e5".to_owned(), "1. e4 e5"),
            ("1. e4 e5 1/2-1/2".to_owned(), "1. e4 e5"),
            (
                format!("{FEN} d5 {{!}} (1... Kd8) cxd6 1-0"),
                "1... d5 2. cxd6 e.p.",
            ),
            (
                format!("[FEN \"{FEN}\"]\n\n1... d5 {{!}} 2. cxd6 *"),
                "1... d5 2. cxd6 e.p.",
            ),
        ];
        for (text, expected) in cases {
            assert_eq!(movetext(&text), expected, "{text:?}");
        }
    }

    #[test]
    fn errors_point_at_their_place() {
        let cases = [
            ("", "the text is empty", ""),
            (" \n", "the text is empty", ""),
            (
                "position fen 8/8/8/8/8/8/8/K1x5 w - - 0 1",
                "means nothing",
                "x",
            ),
            (
                "[FEN \"4k3/8/8/8/8/8/8/4K3 x - - 0 1\"]\n\n*",
                "not a side",
                "x",
            ),
            (
                "4k3/8/8/8/8/8/8/8 w - - 0 1",
                "White has no king",
                "4k3/8/8/8/8/8/8/8",
            ),
            ("8/8", "does not have exactly eight ranks", ""),
            ("1. e4 é5", "", "é"),
            ("1. e4 e4", "", "e4"),
            ("e4 {comment", "this comment has no end", "{"),
            ("hello", "", "o"),
            ("\u{202e}", "", "\u{202e}"),
        ];
        for (text, message, excerpt) in cases {
            let errors = read(text).err().unwrap();
            let error = &errors[0];
            assert!(error.message.contains(message), "{text:?}: {error}");
            assert_eq!(
                error.excerpt().unwrap_or_default(),
                excerpt,
                "{text:?}: {error}"
            );
        }
    }

    #[test]
    fn refuses_what_is_too_long() {
        let long = "1. e4 ".to_owned() + &"{x} ".repeat(1 << 18);
        assert!(read(&long).err().unwrap()[0].message.contains("1 MiB"));
        let there_and_back = "Nf3 Nf6 Ng1 Ng8 ".repeat(500);
        assert_eq!(read(&there_and_back).unwrap().game.plies().len(), 2_000);
        let more = there_and_back + "Nc3";
        let errors = read(&more).err().unwrap();
        assert!(errors[0].message.contains("2000 plies"));
        assert_eq!(errors[0].excerpt(), Some("Nc3"));
    }
}
