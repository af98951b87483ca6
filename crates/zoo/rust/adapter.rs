//! The line protocol for any library that is wrapped in a type.

use std::io::BufRead;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// A chess library. What it has no answer of its own for is not named in `OFFERS`, and never asked.
#[allow(unused_variables)]
pub trait Library: Sized {
    /// Name and version.
    const NAME: &'static str;
    /// The requests answered besides `position`, `moves`, `divide` and `play`. Where `fen` is one of them, `reread` is another.
    const OFFERS: &'static [&'static str] = &[];
    /// The format of `pack`, and what it keeps, if `pack` and `unpack` are offered.
    const PACKS: Option<&'static str> = None;
    /// True if `key` has the format of Polyglot.
    const HAS_POLYGLOT_KEYS: bool = false;
    /// True if `0000` is played as a null move.
    const HAS_NULL_MOVES: bool = false;

    /// Believes a FEN, or says why not.
    fn read(fen: &str) -> Result<Self, String>;
    /// The legal moves in UCI notation, perhaps with flags behind.
    fn moves(&mut self) -> Vec<String>;
    /// Plays a move, or says why not: `unsupported` and a reason where the library has nothing to say.
    fn play(&mut self, uci: &str) -> Result<(), String>;

    fn undo(&mut self) {
        unreachable!("not offered")
    }
    /// A copy that the library makes.
    fn again(&self) -> Self {
        unreachable!("not offered")
    }
    /// The position in the format of the library.
    fn pack(&mut self) -> Vec<u8> {
        unreachable!("not offered")
    }
    /// A position that was packed.
    fn unpack(bytes: &[u8]) -> Result<Self, String> {
        unreachable!("not offered")
    }
    fn fen(&mut self) -> String {
        unreachable!("not offered")
    }
    fn legal(&mut self, uci: &str) -> bool {
        unreachable!("not offered")
    }
    fn victim(&mut self, uci: &str) -> Option<String> {
        unreachable!("not offered")
    }
    fn san(&mut self, uci: &str) -> Result<String, String> {
        unreachable!("not offered")
    }
    fn parse(&mut self, text: &str) -> Result<String, String> {
        unreachable!("not offered")
    }
    /// The moves of a game in PGN.
    fn pgn(text: &str) -> Result<Vec<String>, String> {
        unreachable!("not offered")
    }
    fn key(&mut self) -> String {
        unreachable!("not offered")
    }
    fn same(&mut self, other: &Self) -> bool {
        unreachable!("not offered")
    }
    fn occurrences(&mut self) -> String {
        unreachable!("not offered")
    }
}

/// Answers until `quit` or the end of input. A panic of the library ends the process: that is an answer too.
pub fn serve<L: Library>() {
    let mut session = None;
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        let line = line.trim();
        let (request, rest) = line.split_once(' ').unwrap_or((line, ""));
        let reply = match request {
            "quit" => return,
            "passant" if rest == "1" => Ok(hello::<L>()),
            "position" => Session::<L>::read(rest).map(|read| session.insert(read).position_line()),
            _ => match &mut session {
                _ if !offers::<L>(request) => Err(format!("unsupported {line}")),
                Some(session) => session.answer(request, rest),
                None => Err("usage no position".to_owned()),
            },
        };
        match reply {
            Ok(lines) => println!("{lines}ok"),
            Err(error) => println!("error {}", error.replace(['\n', '\r'], " ")),
        }
    }
}

fn hello<L: Library>() -> String {
    let mut can = [&["moves", "divide", "play"], L::OFFERS].concat();
    can.extend(offers::<L>("reread").then_some("reread"));
    let null = if L::HAS_NULL_MOVES { " null=yes" } else { "" };
    let keys = if L::HAS_POLYGLOT_KEYS { " keys=polyglot" } else { "" };
    let packs = L::PACKS.map(|format| format!(" packs={format}")).unwrap_or_default();
    format!("passant 1 name \"{}\" can={}{keys}{packs}{null}\n", L::NAME, can.join(","))
}

fn offers<L: Library>(request: &str) -> bool {
    let needed = if request == "reread" { "fen" } else { request };
    ["moves", "divide", "play"].contains(&needed) || L::OFFERS.contains(&needed)
}

struct Session<L> {
    now: L,
    root: String,
    played: Vec<String>,
}

impl<L: Library> Session<L> {
    fn read(text: &str) -> Result<Self, String> {
        let (root, moves) = text.split_once(" moves").unwrap_or((text, ""));
        let root = root.strip_prefix("fen ").unwrap_or(START).to_owned();
        let played: Vec<_> = moves.split_whitespace().map(str::to_owned).collect();
        let now = at(&root, &played)?;
        Ok(Self { now, root, played })
    }

    fn position_line(&mut self) -> String {
        if offers::<L>("fen") {
            format!("fen {}\n", self.now.fen())
        } else {
            String::new()
        }
    }

    fn answer(&mut self, request: &str, rest: &str) -> Result<String, String> {
        let illegal = |error| refusal("illegal", error);
        Ok(match request {
            "moves" => self.now.moves().iter().map(|mv| format!("move {mv}\n")).collect(),
            "divide" => self.divide(rest.parse().map_err(|error| format!("usage {error}"))?)?,
            "play" => {
                self.now.play(rest).map_err(illegal)?;
                self.played.push(rest.to_owned());
                self.position_line()
            }
            "undo" => {
                self.played.pop().ok_or("usage no move to take back")?;
                self.now.undo();
                self.position_line()
            }
            "again" => {
                self.now = self.now.again();
                self.position_line()
            }
            "reread" => {
                *self = Self::read(&format!("fen {}", self.now.fen()))?;
                self.position_line()
            }
            "pack" => {
                let digits: String = self.now.pack().iter().map(|byte| format!("{byte:02x}")).collect();
                format!("packed {digits}\n")
            }
            "unpack" => {
                let starts = (0..rest.len()).step_by(2);
                let bytes = starts.map(|at| u8::from_str_radix(rest.get(at..at + 2)?, 16).ok());
                let bytes: Vec<_> = bytes.collect::<Option<_>>().ok_or("badfen no bytes")?;
                self.now = L::unpack(&bytes).map_err(|error| refusal("badfen", error))?;
                self.position_line()
            }
            "fen" => self.position_line(),
            "legal" => format!("legal {}\n", yes_or_no(self.now.legal(rest))),
            "victim" => format!("victim {}\n", self.now.victim(rest).as_deref().unwrap_or("none")),
            "san" => format!("san {}\n", self.now.san(rest).map_err(illegal)?),
            "parse" => format!("move {}\n", self.now.parse(rest).map_err(illegal)?),
            "pgn" => {
                let moves = L::pgn(&rest.replace("\\n", "\n")).map_err(illegal)?;
                moves.iter().map(|mv| format!("move {mv}\n")).collect()
            }
            "key" => format!("key {}\n", self.now.key()),
            "same" => {
                let other = Self::read(rest)?;
                format!("same {}\n", yes_or_no(self.now.same(&other.now)))
            }
            _ => format!("occurrences {}\n", self.now.occurrences()),
        })
    }

    fn divide(&mut self, depth: u32) -> Result<String, String> {
        let (mut lines, mut total) = (String::new(), 0);
        for mv in moves(&mut self.now) {
            self.played.push(mv);
            let nodes = leaves::<L>(&self.root, &mut self.played, depth - 1);
            let mv = self.played.pop().unwrap_or_default();
            total += nodes.clone()?;
            lines += &format!("move {mv} {}\n", nodes?);
        }
        Ok(format!("{lines}total {total}\n"))
    }
}

/// An error as the protocol has it. What a library cannot be asked, its wrapper calls `unsupported` itself.
fn refusal(kind: &str, error: String) -> String {
    if error.starts_with("unsupported ") { error } else { format!("{kind} {error}") }
}

/// A position reached from its root, move by move.
fn at<L: Library>(root: &str, played: &[String]) -> Result<L, String> {
    let mut library = L::read(root).map_err(|error| format!("badfen {error}"))?;
    for mv in played {
        library.play(mv).map_err(|error| refusal(&format!("illegal {mv}:"), error))?;
    }
    Ok(library)
}

fn leaves<L: Library>(root: &str, played: &mut Vec<String>, depth: u32) -> Result<u64, String> {
    if depth == 0 {
        return Ok(1);
    }
    let moves = moves::<L>(&mut at(root, played)?);
    if depth == 1 {
        return Ok(moves.len() as u64);
    }
    let mut nodes = 0;
    for mv in moves {
        played.push(mv);
        nodes += leaves::<L>(root, played, depth - 1)?;
        played.pop();
    }
    Ok(nodes)
}

/// The legal moves without flags.
fn moves<L: Library>(library: &mut L) -> Vec<String> {
    let word = |line: String| line.split(' ').next().unwrap_or_default().to_owned();
    library.moves().into_iter().map(word).collect()
}

fn yes_or_no(answer: bool) -> &'static str {
    if answer { "yes" } else { "no" }
}
