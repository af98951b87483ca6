//! The counters that are compared.

use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::channel;
use std::time::Duration;

use passant_count::{Column, bulk};
use passant_kernel::{Kernel, Mode, count, tally};
use passant_rules::Position;
use regex::Regex;

use crate::cozy::cozy;
use crate::machine::{children_seconds, thread_seconds};

/// A counter that takes part in the comparison.
pub(crate) enum Contender {
    Cozy,
    Rules,
    Kernel(Kernel, Mode),
    /// Counts all columns; the others count nodes.
    Typed(Kernel),
    Program {
        name: String,
        words: Vec<String>,
        /// The options that it gets as a UCI engine, each as `Mode value reuse`.
        options: Vec<&'static str>,
        /// Matches its count as the first group; `None` if the count may stand anywhere.
        pattern: Option<Regex>,
    },
}

/// A count, and the CPU time it took.
#[derive(Clone, Copy)]
pub(crate) struct Timed {
    pub(crate) nodes: u64,
    pub(crate) seconds: f64,
}

/// The time after which a program is killed.
const TIMEOUT: Duration = Duration::from_secs(600);

/// The most bytes of a program's output that are read.
const MOST_BYTES: u64 = 1 << 20;

impl Contender {
    /// Returns all contenders except external programs; cozy-chess first.
    pub(crate) fn all_built_in() -> Vec<Self> {
        let mut contenders = vec![Self::Cozy, Self::Rules];
        for kernel in Kernel::available() {
            contenders.extend([Mode::MakeAll, Mode::Reuse].map(|mode| Self::Kernel(kernel, mode)));
            contenders.push(Self::Typed(kernel));
        }
        contenders
    }

    /// Parses `NAME=COMMAND`. If the command contains `{fen}` and `{depth}`, they are filled in; otherwise the program
    /// is run as a UCI engine that knows `go perft`. With `{count}`, it is also told the expected count, and must exit with 0
    /// if that is right, and with another status if it is wrong. The CPU time is that of the whole process, including its
    /// start.
    pub(crate) fn program(text: &str) -> Result<Self, String> {
        let (name, command) = text
            .split_once('=')
            .ok_or(format!("{text} is not NAME=COMMAND"))?;
        let words = shell_words::split(command).map_err(|error| format!("{command}: {error}"))?;
        if name.is_empty() || words.is_empty() {
            return Err(format!("{text} is not NAME=COMMAND"));
        }
        Ok(Self::Program {
            name: name.to_owned(),
            words,
            options: Vec::new(),
            pattern: None,
        })
    }

    /// Sets the pattern of a program's count, given as `NAME=PATTERN`.
    pub(crate) fn set_pattern(contenders: &mut [Self], text: &str) -> Result<(), String> {
        let invalid = || format!("{text} is not NAME=PATTERN, with the name of a program");
        let (wanted, pattern) = text.split_once('=').ok_or_else(invalid)?;
        let pattern = Regex::new(pattern).map_err(|error| error.to_string())?;
        if pattern.captures_len() != 2 {
            return Err(format!(
                "{pattern} needs one group, which matches the count"
            ));
        }
        for contender in contenders {
            match contender {
                Self::Program {
                    name,
                    pattern: known,
                    ..
                } if name == wanted => {
                    *known = Some(pattern);
                    return Ok(());
                }
                _ => {}
            }
        }
        Err(invalid())
    }

    /// The program `passant` at this path as a UCI engine, once for each mode: with one thread, without a hash table, and
    /// without merging transpositions.
    pub(crate) fn front_ends(path: &str) -> [Self; 2] {
        let front_end = |(mode, option)| Self::Program {
            name: format!("passant uci, {mode}"),
            words: [path, "uci"].map(str::to_owned).to_vec(),
            options: vec![option, "Merge value false"],
            pattern: None,
        };
        [
            ("make-all", "Mode value make-all"),
            ("reuse", "Mode value reuse"),
        ]
        .map(front_end)
    }

    pub(crate) fn name(&self) -> String {
        match self {
            Self::Cozy if cfg!(target_feature = "bmi2") => "cozy-chess 0.3, native".to_owned(),
            Self::Cozy => "cozy-chess 0.3".to_owned(),
            Self::Rules => "passant, rules".to_owned(),
            Self::Kernel(kernel, Mode::MakeAll) => format!("passant, {kernel}, make-all"),
            Self::Kernel(kernel, Mode::Reuse) => format!("passant, {kernel}, reuse"),
            Self::Typed(kernel) => format!("passant, {kernel}, typed"),
            Self::Program { name, .. } => name.clone(),
        }
    }

    /// Tells whether the contender is a program of its own, which is started for each count.
    pub(crate) fn is_program(&self) -> bool {
        matches!(self, Self::Program { .. })
    }

    /// Returns the number of plies by which its depth is less than that of the kernels: slow contenders and typed
    /// counts are one ply less deep.
    pub(crate) fn less(&self) -> u32 {
        u32::from(matches!(self, Self::Rules | Self::Typed(_)))
    }

    /// Counts once. A program passes if its pattern matches the expected number, or without a pattern, if it prints that
    /// number anywhere. A program that is told the number passes if it exits with 0.
    pub(crate) fn run(
        &self,
        fen: &str,
        depth: u32,
        expected: Option<u64>,
    ) -> Result<Timed, String> {
        let invalid = |error: String| format!("{fen}: {error}");
        let position = Position::from_fen(fen).map_err(|error| invalid(error.to_string()))?;
        match self {
            Self::Cozy => {
                let board = fen
                    .parse()
                    .map_err(|_| invalid("refused by cozy-chess".to_owned()))?;
                Ok(measure(|| cozy(&board, depth)))
            }
            Self::Rules => Ok(measure(|| bulk(&mut position.clone(), depth))),
            Self::Kernel(kernel, mode) => Ok(measure(|| count(&position, depth, *kernel, *mode))),
            Self::Typed(kernel) => {
                let nodes = || tally(&position, depth, *kernel, Mode::MakeAll)[Column::Nodes];
                Ok(measure(nodes))
            }
            Self::Program { name, .. } => {
                let nodes = expected.unwrap_or_default();
                let Some(seconds) = self.start(fen, depth, nodes)? else {
                    return Err(format!(
                        "{name} does not count {nodes}: {fen}, depth {depth}"
                    ));
                };
                Ok(Timed { nodes, seconds })
            }
        }
    }

    /// Makes sure that a program that is told the count refuses a wrong one, because its exit status is all that says that
    /// a count is right.
    pub(crate) fn refuses_a_wrong_count(&self) -> Result<(), String> {
        const FEN: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        match self {
            Self::Program { name, words, .. } if is_told_the_count(words) => {
                match self.start(FEN, 2, 401)? {
                    Some(_) => Err(format!("{name} also exits with 0 if the count is wrong")),
                    None => Ok(()),
                }
            }
            _ => Ok(()),
        }
    }

    /// Starts a program, and returns its CPU time if it counts this many nodes. What is not a program counts none.
    fn start(&self, fen: &str, depth: u32, nodes: u64) -> Result<Option<f64>, String> {
        let Self::Program {
            name,
            words,
            options,
            pattern,
        } = self
        else {
            return Ok(None);
        };
        let ended =
            call(words, options, fen, depth, nodes).map_err(|error| format!("{name}: {error}"))?;
        let is_same = if is_told_the_count(words) {
            ended.succeeds
        } else {
            let counts = match pattern {
                Some(pattern) => matches(pattern, &ended.output),
                None => ended.output.as_str(),
            };
            numbers(counts).any(|number| number == nodes)
        };
        Ok(is_same.then_some(ended.seconds))
    }
}

/// A program that has ended.
struct Ended {
    output: String,
    /// True if its exit status is 0.
    succeeds: bool,
    /// Its CPU time.
    seconds: f64,
}

/// Tells whether the expected count is part of the command. Its exit status then says whether the count is correct.
fn is_told_the_count(words: &[String]) -> bool {
    words.iter().any(|word| word.contains("{count}"))
}

fn measure(work: impl FnOnce() -> u64) -> Timed {
    let start = thread_seconds();
    let nodes = std::hint::black_box(work());
    Timed {
        nodes,
        seconds: thread_seconds() - start,
    }
}

/// Runs a program to its end.
fn call(
    words: &[String],
    options: &[&str],
    fen: &str,
    depth: u32,
    count: u64,
) -> Result<Ended, String> {
    let is_filled_in = words.iter().any(|word| word.contains("{fen}"));
    let script = (!is_filled_in).then(|| {
        let options = options
            .iter()
            .map(|option| format!("setoption name {option}\n"));
        let options: String = options.collect();
        format!("{options}position fen {fen}\ngo perft {depth}\nquit\n")
    });
    let fill = |word: &String| {
        word.replace("{fen}", fen)
            .replace("{depth}", &depth.to_string())
            .replace("{count}", &count.to_string())
    };
    let before = children_seconds();
    let mut child = Command::new(&words[0])
        .args(words[1..].iter().map(fill))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| error.to_string())?;
    let result = answer(&mut child, &script.unwrap_or_default());
    if result.is_err() || !is_told_the_count(words) {
        let _ = child.kill();
    }
    let status = child.wait();
    Ok(Ended {
        output: result?,
        succeeds: status.is_ok_and(|status| status.success()),
        seconds: children_seconds() - before,
    })
}

/// Sends these lines, and waits for the end of the output.
fn answer(child: &mut Child, script: &str) -> Result<String, String> {
    let (Some(mut input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
        return Err("has no input or output".to_owned());
    };
    input
        .write_all(script.as_bytes())
        .map_err(|error| error.to_string())?;
    drop(input);
    let (send, receive) = channel();
    let reader = std::thread::Builder::new().spawn(move || {
        let mut bytes = Vec::new();
        let read = output.take(MOST_BYTES).read_to_end(&mut bytes);
        let _ = send.send(read.map(|_| bytes));
    });
    reader.map_err(|error| error.to_string())?;
    let bytes = receive
        .recv_timeout(TIMEOUT)
        .map_err(|_| format!("does not end within {} s", TIMEOUT.as_secs()))?
        .map_err(|error| error.to_string())?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Returns the last match of a pattern's group, because programs print the greatest depth last.
fn matches<'a>(pattern: &Regex, text: &'a str) -> &'a str {
    let last = pattern.captures_iter(text).last();
    last.and_then(|captures| captures.get(1))
        .map_or("", |group| group.as_str())
}

/// The whole numbers in a text. Separators between digits are ignored.
fn numbers(text: &str) -> impl Iterator<Item = u64> + '_ {
    let is_outside = |letter: char| !letter.is_ascii_digit() && !",'_".contains(letter);
    text.split(is_outside).filter_map(|word| {
        let digits: String = word.chars().filter(char::is_ascii_digit).collect();
        digits.parse().ok()
    })
}
