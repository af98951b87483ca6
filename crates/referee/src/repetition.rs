//! Early or late: when a repetition ends a game, compared with a game without en passant.

use crate::ruling::Ruling;

/// When a runner draws a repetition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Drawn {
    /// So many plies after the third occurrence; negative before it.
    After(isize),
    /// Not at all.
    Never,
}

/// The delays that are no fault of a runner: it draws at the third occurrence, a ply before it because the side to move claims the
/// draw, or at the fifth occurrence, two rounds later.
const FAULTLESS: [isize; 3] = [0, -1, 8];

/// Judges the game without en passant.
pub(crate) fn judge_control(drawn: Drawn) -> Ruling {
    match drawn {
        Drawn::After(delay) if FAULTLESS.contains(&delay) => Ruling::Right,
        Drawn::After(..0) => Ruling::Early,
        Drawn::After(_) => Ruling::Late,
        Drawn::Never => Ruling::NotTestable,
    }
}

/// Judges a game by its control, which is `None` if that was not played.
pub(crate) fn judge_by_control(drawn: Drawn, control: Option<Drawn>) -> Ruling {
    let usual = match control {
        None => return judge_control(drawn),
        Some(Drawn::Never) => return Ruling::NotTestable,
        Some(Drawn::After(usual)) => usual,
    };
    match drawn {
        Drawn::After(delay) if delay == usual => Ruling::Right,
        Drawn::After(delay) if delay < usual => Ruling::Early,
        Drawn::After(_) | Drawn::Never => Ruling::Late,
    }
}
