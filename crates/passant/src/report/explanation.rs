//! The explanation of a position as text.

pub(crate) mod json;

use anstyle::{AnsiColor, Style};
use passant_rules::{
    Color, EnPassant, EnPassantMode, EnPassantSuffix, EnPassantVerdict, Piece, Position,
};

use crate::explanation::{Explanation, Right};
use crate::fen_error;
use crate::game_record::GameRecord;
use crate::report::board;
use crate::report::labelled_list::LabelledList;
use crate::report::words::adjective;
use passant_judge::explain::{self, JudgedCapture};

/// The style of a label.
const LABEL: Style = Style::new().bold();

/// The style of the label of a legal capture.
const LEGAL: Style = AnsiColor::Green.on_default().bold();

/// The style of the label of an illegal capture.
const ILLEGAL: Style = AnsiColor::Red.on_default().bold();

/// When a FEN has an en passant square in each convention.
const CONVENTIONS: &str = "always: after every double push; pseudo-legal: if an enemy pawn stands beside the \
                           victim; legal: if a capture is legal";

/// The explanation: the board, then a list of facts.
pub(crate) fn text(explanation: &Explanation<'_>) -> String {
    let position = explanation.position();
    let target = position.en_passant().map(EnPassant::target);
    let mut list = LabelledList::default();
    add_game(&mut list, explanation.game);
    list.plain(&board::draw(&position.board(), target));
    list.plain("\n");
    list.entry("to move", LABEL, &to_move(position));
    for fault in &explanation.reading.repairs {
        list.entry(fen_error::remedy(*fault), LABEL, &fault.to_string());
    }
    match &explanation.right {
        Right::None(why) => list.entry("right", LABEL, &format!("none: {why}")),
        Right::Given(right, judged_captures) => {
            add_right(&mut list, *right, position.side_to_move());
            add_captures(&mut list, *right, position, judged_captures);
        }
    }
    add_conventions(&mut list, position);
    if let Some(ending) = explanation.game.ending() {
        list.entry("outcome", LABEL, &ending.to_string());
    }
    list.finish()
}

/// Adds the moves and the captured pieces, if there are moves.
fn add_game(list: &mut LabelledList, game: &GameRecord) {
    if game.plies().is_empty() {
        return;
    }
    list.entry("game", LABEL, &game.movetext());
    let captured = Color::ALL.map(|color| {
        let names: Vec<_> = game.captured_by(color).into_iter().map(name).collect();
        let list = if names.is_empty() {
            "nothing".to_owned()
        } else {
            names.join(", ")
        };
        format!("by {color}: {list}")
    });
    list.entry("captured", LABEL, &captured.join("; "));
    list.plain("\n");
}

fn add_right(list: &mut LabelledList, right: EnPassant, us: Color) {
    let (target, victim, origin) = (right.target(), right.victim(), right.origin());
    let them = adjective(!us);
    for (label, text) in [
        (
            "right",
            format!("{us}'s: a {them} pawn has just moved from {origin} to {victim}"),
        ),
        (
            "target",
            format!("{target}, marked *: the pawn has passed over it; the capturer moves here"),
        ),
        (
            "victim",
            format!("{victim}: the capture removes the pawn from this square"),
        ),
    ] {
        list.entry(label, LABEL, &text);
    }
}

fn add_captures(
    list: &mut LabelledList,
    right: EnPassant,
    position: &Position,
    judged_captures: &[JudgedCapture],
) {
    if judged_captures.is_empty() {
        let us = adjective(position.side_to_move());
        let none = format!("none: no {us} pawn stands beside {}", right.victim());
        list.entry("captures", LABEL, &none);
    }
    for candidate in judged_captures {
        let because = format!("{}: {}", candidate.word(), candidate.because);
        match candidate.verdict {
            EnPassantVerdict::Illegal(_) => list.entry(&candidate.name(), ILLEGAL, &because),
            EnPassantVerdict::Legal => {
                list.entry(&candidate.name(), LEGAL, &because);
                list.entry("", LABEL, &notations(position, candidate));
            }
        }
    }
}

/// Adds the FEN in each convention, and explains the conventions if they differ.
fn add_conventions(list: &mut LabelledList, position: &Position) {
    let conventions = [
        ("always", EnPassantMode::Always),
        ("pseudo-legal", EnPassantMode::PseudoLegal),
        ("legal", EnPassantMode::Legal),
    ];
    let lines = conventions.map(|(name, mode)| format!("{name:<12}  {}", position.fen(mode)));
    list.lines("FEN", LABEL, lines);
    if position.fen(EnPassantMode::Always) != position.fen(EnPassantMode::Legal) {
        list.entry("", LABEL, CONVENTIONS);
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

fn name(piece: Piece) -> String {
    piece.piece_type().to_string()
}
