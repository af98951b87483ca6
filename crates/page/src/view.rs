//! Everything that the page shows of a game.

use passant_report::judged_captures::{Attack, JudgedCapture, judged_captures};
use passant_report::{
    CONVENTIONS, Entry, Explanation, FenReading, GameRecord, Right, adjective, ending, fen_error,
    lookalike, reason, right_events, right_sentence,
};
use passant_rules::{
    Color, EnPassant, EnPassantMode, EnPassantSuffix, EnPassantVerdict, Move, Piece, Position,
    Square,
};
use serde::Serialize;

use crate::request::{Entries, FieldDiagnostic};

/// A game, shown at one of its positions.
#[derive(Serialize)]
pub(crate) struct View {
    start_fen: String,
    repairs: Vec<FieldDiagnostic>,
    /// The number of plies that lead to the position that is shown.
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
    let pieces = game.captures_of(color).into_iter();
    pieces.map(Piece::letter).collect()
}

#[derive(Serialize)]
pub(super) struct LegalMove {
    uci: String,
    from: String,
    /// The target square; for castling in Chess960 the square of the rook.
    to: String,
    promotion: Option<char>,
    san: String,
    /// The SAN with `e.p.` after an en passant capture.
    marked: String,
    en_passant: bool,
    /// The square of the captured piece.
    victim: Option<String>,
}

impl LegalMove {
    /// All legal moves of a position.
    pub(super) fn all(position: &Position) -> Vec<Self> {
        let moves = position.legal_moves();
        moves.iter().map(|mv| Self::new(position, *mv)).collect()
    }

    fn new(position: &Position, mv: Move) -> Self {
        let written = position.uci_move(mv);
        Self {
            uci: written.to_string(),
            from: written.from().to_string(),
            to: written.to().to_string(),
            promotion: written
                .promotion()
                .map(|it| it.letter().to_ascii_lowercase()),
            san: position.san(mv, EnPassantSuffix::Without).to_string(),
            marked: position.san(mv, EnPassantSuffix::With).to_string(),
            en_passant: mv.is_en_passant(),
            victim: mv.victim_square().map(|square| square.to_string()),
        }
    }
}

#[derive(Serialize)]
pub(super) struct PlyView {
    /// `3.` for White, `3...` for Black.
    number: String,
    color: &'static str,
    uci: String,
    san: String,
    marked: String,
    captured: Option<char>,
    en_passant: bool,
    /// The use of the right that the move gives: `legal` if it can be used, `illegal` if no capture is legal, `unused` if no
    /// pawn stands beside the victim; `None` if there is no right.
    right: Option<&'static str>,
    /// When a right arises, is used and expires, and how the game ends.
    log: Vec<String>,
    /// The position after the move, with the target after every double push.
    fen: String,
}

impl PlyView {
    /// All plies of a game.
    pub(super) fn all(reading: &FenReading, game: &GameRecord) -> Vec<Self> {
        let mut again = GameRecord::new(reading.position.clone());
        let plies = game.plies().iter();
        plies
            .map(|ply| {
                let before = again.position().en_passant();
                let uci = again.position().uci(ply.mv).to_string();
                again.play(ply.mv);
                Self {
                    number: ply.number_text(),
                    color: adjective(ply.color),
                    uci,
                    san: ply.san.to_string(),
                    marked: ply.marked.to_string(),
                    captured: ply.captured.map(Piece::letter),
                    en_passant: ply.mv.is_en_passant(),
                    right: use_of_right(again.position()),
                    log: right_events::after_last_move(&again, before),
                    fen: again.position().fen(EnPassantMode::Always).to_string(),
                }
            })
            .collect()
    }
}

/// Says in a word what the right of a position is good for.
fn use_of_right(position: &Position) -> Option<&'static str> {
    position.en_passant()?;
    let captures = judged_captures(position);
    let mut verdicts = captures.iter().map(|capture| capture.verdict);
    Some(match captures.is_empty() {
        true => "unused",
        false if verdicts.any(|verdict| verdict == EnPassantVerdict::Legal) => "legal",
        false => "illegal",
    })
}

#[derive(Serialize)]
pub(super) struct RightView {
    target: String,
    rank: u8,
    file: char,
    victim: String,
    origin: String,
    /// The side that may capture.
    side: &'static str,
    sentence: String,
    captures: Vec<CaptureView>,
}

#[derive(Serialize)]
struct CaptureView {
    from: String,
    to: String,
    uci: String,
    name: String,
    /// `None` if the capture is illegal: only legal moves have a SAN.
    san: Option<String>,
    marked: Option<String>,
    legal: bool,
    reason: Option<&'static str>,
    sentence: String,
    lines: Vec<LineView>,
}

/// A line along which the king would be attacked.
#[derive(Serialize)]
struct LineView {
    from: String,
    to: String,
    squares: Vec<String>,
    leaving: Vec<String>,
}

impl RightView {
    pub(super) fn new(position: &Position, right: EnPassant, captures: &[JudgedCapture]) -> Self {
        let us = position.side_to_move();
        let target = right.target();
        let captures = captures.iter();
        Self {
            target: target.to_string(),
            rank: target.rank().index() + 1,
            file: target.file().letter(),
            victim: right.victim().to_string(),
            origin: right.origin().to_string(),
            side: adjective(us),
            sentence: right_sentence(right, us),
            captures: captures
                .map(|capture| CaptureView::new(position, capture))
                .collect(),
        }
    }
}

impl CaptureView {
    fn new(position: &Position, capture: &JudgedCapture) -> Self {
        let is_legal = capture.verdict == EnPassantVerdict::Legal;
        let san = |suffix| is_legal.then(|| position.san(capture.capture, suffix).to_string());
        Self {
            from: capture.capturer.to_string(),
            to: capture.capture.to().to_string(),
            uci: capture.capture.uci().to_string(),
            name: capture.name(),
            san: san(EnPassantSuffix::Without),
            marked: san(EnPassantSuffix::With),
            legal: is_legal,
            reason: reason(capture.verdict),
            sentence: capture.sentence(),
            lines: capture.attacks.iter().map(LineView::from).collect(),
        }
    }
}

impl From<&Attack> for LineView {
    fn from(attack: &Attack) -> Self {
        let names = |squares: &[Square]| squares.iter().map(Square::to_string).collect();
        Self {
            from: attack.from.to_string(),
            to: attack.king.to_string(),
            squares: names(&attack.squares),
            leaving: names(&attack.leaving),
        }
    }
}
