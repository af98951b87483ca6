//! The wrong answer that shows a fault best, in the form that reports print and files store.

use passant_judge::check::SmallestPosition;
use passant_judge::diagnosis::reply::Reply;
use passant_judge::diagnosis::smallest_position::SmallestFailure;
use passant_judge::diagnosis::variants::{Change, Variant};
use passant_judge::diagnosis::{Counterexample, rules};
use passant_judge::minimize::trial::{Defect, MoveBelow};
use passant_oracle::{EngineFault, FaultSet, attackers};
use passant_query::{Answer, EngineMove, Query, Question};
use passant_rules::{Bitboard, Board, EnPassant, File, Position, Setup, Square, UciMove};
use serde::{Deserialize, Serialize};

use crate::judged_captures::rule_sentences;
use crate::test_snippets::{TestSnippets, test_snippets};

/// A wrong answer, in the smallest position in which it is wrong in the same way.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(
    test,
    derive(schemars::JsonSchema),
    schemars(rename = "Counterexample")
)]
pub struct CounterexampleRecord {
    /// The position in which the wrong answer was found.
    pub original_fen: String,
    /// The smallest position in which the answer is wrong in the same way. The question is about this position. After a
    /// game from the initial position, the last one.
    pub fen: String,
    /// True if nothing more can be removed from the position.
    pub is_minimal: bool,
    /// The question.
    pub question: String,
    /// The correct answer.
    pub expected: String,
    /// The answer of the engine.
    pub got: String,
    /// The squares to look at.
    pub squares: Vec<String>,
    /// Why each en passant capture is legal or illegal, a sentence each.
    pub rules: Vec<String>,
    /// Variants of the position, and whether the answer is correct there.
    pub variants: Vec<VariantRecord>,
    /// The question as a test.
    pub tests: TestSnippets,
}

impl CounterexampleRecord {
    pub(crate) fn new(counterexample: &Counterexample) -> Self {
        let Counterexample {
            original,
            is_minimal,
            question,
            expected,
            got,
            faults,
            variants,
            ..
        } = counterexample;
        let original_fen = original.fen().to_string();
        // After a game, the initial position shows nothing.
        let fen = if question.line.is_from_initial_position() {
            original_fen.clone()
        } else {
            question.line.setup.fen().to_string()
        };
        let marked = rules::position_after(&question.line)
            .map_or(Bitboard::EMPTY, |position| marks(&position, expected, got));
        Self {
            original_fen,
            fen,
            is_minimal: *is_minimal,
            question: question.to_string(),
            expected: expected.to_string(),
            got: got.to_string(),
            squares: marked.into_iter().map(|at| at.to_string()).collect(),
            rules: rules_of(question),
            variants: variants.iter().map(VariantRecord::new).collect(),
            tests: test_snippets(&test_name(*faults), question, expected),
        }
    }
}

/// Judges the captures at the end of the line, or those in its first position if there are none, and then says so.
fn rules_of(question: &Question) -> Vec<String> {
    let sentences = |position: Option<Position>| position.as_ref().map(rule_sentences);
    let at_end = sentences(rules::position_after(&question.line)).unwrap_or_default();
    if !at_end.is_empty() || question.line.steps.is_empty() {
        return at_end;
    }
    let root = question.line.setup.repair().map(|(position, _)| position);
    let before = sentences(root.ok()).unwrap_or_default().into_iter();
    before
        .map(|sentence| format!("before the moves: {sentence}"))
        .collect()
}

/// The name of a test.
fn test_name(faults: Option<FaultSet>) -> String {
    let Some(faults) = faults else {
        return "en-passant".to_owned();
    };
    let names: Vec<_> = faults.iter().map(EngineFault::name).collect();
    names.join("-and-")
}

/// Returns the squares to look at: those of the moves that differ, the victim, and after an illegal capture the king and its
/// attackers; or the squares on which two FENs differ.
fn marks(position: &Position, expected: &Reply, got: &Reply) -> Bitboard {
    if let (Reply::Answer(Answer::Fen(expected)), Reply::Answer(Answer::Fen(got))) = (expected, got)
        && let (Ok(expected), Ok(got)) = (Setup::from_fen(expected), Setup::from_fen(got))
    {
        let differs = |at: &Square| expected.board.get(*at) != got.board.get(*at);
        let targets = [expected.en_passant, got.en_passant].into_iter().flatten();
        return Square::ALL
            .into_iter()
            .filter(differs)
            .chain(targets)
            .collect();
    }
    let (expected, got) = (moves_of(expected), moves_of(got));
    let missing = expected.iter().filter(|mv| !got.contains(mv));
    let extra = got.iter().filter(|mv| !expected.contains(mv));
    let mut marked: Bitboard = missing.flat_map(|mv| [mv.from(), mv.to()]).collect();
    for mv in extra {
        let squares = [mv.from(), mv.to()].into_iter().collect();
        marked = marked | squares | attacked_king(position, mv.from(), mv.to());
    }
    let victim = position.en_passant().map(EnPassant::victim);
    marked | victim.into_iter().collect()
}

/// Returns the moves that a reply names.
fn moves_of(reply: &Reply) -> Vec<UciMove> {
    let named = match reply {
        Reply::Answer(Answer::Parsed(Some(read))) => std::slice::from_ref(&read.mv),
        Reply::Plays { mv, .. } => std::slice::from_ref(mv),
        other => other.as_moves().unwrap_or_default(),
    };
    named.iter().filter_map(EngineMove::uci).collect()
}

/// The king of the side to move and the pieces that attack it after a move that also captures the victim.
fn attacked_king(position: &Position, from: Square, to: Square) -> Bitboard {
    let us = position.side_to_move();
    let mut board: Board = position.board();
    board.set(to, board.get(from));
    board.set(from, None);
    if let Some(right) = position.en_passant().filter(|right| right.target() == to) {
        board.set(right.victim(), None);
    }
    let king = position.king(us);
    let attackers = attackers(&board, !us, king);
    if attackers.is_empty() || from == king {
        Bitboard::EMPTY
    } else {
        attackers | [king].into_iter().collect()
    }
}

/// Says what is wrong with the moves or counts of an engine.
#[must_use]
pub fn describe_defect(defect: Defect) -> &'static str {
    match defect {
        Defect::MissingCapture => "a legal en passant capture is missing",
        Defect::IllegalCapture(_) => "an illegal en passant capture is played",
        Defect::ImpossibleCapture => {
            "a piece that does not stand beside the victim captures en passant"
        }
        Defect::MissingMove => "a legal move is missing",
        Defect::IllegalMove => "an illegal move is played",
        Defect::CountBelow(MoveBelow::Capture) => "the count below an en passant capture is wrong",
        Defect::CountBelow(MoveBelow::DoublePush) => "the count below a double push is wrong",
        Defect::CountBelow(MoveBelow::Other) => "the count below another move is wrong",
        Defect::Count => "the number of moves is wrong",
    }
}

/// Describes a failure in the smallest position.
#[must_use]
pub fn smallest_position(failure: &SmallestFailure) -> SmallestPosition {
    let SmallestFailure {
        line,
        depth,
        difference,
        is_minimal,
    } = failure;
    let position = rules::position_after(line);
    SmallestPosition {
        fen: line.setup.fen().to_string(),
        moves: line.step_texts(),
        depth: *depth,
        wrong: difference
            .iter()
            .map(|it| describe_defect(*it).to_owned())
            .collect(),
        rules: position.as_ref().map(rule_sentences).unwrap_or_default(),
        is_minimal: *is_minimal,
    }
}

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
            "The same position for {side} is answered correctly: look at code that is written once for each color, such as \
             offsets and ranks, or that turns the board."
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
            first.starts_with("The same position for Black is answered correctly"),
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
