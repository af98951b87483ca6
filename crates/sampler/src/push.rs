//! A double push with the positions around it: all that a sample begins with.

use passant_query::Line;
use passant_rules::{Color, File, Move, Position, Rank, Square, UciMove};

use crate::board::has_possible_bishops;

/// The way in which a position arose.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Source {
    /// A game of random moves from the initial position or from one of the suites, steered towards double pushes beside
    /// enemy pawns.
    Walk,
    /// Kings, sliders and blockers put on the lines of the rule.
    Construction,
    /// A case of a suite, changed.
    Change,
}

/// A double push that is legal where it is played.
#[derive(Clone, Debug)]
pub(crate) struct Push {
    pub(crate) source: Source,
    /// The position before the push.
    pub(crate) before: Position,
    pub(crate) mv: Move,
    /// The position after the push.
    pub(crate) after: Position,
    /// A game of a few moves that leads to the position before the push, if one was played.
    pub(crate) game: Option<Line>,
}

impl Push {
    /// Plays a double push; `None` if it is not legal, or if no game has these pieces.
    pub(crate) fn new(before: Position, mv: UciMove, source: Source) -> Option<Self> {
        if !Color::ALL
            .iter()
            .all(|&it| has_possible_bishops(&before, it))
        {
            return None;
        }
        let mv = before.find(mv).ok()?;
        let after = before.after(mv);
        let _ = after.en_passant()?;
        Some(Self {
            source,
            before,
            mv,
            after,
            game: None,
        })
    }

    /// Plays the double push on a file; `None` if it is not legal.
    pub(crate) fn over(before: Position, source: Source, file: File) -> Option<Self> {
        let mv = push_on(before.side_to_move(), file);
        Self::new(before, mv, source)
    }

    /// Returns the line that consists of the push.
    pub(crate) fn line(&self) -> Line {
        Line::at(&self.before).then(self.before.uci_move(self.mv))
    }

    /// Returns the line of the last moves and the push; `None` if no moves were played before it.
    pub(crate) fn game(&self) -> Option<Line> {
        let game = self.game.as_ref()?;
        Some(game.then(self.before.uci_move(self.mv)))
    }
}

/// Returns the double push of a side on a file.
pub(crate) fn push_on(pusher: Color, file: File) -> UciMove {
    let on = |rank: Rank| Square::new(file, rank.relative_to(pusher));
    UciMove::new(on(Rank::Second), on(Rank::Fourth))
}
