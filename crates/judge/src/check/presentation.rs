//! The presentations of a position: how it is given to an engine.
//!
//! Each presentation alone misses faults. An engine may misread the FEN and play the double push correctly, or the other
//! way round, its tables may be wrong for one color only, and the code that reads moves may forget the captured pawn.

use passant_count::bulk;
use passant_rules::{
    Color, EnPassant, EnPassantMode, Move, MoveKind, PieceType, Position, Setup, Square, UciMove,
};
use passant_suite::{Case, Reach, Variant, flip_line};
use serde::{Deserialize, Serialize};

use passant_query::Line;

use super::words::words;

/// The depth in plies to which a position is counted after moves that are played on. A pawn that was left on the board shows in
/// its moves, and in those of the other side.
const PLAYED_ON: u32 = 2;

/// The number of moves of each side that are tried until the right has expired: looking at all takes longer than an engine needs.
const WAITING: usize = 4;

/// The way a position is given to an engine.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Presentation {
    /// As a FEN.
    Fen,
    /// As the FEN of the position before the double push, and the push; or as a game from the initial position, if the
    /// engine does not set up positions.
    Moves,
    /// As a FEN with colors swapped; where a search or its move is asked for, with mirrored files too unless a side may castle.
    FlippedFen,
    /// As the FEN of the position before the double push, and the push, with colors swapped, and files mirrored as above.
    FlippedMoves,
    /// As a FEN, and an en passant capture that is played.
    Capture,
    /// With colors swapped, as the FEN of the position before the double push, the push, and an en passant capture.
    FlippedCapture,
    /// As a FEN or a game, and a move of each side after which the right has expired: a promotion on a corner if there is one.
    Expired,
}

/// The line that an engine is given for one presentation of a case, and the position after it.
#[derive(Clone, Debug)]
pub struct Prompt {
    /// The presentation.
    pub presentation: Presentation,
    /// The FEN and the moves.
    pub line: Line,
    /// The position after the moves.
    pub position: Position,
}

impl Prompt {
    /// The end of a line; `None` if a move of it is not legal.
    pub(super) fn at(presentation: Presentation, line: &Line) -> Option<Self> {
        Some(Self {
            presentation,
            line: line.clone(),
            position: line.position()?,
        })
    }

    /// The counts to compare, for each depth in plies: those of the case, or of the position after more moves, as far as
    /// they are no larger.
    #[must_use]
    pub fn counts(&self, stored: &[(u32, u64)]) -> Vec<(u32, u64)> {
        if !self.presentation.goes_on() {
            return stored.to_vec();
        }
        let deepest = stored.iter().map(|(depth, _)| *depth).max().unwrap_or(1);
        let most = stored.iter().map(|(_, nodes)| *nodes).max().unwrap_or(0);
        let counted = |depth| (depth, bulk(&mut self.position.clone(), depth));
        let counts = (1..=deepest.min(PLAYED_ON)).map(counted);
        counts
            .filter(|&(depth, nodes)| depth == 1 || nodes <= most)
            .collect()
    }

    /// The line to the position of the case, if moves are played on from there.
    #[must_use]
    pub fn before(&self) -> Option<Line> {
        let played_on = match self.presentation {
            it if it.is_capture() => 1,
            it if it.goes_on() => 2,
            _ => return None,
        };
        let steps = self.line.steps.len().checked_sub(played_on)?;
        Some(self.line.take(steps))
    }

    /// The square of the pawn that the last move captured en passant.
    #[must_use]
    pub fn captured_pawn(&self) -> Option<Square> {
        let right = self
            .presentation
            .is_capture()
            .then(|| self.right_before())?;
        right.map(EnPassant::victim)
    }

    /// The right that has expired with the last two moves.
    #[must_use]
    pub fn right_that_expired(&self) -> Option<EnPassant> {
        let has_expired = self.presentation.goes_on() && !self.presentation.is_capture();
        has_expired.then(|| self.right_before())?
    }

    /// The right in the position of the case, if moves are played on from there.
    fn right_before(&self) -> Option<EnPassant> {
        self.before()?.position()?.en_passant()
    }
}

words! { Presentation:
    Fen "fen",
    Moves "moves",
    FlippedFen "flipped-fen",
    FlippedMoves "flipped-moves",
    Capture "capture",
    FlippedCapture "flipped-capture",
    Expired "expired",
}

impl Presentation {
    /// A position as a FEN or after moves, as it is or with colors swapped.
    pub(super) fn of(is_played: bool, is_flipped: bool) -> Self {
        match (is_played, is_flipped) {
            (false, false) => Self::Fen,
            (false, true) => Self::FlippedFen,
            (true, false) => Self::Moves,
            (true, true) => Self::FlippedMoves,
        }
    }

    /// Tells whether the engine has to play moves.
    #[must_use]
    pub fn is_played(self) -> bool {
        !matches!(self, Self::Fen | Self::FlippedFen)
    }

    /// Tells whether colors are swapped.
    #[must_use]
    pub fn is_flipped(self) -> bool {
        matches!(
            self,
            Self::FlippedFen | Self::FlippedMoves | Self::FlippedCapture
        )
    }

    /// Tells whether an en passant capture is played.
    #[must_use]
    pub fn is_capture(self) -> bool {
        matches!(self, Self::Capture | Self::FlippedCapture)
    }

    /// Tells whether moves are played from the position of the case on, to another position.
    #[must_use]
    pub fn goes_on(self) -> bool {
        self.is_capture() || self == Self::Expired
    }
}

/// All presentations of a case, its FEN first. Positions that are never scored are only given as a FEN.
///
/// Each class has cases with either side to move, so that what goes on from a case need not be played with both colors:
/// each color captures after a FEN in some cases, and after a push in others.
#[must_use]
pub fn presentations(case: &Case) -> Vec<Prompt> {
    let own = by_fen(case, Presentation::Fen);
    if case.reach != Reach::Reachable {
        return vec![own];
    }
    let flipped = case.flip();
    let flipped_push = by_push(&flipped, Presentation::FlippedMoves);
    let captures = by_capture(&own, Presentation::Capture);
    let flipped_captures = flipped_push
        .iter()
        .flat_map(|it| by_capture(it, Presentation::FlippedCapture));
    let expired = by_expiry(&own);
    let goes_on: Vec<_> = captures.chain(flipped_captures).chain(expired).collect();
    let mut presentations = vec![own];
    presentations.extend(by_push(case, Presentation::Moves));
    presentations.push(by_fen(&flipped, Presentation::FlippedFen));
    presentations.extend(flipped_push);
    presentations.extend(goes_on);
    presentations
}

/// The position before the double push that gave a right, and the push, if both are legal.
pub(crate) fn before_push(setup: &Setup) -> Option<(Setup, UciMove)> {
    let target = setup.en_passant?;
    let pusher = !setup.side_to_move;
    let origin = target.offset(0, -pusher.forward())?;
    let victim = target.offset(0, pusher.forward())?;
    let mut before = setup.clone();
    before.board.set(origin, before.board.get(victim));
    before.board.set(victim, None);
    before.en_passant = None;
    before.side_to_move = pusher;
    if pusher == Color::Black {
        before.fullmove_number = setup.fullmove_number.saturating_sub(1).max(1);
    }
    let is_possible = setup.validate().is_ok() && before.validate().is_ok();
    is_possible.then(|| (before, UciMove::new(origin, victim)))
}

/// Puts a line before the other presentations of the position at its end, and the line with colors swapped after these.
pub(super) fn begin_with(line: &Line, prompts: &mut Vec<Prompt>) {
    let told = |line: &Line, is_flipped| {
        let presentation = Presentation::of(!line.steps.is_empty(), is_flipped);
        Prompt::at(presentation, line)
    };
    if let Some(index) = prompts.iter().position(|it| it.line == *line) {
        let own = prompts.remove(index);
        prompts.insert(0, own);
    } else {
        prompts.splice(0..0, told(line, false));
        prompts.extend(told(&flip_line(line), true));
    }
}

/// The presentations of a case to an engine that does not set up positions: the known game that leads to it, and what
/// follows. Empty if no game is known.
#[must_use]
pub fn games(case: &Case) -> Vec<Prompt> {
    let Some(game) = by_game(case) else {
        return Vec::new();
    };
    let captures: Vec<_> = by_capture(&game, Presentation::Capture).collect();
    let expired = by_expiry(&game);
    [game].into_iter().chain(captures).chain(expired).collect()
}

/// The known game that leads to a case. Only the clocks of its last position may differ.
fn by_game(case: &Case) -> Option<Prompt> {
    if case.proof.is_empty() || case.variant == Variant::Chess960 {
        return None;
    }
    let mut line = Line::at(&Position::initial());
    let mut position = Position::initial();
    for mv in &case.proof {
        line = line.then(position.uci_move(*mv));
        let _ = position.try_make(*mv).ok()?;
    }
    (position.board() == case.position().board()).then_some(Prompt {
        presentation: Presentation::Moves,
        line,
        position,
    })
}

/// The positions after each legal en passant capture.
fn by_capture(before: &Prompt, presentation: Presentation) -> impl Iterator<Item = Prompt> + use<> {
    let Prompt { line, position, .. } = before.clone();
    let legal = position.legal_moves().into_iter();
    let captures = legal.filter(|mv| mv.is_en_passant());
    captures.map(move |mv| Prompt {
        presentation,
        line: line.then(position.uci_move(mv)),
        position: position.after(mv),
    })
}

/// The position after a move of each side. Where the right still existed, a capture would be legal.
fn by_expiry(before: &Prompt) -> Option<Prompt> {
    let right = before.position.en_passant()?;
    let would_be_legal = |position: &Position| {
        let kept = Setup {
            en_passant: Some(right.target()),
            ..position.setup(EnPassantMode::Always)
        };
        let kept = kept.validate().ok();
        let right = kept.as_ref().and_then(Position::en_passant);
        right.is_some_and(|right| !right.legal().is_empty())
    };
    waiting_moves(&before.position)
        .take(WAITING)
        .find_map(|own| {
            let between = before.position.after(own);
            let mut replies = waiting_moves(&between).take(WAITING);
            let reply = replies.find(|&reply| would_be_legal(&between.after(reply)))?;
            let line = before.line.then(before.position.uci_move(own));
            Some(Prompt {
                presentation: Presentation::Expired,
                line: line.then(between.uci_move(reply)),
                position: between.after(reply),
            })
        })
}

/// Promotions to a queen on a corner, whose number may stand for no target; then the legal moves of pieces, without captures
/// and castling.
fn waiting_moves(position: &Position) -> impl Iterator<Item = Move> + use<'_> {
    let moves = position.legal_moves();
    let promotions = moves.clone().into_iter().filter(|mv| {
        let is_corner = [Square::A1, Square::H1, Square::A8, Square::H8].contains(&mv.to());
        is_corner && mv.kind().promotion() == Some(PieceType::Queen)
    });
    let quiet = moves.into_iter().filter(|mv| {
        let piece = position.piece_at(mv.from());
        let is_pawn = piece.is_some_and(|piece| piece.piece_type() == PieceType::Pawn);
        mv.kind() == MoveKind::Quiet && !is_pawn
    });
    promotions.chain(quiet)
}

/// Returns what the failing presentations have in common, if some fail and some pass.
#[must_use]
pub fn pattern(
    failed: &[Presentation],
    passed: &[Presentation],
    side: Color,
    other: Color,
) -> Option<String> {
    let all = |presentations: &[Presentation], test: fn(Presentation) -> bool| {
        presentations.iter().all(|&presentation| test(presentation))
    };
    let not_played = |presentation: Presentation| !presentation.is_played();
    let not_flipped = |presentation: Presentation| !presentation.is_flipped();
    // The answers after a position say nothing about it where the position itself is wrong in some presentation.
    let of_position = |presentations: &[Presentation]| -> Vec<Presentation> {
        let own = presentations.iter().copied();
        own.filter(|presentation| !presentation.goes_on()).collect()
    };
    let own = [of_position(failed), of_position(passed)];
    let [failed, passed] = if own[0].is_empty() {
        [failed, passed]
    } else {
        [&own[0][..], &own[1][..]]
    };
    if failed.is_empty() || passed.is_empty() {
        return None;
    }
    let is_read = all(failed, not_played) && all(passed, Presentation::is_played);
    let is_played = all(failed, Presentation::is_played) && all(passed, not_played);
    let is_own_color = all(failed, not_flipped) && all(passed, Presentation::is_flipped);
    let is_other_color = all(failed, Presentation::is_flipped) && all(passed, not_flipped);
    // Where two presentations alone were asked, both may fit, and nothing tells which it is.
    let is_ambiguous = (is_read || is_played) && (is_own_color || is_other_color);
    let [is_read, is_played, is_own_color, is_other_color] =
        [is_read, is_played, is_own_color, is_other_color].map(|fits| fits && !is_ambiguous);
    Some(if all(failed, Presentation::is_capture) {
        "wrong after the capture is played, correct before it".to_owned()
    } else if all(failed, Presentation::goes_on) {
        "wrong after more moves are played, correct before them".to_owned()
    } else if is_read {
        "wrong if the position is read from a FEN, correct if moves are played".to_owned()
    } else if is_played {
        "wrong if moves are played, correct if the position is read from a FEN".to_owned()
    } else if is_own_color {
        format!("wrong for {side}, correct for {other} in the same position with colors swapped")
    } else if is_other_color {
        format!("correct for {side}, wrong for {other} in the same position with colors swapped")
    } else {
        let words = |presentations: &[Presentation]| {
            let mut words: Vec<_> = presentations.iter().map(|it| it.word()).collect();
            words.dedup();
            words.join(", ")
        };
        format!(
            "wrong if given as {}, correct as {}",
            words(failed),
            words(passed)
        )
    })
}

/// The position of a case as a FEN.
pub(super) fn by_fen(case: &Case, presentation: Presentation) -> Prompt {
    let line = Line {
        setup: case.setup().clone(),
        steps: Vec::new(),
        is_chess960: case.variant == Variant::Chess960,
    };
    Prompt {
        presentation,
        line,
        position: case.position().clone(),
    }
}

/// The position before the last double push, and the push, if it is known and leads exactly to the case.
fn by_push(case: &Case, presentation: Presentation) -> Option<Prompt> {
    let last = case.last?;
    let setup = case.setup();
    let pawn = setup.board.get(last.to())?;
    let mut before = Setup {
        side_to_move: !setup.side_to_move,
        en_passant: None,
        halfmove_clock: 0,
        ..setup.clone()
    };
    before.board.set(last.to(), None);
    before.board.set(last.from(), Some(pawn));
    let root = before.validate().ok()?;
    let mut position = root.clone();
    let _ = position.try_make(last).ok()?;
    (position == *case.position()).then(|| Prompt {
        presentation,
        line: Line {
            setup: root.setup(EnPassantMode::Always),
            steps: vec![root.uci_move(last).into()],
            is_chess960: case.variant == Variant::Chess960,
        },
        position,
    })
}

#[cfg(test)]
mod tests {
    use passant_suite::{Reach, Suites};

    use super::{Color, Presentation, games, pattern, presentations};

    #[test]
    fn every_en_passant_case_has_the_presentations_that_its_captures_allow() {
        let suites = Suites::builtin().unwrap();
        let cases = suites.cases().filter(|case| {
            case.address.starts_with("en-passant/") && case.reach == Reach::Reachable
        });
        for case in cases {
            let prompts = presentations(case);
            let [before, after] = [&prompts[..4], &prompts[4..]];
            let ways: Vec<_> = before.iter().map(|prompt| prompt.presentation).collect();
            assert_eq!(ways, Presentation::ALL[..4], "{}", case.address);
            let captures = after.iter().filter(|it| it.presentation.is_capture());
            assert_eq!(captures.count(), 2 * case.legal.len(), "{}", case.address);
            for prompt in after {
                assert!(prompt.presentation.goes_on(), "{}", case.address);
                assert_eq!(prompt.position.en_passant(), None, "{}", case.address);
                assert_eq!(Some(&prompt.position), prompt.line.position().as_ref());
            }
        }
    }

    #[test]
    fn a_known_game_leads_to_its_case() {
        let suites = Suites::builtin().unwrap();
        let cases = suites.cases().filter(|case| !case.proof.is_empty());
        for case in cases {
            let prompts = games(case);
            assert!(!prompts.is_empty(), "{}", case.address);
            assert_eq!(prompts[0].position.key(), case.position().key());
            for prompt in prompts {
                assert_eq!(Some(&prompt.position), prompt.line.position().as_ref());
            }
        }
    }

    #[test]
    fn names_the_pattern_of_the_presentations() {
        use Presentation::{Fen, FlippedFen, FlippedMoves, Moves};
        let cases: [(&[Presentation], &[Presentation], Option<&str>); 5] = [
            (
                &[Fen, FlippedFen],
                &[Moves, FlippedMoves],
                Some("read from a FEN, correct"),
            ),
            (
                &[Moves],
                &[Fen, FlippedFen],
                Some("wrong if moves are played"),
            ),
            (
                &[Fen, Moves],
                &[FlippedFen, FlippedMoves],
                Some("wrong for White, correct for Black"),
            ),
            // The channel or the color: nothing tells.
            (
                &[Fen],
                &[FlippedMoves],
                Some("wrong if given as fen, correct as flipped-moves"),
            ),
            (&Presentation::ALL, &[], None),
        ];
        for (failed, passed, part) in cases {
            let found = pattern(failed, passed, Color::White, Color::Black);
            assert_eq!(found.is_some(), part.is_some());
            assert!(part.is_none_or(|part| found.unwrap().contains(part)));
        }
    }
}
