//! A checkpoint of a small run that is read and written again without a file.

use std::path::Path;

use super::checkpoint::{Checkpoint, Identity};
use super::error::{Cause, CheckpointError};

/// The root moves of the run.
pub(super) const ROOTS: usize = 3;

/// The bytes of a checkpoint of one certain run of three root moves, read and written again. It is what
/// fuzzing reads checkpoints with.
#[doc(hidden)]
pub fn rewritten_checkpoint(file: &[u8]) -> Result<String, CheckpointError> {
    let checkpoint = sample(Path::new("checkpoint"));
    let read = checkpoint.read::<u64>(file, ROOTS);
    let (ledger, time) = read.map_err(|cause| checkpoint.error(cause))?;
    let text = checkpoint.text(&ledger, time);
    text.map_err(|error| checkpoint.error(Cause::Write(error)))
}

pub(super) fn sample(file: &Path) -> Checkpoint<'_> {
    Checkpoint {
        file,
        identity: Identity {
            passant: "0.1.0".to_owned(),
            fen: "8/8/8/8/8/8/8/K1k5 w - - 0 1".to_owned(),
            depth: 5,
            counted: "nodes".to_owned(),
            by_root_move: true,
            kernel: "scalar".to_owned(),
            mode: Some("reuse".to_owned()),
            transpositions_merged: true,
            shard: None,
        },
    }
}
