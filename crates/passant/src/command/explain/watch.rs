//! Following a game move by move.

use std::io::{self, IsTerminal};

use passant_report::{GameRecord, move_error, move_list};
use passant_suite::Lines;

use crate::{CliError, ExitCode, diagnostic, report};

/// The longest line that is read, in bytes. A person types less.
const MAX_LINE: usize = 4095;

/// The prompt on a terminal.
const GREETING: &str = "Type moves, undo, board or fen; Ctrl-D ends.\n";

/// Follows a game to the end of standard input. A line that cannot be used is reported and skipped; the exit code is
/// then that of bad input.
pub(crate) fn run(mut game: GameRecord) -> Result<ExitCode, CliError> {
    let mut code = ExitCode::Ok;
    let input = io::stdin().lock();
    if input.is_terminal() {
        report::warn(GREETING);
    }
    report::watch::print_start(game.position())?;
    let mut lines = Lines::new(input, MAX_LINE);
    while let Some(line) = lines.next()? {
        let skipped = |why: &str| Some(format!("error: {why}; the line is skipped\n"));
        let refused = match String::from_utf8(line.bytes) {
            _ if MAX_LINE < line.length => {
                skipped(&format!("the line is longer than {MAX_LINE} bytes"))
            }
            Ok(text) => follow(&mut game, text.trim())?,
            Err(_) => skipped("the line is not UTF-8"),
        };
        if let Some(message) = refused {
            report::warn(&message);
            code = ExitCode::BadInput;
        }
    }
    Ok(code)
}

/// Executes one line. Returns an error message if the line cannot be used.
fn follow(game: &mut GameRecord, line: &str) -> io::Result<Option<String>> {
    match line {
        "board" => report::watch::print_board(game.position())?,
        "fen" => report::watch::print_fen(game.position())?,
        "undo" => match game.undo() {
            Some(ply) => report::watch::print_undo(&ply, game.position())?,
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
                report::watch::print_move(game, before)?;
            }
            Err(error) => {
                return Ok(Some(diagnostic::render(&move_error::diagnostic(
                    game, line, span, error,
                ))));
            }
        }
    }
    Ok(None)
}
