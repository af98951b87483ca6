//! Properties of every position of every game.

use std::collections::HashMap;

use passant_rules::{
    Bitboard, CastlingRights, Color, EnPassant, EnPassantMode, FenText, Key, Move, MoveKind,
    MoveList, Outcome, Piece, PieceType, Position, Setup, Square, Undo,
};
use proptest::prelude::*;

use crate::play::{RandomGame, any_game, any_position, cases};

/// Everything a position says about itself, clocks and the order of the moves included.
#[derive(PartialEq, Debug)]
struct Facts {
    fen: FenText,
    castling: CastlingRights,
    en_passant: Option<EnPassant>,
    key: Key,
    polyglot: u64,
    moves: MoveList,
    checkers: Bitboard,
    pinned: Bitboard,
    outcome: Option<Outcome>,
}

impl Facts {
    fn of(position: &Position) -> Self {
        Self {
            fen: position.fen(EnPassantMode::Always),
            castling: position.castling_rights(),
            en_passant: position.en_passant(),
            key: position.key(),
            polyglot: polyglot_key(position),
            moves: position.legal_moves(),
            checkers: position.checkers(),
            pinned: position.pinned(),
            outcome: position.outcome(),
        }
    }

    /// Sorts the moves into an order that does not depend on how the position arose.
    fn in_order(mut self) -> Self {
        self.moves.sort_unstable();
        self
    }
}

#[cfg(feature = "polyglot")]
fn polyglot_key(position: &Position) -> u64 {
    position.polyglot_key()
}

/// Without the feature there is no key to compare.
#[cfg(not(feature = "polyglot"))]
fn polyglot_key(_: &Position) -> u64 {
    0
}

/// Plays a game and takes it back, comparing each position with the same position on the way forward.
fn play_and_take_back(game: &RandomGame) -> Result<(), TestCaseError> {
    let mut position = game.start();
    let mut played: Vec<(Facts, Position, Move, Undo)> = Vec::new();
    for mv in game.moves() {
        let before = (Facts::of(&position), position.clone());
        let undo = position.make(mv);
        played.push((before.0, before.1, mv, undo));
    }
    while let Some((facts, before, mv, undo)) = played.pop() {
        position.unmake(mv, undo);
        prop_assert_eq!(Facts::of(&position), facts, "after {:?} was taken back", mv);
        prop_assert_eq!(&position, &before);
    }
    Ok(())
}

/// Plays every legal move and takes it back.
fn try_every_move(position: &Position) -> Result<(), TestCaseError> {
    let mut tried = position.clone();
    let facts = Facts::of(position);
    for mv in position.legal_moves() {
        let undo = tried.make(mv);
        let faults = tried.setup(EnPassantMode::Always).faults();
        prop_assert!(faults.is_empty(), "{:?} in {}", faults, tried);
        tried.unmake(mv, undo);
        prop_assert_eq!(&Facts::of(&tried), &facts, "{:?} in {}", mv, position);
        // No trace of earlier moves is left: the second time, `Undo` is the same.
        let again = tried.make(mv);
        prop_assert_eq!(again, position.clone().make(mv), "{:?} in {}", mv, position);
        tried.unmake(mv, again);
    }
    Ok(())
}

/// A null move leads to the setup of the same pieces with the other side to move and without a right, and taking it back
/// leaves no trace. In check there is no null move, because that setup is refused.
fn pass_and_take_back(position: &Position) -> Result<(), TestCaseError> {
    let before = position.setup(EnPassantMode::Always);
    let after = Setup {
        side_to_move: !before.side_to_move,
        en_passant: None,
        halfmove_clock: before.halfmove_clock + 1,
        fullmove_number: before.fullmove_number + before.side_to_move as u16,
        ..before
    };
    let expected = after.validate().ok();
    let mut passed = position.clone();
    let facts = Facts::of(position);
    if let Some(undo) = passed.make_null() {
        let found = Facts::of(&passed).in_order();
        prop_assert_eq!(
            Some(found),
            expected.map(|after| Facts::of(&after).in_order())
        );
        passed.unmake_null(undo);
    } else {
        prop_assert_eq!(expected, None, "{}", position);
    }
    prop_assert_eq!(Facts::of(&passed), facts, "{}", position);
    Ok(())
}

/// The squares of all pieces together are the board, and `after` is what `make` leads to.
fn squares_and_moves_agree(position: &Position) -> Result<(), TestCaseError> {
    for color in Color::ALL {
        let mut all = Bitboard::EMPTY;
        for kind in PieceType::ALL {
            let piece = Piece::new(color, kind);
            let squares = position.squares_of(piece);
            prop_assert_eq!(squares, position.board().squares_of(piece), "{}", position);
            all |= squares;
        }
        prop_assert_eq!(all, position.occupied_by(color), "{}", position);
    }
    for mv in position.legal_moves() {
        let mut made = position.clone();
        let _ = made.make(mv);
        prop_assert_eq!(Facts::of(&position.after(mv)), Facts::of(&made));
        prop_assert_eq!(position.find(position.uci_move(mv)), Ok(mv));
    }
    Ok(())
}

fn fen_round_trip(position: &Position) -> Result<(), TestCaseError> {
    for mode in EnPassantMode::ALL {
        let setup = position.setup(mode);
        let fen = position.fen(mode);
        prop_assert_eq!(Setup::from_fen(&fen), Ok(setup), "{}", fen);
        let read =
            Position::from_fen(&fen).map_err(|error| TestCaseError::fail(error.to_string()))?;
        prop_assert_eq!(&read, position, "{}", fen);
        prop_assert_eq!(read.key(), position.key(), "{}", fen);
        prop_assert_eq!(read.halfmove_clock(), position.halfmove_clock());
        prop_assert_eq!(read.fullmove_number(), position.fullmove_number());
        if mode == EnPassantMode::Always {
            prop_assert_eq!(read.en_passant(), position.en_passant(), "{}", fen);
        }
    }
    Ok(())
}

/// All functions about legal moves agree with the list.
fn ways_to_ask(position: &Position) -> Result<(), TestCaseError> {
    let moves = position.legal_moves();
    prop_assert_eq!(position.count_legal_moves() as usize, moves.len());
    prop_assert_eq!(position.has_legal_move(), !moves.is_empty());
    for from in Square::ALL {
        let targets: Bitboard = moves
            .iter()
            .filter(|mv| mv.from() == from)
            .map(|mv| mv.to())
            .collect();
        prop_assert_eq!(position.targets(from), targets, "{} in {}", from, position);
        let of_one = moves.iter().copied().filter(|mv| mv.from() == from);
        prop_assert!(
            of_one.eq(position.legal_moves_from(from)),
            "{} in {}",
            from,
            position
        );
    }
    for mv in &moves {
        prop_assert!(position.is_legal(*mv));
        let is_held = moves.iter().filter(|other| *other == mv).count();
        prop_assert_eq!(is_held, 1, "{:?} twice in {}", mv, position);
    }
    let is_check = !position.checkers().is_empty();
    prop_assert_eq!(position.is_check(), is_check);
    let over = match (moves.is_empty(), is_check) {
        (true, true) => Some(Outcome::Checkmate {
            winner: !position.side_to_move(),
        }),
        (true, false) => Some(Outcome::Stalemate),
        (false, _) => position
            .outcome()
            .filter(|outcome| !matches!(outcome, Outcome::Checkmate { .. } | Outcome::Stalemate)),
    };
    prop_assert_eq!(position.outcome(), over);
    Ok(())
}

/// If king and rook change places, both must have been lifted; if one stays, only the other.
#[test]
fn sensors_find_castling_only_if_its_pieces_were_lifted() {
    let squares = |squares: &[Square]| squares.iter().copied().collect::<Bitboard>();
    for (fen, lifted, seen) in [
        ("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", &[Square::F1][..], 0),
        ("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", &[Square::G1], 0),
        (
            "4k3/8/8/8/8/8/8/5KR1 w G - 0 1",
            &[Square::F1, Square::G1],
            1,
        ),
        ("4k3/8/8/8/8/8/8/6KR w H - 0 1", &[Square::H1], 1),
    ] {
        let position = Position::from_fen(fen).unwrap();
        let castling = position
            .legal_moves()
            .into_iter()
            .find(|mv| mv.kind().castling_side().is_some());
        let after = position.occupied_after(castling.unwrap());
        assert_eq!(
            position.infer_moves(after, squares(lifted)).len(),
            seen,
            "{fen} {lifted:?}"
        );
    }
}

/// A board with sensors finds every legal move, whether or not other pieces were lifted.
fn seen_by_sensors(position: &Position) -> Result<(), TestCaseError> {
    for mv in position.legal_moves() {
        let after = position.occupied_after(mv);
        let mut played = position.clone();
        let _ = played.make(mv);
        prop_assert_eq!(after, played.occupied(), "{:?} in {}", mv, position);

        let changed = |at: &Square| position.piece_at(*at) != played.piece_at(*at);
        let touched: Bitboard = position.occupied().into_iter().filter(changed).collect();
        for lifted in [touched, position.occupied()] {
            let inferred = position.infer_moves(after, lifted);
            prop_assert!(inferred.contains(&mv), "{:?} in {}", mv, position);
            prop_assert!(inferred.iter().all(|mv| position.is_legal(*mv)));
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn taking_back_restores_everything(game in any_game()) {
        play_and_take_back(&game)?;
    }

    #[test]
    fn fens_read_back(game in any_game()) {
        for position in game.positions() {
            fen_round_trip(&position)?;
        }
    }

    #[test]
    fn all_functions_about_legal_moves_agree(game in any_game()) {
        for position in game.positions() {
            ways_to_ask(&position)?;
        }
    }

    /// Keys are equal exactly when positions are the same for FIDE Laws of Chess 9.2.3.
    #[test]
    fn keys_differ_where_positions_differ(game in any_game()) {
        let mut by_key: HashMap<Key, Position> = HashMap::new();
        let mut by_fen: HashMap<String, Key> = HashMap::new();
        for position in game.positions() {
            let same = by_key.entry(position.key()).or_insert_with(|| position.clone());
            prop_assert_eq!(&position, &*same);
            let fen = position.fen(EnPassantMode::Legal);
            let without_clocks = fen.rsplitn(3, ' ').nth(2).unwrap_or_default().to_owned();
            let key = *by_fen.entry(without_clocks).or_insert_with(|| position.key());
            prop_assert_eq!(position.key(), key, "{}", fen);
        }
    }
}

proptest! {
    #![proptest_config(cases(1_000))]

    #[test]
    fn every_move_can_be_taken_back(position in any_position()) {
        try_every_move(&position)?;
    }

    #[test]
    fn squares_of_pieces_and_positions_after_moves_agree(position in any_position()) {
        squares_and_moves_agree(&position)?;
    }

    #[test]
    fn null_moves_can_be_taken_back(position in any_position()) {
        pass_and_take_back(&position)?;
    }

    #[test]
    fn sensors_find_every_move(position in any_position()) {
        seen_by_sensors(&position)?;
    }

    /// `try_make` plays a move if it is legal, and otherwise changes nothing.
    #[test]
    fn only_legal_moves_are_played(
        mut position in any_position(),
        from in prop::sample::select(&Square::ALL[..]),
        to in prop::sample::select(&Square::ALL[..]),
        kind in prop::sample::select(&MoveKind::ALL[..]),
    ) {
        let facts = Facts::of(&position);
        let mv = Move::new(from, to, kind);
        let is_legal = facts.moves.contains(&mv);
        prop_assert_eq!(position.try_make(mv).is_ok(), is_legal);
        prop_assert_eq!(Facts::of(&position) == facts, !is_legal);
    }

    /// [`Position::make`] promises that nothing panics after an illegal move, then or later.
    #[test]
    fn nothing_panics_after_an_illegal_move(
        mut position in any_position(),
        moves in prop::collection::vec(
            (
                prop::sample::select(&Square::ALL[..]),
                prop::sample::select(&Square::ALL[..]),
                prop::sample::select(&MoveKind::ALL[..]),
            ),
            1..8,
        ),
    ) {
        let mut undos = Vec::new();
        for (from, to, kind) in moves {
            let mv = Move::new(from, to, kind);
            undos.push((mv, position.make(mv)));
            let _ = Facts::of(&position);
        }
        for (mv, undo) in undos {
            position.unmake(mv, undo);
            let _ = Facts::of(&position);
        }
    }
}
