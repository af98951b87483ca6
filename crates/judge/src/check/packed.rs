//! Asks a library to pack positions in its format and to unpack them, and judges what is left by what the format promises.
//!
//! Nothing is judged of a library whose FEN or moves are wrong before. Clocks are not compared, because many formats keep none.

use std::fmt::Write as _;

use passant_query::{
    Answer, Channel, EngineError, EngineMove, Line, PackedFormat, Repacked, Subject,
};
use passant_rules::{EnPassantMode, Position, Setup, Square};

use super::own_case::{OwnCase, ask_each, without_answers};
use super::{CaseResult, Doubt, Finding, Presentation, PresentationResult, QuestionKind};

/// The positions: class, name, and the line that leads there. Each after a double push is also set up by its FEN.
#[rustfmt::skip]
const LINES: [[&str; 3]; 14] = [
    ["control", "no-right", "4k3/7p/8/8/8/8/P7/4K3 w - - 0 1"],
    ["control", "black-to-move", "4k3/7p/8/8/8/8/P7/4K3 b - - 0 1"],
    ["control", "castling", "r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1"],
    ["control", "expired", "4k3/3p4/8/2P5/8/8/8/4K3 b - - 0 1 moves d7d5 e1e2 e8e7"],
    ["usable", "white", "4k3/3p4/8/2P5/8/8/8/4K3 b - - 0 1 moves d7d5"],
    ["usable", "black", "4k3/8/8/8/2p5/8/3P4/4K3 w - - 0 1 moves d2d4"],
    ["usable", "h-file", "4k3/7p/8/6P1/8/8/8/4K3 b - - 0 1 moves h7h5"],
    ["usable", "a-file", "4k3/8/8/8/1p6/8/P7/4K3 w - - 0 1 moves a2a4"],
    ["pinned", "white", "3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1 moves d7d5"],
    ["pinned", "black", "8/8/8/8/k1p4R/8/3P4/3K4 w - - 0 1 moves d2d4"],
    ["no-capturer", "white", "4k3/3p4/8/8/8/8/8/4K3 b - - 0 1 moves d7d5"],
    ["no-capturer", "black", "4k3/8/8/8/8/8/3P4/4K3 w - - 0 1 moves d2d4"],
    ["no-capturer", "h-file", "4k3/8/8/p7/8/8/7P/4K3 w - - 0 1 moves h2h4"],
    ["no-capturer", "a-file", "4k3/p7/8/8/7P/8/8/4K3 b - - 0 1 moves a7a5"],
];

/// A position that is packed.
struct PackedCase {
    address: String,
    class: &'static str,
    line: Line,
    position: Position,
}

impl PackedCase {
    fn is_usable(&self) -> bool {
        let setup = self.position.setup(EnPassantMode::Legal);
        setup.en_passant.is_some()
    }
}

/// Asks about every position.
pub fn run(subject: &mut dyn Subject) -> Vec<CaseResult> {
    ask_each(&cases(), |case, result| ask(subject, case, result))
}

/// The results for a program that cannot be asked, for this reason.
#[must_use]
pub fn without_packing(why: &EngineError) -> Vec<CaseResult> {
    without_answers(&cases(), why)
}

/// Returns the number of positions.
#[must_use]
pub fn number_of_cases() -> usize {
    cases().len()
}

/// The positions, the controls first. A test shows that every line is read.
fn cases() -> Vec<PackedCase> {
    let lines = LINES.iter().filter_map(|&[class, name, text]| {
        let played: Line = text.parse().ok()?;
        let position = played.position()?;
        let read = Line::at(&position);
        let case = |line: Line, how: &str| PackedCase {
            address: format!("packed/{class}/{name}{how}"),
            class,
            line,
            position: position.clone(),
        };
        let is_told_twice = position.en_passant().is_some();
        let read = is_told_twice.then(|| case(read, "/read"));
        Some(std::iter::once(case(played, "/played")).chain(read))
    });
    lines.flatten().collect()
}

fn ask(
    subject: &mut dyn Subject,
    case: &PackedCase,
    result: &mut PresentationResult,
) -> Result<(), Doubt> {
    let found = subject.repack(&case.line)?;
    let Some(wrong) = wrong_with(case, &found)? else {
        result.pass();
        return Ok(());
    };
    subject.restart();
    let again = subject.repack(&case.line)?;
    if again.after != found.after {
        let what = "it unpacks the position otherwise when asked again".to_owned();
        return Err(Doubt::NotRepeated(what));
    }
    result.fail(Finding::text(QuestionKind::Packed, wrong));
    Ok(())
}

/// Says what is wrong with a position that was packed and unpacked. The error is a reason not to judge it.
fn wrong_with(case: &PackedCase, found: &Repacked) -> Result<Option<String>, Doubt> {
    let before = Setup::from_fen(&found.before).ok();
    let right = case.position.setup(EnPassantMode::Always);
    // Where a FEN omits a right that can be used, nobody could see that it gets lost.
    let shows_right = |before: &Setup| before.en_passant.is_some() || !case.is_usable();
    let (Some(before), true) = (
        before.filter(|before| same_pieces(before, &right) && shows_right(before)),
        Answer::Moves(found.moves_before.clone()).comparable() == legal_moves(case, true),
    ) else {
        return Err(Doubt::unsupported(
            "this position: it is not what it should be before it is packed",
        ));
    };
    let format = &found.format;
    let kept = kept_square(format, &case.position).filter(|_| before.en_passant.is_some());
    let Some((after, moves)) = &found.after else {
        return Ok(Some(format!(
            "refuses the bytes that it has packed: {}",
            found.bytes
        )));
    };
    let is_right = Setup::from_fen(after)
        .is_ok_and(|after| same_pieces(&after, &right) && after.en_passant == kept);
    if !is_right {
        let mut text = format!("unpacks {after}, packed as {}", found.before);
        let square = kept.map_or_else(|| "no square".to_owned(), |square| square.to_string());
        let _ = write!(
            text,
            "; expected the same with {square} in the en passant field, because {} keeps {}",
            format.name,
            promise(format)
        );
        return Ok(Some(text));
    }
    let expected = legal_moves(case, kept.is_some());
    let got = Answer::Moves(moves.clone()).comparable();
    Ok((got != expected)
        .then(|| format!("after unpacking, the legal moves are {got}; expected {expected}")))
}

/// The legal moves of the position, without en passant captures if there is no right.
fn legal_moves(case: &PackedCase, has_right: bool) -> Answer {
    let legal = case.position.legal_moves().into_iter();
    let legal = legal.filter(|mv| has_right || !mv.is_en_passant());
    let moves = legal.map(|mv| EngineMove::Uci(case.position.uci_move(mv)));
    Answer::Moves(moves.collect()).comparable()
}

fn same_pieces(one: &Setup, other: &Setup) -> bool {
    one.board == other.board
        && one.side_to_move == other.side_to_move
        && one.castling == other.castling
}

/// The square that the format keeps of a board which has the right.
fn kept_square(format: &PackedFormat, position: &Position) -> Option<Square> {
    position.setup(format.keeps?).en_passant
}

fn promise(format: &PackedFormat) -> &'static str {
    match format.keeps {
        None => "no right",
        Some(EnPassantMode::Always) => "every right that the board has",
        Some(EnPassantMode::PseudoLegal) => "a right with a pawn beside the pushed one",
        Some(EnPassantMode::Legal) => "a right that can be used",
    }
}

impl OwnCase for PackedCase {
    const QUESTION: QuestionKind = QuestionKind::Packed;
    const UNCONTROLLED: &'static str =
        "this position: it does not unpack positions without a right as they were";

    fn is_control(&self) -> bool {
        self.class == "control"
    }

    fn before_answers(&self) -> PresentationResult {
        let how = Presentation::of(!self.line.steps.is_empty(), false);
        PresentationResult::without_answers(how, Some(self.line.clone()))
    }

    fn summarize(&self, result: PresentationResult) -> CaseResult {
        let why = match self.class {
            "control" => "A position without a right shows whether positions are packed at all.",
            "usable" => "The right can be used: only a format that keeps none may lose it.",
            "pinned" => "A pawn stands beside the pushed one, and is pinned.",
            _ => "No pawn stands beside the pushed one.",
        };
        let about = [&*self.address, self.class, why];
        CaseResult::of_case(about, &self.position, vec![result], Channel::Line)
    }
}

#[cfg(test)]
mod tests {
    use passant_query::{
        Answer, EngineError, EngineMove, Line, PackedFormat, Query, Repacked, Subject,
    };
    use passant_rules::{EnPassantMode, Position};

    use super::{LINES, cases, run};
    use crate::check::Verdict;

    /// A library that says what its format keeps, and keeps something.
    struct Library {
        promise: &'static str,
        keeps: Option<EnPassantMode>,
        loses_castling: bool,
        /// Its FEN never has a square.
        omits_square: bool,
    }

    impl Subject for Library {
        fn ask(&mut self, _: &Line, query: &Query) -> Result<Answer, EngineError> {
            Err(EngineError::unsupported(query.word()))
        }

        fn repack(&mut self, line: &Line) -> Result<Repacked, EngineError> {
            let position = line.position().unwrap();
            let mut setup = position.setup(self.keeps.unwrap_or(EnPassantMode::Always));
            if self.keeps.is_none() {
                setup.en_passant = None;
            }
            if self.loses_castling {
                setup.castling = Position::from_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1")
                    .unwrap()
                    .setup(EnPassantMode::Always)
                    .castling;
            }
            let unpacked = Position::from_fen(&setup.fen()).unwrap();
            let mut printed = [position.setup(EnPassantMode::Always), setup.clone()];
            if self.omits_square {
                for setup in &mut printed {
                    setup.en_passant = None;
                }
            }
            let [before, after] = printed.map(|it| it.fen().to_string());
            Ok(Repacked {
                format: self.promise.parse::<PackedFormat>().unwrap(),
                bytes: "00".to_owned(),
                before,
                moves_before: moves(&position),
                after: Some((after, moves(&unpacked))),
            })
        }
    }

    fn moves(position: &Position) -> Vec<EngineMove> {
        let legal = position.legal_moves().into_iter();
        legal
            .map(|mv| EngineMove::Uci(position.uci_move(mv)))
            .collect()
    }

    /// A library that loses nothing but rights.
    fn library(promise: &'static str, keeps: Option<EnPassantMode>) -> Library {
        Library {
            promise,
            keeps,
            loses_castling: false,
            omits_square: false,
        }
    }

    /// The classes of the cases with a verdict, each once.
    fn classes_with(verdict: Verdict, mut library: Library) -> Vec<String> {
        let results = run(&mut library).into_iter();
        let cases = results.filter(|it| it.verdict == verdict);
        let mut classes: Vec<_> = cases.map(|it| it.class).collect();
        classes.dedup();
        classes
    }

    /// The classes of the cases that fail, each once.
    fn failing(promise: &'static str, keeps: Option<EnPassantMode>) -> Vec<String> {
        classes_with(Verdict::Fail, library(promise, keeps))
    }

    #[test]
    fn every_line_is_legal() {
        assert_eq!(cases().len(), LINES.len() + 10);
    }

    #[test]
    fn a_format_is_judged_by_its_promise() {
        const MODES: [Option<EnPassantMode>; 4] = [
            None,
            Some(EnPassantMode::Legal),
            Some(EnPassantMode::PseudoLegal),
            Some(EnPassantMode::Always),
        ];
        let promises = ["x:none", "x:legal", "x:pseudo-legal", "x:always"];
        for (promise, keeps) in promises.into_iter().zip(MODES) {
            assert!(failing(promise, keeps).is_empty(), "{promise}");
        }
        assert_eq!(failing("x:legal", None), ["usable"]);
        assert_eq!(
            failing("x:always", None),
            ["usable", "pinned", "no-capturer"]
        );
        assert_eq!(failing("x:none", Some(EnPassantMode::Legal)), ["usable"]);
        assert_eq!(
            failing("viriformat", Some(EnPassantMode::Legal)),
            ["pinned", "no-capturer"]
        );
        assert_eq!(
            failing("x:legal", Some(EnPassantMode::PseudoLegal)),
            ["pinned"]
        );
    }

    #[test]
    fn positions_without_a_right_are_the_control() {
        let mut library = Library {
            loses_castling: true,
            ..library("x:legal", None)
        };
        let results = run(&mut library);
        let failed: Vec<_> = results
            .iter()
            .filter(|it| it.verdict == Verdict::Fail)
            .collect();
        assert_eq!(failed.len(), 1);
        assert_eq!(failed[0].address, "packed/control/castling/played");
    }

    #[test]
    fn a_square_that_the_fen_omits_before_packing_is_not_judged() {
        let library = Library {
            omits_square: true,
            ..library("x:always", Some(EnPassantMode::Always))
        };
        assert_eq!(classes_with(Verdict::Unsupported, library), ["usable"]);
    }
}
