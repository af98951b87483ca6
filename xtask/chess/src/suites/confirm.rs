//! Queries the programs that confirmed the cases below `state/`, `play/` and `referee/`, to reproduce the confirmation.

use std::collections::BTreeMap;
use std::io::{Seek, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use passant_query::{EngineMove, Line};
use passant_rules::EnPassantMode;
use passant_suite::{AskedMove, PlayCase, RefereeCase, StateCase, StateQuestion, Suites, Written};
use serde_json::{Value, json};

use crate::stockfish::Stockfish;

/// The depth of the search with which Stockfish confirms the best move of a case.
const DEPTH: u32 = 12;

/// The programs to query.
#[derive(Args)]
pub(crate) struct Confirm {
    /// A Python with the package `chess`
    #[arg(long, value_name = "PROGRAM", default_value = "python3")]
    python: PathBuf,
    /// The folder with `node_modules/chess.js`; default: skip chess.js
    #[arg(long, value_name = "FOLDER")]
    chess_js: Option<PathBuf>,
}

/// A case as a question to the programs, and the names of those that confirmed it.
struct Confirmable<'a> {
    address: &'a str,
    confirmed: &'a [String],
    question: String,
    /// The addresses of the twins, each with its question.
    twins: Vec<(String, String)>,
}

/// The answers of a program, by address.
struct Answers {
    /// Name and version, as in the key `confirmed` of a case.
    program: String,
    by_address: BTreeMap<String, String>,
}

/// Sends all cases and their twins to the programs, and compares the answers with the key `confirmed` of the cases.
pub(super) fn run(root: &Path, suites: &Suites, confirm: &Confirm) -> Result<()> {
    let of_state: Vec<_> = suites.state_cases().map(Confirmable::state).collect();
    let of_play: Vec<_> = suites.play_cases().map(Confirmable::play).collect();
    let of_referee: Vec<_> = suites.referee_cases().map(Confirmable::referee).collect();
    let folder = root.join("xtask/confirm");
    let mut python = Command::new(&confirm.python);
    python.arg(folder.join("python_chess.py"));
    let answers = ask(python, of_state.iter().chain(&of_play).chain(&of_referee))
        .context("cannot query python-chess; `pip install chess==1.11.2` installs it")?;
    let mut differences = report("state", &of_state, &answers) + report("play", &of_play, &answers);
    differences += report("referee", &of_referee, &answers);
    if let Some(packages) = &confirm.chess_js {
        let mut node = Command::new("node");
        node.arg(folder.canonicalize()?.join("chess_js.mjs"))
            .current_dir(packages);
        differences += ask(node, of_state.iter())
            .context(
                "cannot query chess.js; `npm install chess.js@1.0.0` in that folder installs it",
            )
            .map(|answers| report("state", &of_state, &answers))?;
    } else {
        println!("skipped chess.js; --chess-js names the folder that has it");
    }
    differences += best_moves(suites)?;
    match differences {
        0 => Ok(()),
        number => bail!("{number} answers differ from the suites"),
    }
}

/// Lets Stockfish play in the cases that name it, and returns the number of other moves.
fn best_moves(suites: &Suites) -> Result<usize> {
    let Some(mut stockfish) = Stockfish::start("suites: Stockfish's moves")? else {
        return Ok(0);
    };
    let program = stockfish.name.to_lowercase();
    let is_named = |case: &&PlayCase| case.confirmed.contains(&program);
    let (mut confirmed, mut differences) = (0, 0);
    for case in suites.play_cases().filter(is_named) {
        let played = stockfish.best_move(&case.line, DEPTH)?;
        if played == EngineMove::Uci(case.best) {
            confirmed += 1;
        } else {
            differences += 1;
            println!("{}: {program} plays {played}", case.address);
        }
    }
    let number = suites.play_cases().count();
    println!("{program} plays the best move in {confirmed} of {number} cases below play/");
    Ok(differences)
}

/// Sends one question per line, and reads the answers.
fn ask<'a>(
    mut command: Command,
    cases: impl Iterator<Item = &'a Confirmable<'a>>,
) -> Result<Answers> {
    let mut questions = Vec::new();
    for case in cases {
        questions.push(&case.question);
        questions.extend(case.twins.iter().map(|(_, question)| question));
    }
    let mut input = tempfile::tempfile()?;
    for question in &questions {
        writeln!(input, "{question}")?;
    }
    input.rewind()?;
    let output = command.stdin(input).stderr(Stdio::inherit()).output();
    let output =
        output.with_context(|| format!("cannot start {}", command.get_program().display()))?;
    if !output.status.success() {
        bail!("it exited with {}", output.status);
    }
    let text = String::from_utf8(output.stdout).context("its answer is not UTF-8")?;
    let mut lines = text.lines();
    let program = lines.next().context("it does not answer")?.to_owned();
    let answers = lines.filter_map(|line| line.split_once('\t'));
    let by_address: BTreeMap<_, _> = answers
        .map(|(address, answer)| (address.to_owned(), answer.to_owned()))
        .collect();
    let (asked, answered) = (questions.len(), by_address.len());
    ensure!(asked == answered, "{asked} questions, {answered} answers");
    Ok(Answers {
        program,
        by_address,
    })
}

/// Prints the answers of a program that differ from the suites, and the number of cases that it confirms. Returns the
/// number of differences.
fn report(folder: &str, cases: &[Confirmable<'_>], answers: &Answers) -> usize {
    let program = &answers.program;
    let (mut confirmed, mut twins, mut differences) = (0, 0, 0);
    for case in cases {
        let said = answers.of(case.address);
        let is_named = case.confirmed.contains(program);
        let of_twins = case.twins.iter().map(|(address, _)| address);
        match (said, is_named) {
            ("ok", true) => {
                confirmed += 1;
                twins += case.twins.len();
                for twin in of_twins.filter(|twin| answers.of(twin) != "ok") {
                    differences += 1;
                    println!("{twin}: {program}: {}", answers.of(twin));
                }
            }
            ("ok", false) => println!(
                "{}: {program} confirms it, but the case does not name it",
                case.address
            ),
            (said, true) => {
                differences += 1;
                println!(
                    "{}: {program} is said to confirm it, but answers: {said}",
                    case.address
                );
            }
            (said, false) => println!("{}: {program} does not confirm it: {said}", case.address),
        }
    }
    let number = cases.len();
    println!(
        "{program} confirms {confirmed} of {number} cases below {folder}/, and {twins} of their twins"
    );
    differences
}

impl<'a> Confirmable<'a> {
    fn state(case: &'a StateCase) -> Self {
        let twins = case.twins();
        let twins = twins.map(|twin| (twin.address.clone(), question(&twin).to_string()));
        Self {
            address: &case.address,
            confirmed: &case.confirmed,
            question: question(case).to_string(),
            twins: twins.collect(),
        }
    }

    fn play(case: &'a PlayCase) -> Self {
        let twins = case.twins();
        let twins = twins.map(|twin| (twin.address.clone(), play(&twin).to_string()));
        Self {
            address: &case.address,
            confirmed: &case.confirmed,
            question: play(case).to_string(),
            twins: twins.collect(),
        }
    }

    fn referee(case: &'a RefereeCase) -> Self {
        Self {
            address: &case.address,
            confirmed: &case.confirmed,
            question: game(case).to_string(),
            twins: Vec::new(),
        }
    }
}

impl Answers {
    fn of(&self, address: &str) -> &str {
        self.by_address
            .get(address)
            .map_or("no answer", String::as_str)
    }
}

/// A case as JSON: the question and the expected answer.
pub(super) fn question(case: &StateCase) -> Value {
    let mut value = match &case.question {
        StateQuestion::AfterMoves(asked) | StateQuestion::RoundTrip(asked) => {
            let after = asked.after.iter().map(|after| {
                json!({
                    "ply": after.ply,
                    "always": after.fen(EnPassantMode::Always).as_str(),
                    "pseudo-legal": after.fen(EnPassantMode::PseudoLegal).as_str(),
                    "legal": after.fen(EnPassantMode::Legal).as_str(),
                })
            });
            json!({ "line": line(&asked.line), "after": after.collect::<Vec<_>>() })
        }
        StateQuestion::SamePosition(pair) => json!({
            "one": line(&pair.one),
            "other": line(&pair.other),
            "same": pair.is_same(),
            "polyglot": pair.polyglot.map(|keys| keys.map(|key| format!("{key:016x}"))),
        }),
        StateQuestion::Repetition(script) => json!({
            "line": line(&script.line),
            "second": script.second,
            "third": script.third,
            "fifth": script.fifth,
        }),
        StateQuestion::Text(asked) => json!({
            "line": line(&asked.line),
            "written": asked.written.iter().map(spell).collect::<Vec<_>>(),
            "refused": asked.refused,
        }),
        StateQuestion::Queries(asked) => json!({
            "line": line(&asked.line),
            "asked": asked.asked.iter().map(describe_move).collect::<Vec<_>>(),
        }),
        StateQuestion::Game(game) => json!({
            "line": line(&game.line),
            "pgn": game.pgn,
            "san": game.san().collect::<Vec<_>>(),
            "en-passant": game.en_passant,
            "end": game.end.fen(EnPassantMode::Always).as_str(),
        }),
    };
    value["address"] = json!(case.address);
    value["kind"] = json!(case.address.split('/').nth(1));
    value
}

/// Returns a case as JSON: the game, and how it ends.
fn game(case: &RefereeCase) -> Value {
    json!({
        "address": case.address,
        "kind": "referee",
        "line": line(&case.line),
        "illegal": case.illegal.map(|mv| mv.to_string()),
        "ending": case.ending.word(),
        "ply": case.ply,
    })
}

/// A case about the move that is played as JSON: the best move, illegal moves, and the number of legal ones.
pub(super) fn play(case: &PlayCase) -> Value {
    let wrong = case.wrong.iter().map(ToString::to_string);
    json!({
        "address": case.address,
        "kind": "play",
        "line": line(&case.line),
        "best": case.best.to_string(),
        "wrong": wrong.collect::<Vec<_>>(),
        "legal": case.position().map(|position| position.legal_moves().len()),
    })
}

fn line(line: &Line) -> Value {
    json!({
        "fen": line.fen().as_str(),
        "moves": line.step_texts(),
        "chess960": line.is_chess960,
    })
}

fn spell(move_text: &Written) -> Value {
    json!({
        "uci": move_text.mv.to_string(),
        "san": move_text.san,
        "tolerated": move_text.tolerated,
    })
}

fn describe_move(asked: &AskedMove) -> Value {
    let mut value = json!({ "uci": asked.mv.to_string(), "legal": asked.legal.is_some() });
    if let Some(effect) = &asked.legal {
        value["check"] = json!(effect.gives_check);
        if let Some((piece, at)) = effect.takes {
            value["takes"] = json!(format!("{piece} on {at}"));
        }
    }
    value
}
