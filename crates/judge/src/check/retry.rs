//! Asks again after an error.

use passant_query::{EngineError, Subject};

/// Asks a question, and asks it once more after an error and a restart. An error that does not occur again had nothing to
/// do with the question, and is returned as [`EngineError::Garbled`].
pub(super) fn ask_twice<T>(
    subject: &mut dyn Subject,
    mut question: impl FnMut(&mut dyn Subject) -> Result<T, EngineError>,
) -> Result<T, EngineError> {
    match question(subject) {
        Err(
            first @ (EngineError::Crashed(_)
            | EngineError::Flooded(_)
            | EngineError::OutOfMemory(_)
            | EngineError::Refused(_)
            | EngineError::Illegal { .. }
            | EngineError::Garbled(_)
            | EngineError::Contradicted { .. }),
        ) => {
            subject.restart();
            match question(subject) {
                Ok(_) => Err(EngineError::Garbled(format!(
                    "{first}; it answers when asked again"
                ))),
                Err(again) => Err(again),
            }
        }
        other => other,
    }
}
