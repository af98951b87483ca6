//! QEMU: runs an image, and returns what it printed.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use passant_test_tools::Missing;

use super::chip::{Chip, Console};
use super::image::{Builder, Image};
use super::missing;
use crate::compiler::is_program;

/// The time that an emulator may take to exit after it has closed its output.
const EXIT: Duration = Duration::from_secs(30);

/// The time limit of a run. None takes a tenth of it, unless everything else is tested beside it.
pub(crate) const PATIENCE: Duration = Duration::from_secs(900);

/// The maximum output of a program, in bytes.
const MOST_OUTPUT: u64 = 1 << 20;

/// The last line of a program that has only a serial line.
const RIGHT: &str = "end ok";
const WRONG: &str = "end wrong";

/// The options for semihosting; the path of the image follows.
const DEBUGGER: [&str; 3] = [
    "-semihosting-config",
    "enable=on,target=native,chardev=console",
    "-kernel",
];

/// An emulator of a chip.
pub(crate) struct Emulator<'a> {
    chip: &'a Chip,
    plugin: PathBuf,
    patience: Duration,
}

/// The output of a program.
pub(crate) struct Run {
    /// The lines it printed.
    pub(crate) lines: Vec<String>,
    /// The instructions of each measurement, in order.
    pub(crate) instructions: Vec<u64>,
}

impl<'a> Emulator<'a> {
    pub(crate) fn new(chip: &'a Chip, builder: &Builder) -> Result<Self> {
        let plugin = builder.plugin(plugin_version(chip.emulator)?)?;
        Ok(Self {
            chip,
            plugin,
            patience: PATIENCE,
        })
    }

    /// The same emulator for a run that takes minutes.
    pub(crate) fn patient(self) -> Self {
        Self {
            patience: 10 * PATIENCE,
            ..self
        }
    }

    /// The emulated chip.
    pub(crate) fn chip(&self) -> &'a Chip {
        self.chip
    }

    /// Runs an image with this input to its end; an error if it reports a failure or does not end.
    pub(crate) fn run(
        &self,
        image: &Image,
        input: &str,
        counts_instructions: CountInstructions,
    ) -> Result<Run> {
        let plugin = match counts_instructions {
            CountInstructions::No => None,
            CountInstructions::Yes => {
                let [from, to] =
                    ["start_measurement", "end_measurement"].map(|name| image.function(name));
                let plugin = self.plugin.display();
                Some(format!("{plugin},from={:#x},to={:#x}", from?, to?))
            }
        };
        let machine = Machine {
            name: self.chip.name,
            emulator: self.chip.emulator,
            console: self.chip.toolchain.console,
        };
        machine.run(&image.path, input, plugin.as_deref(), self.patience)
    }
}

/// A machine of an emulator.
#[derive(Clone, Copy)]
pub(crate) struct Machine {
    /// Its name.
    pub(crate) name: &'static str,
    /// The emulator.
    pub(crate) emulator: &'static str,
    /// How a program communicates.
    pub(crate) console: Console,
}

impl Machine {
    /// Runs an image with this input and perhaps a plugin to its end; an error if it reports a failure or does not end in
    /// time.
    pub(crate) fn run(
        &self,
        image: &Path,
        input: &str,
        plugin: Option<&str>,
        patience: Duration,
    ) -> Result<Run> {
        let console = self.console;
        let mut command = Command::new(self.emulator);
        command
            .args(["-machine", self.name])
            .args(["-display", "none", "-monitor", "none"])
            .args(["-chardev", "file,id=console,path=/dev/stdout"]);
        match console {
            Console::Debugger => command.args(["-serial", "none"]).args(DEBUGGER),
            // Without a file the program has no input.
            Console::DebuggerAndSerial => command
                .args(["-chardev", "stdio,id=line,signal=off"])
                .args(["-serial", "chardev:line"])
                .args(DEBUGGER),
            Console::Serial => command
                .args(["-chardev", "stdio,id=line,signal=off"])
                .args(["-serial", "chardev:line"])
                .arg("-bios"),
        }
        .arg(image);
        if let Some(plugin) = plugin {
            command.args(["-plugin", plugin]);
        }
        let output = self.run_bounded(&mut command, input, patience)?;
        Ok(Run {
            lines: output
                .printed
                .lines()
                .filter(|line| console != Console::Serial || *line != RIGHT)
                .map(str::to_owned)
                .collect(),
            // QEMU and its plugin print on the other stream.
            instructions: output
                .remarks
                .lines()
                .filter_map(|line| line.strip_prefix("instructions ")?.parse().ok())
                .collect(),
        })
    }

    /// Runs a command with limits on time and output. If only the serial line reports the end of the program, the
    /// emulator is stopped then.
    fn run_bounded(
        &self,
        command: &mut Command,
        input: &str,
        patience: Duration,
    ) -> Result<Output> {
        let console = self.console;
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot start {}", command.get_program().display()))?;
        let (sender, receiver) = mpsc::channel();
        let readers = [
            child
                .stdout
                .take()
                .map(|pipe| read_bounded(pipe, console, Some(sender)))
                .transpose()?,
            child
                .stderr
                .take()
                .map(|pipe| read_bounded(pipe, Console::Debugger, None))
                .transpose()?,
        ];
        let writer = child
            .stdin
            .take()
            .map(|pipe| write(pipe, input.to_owned(), receiver))
            .transpose()?;
        let ending = wait(&mut child, readers[0].as_ref(), console, patience)?;
        if let Some(writer) = writer {
            // An error means that the program did not read all of its input.
            let _ = writer.join();
        }
        let [printed, remarks] = readers
            .map(|reader| reader.and_then(|reader| reader.join().ok()))
            .map(Option::unwrap_or_default);
        let why = match ending {
            Ending::Exited(status) if status.success() => return Ok(Output { printed, remarks }),
            Ending::Said if printed.ends_with(&format!("{RIGHT}\n")) => {
                return Ok(Output { printed, remarks });
            }
            Ending::Exited(status) => format!("failed ({status})"),
            Ending::Said => "reported a failure".to_owned(),
            Ending::OutOfTime => format!("did not end within {patience:?}"),
        };
        bail!("{command:?} {why}; it printed:\n{printed}{remarks}")
    }
}

/// Whether to count instructions, which takes a third longer.
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

/// How a run ended.
enum Ending {
    Exited(ExitStatus),
    /// The program reported its end, and the emulator was stopped.
    Said,
    OutOfTime,
}

/// Waits until the process exits, until its output ends, or until the time limit. A process that has closed its output is about to
/// exit, on a busy machine after a while; where a serial line says that the program has ended, the emulator runs on.
fn wait(
    child: &mut Child,
    reader: Option<&JoinHandle<String>>,
    console: Console,
    patience: Duration,
) -> Result<Ending> {
    let grace = match console {
        Console::Serial => Duration::from_millis(50),
        Console::Debugger | Console::DebuggerAndSerial => EXIT,
    };
    let start = Instant::now();
    let mut over_since = None;
    loop {
        let is_over = reader.is_some_and(JoinHandle::is_finished);
        if let Some(status) = child.try_wait()? {
            return Ok(Ending::Exited(status));
        }
        let is_late = patience < start.elapsed();
        if is_over && over_since.get_or_insert_with(Instant::now).elapsed() < grace {
            thread::sleep(Duration::from_millis(5));
            continue;
        }
        if is_over || is_late {
            child.kill()?;
            child.wait()?;
            return Ok(if is_over {
                Ending::Said
            } else {
                Ending::OutOfTime
            });
        }
        thread::sleep(Duration::from_millis(5));
    }
}

/// Writes after the first line of the program: a serial line loses what arrives before it is switched on.
fn write(
    mut pipe: impl Write + Send + 'static,
    text: String,
    first_line: Receiver<()>,
) -> io::Result<JoinHandle<()>> {
    thread::Builder::new().spawn(move || {
        // An error means that the program ended without a line.
        let _ = first_line.recv();
        // An error means that the program did not read all of its input.
        let _ = pipe.write_all(text.as_bytes());
    })
}

/// Reads to the end of the output, or to the last line on a serial line; sends a message after the first line.
fn read_bounded(
    pipe: impl Read + Send + 'static,
    console: Console,
    mut first: Option<Sender<()>>,
) -> io::Result<JoinHandle<String>> {
    thread::Builder::new().spawn(move || {
        let mut text = String::new();
        let mut pipe = BufReader::new(pipe.take(MOST_OUTPUT));
        let mut line = Vec::new();
        // The output before an error is worth showing.
        while pipe
            .read_until(b'\n', &mut line)
            .is_ok_and(|read| read != 0)
        {
            let said = String::from_utf8_lossy(&line);
            text += &said;
            if let Some(first) = first.take() {
                // An error means that nobody waits any more.
                let _ = first.send(());
            }
            if console == Console::Serial && matches!(said.trim_end(), RIGHT | WRONG) {
                break;
            }
            line.clear();
        }
        text
    })
}

/// The plugin interface that an emulator has: version 1 up to QEMU 8, version 2 from QEMU 9 on.
fn plugin_version(emulator: &str) -> Result<u32> {
    let output = Command::new(emulator)
        .arg("--version")
        .output()
        .with_context(|| format!("cannot start {emulator}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let major = text
        .split_once("version ")
        .and_then(|(_, rest)| rest.split('.').next()?.parse::<u32>().ok())
        .with_context(|| format!("{emulator} --version prints {text}"))?;
    Ok(if major < 9 { 1 } else { 2 })
}

/// The emulator of a chip, if it is not installed.
pub(super) fn missing_tool(chip: &Chip) -> Option<Missing> {
    (!is_program(chip.emulator)).then(|| missing::program(chip.emulator, chip.package, chip))
}
