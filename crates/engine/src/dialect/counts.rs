//! The counts in the output of an engine.

use passant_query::{Counts, EngineError, Line};

use super::notation::engine_move_in;
use super::output::PerftOutput;

/// The counts that an engine has printed for a line, if they are consistent.
pub(crate) fn counts(output: &PerftOutput, line: &Line) -> Result<Counts, EngineError> {
    let printed = output.counts().map_err(|why| match output.moves_and_total() {
        Some((moves, total)) => EngineError::Contradicted {
            moves: moves.to_vec(),
            total,
        },
        None => EngineError::Garbled(why),
    })?;
    let position = line.position();
    let moves = printed.moves.iter();
    Ok(Counts {
        moves: moves
            .map(|(text, nodes)| (engine_move_in(position.as_ref(), text), *nodes))
            .collect(),
        total: printed.total,
    })
}
