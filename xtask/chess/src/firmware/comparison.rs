//! The programs whose output on a chip must equal the output on this host.

use anyhow::{Result, bail};
use passant_firmware::SerialLine;

use super::chip::Chip;
use super::image::{Build, Builder};
use super::machine::TIMEOUT;

/// A program of `crates/firmware` that runs on a host.
type Program = fn(&mut Recorder) -> bool;

/// Returns the programs, each with its input.
fn programs() -> [(&'static str, Program, String); 4] {
    [
        ("perft", passant_firmware::perft, String::new()),
        ("suite", passant_firmware::suite, String::new()),
        ("state", passant_firmware::state, String::new()),
        ("board", passant_firmware::board, passant_firmware::script()),
    ]
}

/// Runs all programs on a chip; an error if one reports a failure, or prints something else than on this host.
pub(crate) fn check(builder: &Builder, chip: &Chip) -> Result<()> {
    for (name, program, input) in programs() {
        if matches!(name, "board" | "state") && chip.most_leaves.is_some() {
            continue;
        }
        let mut expected = Recorder::new(&input);
        let is_right = program(&mut expected);
        if !is_right {
            bail!("{name} fails on this host:\n{}", expected.text);
        }
        let image = builder.image(chip, name, Build::Small)?;
        let run = chip.machine.run(&image.path, &input, None, TIMEOUT)?;
        let lines = expected.text.lines();
        let expected: Vec<&str> = lines.filter(|line| prints(chip, line)).collect();
        if run.lines != expected {
            let (number, printed, expected) = first_difference(&run.lines, &expected);
            bail!(
                "{name} on {}: line {number}: expected `{expected}`, got `{printed}`",
                chip.machine.name
            );
        }
        eprintln!(
            "    {name} on {}: {} lines, the same as on this host",
            chip.machine.name,
            expected.len()
        );
    }
    Ok(())
}

/// Returns whether the chip also prints a line of the host. A small chip prints neither tallies nor counts of too many leaves. A
/// count is a name, a depth, the number of leaves, and a word.
fn prints(chip: &Chip, line: &str) -> bool {
    let Some(most) = chip.most_leaves else {
        return true;
    };
    let leaves = line.split(' ').nth(2).and_then(|word| word.parse().ok());
    !line.starts_with(' ') && leaves.is_none_or(|leaves: u64| leaves <= most)
}

/// Counts the standard positions on a chip, as deep as `builder` says; an error if a count is wrong.
pub(crate) fn check_deep(builder: &Builder, chip: &Chip) -> Result<()> {
    let image = builder.image(chip, "perft", Build::Fast)?;
    // It takes minutes.
    let run = chip.machine.run(&image.path, "", None, 10 * TIMEOUT)?;
    for line in run.lines.iter().filter(|line| !line.starts_with(' ')) {
        println!("{}: {line}", chip.machine.name);
    }
    Ok(())
}

/// Returns the first difference between two outputs: the number of the line, and both lines.
fn first_difference<'a>(printed: &'a [String], expected: &[&'a str]) -> (usize, &'a str, &'a str) {
    let line = |index: usize| {
        (
            printed.get(index).map_or("nothing", String::as_str),
            expected.get(index).copied().unwrap_or("nothing"),
        )
    };
    let index = (0..printed.len().max(expected.len()))
        .find(|&index| line(index).0 != line(index).1)
        .unwrap_or(0);
    (index + 1, line(index).0, line(index).1)
}

/// A line that records the output.
struct Recorder {
    text: String,
    input: std::vec::IntoIter<u8>,
}

impl Recorder {
    fn new(input: &str) -> Self {
        Self {
            text: String::new(),
            input: input.as_bytes().to_vec().into_iter(),
        }
    }
}

impl SerialLine for Recorder {
    fn send(&mut self, byte: u8) {
        self.text.push(char::from(byte));
    }

    fn receive(&mut self) -> Option<u8> {
        self.input.next()
    }
}

#[cfg(test)]
mod tests {
    use super::first_difference;

    #[test]
    fn reports_the_first_line_that_differs() {
        let printed = ["a".to_owned(), "b".to_owned()];
        assert_eq!(first_difference(&printed, &["a", "c"]), (2, "b", "c"));
        assert_eq!(first_difference(&printed, &["a"]), (2, "b", "nothing"));
    }
}
