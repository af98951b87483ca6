//! Queries the programs that confirmed the cases below `state/`, to reproduce the confirmation.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};
use clap::Args;
use passant_suite::{StateCase, Suites};

use super::question::question;

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

/// The answers of a program, by address.
struct Answers {
    /// Name and version, as in the key `confirmed` of a case.
    program: String,
    by_address: BTreeMap<String, String>,
}

/// Sends all cases and their twins to the programs, and compares the answers with the key `confirmed` of the cases.
pub(super) fn run(root: &Path, suites: &Suites, confirm: &Confirm) -> Result<()> {
    let cases: Vec<_> = suites.state_cases().collect();
    let twins = cases.iter().flat_map(|case| case.twins());
    let questions: Vec<_> = cases
        .iter()
        .map(|case| question(case))
        .chain(twins.map(|twin| question(&twin)))
        .map(|question| question.to_string())
        .collect();
    let folder = root.join("xtask/confirm");
    let mut python = Command::new(&confirm.python);
    python.arg(folder.join("python_chess.py"));
    let mut differences = ask(python, &questions)
        .context("cannot query python-chess; `pip install chess==1.11.2` installs it")
        .map(|answers| report(&cases, &answers))?;
    if let Some(packages) = &confirm.chess_js {
        let mut node = Command::new("node");
        node.arg(folder.canonicalize()?.join("chess_js.mjs"))
            .current_dir(packages);
        differences += ask(node, &questions)
            .context(
                "cannot query chess.js; `npm install chess.js@1.0.0` in that folder installs it",
            )
            .map(|answers| report(&cases, &answers))?;
    } else {
        println!("skipped chess.js; --chess-js names the folder that has it");
    }
    match differences {
        0 => Ok(()),
        number => bail!("{number} answers differ from the suites"),
    }
}

/// Sends one question per line, and reads the answers.
fn ask(mut command: Command, questions: &[String]) -> Result<Answers> {
    let mut process = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .with_context(|| format!("cannot start {}", command.get_program().display()))?;
    let mut input = process.stdin.take().context("it has no input")?;
    let text = questions.join("\n") + "\n";
    // A thread of its own writes, so that no pipe fills up while the other side waits. Errors show in the exit status.
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()));
    let output = process.wait_with_output()?;
    let _ = writer.join();
    if !output.status.success() {
        bail!("it exited with {}", output.status);
    }
    let text = String::from_utf8(output.stdout).context("its answer is not UTF-8")?;
    let mut lines = text.lines();
    let program = lines.next().context("it does not answer")?.to_owned();
    let by_address: BTreeMap<_, _> = lines
        .filter_map(|line| line.split_once('\t'))
        .map(|(address, answer)| (address.to_owned(), answer.to_owned()))
        .collect();
    if by_address.len() != questions.len() {
        bail!(
            "{} questions, {} answers",
            questions.len(),
            by_address.len()
        );
    }
    Ok(Answers {
        program,
        by_address,
    })
}

/// Prints the answers of a program that differ from the suites, and the number of cases that it confirms. Returns the
/// number of differences.
fn report(cases: &[&StateCase], answers: &Answers) -> usize {
    let program = &answers.program;
    let (mut confirmed, mut twins, mut differences) = (0, 0, 0);
    for case in cases {
        let said = answers.of(&case.address);
        let is_named = case.confirmed.contains(program);
        let of_twins: Vec<_> = case.twins().map(|twin| twin.address).collect();
        match (said, is_named) {
            ("ok", true) => {
                confirmed += 1;
                twins += of_twins.len();
                for twin in of_twins.iter().filter(|twin| answers.of(twin) != "ok") {
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
    println!("{program} confirms {confirmed} of {number} cases, and {twins} of their twins");
    differences
}

impl Answers {
    fn of(&self, address: &str) -> &str {
        self.by_address
            .get(address)
            .map_or("no answer", String::as_str)
    }
}
