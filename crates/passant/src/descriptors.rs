//! `engines.toml`: what somebody says about engines, so that it need not be found out.
//!
//! [`EXAMPLE`] has everything that can be said, with a sentence about each.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use passant_suite::Suites;
use serde::Deserialize;
use toml::Spanned;

use crate::CliError;
use crate::expected::Entry;
use crate::expected::Expected;
use crate::mistake::Mistake;
use passant_engine::script::check_marks;
use passant_engine::{Dialect, Hints, Launch, Protocol};

/// A file that has everything.
pub(crate) const EXAMPLE: &str = include_str!("../engines.example.toml");

/// The engines of a file.
#[derive(Clone, Debug)]
pub(crate) struct Descriptors {
    /// The engines, in its order.
    pub(crate) engines: Vec<Descriptor>,
}

/// An engine that is described.
#[derive(Clone, Debug)]
pub(crate) struct Descriptor {
    /// What it is called.
    pub(crate) name: String,
    /// How it is started.
    pub(crate) launch: Launch,
    /// How it is asked.
    pub(crate) hints: Hints,
    /// How long an answer may take, in seconds.
    pub(crate) timeout: Option<u64>,
    /// Where it is expected to fail.
    pub(crate) expected: Expected,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    engine: Vec<Written>,
}

/// An engine as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    name: Spanned<String>,
    command: Spanned<String>,
    folder: Option<PathBuf>,
    protocol: Option<Spanned<String>>,
    dialect: Option<Spanned<String>>,
    perft: Option<Perft>,
    #[serde(default)]
    setup: Vec<Spanned<String>>,
    #[serde(default)]
    options: BTreeMap<String, Spanned<String>>,
    timeout: Option<Spanned<u64>>,
    #[serde(default)]
    expected: Vec<Entry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Perft {
    command: Spanned<String>,
    r#move: Option<Spanned<String>>,
    total: Option<Spanned<String>>,
    least_depth: Option<Spanned<u32>>,
}

impl Descriptors {
    /// Reads a file. The failure shows the place, and says what would be right.
    pub(crate) fn read(path: &Path, suites: &Suites) -> Result<Self, CliError> {
        let text = std::fs::read_to_string(path).map_err(|error| {
            CliError::BadInput(format!("error: cannot read {}: {error}\n", path.display()))
        })?;
        // A name alone has an empty parent, which is no path.
        let folder = path.parent().filter(|it| !it.as_os_str().is_empty());
        let folder = folder.unwrap_or_else(|| Path::new("."));
        let refused = |mistake: Mistake| CliError::BadInput(mistake.render(path, &text));
        let engines = parse(&text, folder).map_err(refused)?;
        for engine in &engines {
            engine.expected.are_in_suites(suites).map_err(refused)?;
        }
        Ok(Self { engines })
    }

    /// The engine with a name.
    #[must_use]
    pub(crate) fn find(&self, name: &str) -> Option<&Descriptor> {
        self.engines.iter().find(|engine| engine.name == name)
    }
}

fn parse(text: &str, folder: &Path) -> Result<Vec<Descriptor>, Mistake> {
    let file: File = toml::from_str(text)?;
    let mut engines: Vec<Descriptor> = Vec::new();
    for written in file.engine {
        let name = written.name.span();
        let engine = described(written, folder)?;
        if engines.iter().any(|other| other.name == engine.name) {
            let what = format!("there is another engine named {}", engine.name);
            return Err(Mistake::at(name, what));
        }
        engines.push(engine);
    }
    if engines.is_empty() {
        let what = "there is no engine; expected a table [[engine]] with name and command";
        return Err(Mistake::at(0..0, what));
    }
    Ok(engines)
}

fn described(written: Written, folder: &Path) -> Result<Descriptor, Mistake> {
    let launch = launch(&written, folder)?;
    let protocol = written.protocol.as_ref().map(protocol).transpose()?;
    if protocol == Some(Protocol::Script) {
        check_marks(&launch).map_err(|error| Mistake::at(written.command.span(), error))?;
    }
    let talks =
        protocol.is_none_or(|protocol| matches!(protocol, Protocol::Uci | Protocol::Xboard));
    for said in written.setup.iter().chain(written.options.values()) {
        if !talks {
            return Err(Mistake::at(
                said.span(),
                "setup and options are for uci and xboard",
            ));
        }
        if said.get_ref().contains(['\n', '\r']) {
            return Err(Mistake::at(said.span(), "expected one line"));
        }
    }
    if let Some(timeout) = written.timeout.as_ref().filter(|time| *time.get_ref() == 0) {
        return Err(Mistake::at(timeout.span(), "expected at least one second"));
    }
    let expected = Expected::of(written.expected.clone(), &written.name.span())?;
    Ok(Descriptor {
        hints: Hints {
            words: Vec::new(),
            name: Some(written.name.get_ref().clone()),
            protocol,
            dialect: dialect(&written)?,
            setup: written.setup.into_iter().map(Spanned::into_inner).collect(),
            options: written
                .options
                .into_iter()
                .map(|(name, value)| (name, value.into_inner()))
                .collect(),
        },
        name: written.name.into_inner(),
        launch,
        timeout: written.timeout.map(Spanned::into_inner),
        expected,
    })
}

/// The command. A program with a folder in its name is looked for from the engine's folder on, others in `PATH`.
fn launch(written: &Written, file_folder: &Path) -> Result<Launch, Mistake> {
    let command = &written.command;
    let mut launch =
        Launch::parse(command.get_ref()).map_err(|error| Mistake::at(command.span(), error))?;
    let folder = file_folder.join(written.folder.as_deref().unwrap_or_else(|| Path::new("")));
    let folder = std::path::absolute(folder)
        .map_err(|error| Mistake::at(command.span(), error.to_string()))?;
    if Path::new(&launch.program).components().count() != 1 {
        launch.program = folder
            .join(&launch.program)
            .components()
            .collect::<PathBuf>()
            .into();
    }
    launch.folder = Some(folder);
    Ok(launch)
}

fn protocol(word: &Spanned<String>) -> Result<Protocol, Mistake> {
    let mut known = Protocol::ALL.into_iter();
    let found = known.find(|(known, _)| known == word.get_ref());
    found.map(|(_, protocol)| protocol).ok_or_else(|| {
        let words = Protocol::ALL.map(|(word, _)| word).join(", ");
        Mistake::at(word.span(), format!("expected one of {words}"))
    })
}

fn dialect(written: &Written) -> Result<Option<Dialect>, Mistake> {
    let named = written.dialect.as_ref().map(|name| {
        Dialect::named(name.get_ref()).map_err(|error| Mistake::at(name.span(), error))
    });
    match (named.transpose()?, &written.perft) {
        (named, None) => Ok(named),
        (None, Some(perft)) => perft.dialect().map(Some),
        (Some(_), Some(perft)) => Err(Mistake::at(
            perft.command.span(),
            "there is a dialect already; expected one of dialect and [engine.perft]",
        )),
    }
}

impl Perft {
    fn dialect(&self) -> Result<Dialect, Mistake> {
        if !self.command.get_ref().contains("{depth}") {
            return Err(Mistake::at(
                self.command.span(),
                "expected {depth} in the command",
            ));
        }
        let mut dialect = Dialect::of_command(self.command.get_ref());
        if let Some(pattern) = &self.r#move {
            let set = dialect.shapes.set_move(pattern.get_ref());
            set.map_err(|error| Mistake::at(pattern.span(), error))?;
        }
        if let Some(pattern) = &self.total {
            let set = dialect.shapes.set_total(pattern.get_ref());
            set.map_err(|error| Mistake::at(pattern.span(), error))?;
        }
        if let Some(least) = &self.least_depth {
            if !(1..=3).contains(least.get_ref()) {
                return Err(Mistake::at(least.span(), "expected 1, 2 or 3"));
            }
            dialect.least_depth = *least.get_ref();
        }
        Ok(dialect)
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use passant_suite::Suites;

    use super::{EXAMPLE, parse};
    use passant_engine::dialect::Reading;

    const ENGINE: &str = "[[engine]]\nname = \"a\"\ncommand = \"./a --uci\"\n";

    fn mistake(text: &str) -> String {
        let mistake = parse(text, Path::new("/f")).unwrap_err();
        mistake.render(Path::new("engines.toml"), text)
    }

    #[test]
    fn the_example_has_everything() {
        let engines = parse(EXAMPLE, Path::new("/f")).unwrap();
        let [plain, odd] = &engines[..] else {
            panic!("{engines:?}")
        };
        assert_eq!(plain.launch.to_string(), "stockfish");
        assert_eq!(plain.hints.dialect.as_ref().unwrap().name, "stockfish");
        assert_eq!(plain.hints.options, [("Hash".to_owned(), "16".to_owned())]);
        assert_eq!(odd.launch.to_string(), "/f/build/my-engine --quiet");
        assert_eq!(odd.hints.setup, ["debug off"]);
        assert_eq!(odd.timeout, Some(60));
        let suites = Suites::builtin().unwrap();
        for engine in &engines {
            engine.expected.are_in_suites(&suites).unwrap();
        }
        let dialect = odd.hints.dialect.as_ref().unwrap();
        assert_eq!(dialect.command.as_deref(), Some("count {depth}"));
        assert_eq!(dialect.least_depth, 2);
        let text = "e2e4".to_owned();
        let reading = dialect.shapes.read("e2e4 has 600");
        assert_eq!(reading, Reading::Move { text, nodes: 600 });
    }

    #[test]
    fn the_place_is_shown_and_what_would_be_right() {
        let cases = [
            ("", "engines.toml:1", "[[engine]]"),
            ("[[engine]]\nname = \"a\"\n", "engines.toml:1", "command"),
            (&format!("{ENGINE}colour = 1\n"), "engines.toml:4", "colour"),
            (
                &format!("{ENGINE}protocol = \"cecp\"\n"),
                "engines.toml:4",
                "uci, xboard, line, script",
            ),
            (
                &format!("{ENGINE}dialect = \"stockfsh\"\n"),
                "engines.toml:4",
                "stockfish, ethereal",
            ),
            (
                &format!("{ENGINE}[engine.perft]\ncommand = \"perft\"\n"),
                "engines.toml:5",
                "{depth}",
            ),
            (
                "[[engine]]\nname = \"a\"\ncommand = \"./a {dpth}\"\nprotocol = \"script\"\n",
                "engines.toml:3",
                "{dpth} cannot be filled in; expected {depth}, {fen}, {moves}",
            ),
            (
                &format!("{ENGINE}timeout = 0\n"),
                "engines.toml:4",
                "at least one second",
            ),
            (
                &format!("{ENGINE}{ENGINE}"),
                "engines.toml:5",
                "another engine named a",
            ),
            (
                &format!("{ENGINE}[[engine.expected]]\nreason = \"x\"\n"),
                "engines.toml:2",
                "address",
            ),
            (
                &format!(
                    "{ENGINE}[[engine.expected]]\nclass = \"mate\"\nreason = \"x\"\nengine = \"a\"\n"
                ),
                "engines.toml:7",
                "leave engine out",
            ),
        ];
        for (text, place, part) in cases {
            let shown = mistake(text);
            assert!(
                shown.contains(place) && shown.contains(part),
                "{text}\n{shown}"
            );
        }
    }
}
