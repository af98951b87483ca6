//! An engine that misbehaves as soon as it is told of a position that matters.
//!
//! `passant-hostile ENGINE WHAT WHEN [SIGN]`: ENGINE, which speaks UCI, answers until then. WHEN is `start`,
//! `handshake`, `position`, `perft` or `never`. SIGN is a file that is made before the engine misbehaves, so that a test
//! can wait for it; it also marks the command lines of everything that the engine starts.

use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitCode, Stdio};

mod descendant;
mod misbehavior;

use misbehavior::{Misbehavior, say};

/// The positions that engines are calibrated with, and the decoy that they are told of before any other.
const HARMLESS: [&str; 3] = [
    "4k3/2p5/8/3R4/8/8/7P/4K3 b",
    "4k3/2p5/8/8/3R4/8/7P/4K3 w",
    "7k/8/8/8/8/8/PPPPPPPP/K7 w",
];

/// A name that would speak to GitHub Actions, color a terminal, set its title and turn text around.
const EVIL_NAME: &str =
    "::error::owned ##[error]owned \x1b[31mEvil\x1b]0;owned\x07 \u{202e}enigne\u{202c}";

fn main() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    let done = if descendant::is_one(&arguments) {
        descendant::run(&arguments)
    } else {
        Hostile::of(&arguments).and_then(Hostile::run)
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever read the answers has gone away.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

/// The engine, how it misbehaves, and what it has been told.
struct Hostile {
    engine: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    what: Misbehavior,
    when: String,
    sign: Option<PathBuf>,
    /// True if the position is one that the engine misbehaves about.
    matters: bool,
    previous: String,
    /// The number of answers that were asked for.
    asked: usize,
}

impl Hostile {
    fn of(arguments: &[OsString]) -> io::Result<Self> {
        let usage = || io::Error::other("usage: passant-hostile ENGINE WHAT WHEN [SIGN]");
        let [program, misbehavior, moment, signs @ ..] = arguments else {
            return Err(usage());
        };
        let word = misbehavior.to_str().ok_or_else(usage)?;
        let what = Misbehavior::from_name(word)
            .ok_or_else(|| io::Error::other(format!("{word} is not known on this system")))?;
        let when = moment.to_str().ok_or_else(usage)?.to_owned();
        let sign = signs.first().map(PathBuf::from);
        if when == "start" {
            what.begin(sign.as_deref())?;
        }
        let mut engine = Command::new(program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let (Some(input), Some(output)) = (engine.stdin.take(), engine.stdout.take()) else {
            unreachable!("both are piped");
        };
        Ok(Self {
            engine,
            input,
            output: BufReader::new(output),
            what,
            when,
            sign,
            matters: false,
            previous: "position startpos".to_owned(),
            asked: 0,
        })
    }

    fn run(mut self) -> io::Result<()> {
        for line in io::stdin().lock().lines() {
            if !self.hear(line?.trim())? {
                break;
            }
        }
        self.engine.kill()?;
        self.engine.wait().map(drop)
    }

    /// Hears a line. Returns whether the conversation goes on.
    fn hear(&mut self, line: &str) -> io::Result<bool> {
        match line.split(' ').next() {
            Some("uci") => {
                self.misbehave_at("handshake")?;
                return self.ask(line, "uciok");
            }
            Some("isready") => return self.ask(line, "readyok"),
            Some("position") => self.position(line)?,
            Some("go") if line.starts_with("go perft") => {
                if self.matters {
                    self.misbehave_at("perft")?;
                }
                return self.perft(line);
            }
            Some("go") => return self.ask(line, "bestmove"),
            Some("quit") => return Ok(false),
            _ => {}
        }
        Ok(true)
    }

    fn misbehave_at(&self, when: &str) -> io::Result<()> {
        if self.when == when {
            self.what.begin(self.sign.as_deref())?;
        }
        Ok(())
    }

    fn position(&mut self, line: &str) -> io::Result<()> {
        self.matters = !HARMLESS.iter().any(|position| line.contains(position));
        if self.matters {
            self.misbehave_at("position")?;
        }
        let told = match self.what {
            Misbehavior::Deaf if self.matters => return Ok(()),
            Misbehavior::DeafToMoves if self.matters && line.contains("moves") => return Ok(()),
            Misbehavior::Previous if self.matters => &self.previous,
            Misbehavior::Elsewhere if self.matters => "position startpos",
            _ => line,
        };
        writeln!(self.input, "{told}")?;
        line.clone_into(&mut self.previous);
        Ok(())
    }

    fn perft(&mut self, line: &str) -> io::Result<bool> {
        self.asked += usize::from(self.matters);
        match self.what {
            // The answer to another question comes first.
            Misbehavior::Twice if self.matters => say(b"e2e4: 20\nNodes searched: 20\n")?,
            // Every second answer is that to another question.
            Misbehavior::Changing if self.matters && self.asked.is_multiple_of(2) => {
                say(b"e2e4: 20\nNodes searched: 20\n")?;
                return Ok(true);
            }
            _ => {}
        }
        self.ask(line, "Nodes searched")
    }

    /// Passes a question on, and its answer back. Returns whether the engine still runs.
    fn ask(&mut self, question: &str, until: &str) -> io::Result<bool> {
        writeln!(self.input, "{question}")?;
        self.input.flush()?;
        let mut answer = String::new();
        while self.output.read_line(&mut answer)? != 0 {
            let line = answer.trim_end();
            match self.what {
                // NUL, half a character and other bytes that are no text, between lines of text.
                Misbehavior::Dirt => {
                    say(b"\x00\xc3\xff \x1b[2K\r")?;
                    say(line.as_bytes())?;
                    say(b"\x00\r\n\xe2\x82\n")?;
                }
                Misbehavior::EvilName if line.starts_with("id name") => {
                    say(format!("id name {EVIL_NAME}\n").as_bytes())?;
                }
                _ => say(answer.as_bytes())?,
            }
            if answer.starts_with(until) {
                return Ok(true);
            }
            answer.clear();
        }
        Ok(false)
    }
}
