//! The requests `game` and `move`: a game, shown at any of its positions, and a move that is tried.

use passant_pgn::{PgnGame, find_moves};
use passant_report::pasted::{self, LONGEST_TEXT, MOST_PLIES};
use passant_report::{FenReading, GameRecord, move_error};
use serde::Serialize;

use crate::request::{FieldDiagnostic, Refusal, Request, read_fen};
use crate::view::View;

/// A move that can be played.
#[derive(Serialize)]
pub(crate) struct Playable {
    uci: String,
}

/// The game of a request after some plies.
pub(crate) fn game(request: &Request<'_>) -> Result<View, Refusal> {
    let ply = request.optional_number("ply", MOST_PLIES as u32)?;
    let (reading, game) = play(request)?;
    Ok(View::new(&reading, &game, ply.map(|it| it as usize)))
}

/// The move that a text means in the last position of the game.
pub(crate) fn try_move(request: &Request<'_>) -> Result<Playable, Refusal> {
    let text = request.text("text")?;
    let (_, game) = play(request)?;
    check_length("text", text)?;
    let mv = game.position().parse_move(text.trim()).map_err(|error| {
        let trimmed = text.len() - text.trim_start().len();
        let span = trimmed..trimmed + text.trim().len();
        let diagnostic = move_error::diagnostic(&game, text, span, error);
        FieldDiagnostic::new("text", diagnostic).alone()
    })?;
    let uci = game.position().uci(mv).to_string();
    Ok(Playable { uci })
}

/// Reads the fields `fen` and `moves`, and plays the moves.
pub(crate) fn play(request: &Request<'_>) -> Result<(FenReading, GameRecord), Refusal> {
    let fen = request.text("fen")?;
    let moves = request.optional_text("moves").unwrap_or_default();
    check_length("fen", fen)?;
    check_length("moves", moves)?;
    let reading = read_fen("fen", fen)?;
    let position = reading.position.clone();
    let game = find_moves(moves)
        .and_then(|found| pasted::play(position, moves, found))
        .map_err(|error| FieldDiagnostic::new("moves", error).alone())?;
    Ok((reading, game))
}

/// Refuses a text that is too long to be read.
pub(crate) fn check_length(field: &'static str, text: &str) -> Result<(), Refusal> {
    if text.len() <= LONGEST_TEXT {
        return Ok(());
    }
    Err(FieldDiagnostic::new(field, pasted::too_long()).alone())
}

/// A game in the form in which the other requests take it.
#[derive(Serialize)]
pub(crate) struct ReadGame {
    fen: String,
    /// In UCI notation, separated by spaces.
    moves: String,
}

/// Reads a FEN, a game in PGN, moves, or a `position` command of UCI.
pub(crate) fn read(request: &Request<'_>) -> Result<ReadGame, Refusal> {
    let text = request.text("text")?;
    let pasted = pasted::read(text).map_err(|errors| FieldDiagnostic::list("text", errors))?;
    Ok(ReadGame {
        fen: pasted.reading.text,
        moves: pasted.game.uci_moves().join(" "),
    })
}

/// One of several games in a text.
#[derive(Serialize)]
pub(crate) struct ListedGame {
    /// The players and the event, as far as the tags name them; at most 120 characters.
    title: String,
    /// The part of the text that holds the game.
    text: String,
}

/// The most games of one text that are listed.
const MOST_GAMES: usize = 500;

/// Finds the games of a text in PGN, at most [`MOST_GAMES`] of them.
pub(crate) fn list_games(request: &Request<'_>) -> Result<Vec<ListedGame>, Refusal> {
    let text = request.text("text")?;
    check_length("text", text)?;
    let (games, _) = passant_pgn::read_games(text);
    let listed = games.iter().take(MOST_GAMES).map(|game| ListedGame {
        title: title(game, text),
        text: text.get(game.span.clone()).unwrap_or_default().to_owned(),
    });
    Ok(listed.collect())
}

/// Names a game by its tags.
fn title(game: &PgnGame, text: &str) -> String {
    let tag = |name: &str| {
        let value = game.tag(name, text.as_bytes())?;
        let value = String::from_utf8_lossy(value);
        let is_known = !value.trim().is_empty() && !value.starts_with('?');
        is_known.then(|| value.chars().take(36).collect::<String>())
    };
    let players = match (tag("White"), tag("Black")) {
        (Some(white), Some(black)) => Some(format!("{white} – {black}")),
        (one, other) => one.or(other),
    };
    let parts = [players, tag("Event"), tag("Date")];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// A game to step through.
#[derive(Serialize)]
pub(crate) struct Example {
    id: &'static str,
    title: &'static str,
    text: &'static str,
    fen: &'static str,
    /// In SAN, without numbers.
    moves: &'static str,
}

/// All examples, in the order in which they are shown.
pub(crate) const EXAMPLES: [Example; 8] = [
    Example {
        id: "white-captures",
        title: "White captures",
        text: "The black pawn passes over d6 and lands beside the white one: White takes it as if it had moved one square.",
        fen: "startpos",
        moves: "e4 a6 e5 d5 exd6",
    },
    Example {
        id: "black-captures",
        title: "Black captures",
        text: "The same for Black, one rank lower: the white pawn passes over e3.",
        fen: "startpos",
        moves: "a3 d5 h3 d4 e4 dxe3",
    },
    Example {
        id: "right-expires",
        title: "The right expires",
        text: "White plays another move, and the right is gone: it lasts for one move only.",
        fen: "startpos",
        moves: "e4 a6 e5 d5 Nf3 h6",
    },
    Example {
        id: "isichess-arnoldus",
        title: "IsiChess against Arnoldus, 1994",
        text: "After 23. b4 both pawns beside it may capture; the computer of that day saw only one of them.",
        fen: "startpos",
        moves: "e4 e6 d4 d5 Nd2 Nf6 e5 Nfd7 Bd3 b6 Ngf3 Ba6 O-O Bxd3 cxd3 Be7 Nb3 O-O Bd2 Na6 Qe2 Qc8 Rac1 Qb7 Rc2 \
                c5 Rfc1 Rfc8 dxc5 bxc5 Qe3 Nb4 Bxb4 Qxb4 Nbd2 a5 a3 Qb7 Kh1 Ra6 d4 c4 Qc3 a4 b4 axb3 Nxb3 Rxa3",
    },
    Example {
        id: "gundersen-faul",
        title: "Gundersen against Faul, 1928",
        text: "A game that ends with mate by an en passant capture.",
        fen: "startpos",
        moves: "e4 e6 d4 d5 e5 c5 c3 cxd4 cxd4 Bb4 Nc3 Nc6 Nf3 Nge7 Bd3 O-O Bxh7 Kxh7 Ng5 Kg6 h4 Nxd4 Qg4 f5 h5 Kh6 \
                Nxe6 g5 hxg6",
    },
    Example {
        id: "both-leave-the-rank",
        title: "Both pawns leave the rank",
        text: "Capturing would take two pawns off the rank at once and uncover the rook. No other move in chess does that.",
        fen: "3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1",
        moves: "d5 Kb4",
    },
    Example {
        id: "two-capturers-one-may",
        title: "Two capturers, one may",
        text: "The bishop pins the pawn on c4, so that only the pawn on e4 may capture.",
        fen: "8/8/4k3/8/2p1p3/8/B2P4/7K w - - 0 1",
        moves: "d4 exd3",
    },
    Example {
        id: "not-threefold",
        title: "Three times the same picture",
        text: "The first time White could have captured on d6, so that the third time is only the second occurrence.",
        fen: "startpos",
        moves: "e4 e6 e5 d5 Nc3 Nc6 Nb1 Nb8 Nc3 Nc6 Nb1 Nb8 Nc3 Nc6 Nb1 Nb8",
    },
];
