//! Programs in C and C++, for this host and for chips.

use std::fmt;
use std::io::{Seek, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Result, ensure};
use passant_test_tools::Missing;
use xtask::Step;

use super::archive::Archive;
use super::processors::Chip;
use crate::compiler::is_program;

/// The C compiler of this host.
const HOST: &str = "cc";

const WARNINGS: [&str; 4] = ["-Wall", "-Wextra", "-pedantic", "-Werror"];
const INCLUDES: [&str; 2] = ["-Icrates/c/include", "-Icrates/c/tests/c"];

/// Functions that are not called are left out, as any program for a chip is built.
const SMALL: [&str; 4] = [
    "-Os",
    "-ffunction-sections",
    "-fdata-sections",
    "-Wl,--gc-sections",
];

/// The language as which a program is compiled.
#[derive(Clone, Copy)]
pub(crate) enum Language {
    C,
    Cpp,
}

impl Language {
    pub(crate) const ALL: [Self; 2] = [Self::C, Self::Cpp];
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::C => "C",
            Self::Cpp => "C++",
        })
    }
}

/// Returns the sources of a program, below `crates/c/tests/c`, apart from the console.
fn sources(program: &str) -> Vec<PathBuf> {
    let names: &[&str] = match program {
        "suite" => &["suite.c", "answer.c"],
        "games" => &["games.c"],
        _ => &["measure.c"],
    };
    names
        .iter()
        .map(|name| Path::new("crates/c/tests/c").join(name))
        .collect()
}

/// Returns a call of a compiler with the options for every program that is compared with that of a chip.
fn compile(root: &Path, chip: &Chip, compiler: &str) -> Command {
    let mut command = Command::new(compiler);
    command
        .current_dir(root)
        .args(SMALL)
        .args(WARNINGS)
        .args(INCLUDES);
    if chip.is_small {
        command.arg("-DSMALL");
    }
    command
}

/// Compiles a program for a chip and links it with an archive. Returns the path of the image.
pub(crate) fn link(
    root: &Path,
    chip: &Chip,
    archive: &Archive,
    library: &Path,
    program: &str,
    language: Language,
) -> Result<PathBuf> {
    let (compiler, options) = match language {
        Language::C => (chip.gcc.c, ["-std=c99", "-xc"].as_slice()),
        Language::Cpp => (
            chip.gcc.cpp,
            // As programs for chips are built.
            ["-std=c++11", "-fno-exceptions", "-fno-rtti", "-xc++"].as_slice(),
        ),
    };
    let start = library.with_file_name("start.o");
    let compile = |compiler| {
        let mut command = compile(root, chip, compiler);
        command.args(chip.options).args(chip.gcc.options);
        command
    };
    let mut command = compile(chip.gcc.c);
    command.args(["-std=c99", "-c", "-o"]).arg(&start);
    command.arg(Path::new("crates/c/tests/c").join(chip.gcc.start));
    Step::of("start", command).run()?;
    let image = library.with_file_name(format!("{program}-{language}.elf"));
    let mut command = compile(compiler);
    if let Some(memory) = chip.memory {
        command.arg(format!("-T{memory}"));
    }
    command
        .args(chip.gcc.link_options)
        .args(options)
        .args(sources(program))
        .arg("-xnone");
    command
        .args([start.as_path(), library])
        .args(["-lgcc", "-o"])
        .arg(&image);
    let title = format!(
        "{program} in {language} for {} ({})",
        chip.machine.name, archive.name
    );
    Step::of(&title, command).run()?;
    Ok(image)
}

/// Returns the output of a program on this host for the questions of a chip.
pub(crate) fn run_on_host(
    root: &Path,
    library: &Path,
    chip: &Chip,
    name: &str,
    input: &str,
) -> Result<String> {
    let size = if chip.is_small { "-small" } else { "" };
    let program = library.with_file_name(format!("{name}{size}"));
    let mut command = compile(root, chip, HOST);
    command.args(["-std=c99", "-xc"]).args(sources(name));
    command.arg("crates/c/tests/c/console_host.c");
    command.arg("-xnone").arg(library).arg("-o").arg(&program);
    Step::of(&format!("{name} for this host"), command).run()?;
    let mut questions = tempfile::tempfile()?;
    questions.write_all(input.as_bytes())?;
    questions.rewind()?;
    let output = Command::new(&program).stdin(questions).output()?;
    let has_succeeded = output.status.success();
    ensure!(has_succeeded, "{} fails on this host", program.display());
    Ok(String::from_utf8(output.stdout)?)
}

/// Returns the C compiler of this host, if it is not installed.
pub(crate) fn missing_tool() -> Option<Missing> {
    (!is_program(HOST)).then(|| Missing {
        tool: HOST.to_owned(),
        install: "apt-get install gcc libc6-dev".to_owned(),
        what: "C on every chip".to_owned(),
    })
}
