//! Repetition, with and without rights that count.

use passant_rules::{Key, Position};

/// A start, moves, and how often the last position has occurred then. The scripts are those of other projects' bug
/// reports; the numbers are those of python-chess 1.11.2.
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

/// Plays a script; the position at its end and the keys of all before.
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
fn scripts() {
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

/// What came before a capture or a pawn move cannot occur again, and is not looked at.
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

#[cfg(feature = "heapless")]
mod bounded {
    use passant_rules::{History, Position};

    use super::{SCRIPTS, Script};

    fn occurrences<const N: usize>(script: &Script) -> usize {
        let mut position = Position::from_fen(script.start).unwrap();
        let mut history = History::<N>::new();
        for text in script.moves.split(' ') {
            history.record(&position);
            let mv = position.parse_san(text).unwrap();
            let _ = position.make(mv);
        }
        history.occurrences(&position)
    }

    #[test]
    fn scripts() {
        for script in &SCRIPTS {
            assert_eq!(
                occurrences::<100>(script),
                script.occurrences,
                "{}",
                script.source
            );
        }
    }

    /// With too little room the oldest keys are forgotten, and less is found, never more.
    #[test]
    fn little_room() {
        for script in &SCRIPTS {
            assert_eq!(occurrences::<1>(script), 1, "{}", script.source);
            assert!(occurrences::<4>(script) <= 2, "{}", script.source);
        }
        assert_eq!(occurrences::<4>(&SCRIPTS[0]), 2);
    }
}
