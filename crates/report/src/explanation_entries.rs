//! The explanation of a position as a list of sentences.

use passant_rules::{
    Color, EnPassant, EnPassantMode, EnPassantSuffix, EnPassantVerdict, Piece, Position,
};

use crate::explanation::{Explanation, Right};
use crate::fen_error;
use crate::judged_captures::{JudgedCapture, piece_on};
use crate::words::adjective;

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
    let conventions = [
        ("always", EnPassantMode::Always),
        ("pseudo-legal", EnPassantMode::PseudoLegal),
        ("legal", EnPassantMode::Legal),
    ];
    let lines = conventions.map(|(name, mode)| format!("{name:<12}  {}", position.fen(mode)));
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
