//! Asking once more.

use passant_query::{EngineError, Subject};

/// Asks again after an error, once, of an engine that has just been started. An error that does not come back was not
/// about the question: nothing is known then.
pub(super) fn ask_twice<T>(
    subject: &mut dyn Subject,
    mut question: impl FnMut(&mut dyn Subject) -> Result<T, EngineError>,
) -> Result<T, EngineError> {
    match question(subject) {
        Err(
            first @ (EngineError::Crashed(_)
            | EngineError::Flooded(_)
            | EngineError::Refused(_)
            | EngineError::Illegal { .. }
            | EngineError::Garbled(_)
            | EngineError::Contradicted { .. }),
        ) => {
            subject.restart();
            match question(subject) {
                Ok(_) => Err(EngineError::Garbled(format!(
                    "{first}; asked again, it answers"
                ))),
                Err(again) => Err(again),
            }
        }
        other => other,
    }
}
