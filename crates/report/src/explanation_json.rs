//! The explanation of a position as a JSON object.

use std::io;

use passant_rules::{
    Color, EnPassant, EnPassantMode, EnPassantSuffix, EnPassantVerdict, IllegalReason, Outcome,
    Piece, Position,
};
use serde::Serialize;

use crate::explanation::{Explanation, Right};
use crate::fen_error;
use crate::game_record::{Ending, GameRecord};
use crate::judged_captures::JudgedCapture;
use crate::{adjective, pretty_json};

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
