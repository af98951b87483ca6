//! Counts with cozy-chess. The comparison of speeds runs this program, built for any processor, beside its own build for
//! the processor of the machine.
//!
//! `cargo run --release -p passant-kernel --example cozy_chess -- FEN DEPTH`

#[path = "../benches/peers/cozy.rs"]
mod cozy;

fn main() -> Result<(), String> {
    let mut words = std::env::args().skip(1);
    let (Some(fen), Some(depth)) = (words.next(), words.next()) else {
        return Err("expected a FEN and a depth of 1 or more".to_owned());
    };
    let board = fen
        .parse()
        .map_err(|error| format!("cozy-chess refuses the FEN {fen}: {error}"))?;
    let plies = depth
        .parse()
        .ok()
        .filter(|plies| 1 <= *plies)
        .ok_or("the depth is not a number of 1 or more")?;
    println!("{}", cozy::cozy(&board, plies));
    Ok(())
}
