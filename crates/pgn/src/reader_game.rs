//! The games for testing readers, each with the moves that a reader must find.

use std::ops::Range;

use passant_rules::{Position, UciMove};
use passant_suite::READER_GAMES;

use crate::game::{PgnGame, PgnVariation};
use crate::mark::EnPassantMark;
use crate::reader::PgnReader;

/// A game of [`READER_GAMES`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReaderGame {
    /// The mark and its place, for example `dotted joined, before a comment`: the tag `Event`.
    pub name: String,
    /// The game as a reader is given it, without the tags that tell the answer.
    pub pgn: String,
    /// The part of it after the tags.
    pub movetext: String,
    /// The moves that a reader must find, without those of variations.
    pub moves: Vec<UciMove>,
    /// Tells whether every reader must read the game, because nothing in it is unusual.
    pub is_standard: bool,
    /// Tells whether a move of the game, or of a variation, has a mark.
    pub has_mark: bool,
    /// The position that it begins with.
    pub start: Position,
}

/// The tags that tell the answer.
const ANSWERS: [&str; 3] = ["Moves", "Standard", "Confirmed"];

/// The games of [`READER_GAMES`], those that every reader must read first.
///
/// ```
/// let games = passant_pgn::reader_games();
/// let marked = games.iter().find(|game| game.name == "joined, Black").unwrap();
/// assert!(marked.pgn.ends_with("3. e4 dxe3ep 4. Nf3 exf2+ *"));
/// assert_eq!(marked.moves[5].to_string(), "d4e3");
/// assert!(marked.has_mark && !marked.is_standard);
/// ```
#[must_use]
pub fn reader_games() -> Vec<ReaderGame> {
    let mut reader = PgnReader::new(READER_GAMES.as_bytes());
    let mut game = PgnGame::default();
    let games = std::iter::from_fn(|| reader.read_next(&mut game).then(|| reader_game(&game)));
    games.flatten().collect()
}

/// Reads the answers of a game. A test shows that every game has them.
fn reader_game(game: &PgnGame) -> Option<ReaderGame> {
    let text = READER_GAMES.as_bytes();
    let tag = |name| game.tag(name, text).and_then(|it| str::from_utf8(it).ok());
    let questions = game
        .tags
        .iter()
        .map(|tag| tag.clone().map(|span| &READER_GAMES[span]));
    let questions = questions.filter(|[name, _]| !ANSWERS.contains(name));
    let tags: Vec<_> = questions
        .map(|[name, value]| format!("[{name} \"{value}\"]\n"))
        .collect();
    // After the value of the last tag come a quote and a bracket.
    let [_, last] = game.tags.last()?;
    let movetext = READER_GAMES[last.end + 2..game.span.end].trim();
    let is_marked = |span: &Range<usize>| EnPassantMark::find(&text[span.clone()]).is_some();
    let has_marked_move = |variation: &PgnVariation| {
        let mut moves = PgnGame::default();
        PgnReader::read_all_of(text, variation, &mut moves);
        moves.moves.iter().any(is_marked)
    };
    let moves = tag("Moves")?.split_whitespace().map(str::parse);
    Some(ReaderGame {
        name: tag("Event")?.to_owned(),
        pgn: format!("{}\n{movetext}", tags.concat()),
        movetext: movetext.to_owned(),
        moves: moves.collect::<Result<_, _>>().ok()?,
        is_standard: tag("Standard") == Some("yes"),
        has_mark: game.moves.iter().any(is_marked) || game.variations.iter().any(has_marked_move),
        start: match tag("FEN") {
            Some(fen) => Position::from_fen(fen).ok()?,
            None => Position::initial(),
        },
    })
}

impl ReaderGame {
    /// The mark of the game, or `no-mark`, as the name of a class.
    #[must_use]
    pub fn class(&self) -> String {
        if self.is_standard {
            return "no-mark".to_owned();
        }
        slug(self.name.split(',').next().unwrap_or(&self.name))
    }

    /// The address of the game, for example `pgn/joined-black`.
    #[must_use]
    pub fn address(&self) -> String {
        format!("pgn/{}", slug(&self.name))
    }
}

/// A name in lower case, with `-` in place of spaces and signs.
fn slug(name: &str) -> String {
    let words = name.split(|letter: char| !letter.is_ascii_alphanumeric());
    let words: Vec<_> = words.filter(|word| !word.is_empty()).collect();
    words.join("-").to_lowercase()
}
