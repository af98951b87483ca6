//! A chess board with 64 sensors and 64 lights.
//!
//! Events come in over the serial line, one per line of text: `-e2` means that a piece is lifted from e2, `+e4` that a
//! piece is put down on e4, `=n` that the next promotion is to a knight (`r`, `b` and `q` likewise; the default is a
//! queen). The board answers with these lines:
//!
//! | line | meaning |
//! | --- | --- |
//! | `lights d3 d4` | the squares where the lifted piece may go |
//! | `remove d5` | the pawn captured en passant is still on the board and must be removed |
//! | `move exd6 e.p.` | the move that was played |
//! | `fen …` | the position: at the start, and after each move |
//! | `over …` | the game is over, and this is how it ended |
//! | `what is …?` | this line is not an event |

use heapless::{Deque, String};
use passant_rules::{
    Bitboard, EnPassantMode, EnPassantSuffix, Game, Move, MoveList, Outcome, PieceType, Played,
    Position, Square,
};

use crate::line::{SerialLine, Text};

/// The length of the longest event, and one more character to notice a line that is longer.
const LONGEST: usize = 4;

/// Plays a game until the line ends. Returns whether every event was understood.
pub fn board(line: &mut impl SerialLine) -> bool {
    let mut board = SensorBoard::new();
    let mut passed = true;
    board.show(line);
    while let Some(text) = read_line(line) {
        let Some(event) = Event::read(&text) else {
            line.text("what is ");
            line.text(&text);
            line.text("?\n");
            passed = false;
            continue;
        };
        // A board that scans its squares queues the events that it finds. Here the queue never holds more than one.
        let _ = board.events.push_back(event);
        board.work(line);
    }
    passed
}

/// An event on a board.
#[derive(Clone, Copy)]
enum Event {
    Lift(Square),
    Put(Square),
    Promote(PieceType),
}

impl Event {
    fn read(text: &str) -> Option<Self> {
        let rest = text.get(1..)?;
        match text.as_bytes().first()? {
            b'-' => Square::from_name(rest).map(Self::Lift),
            b'+' => Square::from_name(rest).map(Self::Put),
            b'=' => match rest {
                "n" => Some(PieceType::Knight),
                "b" => Some(PieceType::Bishop),
                "r" => Some(PieceType::Rook),
                "q" => Some(PieceType::Queen),
                _ => None,
            }
            .map(Self::Promote),
            _ => None,
        }
    }
}

/// The state of the board.
struct SensorBoard {
    game: Game<[Played; 100]>,
    events: Deque<Event, 8>,
    occupied: Bitboard,
    lifted: Bitboard,
    promotion: PieceType,
}

impl SensorBoard {
    fn new() -> Self {
        let position = Position::initial();
        Self {
            occupied: position.occupied(),
            game: Game::new(position, [Played::EMPTY; 100]),
            events: Deque::new(),
            lifted: Bitboard::EMPTY,
            promotion: PieceType::Queen,
        }
    }

    fn work(&mut self, line: &mut impl SerialLine) {
        while let Some(event) = self.events.pop_front() {
            match event {
                Event::Promote(kind) => self.promotion = kind,
                Event::Lift(from) => {
                    self.occupied.remove(from);
                    self.lifted.insert(from);
                    self.light(line, from);
                    self.look(line);
                }
                Event::Put(to) => {
                    self.occupied.insert(to);
                    self.look(line);
                }
            }
        }
    }

    /// Shows the squares where a lifted piece of the side to move may go.
    fn light(&self, line: &mut impl SerialLine, from: Square) {
        let targets = self.game.position().targets(from);
        if targets.is_empty() {
            return;
        }
        line.text("lights");
        for target in targets {
            line.text(" ");
            square(line, target);
        }
        line.text("\n");
    }

    /// Plays the move that explains what the sensors see. If there is none, asks for a captured pawn that is still on
    /// the board.
    fn look(&mut self, line: &mut impl SerialLine) {
        let moves = self.game.position().infer_moves(self.occupied, self.lifted);
        let chosen = moves
            .iter()
            .find(|mv| mv.promotion().is_none_or(|kind| kind == self.promotion));
        if let Some(&mv) = chosen {
            return self.play(line, mv);
        }
        if self.occupied == self.game.position().occupied() {
            // Every piece is back on its square, so nothing counts as lifted.
            self.lifted = Bitboard::EMPTY;
        }
        if let Some(victim) = self.forgotten_victim() {
            line.text("remove ");
            square(line, victim);
            line.text("\n");
        }
    }

    /// The victim of an en passant capture that is still on the board.
    fn forgotten_victim(&self) -> Option<Square> {
        let moves: MoveList = self.game.position().legal_moves();
        moves.iter().filter(|mv| mv.is_en_passant()).find_map(|mv| {
            let victim = mv.victim_square()?;
            let mut without = self.occupied;
            without.remove(victim);
            (without != self.occupied && without == self.game.position().occupied_after(*mv))
                .then_some(victim)
        })
    }

    fn play(&mut self, line: &mut impl SerialLine, mv: Move) {
        line.text("move ");
        line.text(&self.game.position().san(mv, EnPassantSuffix::With));
        line.text("\n");
        // It is one of the legal moves.
        let _ = self.game.play(mv);
        self.lifted = Bitboard::EMPTY;
        self.promotion = PieceType::Queen;
        self.show(line);
        if let Some(text) = self.end() {
            line.text("over ");
            line.text(text);
            line.text("\n");
        }
    }

    fn show(&self, line: &mut impl SerialLine) {
        line.text("fen ");
        line.text(&self.game.position().fen(EnPassantMode::Legal));
        line.text("\n");
    }

    /// Returns how the game has ended, if it has ended.
    fn end(&self) -> Option<&'static str> {
        match self.game.outcome() {
            Some(Outcome::Checkmate { .. }) => Some("checkmate"),
            Some(Outcome::Stalemate) => Some("stalemate"),
            Some(Outcome::InsufficientMaterial) => Some("neither side can mate"),
            Some(Outcome::SeventyFiveMoves) => Some("seventy-five moves"),
            Some(Outcome::FivefoldRepetition) => Some("fivefold repetition"),
            Some(Outcome::FiftyMoves | Outcome::ThreefoldRepetition) | None => None,
        }
    }
}

fn square(line: &mut impl SerialLine, at: Square) {
    line.send(at.file().letter() as u8);
    line.send(at.rank().digit() as u8);
}

/// Reads the next line that is not empty, without spaces and cut to [`LONGEST`] characters. Returns `None` at the end
/// of input and for `quit`.
fn read_line(line: &mut impl SerialLine) -> Option<String<LONGEST>> {
    let mut text = String::new();
    loop {
        match line.receive()? {
            b'\n' if text == "quit" => return None,
            b'\n' if text.is_empty() => {}
            b'\n' => return Some(text),
            byte if byte.is_ascii_graphic() => {
                // A line that is too long is not an event, so its end does not matter.
                let _ = text.push(char::from(byte));
            }
            _ => {}
        }
    }
}
