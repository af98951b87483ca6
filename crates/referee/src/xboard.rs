//! The Chess Engine Communication Protocol, version 2, for the scripted engine.

use std::io::{self, Write};

use passant_uci::Next;

use crate::engine::ScriptedEngine;

/// The scripted engine as xboard asks it.
#[derive(Clone, Debug)]
pub struct Xboard {
    engine: ScriptedEngine,
    /// True if the engine only follows the game.
    is_forced: bool,
    /// True if the engine prints its lines.
    is_posting: bool,
}

impl Xboard {
    /// Takes an engine in the initial position.
    #[must_use]
    pub fn new(engine: ScriptedEngine) -> Self {
        Self {
            engine,
            is_forced: true,
            is_posting: false,
        }
    }

    /// Answers a command. Those that change nothing are ignored, known or not.
    ///
    /// # Errors
    ///
    /// If the answer cannot be written.
    pub fn answer(&mut self, command: &str, out: &mut impl Write) -> io::Result<Next> {
        let (word, rest) = command.split_once(' ').unwrap_or((command, ""));
        match word {
            "protover" => writeln!(
                out,
                "feature ping=1 setboard=1 usermove=1 colors=0 sigint=0 sigterm=0 reuse=1 analyze=0 draw=0 \
                 variants=\"normal,fischerandom\" myname=\"passant referee {}\" done=1",
                env!("CARGO_PKG_VERSION")
            )?,
            "ping" => writeln!(out, "pong {rest}")?,
            "new" => {
                self.engine.restart();
                self.is_forced = false;
            }
            "setboard" => self.engine.set_base(Some(rest)),
            "force" | "result" => self.is_forced = true,
            "playother" => self.is_forced = false,
            "go" => {
                self.is_forced = false;
                self.play(out)?;
            }
            "usermove" => {
                self.engine.count_moves(1);
                if !self.is_forced {
                    self.play(out)?;
                }
            }
            "undo" => self.engine.take_back(1),
            "remove" => self.engine.take_back(2),
            "post" | "nopost" => self.is_posting = word == "post",
            "quit" => return Ok(Next::Quit),
            _ => {}
        }
        Ok(Next::Go)
    }

    fn play(&mut self, out: &mut impl Write) -> io::Result<()> {
        let reply = self.engine.choose();
        self.engine.count_moves(1);
        if let Some(pv) = reply.pv.filter(|_| self.is_posting) {
            writeln!(out, "1 0 0 1 {pv}")?;
        }
        writeln!(out, "move {}", reply.mv)
    }
}
