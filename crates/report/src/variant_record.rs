//! A variant of a counterexample, in the form that reports print and files store.

use passant_judge::diagnosis::variants::{Change, Variant};
use passant_query::{Query, Question};
use passant_rules::File;
use serde::{Deserialize, Serialize};

/// A variant of a position, and whether the answer about it was correct.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "VariantResult"))]
pub struct VariantRecord {
    /// The difference from the position, in a few words.
    pub change: String,
    /// The question.
    pub question: String,
    /// True if the answer of the engine was correct.
    pub is_correct: bool,
    /// The conclusion about the fault, in a sentence.
    pub conclusion: Option<String>,
}

impl VariantRecord {
    pub(crate) fn new(variant: &Variant) -> Self {
        let Variant {
            change,
            question,
            is_correct,
        } = variant;
        Self {
            change: describe(*change, question),
            question: question.to_string(),
            is_correct: *is_correct,
            conclusion: conclude(*change, question, *is_correct),
        }
    }
}

/// Returns the change in a few words.
fn describe(change: Change, question: &Question) -> String {
    let is_played = !question.line.steps.is_empty();
    match change {
        Change::Colors => "colors swapped".to_owned(),
        Change::Files => "files mirrored".to_owned(),
        Change::Presented if is_played => format!("reached by {}", question.line.steps_text()),
        Change::Presented => "given as a FEN".to_owned(),
        Change::Field => "no en passant square in the FEN".to_owned(),
        Change::Without(kind, at) => format!("without the {kind} on {at}"),
        Change::King(to) => format!("king on {to}"),
        Change::Channel(first, second) => format!("asked by {second} instead of {first}"),
    }
}

/// Concludes from a correct, or a wrong, answer about the variant.
fn conclude(change: Change, question: &Question, is_correct: bool) -> Option<String> {
    let is_played = !question.line.steps.is_empty();
    let is_about_moves = question.query == Query::Moves;
    let side = question.line.setup.side_to_move;
    let text = match (change, is_correct) {
        // Code that wraps around the edge reaches other squares in the twin.
        (Change::Colors, true) if is_at_edge(question) => {
            "It is correct with the colors swapped: look at code that counts squares from one corner of the board."
                .to_owned()
        }
        (Change::Colors, true) => format!(
            "{side} is handled correctly: look at code that is written once for each color, such as offsets and \
             ranks."
        ),
        (Change::Colors, false) => "It happens for both colors.".to_owned(),
        (Change::Files, true) => {
            "It is correct with the files mirrored: look at code that distinguishes left from right.".to_owned()
        }
        (Change::Files, false) => "It happens on both sides of the board.".to_owned(),
        (Change::Presented, true) if is_played => {
            "It is correct if the double push is played: the FEN is misread.".to_owned()
        }
        (Change::Presented, true) => {
            "It is correct if the FEN names the en passant square: the double push does not set the right as it should.".to_owned()
        }
        (Change::Presented, false) => {
            "It does not matter whether the FEN names the en passant square or the double push is played.".to_owned()
        }
        (Change::Field, false) => {
            "It happens without a right too: the right is not the cause.".to_owned()
        }
        (Change::Without(kind, at), true) => format!("It depends on the {kind} on {at}."),
        (Change::Without(kind, at), false) => format!("The {kind} on {at} does not matter."),
        (Change::King(_), true) => {
            "It depends on the square of the king: look at pins and checks.".to_owned()
        }
        (Change::King(to), false) if is_about_moves => {
            format!("It happens with the king on {to} too: it has nothing to do with pins and checks.")
        }
        (Change::Channel(..), true) => {
            "It has two ways to find or to make moves, and only the first of them is wrong.".to_owned()
        }
        (Change::Channel(..), false) => {
            "It does not matter how it is asked: both use the same move generator.".to_owned()
        }
        // Without a right no capture can be missing; and other questions may have nothing to do with the king.
        (Change::Field, true) | (Change::King(_), false) => return None,
    };
    Some(text)
}

/// Returns whether the target of the position is on the a- or h-file.
fn is_at_edge(question: &Question) -> bool {
    let target = question.line.setup.en_passant;
    target.is_some_and(|it| matches!(it.file(), File::A | File::H))
}

#[cfg(test)]
mod tests {
    use passant_judge::diagnosis::queries::queries_about;
    use passant_judge::diagnosis::variants::variants;
    use passant_oracle::{EngineFault, FaultSet, Oracle};
    use passant_query::{Query, Subject};

    use super::conclude;

    /// The conclusions for an engine with a fault, from the variants of its example.
    fn table(fault: EngineFault) -> Vec<String> {
        let root = &fault.example().line.setup;
        let role = queries_about(root, [])
            .into_iter()
            .find(|query| query.question.query == Query::Moves)
            .unwrap()
            .role;
        let mut conclusions = Vec::new();
        for (change, queries) in variants(root, role) {
            let question = &queries[0].question;
            let ask = |faults: FaultSet| {
                let mut moves = Oracle::with(faults).moves(&question.line).unwrap();
                moves.sort_unstable();
                moves
            };
            let is_correct = ask(fault.into()) == ask(FaultSet::NONE);
            conclusions.extend(conclude(change, question, is_correct));
        }
        conclusions
    }

    #[test]
    fn a_rank_pin_depends_on_the_king_and_the_rook() {
        let conclusions = table(EngineFault::RankPinIgnored);
        let expected = [
            "It happens for both colors.",
            "It happens on both sides of the board.",
            "It does not matter whether the FEN names the en passant square or the double push is played.",
            "It depends on the rook on h5.",
            "It depends on the square of the king: look at pins and checks.",
        ];
        assert_eq!(conclusions, expected);
    }

    #[test]
    fn recognizes_a_misread_field_and_a_fault_of_one_color() {
        let conclusions = table(EngineFault::FenFieldIgnored);
        let misread = "It is correct if the double push is played: the FEN is misread.";
        assert!(
            conclusions.iter().any(|it| it == misread),
            "{conclusions:?}"
        );
        let conclusions = table(EngineFault::WhiteCaptureMissed);
        let first = &conclusions[0];
        assert!(
            first.starts_with("Black is handled correctly"),
            "{conclusions:?}"
        );
    }

    /// White and Black wrap alike, onto other ranks.
    #[test]
    fn does_not_praise_a_color_where_squares_wrap_around_the_edge() {
        for fault in [EngineFault::WrapsToHFile, EngineFault::WrapsToAFile] {
            let conclusions = table(fault);
            let praised = conclusions.iter().find(|it| it.contains("handled"));
            assert_eq!(praised, None, "{fault}");
            assert!(
                conclusions[0].contains("from one corner"),
                "{conclusions:?}"
            );
        }
    }
}
