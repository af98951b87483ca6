//! QEMU: runs an image, and returns its output.

use std::io::{BufRead, BufReader, Read, Seek, Write};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use passant_test_tools::Missing;

use crate::compiler::is_program;

/// The time that an emulator may take to exit after it has closed its output, on a busy machine.
const EXIT: Duration = Duration::from_secs(30);

/// The timeout of a run. None takes a tenth of it, unless everything else is tested beside it.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(900);

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

/// The options for a serial line. Without a file the program has no input.
const SERIAL: [&str; 4] = [
    "-chardev",
    "stdio,id=line,signal=off",
    "-serial",
    "chardev:line",
];

/// The way in which a program communicates with the emulator.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Console {
    /// Semihosting, which can also end the emulation.
    Debugger,
    /// Semihosting, but the serial line for the image `board`.
    DebuggerAndSerial,
    /// Only the serial line. The last line is `end ok` or `end wrong`.
    Serial,
}

/// A machine of an emulator.
#[derive(Clone, Copy)]
pub(crate) struct Machine {
    /// Its name.
    pub(crate) name: &'static str,
    /// The emulator.
    pub(crate) emulator: &'static str,
    /// The Debian package of the emulator.
    pub(crate) package: &'static str,
    /// The way in which a program communicates.
    pub(crate) console: Console,
}

/// Returns a machine whose programs communicate by semihosting.
pub(crate) const fn arm(name: &'static str) -> Machine {
    Machine {
        name,
        emulator: "qemu-system-arm",
        package: "qemu-system-arm",
        console: Console::Debugger,
    }
}

pub(crate) const SIFIVE_E: Machine = Machine {
    name: "sifive_e",
    emulator: "qemu-system-riscv32",
    package: "qemu-system-misc",
    console: Console::Debugger,
};

/// Returns a machine whose programs have only a serial line.
pub(crate) const fn avr(name: &'static str) -> Machine {
    Machine {
        name,
        emulator: "qemu-system-avr",
        package: "qemu-system-misc",
        console: Console::Serial,
    }
}

/// The output of a program.
pub(crate) struct Run {
    /// The lines it printed.
    pub(crate) lines: Vec<String>,
    /// The instructions of each measurement, in order.
    pub(crate) instructions: Vec<u64>,
}

impl Machine {
    /// Runs an image with this input and perhaps a plugin to its end; an error if it reports a failure or does not end in
    /// time.
    pub(crate) fn run(
        &self,
        image: &Path,
        input: &str,
        plugin: Option<&str>,
        timeout: Duration,
    ) -> Result<Run> {
        let mut command = Command::new(self.emulator);
        command
            .args(["-machine", self.name])
            .args(["-display", "none", "-monitor", "none"])
            .args(["-chardev", "file,id=console,path=/dev/stdout"]);
        match self.console {
            Console::Debugger => command.args(["-serial", "none"]).args(DEBUGGER),
            Console::DebuggerAndSerial => command.args(SERIAL).args(DEBUGGER),
            Console::Serial => command.args(SERIAL).arg("-bios"),
        }
        .arg(image);
        if let Some(plugin) = plugin {
            command.args(["-plugin", plugin]);
        }
        let (mut lines, remarks) = self.run_bounded(&mut command, input, timeout)?;
        if self.console == Console::Serial {
            lines.pop();
        }
        // QEMU and its plugin print on the other stream.
        let instructions = remarks
            .lines()
            .filter_map(|line| line.strip_prefix("instructions ")?.parse().ok());
        Ok(Run {
            instructions: instructions.collect(),
            lines,
        })
    }

    /// Runs a command with limits on time and output, and returns the lines that it prints and its other output. If only the
    /// serial line reports the end of the program, the emulator is stopped then.
    fn run_bounded(
        &self,
        command: &mut Command,
        input: &str,
        timeout: Duration,
    ) -> Result<(Vec<String>, String)> {
        let mut errors = tempfile::tempfile()?;
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let child = command.stderr(errors.try_clone()?).spawn();
        let mut child =
            child.with_context(|| format!("cannot start {}", command.get_program().display()))?;
        let mut lines = Vec::new();
        let ending = self.follow(&mut child, input, timeout, &mut lines);
        // It may have ended already.
        let _ = child.kill();
        child.wait()?;
        let mut remarks = String::new();
        errors.rewind()?;
        errors.read_to_string(&mut remarks)?;
        let why = match ending? {
            Ending::Exited(status) if status.success() => return Ok((lines, remarks)),
            Ending::Reported if lines.last().is_some_and(|line| line == RIGHT) => {
                return Ok((lines, remarks));
            }
            Ending::Exited(status) => format!("failed ({status})"),
            Ending::Reported => "reported a failure".to_owned(),
            Ending::OutOfTime => format!("did not end within {timeout:?}"),
        };
        let printed = lines.join("\n");
        bail!("{command:?} {why}; it printed:\n{printed}\n{remarks}")
    }

    /// Collects the lines of a program up to its end, and writes its input after the first one: a serial line loses what arrives
    /// before it is switched on.
    fn follow(
        &self,
        child: &mut Child,
        input: &str,
        timeout: Duration,
        lines: &mut Vec<String>,
    ) -> Result<Ending> {
        let start = Instant::now();
        let output = child.stdout.take().context("the output is a pipe")?;
        let mut to_write = child.stdin.take().map(|pipe| (pipe, input.to_owned()));
        let (sender, printed) = mpsc::channel();
        thread::Builder::new().spawn(move || {
            let pieces = BufReader::new(output.take(MOST_OUTPUT)).split(b'\n');
            // The output before an error is worth showing. The receiver is gone after the last line of a serial line.
            let _ = pieces
                .map_while(Result::ok)
                .try_for_each(|line| sender.send(line));
        })?;
        loop {
            match printed.recv_timeout(timeout.saturating_sub(start.elapsed())) {
                Ok(line) => {
                    let line = String::from_utf8_lossy(&line);
                    lines.push(line.trim_end_matches('\r').to_owned());
                }
                Err(RecvTimeoutError::Timeout) => return Ok(Ending::OutOfTime),
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if let Some((mut pipe, input)) = to_write.take() {
                // An error means that the program did not read all of its input.
                thread::Builder::new().spawn(move || pipe.write_all(input.as_bytes()))?;
            }
            let is_end = lines.last().is_some_and(|it| it == RIGHT || it == WRONG);
            if self.console == Console::Serial && is_end {
                return Ok(Ending::Reported);
            }
        }
        let closed = Instant::now();
        while closed.elapsed() < EXIT {
            if let Some(status) = child.try_wait()? {
                return Ok(Ending::Exited(status));
            }
            thread::sleep(Duration::from_millis(5));
        }
        Ok(Ending::OutOfTime)
    }

    /// Returns the emulator, if it is not installed.
    pub(crate) fn missing_tool(&self, what: &str) -> Option<Missing> {
        (!is_program(self.emulator)).then(|| Missing {
            tool: self.emulator.to_owned(),
            install: format!("apt-get install {}", self.package),
            what: what.to_owned(),
        })
    }
}

/// The end of a run.
enum Ending {
    Exited(ExitStatus),
    /// The program reported its end on its serial line.
    Reported,
    OutOfTime,
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;
    use std::process::Command;
    use std::time::Duration;

    use super::{Console, Machine, TIMEOUT, avr};

    /// Runs a script of the shell in the place of an emulator, with a line of input.
    fn run(console: Console, script: &str, timeout: Duration) -> Result<Vec<String>, String> {
        let folder = tempfile::tempdir().unwrap();
        let [source, emulator] = ["source", "emulator"].map(|name| folder.path().join(name));
        fs::write(&source, format!("#!/bin/sh\n{script}\n")).unwrap();
        // A file that this process has written may still be open in a process that another test has just started.
        let mut install = Command::new("install");
        let installed = install.args(["-m", "755"]).args([&source, &emulator]);
        assert!(installed.status().unwrap().success());
        let machine = Machine {
            emulator: emulator.to_str().unwrap().to_owned().leak(),
            console,
            ..avr("any")
        };
        let run = machine.run("image".as_ref(), "input\n", None, timeout);
        run.map(|run| run.lines).map_err(|error| error.to_string())
    }

    #[test]
    fn follows_a_program_to_its_end_and_says_what_went_wrong() {
        let answer = "echo first; read line; echo $line";
        let lines = run(Console::Debugger, answer, TIMEOUT);
        assert_eq!(lines.unwrap(), ["first", "input"]);
        // It runs on, and is stopped.
        let serial = format!("{answer}; echo end ok; exec sleep 1000");
        let lines = run(Console::Serial, &serial, TIMEOUT);
        assert_eq!(lines.unwrap(), ["first", "input"]);
        let wrong = "echo end wrong; exec sleep 1000";
        for (console, script, timeout, expected) in [
            (Console::Serial, wrong, TIMEOUT, "reported a failure"),
            (
                Console::Debugger,
                "echo first; exit 3",
                TIMEOUT,
                "exit status: 3",
            ),
            (
                Console::Debugger,
                "exec sleep 1000",
                Duration::ZERO,
                "did not end within 0ns",
            ),
        ] {
            let error = run(console, script, timeout).unwrap_err();
            assert!(error.contains(expected), "{script}: {error}");
        }
    }
}
