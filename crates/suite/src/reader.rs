//! Games in PGN for testing readers, each with the moves that a reader must find.

use passant_rules::{Position, UciMove};

/// The file `suites/pgn/marks.pgn`: each mark for an en passant capture, in each place.
pub const READER_GAMES: &str = include_str!("../suites/pgn/marks.pgn");

/// A game of [`READER_GAMES`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReaderGame {
    /// The mark and its place, for example `dotted joined, before a comment`: the tag `Event`.
    pub name: &'static str,
    /// The game as a reader is given it, without the tags that tell the answer.
    pub pgn: String,
    /// The moves that a reader must find, without those of variations.
    pub moves: Vec<UciMove>,
    /// Tells whether every reader must read the game, because nothing in it is unusual.
    pub is_standard: bool,
    /// The position that it begins with.
    pub start: Position,
}

/// The games of [`READER_GAMES`], those of the standard first.
///
/// ```
/// let games = passant_suite::reader::reader_games();
/// let marked = games.iter().find(|game| game.name == "joined, Black").unwrap();
/// assert!(marked.pgn.ends_with("3. e4 dxe3ep 4. Nf3 exf2+ *"));
/// assert_eq!(marked.moves[5].to_string(), "d4e3");
/// assert!(!marked.is_standard);
/// ```
#[must_use]
pub fn reader_games() -> Vec<ReaderGame> {
    let games = READER_GAMES.split("\n[Event ").skip(1);
    games.filter_map(game).collect()
}

impl ReaderGame {
    /// Tells whether a move of the game has a mark.
    #[must_use]
    pub fn has_mark(&self) -> bool {
        !self.is_standard && !self.name.starts_with("no mark") && !self.name.starts_with("marks ")
    }

    /// The mark of the game, or `no-mark`, as the name of a class.
    #[must_use]
    pub fn class(&self) -> String {
        if self.is_standard {
            return "no-mark".to_owned();
        }
        slug(self.name.split(',').next().unwrap_or(self.name))
    }

    /// The address of the game, for example `pgn/joined-black`.
    #[must_use]
    pub fn address(&self) -> String {
        format!("pgn/{}", slug(self.name))
    }
}

/// Reads a game whose first word, `[Event`, has been taken away.
fn game(text: &'static str) -> Option<ReaderGame> {
    let tag = |name: &str| {
        let mut lines = text.lines();
        let start = format!("[{name} \"");
        lines.find_map(|line| line.strip_prefix(&start)?.strip_suffix("\"]"))
    };
    let (event, rest) = text.split_once('\n')?;
    let is_answer = |line: &&str| {
        ["[Moves ", "[Standard ", "[Confirmed "]
            .iter()
            .any(|start| line.starts_with(start))
    };
    let kept: Vec<_> = rest.lines().filter(|line| !is_answer(line)).collect();
    let moves = tag("Moves")?.split_whitespace().map(str::parse);
    Some(ReaderGame {
        name: event.strip_prefix('"')?.strip_suffix("\"]")?,
        pgn: format!("[Event {event}\n{}", kept.join("\n").trim_end()),
        moves: moves.collect::<Result<_, _>>().ok()?,
        is_standard: tag("Standard") == Some("yes"),
        start: match tag("FEN") {
            Some(fen) => Position::from_fen(fen).ok()?,
            None => Position::initial(),
        },
    })
}

/// A name in lower case, with `-` in place of spaces and signs.
fn slug(name: &str) -> String {
    let words = name.split(|letter: char| !letter.is_ascii_alphanumeric());
    let words: Vec<_> = words.filter(|word| !word.is_empty()).collect();
    words.join("-").to_lowercase()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{READER_GAMES, ReaderGame, reader_games};

    #[test]
    fn every_game_of_the_file_is_read_and_legal() {
        let games = reader_games();
        assert_eq!(games.len(), READER_GAMES.matches("[Event ").count());
        let addresses: BTreeSet<_> = games.iter().map(ReaderGame::address).collect();
        assert_eq!(addresses.len(), games.len());
        assert!(games.is_sorted_by_key(|game| !game.is_standard));
        for game in games {
            let mut position = game.start.clone();
            for mv in &game.moves {
                let mv = position.find(*mv).unwrap();
                let _ = position.make(mv);
            }
            assert!(!game.pgn.contains("[Moves"), "{}", game.pgn);
        }
    }
}
