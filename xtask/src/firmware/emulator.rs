//! QEMU: runs an image, gives back what it printed.

use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use super::chip::Chip;
use super::image::{Builder, Image};
use crate::compiler::is_program;

/// Nothing that is run here takes a quarter of this.
const PATIENCE: Duration = Duration::from_secs(180);

/// The most a program may print.
const MOST_OUTPUT: u64 = 1 << 20;

/// An emulator of a chip.
pub(crate) struct Emulator<'a> {
    chip: &'a Chip,
    plugin: PathBuf,
}

/// What a program did.
pub(crate) struct Run {
    /// The lines it printed.
    pub(crate) lines: Vec<String>,
    /// How many instructions each of its measurements took, in their order.
    pub(crate) instructions: Vec<u64>,
}

impl<'a> Emulator<'a> {
    pub(crate) fn new(chip: &'a Chip, builder: &Builder) -> Result<Self> {
        let plugin = builder.plugin(plugin_version(chip.emulator)?)?;
        Ok(Self { chip, plugin })
    }

    /// What it emulates.
    pub(crate) fn chip(&self) -> &'a Chip {
        self.chip
    }

    /// Runs an image to its end, with something to read on its line; an error if it says that something is wrong, or
    /// does not end.
    pub(crate) fn run(
        &self,
        image: &Image,
        input: &str,
        counts_instructions: CountInstructions,
    ) -> Result<Run> {
        let mut command = Command::new(self.chip.emulator);
        command
            .args([
                "-machine",
                self.chip.name,
                "-display",
                "none",
                "-monitor",
                "none",
            ])
            .args([
                "-serial",
                "none",
                "-chardev",
                "file,id=console,path=/dev/stdout",
            ])
            .args([
                "-semihosting-config",
                "enable=on,target=native,chardev=console",
            ])
            .arg("-kernel")
            .arg(&image.path);
        if counts_instructions == CountInstructions::Yes {
            let [from, to] = ["measured_from", "measured_to"].map(|name| image.function(name));
            command.arg("-plugin").arg(format!(
                "{},from={:#x},to={:#x}",
                self.plugin.display(),
                from?,
                to?
            ));
        }
        let output = run_bounded(&mut command, input)?;
        Ok(Run {
            lines: output.printed.lines().map(str::to_owned).collect(),
            // QEMU and its plugin print on the other stream.
            instructions: output
                .remarks
                .lines()
                .filter_map(|line| line.strip_prefix("instructions ")?.parse().ok())
                .collect(),
        })
    }
}

/// Whether instructions are counted, which takes a third longer.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum CountInstructions {
    No,
    Yes,
}

/// What a process wrote to standard output and to standard error.
struct Output {
    printed: String,
    remarks: String,
}

/// Runs a command with bounds on its time and its output.
fn run_bounded(command: &mut Command, input: &str) -> Result<Output> {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .with_context(|| format!("cannot start {}", command.get_program().display()))?;
    let readers = [
        child.stdout.take().map(read_bounded),
        child.stderr.take().map(read_bounded),
    ];
    let writer = child.stdin.take().map(|pipe| write(pipe, input.to_owned()));
    let start = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break Some(status);
        }
        if PATIENCE < start.elapsed() {
            child.kill()?;
            child.wait()?;
            break None;
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    if let Some(writer) = writer {
        // A program need not read to the end.
        let _ = writer.join();
    }
    let [printed, remarks] = readers
        .map(|reader| reader.and_then(|reader| reader.join().ok()))
        .map(Option::unwrap_or_default);
    match status {
        Some(status) if status.success() => Ok(Output { printed, remarks }),
        Some(status) => {
            bail!("{command:?} failed ({status}); it printed:\n{printed}{remarks}")
        }
        None => {
            bail!("{command:?} did not end within {PATIENCE:?}; it printed:\n{printed}{remarks}")
        }
    }
}

fn write(mut pipe: impl Write + Send + 'static, text: String) -> JoinHandle<()> {
    std::thread::spawn(move || {
        // A program need not read to the end.
        let _ = pipe.write_all(text.as_bytes());
    })
}

fn read_bounded(pipe: impl Read + Send + 'static) -> JoinHandle<String> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        // What came before an error is worth showing.
        let _ = pipe.take(MOST_OUTPUT).read_to_end(&mut bytes);
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

/// The version of the plugin interface that an emulator wants: 1 until QEMU 8, 2 or more from 9 on.
fn plugin_version(emulator: &str) -> Result<u32> {
    let output = Command::new(emulator)
        .arg("--version")
        .output()
        .with_context(|| format!("cannot start {emulator}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let major = text
        .split_once("version ")
        .and_then(|(_, rest)| rest.split('.').next()?.parse::<u32>().ok())
        .with_context(|| format!("{emulator} --version says {text}"))?;
    Ok(if major < 9 { 1 } else { 2 })
}

/// What is missing to emulate a chip.
pub(super) fn missing_tool(chip: &Chip) -> Option<String> {
    (!is_program(chip.emulator)).then(|| {
        format!(
            "the emulator {} (Debian: apt-get install {})",
            chip.emulator, chip.package
        )
    })
}
