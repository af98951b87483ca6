//! Connects `passant-rules` to passant. For another library replace the lines that use `Position`. Delete the requests that it
//! cannot answer: all but `position` and `moves`, here and in `HELLO`.
use passant_rules::{EnPassantMode::Legal, EnPassantSuffix::Without, Key, Move, Position};

const HELLO: &str = "passant 1 name \"passant-rules 0.1.0\" keys=own can=moves,play,undo,again,reread,fen,legal,victim,san,parse,key,same,occurrences\n";

fn main() {
    let mut game = vec![Position::initial()];
    for line in std::io::stdin().lines().map_while(Result::ok) {
        let (request, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        match answer(&mut game, request, rest) {
            _ if request == "quit" => return,
            Ok(reply) => println!("{reply}ok"),
            Err(error) => println!("error {error}"),
        }
    }
}

fn answer(game: &mut Vec<Position>, request: &str, rest: &str) -> Result<String, String> {
    match request {
        "passant" if rest == "1" => return Ok(HELLO.into()),
        "position" => *game = read(rest)?,
        "play" => play(game, rest)?,
        "undo" if game.len() < 2 => return Err("usage no move to take back".into()),
        "undo" => game.truncate(game.len() - 1),
        "again" => *game = game.clone(),
        "reread" => {
            let now = game.last().ok_or("usage no position")?;
            *game = read(&format!("fen {}", &now.fen(Legal)[..]))?;
        }
        _ => {}
    }
    let (now, past) = game.split_last().ok_or("usage no position")?;
    let keys: Vec<Key> = past.iter().map(Position::key).collect();
    let line = |mv: &Move| format!("move {}\n", &now.uci(*mv)[..]);
    let parsed = |mv: Option<Move>| mv.ok_or_else(|| format!("illegal {rest}"));
    let mv = || parsed(now.parse_uci(rest).ok());
    let yes = |is_so: bool| if is_so { "yes" } else { "no" };
    Ok(match request {
        "position" | "play" | "undo" | "again" | "reread" | "fen" => {
            format!("fen {}\n", &now.fen(Legal)[..])
        }
        "moves" => now.legal_moves().iter().map(line).collect(),
        "san" => format!("san {}\n", &now.san(mv()?, Without)[..]),
        "parse" => line(&parsed(now.parse_san(rest).ok())?),
        "key" => format!("key {:016x}\n", now.key().0),
        "legal" => format!("legal {}\n", yes(mv().is_ok())),
        "victim" => mv()?
            .victim_square()
            .map_or("victim none\n".into(), |at| format!("victim {at}\n")),
        "same" => format!("same {}\n", yes(read(rest)?.last() == Some(now))),
        "occurrences" => format!("occurrences {}\n", now.occurrences(&keys)),
        _ => return Err(format!("unsupported {request}")),
    })
}

fn read(text: &str) -> Result<Vec<Position>, String> {
    let (root, moves) = text.split_once(" moves").unwrap_or((text, ""));
    let fen = root.strip_prefix("fen ");
    let root = fen.map_or(Ok(Position::initial()), Position::from_fen);
    let mut game = vec![root.map_err(|error| format!("badfen {error}"))?];
    let mut moves = moves.split_whitespace();
    moves.try_for_each(|mv| play(&mut game, mv))?;
    Ok(game)
}

fn play(game: &mut Vec<Position>, text: &str) -> Result<(), String> {
    let mut next = game.last().ok_or("usage no position")?.clone();
    let mv = next.parse_uci(text).or(Err(format!("illegal {text}")))?;
    let _ = next.make(mv);
    game.push(next);
    Ok(())
}
