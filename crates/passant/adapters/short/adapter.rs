//! Connects a library to passant: replace the lines that use `Position` (here `passant-rules`).
use passant_rules::Position;

fn main() {
    let mut position = Position::initial();
    for line in std::io::stdin().lines().map_while(Result::ok) {
        let (request, rest) = line.split_once(' ').unwrap_or((&line, ""));
        match request {
            "quit" => return,
            "passant" => println!("passant 1 name \"passant-rules\" can=moves\nok"),
            "position" => match read(rest) {
                Ok(read) => {
                    position = read;
                    println!("ok");
                }
                Err(error) => println!("error {error}"),
            },
            "moves" => {
                for mv in &position.legal_moves() {
                    println!("move {}", &position.uci(*mv)[..]);
                }
                println!("ok");
            }
            _ => println!("error unsupported {request}"),
        }
    }
}

fn read(text: &str) -> Result<Position, String> {
    let (start, moves) = text.split_once(" moves").unwrap_or((text, ""));
    let fen = start.strip_prefix("fen ");
    let position = fen.map_or(Ok(Position::initial()), Position::from_fen);
    let mut position = position.map_err(|error| format!("badfen {error}"))?;
    for text in moves.split_whitespace() {
        let mv = position.parse_uci(text);
        let _ = position.make(mv.map_err(|error| format!("illegal {error}"))?);
    }
    Ok(position)
}
