//! The facts about a position that `passant explain` prints.

use std::io;

use passant_rules::{
    Color, EnPassant, EnPassantMode, EnPassantSuffix, EnPassantVerdict, IllegalReason, Outcome,
    Piece, Position,
};
use serde::Serialize;

use crate::fen_error::FenReading;
use crate::game_record::{Ending, GameRecord};
use crate::judged_captures::{JudgedCapture, judged_captures, piece_on};
use crate::words::adjective;
use crate::{fen_error, pretty_json};

/// The position that a game has reached, and its en passant right.
pub struct Explanation<'a> {
    /// The reading of the FEN.
    pub reading: &'a FenReading,
    /// The game from there.
    pub game: &'a GameRecord,
    /// The right in the last position.
    pub right: Right,
}

/// The en passant right.
pub enum Right {
    /// A pawn has just moved two squares. The candidates are the captures by the pawns beside it.
    Given(EnPassant, Vec<JudgedCapture>),
    /// There is no right. The text says why.
    None(String),
}

impl<'a> Explanation<'a> {
    /// Collects the facts.
    #[must_use]
    pub fn new(reading: &'a FenReading, game: &'a GameRecord) -> Self {
        let right = match game.position().en_passant() {
            Some(right) => Right::Given(right, judged_captures(game.position())),
            None => Right::None(why_no_right(reading, game)),
        };
        Self {
            reading,
            game,
            right,
        }
    }

    /// The position to explain.
    #[must_use]
    pub fn position(&self) -> &Position {
        self.game.position()
    }
}

fn why_no_right(reading: &FenReading, game: &GameRecord) -> String {
    match (game.plies().last(), reading.setup.en_passant) {
        (Some(last), _) => {
            format!(
                "the last move, {} {}, was not a double push",
                last.number_text(),
                last.san
            )
        }
        (None, Some(target)) => {
            format!("the FEN names {target}, which is impossible and was dropped")
        }
        (None, None) => "the en passant field of the FEN is -".to_owned(),
    }
}

/// When a FEN has an en passant square in each convention.
pub const CONVENTIONS: &str = "always: after every double push; pseudo-legal: if an enemy pawn stands beside the \
                           victim; legal: if a capture is legal";

/// A sentence with a label.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The label: a word, or a capture such as `e5xd6`. Empty if the sentence goes on with what the one before says.
    pub label: String,
    /// The lines of the sentence, mostly one.
    pub lines: Vec<String>,
    /// The verdict, if the sentence is about a capture.
    pub is_legal: Option<bool>,
}

impl Entry {
    fn new(label: &str, text: String) -> Self {
        Self {
            label: label.to_owned(),
            lines: vec![text],
            is_legal: None,
        }
    }
}

impl Explanation<'_> {
    /// The moves of the game and the captured pieces; empty if there are no moves.
    #[must_use]
    pub fn about_the_game(&self) -> Vec<Entry> {
        if self.game.plies().is_empty() {
            return Vec::new();
        }
        let captured = Color::ALL.map(|color| {
            let names: Vec<_> = self.game.captures_of(color).into_iter().map(name).collect();
            let list = if names.is_empty() {
                "nothing".to_owned()
            } else {
                names.join(", ")
            };
            format!("by {color}: {list}")
        });
        vec![
            Entry::new("game", self.game.movetext()),
            Entry::new("captured", captured.join("; ")),
        ]
    }

    /// The side to move, the right, each capture with its verdict and the reason, the FEN in each convention, and how the
    /// game has ended.
    #[must_use]
    pub fn about_the_position(&self) -> Vec<Entry> {
        let position = self.position();
        let mut entries = vec![Entry::new("to move", to_move(position))];
        for fault in &self.reading.repairs {
            entries.push(Entry::new(fen_error::remedy(*fault), fault.to_string()));
        }
        match &self.right {
            Right::None(why) => entries.push(Entry::new("right", format!("none: {why}"))),
            Right::Given(right, judged_captures) => {
                entries.extend(about_right(*right, position.side_to_move()));
                entries.extend(about_captures(*right, position, judged_captures));
            }
        }
        entries.extend(conventions(position));
        let ending = self.game.ending();
        entries.extend(ending.map(|ending| Entry::new("outcome", ending.to_string())));
        entries
    }
}

/// Whose the right is, and by which move it has arisen.
#[must_use]
pub fn right_sentence(right: EnPassant, us: Color) -> String {
    let (origin, victim) = (right.origin(), right.victim());
    let them = adjective(!us);
    format!("{us}'s: a {them} pawn has just moved from {origin} to {victim}")
}

fn about_right(right: EnPassant, us: Color) -> [Entry; 3] {
    let (target, victim) = (right.target(), right.victim());
    [
        ("right", right_sentence(right, us)),
        (
            "target",
            format!("{target}, marked *: the pawn has passed over it; the capturer moves here"),
        ),
        (
            "victim",
            format!("{victim}: the capture removes the pawn from this square"),
        ),
    ]
    .map(|(label, text)| Entry::new(label, text))
}

fn about_captures(
    right: EnPassant,
    position: &Position,
    judged_captures: &[JudgedCapture],
) -> Vec<Entry> {
    let mut entries = Vec::new();
    if judged_captures.is_empty() {
        let us = adjective(position.side_to_move());
        let none = format!("none: no {us} pawn stands beside {}", right.victim());
        entries.push(Entry::new("captures", none));
    }
    for capture in judged_captures {
        let is_legal = capture.verdict == EnPassantVerdict::Legal;
        entries.push(Entry {
            label: capture.name(),
            lines: vec![format!("{}: {}", capture.word(), capture.because)],
            is_legal: Some(is_legal),
        });
        if is_legal {
            entries.push(Entry::new("", notations(position, capture)));
        }
    }
    entries
}

/// The FEN in each convention, and what the conventions are if they differ.
fn conventions(position: &Position) -> Vec<Entry> {
    let lines =
        EnPassantMode::ALL.map(|mode| format!("{:<12}  {}", mode.word(), position.fen(mode)));
    let mut entries = vec![Entry {
        label: "FEN".to_owned(),
        lines: lines.to_vec(),
        is_legal: None,
    }];
    if position.fen(EnPassantMode::Always) != position.fen(EnPassantMode::Legal) {
        entries.push(Entry::new("", CONVENTIONS.to_owned()));
    }
    entries
}

fn to_move(position: &Position) -> String {
    let checkers = position.checkers().into_iter();
    let checkers: Vec<_> = checkers
        .map(|from| piece_on(&position.board(), from))
        .collect();
    let us = position.side_to_move();
    if checkers.is_empty() {
        us.to_string()
    } else {
        format!("{us}, in check from {}", checkers.join(" and "))
    }
}

fn notations(position: &Position, capture: &JudgedCapture) -> String {
    let san = |suffix| position.san(capture.capture, suffix);
    format!(
        "SAN {} or {}, UCI {}",
        san(EnPassantSuffix::Without),
        san(EnPassantSuffix::With),
        position.uci(capture.capture)
    )
}

fn name(piece: Piece) -> String {
    piece.piece_type().to_string()
}

/// The object, with the keys in the order in which `passant explain --help` documents them.
#[derive(Serialize)]
struct Facts<'a> {
    fen: &'a str,
    repairs: Vec<RepairFacts>,
    game: GameFacts,
    side_to_move: &'static str,
    right: Option<RightFacts>,
    conventions: Conventions,
    outcome: Option<&'static str>,
}

#[derive(Serialize)]
struct RepairFacts {
    field: String,
    fault: String,
    remedy: &'static str,
}

#[derive(Serialize)]
struct GameFacts {
    san: Vec<String>,
    /// The plies that captured en passant, counted from 1.
    en_passant: Vec<usize>,
    captured: Captured,
}

#[derive(Serialize)]
struct Captured {
    white: Vec<char>,
    black: Vec<char>,
}

#[derive(Serialize)]
struct RightFacts {
    target: String,
    victim: String,
    origin: String,
    capturers: Vec<CapturerFacts>,
}

#[derive(Serialize)]
struct CapturerFacts {
    square: String,
    uci: String,
    /// `None` if the capture is illegal: only legal moves have a SAN.
    san: Option<String>,
    legal: bool,
    reason: Option<&'static str>,
    sentence: String,
}

#[derive(Serialize)]
struct Conventions {
    always: String,
    pseudo_legal: String,
    legal: String,
}

impl Explanation<'_> {
    /// The explanation as a JSON object, indented, with the keys that `passant explain --help` documents.
    ///
    /// # Errors
    ///
    /// If it cannot be written as JSON.
    pub fn json(&self) -> io::Result<String> {
        pretty_json(&Facts::of(self))
    }
}

impl<'a> Facts<'a> {
    /// The facts that an explanation states.
    fn of(explanation: &'a Explanation<'_>) -> Self {
        let position = explanation.position();
        let fen = |mode| position.fen(mode).to_string();
        Self {
            fen: &explanation.reading.text,
            repairs: repairs(explanation),
            game: game(explanation.game),
            side_to_move: adjective(position.side_to_move()),
            right: match &explanation.right {
                Right::None(_) => None,
                Right::Given(right, candidates) => Some(right_facts(position, *right, candidates)),
            },
            conventions: Conventions {
                always: fen(EnPassantMode::Always),
                pseudo_legal: fen(EnPassantMode::PseudoLegal),
                legal: fen(EnPassantMode::Legal),
            },
            outcome: explanation.game.ending().map(ending),
        }
    }
}

fn repairs(explanation: &Explanation<'_>) -> Vec<RepairFacts> {
    let repairs = explanation.reading.repairs.iter();
    repairs
        .map(|fault| RepairFacts {
            field: fault.field().to_string(),
            fault: fault.to_string(),
            remedy: fen_error::remedy(*fault),
        })
        .collect()
}

fn game(game: &GameRecord) -> GameFacts {
    let letters = |color| {
        game.captures_of(color)
            .into_iter()
            .map(Piece::letter)
            .collect()
    };
    let plies = || (1..).zip(game.plies());
    GameFacts {
        san: plies().map(|(_, ply)| ply.san.to_string()).collect(),
        en_passant: plies()
            .filter(|(_, ply)| ply.mv.is_en_passant())
            .map(|(number, _)| number)
            .collect(),
        captured: Captured {
            white: letters(Color::White),
            black: letters(Color::Black),
        },
    }
}

fn right_facts(position: &Position, right: EnPassant, candidates: &[JudgedCapture]) -> RightFacts {
    let capturer = |candidate: &JudgedCapture| CapturerFacts {
        square: candidate.capturer.to_string(),
        uci: candidate.capture.uci().to_string(),
        san: (candidate.verdict == EnPassantVerdict::Legal).then(|| {
            position
                .san(candidate.capture, EnPassantSuffix::Without)
                .to_string()
        }),
        legal: candidate.verdict == EnPassantVerdict::Legal,
        reason: reason(candidate.verdict),
        sentence: candidate.sentence(),
    };
    RightFacts {
        target: right.target().to_string(),
        victim: right.victim().to_string(),
        origin: right.origin().to_string(),
        capturers: candidates.iter().map(capturer).collect(),
    }
}

/// Why a capture is illegal, in one word; `None` if it is legal.
#[must_use]
pub fn reason(verdict: EnPassantVerdict) -> Option<&'static str> {
    match verdict {
        EnPassantVerdict::Legal => None,
        EnPassantVerdict::Illegal(reason) => Some(match reason {
            IllegalReason::Check => "check",
            IllegalReason::File => "file",
            IllegalReason::Diagonal => "diagonal",
            IllegalReason::Rank => "rank",
            IllegalReason::Victim => "victim",
        }),
    }
}

/// Says how a game has ended, in one word.
#[must_use]
pub fn ending(ending: Ending) -> &'static str {
    match ending {
        Ending::Outcome(Outcome::Checkmate { .. }) => "checkmate",
        Ending::Outcome(Outcome::Stalemate) => "stalemate",
        Ending::Outcome(Outcome::InsufficientMaterial) => "insufficient_material",
        Ending::Outcome(Outcome::SeventyFiveMoves) => "seventy_five_moves",
        Ending::Outcome(Outcome::FiftyMoves) => "fifty_moves",
        Ending::Outcome(Outcome::ThreefoldRepetition) | Ending::Repetition(..5) => {
            "threefold_repetition"
        }
        Ending::Outcome(Outcome::FivefoldRepetition) | Ending::Repetition(_) => {
            "fivefold_repetition"
        }
    }
}
