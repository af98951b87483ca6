//! Repetition, and games that count it.

use passant_rules::{Game, Key, Move, MoveKind, Outcome, Played, Position, Square};

/// A start, moves, and how often the position after the last move has occurred. The scripts come from bug reports of other
/// projects, the numbers from python-chess 1.11.2.
struct Script {
    source: &'static str,
    start: &'static str,
    moves: &'static str,
    occurrences: usize,
}

const INITIAL: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const ROOKS: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";

const SCRIPTS: [Script; 9] = [
    Script {
        source: "no pawn beside e5 when it is played",
        start: INITIAL,
        moves: "e4 e5 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8",
        occurrences: 3,
    },
    Script {
        source: "brighamskarda/chess issue 2: exd6 is pinned on the file",
        start: INITIAL,
        moves: "e4 c5 e5 Qb6 Nf3 Qe6 Ng1 d5 Nf3 Nc6 Ng1 Nb8 Nf3 Nc6 Ng1 Nb8",
        occurrences: 3,
    },
    Script {
        source: "cutechess issue 817: gxh6 is pinned",
        start: "6k1/1p2p1rp/rP1pR3/2pP1pP1/p1P2P1P/R5K1/8/8 b - - 0 1",
        moves: "h5 Rh6 Rh7 Re6 Rg7 Rh6 Rh7 Re6 Rg7",
        occurrences: 3,
    },
    Script {
        source: "chesslib issue 39: the king is in check from the rook",
        start: "8/8/8/8/4p3/8/R2P3k/K7 w - - 0 37",
        moves: "d4+ Kh3 Ra3+ Kh2 Ra2+ Kh1 Ra3 Kh2 Ra2+",
        occurrences: 3,
    },
    Script {
        source: "the first time exd6 was legal: a different position",
        start: INITIAL,
        moves: "e4 a6 e5 d5 Nf3 Nc6 Ng1 Nb8 Nf3 Nc6 Ng1 Nb8",
        occurrences: 2,
    },
    Script {
        source: "Stockfish issue 6563: exf6 is pinned on the rank",
        start: "5kbq/3Q2n1/6p1/r3PpKn/2n5/8/8/q7 w - f6 7 4",
        moves: "Qc8+ Kf7 Qd7+ Kf8 Qd8+ Kf7 Qd7+",
        occurrences: 2,
    },
    Script {
        source: "the same, one move on: the start itself for the third time",
        start: "5kbq/3Q2n1/6p1/r3PpKn/2n5/8/8/q7 w - f6 7 4",
        moves: "Qc8+ Kf7 Qd7+ Kf8 Qd8+ Kf7 Qd7+ Kf8",
        occurrences: 3,
    },
    Script {
        source: "castling rights were lost after the first time",
        start: ROOKS,
        moves: "Rg1 Rg8 Rh1 Rh8 Rg1 Rg8 Rh1 Rh8",
        occurrences: 2,
    },
    Script {
        source: "the same, another round",
        start: ROOKS,
        moves: "Rg1 Rg8 Rh1 Rh8 Rg1 Rg8 Rh1 Rh8 Rg1 Rg8 Rh1 Rh8",
        occurrences: 3,
    },
];

/// Plays a script. Returns the position at its end and the keys of all earlier positions.
fn play(script: &Script) -> (Position, Vec<Key>) {
    let mut position = Position::from_fen(script.start).unwrap();
    let mut history = Vec::new();
    for text in script.moves.split(' ') {
        history.push(position.key());
        let mv = position.parse_san(text).unwrap();
        let _ = position.make(mv);
    }
    (position, history)
}

#[test]
fn keys_count_occurrences() {
    for script in &SCRIPTS {
        let (position, history) = play(script);
        assert_eq!(
            position.occurrences(&history),
            script.occurrences,
            "{}",
            script.source
        );
    }
}

/// Positions before a capture or a pawn move cannot occur again, and are not looked at.
#[test]
fn only_keys_since_the_last_irreversible_move_count() {
    let (position, mut history) = play(&SCRIPTS[0]);
    let since = history.len() - usize::from(position.halfmove_clock());
    history.drain(..since);
    assert_eq!(position.occurrences(&history), 3);
    let mut longer = vec![position.key(); 5];
    longer.extend(history);
    assert_eq!(position.occurrences(&longer), 3);
}

/// Plays a script in a game with a record of `N` places.
fn play_in_game<const N: usize>(script: &Script) -> Game<[Played; N]> {
    let start = Position::from_fen(script.start).unwrap();
    let mut game = Game::new(start, [Played::EMPTY; N]);
    for text in script.moves.split(' ') {
        let mv = game.position().parse_san(text).unwrap();
        game.play(mv).unwrap();
    }
    game
}

#[test]
fn a_game_counts_occurrences() {
    for script in &SCRIPTS {
        let game = play_in_game::<100>(script);
        assert_eq!(game.occurrences(), script.occurrences, "{}", script.source);
    }
}

/// With too few places the oldest moves are forgotten, and fewer repetitions are found, never more.
#[test]
fn a_game_with_few_places_forgets_the_oldest_moves() {
    for script in &SCRIPTS {
        assert_eq!(
            play_in_game::<0>(script).occurrences(),
            1,
            "{}",
            script.source
        );
        assert_eq!(
            play_in_game::<1>(script).occurrences(),
            1,
            "{}",
            script.source
        );
        assert!(
            play_in_game::<4>(script).occurrences() <= 2,
            "{}",
            script.source
        );
    }
    assert_eq!(play_in_game::<4>(&SCRIPTS[0]).occurrences(), 2);
}

#[test]
fn a_game_is_taken_back_to_its_start() {
    for script in &SCRIPTS {
        let mut game = play_in_game::<100>(script);
        let moves = script.moves.split(' ').count();
        assert_eq!(game.played().len(), moves, "{}", script.source);
        for left in (0..moves).rev() {
            assert!(game.take_back().is_some(), "{}", script.source);
            assert_eq!(game.played().len(), left, "{}", script.source);
        }
        assert!(game.take_back().is_none(), "{}", script.source);
        assert_eq!(*game.position(), Position::from_fen(script.start).unwrap());
        assert_eq!(game.occurrences(), 1);
    }
}

#[test]
fn only_recorded_moves_are_taken_back() {
    let mut game = play_in_game::<3>(&SCRIPTS[0]);
    let keys: Vec<Key> = game.played().map(|played| played.key()).collect();
    for key in keys.into_iter().rev() {
        assert_eq!(game.take_back().map(|played| played.key()), Some(key));
        assert_eq!(game.position().key(), key);
    }
    assert!(game.take_back().is_none());
    assert!(play_in_game::<0>(&SCRIPTS[0]).take_back().is_none());
}

#[test]
fn an_illegal_move_changes_nothing() {
    let mut game = Game::new(Position::initial(), [Played::EMPTY; 4]);
    let illegal = Move::new(Square::E2, Square::E5, MoveKind::Quiet);
    assert!(game.play(illegal).is_err());
    assert_eq!(game.played().len(), 0);
    assert_eq!(*game.position(), Position::initial());
}

/// A right expires with a null move and comes back with it.
#[test]
fn a_null_move_is_taken_back() {
    let start = Position::from_fen("4k3/8/8/2Pp4/8/8/8/4K3 w - d6 0 2").unwrap();
    let mut game = Game::new(start.clone(), [Played::EMPTY; 4]);
    assert!(game.play_null());
    assert_eq!(game.position().en_passant(), None);
    assert!(game.take_back().is_some_and(|played| played.mv().is_none()));
    assert_eq!(game.position().en_passant(), start.en_passant());
    let check = Position::from_fen("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1").unwrap();
    let mut game = Game::new(check, [Played::EMPTY; 4]);
    assert!(!game.play_null());
    assert_eq!(game.played().len(), 0);
}

#[test]
fn what_ends_a_game_comes_before_a_claim() {
    let shuffle = ["Nf3", "Nf6", "Ng1", "Ng8"];
    for (clock, rounds, outcome) in [
        (0, 1, None),
        (0, 2, Some(Outcome::ThreefoldRepetition)),
        (0, 3, Some(Outcome::ThreefoldRepetition)),
        (0, 4, Some(Outcome::FivefoldRepetition)),
        (96, 1, Some(Outcome::FiftyMoves)),
        (96, 2, Some(Outcome::FiftyMoves)),
        (96, 4, Some(Outcome::FivefoldRepetition)),
        (134, 4, Some(Outcome::SeventyFiveMoves)),
    ] {
        let fen = format!("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - {clock} 1");
        let mut game = Game::new(Position::from_fen(&fen).unwrap(), [Played::EMPTY; 100]);
        for text in shuffle.iter().cycle().take(4 * rounds) {
            game.play(game.position().parse_san(text).unwrap()).unwrap();
        }
        assert_eq!(game.outcome(), outcome, "{clock} and {rounds} rounds");
    }
}
