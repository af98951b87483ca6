//! The twins of cases about the state of a game.

use passant_rules::{Color, Setup, Square};

use crate::case::EnPassantSquares;
use crate::state::{
    AfterMoves, AfterPly, AskedMove, Effect, Notation, Queries, Repetition, SamePosition,
    StateCase, StateQuestion, Written,
};
use crate::twin::{Addressed, Carry, FLIP};

impl StateCase {
    /// The twin with the colors swapped and the board upside down; its address ends with `~flipped`. A game that
    /// begins with the initial position then begins with Black's move.
    ///
    /// `None` for the text of a whole game, because its move numbers say which side begins.
    #[must_use]
    pub fn flip(&self) -> Option<Self> {
        self.twin(&FLIP)
    }

    /// Returns all twins: flipped, mirrored, and both, as far as they exist.
    pub fn twins(&self) -> impl Iterator<Item = Self> {
        self.every_twin().into_iter()
    }
}

impl Addressed for StateCase {
    fn address(&self) -> &str {
        &self.address
    }

    fn may_castle(&self) -> bool {
        let lines = self.lines();
        lines.iter().any(|line| !line.setup.castling.is_empty())
    }

    fn twin(&self, to: &Carry) -> Option<Self> {
        Some(Self {
            address: to.address(&self.address),
            question: to.question(&self.question)?,
            ..self.clone()
        })
    }
}

impl Carry {
    fn question(&self, question: &StateQuestion) -> Option<StateQuestion> {
        Some(match question {
            StateQuestion::AfterMoves(asked) => StateQuestion::AfterMoves(self.after_moves(asked)),
            StateQuestion::RoundTrip(asked) => StateQuestion::RoundTrip(self.after_moves(asked)),
            StateQuestion::SamePosition(asked) => StateQuestion::SamePosition(SamePosition {
                one: self.line(&asked.one),
                other: self.line(&asked.other),
                polyglot: None,
                ..*asked
            }),
            StateQuestion::Repetition(asked) => StateQuestion::Repetition(Repetition {
                line: self.line(&asked.line),
                ..*asked
            }),
            StateQuestion::Text(asked) => StateQuestion::Text(self.notation(asked)),
            StateQuestion::Queries(asked) => StateQuestion::Queries(Queries {
                line: self.line(&asked.line),
                asked: asked
                    .asked
                    .iter()
                    .map(|asked| self.move_question(asked))
                    .collect(),
            }),
            StateQuestion::Game(_) => return None,
        })
    }

    fn after_moves(&self, asked: &AfterMoves) -> AfterMoves {
        let line = self.line(&asked.line);
        let after = asked.after.iter();
        let after = after.map(|after| self.after(after, &line.setup));
        AfterMoves {
            after: after.collect(),
            line,
        }
    }

    /// Returns the contents of the FEN after some plies of the twin, which starts with the other color: Black's moves
    /// increase the move number.
    fn after(&self, after: &AfterPly, start: &Setup) -> AfterPly {
        let carry = |square: Option<Square>| square.map(self.square);
        let moves_of_black = match start.side_to_move {
            Color::White => after.ply / 2,
            Color::Black => after.ply.div_ceil(2),
        };
        let fullmove_number = usize::from(start.fullmove_number) + moves_of_black;
        AfterPly {
            ply: after.ply,
            setup: Setup {
                fullmove_number: fullmove_number.try_into().unwrap_or(u16::MAX),
                ..(self.setup)(&after.setup)
            },
            en_passant: EnPassantSquares {
                always: carry(after.en_passant.always),
                pseudo_legal: carry(after.en_passant.pseudo_legal),
                legal: carry(after.en_passant.legal),
            },
        }
    }

    fn notation(&self, asked: &Notation) -> Notation {
        let texts = |texts: &[String]| texts.iter().map(|text| self.text(text)).collect();
        let written = |written: &Written| Written {
            mv: self.mv(written.mv),
            san: self.text(&written.san),
            tolerated: texts(&written.tolerated),
        };
        Notation {
            line: self.line(&asked.line),
            written: asked.written.iter().map(written).collect(),
            refused: texts(&asked.refused),
        }
    }

    fn move_question(&self, asked: &AskedMove) -> AskedMove {
        let effect = |effect: &Effect| Effect {
            takes: effect
                .takes
                .map(|(piece, square)| (piece, (self.square)(square))),
            gives_check: effect.gives_check,
        };
        AskedMove {
            mv: self.mv(asked.mv),
            legal: asked.legal.as_ref().map(effect),
        }
    }

    /// A move's text, in UCI or SAN. The letters of the suffix `e.p.` and of a promotion are not files.
    fn text(&self, text: &str) -> String {
        let suffix = text.find("e.p.").or_else(|| text.find("ep"));
        let (squares, rest) = text.split_at(suffix.unwrap_or(text.len()));
        let promotion = is_uci_promotion(squares).then_some(squares.len() - 1);
        let (squares, promotion) = squares.split_at(promotion.unwrap_or(squares.len()));
        let carried: String = squares.chars().map(self.letter).collect();
        carried + promotion + rest
    }
}

/// Tells whether a text ends with a promotion as UCI writes it: `a7b8b` becomes a bishop, which is not a file.
fn is_uci_promotion(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.len() == 5 && bytes[3].is_ascii_digit() && bytes[4].is_ascii_lowercase()
}
