//! How the scores of an xboard engine announce mates.

use passant_query::SearchScore;

/// The scores of mates in one move, and what is added for each further move.
///
/// The protocol says 100001 for a mate in one, 100002 for a mate in two, and -100001 if the other side mates in one. Older
/// engines count down from a number of their own, by moves or by plies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct MateScores {
    in_one: i32,
    /// What the score is if the other side mates in one, without its sign.
    of_other: i32,
    step: i32,
}

/// Steps that are known: the protocol's, one for each move, one for each ply.
const STEPS: [i32; 3] = [1, -1, -2];

/// The least score of a mate. Nothing else is worth so much.
const LEAST: i32 = 5000;

/// The longest mate that is read, in moves.
const LONGEST: i32 = 50;

/// How much the score of a mate by the other side may differ: by a move, or by a ply.
const DIFFERENCE: u32 = 1;

impl MateScores {
    /// No score announces a mate.
    const NONE: Self = Self {
        in_one: 0,
        of_other: 0,
        step: 0,
    };

    /// The scores of a mate in one move, of a mate in two, and of a mate in one by the other side, if the engine prints them
    /// in a way that is known.
    pub(super) fn of(scores: [Option<SearchScore>; 3]) -> Self {
        let number = |score: Option<SearchScore>| match score {
            Some(SearchScore::Centipawns(number)) => number,
            _ => 0,
        };
        let [in_one, in_two, by_other] = scores.map(number);
        let of_other = by_other.saturating_neg();
        let step = in_two.saturating_sub(in_one);
        let is_known =
            LEAST <= in_one && STEPS.contains(&step) && in_one.abs_diff(of_other) <= DIFFERENCE;
        if is_known {
            Self {
                in_one,
                of_other,
                step,
            }
        } else {
            Self::NONE
        }
    }

    /// The mate that a score announces, or the score.
    pub(super) fn read(self, score: SearchScore) -> SearchScore {
        let SearchScore::Centipawns(number) = score else {
            return score;
        };
        let (in_one, sign) = if number < 0 {
            (self.of_other, -1)
        } else {
            (self.in_one, 1)
        };
        let is_it = |further: &i32| sign * (in_one + further * self.step) == number;
        match (0..LONGEST).find(is_it).filter(|_| self != Self::NONE) {
            Some(further) => SearchScore::Mate(sign * (further + 1)),
            None => score,
        }
    }
}

#[cfg(test)]
mod tests {
    use passant_query::SearchScore::{Centipawns, Mate};

    use super::MateScores;

    /// The scores of the protocol, of `HoiChess` 0.22.0, which counts plies, and of an engine that counts moves.
    #[test]
    fn a_mate_is_read_as_the_engine_writes_it() {
        for (in_one, in_two, by_other, in_three, by_other_in_two) in [
            (100_001, 100_002, -100_001, 100_003, -100_002),
            (99_999, 99_997, -99_998, 99_995, -99_996),
            (32_000, 31_999, -32_000, 31_998, -31_999),
        ] {
            let mates = MateScores::of([in_one, in_two, by_other].map(|it| Some(Centipawns(it))));
            for (score, mate) in [
                (in_one, 1),
                (in_two, 2),
                (in_three, 3),
                (by_other, -1),
                (by_other_in_two, -2),
            ] {
                assert_eq!(mates.read(Centipawns(score)), Mate(mate), "{score}");
            }
            for score in [0, 1000, in_one - 4 * (in_two - in_one)] {
                assert_eq!(mates.read(Centipawns(score)), Centipawns(score));
            }
        }
    }

    /// Sjeng 11.2 finds no mate in two at depth 4, and other engines announce none.
    #[test]
    fn no_mate_is_read_if_the_scores_fit_nothing_that_is_known() {
        for scores in [
            [Some(999_998), Some(1436), Some(-999_997)],
            [Some(1000), Some(998), Some(-999)],
            [Some(99_999), None, Some(-99_998)],
            [Some(99_999), Some(99_997), Some(-600)],
            [None; 3],
        ] {
            let mates = MateScores::of(scores.map(|it| it.map(Centipawns)));
            for score in scores.into_iter().chain([Some(0)]).flatten() {
                assert_eq!(mates.read(Centipawns(score)), Centipawns(score));
            }
        }
    }
}
