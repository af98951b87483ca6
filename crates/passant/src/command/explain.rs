//! `passant explain`: the en passant captures of a position, and why each is legal or not.

mod watch;

use std::process::ExitCode;

use crate::explanation::Explanation;
use crate::fen::{self, Reading};
use crate::game_record::GameRecord;
use crate::{CliError, ExplainArguments, exit_code, fen_error, move_error, move_list, report};

/// Reads the position, plays the moves, and explains the position they lead to, or follows the game from there.
pub fn run(arguments: &ExplainArguments) -> Result<ExitCode, CliError> {
    let (fen, moves) = fen::gather(
        arguments.fen.as_deref().unwrap_or(fen::STARTPOS),
        &arguments.moves,
    );
    let reading = fen::read(&fen)?;
    report::warn(&fen_error::render_repairs(&reading.text, &reading.repairs));
    let game = play(&reading, &moves)?;
    if arguments.watch {
        return watch::run(game);
    }
    let explanation = Explanation::new(&reading, &game);
    report::print(&if arguments.json {
        report::explanation::json::text(&explanation)?
    } else {
        report::explanation::text(&explanation)
    })?;
    Ok(exit_code::OK)
}

/// Plays all moves in a text.
fn play(reading: &Reading, moves: &str) -> Result<GameRecord, CliError> {
    let mut game = GameRecord::new(reading.position.clone());
    for span in move_list::moves(moves) {
        let mv = game
            .position()
            .parse_move(&moves[span.clone()])
            .map_err(|error| CliError::BadInput(move_error::render(&game, moves, span, error)))?;
        game.play(mv);
    }
    Ok(game)
}
