//! `engines.toml`: engines as a file describes them, made into engines that can be started.
//!
//! [`EXAMPLE`] has every key, with a sentence about each.

use std::path::{Path, PathBuf};

use passant_engine::{Command, Dialect, Overrides, Protocol, check_placeholders};
use passant_query::Escaped;
use passant_suite::descriptor::{Descriptor, DialectDescriptor, PerftDescriptor};
use passant_suite::expected::Expectations;
use passant_suite::{Diagnostic, Diagnostics, Suites};

use crate::{CliError, diagnostic};

/// A file that has every key.
pub(crate) const EXAMPLE: &str = include_str!("../engines.example.toml");

/// An engine that a file describes.
#[derive(Clone, Debug)]
pub(crate) struct DescribedEngine {
    /// Its name on the command line and in reports.
    pub(crate) name: String,
    /// The command that starts it.
    pub(crate) command: Command,
    /// The settings that replace detection.
    pub(crate) overrides: Overrides,
    /// The time for an answer, in seconds.
    pub(crate) timeout: Option<u64>,
    /// The cases that it is expected to fail.
    pub(crate) expected: Expectations,
}

/// Reads the engines of a file, in its order. The failure shows everything that is wrong.
pub(crate) fn load(path: &Path, suites: &Suites) -> Result<Vec<DescribedEngine>, CliError> {
    Descriptor::load(path, suites)
        .and_then(|descriptors| engines(descriptors, path.parent().unwrap_or(Path::new(""))))
        .map_err(|diagnostics| CliError::BadInput(diagnostic::render_all(&diagnostics)))
}

/// Returns the engines of a file in a folder.
pub(crate) fn engines(
    descriptors: Vec<Descriptor>,
    folder: &Path,
) -> Result<Vec<DescribedEngine>, Diagnostics> {
    let mut diagnostics = Diagnostics::default();
    let mut engines = Vec::new();
    for descriptor in descriptors {
        engines.extend(diagnostics.keep(engine(descriptor, folder)));
    }
    diagnostics.into_result(engines)
}

fn engine(descriptor: Descriptor, file_folder: &Path) -> Result<DescribedEngine, Diagnostics> {
    let mut diagnostics = Diagnostics::default();
    let protocol = diagnostics.keep(protocol(&descriptor));
    let command = diagnostics.keep(parse_command(&descriptor, protocol.flatten(), file_folder));
    let dialect = diagnostics.keep(dialect(descriptor.dialect.as_ref()));
    let (Some(protocol), Some(command), Some(dialect)) = (protocol, command, dialect) else {
        return Err(diagnostics);
    };
    let options = descriptor.options.into_iter();
    diagnostics.into_result(DescribedEngine {
        overrides: Overrides {
            name: Some(Escaped(&descriptor.name).to_string()),
            protocol,
            dialect,
            setup: descriptor.setup.into_iter().map(|it| it.value).collect(),
            options: options.map(|(name, it)| (name, it.value)).collect(),
            ..Overrides::default()
        },
        name: descriptor.name,
        command,
        timeout: descriptor.timeout,
        expected: descriptor.expected,
    })
}

/// Returns the protocol. Only those that know lines of setup and options go together with them.
fn protocol(descriptor: &Descriptor) -> Result<Option<Protocol>, Diagnostic> {
    let Some(word) = &descriptor.protocol else {
        return Ok(None);
    };
    let Some(protocol) = Protocol::from_word(&word.value) else {
        let words = Protocol::ALL.map(Protocol::word).join(", ");
        return Err(word.error(format!("expected one of {words}")));
    };
    let values = descriptor.options.iter().map(|(_, value)| value);
    match (protocol, descriptor.setup.iter().chain(values).next()) {
        (Protocol::Line | Protocol::Script, Some(line)) => {
            Err(line.error("setup and options are for uci and xboard"))
        }
        _ => Ok(Some(protocol)),
    }
}

/// Returns the command. A program with a folder in its name is relative to the engine's folder; others are in `PATH`.
fn parse_command(
    descriptor: &Descriptor,
    protocol: Option<Protocol>,
    file_folder: &Path,
) -> Result<Command, Diagnostic> {
    let text = &descriptor.command;
    let mut command = Command::parse(&text.value).map_err(|error| text.error(error))?;
    if protocol == Some(Protocol::Script) {
        check_placeholders(&command).map_err(|error| text.error(error))?;
    }
    let folder = descriptor.folder.as_deref().unwrap_or(Path::new("."));
    // A file that is named without a folder has an empty one, which is no path.
    let folder = std::path::absolute(Path::new(".").join(file_folder).join(folder))
        .map_err(|error| text.error(error.to_string()))?;
    if Path::new(&command.program).components().count() != 1 {
        let program: PathBuf = folder.join(&command.program).components().collect();
        command.program = program.into();
    }
    command.folder = Some(folder);
    Ok(command)
}

fn dialect(descriptor: Option<&DialectDescriptor>) -> Result<Option<Dialect>, Diagnostics> {
    match descriptor {
        None => Ok(None),
        Some(DialectDescriptor::Named(name)) => match Dialect::from_name(&name.value) {
            Ok(dialect) => Ok(Some(dialect)),
            Err(error) => Err(name.error(error).into()),
        },
        Some(DialectDescriptor::Described(perft)) => custom_dialect(perft).map(Some),
    }
}

fn custom_dialect(perft: &PerftDescriptor) -> Result<Dialect, Diagnostics> {
    let mut dialect = Dialect::of_command(perft.command.as_str());
    dialect.least_depth = perft.least_depth;
    let mut diagnostics = Diagnostics::default();
    if let Some(pattern) = &perft.move_pattern {
        let set = dialect.patterns.set_move(&pattern.value);
        diagnostics.keep(set.map_err(|error| pattern.error(error)));
    }
    if let Some(pattern) = &perft.total_pattern {
        let set = dialect.patterns.set_total(&pattern.value);
        diagnostics.keep(set.map_err(|error| pattern.error(error)));
    }
    diagnostics.into_result(dialect)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use passant_engine::dialect::Reading;
    use passant_suite::descriptor::Descriptor;
    use passant_suite::{Diagnostics, Suites};

    use super::{DescribedEngine, EXAMPLE, engines};

    fn parse(text: &str) -> Result<Vec<DescribedEngine>, Diagnostics> {
        let suites = Suites::builtin().unwrap();
        let descriptors = Descriptor::parse("engines.toml", text, &suites)?;
        engines(descriptors, Path::new("/f"))
    }

    #[test]
    fn the_example_has_every_key() {
        let engines = parse(EXAMPLE).unwrap();
        let [plain, odd] = &engines[..] else {
            panic!("{engines:?}")
        };
        assert_eq!(plain.command.to_string(), "stockfish");
        assert_eq!(plain.overrides.dialect.as_ref().unwrap().name, "stockfish");
        assert_eq!(
            plain.overrides.options,
            [("Hash".to_owned(), "16".to_owned())]
        );
        let program = std::path::absolute("/f/build/my-engine").unwrap();
        assert_eq!(odd.command.program, program);
        assert_eq!(odd.command.arguments, ["--quiet"]);
        assert_eq!(odd.overrides.setup, ["debug off"]);
        assert_eq!(odd.timeout, Some(60));
        let expected = odd.expected.find("en-passant/x/y", "rejected-rank");
        assert!(expected.unwrap().reason.ends_with("issues/7"));
        let dialect = odd.overrides.dialect.as_ref().unwrap();
        assert_eq!(dialect.command.as_deref(), Some("count {depth}"));
        assert_eq!(dialect.least_depth, 2);
        let text = "e2e4".to_owned();
        let reading = dialect.patterns.read("e2e4 has 600");
        assert_eq!(reading, Reading::Move { text, nodes: 600 });
    }

    #[test]
    fn reports_everything_that_no_engine_can_be_started_with() {
        let text = "\
[[engine]]
name = 'a'
command = './a {dpth}'
protocol = 'script'
[[engine]]
name = 'b'
command = './b \"'
protocol = 'cecp'
dialect = 'stockfsh'
[[engine]]
name = 'c'
command = './c'
protocol = 'line'
setup = ['debug off']
[engine.perft]
command = 'go {depth}'
move = '(?<nodes>'
total = 'x'
";
        let diagnostics = parse(text).unwrap_err();
        let found: Vec<_> = diagnostics.iter().map(ToString::to_string).collect();
        let expected = [
            "engines.toml:3:11: {dpth} is not a placeholder; expected {depth}, {fen}, {moves}",
            "engines.toml:8:12: expected one of uci, xboard, line, script",
            "engines.toml:7:11: ",
            "engines.toml:9:11: there is no dialect stockfsh; expected one of stockfish, ethereal",
            "engines.toml:14:10: setup and options are for uci and xboard",
            "engines.toml:17:8: ",
            "engines.toml:18:9: ",
        ];
        assert_eq!(found.len(), expected.len(), "{diagnostics}");
        for (found, expected) in found.iter().zip(expected) {
            assert!(found.starts_with(expected), "{found}");
        }
    }
}
