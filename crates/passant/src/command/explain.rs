//! `passant explain`: the en passant captures of a position, and why each is legal or not.

mod watch;

use std::process::ExitCode;

use passant_report::{Explanation, FenReading, GameRecord, STARTPOS, move_error, move_list};

use crate::fen;
use crate::{CliError, ExplainArguments, diagnostic, exit_code, report};

/// Reads the position, plays the moves, and explains the position they lead to, or follows the game from there.
pub fn run(arguments: &ExplainArguments) -> Result<ExitCode, CliError> {
    let (fen, moves) = fen::gather(
        arguments.fen.as_deref().unwrap_or(STARTPOS),
        &arguments.moves,
    );
    let reading = fen::read(&fen)?;
    fen::warn_of_repairs(&reading);
    let game = play(&reading, &moves)?;
    if arguments.watch {
        return watch::run(game);
    }
    let explanation = Explanation::new(&reading, &game);
    report::print(&if arguments.json {
        explanation.json()?
    } else {
        report::explanation::text(&explanation)
    })?;
    Ok(exit_code::OK)
}

/// Plays all moves in a text.
fn play(reading: &FenReading, moves: &str) -> Result<GameRecord, CliError> {
    let mut game = GameRecord::new(reading.position.clone());
    for span in move_list::moves(moves) {
        let mv = game
            .position()
            .parse_move(&moves[span.clone()])
            .map_err(|error| {
                CliError::BadInput(diagnostic::render(&move_error::diagnostic(
                    &game, moves, span, error,
                )))
            })?;
        game.play(mv);
    }
    Ok(game)
}
