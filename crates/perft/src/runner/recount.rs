//! A second count of a ply that was laid out.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use passant_count::Count;
use passant_rules::Position;

use super::error::RunError;
use super::resources::Resources;
use super::result::RunResult;
use super::run::Run;
use super::work;

/// A ply with more lines than this is not counted again. A kernel counts this many in about a second.
const MOST_LINES: u64 = 200_000_000;

/// Compares the lines of a merged run that were counted with the perft of their ply.
///
/// A shard is a part of its ply, and what is not merged is what the second count would do again: they are believed.
///
/// # Errors
///
/// Those of [`confirm_lines`].
pub(super) fn confirm<C: Count>(
    pool: &rayon::ThreadPool,
    run: &Run<'_, C>,
    result: &RunResult<C>,
) -> Result<(), RunError> {
    let layout = result.layout.as_ref();
    match layout.and_then(|layout| layout.plies.last()) {
        Some(last) if run.merge && run.shard.is_none() => {
            let stop = &run.resources.stop;
            confirm_lines(pool, &run.position, last.ply, last.lines, stop)
        }
        _ => Ok(()),
    }
}

/// Compares the lines that lead to the positions of a ply with the perft of that ply, counted by a kernel without merging.
///
/// The lines are those that are about to be counted below, so an entry that was lost on the way is noticed. A ply of more
/// than [`MOST_LINES`] lines is believed.
///
/// # Errors
///
/// [`RunError::Lines`] if the numbers differ, and [`RunError::Interrupted`].
pub(super) fn confirm_lines(
    pool: &rayon::ThreadPool,
    root: &Position,
    ply: u32,
    lines: u128,
    stop: &Arc<AtomicBool>,
) -> Result<(), RunError> {
    let Some(most) = u64::try_from(lines).ok().filter(|&most| most <= MOST_LINES) else {
        return Ok(());
    };
    let run = Run::<u64>::new(root.clone(), ply)
        .without_merging()
        .at_most(most)
        .with(Resources::default().stop(Arc::clone(stop)));
    match work::run(pool, &run) {
        Ok(result) if result.total == lines => Ok(()),
        Ok(_) | Err(RunError::MoreThan(_)) => Err(RunError::Lines { ply, lines }),
        Err(error) => Err(error),
    }
}
