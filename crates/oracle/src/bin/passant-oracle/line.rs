//! The line protocol `passant 1`.

use std::fmt::Write as _;
use std::io::{self, Write};

use passant_oracle::uci::{Refusal, Session};
use passant_query::{Answer, MoveQuery};
use passant_rules::Move;
use passant_uci::Next;

/// Returns the answer to the handshake.
fn handshake() -> String {
    let words: Vec<_> = MoveQuery::requests().map(MoveQuery::word).collect();
    format!(
        "passant 1 name \"passant-oracle {}\" can=moves,divide,play,undo,again,reread,pack,unpack,fen,legal,{},parse,key,same,occurrences \
         flags=ep,cap,castle,promo,check keys=own packs=fen:always null=yes chess960=yes",
        env!("CARGO_PKG_VERSION"),
        words.join(",")
    )
}

pub(crate) fn answer(
    session: &mut Session,
    request: &str,
    out: &mut impl Write,
) -> io::Result<Next> {
    if request == "quit" {
        return Ok(Next::Quit);
    }
    match reply(session, request) {
        Some(Ok(lines)) => {
            for line in lines {
                writeln!(out, "{line}")?;
            }
            writeln!(out, "ok")?;
        }
        Some(Err(error)) => writeln!(out, "error {error}")?,
        None => return Ok(Next::Unknown),
    }
    Ok(Next::Go)
}

/// The lines of the reply, or the text after `error`; `None` if the request is unknown.
fn reply(session: &mut Session, request: &str) -> Option<Result<Vec<String>, String>> {
    let (word, rest) = request.split_once(' ').unwrap_or((request, ""));
    let rest = rest.trim();
    let one = |line: String| Ok(vec![line]);
    Some(match word {
        "passant" if rest == "1" => one(handshake()),
        "position" => match session.set_position(rest) {
            Ok(()) => Ok(fen(session)),
            Err(refusal) => Err(error(refusal)),
        },
        "moves" => Ok(moves(session)),
        "divide" => divide(session, rest),
        "play" => {
            if session.play(rest) {
                Ok(fen(session))
            } else {
                Err(format!("illegal {rest}"))
            }
        }
        "undo" => {
            if session.engine.undo() {
                Ok(fen(session))
            } else {
                Err("usage there is no move to take back".to_owned())
            }
        }
        "again" => {
            session.engine = session.engine.copy();
            Ok(fen(session))
        }
        "reread" => {
            session.engine = session.engine.reread();
            Ok(fen(session))
        }
        "pack" => one(format!("packed {}", hex(session.fen().as_bytes()))),
        "unpack" => unpack(session, rest),
        "fen" => Ok(fen(session)),
        "legal" => one(format!(
            "legal {}",
            yes_or_no(session.engine.read_uci(rest).is_some())
        )),
        "parse" => match session.engine.read_san(rest) {
            Some(mv) => one(move_line(session, mv)),
            None => Err(format!("illegal {rest}")),
        },
        "key" => one(format!("key {:016x}", session.engine.key())),
        "same" => match session.other(rest) {
            Ok(other) => one(format!(
                "same {}",
                yes_or_no(session.engine.is_same(&other))
            )),
            Err(refusal) => Err(error(refusal)),
        },
        "occurrences" => one(format!("occurrences {}", session.engine.occurrences())),
        _ => about(
            session,
            MoveQuery::requests().find(|it| it.word() == word)?,
            rest,
        ),
    })
}

fn fen(session: &Session) -> Vec<String> {
    vec![format!("fen {}", session.fen())]
}

/// Sets up the position whose FEN was packed, byte by byte.
fn unpack(session: &mut Session, digits: &str) -> Result<Vec<String>, String> {
    let packed = bytes(digits).ok_or("badfen these are no bytes of a FEN")?;
    match session.set_position(&format!("fen {packed}")) {
        Ok(()) => Ok(fen(session)),
        Err(refusal) => Err(error(refusal)),
    }
}

/// Returns bytes in hexadecimal.
fn hex(bytes: &[u8]) -> String {
    let mut digits = String::new();
    for byte in bytes {
        // Writing to a string cannot fail.
        let _ = write!(digits, "{byte:02x}");
    }
    digits
}

/// Reads a text whose bytes are in hexadecimal.
fn bytes(digits: &str) -> Option<String> {
    let starts = (0..digits.len()).step_by(2);
    let bytes = starts.map(|at| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok());
    String::from_utf8(bytes.collect::<Option<_>>()?).ok()
}

fn moves(session: &Session) -> Vec<String> {
    let moves = session.engine.moves();
    moves.into_iter().map(|mv| move_line(session, mv)).collect()
}

fn divide(session: &Session, depth: &str) -> Result<Vec<String>, String> {
    let depth: u32 = depth
        .parse()
        .ok()
        .filter(|&depth| 0 < depth)
        .ok_or("usage a depth is a number from 1")?;
    let counts = session.engine.divide(depth);
    let total: u64 = counts.iter().map(|&(_, nodes)| nodes).sum();
    let lines = counts
        .into_iter()
        .map(|(mv, nodes)| format!("move {} {nodes}", session.engine.uci(mv)));
    Ok(lines.chain([format!("total {total}")]).collect())
}

/// Answers a question about a move.
fn about(session: &Session, asked: MoveQuery, mv: &str) -> Result<Vec<String>, String> {
    let found = session
        .engine
        .read_uci(mv)
        .ok_or_else(|| format!("illegal {mv}"))?;
    let answer = match session.engine.about(asked, found) {
        Answer::Square(None) => "none".to_owned(),
        answer => answer.to_string(),
    };
    Ok(vec![format!("{asked} {answer}")])
}

/// `move`, the move, and all flags that apply.
fn move_line(session: &Session, mv: Move) -> String {
    let flags = [
        ("ep", session.engine.is_flagged_en_passant(mv)),
        ("cap", mv.is_capture()),
        ("castle", mv.kind().castling_side().is_some()),
        ("promo", mv.promotion().is_some()),
        ("check", session.engine.gives_check(mv)),
    ];
    let flags = flags.into_iter().filter(|(_, applies)| *applies);
    let mut line = format!("move {}", session.engine.uci(mv));
    for (flag, _) in flags {
        line.push(' ');
        line.push_str(flag);
    }
    line
}

fn error(refusal: Refusal) -> String {
    match refusal {
        Refusal::Fen(why) => format!("badfen {why}"),
        Refusal::Move(mv) => format!("illegal {mv}"),
    }
}

fn yes_or_no(is_so: bool) -> &'static str {
    if is_so { "yes" } else { "no" }
}
