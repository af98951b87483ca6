//! A board with 64 sensors and 64 lights: infers the moves from what was lifted and put down.
//!
//! The hands of two players are a list of events here; a real board would read them from its sensors. The program
//! shows a light for each square where a lifted piece may go, and for a captured pawn that has to be removed.
//!
//! ```sh
//! cargo run -p passant-rules --example sensor_board
//! ```

use passant_rules::{Bitboard, EnPassantSuffix, Move, Position, Square};

/// A report of a sensor: a square became empty or occupied.
enum Event {
    Lifted(Square),
    PutDown(Square),
}

struct Board {
    position: Position,
    /// The squares that are occupied now.
    occupied: Bitboard,
    /// The squares from which a piece was lifted since the last move.
    lifted: Bitboard,
}

impl Board {
    fn new(position: Position) -> Self {
        Self {
            occupied: position.occupied(),
            lifted: Bitboard::EMPTY,
            position,
        }
    }

    fn sense(&mut self, event: &Event) {
        match *event {
            Event::Lifted(from) => {
                self.occupied.remove(from);
                self.lifted.insert(from);
                let targets = self.position.targets(from);
                if !targets.is_empty() {
                    println!("lights for {from}:\n{targets}");
                }
            }
            Event::PutDown(to) => self.occupied.insert(to),
        }
        let moves = self.position.infer_moves(self.occupied, self.lifted);
        match moves.first() {
            Some(&mv) => self.play(mv),
            None => self.show_forgotten_pawn(),
        }
    }

    fn play(&mut self, mv: Move) {
        println!("played {}\n", self.position.san(mv, EnPassantSuffix::With));
        let _ = self.position.make(mv);
        self.lifted = Bitboard::EMPTY;
    }

    /// After an en passant capture, players often forget to remove the captured pawn.
    fn show_forgotten_pawn(&self) {
        for mv in self.position.legal_moves() {
            let Some(victim) = mv.victim_square().filter(|_| mv.is_en_passant()) else {
                continue;
            };
            if self.occupied == self.position.occupied_after(mv) | victim.into() {
                println!("remove the pawn on {victim}");
            }
        }
    }
}

fn main() {
    let mut board = Board::new(Position::initial());
    for text in ["e2e4", "a7a6", "e4e5", "d7d5"] {
        let mv = board.position.parse_uci(text).expect("a legal move");
        board.sense(&Event::Lifted(mv.from()));
        board.sense(&Event::PutDown(mv.to()));
    }
    // White captures en passant, and removes the pawn only after the reminder.
    board.sense(&Event::Lifted(Square::E5));
    board.sense(&Event::PutDown(Square::D6));
    board.sense(&Event::Lifted(Square::D5));
}
