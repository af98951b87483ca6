//! The game of the current conversation.

use passant_rules::{Board, CastlingRights, Color, Move, Piece, PieceType, Setup};

use crate::{Engine, EngineFault, FaultSet, State};

/// A game, and the faults of the engine.
pub struct Session {
    faults: FaultSet,
    /// The engine with the game.
    pub engine: Engine,
}

/// The reason why a position was not set up.
pub enum Refusal {
    /// The FEN cannot be read or is not a position; the text says why.
    Fen(String),
    /// The engine considers a move illegal; the moves before it have been played.
    Move(String),
}

impl Session {
    /// A game that begins with the initial position.
    #[must_use]
    pub fn new(faults: FaultSet) -> Self {
        let engine = Engine::new(&initial(), faults);
        Self { faults, engine }
    }

    /// Starts again from the initial position.
    pub fn restart(&mut self) {
        self.engine = Engine::new(&initial(), self.faults);
    }

    /// Sets up `startpos` or `fen …`, optionally with `moves …`. A refused FEN changes nothing.
    ///
    /// # Errors
    ///
    /// If the FEN or a move is refused.
    pub fn set_position(&mut self, text: &str) -> Result<(), Refusal> {
        let mut engine = self.root(text)?;
        let is_read = !self.faults.contains(EngineFault::MovesIgnored);
        let moves = match text.split_once("moves") {
            Some((_, moves)) if is_read => moves,
            _ => "",
        };
        let mut refused = None;
        for text in moves.split_whitespace() {
            if play(&mut engine, text).is_none() {
                refused = Some(Refusal::Move(text.to_owned()));
                break;
            }
        }
        self.engine = engine;
        refused.map_or(Ok(()), Err)
    }

    /// Sets up another game, to compare with this one.
    ///
    /// # Errors
    ///
    /// If the FEN or a move is refused.
    pub fn other(&self, text: &str) -> Result<Engine, Refusal> {
        let mut other = Self {
            faults: self.faults,
            engine: self.root(text)?,
        };
        other.set_position(text)?;
        Ok(other.engine)
    }

    /// Plays a move in UCI notation, `0000` for a null move; `false` if the engine considers it illegal.
    pub fn play(&mut self, text: &str) -> bool {
        play(&mut self.engine, text).is_some()
    }

    /// Counts with their moves in UCI notation.
    #[must_use]
    pub fn texts(&self, counts: Vec<(Move, u64)>) -> Vec<(String, u64)> {
        counts
            .into_iter()
            .map(|(mv, nodes)| (self.engine.uci(mv), nodes))
            .collect()
    }

    /// The moves in UCI notation.
    #[must_use]
    pub fn moves(&self) -> Vec<(Move, String)> {
        let moves = self.engine.moves().into_iter();
        moves.map(|mv| (mv, self.engine.uci(mv))).collect()
    }

    /// The position as FEN.
    #[must_use]
    pub fn fen(&self) -> String {
        self.engine.setup().fen().to_string()
    }

    fn root(&self, text: &str) -> Result<Engine, Refusal> {
        let root = text.split_once("moves").map_or(text, |(root, _)| root);
        let setup = match root.trim().strip_prefix("fen") {
            Some(fen) => setup(fen).map_err(Refusal::Fen)?,
            None if root.trim() == "startpos" => initial(),
            None => return Err(Refusal::Fen("expected startpos or fen".to_owned())),
        };
        Ok(Engine::new(&setup, self.faults))
    }
}

fn play(engine: &mut Engine, text: &str) -> Option<()> {
    if text == "0000" {
        engine.pass();
    } else {
        let mv = engine.read_uci(text)?;
        engine.follow(mv);
    }
    Some(())
}

/// Returns the contents of a FEN, if each side has one king and the side that has moved is not in check.
///
/// # Errors
///
/// The reason why the FEN cannot be used.
pub fn setup(fen: &str) -> Result<Setup, String> {
    let setup = Setup::from_fen(fen.trim()).map_err(|error| error.to_string())?;
    for color in Color::ALL {
        let king = Piece::new(color, PieceType::King);
        if setup.board.squares_of(king).len() != 1 {
            return Err(format!("{color} does not have one king"));
        }
    }
    let mut opponent = setup.clone();
    opponent.side_to_move = !setup.side_to_move;
    if State::new(&opponent).is_check() {
        return Err("the side that has moved is in check".to_owned());
    }
    Ok(setup)
}

fn initial() -> Setup {
    Setup {
        board: Board::initial(),
        side_to_move: Color::White,
        castling: CastlingRights::STANDARD,
        en_passant: None,
        halfmove_clock: 0,
        fullmove_number: 1,
    }
}
