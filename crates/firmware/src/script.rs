//! A game as a board with sensors sees it. Only hosts have this module; a chip gets the events over its serial line.

use passant_rules::{Move, Position, Square};

/// A game between two programs. After 23.b4 two pawns may capture en passant.
const GAME: &str = include_str!("../games/isichess-arnoldus.pgn");

/// The moves of that game, in SAN.
#[must_use]
pub fn game() -> Vec<&'static str> {
    let moves = GAME.lines().filter(|line| !line.starts_with('['));
    moves
        .flat_map(str::split_whitespace)
        .filter(|word| !word.ends_with('.') && *word != "*")
        .collect()
}

/// The events of that game, for [`board`](crate::board()). Before an en passant capture, each pawn that may capture is
/// lifted and put back. The victim is removed last, as by a player who forgets it.
///
/// # Panics
///
/// Panics if a move of the game is not legal.
#[must_use]
pub fn script() -> String {
    let mut position = Position::initial();
    let mut events = String::new();
    for text in game() {
        let mv = position
            .parse_san(text)
            .expect("the moves of the game are legal");
        if mv.is_en_passant() {
            for other in position
                .legal_moves()
                .iter()
                .filter(|other| other.is_en_passant())
            {
                event(&mut events, '-', other.from());
                event(&mut events, '+', other.from());
            }
        }
        play(&mut events, &position, mv);
        let _ = position.make(mv);
    }
    events + "quit\n"
}

fn play(events: &mut String, position: &Position, mv: Move) {
    if let Some(victim) = mv.victim_square().filter(|_| !mv.is_en_passant()) {
        event(events, '-', victim);
    }
    event(events, '-', mv.from());
    event(events, '+', mv.to());
    if let Some(victim) = mv.victim_square().filter(|_| mv.is_en_passant()) {
        event(events, '-', victim);
    }
    if mv.kind().castling_side().is_some() {
        let after = position.occupied_after(mv);
        for rook in position.occupied() - after {
            if rook != mv.from() {
                event(events, '-', rook);
            }
        }
        for rook in after - position.occupied() {
            if rook != mv.to() {
                event(events, '+', rook);
            }
        }
    }
}

fn event(events: &mut String, what: char, at: Square) {
    events.push(what);
    events.push_str(&at.to_string());
    events.push('\n');
}
