//! Early or late: when a repetition ends a game, compared with a game without en passant.

use passant_pgn::is_allowed_delay;

use crate::ruling::Ruling;

/// When a runner draws a repetition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Drawn {
    /// So many plies after the third occurrence; negative before it.
    After(isize),
    /// Not at all.
    Never,
}

/// Judges the game without en passant. A runner that ends it in another way breaks no rule of en passant, and may have been told
/// to.
pub(crate) fn judge_control(drawn: Drawn) -> Ruling {
    match drawn {
        Drawn::After(delay) if is_allowed_delay(delay) => Ruling::Right,
        Drawn::After(_) | Drawn::Never => Ruling::NotTestable,
    }
}

/// Judges a game by its control, which is `None` if that was not played. `longest` is the delay at which all moves are played.
pub(crate) fn judge_by_control(drawn: Drawn, control: Option<Drawn>, longest: isize) -> Ruling {
    let usual = match control {
        None => return judge_control(drawn),
        Some(Drawn::Never) => return Ruling::NotTestable,
        Some(Drawn::After(usual)) => usual,
    };
    match drawn {
        Drawn::After(delay) if delay == usual => Ruling::Right,
        Drawn::After(delay) if delay < usual => Ruling::Early,
        Drawn::Never if longest < usual => Ruling::NotTestable,
        Drawn::After(_) | Drawn::Never => Ruling::Late,
    }
}

#[cfg(test)]
mod tests {
    use super::Drawn::{After, Never};
    use super::{judge_by_control, judge_control};
    use crate::ruling::Ruling::{Early, Late, NotTestable, Right};

    #[test]
    fn a_game_is_judged_by_the_one_without_en_passant() {
        let cases = [
            (After(0), Some(After(0)), Right),
            (After(4), Some(After(0)), Late),
            (Never, Some(After(0)), Late),
            (After(-4), Some(After(0)), Early),
            // A claim, before the move that repeats the position.
            (After(-1), Some(After(-1)), Right),
            (After(3), Some(After(-1)), Late),
            // The fifth occurrence.
            (After(8), Some(After(8)), Right),
            (After(12), Some(After(8)), Late),
            (After(4), Some(After(8)), Early),
            // The sixth, before which a longer game ends.
            (Never, Some(After(12)), NotTestable),
            (Never, Some(Never), NotTestable),
            (After(0), None, Right),
            (After(4), None, NotTestable),
        ];
        for (drawn, control, ruling) in cases {
            let found = judge_by_control(drawn, control, 8);
            assert_eq!(found, ruling, "{drawn:?} {control:?}");
        }
        let of_control = [After(-1), After(8), After(12), Never].map(judge_control);
        assert_eq!(of_control, [Right, Right, NotTestable, NotTestable]);
    }
}
