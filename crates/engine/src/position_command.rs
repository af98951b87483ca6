//! The text of the `position` command.

#[cfg(feature = "processes")]
use std::fmt::Debug;
#[cfg(feature = "processes")]
use std::str::FromStr;

use passant_query::{EngineError, Line, Step};
#[cfg(feature = "processes")]
use passant_rules::UciMove;

/// Returns the words after `position` in UCI and in the line protocol: `startpos moves …` or `fen … moves …`.
///
/// ```
/// use passant_engine::position_command::position_text;
///
/// let line = "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1 moves d7d5".parse()?;
/// let text = position_text(&line)?;
/// assert_eq!(text, "fen 4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1 moves d7d5");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`EngineError::Unsupported`] if a step is not a move, because neither protocol has a word for that.
pub fn position_text(line: &Line) -> Result<String, EngineError> {
    if let Some(step) = line.steps.iter().find(|step| !step.is_move()) {
        return Err(EngineError::unsupported(step));
    }
    if line.is_chess960 || !line.is_from_initial_position() {
        return Ok(format!("fen {line}"));
    }
    let start = vec!["startpos".to_owned()];
    let moves = line.step_texts();
    let words = if moves.is_empty() {
        start
    } else {
        [start, vec!["moves".to_owned()], moves].concat()
    };
    Ok(words.join(" "))
}

/// Splits a line into the part before the moves that are taken back at its end, and the number of those moves.
///
/// # Errors
///
/// [`EngineError::Unsupported`] if a move is also taken back earlier, or the line has a round trip.
pub fn before_takebacks(line: &Line) -> Result<(Line, usize), EngineError> {
    let taken_back = line.taken_back();
    let before = line.take(line.steps.len() - taken_back);
    match before.steps.iter().find(|step| !step.is_move()) {
        None => Ok((before, taken_back)),
        Some(Step::TakeBack) => Err(EngineError::unsupported("undo between moves")),
        Some(step) => Err(EngineError::unsupported(step)),
    }
}

/// Returns the line of a text that is written in this crate, and that a test reads.
#[cfg(feature = "processes")]
pub(crate) fn constant_line(text: &str) -> Line {
    constant(text)
}

/// Returns the moves, separated by spaces, of a text that is written in this crate, and that a test reads.
#[cfg(feature = "processes")]
pub(crate) fn constant_moves(text: &str) -> impl Iterator<Item = UciMove> {
    text.split(' ').map(constant)
}

#[cfg(feature = "processes")]
#[expect(
    clippy::expect_used,
    reason = "the text is constant; every test reads it"
)]
fn constant<T: FromStr<Err: Debug>>(text: &str) -> T {
    text.parse().expect("the text is well-formed")
}
