//! Everything that the page shows of a game.

mod legal_move;
mod ply;
mod right;

use passant_report::{
    CONVENTIONS, Entry, Explanation, FenReading, GameRecord, Right, adjective, ending, fen_error,
    lookalike,
};
use passant_rules::{Color, EnPassantMode, Piece, Position};
use serde::Serialize;

use crate::field_diagnostic::FieldDiagnostic;
use crate::reply::Entries;
use legal_move::LegalMove;
use ply::PlyView;
use right::RightView;

/// A game, shown at one of its positions.
#[derive(Serialize)]
pub(crate) struct View {
    start_fen: String,
    repairs: Vec<FieldDiagnostic>,
    /// How many plies lead to the position that is shown.
    ply: usize,
    /// The letter of each piece, by square.
    pieces: Entries<char>,
    side: &'static str,
    fullmove: u16,
    halfmove: u16,
    castling: String,
    king: String,
    checkers: Vec<String>,
    right: Option<RightView>,
    no_right: Option<String>,
    entries: Vec<EntryView>,
    fens: Fens,
    conventions: &'static str,
    legal: Vec<LegalMove>,
    /// All plies of the game, also those after the position that is shown.
    plies: Vec<PlyView>,
    captured: Captured,
    ending: Option<String>,
    ending_word: Option<&'static str>,
    occurrences: usize,
    almost: Option<String>,
}

/// A sentence of `passant explain`.
#[derive(Serialize)]
struct EntryView {
    label: String,
    lines: Vec<String>,
    legal: Option<bool>,
}

#[derive(Serialize)]
struct Fens {
    always: String,
    pseudo_legal: String,
    legal: String,
}

/// The pieces that each side has captured, in order.
#[derive(Serialize)]
struct Captured {
    white: Vec<char>,
    black: Vec<char>,
}

impl View {
    /// The game after some plies; after all if `ply` is `None` or too large.
    pub(crate) fn new(reading: &FenReading, game: &GameRecord, ply: Option<usize>) -> Self {
        let plies = PlyView::all(reading, game);
        let number = ply.map_or(game.plies().len(), |ply| ply.min(game.plies().len()));
        let mut shown = GameRecord::new(reading.position.clone());
        for ply in &game.plies()[..number] {
            shown.play(ply.mv);
        }
        let explanation = Explanation::new(reading, &shown);
        Self::of(&explanation, plies)
    }

    /// The last position of the game of an explanation, with the plies of the whole game.
    fn of(explanation: &Explanation<'_>, plies: Vec<PlyView>) -> Self {
        let reading = explanation.reading;
        let repairs = fen_error::about_repairs(&reading.text, &reading.repairs);
        let (game, position) = (explanation.game, explanation.position());
        let fen = |mode| position.fen(mode).to_string();
        let entries = explanation.about_the_game().into_iter();
        let (right, no_right) = match &explanation.right {
            Right::Given(right, captures) => {
                (Some(RightView::new(position, *right, captures)), None)
            }
            Right::None(why) => (None, Some(why.clone())),
        };
        Self {
            start_fen: reading.text.clone(),
            repairs: FieldDiagnostic::list("fen", repairs),
            ply: game.plies().len(),
            pieces: pieces(position),
            side: adjective(position.side_to_move()),
            fullmove: position.fullmove_number(),
            halfmove: position.halfmove_clock(),
            castling: castling(position),
            king: position.king(position.side_to_move()).to_string(),
            checkers: position
                .checkers()
                .into_iter()
                .map(|it| it.to_string())
                .collect(),
            right,
            no_right,
            entries: entries
                .chain(explanation.about_the_position())
                .map(EntryView::from)
                .collect(),
            fens: Fens {
                always: fen(EnPassantMode::Always),
                pseudo_legal: fen(EnPassantMode::PseudoLegal),
                legal: fen(EnPassantMode::Legal),
            },
            conventions: CONVENTIONS,
            legal: LegalMove::all(position),
            plies,
            captured: Captured {
                white: letters(game, Color::White),
                black: letters(game, Color::Black),
            },
            ending: game.ending().map(|it| it.to_string()),
            ending_word: game.ending().map(ending),
            occurrences: game.occurrences(),
            almost: lookalike::sentence(game),
        }
    }
}

impl From<Entry> for EntryView {
    fn from(entry: Entry) -> Self {
        Self {
            label: entry.label,
            lines: entry.lines,
            legal: entry.is_legal,
        }
    }
}

fn pieces(position: &Position) -> Entries<char> {
    let board = position.board();
    let letters = board
        .iter()
        .map(|(square, piece)| (square.to_string(), piece.letter()));
    Entries(letters.collect())
}

/// The castling field of the FEN.
fn castling(position: &Position) -> String {
    let fen = position.fen(EnPassantMode::Always);
    fen.split(' ').nth(2).unwrap_or_default().to_owned()
}

fn letters(game: &GameRecord, color: Color) -> Vec<char> {
    let pieces = game.captured_by(color).into_iter();
    pieces.map(Piece::letter).collect()
}
