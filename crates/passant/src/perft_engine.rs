//! The engine of `passant uci`: counts with the kernels, and explains as `passant explain` does.

mod options;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;
use std::{fmt, thread};

use passant_count::{Column, Tally};
use passant_kernel::KernelCount;
use passant_perft::{Resources, Run, RunResult, Runner, Table};
use passant_query::{Syntax, escape};
use passant_report::{Explanation, FenReading, GameRecord, STARTPOS, fen_error, move_error};
use passant_rules::{EnPassantMode, Move, MoveTextError, Position};
use passant_suite::epd;
use passant_uci::{Limits, NoCount, Search, Stop, UciEngine};

use self::options::Options;
use crate::{CliError, fen, report, threads};

/// The polling interval for `stop` during a count.
const LOOK: Duration = Duration::from_millis(5);

/// A game, and how to count.
pub(crate) struct PerftEngine {
    options: Options,
    runner: Arc<Runner>,
    /// The hash tables, of which there is one at most.
    nodes: Option<Arc<Table<u64>>>,
    tallies: Option<Arc<Table<Tally>>>,
    reading: FenReading,
    game: GameRecord,
}

impl PerftEngine {
    /// Creates the engine in the initial position, with one thread and without a hash table.
    pub(crate) fn new() -> Result<Self, CliError> {
        let options = Options::default();
        let runner = threads::runner(options.threads)?.into();
        let reading = fen::read(STARTPOS)?;
        Ok(Self {
            options,
            runner,
            nodes: None,
            tallies: None,
            game: GameRecord::new(reading.position.clone()),
            reading,
        })
    }

    fn position(&self) -> &Position {
        self.game.position()
    }

    /// Returns a move in UCI notation.
    fn text(&self, mv: Move) -> String {
        let position = self.position();
        let castling = position.castling_rights();
        let rook = mv
            .kind()
            .castling_side()
            .filter(|_| self.options.is_chess960)
            .and_then(|side| castling.rook_square(position.side_to_move(), side));
        match rook {
            Some(rook) => format!("{}{rook}", mv.from()),
            None => position.uci(mv).to_string(),
        }
    }

    /// Counts on a thread of its own, so that `stop` is obeyed at once: a count looks only now and then whether to end.
    fn count<C: KernelCount + Send + 'static>(
        &self,
        depth: u32,
        table: Option<Arc<Table<C>>>,
        stop: &Stop,
    ) -> Result<RunResult<C>, NoCount> {
        let (position, counter) = (self.position().clone(), self.options.counter);
        let merges = self.options.merges;
        let (runner, flag) = (Arc::clone(&self.runner), Arc::<AtomicBool>::default());
        let (sender, receiver) = mpsc::channel();
        let raised = Arc::clone(&flag);
        let count = move || {
            let run = Run::<C>::new(position, depth);
            let resources = Resources::default().stop(raised);
            let mut run = run.counter(counter).with(resources).divide();
            if !merges {
                run = run.without_merging();
            }
            // The receiver is gone if the count was stopped.
            let _ = sender.send(match &table {
                Some(table) => runner.run(&run.hash(table)),
                None => runner.run(&run),
            });
        };
        let refused = |error: &dyn fmt::Display| NoCount::Refused(error.to_string());
        thread::Builder::new()
            .spawn(count)
            .map_err(|error| refused(&format!("cannot start a thread: {error}")))?;
        loop {
            match receiver.recv_timeout(LOOK) {
                Ok(result) => return result.map_err(|error| refused(&error)),
                Err(RecvTimeoutError::Timeout) if !stop.is_raised() => {}
                Err(RecvTimeoutError::Timeout) => {
                    flag.store(true, Ordering::Relaxed);
                    return Err(NoCount::Stopped);
                }
                // It has panicked, and said why.
                Err(RecvTimeoutError::Disconnected) => return Err(refused(&"the count failed")),
            }
        }
    }

    /// Makes the table that a count needs, unless there is one.
    fn table<C: KernelCount>(
        bytes: u64,
        table: &mut Option<Arc<Table<C>>>,
    ) -> Result<Option<Arc<Table<C>>>, NoCount> {
        if table.is_none() && bytes != 0 {
            let made = Table::new(bytes).map_err(|error| NoCount::Refused(error.to_string()))?;
            *table = Some(Arc::new(made));
        }
        Ok(table.clone())
    }

    fn forget_counts(&mut self) {
        self.nodes = None;
        self.tallies = None;
    }

    /// Returns the position after the moves, each in UCI notation.
    fn play(reading: &FenReading, moves: &str) -> Result<GameRecord, String> {
        let mut game = GameRecord::new(reading.position.clone());
        for (number, word) in (1..).zip(moves.split_whitespace()) {
            let mv = game.position().parse_uci(word).map_err(|error| {
                let why = match error {
                    MoveTextError::Syntax { .. } => {
                        "expected a move such as e2e4 or e7e8q".to_owned()
                    }
                    error => move_error::sentence(game.position(), word, error),
                };
                format!("move {number}, {word:?}: {why}")
            })?;
            game.play(mv);
        }
        Ok(game)
    }
}

impl UciEngine for PerftEngine {
    const MAX_DEPTH: u32 = epd::MAX_DEPTH;

    fn name(&self) -> String {
        concat!("passant ", env!("CARGO_PKG_VERSION")).to_owned()
    }

    fn options(&self) -> Vec<String> {
        Options::declarations()
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), String> {
        let options = self.options.with(name, value)?;
        if options.threads != self.options.threads {
            let runner = Runner::new(Some(options.threads));
            self.runner = runner.map_err(|error| error.to_string())?.into();
        }
        if options.hash != self.options.hash {
            self.forget_counts();
        }
        self.options = options;
        Ok(())
    }

    fn new_game(&mut self) {
        self.forget_counts();
    }

    fn set_position(&mut self, text: &str) -> Result<Vec<String>, String> {
        let kept = |why: String| {
            let fen = self.position().fen(EnPassantMode::Legal);
            format!("{why}; the position is still {fen}")
        };
        let words: Vec<_> = text.split_whitespace().collect();
        let end = words.iter().position(|word| *word == "moves");
        let (root, moves) = words.split_at(end.unwrap_or(words.len()));
        let root = match root {
            [STARTPOS] => STARTPOS.to_owned(),
            ["fen", fen @ ..] => fen.join(" "),
            _ => {
                let expected = "expected position startpos, or position fen and a FEN; then moves \
                                and moves such as e2e4 may follow";
                return Err(kept(expected.to_owned()));
            }
        };
        let reading = FenReading::new(&root)
            .map_err(|error| kept(format!("the FEN {root:?} cannot be used: {error}")))?;
        let played = moves.get(1..).unwrap_or_default().join(" ");
        let game = Self::play(&reading, &played).map_err(kept)?;
        let note = |fault: &_| format!("FEN: {fault} ({})", fen_error::remedy(*fault));
        let notes = reading.repairs.iter().map(note).collect();
        (self.reading, self.game) = (reading, game);
        Ok(notes)
    }

    fn divide(&mut self, depth: u32, stop: &Stop) -> Result<Vec<(String, u64)>, NoCount> {
        self.tallies = None;
        let table = Self::table(self.options.hash_bytes(), &mut self.nodes)?;
        let divide = self.count(depth, table, stop)?.divide.into_iter();
        divide
            .map(|(mv, nodes)| Ok((self.text(mv), narrow(nodes)?)))
            .collect()
    }

    fn tally(&mut self, depth: u32, stop: &Stop) -> Result<Vec<(&'static str, u64)>, NoCount> {
        self.nodes = None;
        let table = Self::table(self.options.hash_bytes(), &mut self.tallies)?;
        let tally = self.count(depth, table, stop)?.total;
        let columns = Column::ALL.into_iter();
        columns
            .map(|column| Ok((column.name(), narrow(tally[column])?)))
            .collect()
    }

    fn search(&mut self, limits: &Limits) -> Search {
        let mut moves = self
            .position()
            .legal_moves()
            .into_iter()
            .map(|mv| self.text(mv));
        let note = "string no search: this is the first legal move";
        Search {
            lines: vec![note.to_owned()],
            best: moves.find(|mv| {
                let asked = limits.search_moves.as_ref();
                asked.is_none_or(|asked| asked.contains(mv))
            }),
            is_late: false,
        }
    }

    fn display(&self) -> String {
        let position = self.position();
        let checkers: Vec<_> = position
            .checkers()
            .into_iter()
            .map(|at| at.to_string())
            .collect();
        let explanation = report::explanation::text(&Explanation::new(&self.reading, &self.game));
        format!(
            "\n{}\nFen: {}\nKey: {:016X}\nPolyglot key: {:016X}\nCheckers: {}",
            escape(&explanation, Syntax::Log),
            position.fen(EnPassantMode::Legal),
            position.key().0,
            position.polyglot_key(),
            checkers.join(" ")
        )
    }
}

/// Returns a number of nodes as programs that ask for it expect it.
fn narrow(nodes: u128) -> Result<u64, NoCount> {
    u64::try_from(nodes).map_err(|_| NoCount::Refused(format!("{nodes} nodes are more than 2^64")))
}
