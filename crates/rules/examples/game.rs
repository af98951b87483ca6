//! A game in a few lines: moves from the command line, the position, and how the game stands.
//!
//! ```sh
//! cargo run -p passant-rules --example game -- e4 a6 e5 d5 exd6
//! ```

use passant_rules::{EnPassantSuffix, Game, Played, Position};

fn main() {
    let mut game = Game::new(Position::initial(), [Played::EMPTY; 200]);
    let given: Vec<String> = std::env::args().skip(1).collect();
    let default = ["e4", "a6", "e5", "d5", "exd6"].map(str::to_owned);
    let moves = if given.is_empty() {
        &default[..]
    } else {
        &given
    };

    for text in moves {
        // A move in SAN (`exd6`) or in UCI notation (`e5d6`).
        let mv = match game.position().parse_move(text) {
            Ok(mv) => mv,
            Err(error) => {
                eprintln!("{text}: {error}");
                std::process::exit(2);
            }
        };
        println!("{}", game.position().san(mv, EnPassantSuffix::With));
        game.play(mv)
            .expect("the position has found it among its legal moves");
    }

    println!("\n{}\n{}", game.position().board(), game.position());
    match game.outcome() {
        Some(outcome) => println!("{outcome} ({})", outcome.pgn_result()),
        None => println!(
            "{} to move, {} legal moves",
            game.position().side_to_move(),
            game.position().count_legal_moves()
        ),
    }
}
