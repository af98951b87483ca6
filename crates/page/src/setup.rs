//! The request `setup`: pieces that a person put on the board, and what else a FEN says.

use passant_report::{FenReading, GameRecord, fen_error};
use passant_rules::{Board, CastlingRights, Color, FenError, FenField, Piece, Setup, Square};
use serde::Serialize;

use crate::request::{FieldDiagnostic, Refusal, Request};
use crate::view::View;

/// A setup: what it is as a FEN, the game that begins there if one can, and what is wrong with it.
#[derive(Serialize)]
pub(crate) struct BuiltSetup {
    fen: String,
    game: Option<View>,
    diagnostics: Vec<FieldDiagnostic>,
}

/// The largest clock that a FEN can say.
const MOST: u32 = u16::MAX as u32;

/// Builds the FEN, and says everything that is wrong with it.
pub(crate) fn setup(request: &Request<'_>) -> Result<BuiltSetup, Refusal> {
    let placement = placement(&board(request)?);
    let side = match request.text("side")? {
        "white" => "w",
        "black" => "b",
        _ => return Err(request.refuse("side", "expected white or black")),
    };
    let castling = word(request, "castling")?;
    let target = word(request, "target")?;
    let halfmove = request.optional_number("halfmove", MOST)?.unwrap_or(0);
    let fullmove = request.optional_number("fullmove", MOST)?.unwrap_or(1);
    let fen = format!("{placement} {side} {castling} {target} {halfmove} {fullmove}");
    Ok(match FenReading::new(&fen) {
        Ok(reading) => {
            let game = GameRecord::new(reading.position.clone());
            BuiltSetup {
                game: Some(View::new(&reading, &game, None)),
                diagnostics: repairs(&reading),
                fen,
            }
        }
        Err(error) => BuiltSetup {
            game: None,
            diagnostics: errors(&fen, &error),
            fen,
        },
    })
}

/// The pieces by their squares.
fn board(request: &Request<'_>) -> Result<Board, Refusal> {
    let refuse = |message: &str| Err(request.refuse("pieces", message));
    let Some(pieces) = request.optional_text("pieces") else {
        return refuse("expected squares and pieces, such as \"e1K e8k\"");
    };
    let mut board = Board::EMPTY;
    for word in pieces.split_whitespace() {
        let (name, letter) = word.split_at_checked(2).unwrap_or((word, ""));
        let Some(square) = Square::from_name(name) else {
            return refuse(&format!(
                "there is no square {name:?}; expected one like e4"
            ));
        };
        let mut letters = letter.chars();
        let piece = letters.next().and_then(Piece::from_letter);
        if piece.is_none() || letters.next().is_some() {
            return refuse(&format!(
                "there is no such piece on {square}; expected one of PNBRQKpnbrqk"
            ));
        }
        board.set(square, piece);
    }
    Ok(board)
}

fn placement(board: &Board) -> String {
    let setup = Setup {
        board: board.clone(),
        side_to_move: Color::White,
        castling: CastlingRights::NONE,
        en_passant: None,
        halfmove_clock: 0,
        fullmove_number: 1,
    };
    let fen = setup.fen();
    fen.split(' ').next().unwrap_or_default().to_owned()
}

/// A field of the FEN that is one word; `-` if it is missing or empty.
fn word<'a>(request: &'a Request<'_>, name: &'static str) -> Result<&'a str, Refusal> {
    let word = request.optional_text(name).map(str::trim);
    match word.filter(|word| !word.is_empty()) {
        None => Ok("-"),
        Some(word) if word.len() <= 16 && !word.contains(char::is_whitespace) => Ok(word),
        Some(_) => Err(request.refuse(name, "expected one word, or nothing")),
    }
}

/// The field of the request that a field of the FEN comes from.
fn name(field: FenField) -> &'static str {
    match field {
        FenField::Placement => "pieces",
        FenField::SideToMove => "side",
        FenField::Castling => "castling",
        FenField::EnPassant => "target",
        FenField::HalfmoveClock => "halfmove",
        FenField::FullmoveNumber => "fullmove",
    }
}

fn repairs(reading: &FenReading) -> Vec<FieldDiagnostic> {
    let warnings = fen_error::about_repairs(&reading.text, &reading.repairs);
    let fields = reading.repairs.iter().map(|fault| name(fault.field()));
    let pairs = fields.zip(warnings);
    pairs
        .map(|(field, warning)| FieldDiagnostic::of_field(field, warning))
        .collect()
}

fn errors(fen: &str, error: &FenError) -> Vec<FieldDiagnostic> {
    let fields: Vec<FenField> = match error {
        FenError::Syntax(_) => {
            let errors = Setup::syntax_errors(fen);
            errors.iter().map(|error| error.field).collect()
        }
        FenError::Invalid(faults) => faults.iter().map(|fault| fault.field()).collect(),
    };
    let pairs = fields.into_iter().zip(fen_error::diagnostics(fen, error));
    pairs
        .map(|(field, diagnostic)| FieldDiagnostic::of_field(name(field), diagnostic))
        .collect()
}
