//! An explanation as text.

use anstyle::{AnsiColor, Style};
use passant_rules::{
    Color, EnPassant, EnPassantMode, EnPassantSuffix, EnPassantVerdict, Piece, Position,
};

use crate::explanation::{Explanation, Right};
use crate::fen_error;
use crate::game::Game;
use crate::report::sheet::Sheet;
use crate::report::{adjective, board};
use passant_judge::explain::{self, JudgedCapture};

/// A label.
const LABEL: Style = Style::new().bold();

/// The label of a capture that may be played.
const LEGAL: Style = AnsiColor::Green.on_default().bold();

/// The label of a capture that may not.
const ILLEGAL: Style = AnsiColor::Red.on_default().bold();

/// When the three kinds of FEN show an en passant square.
const CONVENTIONS: &str = "always: after every double push; pseudo-legal: if a pawn stands beside the victim; \
                           legal: if it may be captured";

/// The explanation: the board, then a list of facts.
pub(crate) fn text(explanation: &Explanation<'_>) -> String {
    let position = explanation.position();
    let target = position.en_passant().map(EnPassant::target);
    let mut sheet = Sheet::default();
    add_game(&mut sheet, explanation.game);
    sheet.plain(&board::draw(&position.board(), target));
    sheet.plain("\n");
    sheet.entry("to move", LABEL, &to_move(position));
    for fault in &explanation.reading.repairs {
        sheet.entry(fen_error::remedy(*fault), LABEL, &fault.to_string());
    }
    match &explanation.right {
        Right::None(why) => sheet.entry("right", LABEL, &format!("none: {why}")),
        Right::Given(right, judged_captures) => {
            add_right(&mut sheet, *right, position.side_to_move());
            add_captures(&mut sheet, *right, position, judged_captures);
        }
    }
    add_conventions(&mut sheet, position);
    if let Some(ending) = explanation.game.ending() {
        sheet.entry("outcome", LABEL, &ending.to_string());
    }
    sheet.finish()
}

/// The moves and the men captured, if any move was played.
fn add_game(sheet: &mut Sheet, game: &Game) {
    if game.plies().is_empty() {
        return;
    }
    sheet.entry("game", LABEL, &game.movetext());
    let captured = Color::ALL.map(|color| {
        let names: Vec<_> = game.captured_by(color).into_iter().map(name).collect();
        let list = if names.is_empty() {
            "nothing".to_owned()
        } else {
            names.join(", ")
        };
        format!("by {color}: {list}")
    });
    sheet.entry("captured", LABEL, &captured.join("; "));
    sheet.plain("\n");
}

fn add_right(sheet: &mut Sheet, right: EnPassant, us: Color) {
    let (target, victim, origin) = (right.target(), right.victim(), right.origin());
    let them = adjective(!us);
    for (label, text) in [
        (
            "right",
            format!("{us}'s: a {them} pawn has just moved from {origin} to {victim}"),
        ),
        (
            "target",
            format!("{target}, marked *: that pawn has passed over it; a capturer lands here"),
        ),
        (
            "victim",
            format!("{victim}: a capture takes the pawn off this square"),
        ),
    ] {
        sheet.entry(label, LABEL, &text);
    }
}

fn add_captures(
    sheet: &mut Sheet,
    right: EnPassant,
    position: &Position,
    judged_captures: &[JudgedCapture],
) {
    if judged_captures.is_empty() {
        let us = adjective(position.side_to_move());
        let nobody = format!("none: no {us} pawn stands beside {}", right.victim());
        sheet.entry("captures", LABEL, &nobody);
    }
    for candidate in judged_captures {
        let because = format!("{}: {}", candidate.word(), candidate.because);
        match candidate.verdict {
            EnPassantVerdict::Illegal(_) => sheet.entry(&candidate.name(), ILLEGAL, &because),
            EnPassantVerdict::Legal => {
                sheet.entry(&candidate.name(), LEGAL, &because);
                sheet.entry("", LABEL, &notations(position, candidate));
            }
        }
    }
}

/// The FEN as each convention has it, and what the conventions are where that makes a difference.
fn add_conventions(sheet: &mut Sheet, position: &Position) {
    let conventions = [
        ("always", EnPassantMode::Always),
        ("pseudo-legal", EnPassantMode::PseudoLegal),
        ("legal", EnPassantMode::Legal),
    ];
    let lines = conventions.map(|(name, mode)| format!("{name:<12}  {}", position.fen(mode)));
    sheet.lines("FEN", LABEL, lines);
    if position.fen(EnPassantMode::Always) != position.fen(EnPassantMode::Legal) {
        sheet.entry("", LABEL, CONVENTIONS);
    }
}

fn to_move(position: &Position) -> String {
    let checkers = position.checkers().into_iter();
    let checkers: Vec<_> = checkers
        .map(|from| explain::piece_on(&position.board(), from))
        .collect();
    let us = position.side_to_move();
    if checkers.is_empty() {
        us.to_string()
    } else {
        format!("{us}, in check from {}", checkers.join(" and "))
    }
}

fn notations(position: &Position, candidate: &JudgedCapture) -> String {
    let san = |suffix| position.san(candidate.capture, suffix);
    format!(
        "SAN {} or {}, UCI {}",
        san(EnPassantSuffix::Without),
        san(EnPassantSuffix::With),
        position.uci(candidate.capture)
    )
}

fn name(man: Piece) -> String {
    man.piece_type().to_string()
}
