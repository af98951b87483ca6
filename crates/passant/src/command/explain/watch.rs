//! `passant explain --watch`: follows a game move by move, and prints a line for each move.

use std::io;
use std::io::IsTerminal;

use passant_pgn::find_moves;
use passant_report::{GameRecord, Ply, move_error, right_events};
use passant_rules::{EnPassant, EnPassantMode, Position};
use passant_suite::Lines;

use crate::report::board::Picture;
use crate::report::explanation::move_line;
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
    print_start(game.position())?;
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
        "board" => print_board(game.position())?,
        "fen" => print_fen(game.position())?,
        "undo" => match game.undo() {
            Some(ply) => print_undo(&ply, game.position())?,
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
    let moves = match find_moves(line) {
        Ok(moves) => moves,
        Err(error) => return Ok(Some(diagnostic::render(&error))),
    };
    for span in moves {
        match game.position().parse_move(&line[span.clone()]) {
            Ok(mv) => {
                let before = game.position().en_passant();
                game.play(mv);
                print_move(game, before)?;
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

/// Prints the right before the first move, if there is one.
fn print_start(position: &Position) -> io::Result<()> {
    match right_events::arisen(position) {
        Some(arisen) => print_line("start", &arisen),
        None => Ok(()),
    }
}

/// Prints the last move, how it ended the right before it, and the right that it gives.
fn print_move(game: &GameRecord, before: Option<EnPassant>) -> io::Result<()> {
    let Some(last) = game.plies().last() else {
        return Ok(());
    };
    print_line(
        &format!("{} {}", last.number_text(), last.marked),
        &right_events::after_last_move(game, before).join("; "),
    )
}

/// Prints that a move was taken back, and the right that is valid again.
fn print_undo(ply: &Ply, position: &Position) -> io::Result<()> {
    let restored = right_events::arisen(position).unwrap_or_default();
    print_line(
        &format!("undo {} {}", ply.number_text(), ply.marked),
        &restored,
    )
}

/// Prints the board.
fn print_board(position: &Position) -> io::Result<()> {
    report::print(&Picture::of_position(position).text())
}

/// Prints the FEN, with the en passant square after every double push.
fn print_fen(position: &Position) -> io::Result<()> {
    report::print(&format!("{}\n", position.fen(EnPassantMode::Always)))
}

fn print_line(mv: &str, comment: &str) -> io::Result<()> {
    report::print(&(move_line(mv, comment) + "\n"))
}
