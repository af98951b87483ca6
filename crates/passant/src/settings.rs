//! The settings of a project: a file that supplies options of `passant check`.
//!
//! The file is `passant.toml`, or the table `[tool.passant]` of `pyproject.toml`, or `[package.metadata.passant]` of
//! `Cargo.toml`. It lies in the current folder, or in one above it up to the root of the repository. Its keys are the long
//! options of the command, and `engine`. What is on the command line takes precedence.

mod file;

use std::any::TypeId;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use clap::{Arg, ArgMatches, Command, parser::ValueSource};
use passant_query::Escaped;
use passant_suite::{Diagnostic, Diagnostics, propose, similar};

use crate::{CliError, diagnostic};
use file::{Entry, SettingsFile, parse_as_each_file};

/// The command that reads settings.
pub(crate) const VERB: &str = "check";

/// The key of the engines, which are no option on the command line.
const ENGINE: &str = "engine";

/// The key of a script, which is a command too.
const SCRIPT: &str = "script";

/// The keys that start programs.
const ENGINES: [&str; 2] = [ENGINE, SCRIPT];

/// Options that say which file is read, and those that belong to one run.
const NOT_IN_FILES: [&str; 4] = ["config", "no-config", "help", "color"];

/// Options that replace each other: one on the command line puts the others of its group in a file out of force.
const GROUPS: [&[&str]; 4] = [
    &["engine", "script"],
    &["suite", "line", "quick"],
    &["dialect", "perft-command"],
    &["json", "tap"],
];

/// The settings that were found.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    /// The path of the file, as it is shown.
    pub(crate) shown: String,
    /// The folder of the file, if it is not the current folder.
    folder: Option<PathBuf>,
    file: SettingsFile,
}

/// The settings that a command line uses.
#[derive(Clone, Debug)]
pub(crate) struct UsedSettings {
    /// The path of the file, as it is shown.
    shown: String,
    /// The engines of the file, if the command line names none.
    engines: Vec<String>,
    /// The folder in which these engines run, if it is not the current folder.
    pub(crate) engine_folder: Option<PathBuf>,
}

impl UsedSettings {
    /// Returns the line that says which file is used, and which programs it starts.
    pub(crate) fn note(&self) -> String {
        let engines = match &self.engines[..] {
            [] => String::new(),
            engines => format!(", engine {}", Escaped(&engines.join(", "))),
        };
        format!("settings  {}{engines}\n", self.shown)
    }
}

/// Adds the settings of the project to a command line, behind the name of the command, so that what the user says comes
/// later.
pub(crate) fn add(
    command: &Command,
    given: &ArgMatches,
    mut line: Vec<OsString>,
) -> Result<(Vec<OsString>, Option<UsedSettings>), CliError> {
    let config = given.get_one::<PathBuf>("config").map(PathBuf::as_path);
    let found = if given.get_flag("no_config") {
        None
    } else {
        Settings::find(config)?
    };
    let (Some(settings), Some(check)) = (found, command.find_subcommand(VERB)) else {
        return Ok((line, None));
    };
    let (words, used) = settings.words(check, given)?;
    let verb = line.iter().skip(1).position(|word| word == VERB);
    let place = verb.map_or(line.len(), |at| at + 2);
    line.splice(place..place, words);
    Ok((line, Some(used)))
}

/// Returns the words that a text stands for in the place of each kind of file, for a command line that says nothing.
pub(crate) fn read_text(command: &Command, text: &str) -> [Result<Vec<OsString>, CliError>; 3] {
    parse_as_each_file(text).map(|read| {
        let Some((file, check)) = read?.zip(command.find_subcommand(VERB)) else {
            return Ok(Vec::new());
        };
        let nothing = check.clone().try_get_matches_from([VERB])?;
        let settings = Settings {
            shown: file.shown.clone(),
            folder: Some(file.folder.clone()),
            file,
        };
        settings.words(check, &nothing).map(|(words, _)| words)
    })
}

impl Settings {
    /// Reads the file with this path, or looks for one from the current folder upwards. `None` if there is none.
    pub(crate) fn find(given: Option<&Path>) -> Result<Option<Self>, CliError> {
        let here = std::env::current_dir()?;
        let found = match given {
            Some(path) => Some(SettingsFile::load(path)?),
            None => folders(&here)
                .into_iter()
                .find_map(SettingsFile::find_in)
                .transpose()?,
        };
        Ok(found.map(|file| {
            let folder = std::path::absolute(&file.folder).unwrap_or_else(|_| file.folder.clone());
            Self {
                shown: Escaped(&file.shown).to_string(),
                folder: (folder != here).then_some(folder),
                file,
            }
        }))
    }

    /// Returns the words for everything that the command line does not say. Everything wrong with the file is an error.
    pub(crate) fn words(
        &self,
        command: &Command,
        given: &ArgMatches,
    ) -> Result<(Vec<OsString>, UsedSettings), CliError> {
        let mut diagnostics = Diagnostics::default();
        let mut words = Vec::new();
        let mut used = UsedSettings {
            shown: self.shown.clone(),
            engines: Vec::new(),
            engine_folder: None,
        };
        for entry in &self.file.entries {
            let Some(added) = diagnostics.keep(self.entry_words(command, entry)) else {
                continue;
            };
            if is_given(command, given, &entry.key) {
                continue;
            }
            if ENGINES.contains(&&*entry.key) {
                used.engine_folder.clone_from(&self.folder);
                used.engines = entry.texts().unwrap_or_default();
            }
            words.extend(added.into_iter().map(OsString::from));
        }
        diagnostics
            .into_result((words, used))
            .map_err(|wrong| CliError::BadInput(diagnostic::render_all(&wrong)))
    }

    /// Returns the words for an entry, which the command line has to accept.
    fn entry_words(&self, command: &Command, entry: &Entry) -> Result<Vec<String>, Diagnostic> {
        let words = if entry.key == ENGINE {
            let engines = entry.texts()?;
            engines.into_iter().map(|it| self.engine_word(it)).collect()
        } else {
            let Some(argument) = option(command, &entry.key) else {
                return Err(unknown_key(command, entry));
            };
            self.option_words(argument, entry)?
        };
        let fixed = ["passant", "--script=engine"];
        let names_engine = ENGINES.contains(&&*entry.key);
        let fixed = fixed.into_iter().take(if names_engine { 1 } else { 2 });
        match command
            .clone()
            .try_get_matches_from(fixed.chain(words.iter().map(String::as_str)))
        {
            Ok(_) => Ok(words),
            Err(error) => {
                let text = error.to_string();
                let first = text.lines().next().unwrap_or_default();
                let message = first.trim_start_matches("error: ");
                Err(entry.error(entry.value_span.clone(), message))
            }
        }
    }

    fn option_words(&self, argument: &Arg, entry: &Entry) -> Result<Vec<String>, Diagnostic> {
        if !argument.get_action().takes_values() {
            let flag = entry.flag()?;
            return Ok(flag
                .then(|| format!("--{}", entry.key))
                .into_iter()
                .collect());
        }
        let is_path = argument.get_value_parser().type_id() == TypeId::of::<PathBuf>();
        let words = entry.texts()?.into_iter().map(|text| {
            let value = match &self.folder {
                Some(folder) if is_path => folder.join(text).display().to_string(),
                _ if entry.key == SCRIPT => self.engine_word(text),
                _ => text,
            };
            format!("--{}={value}", entry.key)
        });
        Ok(words.collect())
    }

    /// Returns the command of an engine. A program with a folder in its name is relative to the folder of the file.
    fn engine_word(&self, text: String) -> String {
        let Some(folder) = &self.folder else {
            return text;
        };
        let Ok(mut command) = passant_engine::Command::parse(&text) else {
            return text;
        };
        if Path::new(&command.program).components().count() != 1 {
            let program: PathBuf = folder.join(&command.program).components().collect();
            command.program = program.into();
        }
        command.to_string()
    }
}

/// Returns the folders in which settings are looked for: the current one, and those above it up to the root of the
/// repository. A folder that is in no repository is the only one.
fn folders(here: &Path) -> Vec<&Path> {
    let root = here
        .ancestors()
        .find(|folder| fs::exists(folder.join(".git")).unwrap_or(false));
    let Some(root) = root else {
        return vec![here];
    };
    here.ancestors()
        .take_while(|folder| folder.starts_with(root))
        .collect()
}

/// Returns the option with a long name that a file may set.
fn option<'c>(command: &'c Command, key: &str) -> Option<&'c Arg> {
    if NOT_IN_FILES.contains(&key) {
        return None;
    }
    command
        .get_arguments()
        .find(|argument| argument.get_long() == Some(key))
}

/// Tells whether the command line says something about a key, or about another one of its group.
fn is_given(command: &Command, given: &ArgMatches, key: &str) -> bool {
    let group = GROUPS.into_iter().find(|group| group.contains(&key));
    let single = [key];
    group.unwrap_or(&single).iter().any(|key| {
        let id = match *key {
            ENGINE => Some("engines"),
            key => option(command, key).map(|argument| argument.get_id().as_str()),
        };
        id.is_some_and(|id| given.value_source(id) == Some(ValueSource::CommandLine))
    })
}

fn unknown_key(command: &Command, entry: &Entry) -> Diagnostic {
    let longs = command.get_arguments().filter_map(Arg::get_long);
    let known: Vec<_> = longs
        .filter(|key| !NOT_IN_FILES.contains(key))
        .chain([ENGINE])
        .collect();
    let message = format!("there is no option {:?} that a file can set", entry.key);
    let error = entry.error(entry.key_span.clone(), message);
    match propose(&similar(&entry.key, known)) {
        Some(hint) => error.with_hint(hint),
        None => error
            .with_hint("passant check --help lists the options; a key is one without its hyphens"),
    }
}
