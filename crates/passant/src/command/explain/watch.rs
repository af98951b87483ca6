//! Following a game move by move.

use std::io::{self, BufRead, IsTerminal, Read};
use std::process::ExitCode;

use crate::game_record::GameRecord;
use crate::{CliError, exit_code, move_error, move_list, report};

/// The longest line that is read, in bytes, including the newline. A person types less.
const MAX_LINE: usize = 4096;

/// The prompt on a terminal.
const GREETING: &str = "Type moves, undo, board or fen; Ctrl-D ends.\n";

/// A line of standard input.
enum Line {
    Text(String),
    /// Too long, or not UTF-8. The text says which.
    Unreadable(&'static str),
}

/// Follows a game to the end of standard input. A line that cannot be used is reported and skipped; the exit code is
/// then that of bad input.
pub(crate) fn run(mut game: GameRecord) -> Result<ExitCode, CliError> {
    let mut code = exit_code::OK;
    let mut input = io::stdin().lock();
    if input.is_terminal() {
        report::warn(GREETING);
    }
    report::watch::started(game.position())?;
    while let Some(line) = next_line(&mut input)? {
        let refused = match line {
            Line::Text(text) => follow(&mut game, text.trim())?,
            Line::Unreadable(why) => Some(format!("error: {why}; the line is skipped\n")),
        };
        if let Some(message) = refused {
            report::warn(&message);
            code = ExitCode::from(exit_code::BAD_INPUT);
        }
    }
    Ok(code)
}

/// Executes one line. Returns an error message if the line cannot be used.
fn follow(game: &mut GameRecord, line: &str) -> io::Result<Option<String>> {
    match line {
        "board" => report::watch::board(game.position())?,
        "fen" => report::watch::fen(game.position())?,
        "undo" => match game.undo() {
            Some(ply) => report::watch::undone(&ply, game.position())?,
            None => {
                return Ok(Some(
                    "error: no move to take back: this is the start of the game\n".to_owned(),
                ));
            }
        },
        moves => return play(game, moves),
    }
    Ok(None)
}

/// Plays the moves of a line, up to the first that cannot be played.
fn play(game: &mut GameRecord, line: &str) -> io::Result<Option<String>> {
    for span in move_list::moves(line) {
        match game.position().parse_move(&line[span.clone()]) {
            Ok(mv) => {
                let before = game.position().en_passant();
                game.play(mv);
                report::watch::played(game, before)?;
            }
            Err(error) => return Ok(Some(move_error::render(game, line, span, error))),
        }
    }
    Ok(None)
}

/// The next line, or `None` at the end. Never holds more than [`MAX_LINE`] bytes.
fn next_line(input: &mut impl BufRead) -> io::Result<Option<Line>> {
    let mut bytes = Vec::new();
    let limit = MAX_LINE as u64;
    if input.by_ref().take(limit).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    if bytes.len() == MAX_LINE && bytes.last() != Some(&b'\n') {
        input.skip_until(b'\n')?;
        return Ok(Some(Line::Unreadable("the line is longer than 4095 bytes")));
    }
    Ok(Some(String::from_utf8(bytes).map_or(
        Line::Unreadable("the line is not UTF-8"),
        Line::Text,
    )))
}
