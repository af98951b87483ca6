//! The picture of a position. Texts and SVG draw the same one.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};
use passant_report::judged_captures::{JudgedCapture, judged_captures};
use passant_rules::{Bitboard, EnPassantMode, File, Position, Rank, Setup, Square};

/// The style of the star on the target.
const TARGET: Style = AnsiColor::Yellow.on_default().bold();

/// The style of the brackets around a marked square.
const MARK: Style = AnsiColor::Red.on_default().bold();

/// What is drawn of a position.
pub(crate) struct Picture {
    pub(super) setup: Setup,
    /// The squares to look at.
    pub(super) marked: Bitboard,
}

impl Picture {
    /// Returns the picture of a setup, without marks.
    pub(crate) fn new(setup: Setup) -> Self {
        Self {
            setup,
            marked: Bitboard::EMPTY,
        }
    }

    /// Returns the picture of a position, without marks.
    pub(crate) fn of_position(position: &Position) -> Self {
        Self::new(position.setup(EnPassantMode::Always))
    }

    /// Returns the picture of a FEN; `None` if the text is not a FEN.
    pub(crate) fn of_fen(fen: &str) -> Option<Self> {
        Setup::from_fen(fen).ok().map(Self::new)
    }

    /// Marks squares, given by their names.
    pub(crate) fn mark(mut self, names: &[String]) -> Self {
        let squares = names.iter().filter_map(|name| Square::from_name(name));
        self.marked = squares.collect();
        self
    }

    /// Returns the en passant captures, each with the attacks that forbid it; none if the setup is no position. A text has no
    /// room for them; SVG draws them.
    pub(super) fn captures(&self) -> Vec<JudgedCapture> {
        let position = self.setup.validate();
        position.map_or_else(|_| Vec::new(), |it| judged_captures(&it))
    }

    /// Says why each en passant capture is legal or illegal, a sentence each.
    pub(crate) fn sentences(&self) -> Vec<String> {
        let captures = self.captures().into_iter();
        captures.map(|it| it.sentence() + ".").collect()
    }

    /// Draws the board with coordinates, from White's side. An empty square is a dot, the target a star, and brackets stand
    /// around marked squares.
    pub(crate) fn text(&self) -> String {
        let is_wide = !self.marked.is_empty();
        let mut drawing = String::new();
        for rank in Rank::ALL.into_iter().rev() {
            let cells = File::ALL.map(|file| self.cell(Square::new(file, rank)));
            let line = if is_wide {
                cells.concat()
            } else {
                cells.join(" ")
            };
            let gap = if is_wide { " " } else { "  " };
            // Writing to a string cannot fail.
            let _ = writeln!(drawing, "{}", format!("{rank}{gap}{line}").trim_end());
        }
        let between = if is_wide { "  " } else { " " };
        let letters = File::ALL.map(|file| file.letter().to_string());
        drawing + "   " + &letters.join(between) + "\n"
    }

    fn cell(&self, square: Square) -> String {
        let cell = match self.setup.board.get(square) {
            Some(piece) => piece.letter().to_string(),
            None if self.setup.en_passant == Some(square) => format!("{TARGET}*{TARGET:#}"),
            None => ".".to_owned(),
        };
        if self.marked.contains(square) {
            format!("{MARK}[{MARK:#}{cell}{MARK}]{MARK:#}")
        } else if self.marked.is_empty() {
            cell
        } else {
            format!(" {cell} ")
        }
    }
}
