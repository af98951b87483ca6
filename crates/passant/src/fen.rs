//! The FEN on the command line: the word `startpos`, one argument, or several arguments with the fields.

use passant_report::{FenReading, fen_error};

use crate::{CliError, diagnostic, report};

/// Reads a FEN leniently: repairs the faults that can be repaired, and returns them with the position.
pub(crate) fn read(text: &str) -> Result<FenReading, CliError> {
    FenReading::new(text).map_err(|error| {
        let about_faults = fen_error::diagnostics(text, &error);
        CliError::BadInput(diagnostic::render_each(&about_faults))
    })
}

/// Reads a FEN, and warns about the faults that were repaired, and about castling that may mean something else.
pub(crate) fn read_and_warn(text: &str) -> Result<FenReading, CliError> {
    let reading = read(text)?;
    report::warn(&diagnostic::render_each(&fen_error::about_reading(
        &reading,
    )));
    Ok(reading)
}

/// The words before a FEN in UCI.
const PREFIXES: [&str; 2] = ["position", "fen"];

/// Separates the FEN from the moves, even if the quotes are missing or enclose both.
///
/// The words `position` and `fen` before it are passed over, because a line of UCI has them.
///
/// A placement followed by `w` or `b` is a FEN without quotes, which consists of four fields and up to two numbers.
/// The word `moves` ends a FEN, as in UCI.
pub(crate) fn gather(first: &str, rest: &[String]) -> (String, String) {
    if let (true, Some((next, rest))) = (PREFIXES.contains(&first), rest.split_first()) {
        return gather(next, rest);
    }
    let first = PREFIXES.into_iter().fold(first, |text, word| {
        text.strip_prefix(word).map_or(text, str::trim_start)
    });
    if let Some((fen, moves)) = first.split_once(" moves") {
        return (fen.to_owned(), format!("{moves} {}", rest.join(" ")));
    }
    let is_placement = first.contains('/') && !first.contains(char::is_whitespace);
    let is_side = |word: &String| word == "w" || word == "b";
    if !is_placement || !rest.first().is_some_and(is_side) {
        return (first.to_owned(), join_moves(rest));
    }
    let is_number = |word: &&String| word.bytes().all(|byte| byte.is_ascii_digit());
    let clocks = rest.iter().skip(3).take(2).take_while(is_number).count();
    let (fields, moves) = rest.split_at(rest.len().min(3) + clocks);
    (format!("{first} {}", fields.join(" ")), join_moves(moves))
}

/// Joins moves before which the word `moves` may stand.
fn join_moves(words: &[String]) -> String {
    match words {
        [word, moves @ ..] if word == "moves" => moves.join(" "),
        moves => moves.join(" "),
    }
}

#[cfg(test)]
mod tests {
    use super::gather;

    #[test]
    fn joins_fields_without_quotes() {
        let cases = [
            ("8/8 w - - 0 1|e2e4", "8/8 w - - 0 1", "e2e4"),
            ("8/8|w|-|e6|0|1", "8/8 w - e6 0 1", ""),
            ("8/8|b|KQ|-|0|1|e2e4|e7e5", "8/8 b KQ - 0 1", "e2e4 e7e5"),
            ("8/8|b|-|-|e2e4", "8/8 b - -", "e2e4"),
            ("8/8|b|-|-|1.|e4", "8/8 b - -", "1. e4"),
            ("8/8|w", "8/8 w", ""),
            ("8/8|e2e4", "8/8", "e2e4"),
            ("startpos|b4", "startpos", "b4"),
            ("startpos moves e2e4|e7e5", "startpos", " e2e4 e7e5"),
            ("8/8 w - - 0 1 moves a2a4", "8/8 w - - 0 1", " a2a4 "),
            (
                "position fen 8/8 w - - 0 1 moves a2a4",
                "8/8 w - - 0 1",
                " a2a4 ",
            ),
            ("fen 8/8 w - - 0 1|a4", "8/8 w - - 0 1", "a4"),
            ("position|fen|8/8|w|-|-|0|1|moves|a4", "8/8 w - - 0 1", "a4"),
            ("startpos|moves|e4", "startpos", "e4"),
            ("position startpos moves e2e4", "startpos", " e2e4 "),
        ];
        for (arguments, fen, moves) in cases {
            let arguments: Vec<String> = arguments.split('|').map(str::to_owned).collect();
            let (gathered, left) = gather(&arguments[0], &arguments[1..]);
            assert_eq!((&gathered[..], &left[..]), (fen, moves), "{arguments:?}");
        }
    }
}
