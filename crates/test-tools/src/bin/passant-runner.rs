//! A match runner between two UCI engines, which breaks a rule on request: for tests of `passant referee`.
//!
//! `passant-runner --engine FILE --epd FILE --pgn FILE [--games NUMBER] [--fault NAME]...` plays a game from each line of the
//! file of openings, and saves them. Without a fault it does as the rules say.

use std::fmt::Write as _;
use std::io::{self, BufRead, BufReader, Lines, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitCode, Stdio};
use std::{env, fs};

use passant_rules::{
    Color, EnPassantMode, EnPassantSuffix, Move, MoveKind, PieceType, Position, Square, UciMove,
};

/// The ways in which the runner breaks a rule, or does what rules allow.
const FAULTS: [&str; 14] = [
    // A repetition counts a right that only a pinned pawn could use.
    "late-at-pins",
    // A repetition counts a right that no pawn could use.
    "late-without-capturer",
    // A repetition counts no right.
    "early",
    // An illegal move wins.
    "wrong-side",
    // The square of a FEN is dropped.
    "field-ignored",
    // A FEN with a square is replaced by the initial position.
    "field-refused",
    // No pinned pawn captures en passant.
    "pinned-refused",
    // An en passant capture need not leave the king safe.
    "capture-unchecked",
    // A pawn that has come to its place in any way is captured en passant.
    "expired-accepted",
    // Mate and stalemate are decided without en passant captures.
    "evasion-missed",
    // Mate and stalemate wait for an illegal en passant capture.
    "end-missed",
    // An en passant capture in a line is called illegal.
    "line-refused",
    // No fault: the fifth occurrence ends the game.
    "fifth-occurrence",
    // No fault: a player claims the draw before the move that repeats the position.
    "claims",
];

fn main() -> ExitCode {
    match Options::parse(env::args().skip(1)).and_then(|options| run(&options)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(2)
        }
    }
}

#[derive(Default)]
struct Options {
    engine: String,
    epd: String,
    pgn: String,
    games: Option<usize>,
    faults: Vec<String>,
}

impl Options {
    fn parse(mut words: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut options = Self::default();
        while let Some(name) = words.next() {
            let value = words.next().ok_or(format!("{name} has no value"))?;
            match &name[..] {
                "--engine" => options.engine = value,
                "--epd" => options.epd = value,
                "--pgn" => options.pgn = value,
                "--games" => options.games = value.parse().ok(),
                "--fault" if FAULTS.contains(&&value[..]) => options.faults.push(value),
                _ => {
                    return Err(format!(
                        "expected an option of {}, got {name} {value}",
                        file!()
                    ));
                }
            }
        }
        Ok(options)
    }

    fn has(&self, fault: &str) -> bool {
        self.faults.iter().any(|it| it == fault)
    }
}

/// Plays all games, and saves each when it has ended.
fn run(options: &Options) -> Result<(), String> {
    let failed = |error: io::Error| error.to_string();
    let openings = fs::read_to_string(&options.epd).map_err(failed)?;
    let mut engines = [&options.engine, &options.engine].map(|file| Engine::start(file));
    let mut saved = String::new();
    for fen in openings.lines().take(options.games.unwrap_or(usize::MAX)) {
        let mut game = Game::new(fen, options)?;
        for engine in &mut engines {
            let engine = engine.as_mut().map_err(|error| error.to_string())?;
            engine.send("ucinewgame").map_err(failed)?;
        }
        let [white, black] = &mut engines;
        while game.result.is_none() {
            let engine = match game.side {
                Color::White => white.as_mut(),
                Color::Black => black.as_mut(),
            };
            let engine = engine.map_err(|error| error.to_string())?;
            let (line, best) = engine.best_move(&game).map_err(failed)?;
            game.check_line(&line);
            game.play(&best);
        }
        saved += &game.pgn();
        fs::write(&options.pgn, &saved).map_err(failed)?;
        println!("finished {fen}: {}", game.result.unwrap_or("*"));
    }
    Ok(())
}

/// A running engine.
struct Engine {
    process: Child,
    input: ChildStdin,
    output: Lines<BufReader<ChildStdout>>,
}

impl Engine {
    fn start(file: &str) -> io::Result<Self> {
        let mut command = Command::new(file);
        let mut process = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let (Some(input), Some(output)) = (process.stdin.take(), process.stdout.take()) else {
            unreachable!("both are piped");
        };
        let output = BufReader::new(output).lines();
        let mut engine = Self {
            process,
            input,
            output,
        };
        engine.send("uci")?;
        engine.line_with("uciok")?;
        Ok(engine)
    }

    fn send(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.input, "{line}")
    }

    /// Returns all lines up to the one that begins with a word.
    fn line_with(&mut self, word: &str) -> io::Result<Vec<String>> {
        let mut lines = Vec::new();
        for line in &mut self.output {
            lines.push(line?);
            if lines.last().is_some_and(|line| line.starts_with(word)) {
                return Ok(lines);
            }
        }
        Err(io::ErrorKind::UnexpectedEof.into())
    }

    /// Returns the last line of thought and the move that is played.
    fn best_move(&mut self, game: &Game<'_>) -> io::Result<(String, String)> {
        let moves: Vec<_> = game.moves.iter().map(|(uci, _)| &uci[..]).collect();
        self.send(&format!(
            "position fen {} moves {}",
            game.fen,
            moves.join(" ")
        ))?;
        self.send("go movetime 100")?;
        let mut lines = self.line_with("bestmove")?;
        let best = lines.pop().unwrap_or_default();
        let best = best.split(' ').nth(1).unwrap_or_default().to_owned();
        let line = lines.pop().unwrap_or_default();
        let line = line.split_once(" pv ").map_or("", |(_, moves)| moves);
        Ok((line.to_owned(), best))
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.send("quit");
        let _ = self.process.wait();
    }
}

/// The parts of a position that a repetition compares.
type Identity = (String, Option<Square>);

struct Game<'a> {
    options: &'a Options,
    fen: String,
    /// `None` after an illegal move was accepted: what follows is refused.
    position: Option<Position>,
    side: Color,
    /// The moves in UCI notation and in SAN.
    moves: Vec<(String, String)>,
    seen: Vec<Identity>,
    result: Option<&'static str>,
    reason: String,
}

impl<'a> Game<'a> {
    fn new(fen: &str, options: &'a Options) -> Result<Self, String> {
        let mut fields: Vec<_> = fen.split(' ').collect();
        let names_square = fields.get(3).is_some_and(|field| *field != "-");
        if options.has("field-ignored") {
            fields[3] = "-";
        }
        let mut fen = fields.join(" ");
        if options.has("field-refused") && names_square {
            fen = Position::initial().fen(EnPassantMode::Always).to_string();
        }
        let position = Position::from_fen(&fen).map_err(|error| format!("{fen}: {error}"))?;
        let mut game = Self {
            options,
            fen,
            side: position.side_to_move(),
            position: Some(position),
            moves: Vec::new(),
            seen: Vec::new(),
            result: None,
            reason: String::new(),
        };
        game.seen.extend(game.identity());
        Ok(game)
    }

    /// Returns what a repetition compares: placement, side, castling, and the square behind a pawn.
    fn identity(&self) -> Option<Identity> {
        let position = self.position.as_ref()?;
        let fen = position.fen(EnPassantMode::Legal).to_string();
        let mode = if self.options.has("late-without-capturer") {
            EnPassantMode::Always
        } else if self.options.has("late-at-pins") {
            EnPassantMode::PseudoLegal
        } else {
            EnPassantMode::Legal
        };
        let right = position.en_passant().and_then(|right| right.shown(mode));
        let right = right.filter(|_| !self.options.has("early"));
        let fields: Vec<_> = fen.split(' ').take(3).collect();
        Some((fields.join(" "), right))
    }

    /// Plays a move, or ends the game because it is illegal.
    fn play(&mut self, uci: &str) {
        let position = self.position.take();
        let meant = uci.parse::<UciMove>().ok();
        let Some((position, mv)) = position
            .zip(meant)
            .filter(|(position, mv)| self.allows(position, *mv))
        else {
            let winner = if self.options.has("wrong-side") {
                self.side
            } else {
                !self.side
            };
            self.end(won_by(winner), &format!("illegal move: {uci}"));
            return;
        };
        self.side = !self.side;
        if let Ok(mv) = position.find(mv) {
            let san = position.san(mv, EnPassantSuffix::Without).to_string();
            self.moves.push((uci.to_owned(), san));
            self.position = Some(position.after(mv));
            self.judge();
        } else {
            let file = mv.from().to_string().remove(0);
            self.moves
                .push((uci.to_owned(), format!("{file}x{}", mv.to())));
        }
    }

    /// Tells whether the runner takes a move for a legal one.
    fn allows(&self, position: &Position, mv: UciMove) -> bool {
        let has = |fault| self.options.has(fault);
        match position.find(mv) {
            Ok(legal) if legal.is_en_passant() => {
                !has("pinned-refused") || !is_pinned(position, mv)
            }
            Ok(_) => true,
            Err(_) if !is_capture_to_empty_square(position, mv) => false,
            Err(_) => match position.en_passant() {
                Some(right) if right.target() == mv.to() => has("capture-unchecked"),
                _ => has("expired-accepted"),
            },
        }
    }

    /// Ends the game if it is over.
    fn judge(&mut self) {
        let Some(position) = self.position.clone() else {
            return;
        };
        let has = |fault| self.options.has(fault);
        let moves = position.legal_moves();
        let counts = |mv: &Move| mv.kind() != MoveKind::EnPassant || !has("evasion-missed");
        let waits = has("end-missed")
            && position
                .en_passant()
                .is_some_and(|it| !it.capturers().is_empty());
        if !moves.iter().any(counts) && !waits {
            let mated = position.is_check();
            let result = if mated { won_by(!self.side) } else { "1/2-1/2" };
            return self.end(result, if mated { "checkmate" } else { "stalemate" });
        }
        let identity = self.identity();
        self.seen.extend(identity.clone());
        let occurrences = self
            .seen
            .iter()
            .filter(|it| Some(*it) == identity.as_ref())
            .count();
        let needed = if has("fifth-occurrence") { 5 } else { 3 };
        if occurrences == needed {
            if has("claims") {
                self.moves.pop();
            }
            self.end("1/2-1/2", "repetition");
        }
    }

    fn end(&mut self, result: &'static str, reason: &str) {
        self.result = Some(result);
        reason.clone_into(&mut self.reason);
    }

    /// Prints a warning if a line is illegal.
    fn check_line(&self, line: &str) {
        let Some(mut position) = self.position.clone() else {
            return;
        };
        for word in line.split(' ').filter(|word| !word.is_empty()) {
            let Some(mv) = word
                .parse::<UciMove>()
                .ok()
                .filter(|mv| self.allows(&position, *mv))
            else {
                println!("warning: illegal move in pv: {word}");
                return;
            };
            let Ok(mv) = position.find(mv) else { return };
            if mv.is_en_passant() && self.options.has("line-refused") {
                println!("warning: illegal move in pv: {word}");
            }
            position = position.after(mv);
        }
    }

    fn pgn(&self) -> String {
        let result = self.result.unwrap_or("*");
        let mut text = format!("[FEN \"{}\"]\n[Result \"{result}\"]\n\n", self.fen);
        for (_, san) in &self.moves {
            // Writing to a string cannot fail.
            let _ = write!(text, "{san} ");
        }
        text + &format!("{{{}}} {result}\n\n", self.reason)
    }
}

fn won_by(winner: Color) -> &'static str {
    match winner {
        Color::White => "1-0",
        Color::Black => "0-1",
    }
}

/// Tells whether a pawn goes from beside an enemy pawn to the empty square behind it.
fn is_capture_to_empty_square(position: &Position, mv: UciMove) -> bool {
    let victim = position.piece_at(Square::new(mv.to().file(), mv.from().rank()));
    let capturer = position.piece_at(mv.from());
    let is_pawn = |color| {
        move |it: passant_rules::Piece| it.piece_type() == PieceType::Pawn && it.color() == color
    };
    capturer.is_some_and(is_pawn(position.side_to_move()))
        && victim.is_some_and(is_pawn(!position.side_to_move()))
        && position.piece_at(mv.to()).is_none()
        && mv.from().file() != mv.to().file()
}

/// Tells whether the king would be attacked without the piece that moves.
fn is_pinned(position: &Position, mv: UciMove) -> bool {
    let mut setup = position.setup(EnPassantMode::Legal);
    setup.board.set(mv.from(), None);
    setup.en_passant = None;
    setup.validate().is_ok_and(|without| without.is_check()) && !position.is_check()
}
