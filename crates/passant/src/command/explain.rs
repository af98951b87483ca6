//! `passant explain`: the en passant captures of a position, and why each is legal or not.

mod games;
mod watch;

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::Args;
use passant_pgn::find_moves;
use passant_report::{Explanation, GameRecord, STARTPOS, move_list};

use crate::report::board::Picture;
use crate::{CliError, ExitCode, diagnostic, fen, report};

/// The ways to call `passant explain`.
const EXPLAIN_USAGE: &str = "\
passant explain [--json] <FEN> [MOVES]...
       passant explain --watch [FEN] [MOVES]...
       passant explain --pgn <FILE> [--game <N> [--json]]";

/// The end of `passant explain --help`.
const EXPLAIN_NOTES: &str = "\
Examples:
  passant explain \"3k4/8/8/K1Pp3r/8/8/8/8 w - d6 0 1\"
  passant explain startpos 1. e4 a6 2. e5 d5
  passant explain --json startpos e2e4 a7a6 e4e5 d7d5
  passant explain --watch startpos < moves.txt
  passant explain --pgn games.pgn

The three FEN conventions for the en passant square:
  always        after every double push (PGN standard)
  pseudo-legal  only if an enemy pawn stands beside the pushed pawn (X-FEN)
  legal         only if at least one en passant capture is legal

Commands for --watch, one per line:
  e2e4, e4, 1. e4 e5   play these moves
  undo                 take back the last move
  board                draw the board
  fen                  print the FEN, with an en passant square after every
                       double push

Keys of the object that --json prints:
  fen           the FEN as given; startpos is spelled out
  repairs       the faults in the FEN: [{field, fault, remedy}]
                remedy: dropped, or accepted (unchanged)
  game          {san: [...], en_passant: [...], captured: {white, black}}
                en_passant: the plies that are en passant captures, from 1
                captured: the pieces that each side has captured, as FEN letters
  side_to_move  white or black
  right         the en passant right: {target, victim, origin, capturers}, or
                null
                capturers: [{square, uci, san, legal, reason, sentence}]
                reason: null, check, file, diagonal, rank or victim
                san: null if the capture is illegal
  conventions   {always, pseudo_legal, legal}: the FEN in each convention
  outcome       null, checkmate, stalemate, insufficient_material,
                seventy_five_moves, fifty_moves, threefold_repetition or
                fivefold_repetition

Exit codes: 0 the position is explained, 2 the FEN or a move cannot be used (with --watch: at
least one line could not be used; with --pgn: at least one game), 74 reading or writing failed.";

/// The arguments of `passant explain`.
#[derive(Args)]
#[command(override_usage = EXPLAIN_USAGE, after_long_help = EXPLAIN_NOTES)]
pub struct ExplainArguments {
    /// The position: a FEN in quotes, or startpos
    ///
    /// Impossible castling rights and en passant squares are dropped, with a warning on standard error.
    #[arg(required_unless_present_any = ["watch", "pgn"])]
    pub fen: Option<String>,

    /// Moves to play first, in UCI (e2e4) or SAN (exd6); move numbers, comments, variations and results are ignored
    pub moves: Vec<String>,

    /// Read games in PGN from a file, or from standard input if it is `-`, and list for each the rights that a pawn stood ready to
    /// use, and how they ended
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fen", "watch"])]
    pub pgn: Option<PathBuf>,

    /// With --pgn: only this game, counted from 1, and then its last position
    #[arg(long, value_name = "N", requires = "pgn")]
    pub game: Option<NonZeroUsize>,

    /// Print the explanation as a JSON object; with --pgn it needs --game
    #[arg(long, conflicts_with = "watch")]
    pub json: bool,

    /// Follow a game from standard input, and report each en passant right that arises, is used or expires
    ///
    /// Reads one or more moves per line, at most 4095 bytes. A line that cannot be used is reported on standard error
    /// and skipped; the exit code is then 2.
    #[arg(long)]
    pub watch: bool,
}

/// Reads the position, plays the moves, and explains the position they lead to, or follows the game from there.
pub fn run(arguments: &ExplainArguments) -> Result<ExitCode, CliError> {
    if let Some(path) = &arguments.pgn {
        if arguments.json && arguments.game.is_none() {
            return Err(CliError::bad_input(
                "--json explains one game of --pgn: add --game",
            ));
        }
        return games::run(path, arguments.game, arguments.json);
    }
    if let Some(path) = arguments
        .fen
        .as_deref()
        .filter(|it| Path::new(it).is_file())
    {
        return Err(CliError::bad_input(format!(
            "{path} is a file: passant explain --pgn {path}"
        )));
    }
    let (fen, moves) = fen::gather(
        arguments.fen.as_deref().unwrap_or(STARTPOS),
        &arguments.moves,
    );
    let reading = fen::read_and_warn(&fen)?;
    let mut game = GameRecord::new(reading.position.clone());
    find_moves(&moves)
        .and_then(|found| move_list::play(&mut game, &moves, found))
        .map_err(|error| {
            // The board of the first move that cannot be played shows why.
            let board = Picture::of_position(game.position()).text();
            CliError::BadInput(format!("{}\n{board}", diagnostic::render(&error)))
        })?;
    if arguments.watch {
        return watch::run(game);
    }
    report::explanation::print(&Explanation::new(&reading, &game), arguments.json)?;
    Ok(ExitCode::Ok)
}
