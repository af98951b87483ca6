//! `passant explain --pgn`: the positions of games in which there was a right.

use std::fs::File;
use std::io::{self, Read};
use std::num::NonZeroUsize;
use std::ops::Range;
use std::path::Path;

use passant_pgn::{LONGEST_GAME, LineCounter, PgnChunks, PgnGame, PgnReader, one_line};
use passant_report::{
    Explanation, FenReading, GameRecord, STARTPOS, fen_error, judged_captures::judged_captures,
    move_error, right_events,
};
use passant_rules::Position;
use passant_suite::{Diagnostic, Place};

use crate::report::explanation::move_line;
use crate::{CliError, ExitCode, diagnostic, report};

/// The longest game that is played, in plies. The rules of chess allow fewer than 12 000.
const MOST_PLIES: usize = 12_000;

/// A part of a file.
struct Part<'a> {
    file: &'a str,
    bytes: &'a [u8],
    /// The number of lines before the part.
    lines_before: usize,
    lines: LineCounter<'a>,
}

/// Lists what the moves of each game did to rights. With the number of a game, explains its last position.
pub(super) fn run(
    path: &Path,
    only: Option<NonZeroUsize>,
    as_json: bool,
) -> Result<ExitCode, CliError> {
    let shown = path.display().to_string();
    let input: Box<dyn Read> = if shown == "-" {
        Box::new(io::stdin().lock())
    } else {
        Box::new(File::open(path).map_err(CliError::reading(&shown))?)
    };
    let mut chunks = PgnChunks::new(input);
    let (mut number, mut lines, mut code) = (0, 0, ExitCode::Ok);
    while let Some(chunk) = chunks.read_next().map_err(CliError::reading(&shown))? {
        let mut part = Part {
            file: &shown,
            bytes: &chunk.bytes,
            lines_before: lines,
            lines: LineCounter::new(&chunk.bytes),
        };
        if chunk.left_out != 0 {
            let most = LONGEST_GAME >> 20;
            report::warn(&part.error_at(0..0, &format!("a game has more than {most} MiB")));
            code = ExitCode::BadInput;
        }
        let mut reader = PgnReader::new(&chunk.bytes);
        let mut game = PgnGame::default();
        while reader.read_next(&mut game) {
            number += 1;
            if only.is_some_and(|it| it.get() != number) {
                continue;
            }
            if let Err(message) = part.explain(&game, number, only.is_some(), as_json)? {
                report::warn(&message);
                code = ExitCode::BadInput;
            }
            if only.is_some() {
                return Ok(code);
            }
        }
        lines += part.lines.advance(chunk.bytes.len()) + chunk.lines_left_out as usize;
    }
    match only {
        Some(game) => Err(CliError::bad_input(format!(
            "{shown} has no game {game}: it has {number}"
        ))),
        None => Ok(code),
    }
}

impl Part<'_> {
    /// Plays a game and prints what is asked for. The inner error is a message about the game, whose last position is then not
    /// known.
    fn explain(
        &mut self,
        game: &PgnGame,
        number: usize,
        with_position: bool,
        as_json: bool,
    ) -> Result<Result<(), String>, CliError> {
        if !as_json {
            self.print_heading(game, number)?;
        }
        if let Some(fault) = game.faults.first() {
            let message = format!("{}; {}", fault.kind.message(), fault.kind.hint());
            return Ok(Err(self.error_at(fault.at..fault.at + 1, &message)));
        }
        let fen = game
            .fen
            .clone()
            .map(|span| String::from_utf8_lossy(&self.bytes[span]).into_owned());
        let fen = fen.as_deref().unwrap_or(STARTPOS);
        let reading = match FenReading::new(fen) {
            Ok(reading) => reading,
            Err(error) => {
                let about = fen_error::diagnostics(fen, &error);
                return Ok(Err(diagnostic::render_each(&about)));
            }
        };
        report::warn(&diagnostic::render_each(&fen_error::about_reading(
            &reading,
        )));
        let mut record = GameRecord::new(reading.position.clone());
        let mut log = Log::default();
        log.start(&record);
        let mut refused = None;
        for span in &game.moves {
            let before = record.position().clone();
            if let Err(message) = self.play(&mut record, span.clone()) {
                refused = Some(message);
                break;
            }
            log.add(&record, &before);
        }
        if !as_json {
            report::print(&log.finish())?;
        }
        if let Some(message) = refused {
            return Ok(Err(message));
        }
        if with_position {
            if !as_json {
                report::print("\n")?;
            }
            report::explanation::print(&Explanation::new(&reading, &record), as_json)?;
        }
        Ok(Ok(()))
    }

    fn print_heading(&mut self, game: &PgnGame, number: usize) -> io::Result<()> {
        let player = |name| game.tag(name, self.bytes).map(one_line);
        let players = match (player("White"), player("Black")) {
            (None, None) => String::new(),
            (white, black) => {
                let name = |it: Option<String>| it.unwrap_or_else(|| "?".to_owned());
                format!(": {} – {}", name(white), name(black))
            }
        };
        let line = self.lines_before + self.lines.advance(game.span.start) + 1;
        report::print(&format!("game {number} (line {line}){players}\n"))
    }

    /// Plays the move at a place. The error is a message.
    fn play(&self, record: &mut GameRecord, span: Range<usize>) -> Result<(), String> {
        if record.plies().len() == MOST_PLIES {
            return Err(self.error_at(span, &format!("the game has more than {MOST_PLIES} plies")));
        }
        let Ok(word) = str::from_utf8(&self.bytes[span.clone()]) else {
            return Err(self.error_at(span, "this move is not UTF-8"));
        };
        match record.position().parse_move(word) {
            Ok(mv) => {
                record.play(mv);
                Ok(())
            }
            Err(error) => {
                let about = move_error::diagnostic(record, word, 0..word.len(), error);
                Err(self.render_at(span, about))
            }
        }
    }

    fn error_at(&self, span: Range<usize>, message: &str) -> String {
        self.render_at(span, Diagnostic::error(message))
    }

    /// Draws a diagnostic with the line of the file.
    fn render_at(&self, span: Range<usize>, about: Diagnostic) -> String {
        let before = &self.bytes[..span.start];
        let start = before
            .iter()
            .rposition(|byte| *byte == b'\n')
            .map_or(0, |at| at + 1);
        let rest = &self.bytes[span.end..];
        let end = rest
            .iter()
            .position(|byte| *byte == b'\n')
            .unwrap_or(rest.len());
        let text = |range: Range<usize>| String::from_utf8_lossy(&self.bytes[range]).into_owned();
        let line = self.lines_before + self.lines.before(start) + 1;
        let (before, meant) = (text(start..span.start), text(span.clone()));
        let place = Place {
            line,
            span: before.len()..before.len() + meant.len(),
            text: before + &meant + text(span.end..span.end + end).trim_end(),
        };
        diagnostic::render(&about.in_file(self.file).at(place))
    }
}

/// The lines about what the moves of a game did to rights that a pawn stands ready to use.
#[derive(Default)]
struct Log {
    lines: String,
    /// The rights that no pawn stands beside.
    others: usize,
}

impl Log {
    fn start(&mut self, record: &GameRecord) {
        if self.notes(record.position())
            && let Some(arisen) = right_events::arisen(record.position())
        {
            self.lines += &(move_line("start", &arisen) + "\n");
        }
    }

    /// Adds the last move.
    fn add(&mut self, record: &GameRecord, before: &Position) {
        let is_noted = self.notes(record.position()) || !judged_captures(before).is_empty();
        if let Some(last) = record.plies().last().filter(|_| is_noted) {
            let events = right_events::after_last_move(record, before.en_passant());
            let mv = format!("{} {}", last.number_text(), last.marked);
            self.lines += &(move_line(&mv, &events.join("; ")) + "\n");
        }
    }

    /// Tells whether a pawn stands beside the one that can be captured, and counts the rights where none does.
    fn notes(&mut self, position: &Position) -> bool {
        let is_noted = !judged_captures(position).is_empty();
        self.others += usize::from(!is_noted && position.en_passant().is_some());
        is_noted
    }

    fn finish(self) -> String {
        let Self { lines, others } = self;
        match others {
            0 => lines,
            1 => lines + "and one right that no pawn stands beside\n",
            _ => lines + &format!("and {others} rights that no pawn stands beside\n"),
        }
    }
}
