//! `passant explain`: the en passant captures of a position, and why each is legal or not.

mod watch;

use passant_report::{Explanation, STARTPOS, move_list};

use crate::fen;
use crate::{CliError, ExitCode, ExplainArguments, diagnostic, report};

/// Reads the position, plays the moves, and explains the position they lead to, or follows the game from there.
pub fn run(arguments: &ExplainArguments) -> Result<ExitCode, CliError> {
    let (fen, moves) = fen::gather(
        arguments.fen.as_deref().unwrap_or(STARTPOS),
        &arguments.moves,
    );
    let reading = fen::read(&fen)?;
    fen::warn_of_repairs(&reading);
    let game = move_list::play(reading.position.clone(), &moves, move_list::moves(&moves))
        .map_err(|error| CliError::BadInput(diagnostic::render(&error)))?;
    if arguments.watch {
        return watch::run(game);
    }
    let explanation = Explanation::new(&reading, &game);
    report::print(&if arguments.json {
        explanation.json()?
    } else {
        report::explanation::text(&explanation)
    })?;
    Ok(ExitCode::Ok)
}
